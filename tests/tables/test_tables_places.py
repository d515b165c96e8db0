"""Cells know their physical place, also within quotes."""

from hypothesis import given
from hypothesis import strategies as st

from pipeline.source import SourceText, Span
from pipeline.tables import Table, read_table, write_csv


def read(text: str, delimiter: str | None = None) -> Table:
    table, findings = read_table(text.encode(), "t.csv", delimiter=delimiter)
    assert table
    assert [found for found in findings if found.severity == "error"] == []
    return table


def place(span: Span) -> tuple[int | None, ...]:
    return span.line, span.column, span.end_line, span.end_column


def test_a_plain_cell() -> None:
    cell = read("Nr;Text;Jahr\n1;ab;um 1900\n").rows[0].cell(2)
    assert place(cell.span) == (2, 6, 2, 13)
    assert place(cell.subspan(3)) == (2, 9, 2, 13)
    assert place(cell.subspan(0, 2)) == (2, 6, 2, 8)


def test_a_quoted_cell_stands_within_its_quotes() -> None:
    cell = read('Nr;Text\n1;"ab"\n').rows[0].cell(1)
    assert place(cell.span) == (2, 4, 2, 6)


def test_doubled_quotes_and_line_breaks_move_places() -> None:
    cell = read('Nr;Text\n1;"Die ""Titanic""\nsinkt"\n').rows[0].cell(1)
    assert cell.value == 'Die "Titanic"\nsinkt'
    assert place(cell.subspan(cell.value.index("Titanic"), cell.value.index("\n") - 1)) == (2, 10, 2, 17)
    assert place(cell.subspan(cell.value.index("sinkt"))) == (3, 1, 3, 6)


def test_blanks_around_quotes_are_no_part_of_the_cell() -> None:
    row = read('id,event,year\n1, "a, b" ,1900\n').rows[0]
    assert row.values == ("1", "a, b", "1900")
    assert place(row.cell(1).span) == (2, 5, 2, 9)


def test_a_quote_within_an_unquoted_cell_is_a_character() -> None:
    assert read('Nr;Text\n1;5" breit\n').rows[0].values == ("1", '5" breit')


def test_offsets_beyond_the_value_are_capped() -> None:
    cell = read("Nr;Jahr\n1;1903\n").rows[0].cell(1)
    assert place(cell.subspan(9)) == place(cell.subspan(4, 4)) == (2, 7, 2, 7)


def test_columns_count_code_points() -> None:
    assert place(read("Nr;Text;Jahr\n1;𝄞é\t;1903\n").rows[0].cell(2).span) == (2, 7, 2, 11)


TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
QUOTE_HEAVY = st.text(st.sampled_from('";,\n\r a|\t'), max_size=8)


@given(st.lists(st.lists(TEXTS | QUOTE_HEAVY, min_size=3, max_size=3), min_size=1, max_size=6))
def test_what_is_written_is_read_back(rows: list[list[str]]) -> None:
    header = ["a", "b", "c"]
    table, findings = read_table(write_csv([header, *rows]), "t.csv", encoding="utf-8", delimiter=",")
    assert table
    assert {found.code for found in findings} <= {"WM107", "WM113", "WM151"}  # the last of `#N/A`
    assert [list(row.values) for row in table.rows] == [row for row in rows if any(cell.strip() for cell in row)]


@given(st.lists(st.lists(TEXTS | QUOTE_HEAVY, min_size=3, max_size=3), min_size=1, max_size=6))
def test_every_character_stands_where_its_place_says(rows: list[list[str]]) -> None:
    table, _ = read_table(write_csv([["a", "b", "c"], *rows]), "t.csv", encoding="utf-8", delimiter=",")
    assert table
    for cell in (cell for row in table.rows for cell in row):
        for index, sign in enumerate(cell.value):
            if sign in "\r\n":
                continue
            span = cell.subspan(index, index + 1)
            assert span.line
            assert span.column
            assert isinstance(cell.source, SourceText)
            assert cell.source.line(span.line)[span.column - 1] == sign


def test_written_tables_are_plain_where_they_can_be() -> None:
    assert write_csv([["a", "b"], ["x,y", 'say "so"'], ["ä\n", ""]]) == 'a,b\n"x,y","say ""so"""\n"ä\n",\n'.encode()
