"""XLS workbooks: what is told of hidden rows and errors, however the file is cut up or damaged."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from xls_samples import error, failed_formula, hidden, label, number, record, xls

from pipeline.tables import read_table
from pipeline.tables.biff import untold
from pipeline.tables.compound import stream_of

HEADER = label(0, 0, "Nr") + label(0, 1, "Ereignis") + label(0, 2, "Jahr")


def card(row: int, year: bytes) -> bytes:
    return number(row, 0, row) + label(row, 1, "Ein Schiff fährt über das Meer") + year


def told(data: bytes) -> list[tuple[str, str | None]]:
    _, findings = read_table(data, "a.xls")
    return [(found.code, found.span.cell if found.span else None) for found in findings]


CARDS = HEADER + hidden(2) + hidden(9) + card(1, number(1, 2, 1900)) + card(2, number(2, 2, 1901))


@pytest.mark.parametrize("length", [0, 5000])
def test_hidden_rows_are_read_and_reported(length: int) -> None:
    data = xls(("Leer", b""), ("Karten", CARDS), length=length)
    table, _ = read_table(data, "a.xls")
    assert table is not None
    assert [row.values for row in table.rows] == [
        ("1", "Ein Schiff fährt über das Meer", "1900"),
        ("2", "Ein Schiff fährt über das Meer", "1901"),
    ]
    assert told(data) == [("WM160", "Karten!A3")]


@pytest.mark.parametrize("fault", [error, failed_formula])
def test_errors_are_shown_and_reported(fault: Callable[[int, int, int], bytes]) -> None:
    data = xls(("Karten", HEADER + card(1, number(1, 2, 1900)) + card(2, fault(2, 2, 0x17)) + card(3, fault(3, 2, 7))))
    table, findings = read_table(data, "a.xls")
    assert table is not None
    assert [row.values[2] for row in table.rows] == ["1900", "#REF!", "#DIV/0!"]
    assert told(data) == [("WM151", "Karten!C3")]
    assert "#REF!` (2 times" in findings[0].message


def test_a_chart_within_a_sheet_is_passed_over() -> None:
    chart = record(0x0809, bytes(16)) + hidden(7) + record(0x000A, b"")
    data = xls(("Karten", HEADER + card(1, number(1, 2, 1900)) + chart + hidden(1)))
    assert untold(stream_of(data, "Workbook"), 0).hidden == {2}


@pytest.mark.parametrize("length", [0, 5000])
def test_cut_anywhere_a_workbook_is_one_finding_and_nothing_is_written(
    length: int, capfd: pytest.CaptureFixture[str]
) -> None:
    data = xls(("Karten", CARDS), length=length)
    for end in range(8, len(data), 61):
        assert told(data[:end]) == [("WM116", None)]
    sheet = data.index("Karten".encode("utf-16-le")) - 8  # where the sheet begins, in the list of sheets
    assert told(data[:sheet] + b"\xff\xff\0\0" + data[sheet + 4 :]) == [("WM116", None)]
    assert capfd.readouterr() == ("", "")


@given(st.data())
def test_damaged_workbooks_tell_as_much_as_they_can(data: st.DataObject) -> None:
    whole = bytearray(xls(("Karten", CARDS), length=data.draw(st.sampled_from([0, 5000]))))
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(8, len(whole) - 1))] = data.draw(st.sampled_from([0, 1, 2, 3, 9, 127, 254, 255]))
    cut = data.draw(st.sampled_from([len(whole), 511, 513, 2000]))
    assert untold(stream_of(bytes(whole[:cut]), "Workbook"), 0).hidden <= set(range(1, 65537))
