"""The desk in a real browser: every page, wide and on a phone, in light and dark, with and without JavaScript."""

import io
import json
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import bundled
import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # has no types
from desk_chromium import NARROW, Served, chromium, enter, needs_browser, ready, served, settled
from PIL import Image
from playwright.sync_api import Page

pytestmark = needs_browser

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "img"
PAGES = {
    "overview": "/",
    "findings": "/findings",
    "deck": "/deck/frauen/2",
    "card": "/card/frauen/F010",
    "timeline": "/timeline?deck=wildmix",
    "letters": "/letters?state=open",
    "letter": "/letters/new?card=frauen:F011&new=1889&reason=Ein+Leser.",
    "entry": "/letters/CORR-frauen-018",
    "edition": "/editions/frauen",
    "mix": "/mix/wildmix/recipe",
    "pair": "/duplicates/frauen:F045/seefahrer:S084",
    "pairs": "/duplicates/list",
    "print": "/print?deck=frauen/2",
}


def busy(here: Path) -> Path:
    """Make work in a workspace: decisions forgotten, a contradiction, an entry that waits for an edition."""
    decisions = here / "data/decks/duplicates.csv"
    decisions.write_bytes(decisions.read_bytes().splitlines(keepends=True)[0])
    deck = here / "data/decks/seefahrer/2.csv"
    text = deck.read_text(encoding="utf-8")
    deck.write_text(text.replace("1932,1932,1932,1932", "1923,1923,1923,1923"), encoding="utf-8")
    path = here / "data/decks/frauen/corrigenda.json"
    content = json.loads(path.read_text(encoding="utf-8"))
    content["corrigenda"][-1].update(
        new="1503–1507",
        status="verified",
        sources=[{"kind": "book", "ref": "Vasari", "locator": "S. 12", "states_value": "1503-1507"}] * 1
        + [{"kind": "book", "ref": "Zöllner", "locator": "S. 3", "states_value": "1503–1507"}],
        history=[
            {"state": "reported", "on": "2026-05-20", "by": "letter-027"},
            {"state": "verified", "on": "2026-05-22", "by": "editor"},
        ],
    )
    path.write_text(json.dumps(content, ensure_ascii=False, indent=2), encoding="utf-8")
    return here


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(busy(bundled.copy(tmp_path_factory.mktemp("desk")))) as running:
        yield running


