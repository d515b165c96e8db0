"""A table of labelled or unlabelled pairs: each row gets a score and a verdict."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from ..diagnostics import Diagnostic, finding
from ..tables import Row, read_table, write_csv
from ..years import LANGUAGES, YearError, YearInterval, parse_year
from .lexicon import STEMMERS
from .pair import verdict
from .score import score_pairs
from .texts import EventText
from .vectors import Progress, silent

NEEDED = ("text_a", "lang_a", "text_b", "lang_b")
ADDED = ("score", "verdict")

_REGION = re.compile("[-_]")


def score_table(data: bytes, name: str, progress: Progress = silent) -> tuple[bytes | None, list[Diagnostic]]:
    """Return the CSV with the columns `score` and `verdict` added, and findings.

    Rows that can be read, their order and other columns stay as they are; columns `score` and `verdict` that were there
    are replaced. Years are expressions in the language of their text and may be empty or missing; one that is not
    understood is a warning and agrees with any. Without the columns of texts and languages there is no result.
    """
    table, findings = read_table(data, name)
    if table is None:
        return None, findings
    header = table.header.values
    if missing := [column for column in NEEDED if column not in header]:
        message = f"the table of pairs lacks the column{'s' * (len(missing) > 1)} `{', '.join(missing)}`"
        return None, [*findings, finding("WM515", message, table.header.span)]
    index = {column: at for at, column in enumerate(header)}
    kept = [at for at, column in enumerate(header) if column not in ADDED]
    rows = [(*(header[at] for at in kept), *ADDED)]
    pairs = [(_event(row, index, "a"), _event(row, index, "b")) for row in table.rows]
    findings += _unknown_languages(table.rows, index)
    for row, score in zip(table.rows, score_pairs(pairs, progress), strict=True):
        first, second = (_year(row, index, side, findings) for side in "ab")
        rows.append((*(row.values[at] for at in kept), f"{score.value:.6f}", verdict(score, first, second)))
    return write_csv(rows), findings


def _event(row: Row, index: Mapping[str, int], side: str) -> EventText:
    return EventText(row.values[index[f"text_{side}"]], _language(row, index, side))


def _language(row: Row, index: Mapping[str, int], side: str) -> str:
    """Return a language without its region: `de` for `de-AT`."""
    return _REGION.split(row.values[index[f"lang_{side}"]].strip().lower())[0]


def _unknown_languages(rows: Sequence[Row], index: Mapping[str, int]) -> Iterator[Diagnostic]:
    """Yield a note for each language that has no stems, where it stands first."""
    cells = ((_language(row, index, side), row, side) for row in rows for side in "ab")
    told: set[str] = set()
    for language, row, side in cells:
        if language not in STEMMERS and language not in told:
            told.add(language)
            which = (
                f"the language `{language}` is not known; its words" if language else "the language is missing; words"
            )
            message = f"{which} are compared letter by letter"
            yield finding("WM505", message, row.cell(index[f"lang_{side}"]).span)


def _year(row: Row, index: Mapping[str, int], side: str, findings: list[Diagnostic]) -> YearInterval | None:
    column = index.get(f"year_{side}")
    if column is None or not row.values[column].strip():
        return None
    try:
        return _interval(row.values[column].strip(), _language(row, index, side))
    except YearError as error:
        message = f"the year is not used: {error.message}"
        findings.append(finding("WM516", message, row.cell(column).span))
        return None


@lru_cache(maxsize=4096)
def _interval(text: str, language: str) -> YearInterval:
    # A number is a year in languages too in which no other year can be read.
    known = language if language in LANGUAGES or not text.isdecimal() else LANGUAGES[0]
    return parse_year(text, known).interval
