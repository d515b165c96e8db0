"""An editor's week at the desk, from letter to release, by the keyboard alone; and a crash in the middle of it."""

import re
import tomllib
from pathlib import Path

import bundled
from desk_chromium import Served, chromium, enter, needs_browser, served, settled
from playwright.sync_api import Page

pytestmark = needs_browser


def tab_to(page: Page, name: str) -> None:
    """Press Tab until what bears this name has the focus."""
    for _ in range(150):
        page.keyboard.press("Tab")
        said = page.evaluate(
            "() => { const at = document.activeElement;"
            " return [at.innerText, at.ariaLabel, at.labels && at.labels[0] && at.labels[0].innerText].join('\\n') }"
        )
        if name in said:
            return
    raise AssertionError(f"{name} cannot be reached")


def follow(page: Page, name: str, to: str) -> None:
    tab_to(page, name)
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(to))
    settled(page)


def press(page: Page, key: str, to: str) -> None:
    """Press a key and wait for the page that it leads to, also if that is the same page again."""
    with page.expect_navigation(url=re.compile(to)):
        page.keyboard.press(key)
    settled(page)


def fill(page: Page, label: str, text: str) -> None:
    tab_to(page, label)
    page.keyboard.insert_text(text)


def forget_decisions(here: Path) -> Path:
    path = here / "data/decks/duplicates.csv"
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[0])
    return path


def test_an_editors_week_by_keyboard_alone(tmp_path: Path) -> None:
    here = bundled.copy(tmp_path)
    decisions = forget_decisions(here)
    with served(here) as desk, chromium() as page:
        enter(page, desk)
        take_a_letter_in(page)
        press(page, "v", r"/letters/CORR-frauen-019$")
        assert page.locator("h1 .state").inner_text() == "bestätigt"
        press(page, "e", r"/editions/frauen$")
        assert "F011" in page.locator("main").inner_text()
        press(page, "m", r"/editions/frauen$")
        take_it_out_again(page)
        press(page, "m", r"/editions/frauen$")
        press(page, "R", r"/editions/frauen$")
        follow(page, "Leserbriefe", r"/letters\?state=open$")
        press(page, "P", r"/letters$")
        assert "print/out/corrigenda: " in page.locator(".messages").inner_text()
        judge_pairs(page)
        look_around(page, desk)
    series = tomllib.loads((here / "data/decks/frauen/series.toml").read_text(encoding="utf-8"))
    assert series["editions"][-1]["number"] == 3
    assert series["editions"][-1]["released"]
    assert "1889" in (here / "data/decks/frauen/3.csv").read_text(encoding="utf-8")
    assert (here / "print/out/corrigenda/index.html").is_file()
    assert len(decisions.read_text(encoding="utf-8").splitlines()) == 3


def take_a_letter_in(page: Page) -> None:
    follow(page, "Leserbriefe", r"/letters\?state=open$")
    press(page, "n", r"/letters/new$")
    page.keyboard.insert_text("Bertha Benz fährt ohne ihren Mann zu fragen mit dem Wagen zur Mutter")
    fill(page, "Vorschlag", "1889")
    fill(page, "Grund", "Der Brief nennt das Jahr.")
    fill(page, "Quelle", "book: Chronik; locator: S. 1; states: 1889 | book: Zeitung; locator: S. 2; states: 1889")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/letters/new\?text="))
    settled(page)
    assert "frauen:F011" in page.locator("main").inner_text()
    press(page, "t", r"/letters/CORR-frauen-019$")


def take_it_out_again(page: Page) -> None:
    """Go back to the entry that the edition took up, take it out, and come again."""
    follow(page, "CORR-frauen-019", r"/letters/CORR-frauen-019$")
    press(page, "z", r"/letters/CORR-frauen-019$")
    assert page.locator("h1 .state").inner_text() == "bestätigt"
    press(page, "e", r"/editions/frauen$")


def judge_pairs(page: Page) -> None:
    follow(page, "Dubletten", r"/duplicates/[a-z]+:")
    pair = r"/duplicates(/[a-z]+:|$)"
    first = page.url
    press(page, "s", pair)
    press(page, "d", pair)
    press(page, "l", pair)
    for _ in range(3):
        press(page, "u", pair)
    assert page.url == first
    press(page, "s", pair)
    press(page, "s", pair)


def look_around(page: Page, desk: Served) -> None:
    follow(page, "Zeitleiste", r"/timeline$")
    press(page, "+", r"/timeline\?")
    press(page, "ArrowRight", r"/timeline\?")
    press(page, "0", r"/timeline\?deck=[a-z-]+$")
    follow(page, "Drucken", r"/print$")
    with page.expect_download() as download:
        page.keyboard.press("p")
    assert download.value.suggested_filename.endswith(".pdf")
    follow(page, "Übersicht", rf"^{desk.base}/$")
    follow(page, "Auflage 3", r"/deck/frauen/3$")
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/card/frauen/"))
    settled(page)
    press(page, "ArrowRight", r"/card/frauen/")
    press(page, "b", r"/letters/new\?card=frauen")


def test_a_desk_that_is_killed_in_mid_review_loses_nothing(tmp_path: Path) -> None:
    here = bundled.copy(tmp_path)
    decisions = forget_decisions(here)
    pair = r"/duplicates(/[a-z]+:|$)"
    judged = []
    first = Served(here)
    with chromium() as page:
        enter(page, first)
        follow(page, "Dubletten", r"/duplicates/[a-z]+:")
        for key in ("s", "d", "l", "s"):
            judged.append(page.url.removeprefix(first.base))
            press(page, key, pair)
        first.kill()
    assert len(decisions.read_text(encoding="utf-8").splitlines()) == 4
    with served(here) as again, chromium() as page:
        enter(page, again)
        follow(page, "Dubletten", r"/duplicates/[a-z]+:")
        assert page.url.removeprefix(again.base) not in judged
        while judged:
            press(page, "u", pair)
            assert page.url.removeprefix(again.base) == judged.pop()
    assert len(decisions.read_text(encoding="utf-8").splitlines()) == 1