@pytest.mark.parametrize("locale", ["de-DE", "en"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_shut_out(desk: Served, scheme: str, locale: str) -> None:
    """The rules of axe-core: contrast, labels, order of headings, names of controls."""
    with chromium(color_scheme=scheme, locale=locale) as page:
        enter(page, desk)
        found = {}
        for name, path in PAGES.items():
            ready(page, desk.base + path)
            found[name] = barriers(page)
        assert {name: said for name, said in found.items() if said} == {}


def barriers(page: Page) -> list[tuple[str, str]]:
    """What axe-core finds grave, with the first places of each."""
    return [
        (one["id"], node["html"][:120])
        for one in Axe().run(page).response["violations"]
        if one["impact"] in {"serious", "critical"}
        for node in one["nodes"][:3]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_report_shuts_nobody_out_and_loads_nothing(scheme: str, tmp_path: Path) -> None:
    here, page_file = bundled.copy(tmp_path), tmp_path / "report.html"
    command = [str(bundled.WILDMIX), "report", "frauen", "--no-proof", "--out", str(page_file)]
    subprocess.run(command, cwd=here, capture_output=True, check=True)
    with chromium(color_scheme=scheme, viewport=NARROW, offline=True) as page:
        page.goto(page_file.as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
        assert barriers(page) == []


def test_pages_fit_a_phone(desk: Served) -> None:
    with chromium(viewport=NARROW) as page:
        enter(page, desk)
        for name, path in PAGES.items():
            ready(page, desk.base + path)
            assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"], name


def test_pictures_of_each_page(desk: Served) -> None:
    """Shows each page; with WILDMIX_UPDATE=1 the pictures of docs/desk.md are made anew."""
    named = set(re.findall(r"img/desk-([a-z]+)\.png", (ROOT / "docs/desk.md").read_text(encoding="utf-8")))
    assert named == {*PAGES, "phone"}
    with chromium(locale="en") as page:
        enter(page, desk)
        for name, path in PAGES.items():
            ready(page, desk.base + path)
            keep(page, name)
    with chromium(viewport=NARROW, locale="en", color_scheme="dark") as page:
        enter(page, desk)
        ready(page, desk.base + PAGES["pair"])
        keep(page, "phone")
    assert {path.stem.removeprefix("desk-") for path in PICTURES.glob("desk-*.png")} == named


def keep(page: Page, name: str) -> None:
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB").quantize(256)
    assert len(picture.getcolors() or ()) > 5
    if os.environ.get("WILDMIX_UPDATE"):
        picture.save(PICTURES / f"desk-{name}.png", optimize=True)


def test_the_answers_cover_little_of_the_cards_on_a_phone(desk: Served) -> None:
    for locale in ("de-DE", "en"):
        with chromium(viewport={"width": 390, "height": 780}, locale=locale) as page:
            enter(page, desk)
            ready(page, desk.base + PAGES["pair"])
            bar = page.locator("form.answers").bounding_box()
            assert bar
            assert bar["height"] <= 60
            heights = page.locator("form.answers button").evaluate_all("all => all.map(one => one.offsetHeight)")
            assert min(heights) >= 40  # for fingers


def test_paper_shows_whole_pages_and_nothing_to_press(desk: Served) -> None:
    paper = round(182 * 96 / 25.4)  # what A4 holds within margins of 14 mm
    with chromium(viewport={"width": paper, "height": 1000}) as page:
        enter(page, desk)
        for name, path in PAGES.items():
            ready(page, desk.base + path)
            page.emulate_media(media="print")
            assert page.evaluate("document.documentElement.scrollWidth") <= paper, name
            assert page.locator("button:visible, input:visible, select:visible, nav:visible").count() == 0, name
            assert page.evaluate(
                "[...document.querySelectorAll('.scroll')].every(one => one.scrollWidth <= one.clientWidth)"
            )


def test_pages_print_black_on_white(desk: Served) -> None:
    with chromium(color_scheme="dark") as page:
        enter(page, desk)
        page.emulate_media(media="print", color_scheme="dark")
        body = "getComputedStyle(document.body)"
        assert page.evaluate(f"[{body}.color, {body}.backgroundColor]") == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]


def test_cards_are_found_while_one_types(desk: Served) -> None:
    with chromium() as page:
        enter(page, desk)
        ready(page, f"{desk.base}/deck/frauen/2")
        page.keyboard.press("/")
        page.keyboard.type("mona lisa")
        page.locator(".cards > li").nth(1).wait_for(state="detached")
        assert "?q=mona+lisa" in page.url
        page.keyboard.press("Escape")
        page.keyboard.press("j")
        page.keyboard.press("Enter")
        page.wait_for_url("**/card/frauen/F010")


def test_everything_works_without_javascript(tmp_path: Path) -> None:
    here = busy(bundled.copy(tmp_path))
    with served(here) as desk, chromium(java_script_enabled=False, locale="en") as page:
        page.goto(desk.address)
        page.wait_for_url(f"{desk.base}/")
        page.goto(f"{desk.base}/deck/frauen/2")
        page.get_by_label("Search").fill("mona lisa")
        press(page, "Show")
        assert page.locator(".cards > li").count() == 1
        page.goto(f"{desk.base}/letters/CORR-frauen-013")
        page.get_by_label("Note").fill("The word stays.")
        press(page, "Reject")
        assert page.locator("h1 .state").inner_text() == "rejected"
        page.goto(f"{desk.base}/letters/new")
        page.get_by_label("What the letter says about the card").fill("Bertha Benz fährt zur Mutter")
        page.get_by_label("Proposed").fill("1889")
        press(page, "Match")
        page.locator("#likely a, #becomes").first.wait_for()
        if page.locator("#likely").count():
            page.locator("#likely a").first.click()
        press(page, "Take in")
        assert page.url.endswith("/letters/CORR-frauen-019")
        page.goto(f"{desk.base}/editions/frauen")
        press(page, "Make edition 3")
        page.goto(f"{desk.base}/letters/CORR-frauen-018")
        press(page, "Take out of edition 3")
        assert page.locator("h1 .state").inner_text() == "verified"
        page.goto(f"{desk.base}/editions/frauen")
        press(page, "Make edition 3")
        press(page, "Release edition 3")
        assert "released" in page.locator(".messages").inner_text()
        ready(page, f"{desk.base}{PAGES['pair']}")
        press(page, "Conflict")
        press(page, "frauen:F045 (1932): make it a letter")
        assert "CORR-frauen-020" in page.locator("h1").inner_text()
        ready(page, f"{desk.base}{PAGES['pair']}")
        press(page, "Undo")
        assert page.url.endswith(PAGES["pair"])
        page.goto(f"{desk.base}{PAGES['mix']}")
        settled(page)
        press(page, "Draw it")
        page.goto(f"{desk.base}/print?deck=frauen/3")
        with page.expect_download() as download:
            page.get_by_role("link", name="Download p").click()
        assert download.value.suggested_filename == "frauen-3.pdf"


def press(page: Page, name: str) -> None:
    with page.expect_navigation():
        page.get_by_role("button", name=name).click()
    settled(page)


def test_enter_in_a_field_decides_nothing(desk: Served) -> None:
    """A note is written before it is clear what it is for."""
    with chromium(locale="en") as page:
        enter(page, desk)
        page.goto(f"{desk.base}/letters/CORR-frauen-013")
        decided = page.locator("ol.history li").count()
        page.get_by_label("Note").fill("The word stays.")
        page.keyboard.press("Enter")
        page.keyboard.press("Escape")
        with page.expect_navigation():
            page.keyboard.press("r")
        assert page.locator("h1 .state").inner_text() == "rejected"
        assert page.locator("ol.history li").count() == decided + 1


HOSTILE = '<script>window.hit=1</script><img src=x onerror="window.hit=1"> ${7*7} {{7*7}} "\'>'


def test_what_cards_and_letters_say_does_not_run(tmp_path: Path) -> None:
    here = bundled.copy(tmp_path)
    deck = here / "data/decks/frauen/2.csv"
    quoted = HOSTILE.replace('"', '""')
    lines = deck.read_text(encoding="utf-8").splitlines(keepends=True)
    source = "url: javascript:window.hit=1; locator: <script>window.hit=1</script>; states: 1964; checked: yes"
    lines[1] = f'F001,"{quoted}","{quoted}",1964,1964,1964,1964,"{quoted}","{quoted}",{source},"{quoted}"\n'
    deck.write_text("".join(lines), encoding="utf-8")
    with served(here) as desk, chromium() as page:
        enter(page, desk)
        page.goto(f"{desk.base}/letters/new")
        page.get_by_label("oder die Karte").fill("seefahrer:S001")
        page.get_by_label("Feld").select_option("event_de")
        page.get_by_label("Vorschlag").fill(HOSTILE)
        page.get_by_label("Grund").fill(HOSTILE)
        page.get_by_role("button", name="Abgleichen").click()
        page.get_by_role("button", name="Aufnehmen").click()
        page.wait_for_url("**/letters/CORR-seefahrer-015")
        for path in (
            *PAGES.values(),
            "/card/frauen/F001",
            "/letters/CORR-seefahrer-015",
            "/duplicates",
            "/letters?q=<script>",
        ):
            ready(page, desk.base + path)
            assert page.evaluate("window.hit") is None, path
            assert page.locator("a[href^='javascript:']").count() == 0
            assert "49" not in page.locator("h1").inner_text()


def test_the_desk_stops_cleanly(tmp_path: Path) -> None:
    here = bundled.copy(tmp_path)
    for number in (signal.SIGTERM, signal.SIGINT):
        desk = Served(here)
        assert desk.base.startswith("http://127.0.0.1:")
        assert desk.stop(number) == (0, "")
