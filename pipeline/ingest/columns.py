"""Which column of a publisher's table holds which field: guessed from the headings, shown, overridable."""

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from ..cards import canonical_columns
from ..diagnostics import Diagnostic, finding
from ..tables import Table

TEXT_KINDS = ("event", "comment")
DERIVED = ("earliest", "latest", "edtf")
_WORD = re.compile(r"[a-z0-9]+")


@dataclass(frozen=True, slots=True)
class ColumnMapping:
    """Which field stands in which column (from 0), in the order of the table, and the columns that hold no field."""

    columns: Mapping[str, int]
    unused: tuple[int, ...] = ()

    def describe(self, table: Table) -> str:
        """Return one line for users: ``id: `Nr.`; event_de: `Ereignis`; …``."""
        return "; ".join(f"{field}: `{table.header.values[index].strip()}`" for field, index in self.columns.items())


@dataclass(frozen=True, slots=True)
class Heading:
    """What a heading means: the kind of field, its language if the heading names it, the language of its words."""

    kind: str
    named_language: str | None
    own_language: str | None


@cache
def _data() -> Mapping[str, Mapping[str, Sequence[str]]]:
    return tomllib.loads(files(__package__).joinpath("columns.toml").read_text(encoding="utf-8"))


@cache
def _synonyms() -> Mapping[str, tuple[str, str | None]]:
    """Return kind and language of every known heading in folded form."""
    return {
        _folded(name): (kind, None if language == "any" else language)
        for kind, languages in _data().items()
        if kind not in ("languages", "answers")
        for language, names in languages.items()
        for name in names
    }


@cache
def _languages() -> Mapping[str, str]:
    return {_folded(name): language for language, names in _data()["languages"].items() for name in names}


@cache
def _answers() -> Mapping[str, bool]:
    return {name.casefold(): answer == "yes" for answer, names in _data()["answers"].items() for name in names}


def read_answer(text: str) -> bool | None:
    """Read a yes or no in any of the four languages, None if it is neither; an empty text is a no."""
    return _answers().get(text.casefold().rstrip(".!")) if text else False


def read_heading(text: str) -> Heading | None:
    """Tell what a heading means, None if it is not known."""
    words = _folded(text).split()
    known, language = _synonyms(), _languages()
    if found := known.get(" ".join(words)):
        return Heading(found[0], None, found[1])
    for index, rest in ((-1, words[:-1]), (0, words[1:])):
        if words and words[index] in language and (found := known.get(" ".join(rest))):
            return Heading(found[0], language[words[index]], found[1])
    return None


def guess_mapping(
    table: Table, languages: Sequence[str], given: Mapping[str, str] | None = None
) -> tuple[ColumnMapping, list[Diagnostic]]:
    """Map the fields of a card in `languages` to columns; `given` maps fields to headings and goes first.

    An event or comment whose heading names no language takes the language of its words if the series has it, else the
    first one. Columns that are not used are reported, and so is a table without event or year.
    """
    columns, findings = _given_columns(table, languages, given or {})
    unused: list[int] = []
    headings = {index: read_heading(cell.value) for index, cell in enumerate(table.header)}
    for index in headings.keys() - set(columns.values()):
        heading = headings[index]
        field = _field(heading, languages) if heading else None
        if field is None:
            unused.append(index)
            findings += _unused_finding(table, index, heading)
        elif field in columns:
            unused.append(index)
            findings += _second_finding(table, index, field, columns[field])
        else:
            columns[field] = index
    findings += _missing_findings(table, columns)
    return ColumnMapping(dict(sorted(columns.items(), key=lambda item: item[1])), tuple(sorted(unused))), findings


def is_complete(mapping: ColumnMapping) -> bool:
    """Tell whether there is at least a year and an event in some language."""
    return "year" in mapping.columns and any(field.startswith("event_") for field in mapping.columns)


def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.replace("ß", "ss"))
    return " ".join(_WORD.findall("".join(sign for sign in plain if not unicodedata.combining(sign)).casefold()))


def _field(heading: Heading, languages: Sequence[str]) -> str | None:
    if heading.kind not in TEXT_KINDS:
        return heading.kind
    if heading.named_language:
        return f"{heading.kind}_{heading.named_language}" if heading.named_language in languages else None
    language = heading.own_language if heading.own_language in languages else languages[0]
    return f"{heading.kind}_{language}"


def _given_columns(
    table: Table, languages: Sequence[str], given: Mapping[str, str]
) -> tuple[dict[str, int], list[Diagnostic]]:
    allowed = {*canonical_columns(languages, with_symbols=True), "checked"} - set(DERIVED)
    headings = {cell.value.strip().casefold(): index for index, cell in reversed(list(enumerate(table.header)))}
    columns: dict[str, int] = {}
    findings = []
    for field, heading in given.items():
        index = headings.get(heading.strip().casefold())
        if field not in allowed:
            message = f"`{field}`, which the series file maps to `{heading}`, is no field of its cards"
            findings.append(finding("WM122", message, table.header.span))
        elif index is None:
            message = f"the table has no column `{heading}`, which the series file names for `{field}`"
            findings.append(finding("WM122", message, table.header.span))
        else:
            columns[field] = index
    return columns, findings


def _unused_finding(table: Table, index: int, heading: Heading | None) -> Iterator[Diagnostic]:
    cell = table.header.cell(index)
    name = cell.value.strip()
    if name:
        language = f": the series has no texts in `{heading.named_language}`" if heading else ""
        yield finding("WM121", f"the column `{name}` is not used{language}", cell.span)
    elif any(row.values[index].strip() for row in table.rows):
        yield finding("WM121", f"column {index + 1} has no heading and is not used", cell.span)


def _second_finding(table: Table, index: int, field: str, first: int) -> Iterator[Diagnostic]:
    names = table.header.values
    if names[index].strip().casefold() != names[first].strip().casefold():  # else reported as a heading used twice
        message = f"the columns `{names[first].strip()}` and `{names[index].strip()}` both look like `{field}`"
        yield finding("WM123", message, table.header.cell(index).span)


def _missing_findings(table: Table, columns: Mapping[str, int]) -> Iterator[Diagnostic]:
    has_event = any(field.startswith("event_") for field in columns)
    missing = [*([] if has_event else ["the event"]), *([] if "year" in columns else ["the year"])]
    if missing:
        names = ", ".join(f"`{value.strip()}`" for value in table.header.values)
        message = f"no column for {' and '.join(missing)} among the headings {names}"
        yield finding("WM120", message, table.header.span)
