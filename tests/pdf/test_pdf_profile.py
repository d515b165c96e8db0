"""Profiles: the one that comes with the program, and those that are refused, each fault at its place."""

from pathlib import Path

import pytest
from pdf_samples import make_deck

from pipeline.pdf import profile_names, profile_text, read_profile
from pipeline.pdf.plan import MM, plan
from pipeline.pdf.render import render_deck
from pipeline.sheets import CARD_SIZES, Flip, Marks

ROOT = Path(__file__).parents[2]


def test_the_workspace_has_the_profiles_of_the_program() -> None:
    there = {path.stem: path.read_bytes() for path in (ROOT / "print").glob("*.toml")}
    assert there == {name: profile_text(name) for name in profile_names()}


@pytest.mark.parametrize("name", profile_names())
def test_every_profile_of_the_program_can_be_used(name: str) -> None:
    profile, findings = read_profile(profile_text(name), name)
    assert findings == []
    assert profile is not None
    assert profile.title


def test_home_is_nine_euro_cards_turned_on_the_long_edge() -> None:
    profile, findings = read_profile(profile_text("home"), "home.toml")
    assert findings == []
    assert profile is not None
    layout = profile.sheet.layout
    assert (layout.paper.name, layout.card.name, layout.columns, layout.rows) == ("A4", "euro", 3, 3)
    assert (profile.sheet.flip, profile.sheet.marks) == (Flip.LONG_EDGE, Marks.CORNER)


def test_an_empty_profile_is_the_home_profile() -> None:
    empty, _ = read_profile(b"", "empty.toml")
    home, _ = read_profile(profile_text("home"), "home.toml")
    assert empty is not None
    assert home is not None
    assert empty.sheet.layout == home.sheet.layout
    assert (empty.type, empty.face, empty.file) == (home.type, home.face, home.file)


def test_measures_instead_of_names() -> None:
    text = b"[sheet]\npaper = { width = 300, height = 200 }\ncard = { width = 50, height = 80 }\nrows = 2\n"
    profile, findings = read_profile(text, "own.toml")
    assert findings == []
    assert profile is not None
    assert (profile.sheet.layout.paper.width, profile.sheet.layout.card.height) == (300, 80)


def test_an_unknown_profile_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        profile_text("../home")


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        (b"\xff", "WM001", 1),
        (b"[sheet", "WM002", 1),
        (b"[sheet]\npaper = 'B17'\n", "WM003", 1),
        (b"[sheet]\ncard = 'huge'\n", "WM003", 1),
        (b"title = 'x'\n[sheet]\ncolumns = 0\n", "WM003", 3),
        (b"[sheet]\nflip = 'sideways'\n", "WM003", 2),
        (b"[sheet]\ncolour = 'red'\n", "WM003", 2),
        (b"[sheet]\nmargin = nan\n", "WM003", 2),
        (b"[sheet]\nmargin = -1\n", "WM003", 2),
        (b"[type]\nevent = { largest = 8, smallest = 14 }\n", "WM003", 2),
        (b"[type]\ninset = 29\n", "WM003", None),
        (b"[sheet]\ncard = { width = 300, height = 400 }\n", "WM602", None),
        (b"[sheet]\ncolumns = 4\n", "WM602", None),
        (b"[sheet]\nflip = 'fold'\nrows = 3\n", "WM602", None),
        (b"[sheet]\nstock = 'avery-1'\n", "WM003", 1),
        (b"[sheet]\norigin = { across = 1, along = 5 }\n", "WM602", None),
        (b"[sheet]\npitch = { across = 20, along = 20 }\n", "WM602", None),
        (b"[sheet]\ngap = 4\nbleed = 3\n", "WM602", None),
        (b"[file]\nstandard = 'PDF/X-4'\ncolours = 'rgb'\n", "WM003", 1),
        (b"[file]\ncolours = 'spot'\n", "WM003", 1),
        (b"[file]\nformat = 'png'\n", "WM003", 1),
        (b"[face]\nground = 'red'\n", "WM003", 2),
        (b"[sheet]\ncard = { width = 0, height = 0 }\n", "WM003", None),
    ],
)
def test_broken_profiles_are_findings(text: bytes, code: str, line: int | None) -> None:
    profile, findings = read_profile(text, "print/own.toml")
    assert profile is None
    assert {found.code for found in findings} == {code}
    assert findings[0].span is not None
    assert (findings[0].span.file, findings[0].span.line) == ("print/own.toml", line)


def test_the_foot_ends_where_the_room_of_the_code_begins() -> None:
    there = plan(100, inset=10, foot=10, second=8, code=0, two=False, descent=0.2, ascent=1)
    # The line of the foot keeps its descenders out of the 3 mm that a knife may miss by; 3 mm above its head is free.
    assert there.baseline == pytest.approx(3 * MM + 2)
    assert there.comment[0] == there.code == pytest.approx(there.baseline + 10 + 3 * MM)
    assert there.year[1] == there.event[1] == 90


CODE = "code = 'https://verlag.example/{id}'\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"[sheet]\ncard = 'business'\n[face]\n{CODE}code_size = 30\n", "0.0 mm for the year"),
        (f"[sheet]\ncard = 'mini-usa'\n[face]\n{CODE}code_size = 40\n", "a code of 40 mm has no room"),
        ("[type]\nfoot = { largest = 200, smallest = 5 }\n", "0.0 mm for the year"),
        ("[type]\nsecond = { largest = 60, smallest = 7 }\n[face]\nsecond_language = 'en'\n", "0.0 mm for the year"),
        ("[type]\nyear = { largest = 150, smallest = 120 }\n", "for the year"),
        ("[type]\ncomment = { largest = 90, smallest = 80 }\n", "for the comment"),
        ("[type]\nevent = { largest = 180, smallest = 170 }\n", "for the event"),
        ("[type]\nsecond = { largest = 70, smallest = 70 }\n[face]\nsecond_language = 'en'\n", "for the year"),
        ("[sheet]\ncard = { width = 80, height = 22 }\n", "for the year"),
    ],
)
def test_a_card_without_room_for_one_line_of_each_text_is_one_finding(text: str, said: str) -> None:
    profile, findings = read_profile(text.encode(), "own.toml")
    assert profile is None
    assert [found.code for found in findings] == ["WM003"]
    assert said in findings[0].message


@pytest.mark.parametrize("code", ["", CODE])
@pytest.mark.parametrize("second", ["", "second_language = 'en'\n"])
@pytest.mark.parametrize("card", CARD_SIZES)
def test_every_size_of_card_is_set_or_refused(card: str, second: str, code: str) -> None:
    text = f"[sheet]\npaper = 'card'\ncard = '{card}'\nflip = 'none'\n[face]\n{second}{code}"
    profile, findings = read_profile(text.encode(), "own.toml")
    assert (profile is None) == bool(findings)
    if profile:
        printed, said = render_deck(make_deck(["Ein Ereignis", "Zwei"]), profile, "de")
        assert printed is not None
        assert {found.code for found in said} <= {"WM605"}
