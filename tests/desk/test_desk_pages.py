"""Every page in both languages, and what each shows."""

import io
import re
from pathlib import Path

import bundled
import pytest
from desk_client import Browser, browser
from PIL import Image

PAGES = (
    "/",
    "/findings",
    "/deck/frauen/2",
    "/deck/seefahrer/1?page=2&language=en",
    "/mix/wildmix",
    "/card/frauen/F010",
    "/timeline",
    "/timeline?deck=frauen/2&from=1900&to=1999",
    "/letters",
    "/letters/new",
    "/letters/new?card=frauen:F010&new=1507",
    "/letters/CORR-frauen-001",
    "/letters/CORR-frauen-018",
    "/editions/frauen",
    "/duplicates",
    "/duplicates/list",
    "/duplicates/frauen:F045/seefahrer:S084",
    "/print",
    "/print?deck=wildmix&profile=pro",
)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Browser:
    return browser(tmp_path_factory.mktemp("desk"))


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_there(desk: Browser, path: str, language: str) -> None:
    page = desk.page(f"{path}{'&' if '?' in path else '?'}lang={language}")
    assert f'<html lang="{language}">' in page
    assert page.count("<h1") == 1
    assert not re.search(r"<(?:script|style)>|\son[a-z]+=|\sstyle=", page)


def test_reading_writes_nothing(tmp_path: Path) -> None:
    here = browser(tmp_path)
    before = bundled.contents(here.desk.workspace.root)
    for path in PAGES:
        here.page(path)
    assert bundled.contents(here.desk.workspace.root) == before


def keys(page: str) -> list[str]:
    return re.findall(r'<a class="card" href="/card/([^"]+)"', page)


def test_cards_are_in_order_of_time(desk: Browser) -> None:
    pages = [keys(desk.page(f"/deck/frauen/2?page={number}")) for number in range(1, 6)]
    cards = {f"frauen/{card.id}": card for card in desk.desk.shelf.deck("frauen/2")}
    shown = [cards[key] for page in pages for key in page]
    assert len(shown) == 100
    begins = [card.interval.earliest for card in shown if card.interval and card.interval.earliest is not None]
    assert begins == sorted(begins)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("q=F010", ["frauen/F010"]),
        ("q=MONA+lisa", ["frauen/F010"]),
        ("q=nothing-of-the-kind", []),
        ("from=1503&to=1506", ["frauen/F010"]),
        ("from=1500&to=1510&q=florenz", ["frauen/F010"]),
        ("to=24.+Jh.+v.+Chr.", ["frauen/F080"]),
        ("marked=corrigenda&q=Mona", ["frauen/F010"]),
    ],
)
def test_cards_are_found(desk: Browser, query: str, expected: list[str]) -> None:
    assert keys(desk.page(f"/deck/frauen/2?{query}")) == expected


def test_cards_are_filtered_by_what_is_known_of_them(desk: Browser) -> None:
    desk.page("/duplicates")
    assert len(keys(desk.page("/deck/frauen/2?marked=duplicates"))) == 20
    assert keys(desk.page("/deck/frauen/2?marked=findings")) == []


def test_numbers_lead_to_their_lists(desk: Browser) -> None:
    page = desk.page("/?lang=en")
    numbers = re.findall(r'<a href="([^"]+)"><strong>(\d+)</strong> ([a-z -]+)</a>', page)
    assert ("/letters?state=reported", "2", "open letters") in numbers
    assert desk.page("/letters?state=reported").count('<li class="entry">') == 2
    assert ("/duplicates/list?verdict=conflict", "0", "contradictions between cards") in numbers


def test_faces_are_painted_as_they_print(desk: Browser) -> None:
    page = desk.page("/card/frauen/F010")
    faces = re.findall(r'<img src="([^"]+)"', page)
    assert len(faces) == 4
    pictures = [Image.open(io.BytesIO(desk.get(face.replace("&amp;", "&")).data)) for face in faces]
    assert {picture.size for picture in pictures} == {(335, 522)}
    assert len({picture.tobytes() for picture in pictures}) == 4


def test_a_letter_is_matched_before_anything_is_written(desk: Browser) -> None:
    page = desk.page(
        "/letters/new?text=In+Florenz+lächelt+die+Frau+eines+Seidenhändlers+für+ein+Portrait&new=1507&lang=en"
    )
    assert "A new entry: CORR-frauen-019" in page
    assert "<ins>1507</ins>" in page
    unsure = desk.page("/letters/new?text=Ohio+allein+um+die+Welt")
    assert "frauen:F001" in unsure
    assert "seefahrer:S006" in unsure


def test_a_pair_is_shown_in_one_language(desk: Browser) -> None:
    page = desk.page("/duplicates/frauen:F045/seefahrer:S084")
    sides = re.findall(r'<p class="event" lang="([a-z]+)">(.*?)</p>', page)
    assert len({language for language, _ in sides}) == 1
    assert all("<mark>" in text and "<mark>Amelia" not in text for _, text in sides)


def test_a_preview_shows_what_is_downloaded(desk: Browser) -> None:
    page = desk.page("/print?deck=frauen/2&profile=home")
    sheets = re.findall(r'<img src="(/print/sheet/[^"]+)"', page)
    assert len(sheets) == 6
    picture = Image.open(io.BytesIO(desk.get(sheets[0].replace("&amp;", "&")).data))
    assert picture.height > picture.width
    answer = desk.get("/print/file?deck=frauen/2&profile=home")
    assert answer.data.startswith(b"%PDF")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="frauen-2.pdf"'


@pytest.mark.parametrize(
    ("profile", "captions"),
    [
        ("fold", ["Sheet 1, fronts and backs", "Sheet 2, fronts and backs", "Sheet 3, fronts and backs"]),
        ("tabletop-simulator", [f"Sheet {sheet}, {side}" for sheet in (1, 2) for side in ("Front", "Back")]),
        ("make-playing-cards", [f"Sheet {sheet}, {side}" for sheet in (1, 2, 3) for side in ("Front", "Back")]),
    ],
)
def test_a_preview_shows_the_pages_that_are_printed(desk: Browser, profile: str, captions: list[str]) -> None:
    page = desk.page(f"/print?deck=frauen/2&profile={profile}&lang=en")
    assert re.findall(r"<figcaption>(.*?)</figcaption>", page) == captions
    sheets = [sheet.replace("&amp;", "&") for sheet in re.findall(r'<img src="(/print/sheet/[^"]+)"', page)]
    assert [desk.get(sheet).status_code for sheet in sheets] == [200] * len(captions)
    past = sheets[-1].replace(f"/{len(captions) - 1}.png", f"/{len(captions)}.png")
    assert desk.get(past).status_code == 404


def test_the_timeline_zooms(desk: Browser) -> None:
    page = desk.page("/timeline?deck=wildmix")
    link = re.search(r'<a class="button quiet" href="([^"]+)" data-key="\+">', page)
    assert link
    nearer = desk.page(link[1].replace("&amp;", "&"))
    assert 0 < nearer.count('<a href="/card/') < page.count('<a href="/card/')
    assert "of 4,560 pairs" in desk.page("/timeline?deck=wildmix&lang=en")
