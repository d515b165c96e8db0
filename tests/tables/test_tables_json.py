"""JSON records: every value at its place, whatever it is."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.tables import Table, read_table

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x1f"), max_size=12)


def read(data: str) -> Table:
    table, _ = read_table(data.encode(), "cards.json")
    assert table
    return table


def test_keys_are_headings_in_the_order_of_their_appearance() -> None:
    table = read(
        '{"title": "x", "cards": [{"id": 1, "Jahr": "1903"},\n {"id": 2.0, "Ereignis": "a", "tags": ["x", "y"]}]}'
    )
    assert table.dialect.describe() == "JSON"
    assert table.header.values == ("id", "Jahr", "Ereignis", "tags")
    assert [row.values for row in table.rows] == [("1", "1903", "", ""), ("2.0", "", "a", "x, y")]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be"])
def test_a_byte_order_mark_tells_the_encoding(encoding: str) -> None:
    text = '[{"Jahr": "1903"},\n {"Jahr": "für 1900"}]'
    mark = "\ufeff" if encoding == "utf-16-be" else ""
    table, findings = read_table((mark + text).encode(encoding), "cards.json")
    assert table
    assert not findings
    cell = table.rows[1].cell(0)
    assert (cell.value, cell.span.line, cell.span.column) == ("für 1900", 2, 12)


def test_half_a_character_at_the_end_is_told_at_its_place() -> None:
    _, findings = read_table('[{"a": "1"},\n {"a": "2"}] '.encode("utf-16")[:-1], "cards.json")
    assert [(found.code, found.span.line, found.span.column) for found in findings if found.span] == [("WM104", 2, 13)]


def test_values_stand_where_they_are_written() -> None:
    cell = read('[{"Jahr": "1903"},\n {"Jahr": "um 1900"}]').rows[1].cell(0)
    assert (cell.span.line, cell.span.column, cell.span.end_column) == (2, 12, 19)
    assert (cell.subspan(3).column, cell.subspan(3).end_column) == (15, 19)


def test_a_value_with_escapes_is_shown_as_a_whole() -> None:
    cell = read('[{"a": "Die \\"Titanic\\""}]').rows[0].cell(0)
    assert cell.value == 'Die "Titanic"'
    assert (cell.subspan(5, 7).column, cell.subspan(5, 7).end_column) == (9, 24)


@given(st.lists(st.dictionaries(st.sampled_from("abc"), TEXTS, min_size=3), min_size=1, max_size=5), st.booleans())
def test_what_is_written_is_read_back(records: list[dict[str, str]], ascii_only: bool) -> None:
    data = json.dumps(records, ensure_ascii=ascii_only, indent=1)
    table, _ = read_table(data.encode(), "cards.json")
    filled = [record for record in records if any(value.strip() for value in record.values())]
    if table:
        assert [dict(zip(table.header.values, row.values, strict=True)) for row in table.rows] == filled
    else:
        assert not filled


def test_the_parts_of_an_object_are_cells_at_their_places() -> None:
    table = read('[{"id": 1, "event": {"de": "Der Mond", "en": null}},\n {"id": 2, "event": {"en": "The wall"}}]')
    assert table.header.values == ("id", "event_de", "event_en")
    assert [row.values for row in table.rows] == [("1", "Der Mond", ""), ("2", "", "The wall")]
    span = table.rows[1].cell(2).span
    assert (span.line, span.column, span.end_column) == (2, 29, 37)


def test_other_nested_values_are_reported_and_kept_as_text() -> None:
    for nested in ('[{"a": 1}]', '{"a": [1]}', '{"a": {"b": 1}}', "{}"):
        table, findings = read_table(f'[{{"id": 1, "x": {nested}}}]'.encode(), "cards.json")
        assert table
        assert table.rows[0].values == ("1", nested)
        assert [(found.code, found.span and found.span.column) for found in findings] == [("WM157", 17)]


def test_a_part_that_stands_there_already_is_refused() -> None:
    table, findings = read_table(b'[{"event_de": "a", "event": {"de": "b"}}]', "cards.json")
    assert table is None
    assert [(found.code, found.span and found.span.column) for found in findings] == [("WM155", 31)]
