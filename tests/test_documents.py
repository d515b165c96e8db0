import pytest
from pydantic import BaseModel, ConfigDict

from pipeline.documents import decode, read_toml, toml_places
from pipeline.source import SourceText, Span


class Row(BaseModel):
    model_config = ConfigDict(extra="forbid")
    number: int
    year: int = 0


class Document(BaseModel):
    model_config = ConfigDict(extra="forbid")
    code: str
    titles: dict[str, str] = {}
    rows: list[Row] = []


GOOD = 'code = "x"\n\n[titles]\nde = "Ä"\n\n[[rows]]\nnumber = 1\n\n[[rows]]\nnumber = 2\nyear = 1900\n'


def test_a_good_document_gives_no_findings() -> None:
    document, findings = read_toml(GOOD.encode(), "x.toml", Document)
    assert document == Document(code="x", titles={"de": "Ä"}, rows=[Row(number=1), Row(number=2, year=1900)])
    assert findings == []


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        (GOOD.replace("year = 1900", 'year = "MCM"'), "WM003", 11, 1),
        (GOOD.replace("number = 2\n", ""), "WM003", 9, 1),
        (GOOD.replace("\n[titles]", "colour = 1\n\n[titles]"), "WM003", 2, 1),
        (GOOD.replace("year = 1900", "year = = 1900"), "WM002", 11, 8),
        (GOOD.replace('code = "x"', 'code = "x'), "WM002", 1, 10),
        ("", "WM003", None, None),
    ],
)
def test_each_fault_is_named_at_its_place(text: str, code: str, line: int | None, column: int | None) -> None:
    document, findings = read_toml(text.encode(), "x.toml", Document)
    assert document is None
    places = [(found.code, found.span and (found.span.line, found.span.column)) for found in findings]
    assert places == [(code, (line, column))]


def test_all_faults_come_at_once() -> None:
    text = GOOD.replace("number = 1", 'number = "one"').replace("year = 1900", 'year = "MCM"')
    _, findings = read_toml(text.encode(), "x.toml", Document)
    assert [found.span.line for found in findings if found.span] == [7, 11]


def test_bytes_that_are_not_utf8_are_named() -> None:
    source, findings = decode(b"a\nb \xe4", "x.toml")
    assert source is None
    assert findings[0].span == Span("x.toml", 2, 3)
    assert "0xe4" in findings[0].message


def test_a_byte_order_mark_is_not_counted() -> None:
    source, _ = decode("\ufeffab".encode(), "x")
    assert source is not None
    assert source.text == "ab"


def test_keys_in_multi_line_strings_are_no_keys() -> None:
    places = toml_places(SourceText("x", 'a = """\nb = 1\n"""\nc = 2\n'))
    assert set(places) == {("a",), ("c",)}


def test_dotted_and_quoted_keys_have_places() -> None:
    places = toml_places(SourceText("x", 'a.b = 1\n["x y".z]\n"k" = 2\n'))
    assert set(places) == {("a", "b"), ("x y", "z"), ("x y", "z", "k")}
