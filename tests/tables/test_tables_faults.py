"""Faulty files: one finding each, at the right physical line and column, and the other records are read."""

from dataclasses import dataclass

import pytest

from pipeline.tables import read_table

UMLAUTS = "Nr;Ereignis;Jahr\n1;Käthe erfindet die Puppe für Größere;1903\n"


@dataclass
class Faulty:
    """A file, and what is to be said of it: (code, line, column, end line, end column) for each finding."""

    data: bytes
    findings: list[tuple[str, int | None, int | None, int | None, int | None]]
    first_cells: list[str]


def rows(text: str, encoding: str = "utf-8") -> bytes:
    return ("Nr;Ereignis;Jahr\n" + text).encode(encoding)


def whole(code: str) -> tuple[str, None, None, None, None]:
    return code, None, None, None, None


FAULTY = {
    "no bytes": Faulty(b"", [whole("WM101")], []),
    "blanks only": Faulty(b" \r\n\t\r\n", [whole("WM101")], []),
    "a mark and nothing else": Faulty(b"\xef\xbb\xbf", [whole("WM101")], []),
    "blank cells only": Faulty(b";;\n;;\n", [whole("WM101"), ("WM113", 1, 1, 1, 3)], []),
    "a workbook": Faulty(b"PK\x03\x04\x14\0\6\0rest", [whole("WM116")], []),
    "an old workbook": Faulty(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", [whole("WM116")], []),
    "a PDF": Faulty(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", [whole("WM102")], []),
    "binary": Faulty(bytes(range(32)) * 4, [whole("WM102")], []),
    "UTF-16 without mark": Faulty(UMLAUTS.encode("utf-16-le"), [whole("WM102")], []),
    "UTF-16, big end first, without mark": Faulty(UMLAUTS.encode("utf-16-be"), [whole("WM102")], []),
    "a header only": Faulty(rows(""), [("WM107", 1, 1, 1, 17)], []),
    "a doubled heading": Faulty(b"Nr;Jahr;JAHR \n1;1903;1904\n", [("WM108", 1, 9, 1, 14)], ["1"]),
    "a surplus cell": Faulty(rows("1;a;1903\n2;b, c;1904;und mehr\n3;d;1905\n"), [("WM109", 3, 13, 3, 21)], ["1", "3"]),
    "a text cut by its comma": Faulty(
        b"id,event,year\n1,Caesar comes, sees and wins,-46\n2,b,1900\n", [("WM109", 2, 31, 2, 34)], ["2"]
    ),
    "a missing cell": Faulty(rows("1;a;1903\n2;b\n3;d;1905\n"), [("WM110", 3, 1, 3, 4)], ["1", "3"]),
    "a surplus cell below a quoted line break": Faulty(
        rows('1;"a\nb\nc";1903\n2;b;1904;x\n'), [("WM109", 5, 10, 5, 11)], ["1"]
    ),
    "a surplus cell below quoted line breaks of all kinds": Faulty(
        b'Nr;Text\r\n1;"a\r\nb\nc\rd"\r\n2;b;x\r\n', [("WM109", 6, 5, 6, 6)], ["1"]
    ),
    "a record torn by a line break": Faulty(
        rows("1;a;1903\n2;ein Text\nmit Umbruch;1904\n3;c;1905\n"),
        [("WM110", 3, 1, 3, 11), ("WM110", 4, 1, 4, 17)],
        ["1", "3"],
    ),
    "a quote never closed": Faulty(
        rows('1;a;1903\n2;"offen;1904\n3;c;1905\n'), [("WM111", 3, 3, 3, 4)], ["1", "2", "3"]
    ),
    "a quote closed by another cell's": Faulty(
        rows('1;"offen;1903\n2;"zu";1904\n'), [("WM111", 2, 3, 2, 4)], ["1", "2"]
    ),
    "a quote open above a line break, with the rest of its record below": Faulty(
        rows('1;a;1903\n2;"offen\nbis hier\nund dort;1904\n3;c;1905\n4;d\n'),
        [("WM111", 3, 3, 3, 4), ("WM110", 7, 1, 7, 4)],
        ["1", "3"],
    ),
    "a quote open in a short record above another short one": Faulty(
        rows('1;a;1903\n2;"offen\n3;c\n4;d;1905\n'),
        [("WM111", 3, 3, 3, 4), ("WM110", 4, 1, 4, 4)],
        ["1", "4"],
    ),
    "a quote open at the end of the file": Faulty(rows('1;a;1903\n2;b;"19'), [("WM111", 3, 5, 3, 6)], ["1", "2"]),
    "text after a quote": Faulty(rows('1;"Titanic" sinkt;1912\n2;b;1904\n'), [("WM112", 2, 12, 2, 13)], ["1", "2"]),
    "a NUL": Faulty(rows("1;a\0b;1903\n2;\0;1904\n"), [("WM106", 2, 4, 2, 5)], ["1", "2"]),
    "a Windows byte in UTF-8": Faulty(
        UMLAUTS.encode() + b"2;Caf\xe9;1904\n3;Stra\xdfe f\xe9;1905\n",
        [("WM104", 3, 6, 3, 7), ("WM104", 4, 7, 4, 8)],
        ["1", "2", "3"],
    ),
    "UTF-8 cut in a character": Faulty((UMLAUTS + "2;Ä;190").encode() + b"\xc3", [("WM104", 3, 8, 3, 9)], ["1", "2"]),
    "a byte that Windows does not have": Faulty(
        (UMLAUTS + "2;für?;1904\n").encode("cp1252").replace(b"?", b"\x81"), [("WM104", 3, 6, 3, 7)], ["1", "2"]
    ),
    "UTF-16 cut in a character": Faulty(
        (UMLAUTS + "2;b;19").encode("utf-16") + b"0", [("WM104", 3, 7, 3, 8)], ["1", "2"]
    ),
    "half a pair of UTF-16": Faulty(
        b"\xff\xfe" + (UMLAUTS + "2;\ud83d;1904\n").encode("utf-16-le", "surrogatepass"),
        [("WM104", 3, 3, 3, 4)],
        ["1", "2"],
    ),
    "a Greek file": Faulty(rows("1;Ο ποταμός;1903\n", "cp1253"), [("WM105", 2, 5, 2, 6)], ["1"]),
    "a DOS file of one accent": Faulty(rows("1;À la carte;1903\n", "cp850"), [("WM105", 2, 3, 2, 4)], ["1"]),
    "blank records": Faulty(rows("1;a;1903\n\n2;b;1904\n;;\n;;\n"), [("WM113", 3, 1, 3, 1)], ["1", "2"]),
    "blank cells beyond the header": Faulty(rows("1;a;1903;;\n2;b;1904; \n"), [("WM114", 2, 1, 2, 11)], ["1", "2"]),
    "CR only, a surplus cell": Faulty(b"Nr;Jahr\r1;1903\r2;1904;x\r3;1905\r", [("WM109", 3, 8, 3, 9)], ["1", "3"]),
    "tabs, a missing cell": Faulty(b"Nr\tText\tJahr\n1\ta\t1903\n2\tb\n", [("WM110", 3, 1, 3, 4)], ["1"]),
    "a mark is no column": Faulty("Nr;Jahr\n1;1903;x\n".encode("utf-8-sig"), [("WM109", 2, 8, 2, 9)], []),
    "a header twice": Faulty(rows("Nr;Ereignis;Jahr\n1;a;1903\n"), [], ["Nr", "1"]),
    "no header": Faulty(b"1;a;1903\n2;b;1904\n", [], ["2"]),
    "many blank records at the end": Faulty(rows("1;a;1903\n" + ";;\n" * 5000), [("WM113", 3, 1, 3, 3)], ["1"]),
    "CR only, a quoted line break": Faulty(b'Nr;Jahr\r1;"a\rb"\r2;1904;x\r', [("WM109", 4, 8, 4, 9)], ["1"]),
    "a NUL and nothing else in a cell": Faulty(rows("1;a;\0\n"), [("WM106", 2, 5, 2, 6)], ["1"]),
    "JSON, a comma missing": Faulty(b'[{"a": 1}\n {"a": 2}]', [("WM155", 2, 2, 2, 3)], []),
    "JSON, cut": Faulty(b'[{"a": 1},\n {"a": "x', [("WM155", 2, 8, 2, 9)], []),
    "JSON, no records": Faulty(b'{"title": "x"}', [("WM156", 1, 1, 1, 2)], []),
    "JSON, a list among records": Faulty(b'[{"a": 1},\n [2]]', [("WM156", 2, 2, 2, 3)], []),
    "JSON, a key twice": Faulty(b'[{"a": 1,\n "a": 2}]', [("WM155", 2, 3, 2, 4)], []),
    "JSON, nested": Faulty(b'[{"a": "1",\n "b": {"de": [1]}}]', [("WM157", 2, 7, 2, 18)], ["1"]),
    "the end of a file from DOS": Faulty(rows("1;a;1903\r\n2;b\r\n\x1a"), [("WM110", 3, 1, 3, 4)], ["1"]),
    "the end of a file from DOS, filled up": Faulty(rows("1;a;1903\x1a\x1a"), [], ["1"]),
    "nothing but the end of a file from DOS": Faulty(b"\x1a", [whole("WM101")], []),
    "one column, a quote open in its heading": Faulty(b'"Text\na\nb\n', [("WM111", 1, 1, 1, 2)], ["a", "b"]),
    "two faults of different kinds": Faulty(
        rows('1;"x" y;1903\n2;b\n'), [("WM112", 2, 6, 2, 7), ("WM110", 3, 1, 3, 4)], ["1"]
    ),
}


@pytest.mark.parametrize("name", FAULTY)
def test_a_faulty_file_is_reported_at_the_place_and_the_rest_is_read(name: str) -> None:
    faulty = FAULTY[name]
    table, findings = read_table(faulty.data, "cards.csv")
    places = [
        (found.code, found.span.line, found.span.column, found.span.end_line, found.span.end_column)
        for found in findings
        if found.span
    ]
    assert places == faulty.findings
    assert [row.values[0] for row in table.rows] == faulty.first_cells if table else faulty.first_cells == []


def test_an_unknown_encoding_is_named() -> None:
    table, findings = read_table(b"a;b\n1;2\n", "cards.csv", encoding="klingon")
    assert table is None
    assert [(found.code, found.message) for found in findings] == [
        ("WM103", "`klingon` is not the name of an encoding")
    ]


def test_a_codec_that_is_no_encoding_of_text_is_refused() -> None:
    assert read_table(b"a;b\n1;2\n", "cards.csv", encoding="base64")[0] is None


def test_an_undecodable_byte_is_named_with_its_value_and_number() -> None:
    _, findings = read_table("Nr;Ä\n1;ö\n2;ü".encode() + b"\xfc\xfc", "cards.csv")
    assert [found.message for found in findings] == ["byte 0xFC is not utf-8 (2 times, first here)"]


def test_a_long_cell_and_its_neighbours_are_read() -> None:
    text = 'lang "' * 200_000
    quoted = text.replace('"', '""')
    table, findings = read_table(f'Nr;Text\n1;"{quoted}"\n2;b;c\n'.encode(), "cards.csv")
    assert table
    assert table.rows[0].values == ("1", text)
    assert [(found.code, found.span.line) for found in findings if found.span] == [("WM109", 3)]


def test_many_open_quotes_are_read_in_reasonable_time() -> None:
    count = 5_000
    table, findings = read_table(b"Nr;Text;Jahr\n" + b'1;"offen;1903\n' * count, "cards.csv")
    assert table
    assert len(table.rows) == count
    assert {found.code for found in findings} == {"WM111"}


def test_a_cell_of_ten_megabytes() -> None:
    text = "lang " * 2_000_000
    table, findings = read_table(f'Nr;Text\n1;"{text}"\n2;{text}\n3;b;c\n'.encode(), "cards.csv")
    assert table
    assert [row.values[1] for row in table.rows] == [text, text]
    assert [(found.code, found.span.line) for found in findings if found.span] == [("WM109", 4)]


def test_a_million_rows() -> None:
    table, findings = read_table(b"Nr;Text;Jahr\n" + b"1;a;1903\n" * 999_999 + b"2;b\n", "cards.csv")
    assert table
    assert len(table.rows) == 999_999
    assert [(found.code, found.span.line) for found in findings if found.span] == [("WM110", 1_000_001)]
