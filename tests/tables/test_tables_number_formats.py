"""What number formats of workbooks put beside a number is read with it: it may be the era."""

import pytest
from workbook_samples import ods, row, xlsx

from pipeline.tables import read_table
from pipeline.tables.number_formats import NumberFormat


@pytest.mark.parametrize(
    ("code", "value", "shown"),
    [
        ('0" v. Chr."', 333.0, "333 v. Chr."),
        ('0;0" v. Chr."', -44.0, "44 v. Chr."),
        ('0;0" v. Chr."', 1912.0, "1912"),
        ('[<0]0" v. Chr.";0', -44.0, "44 v. Chr."),
        ('[<0]0" v. Chr.";0', 44.0, "44"),
        ('[>=1]0" n. Chr.";[<0]0" v. Chr.";"x"', -5.0, "5 v. Chr."),
        ('0" v. Chr."', -333.0, "-333 v. Chr."),
        ('"um "0', 1900.0, "um 1900"),
        ('"a;b "0;0" v. Chr."', 7.0, "a;b 7"),
        (r"0\ \v\.\ \C\h\r\.", 333.0, "333 v. Chr."),
        ('General" BC"', 44.0, "44 BC"),
        ('0000" n. Chr."', 44.0, "0044 n. Chr."),
        ('[Red]0.0" Jh."', 5.0, "5 Jh."),
    ],
)
def test_words_beside_a_number_are_shown_with_it(code: str, value: float, shown: str) -> None:
    assert NumberFormat(code).has_words
    assert NumberFormat(code).shows(value) == shown


@pytest.mark.parametrize(
    "code", ["", "General", "@", "0", "#,##0", '0.00 "€"', "0.00E+00", "# ?/?", "[$EUR-407] 0", "0;;;@", ";;;;;", '"x"']
)
def test_other_formats_have_no_words(code: str) -> None:
    assert not NumberFormat(code).has_words


def test_the_era_of_a_format_is_read() -> None:
    styles = (
        '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="0;0&quot; v. Chr.&quot;"/></numFmts>'
        '<cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>'
    )
    cells = ('<c r="A2" s="1"><v>-333</v></c>', '<c r="A3" s="1"><v>333</v></c>')
    rows = row(1, "Jahr") + "".join(row(at, cell) for at, cell in enumerate(cells, 2))
    table, findings = read_table(xlsx(("Karten", rows), styles=styles), "karten.xlsx")
    assert table is not None
    assert [found.code for found in findings] == []
    assert [one.values for one in table.rows] == [("333 v. Chr.",), ("333",)]


def test_words_beside_a_number_stay_in_ods() -> None:
    def number(value: str, shown: str) -> str:
        return (
            f"<table:table-cell office:value-type='float' office:value='{value}'><text:p>{shown}</text:p>"
            "</table:table-cell>"
        )

    written = (("333", "333 v. Chr."), ("1989", "1.989"), ("1969", "1,97E+03"), ("1903", "1903"))
    rows = "".join(f"<table:table-row>{number(*cell)}</table:table-row>" for cell in written)
    head = "<table:table-row><table:table-cell><text:p>Jahr</text:p></table:table-cell></table:table-row>"
    table, _ = read_table(ods(("Karten", head + rows)), "karten.ods")
    assert table is not None
    assert [one.values for one in table.rows] == [("333 v. Chr.",), ("1989",), ("1969",), ("1903",)]
