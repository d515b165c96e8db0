"""The file: what is read, what is refused and where, the same bytes for the same entries."""

import json
from typing import Any

import pytest
from corrigenda_samples import FIRST, codes, entry, file, swap, text_entry
from hypothesis import given
from hypothesis import strategies as st

from pipeline.corrigenda import CorrigendaDocument, check, read_corrigenda, write_corrigenda
from pipeline.corrigenda.places import JsonPlaces
from pipeline.source import SourceText

SAMPLE = write_corrigenda(
    file(entry(), *(one.model_copy(update={"id": f"CORR-dorf-01{n}"}) for n, one in enumerate(swap())))
)


def read(data: bytes | str, series: str = "dorf") -> Any:
    return read_corrigenda(data.encode() if isinstance(data, str) else data, "corrigenda.json", series)


def rows(*changed: dict[str, Any]) -> str:
    """Return a file of entries changed by `changed`, one each; a value of None takes the key out."""
    base = json.loads(write_corrigenda(file(entry())))["corrigenda"][0]
    made = []
    for number, change in enumerate(changed, start=1):
        row = {**base, "id": f"CORR-dorf-{number:03d}", **change}
        made.append({key: value for key, value in row.items() if value is not None})
    return json.dumps({"series": "dorf", "corrigenda": made}, indent=2)


def test_reading_what_was_written() -> None:
    written = file(
        entry(),
        text_entry(2, "applied"),
        *(one.model_copy(update={"id": f"CORR-dorf-00{n}"}) for n, one in enumerate(swap("held"), start=3)),
    )
    again, findings = read(write_corrigenda(written))
    assert (again, findings) == (written, [])
    assert write_corrigenda(again) == write_corrigenda(written)


def test_written_in_order_of_numbers_with_plain_letters() -> None:
    data = write_corrigenda(file(entry(10, reason="Groß „A“"), entry(9)))
    assert data.decode().index("dorf-009") < data.decode().index("dorf-010")
    assert "Groß „A“" in data.decode()
    assert data.endswith(b"}\n")
    assert b"null" not in data


def test_the_same_place_for_windows_lines_and_a_mark() -> None:
    data = b"\xef\xbb\xbf" + rows({"card": "D9"}).replace("\n", "\r\n").encode()
    found = check(read(data)[0], {1: FIRST})
    assert [(one.code, one.span and (one.span.line, one.span.column)) for one in found] == [("WM410", (6, 7))]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('{"series": "dorf",\n "corrigenda": [,]}', 2, 17),
        ('{"series": "dorf"', 1, 18),
        ("", 1, 1),
        ('{"series": "dorf", "corrigenda": []}\n{}', 2, 1),
        ('{"series": "dorf",\n"series": "dorf", "corrigenda": []}', 2, 1),
        ('{"series": "do\nrf"}', 1, 15),
    ],
)
def test_malformed_json_is_one_finding_at_its_place(text: str, line: int, column: int) -> None:
    value, findings = read(text)
    assert value is None
    assert [(one.code, one.span.line, one.span.column) for one in findings] == [("WM401", line, column)]


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a": NaN}', '{"a": ' + "9" * 5000 + "}"])
def test_json_that_cannot_be_used_is_one_finding(text: str) -> None:
    assert codes(read(text)[1]) == ["WM401"]


def test_a_byte_that_is_not_utf8_is_named_with_its_place() -> None:
    value, findings = read('{"series":\n "dörf"}'.encode("cp1252"))
    assert value is None
    assert [(one.code, one.span.line, one.span.column) for one in findings] == [("WM001", 2, 4)]


@pytest.mark.parametrize(
    "text", ["[]", "{}", '{"series": "dorf"}', '{"series": "dorf", "corrigenda": {}}', "null", '"x"']
)
def test_another_document_is_one_finding(text: str) -> None:
    assert codes(read(text)[1]) == ["WM402"]


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"found_in": []}, '"found_in": []'),
        ({"found_in": [2, 1]}, '"found_in"'),
        ({"found_in": ["1"]}, '"1"'),
        ({"found_in": [True]}, "true"),
        ({"status": "fixed"}, '"status": "fixed"'),
        ({"type": "wrong"}, '"type": "wrong"'),
        ({"reported_on": "10.1.2026"}, '"reported_on": "10.1.2026"'),
        ({"reported_on": 20260110}, '"reported_on": 20260110'),
        ({"reported_on": "2026-02-30"}, '"reported_on": "2026-02-30"'),
        ({"id": "CORR-dorf-x"}, '"id": "CORR-dorf-x"'),
        ({"reported_by": ["Erika Muster"]}, '"Erika Muster"'),
        ({"reasn": "x"}, '"reasn": "x"'),
        ({"history": [{"state": "reported", "on": "x", "by": "editor"}]}, '"on": "x"'),
        ({"sources": [{"kind": "rumour", "ref": "x"}]}, '"kind": "rumour"'),
        ({"old": None}, '"id": "CORR-dorf-002"'),
        ({"reason": "\ud800"}, '"reason": "\\ud800"'),
    ],
)
def test_a_fault_of_form_is_found_at_its_key_and_the_rest_is_read(change: dict[str, Any], where: str) -> None:
    text = rows({}, change, {"card": "D2"})
    value, findings = read(text)
    assert codes(findings) == ["WM402"]
    span = findings[0].span
    assert text.split("\n")[span.line - 1][span.column - 1 :].startswith(where)
    assert [one.card for one in value] == ["D1", "D2"]


