"""Encoding, byte order mark, delimiter and line breaks are found from the whole file."""

import itertools

import pytest

from pipeline.tables import read_table

GERMAN = [
    ["Nr", "Ereignis", "Jahr"],
    ["F1", "Käthe Kruse näht die erste „Puppe“ – für Größere", "um 1905"],
    ["F2", "Ein Text,\nder umbricht; mit | allen\tZeichen", "44 v. Chr."],
    ["F3", "„Äpfel“, sagt Özge, „sind süß“", "1903"],
]
FRENCH = [
    ["id", "événement", "année"],
    ["1", "L’été où Françoise rêve à Noël", "1912"],
    ["2", "Le château brûle", "1789"],
]
ITALIAN = [["id", "evento", "anno"], ["1", "La città è più libera perché c’è Niccolò", "1860"]]
ENCODINGS = {
    "utf-8": ("utf-8", False),
    "utf-8-sig": ("utf-8", True),
    "utf-16": ("utf-16-le", True),
    "cp1252": ("cp1252", False),
    "mac-roman": ("mac-roman", False),
}


def written(rows: list[list[str]], delimiter: str, line_break: str) -> str:
    def cell(value: str) -> str:
        return '"' + value.replace('"', '""') + '"' if any(sign in value for sign in f'"\r\n{delimiter}') else value

    return "".join(delimiter.join(map(cell, row)) + line_break for row in rows)


@pytest.mark.parametrize(
    ("encoding", "delimiter", "line_break"), list(itertools.product(ENCODINGS, ";,\t|", ["\n", "\r\n", "\r"]))
)
def test_every_combination_is_found(encoding: str, delimiter: str, line_break: str) -> None:
    rows = [[value.replace("\n", line_break) for value in row] for row in GERMAN]
    table, findings = read_table(written(rows, delimiter, line_break).encode(encoding), "t.csv")
    assert findings == []
    assert table
    assert (table.dialect.encoding, table.dialect.mark) == ENCODINGS[encoding]
    assert (table.dialect.delimiter, table.dialect.line_break) == (delimiter, line_break)
    assert [list(row.values) for row in (table.header, *table.rows)] == rows


@pytest.mark.parametrize("rows", [FRENCH, ITALIAN])
@pytest.mark.parametrize("encoding", ["cp1252", "mac-roman"])
def test_accents_decide_between_windows_and_macintosh(rows: list[list[str]], encoding: str) -> None:
    table, findings = read_table(written(rows, ";", "\r\n").encode(encoding), "t.csv")
    assert findings == []
    assert table
    assert table.dialect.encoding == encoding
    assert [list(row.values) for row in table.rows] == rows[1:]


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("It can’t be", "cp1252"),
        ("It can’t be", "mac-roman"),
        ("1903–1907", "cp1252"),
        ("1903–1907", "mac-roman"),
        ("The “Titanic” sinks…", "cp1252"),
        ("The “Titanic” sinks…", "mac-roman"),
        ("Äpfel", "cp1252"),
        ("Äpfel", "mac-roman"),
        ("Noël", "cp1252"),
        ("Noël", "mac-roman"),
        ("Straße", "cp1252"),
        ("Straße", "mac-roman"),
        ("5 € oder 3°", "cp1252"),
        ("sinkt „sofort“ – ja", "cp1252"),
        ("«Tell» schießt", "cp1252"),
        ("«Tell» schießt", "mac-roman"),
    ],
)
def test_few_characters_are_enough(text: str, encoding: str) -> None:
    table, _ = read_table(f"Nr;Text\n1;{text}\n".encode(encoding), "t.csv")
    assert table
    assert table.rows[0].values[1] == text


def test_big_end_first() -> None:
    table, _ = read_table(b"\xfe\xff" + "Nr;Jahr\n1;1903\n".encode("utf-16-be"), "t.csv")
    assert table
    assert table.dialect.describe() == "utf-16-be with byte order mark, separated by `;`, lines end in LF"


def test_given_encoding_and_delimiter_are_taken() -> None:
    table, _ = read_table("Nr;Text\n1;Bär, groß\n".encode("cp850"), "t.csv", encoding="cp850", delimiter=";")
    assert table
    assert table.rows[0].values == ("1", "Bär, groß")
    assert table.dialect.encoding == "cp850"


def test_a_given_encoding_keeps_the_mark_out_of_the_text() -> None:
    for encoding in ("utf-8", "utf-16"):
        table, _ = read_table(
            "\ufeffNr;Text\n1;a\n".encode("utf-8" if encoding == "utf-8" else "utf-16-be"), "t.csv", encoding=encoding
        )
        assert table
        assert table.header.values == ("Nr", "Text")
        assert table.dialect.mark


def test_commas_in_texts_do_not_beat_semicolons() -> None:
    text = "Nr;Ereignis;Jahr\n" + "".join(f"{n};Erst dies, dann das, dann jenes;19{n:02}\n" for n in range(1, 40))
    table, findings = read_table(text.encode(), "t.csv")
    assert findings == []
    assert table
    assert table.dialect.delimiter == ";"


def test_a_table_of_one_column() -> None:
    table, findings = read_table(b"Jahr\n1903\n1904\n", "t.csv")
    assert findings == []
    assert table
    assert table.dialect.describe() == "utf-8, one column only, lines end in LF"
    assert [row.values for row in table.rows] == [("1903",), ("1904",)]


def test_the_line_that_tells_excel_the_delimiter_is_no_header() -> None:
    table, findings = read_table(b"sep=|\r\nNr|a;b;c\r\n1|x\r\n", "t.csv")
    assert findings == []
    assert table
    assert table.header.values == ("Nr", "a;b;c")
    assert table.header.cell(1).span.line == 2
