"""A table of letters, one row each: which card, which field, what is wrong, what is right."""

import re
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from ..corrigenda import TYPES, Report
from ..diagnostics import Diagnostic, finding
from ..source import Span
from ..sources import parse_sources
from ..tables import Row, Table, read_table

COLUMNS = (
    "letter",
    "on",
    "series",
    "card",
    "text",
    "edition",
    "field",
    "old",
    "new",
    "type",
    "reason",
    "reason_code",
    "sources",
    "group",
)
_NEEDED = ("letter", "field")
_CODE = re.compile(r"[a-z][a-z0-9-]*")


class Letter(NamedTuple):
    """One letter: the report in it, the series and the text by which to find the card, and its place in the table.

    The report names no card yet if the letter describes it by its text.
    """

    report: Report
    series: str
    text: str
    span: Span


def read_letters(data: bytes, name: str, on: date) -> tuple[list[Letter], list[Diagnostic]]:
    """Read a table of letters called `name`; those without a date are of the day `on`.

    A row that cannot be used is one finding; the others are read.
    """
    table, findings = read_table(data, name)
    if table is None:
        return [], findings
    headings = [heading.strip().lower() for heading in table.header.values]
    unknown = [heading for heading in headings if heading not in COLUMNS]
    missing = [column for column in _NEEDED if column not in headings]
    if "card" not in headings and "text" not in headings:
        missing.append("card")
    if unknown or missing:
        wrong = [f"there is no column `{heading}` in letters" for heading in unknown]
        wrong += [f"the column `{column}` is missing" for column in missing]
        return [], [*findings, finding("WM406", "; ".join(wrong), table.header.span)]
    letters = []
    for values, row in _rows(table, headings):
        problem = _problem(values, on)
        if problem:
            column, message = problem
            findings.append(finding("WM406", message, row.cell(headings.index(column)).span))
        else:
            letters.append(Letter(_report(values, on), values["series"], values["text"], row.cell(0).span))
    return letters, findings


def _rows(table: Table, headings: list[str]) -> Iterator[tuple[dict[str, str], Row]]:
    for row in table.rows:
        if not row.is_blank:
            values = dict(zip(headings, (value.strip() for value in row.values), strict=True))
            yield {column: values.get(column, "") for column in COLUMNS}, row


def _problem(values: dict[str, str], today: date) -> tuple[str, str] | None:  # noqa: PLR0911 - one for each way to be wrong
    """Return the column and the words of what is wrong with a row, None if it can be used."""
    if not _CODE.fullmatch(values["letter"]):
        shown = f"`{values['letter']}`"
        return "letter", f"{shown} is not a code such as letter-017: small letters, digits and hyphens, a letter first"
    if not values["field"]:
        return "field", "the letter names no field: a column of the canonical deck such as year or event_de"
    if not values["card"] and not values["text"]:
        return "letter", "the letter names no card, neither by its id nor by its text"
    if values["on"] and _day(values["on"]) is None:
        return "on", f"`{values['on']}` is not a date such as 2026-03-31"
    if (_day(values["on"]) or today) > today:
        return "on", f"a letter of {values['on']} cannot come in on {today}; give the day with --on"
    if values["edition"] and not (values["edition"].isascii() and values["edition"].isdecimal()):
        return "edition", f"`{values['edition']}` is not the number of an edition"
    if values["type"] and values["type"] not in TYPES:
        return "type", f"there is no type `{values['type']}` (known: {', '.join(TYPES)})"
    for column in ("reason_code", "group"):
        if values[column] and not _CODE.fullmatch(values[column]):
            return column, f"`{values[column]}` is not a word of small letters, digits and hyphens"
    return None


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if len(text) == 10 else None
    except ValueError:
        return None


def _report(values: dict[str, str], on: date) -> Report:
    kind = next((each for each in TYPES if each == values["type"]), None)
    return Report(
        card=values["card"],
        field=values["field"],
        reporter=values["letter"],
        on=_day(values["on"]) or on,
        old=values["old"] or None,
        new=values["new"] or None,
        edition=int(values["edition"]) if values["edition"] else None,
        type=kind,
        reason=values["reason"],
        reason_code=values["reason_code"] or None,
        sources=parse_sources(values["sources"]),
        group=values["group"] or None,
    )
