"""Records, values, places and wrong quotes are those that a reader finds which goes through the text sign by sign."""

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.source import SourceText
from pipeline.tables.scanner import TextCells

DELIMITERS = [";", ",", "\t", "|", " ", ""]


class ByHand(NamedTuple):
    """A record: where it begins and ends, its cells (value, start, end), what is wrong with their quotes."""

    start: int
    end: int
    cells: list[tuple[str, int, int]]
    faults: list[tuple[str, int]]


def by_hand(text: str, delimiter: str) -> list[ByHand]:
    records, at = [], 0
    while at < len(text):
        record, more = ByHand(at, at, [], []), True
        while more:
            at = _cell(text, delimiter, at, record)
            more = bool(delimiter) and text[at : at + 1] == delimiter
            at += more
        records.append(record._replace(end=at))
        at += 2 if text[at : at + 2] == "\r\n" else 1
    return records


def _cell(text: str, delimiter: str, start: int, record: ByHand) -> int:
    """Add the cell that begins at an offset; return where it ends."""
    blanks, ends = {" ", "\t"} - {delimiter}, {"\r", "\n", "", delimiter or "\n"}
    opening = start
    while text[opening : opening + 1] in blanks:
        opening += 1
    if text[opening : opening + 1] == '"':
        closing, value = opening + 1, ""
        while closing < len(text) and (text[closing] != '"' or text[closing + 1 : closing + 2] == '"'):
            value += text[closing]
            closing += 2 if text[closing] == '"' else 1
        after = closing + 1
        while text[after : after + 1] in blanks:
            after += 1
        if closing < len(text) and text[after : after + 1] in ends:
            record.cells.append((value, opening + 1, closing))
            return after
        is_open = closing >= len(text) or any(sign in text[opening:closing] for sign in "\r\n")
        record.faults.append(("unclosed", opening) if is_open else ("text after", closing + 1))
    end = start
    while text[end : end + 1] not in ends:
        end += 1
    record.cells.append((text[start:end], start, end))
    return end


@pytest.mark.parametrize("delimiter", DELIMITERS)
@given(st.data())
def test_a_text_is_cut_as_by_hand(delimiter: str, data: st.DataObject) -> None:
    sign = delimiter or "-"
    parts = [
        '"',
        '""',
        '\\"',
        sign,
        f'"a{sign}b"',
        f'{sign}"',
        "\n",
        "\r",
        "\r\n",
        " ",
        "\t",
        "a",
        "ä",
        "\u00a0",
        "\u2028",
    ]
    text = "".join(data.draw(st.lists(st.sampled_from(parts), max_size=40)))
    cells = TextCells(SourceText("t.csv", text), delimiter)
    wanted = by_hand(text, delimiter)
    found = list(cells.records())
    assert found == [(record.start, record.end, len(record.cells), tuple(record.faults)) for record in wanted]
    for record in wanted:
        values, places = cells.values(record.start, record.end), cells.bounds(record.start, record.end)
        together = [(value, *place) for value, place in zip(values, places, strict=True)]
        assert together == record.cells
