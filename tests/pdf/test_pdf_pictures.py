"""Cards as pixels: sizes that services ask for, sheets and saved object for Tabletop Simulator, the proof."""

import base64
import io
import json

import pytest
from pdf_samples import make_deck, numbered
from PIL import Image

from pipeline.diagnostics import finding
from pipeline.pdf import Profile, profile_text, read_profile
from pipeline.pdf.proof import proof
from pipeline.pdf.render import render_deck


def profile(name: str) -> Profile:
    found, _ = read_profile(profile_text(name), name)
    assert found is not None
    return found


@pytest.mark.parametrize(("name", "size"), [("the-game-crafter", (825, 1125)), ("make-playing-cards", (822, 1122))])
def test_pictures_have_the_size_of_the_service(name: str, size: tuple[int, int]) -> None:
    printed, findings = render_deck(numbered(2), profile(name), "de")
    assert findings == []
    assert printed is not None
    assert list(printed.files) == [
        f"/{number:03}-frauen-F{number - 1:03}-{face}.png" for number in (1, 2) for face in ("front", "back")
    ]
    for data in printed.files.values():
        picture = Image.open(io.BytesIO(data))
        assert (picture.size, picture.mode) == (size, "RGB")
        assert [round(dots) for dots in picture.info["dpi"]] == [300, 300]


@pytest.mark.parametrize("name", ["the-game-crafter", "tabletop-simulator"])
def test_the_same_deck_gives_the_same_pictures(name: str) -> None:
    assert render_deck(numbered(2), profile(name), "de") == render_deck(numbered(2), profile(name), "de")


@pytest.mark.parametrize(("count", "sheets"), [(1, 1), (69, 1), (70, 2)])
def test_tabletop_simulator_finds_every_card(count: int, sheets: int) -> None:
    printed, _ = render_deck(numbered(count), profile("tabletop-simulator"), "de")
    assert printed is not None
    names = {f"-{face}s-{number}.png" for face in ("front", "back") for number in range(1, sheets + 1)}
    assert set(printed.files) == {*names, ".json"}
    for name in names:
        width, height = Image.open(io.BytesIO(printed.files[name])).size
        assert max(width, height) <= 4096
        assert (width % 10, height % 7) == (0, 0)
    (whole,) = json.loads(printed.files[".json"])["ObjectStates"]
    cards = whole.get("ContainedObjects", [whole])
    assert whole["Name"] == ("DeckCustom" if count > 1 else "CardCustom")
    assert [card["CardID"] for card in cards] == [100 * (n // 69 + 1) + n % 69 for n in range(count)]
    assert [card["Nickname"] for card in cards] == [f"Ereignis Nummer {n} geschieht." for n in range(count)]
    assert set(whole["CustomDeck"]) == {str(number) for number in range(1, sheets + 1)}


def test_the_proof_shows_every_card_and_marks_findings() -> None:
    deck = make_deck(["Gut & schön.", "Start 🚀 zum Mond.", "Drittes."])
    known = [finding("WM604", "ein <b>Hinweis</b>", card="F002", series="frauen")]
    page, findings = proof(deck, profile("home"), "de", known)
    assert page is not None
    assert [found.code for found in findings] == ["WM603"]
    assert page.count("<figure") == 3
    assert page.count("<img") == 6
    assert page.count('class="bad"') == page.count('class="warned"') == 1
    assert "ein &lt;b&gt;Hinweis&lt;/b&gt;" in page
    assert "15 pt (front)" in page
    assert proof(deck, profile("home"), "de", known)[0] == page


def test_the_small_mark_of_a_front_keeps_its_colour_on_the_proof() -> None:
    page, _ = proof(numbered(1), profile("home"), "de")
    assert page is not None
    front = base64.b64decode(page.split("data:image/png;base64,")[1].split('"')[0])
    saturation = Image.open(io.BytesIO(front)).convert("RGB").convert("HSV").getchannel("S")
    assert max(saturation.tobytes()) > 100


def test_an_empty_deck_has_no_proof() -> None:
    page, findings = proof(numbered(0), profile("home"), "de")
    assert page is None
    assert [found.code for found in findings] == ["WM607"]
