"""Workbooks: typed cells as users saw them, sheets, places, and what is damaged, locked or too large."""

import io
import tracemalloc

import pytest
from workbook_samples import ods, row, xlsx, zipped

from pipeline.diagnostics import Diagnostic
from pipeline.tables import Table, read_table

HEADER = row(1, "Nr", "Ereignis", "Jahr")


def read(data: bytes, sheet: str | None = None) -> tuple[Table, list[Diagnostic]]:
    table, findings = read_table(data, "cards.xlsx", sheet=sheet)
    assert table
    return table, findings


def told(findings: list[Diagnostic]) -> list[tuple[str, str | None]]:
    return [(found.code, found.span.cell if found.span else None) for found in findings]


@pytest.mark.parametrize(
    ("cell", "value", "codes"),
    [
        ('<c r="C2"><v>1903</v></c>', "1903", []),
        ('<c r="C2" t="n"><v>1903.0</v></c>', "1903", []),
        ('<c r="C2"><v>0.30000000000000004</v></c>', "0.3", []),
        ('<c r="C2" s="3"><v>44</v></c>', "0044", []),
        ('<c r="C2" s="2"><v>1278</v></c>', "1903", []),
        ('<c r="C2" s="1"><v>1278</v></c>', "1903-07-01", ["WM150"]),
        ('<c r="C2" s="1"><v>1</v></c>', "1900-01-01", ["WM150"]),
        ('<c r="C2" t="b"><v>1</v></c>', "TRUE", []),
        ('<c r="C2" t="e"><v>#REF!</v></c>', "#REF!", ["WM151"]),
        ('<c r="C2"><f>1900+3</f><v>1903</v></c>', "1903", []),
        ('<c r="C2"><f>1900+3</f></c>', "", ["WM152"]),
        ('<c r="C2" t="s"><v>0</v></c>', "um 1900", []),
        ('<c r="C2" t="inlineStr"><is><r><t>um </t></r><r><t>1900</t></r><rPh><t>x</t></rPh></is></c>', "um 1900", []),
    ],
)
def test_a_cell_reads_as_its_user_saw_it(cell: str, value: str, codes: list[str]) -> None:
    table, findings = read(xlsx(("Karten", HEADER + row(2, "1", "a", cell)), texts=("um 1900",)))
    assert table.rows[0].values == ("1", "a", value)
    assert told(findings) == [(code, "Karten!C2") for code in codes]


def test_cells_know_file_row_column_and_name() -> None:
    table, _ = read(xlsx(("Karten", HEADER + row(7, "1", "a"))))
    span = table.rows[0].cell(2).span
    assert (span.file, span.line, span.column, span.cell) == ("cards.xlsx", 7, 3, "Karten!C7")
    assert table.rows[0].values == ("1", "a", "")


def test_the_first_visible_sheet_with_data_is_read_unless_another_is_asked_for() -> None:
    sheets = [(name, HEADER + row(2, name, "a", "1903")) for name in ("Alt", "Karten", "Notizen")]
    data = xlsx(("Leer", ""), *sheets, hidden=("Alt",))
    table, findings = read(data)
    assert table.dialect.describe() == "XLSX, sheet `Karten`"
    assert [found.message for found in findings] == ["sheet `Karten` is read; there is data in `Notizen` too"]
    for wanted, name in (("notizen", "Notizen"), ("4", "Notizen"), ("Alt", "Alt"), ("2", "Alt")):
        table, findings = read(data, wanted)
        assert (table.rows[0].values[0], findings) == (name, [])
    none, findings = read_table(data, "cards.xlsx", sheet="5")
    assert none is None
    assert [found.message for found in findings] == [
        "there is no sheet `5` (sheets: `Leer`, `Alt`, `Karten`, `Notizen`)"
    ]


def test_merged_and_stray_cells_are_reported() -> None:
    rows = HEADER + row(2, "1", "a", "1903") + '<row r="3"><c r="XFD3"><v>1</v></c></row>'
    sheet = f'<worksheet><sheetData>{rows}</sheetData><mergeCells><mergeCell ref="C2:C3"/></mergeCells></worksheet>'
    table, findings = read(xlsx(("K", sheet)))
    assert told(findings) == [("WM153", "K!C2"), ("WM154", "K!XFD3")]
    assert len(table.header) == 3