def test_an_entry_of_another_kind_is_found() -> None:
    value, findings = read('{"series": "dorf", "corrigenda": [\n 7]}')
    assert [(one.code, one.span.line, one.span.column) for one in findings] == [("WM402", 2, 2)]
    assert len(value) == 0


def test_every_fault_of_an_entry_is_told() -> None:
    assert codes(read(rows({"status": "x", "old": None, "type": "y"}))[1]) == ["WM402"] * 3


def test_a_number_is_used_once() -> None:
    value, findings = read(rows({}, {"id": "CORR-dorf-1"}))
    assert codes(findings) == ["WM403"]
    assert len(value) == 1


def test_entries_stand_in_order() -> None:
    value, findings = read(rows({"id": "CORR-dorf-7"}, {"id": "CORR-dorf-2"}, {"id": "CORR-dorf-3"}))
    assert codes(findings) == ["WM404"]
    assert [one.number for one in value] == [2, 3, 7]


def test_another_series_is_found() -> None:
    assert codes(read(rows({"id": "CORR-stadt-1"}))[1]) == ["WM405"]
    assert codes(read('{"series": "stadt", "corrigenda": []}')[1]) == ["WM405"]


def test_an_unknown_key_of_the_file_is_found() -> None:
    assert codes(read('{"series": "dorf", "corrigenda": [], "x": 1}')[1]) == ["WM402"]


def test_a_rule_points_at_its_field() -> None:
    text = rows({}, {"card": "D2", "old": "1900"})
    found = check(read(text)[0], {1: FIRST})
    assert codes(found) == ["WM412"]
    assert found[0].span is not None
    assert text.split("\n")[(found[0].span.line or 0) - 1].strip() == '"old": "1900",'


def test_a_lost_source_points_at_the_key_of_the_list() -> None:
    text = rows({"sources": [{"kind": "book", "ref": "x"}]})
    found = check(read(text)[0], {1: FIRST})
    assert [(one.code, one.span and one.span.excerpt) for one in found] == [("WM431", '      "sources": [')]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(JSON, st.sampled_from([None, 1, "\t"]))
def test_every_value_is_where_its_place_says(value: Any, indent: Any) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    places = JsonPlaces(SourceText("x", text))

    def look(part: Any, path: tuple[str | int, ...]) -> None:
        start, end = places._index[path]
        stretch = text[start:end]
        if path and isinstance(path[-1], str):
            key, after = json.JSONDecoder().raw_decode(stretch)
            assert key == path[-1]
            stretch = stretch[after:].lstrip().removeprefix(":")
        assert json.loads(stretch) == part
        for key, inner in part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ():
            look(inner, (*path, key))

    look(value, ())


@given(st.binary(max_size=40) | st.text(max_size=60).map(str.encode))
def test_any_bytes_are_read_or_refused_without_a_traceback(data: bytes) -> None:
    value, findings = read(data)
    assert value is not None or findings


@given(st.integers(0, len(SAMPLE) - 1), st.binary(max_size=2))
def test_a_damaged_file_is_read_or_refused_without_a_traceback(place: int, damage: bytes) -> None:
    data = SAMPLE[:place] + damage + SAMPLE[place + 1 :]
    value, findings = read(data)
    assert value is not None or findings
    if value is not None:
        check(value, {1: FIRST})


def test_an_entry_that_cannot_be_read_is_one_finding_whoever_names_it() -> None:
    old, new = entry(1, "superseded"), entry(2, supersedes="CORR-dorf-001")
    content = json.loads(write_corrigenda(file(old, new)))
    for number in (0, 1):
        for broken in ({"feild": 1}, {"id": None}):
            rows = [{**row, **(broken if at == number else {})} for at, row in enumerate(content["corrigenda"])]
            found, findings = read(json.dumps({"series": "dorf", "corrigenda": rows}))
            assert found is not None
            assert codes(findings + check(found, {1: FIRST})) == ["WM402"]


@given(st.text(st.characters(exclude_categories=["Cs"])), st.text(st.characters(exclude_categories=["Cs"])))
def test_the_file_has_the_form_of_the_standard_library(old: str, note: str) -> None:
    one = entry(1, old=old, history=[{"state": "reported", "on": "2026-01-10", "by": "editor", "note": note}])
    content = CorrigendaDocument(series="dorf", corrigenda=(one,)).model_dump(mode="json", exclude_defaults=True)
    assert write_corrigenda(file(one)).decode() == json.dumps(content, ensure_ascii=False, indent=2) + "\n"
