"""How a profile dresses cards: fonts of a publisher, alignment, colours, the mark; what belongs together on a line."""

import shutil
from importlib.resources import files
from pathlib import Path

import pytest
from pdf_samples import MM, home, make_card, make_deck, make_series, numbered, page_text

from pipeline.cards import Deck
from pipeline.pdf import Profile, read_profile, with_fonts
from pipeline.pdf.faces import Composer
from pipeline.pdf.ink import BLACK
from pipeline.pdf.preflight import preflight
from pipeline.pdf.readback import read_cards
from pipeline.pdf.render import render_deck


def dressed(text: str) -> Profile:
    profile, findings = read_profile(text.encode(), "own.toml")
    assert findings == []
    assert profile is not None
    return profile


def test_fonts_beside_the_profile_are_used_and_embedded(tmp_path: Path) -> None:
    for name in ("Cardo-Regular", "Cardo-Bold"):
        shutil.copy(str(files("fontpkg_cardo").joinpath("files", f"{name}.ttf")), tmp_path / f"{name}.ttf")
    named = dressed('[type.fonts]\ntext = "Cardo-Regular.ttf"\nyear = "Cardo-Bold.ttf"')
    profile = with_fonts(named, tmp_path)
    printed, findings = render_deck(numbered(2), profile, "de")
    assert findings == []
    assert printed is not None
    data = printed.files[".pdf"]
    assert {name for name in (b"Cardo-Regular", b"Cardo-Bold", b"SourceSerifPro-Regular") if name in data} == {
        b"Cardo-Regular",
        b"Cardo-Bold",
    }
    assert page_text(data, 0).split()[:3] == ["Ereignis", "Nummer", "0"]
    assert preflight(data, "a.pdf", profile)[1] == read_cards(data, "a.pdf", numbered(2), profile, "de") == []


@pytest.mark.parametrize("content", [None, b"", b"[type]", b"OTTO" + bytes(100), b"\0\1\0\0\0\5" + bytes(100)])
def test_a_font_that_cannot_be_used_is_one_finding(content: bytes | None, tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / "a.ttf").write_bytes(content)
    printed, findings = render_deck(numbered(2), with_fonts(dressed('[type.fonts]\ntext = "a.ttf"'), tmp_path), "de")
    assert printed is None
    assert [found.code for found in findings] == ["WM609"]
    assert "a.ttf" in findings[0].message


def test_lines_may_begin_at_the_left() -> None:
    deck = make_deck(["Ein Schiff fährt los und kommt nie wieder zurück in den Hafen."])
    composer = Composer(deck, dressed('[type]\nalign = "left"'), "de")
    front, back = composer.front(deck.cards[0]), composer.back(deck.cards[0])
    assert len(front.lines) > 1
    assert {line.x for line in (*front.lines, *back.lines[:-1])} == {6 * MM}
    assert min(x for x, _ in front.shapes[0].points) == min(x for x, _ in back.shapes[0].points) == 6 * MM


def test_the_year_may_be_black_and_the_mark_left_out() -> None:
    deck = numbered(1)
    plain, other = Composer(deck, home(), "de"), Composer(deck, dressed('[face]\nyear = "black"\nmark = false'), "de")
    card = deck.cards[0]
    assert plain.back(card).lines[0].ink != BLACK
    assert other.back(card).lines[0].ink == BLACK
    assert (len(plain.front(card).shapes), len(other.front(card).shapes)) == (1, 0)


@pytest.mark.parametrize(
    "year",
    [
        "2. Hälfte 4. Jh. v. Chr. bis Anfang 3. Jh. v. Chr.",
        "von 300 v. Chr. bis um 20 n. Chr.",
        "um 50 v. Chr. – 20 n. Chr.",
        "zwischen dem 3. und dem 2. Jh. v. Chr. oder später",
    ],
)
def test_an_era_stays_on_one_line_and_no_line_begins_with_a_dash(year: str) -> None:
    card = make_card(1, "Etwas.", "1900", "").model_copy(update={"year": year, "interval": None})
    composer = Composer(Deck("frauen/1", {"frauen": make_series()}, (card,), 1), home(), "de")
    lines = [line.text.replace("\N{NO-BREAK SPACE}", " ") for line in composer.back(card).lines[:-2]]
    assert " ".join(lines) == year
    assert len(lines) > 1
    assert not any(line.startswith(("–", "Chr.")) or line.endswith((" v.", " n.")) for line in lines)


def test_ligatures_in_a_text_are_read_back_as_letters() -> None:
    deck = make_deck(["Ein Of\ufb01zier \ufb02ieht."])
    printed, findings = render_deck(deck, home(), "de")
    assert findings == []
    assert printed is not None
    assert read_cards(printed.files[".pdf"], "a.pdf", deck, home(), "de") == []


def test_a_mark_that_no_letter_takes_in_is_a_finding() -> None:
    _, findings = render_deck(make_deck(["Das x\u0302 und das e\u0302."]), home(), "de")
    assert [found.code for found in findings] == ["WM603"]
    assert "U+0302" in findings[0].message


def test_each_of_two_separate_files_is_checked_by_itself() -> None:
    profile = dressed('[sheet]\nflip = "separate"')
    deck = make_deck(["Eins.", "Zwei.", "Eins."], ["1901", "1902", "1903"])
    printed, _ = render_deck(deck, profile, "de")
    assert printed is not None
    for ending, data in printed.files.items():
        assert read_cards(data, f"a{ending}", deck, profile, "de") == []
    other = make_deck(["Eins.", "Drei.", "Eins."], ["1901", "1902", "1904"])
    for ending, data in printed.files.items():
        assert {found.code for found in read_cards(data, f"a{ending}", other, profile, "de")} == {"WM617"}


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ("[sheet]\ncolumns = true", ["`sheet.columns`: should be a whole number"]),
        ('[sheet]\ngap = "2"', ["`sheet.gap`: should be a number"]),
        (
            "[sheet]\ncard = { width = -3, height = 90 }",
            ["`sheet.card.width`: should be 0 or more"],
        ),
        ("[sheet]\ncard = 5", ["`sheet.card`: should be a text in quotes, or a table"]),
        (
            '[sheet]\nstock = "avery-5371"\ncard = "euro"\nrows = 2',
            ["`sheet`: stock `avery-5371` brings its own card, rows: leave out one or the other"],
        ),
        (
            '[file]\nstandard = "PDF/X-4"\ncolours = "rgb"',
            ["`file`: PDF/X-4 is a PDF file in process or spot colours"],
        ),
    ],
)
def test_a_wrong_setting_is_one_finding_in_the_words_of_the_file(text: str, messages: list[str]) -> None:
    profile, findings = read_profile(text.encode(), "own.toml")
    assert profile is None
    assert [found.message for found in findings] == messages


def test_a_file_cut_short_is_no_whole_pdf() -> None:
    printed, _ = render_deck(numbered(9), home(), "de")
    assert printed is not None
    data = printed.files[".pdf"]
    for part in (b"", b"%PDF-1.7\n", data[: len(data) // 2], data[:-30]):
        pages, findings = preflight(part, "a.pdf")
        assert (pages, [found.code for found in findings]) == (0, ["WM610"])
        assert "BytesIO" not in findings[0].message
