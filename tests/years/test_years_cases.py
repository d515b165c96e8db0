"""The project's own table: every rule in every language, right or refused, printed and read back."""

import csv
from pathlib import Path

import pytest

from pipeline.years import YearError, YearInterval, format_year, parse_year
from pipeline.years.edtf import read_edtf_bounds
from pipeline.years.language import LANGUAGES

TABLE = Path(__file__).parent / "cases.tsv"


def _rows() -> list[dict[str, str]]:
    with TABLE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


ROWS = _rows()
UNDERSTOOD = [row for row in ROWS if row["earliest"] != "REFUSE"]
REFUSED = [row for row in ROWS if row["earliest"] == "REFUSE"]


def _named(row: dict[str, str]) -> str:
    return f"{row['rule']}-{row['language']}-{row['expression']}"


def _bounds(row: dict[str, str]) -> YearInterval:
    earliest, latest = (int(row[end]) if row[end] else None for end in ("earliest", "latest"))
    return YearInterval(earliest, latest)


@pytest.mark.parametrize("row", UNDERSTOOD, ids=_named)
def test_understood(row: dict[str, str]) -> None:
    assert parse_year(row["expression"], row["language"]).interval == _bounds(row)


@pytest.mark.parametrize("row", REFUSED, ids=_named)
def test_refused(row: dict[str, str]) -> None:
    with pytest.raises(YearError) as caught:
        parse_year(row["expression"], row["language"])
    assert 0 <= caught.value.offset <= len(row["expression"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_printed_form_reads_back_in_every_language(language: str) -> None:
    for row in UNDERSTOOD:
        read = parse_year(row["expression"], row["language"])
        printed = format_year(read, language)
        again = parse_year(printed, language)
        assert (printed, again.interval) == (printed, read.interval)
        assert ("uncertain" in again.flags) == ("uncertain" in read.flags)
        assert format_year(again, language) == printed


def test_edtf_has_the_bounds() -> None:
    for row in UNDERSTOOD:
        read = parse_year(row["expression"], row["language"])
        assert read_edtf_bounds(read.edtf) == read.interval


def test_every_rule_has_cases_in_every_language() -> None:
    present = {(row["rule"], row["language"]) for row in ROWS}
    for number in range(1, 15):
        for language in LANGUAGES:
            assert (f"Y{number}", language) in present