def ods_cell(text: str, attributes: str = 'office:value-type="string"') -> str:
    return f"<table:table-cell {attributes}><text:p>{text}</text:p></table:table-cell>"


def test_ods() -> None:
    header = f"<table:table-row>{ods_cell('Ereignis')}{ods_cell('Jahr')}</table:table-row>"
    far = '<table:table-cell table:number-columns-repeated="16000"/>'
    blank = f'<table:table-row table:number-rows-repeated="3">{far}</table:table-row>'
    year = ods_cell("1.903,00", 'office:value-type="float" office:value="1903"')
    date = ods_cell("01.07.03", 'office:value-type="date" office:date-value="1903-07-01"')
    rows = "".join(f"<table:table-row>{ods_cell('a')}{cell}{far}</table:table-row>" for cell in (year, date))
    table, findings = read(ods(("Karten", header + blank + rows + blank)))
    assert table.dialect.describe() == "ODS, sheet `Karten`"
    assert [found.values for found in table.rows] == [("a", "1903"), ("a", "1903-07-01")]
    assert [found.cell(1).span.cell for found in table.rows] == ["Karten!B5", "Karten!B6"]
    assert told(findings) == [("WM150", "Karten!B6")]


ZEROS = b"0" * 60_000_000
LONG = "<row r='1'><c r='A1' t='s'><v>0</v></c></row>"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (zipped({"notes.txt": "no workbook"}), "WM102"),
        (zipped({"xl/workbook.xml": "", "x": ZEROS}), "WM117"),
        (xlsx(("K", "".join(LONG for _ in range(400))), texts=("x" * 1_000_000,)), "WM117"),
        (xlsx(("K", HEADER))[:-100], "WM116"),
        (xlsx(("K", "<row><c></row>")), "WM116"),
        (xlsx(("K", row(1, '<c r="A1" t="s"><v>7</v></c>'))), "WM116"),
        (xlsx(("K", '<worksheet r=""><!DOCTYPE')), "WM116"),
        (xlsx(("K", HEADER + '<row r="2"><c r="ZZZZZZZZ2"><v>1</v></c></row>')), "WM116"),
        (xlsx(("K", HEADER + '<row r="2"><c r="5"><v>1</v></c></row>')), "WM116"),
        (xlsx(("K", HEADER + f'<row r="{10**20}"><c><v>1</v></c></row>')), "WM116"),
        (zipped({"xl/workbook.xml": "<workbook/>"}), "WM116"),
        (xlsx(("K", "")), "WM101"),
        (xlsx(), "WM101"),
        (ods(("K", ""), locked=True), "WM115"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), "WM115"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(2000), "WM116"),
    ],
)
def test_what_cannot_be_read_is_one_finding(data: bytes, code: str) -> None:
    tracemalloc.start()
    table, findings = read_table(data, "cards.xlsx")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert table is None
    assert told(findings) == [(code, None)]
    assert peak < 1_000_000_000


def test_the_entities_of_a_document_type_are_not_followed() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><workbook/>'
    _, findings = read_table(zipped({"xl/workbook.xml": bomb, "xl/_rels/workbook.xml.rels": "<r/>"}), "cards.xlsx")
    assert [found.message for found in findings] == ["the workbook is damaged: it declares a document type"]


def test_cut_anywhere_a_workbook_is_refused_or_read() -> None:
    data = xlsx(("K", HEADER + row(2, "1", "a", "1903")))
    for end in range(4, len(data), 97):
        table, findings = read_table(data[:end], "cards.xlsx")
        assert table or findings


def test_a_byte_changed_anywhere_never_ends_in_an_exception() -> None:
    data = xlsx(("K", HEADER + row(2, "1", "a", "1903")))
    for at in range(4, len(data), 53):
        changed = io.BytesIO(data)
        changed.seek(at)
        changed.write(bytes([data[at] ^ 0x55]))
        table, findings = read_table(changed.getvalue(), "cards.xlsx")
        assert table or findings
