"""Short tables in each encoding: read right, or with a warning that names the other one; never wrong in silence."""

import pytest

from pipeline.diagnostics import Diagnostic
from pipeline.tables import read_table

ENCODINGS = ("cp1252", "mac-roman", "cp850")
TEXTS = {
    "Nr;Ereignis;Jahr": "Käthe fängt Bären|Die Straße nach Köln|Müller|Für immer|Größe zählt|Äpfel|schön|Übung|Öl|Süß|"
    "Zürich|„Titanic“ sinkt – 1912|Häuser|König|Möbel aus Holz|Das Café öffnet|kann’s|À la carte",
    "No;Événement;Année": "L’été à Noël|La révolution française éclate|Château|Élisabeth|siècle|août|garçon|première|"
    "à Paris|Où|forêt|hôpital|naïf|cœur|Être ou ne pas être|« J’accuse »",
    "N.;Evento;Anno": "La città è più libera|perché|Così fan tutte|Niccolò|virtù|caffè|è morto",
    "a;b;c": "Brontë writes|It can’t be|5 € or 3°|naïve|Curaçao|£5 note|1903–1907|Bären|élan|Fuß",
}
ROWS = [(head, text, encoding) for head, texts in TEXTS.items() for text in texts.split("|") for encoding in ENCODINGS]


def read(head: str, text: str, encoding: str) -> tuple[str, list[Diagnostic]] | None:
    try:
        data = f"{head}\n1;{text};1900\n".encode(encoding)
    except UnicodeEncodeError:  # DOS has no curly quotes
        return None
    table, findings = read_table(data, "t.csv")
    assert table
    return table.rows[0].values[1], findings


WRITTEN = [(row, found) for row in ROWS if (found := read(*row)) is not None]


@pytest.mark.parametrize(("row", "found"), WRITTEN)
def test_no_short_table_is_read_wrong_without_a_warning(
    row: tuple[str, str, str], found: tuple[str, list[Diagnostic]]
) -> None:
    value, findings = found
    assert value == row[1] or [each.code for each in findings] == ["WM105"]


def test_most_short_tables_are_read_right_and_without_a_warning() -> None:
    right = [encoding for (_, text, encoding), found in WRITTEN if found == (text, [])]
    assert {encoding: right.count(encoding) for encoding in ENCODINGS} == {"cp1252": 51, "mac-roman": 46, "cp850": 37}
    assert len(WRITTEN) == 51 + 51 + 43


@pytest.mark.parametrize("encoding", ["cp850", "cp437"])
def test_a_dos_file_of_german_words_is_read_as_such(encoding: str) -> None:
    data = "Nr;Ereignis;Jahr\n1;Käthe fängt in Österreich große Bären;1903\n2;Übung, für Ärzte;1904\n".encode(encoding)
    table, findings = read_table(data, "t.csv")
    assert table
    assert findings == []
    assert table.dialect.encoding == "cp850"
    assert [row.values[1] for row in table.rows] == ["Käthe fängt in Österreich große Bären", "Übung, für Ärzte"]


def test_the_warning_names_the_other_encoding_and_what_it_would_give() -> None:
    table, (found,) = read_table("a;b\n1;Mähen\n2;Täler\n".encode("mac-roman"), "t.csv")
    assert table
    assert table.dialect.encoding == "mac-roman"
    assert found.code == "WM105"
    assert found.message == "the encoding is doubtful: read as mac-roman, this would be `Mèhen` in cp850"
    assert found.span
    assert (found.span.line, found.span.column) == (2, 3)


@pytest.mark.parametrize(("encoding", "end"), [("utf-16-le", "little"), ("utf-16-be", "big")])
def test_utf_16_without_a_mark_is_refused_by_name_and_read_when_named(encoding: str, end: str) -> None:
    data = "Nr;Jahr\n1;für 1903\n".encode(encoding)
    table, (found,) = read_table(data, "t.csv")
    assert table is None
    assert (found.code, found.message) == (
        "WM102",
        f"the file is UTF-16 without its byte order mark ({end} end first), not a table of text",
    )
    table, findings = read_table(data, "t.csv", encoding=encoding)
    assert table
    assert findings == []
    assert table.rows[0].values == ("1", "für 1903")
