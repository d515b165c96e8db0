from collections import Counter

import pytest

from pipeline.cli.render import FEW, counted, github, groups, summary, text
from pipeline.diagnostics import Severity, finding
from pipeline.source import SourceText, Span


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
