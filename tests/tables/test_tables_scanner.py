"""Many records at once are cut as each is by itself, however odd their quotes and wherever a piece of the text ends."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.source import SourceText
from pipeline.tables.scanner import TextCells
from pipeline.tables.table import Record, Stretch

DELIMITERS = [";", ",", "\t", "|", " ", ""]


def tables(delimiter: str) -> st.SearchStrategy[str]:
    """Return texts that are hard to cut, below a header of two cells."""
    parts = ['"', '""', delimiter or "-", f'"{delimiter}', f'{delimiter}"', '\n"', '"\n', "\n", "\r", "\r\n", " ", "\t"]
    body = st.lists(st.sampled_from([*parts, "a", "ä", "\u2028", "\x01"]), max_size=40)
    return body.map(lambda found: f"h{delimiter}h\n{''.join(found)}")


@pytest.mark.parametrize("delimiter", DELIMITERS)
@given(st.data(), st.sampled_from([1, 5, 30, 1_000_000]))
def test_many_records_are_those_found_one_by_one(delimiter: str, data: st.DataObject, piece: int) -> None:
    text = data.draw(tables(delimiter))
    cells = TextCells(SourceText("t.csv", text), delimiter, piece)
    (_, after, width, _), *records = cells.records()
    assert list(_all(cells, after, width)) == records


@pytest.mark.parametrize("delimiter", DELIMITERS)
@given(st.data())
def test_columns_are_the_values_of_each_record(delimiter: str, data: st.DataObject) -> None:
    text = data.draw(tables(delimiter))
    cells = TextCells(SourceText("t.csv", text), delimiter)
    (_, _, width, _), *records = cells.records()
    wide = [record for record in records if record[2] >= width]
    kept = [record for record in wide if data.draw(st.booleans())] or wide[:1]
    if kept:
        columns = cells.columns([record[0] for record in kept], [record[1] for record in kept], width)
        values = [cells.values(start, end)[:width] for start, end, _, _ in kept]
        assert list(zip(*columns, strict=True)) == values


def _all(cells: TextCells, after: int, width: int) -> Iterator[Record]:
    for part in cells.stretches(after, width):
        if isinstance(part, Stretch):
            yield from ((start, end, width, ()) for start, end in zip(part.starts, part.ends, strict=True))
        else:
            yield part
