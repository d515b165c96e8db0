from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.cli.render import FEW, WIDTH, counted, github, groups, summary, text
from pipeline.diagnostics import Severity, finding
from pipeline.source import SourceText, Span
from pipeline.tables.grid import Grid


def test_a_finding_shows_its_line_and_a_caret_under_its_span() -> None:
    span = SourceText("t.csv", "Nr.;Jahr\nF001;Mai 52\n").span(14, 20)
    assert text(finding("WM007", "nothing was checked", span, help="do something")).splitlines() == [
        "t.csv:2:6: error[WM007]: nothing was checked",
        "  2 | F001;Mai 52",
        "    |      ^^^^^^",
        "  help: do something",
    ]


def test_wide_and_combining_characters_keep_the_caret_in_place() -> None:
    line = "漢e\u0301x"
    rendered = text(finding("WM007", "m", SourceText("t", line).span(3, 4), help=""))
    assert rendered.splitlines()[2] == "    |    ^"


def test_a_long_line_is_cut_to_the_neighbourhood_of_the_span() -> None:
    line = "x" * 10_000 + "HERE" + "y" * 10_000
    shown = text(finding("WM007", "m", SourceText("t", line).span(10_000, 10_004), help="")).splitlines()
    assert len(shown[1]) < 130
    assert shown[1][shown[2].index("^") : shown[2].rindex("^") + 1] == "HERE"
    assert (shown[1][6], shown[1][-1]) == ("…", "…")


def test_a_cut_line_tells_by_ellipses_on_which_side_it_goes_on() -> None:
    line = "HERE" + "x" * 500 + "THERE"
    for start, end, begins, ends in ((0, 4, "HERE", "x…"), (504, 509, "…x", "THERE")):
        shown = text(finding("WM007", "m", SourceText("t", line).span(start, end), help="")).splitlines()
        assert len(shown[1]) == 6 + WIDTH - 1
        assert (shown[1][6 : 6 + len(begins)], shown[1][-len(ends) :]) == (begins, ends)
        assert shown[1][shown[2].index("^") : shown[2].rindex("^") + 1] == line[start:end]


@given(st.text("aä漢\u0301\u0e31\t\ufe0f😀", max_size=400), st.data())
def test_the_caret_stands_under_its_character_however_wide_the_line(line: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(line)))
    marked = f"{line[:start]}X{line[start:]}"
    rows = text(finding("WM007", "m", SourceText("t", marked).span(start, start + 1), help="")).splitlines()
    shown, carets = rows[1].removeprefix("  1 | "), rows[2].removeprefix("    | ")
    assert on_terminal(shown) <= WIDTH
    # Marks behind the X take no column, so it is alone above the caret.
    assert carets == " " * on_terminal(shown[: shown.index("X")]) + "^"


def on_terminal(shown: str) -> int:
    return sum({"漢": 2, "😀": 2, "\u0301": 0, "\u0e31": 0, "\ufe0f": 0}.get(char, 1) for char in shown)


def test_a_cell_of_a_workbook_shows_its_text_with_carets_under_the_stretch_meant() -> None:
    grid = Grid("t.xlsx", "Karten")
    grid.add(7, ["F001", "Die „Titanic“\nsinkt (1912)."])
    span = grid.span(grid.text.index("(1912)"), grid.text.index("(1912)") + 6)
    assert text(finding("WM305", "m", span, help="")).splitlines() == [
        "t.xlsx:7:2: Karten!B7: warning[WM305]: m",
        "  7 | Die „Titanic“ sinkt (1912).",
        "    |                     ^^^^^^",
    ]
    assert github(finding("WM305", "m", span, help="")).endswith("::Karten!B7: m")


def test_a_row_of_a_workbook_is_shown_by_its_first_cell() -> None:
    grid = Grid("t.xlsx", "Karten")
    grid.add(7, ["F001", "Die „Titanic“ sinkt."])
    assert text(finding("WM305", "m", grid.span(0, grid.size - 1), help="")).splitlines()[1:] == [
        "  7 | F001",
        "    | ^^^^",
    ]


def test_characters_that_steer_a_terminal_are_made_visible() -> None:
    source = SourceText("t", "a\x1b[31mb\u202ec")
    rendered = text(finding("WM007", "see \x1b[0m", source.span(0, 1), help="\x07"))
    assert not {"\x1b", "\u202e", "\x07"} & set(rendered)


def test_a_file_as_a_whole_has_no_line() -> None:
    assert text(finding("WM007", "m", Span("t.csv"), help="")) == "t.csv: error[WM007]: m"
    assert text(finding("WM007", "m", help="")) == "error[WM007]: m"


def test_github_gets_one_line_with_its_own_escapes() -> None:
    found = finding("WM007", "50 %\nof it", Span("a,b:c.csv", 2, 6, 2, 9), help="h", severity=Severity.NOTE)
    assert github(found) == "::notice file=a%2Cb%3Ac.csv,line=2,col=6,endLine=2,title=WM007::50 %25%0Aof it; h"


@pytest.mark.parametrize(
    ("number", "what", "said"),
    [
        (1, "cards", "1 card"),
        (2, "card", "2 cards"),
        (1, "entries", "1 entry"),
        (3, "series", "3 series"),
        (0, "note", "0 notes"),
    ],
)
def test_numbers_agree_with_their_nouns(number: int, what: str, said: str) -> None:
    assert counted(number, what) == said


def test_the_closing_line_counts_what_was_looked_at() -> None:
    note, warning = (finding("WM007", "m", severity=severity) for severity in (Severity.NOTE, Severity.WARNING))
    checked = Counter({"cards": 200, "decks": 2})
    assert summary([note, warning], checked, hidden=True) == (
        "checked 200 cards, 2 decks: 1 warning, 1 note (-v shows notes)"
    )
    assert summary([], Counter(), hidden=False) == "checked nothing: no findings"


def test_many_findings_are_counted_by_kind() -> None:
    few = [finding("WM007", "m")] * FEW
    assert groups(few) == []
    assert groups([*few, finding("WM012", "m")]) == [
        "10 × WM007: nothing was checked",
        " 1 × WM012: left out because of another error",
    ]
