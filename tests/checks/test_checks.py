"""Each check on small decks made in memory: what is found, and what must not be."""

import pytest

from pipeline.cards import Card, Colour, Deck, Series, derived_year
from pipeline.checks import CHECKS, run_checks
from pipeline.checks.mentions import years_in
from pipeline.checks.provenance import is_isbn
from pipeline.diagnostics import registry
from pipeline.source import Span
from pipeline.sources import parse_sources

SERIES = Series(
    code="frauen", titles={"de": "Frauen"}, languages=("de", "en"), colour=Colour(cmyk=(0, 0, 0, 50), srgb="#808080")
)
GERMAN = SERIES.model_copy(update={"languages": ("de",)})
CHECKED = "https://example.org/a; checked: yes"


def card(
    year: str, event: str = "Etwas geschieht.", comment: str = "", sources: str = CHECKED, name: str = "1"
) -> Card:
    interval, edtf = derived_year(GERMAN, year)
    texts = {"event": {"de": event} if event else {}, "comment": {"de": comment} if comment else {}}
    values = {"series": "frauen", "id": name, "year": year, "interval": interval, "edtf": edtf, **texts}
    return Card.model_validate({**values, "sources": parse_sources(sources)})


def deck(*cards: Card, series: Series = GERMAN) -> Deck:
    return Deck("frauen/1", {"frauen": series}, cards, 1)


def codes(*cards: Card, series: Series = GERMAN) -> list[str]:
    return [found.code for found in run_checks(deck(*cards, series=series))]


def test_a_good_card_is_not_reported() -> None:
    good = card("1912", "Die „Titanic“ sinkt im Nordatlantik.", "Erst 1985 wurde das Wrack gefunden.")
    assert codes(good) == []


@pytest.mark.parametrize(
    ("year", "event"),
    [
        ("1993", "Jurassic Park (1993) kommt ins Kino."),
        ("1850", "„Der Film“ (USA 1993) spielt damals."),
        ("1912", "1912 sinkt die Titanic."),
        ("1913", "Ein Jahr nach 1912 wird gebaut."),
        ("um 1900", "Die Weltausstellung 1898 ist vorbei."),
        ("44 v. Chr.", "Im Jahr 44 v. Chr. stirbt Cäsar."),
        ("480 v. Chr.", "Um 470 vor Christus wird gekämpft."),
        ("768", "Im Jahr 768 wird Karl König."),
        ("1837", "Eine Königin des 19. Jahrhunderts wird gekrönt."),
        ("643", "Ein König des siebten Jahrhunderts lässt sich taufen."),
        ("5. Jh. v. Chr.", "Im 5. Jahrhundert v. Chr. wird gebaut."),
        ("1925", "Die Mode der 1920er Jahre wird kurz."),
    ],
)
def test_fronts_that_give_the_year_away(year: str, event: str) -> None:
    assert codes(card(year, event)) == ["WM305"]


@pytest.mark.parametrize(
    ("year", "event"),
    [
        ("1969", "Der 1882 geborene Erfinder stirbt."),
        ("1905", "Im 17. Jahrhundert gesunkenes Schiff wird gehoben."),
        ("1912", "1500 Menschen ertrinken."),
        ("1512", "1500 Menschen ertrinken."),
        ("1001", "Wer 1001 Nächte erzählt, lebt länger.".replace("1001", "1.001")),
        ("480", "300 Frauen ziehen in die Schlacht."),
        ("1789", "In Paris wird die Bastille gestürmt."),
        ("1825", "Apollo 11 landet."),
        ("1450", "Der Preis steigt auf 1450,50 Gulden."),
        ("12. Jh.", "Zwölf Jahrhunderte später wird es wiederentdeckt."),
    ],
)
def test_fronts_that_do_not(year: str, event: str) -> None:
    assert codes(card(year, event)) == []


def test_a_century_in_english_words() -> None:
    english = SERIES.model_copy(update={"languages": ("en",)})
    giving = card("643").model_copy(update={"event": {"en": "A 7th-century king is baptised."}})
    assert codes(giving, series=english) == ["WM305"]
    assert codes(giving.model_copy(update={"event": {"en": "An 8th-century king sleeps."}}), series=english) == []


@pytest.mark.parametrize(
    ("year", "comment", "found"),
    [
        ("1912", "Am 15. Juni 1921 bekam sie den Schein.", ["WM306"]),
        ("369 v. Chr.", "Kyniska siegte 396 v. Chr. in Olympia.", ["WM306"]),
        ("600", "Das war um 600 v. Chr. weit.", ["WM306"]),
        ("1912", "Der Film von 1921 erzählt, was 1912 geschah.", []),
        ("1610", "Elisabeth Báthory starb 1614 in ihrer Burg.", []),
        ("1912", "1985 wurde das Wrack gefunden.", []),
        ("um 1912", "1921 folgte die Fortsetzung.", []),
        ("1912–1914", "1921 folgte die Fortsetzung.", []),
        ("1912", "Das Schiff war 1921 Tonnen schwer.", []),
    ],
)
def test_comments_that_contradict_the_year(year: str, comment: str, found: list[str]) -> None:
    assert codes(card(year, comment=comment)) == found


@pytest.mark.parametrize(
    ("year", "states", "found"),
    [
        ("1838", ["1807"], ["WM307"]),
        ("1838", ["1807", "3. Mai 1838"], []),
        ("um 1800", ["1804"], []),
        ("um 1800", ["1807"], ["WM307"]),
        ("2600–2450 v. Chr.", ["2500 BCE"], []),
        ("1330 v. Chr.", ["between 1330 and 1300 BCE"], []),
        ("600", ["600 BC"], ["WM307"]),
        ("1838", ["im Frühjahr"], []),
        ("Mittelalter", ["1807"], ["WM201"]),
        ("vor 300 Mio. Jahren", ["300 million years ago"], []),
        ("vor 508 Mio. Jahren", ["508 Ma"], []),
    ],
)
def test_sources_that_state_another_year(year: str, states: list[str], found: list[str]) -> None:
    sources = " | ".join(f"{CHECKED}; states: {text}" for text in states)
    assert codes(card(year, sources=sources)) == found


@pytest.mark.parametrize(
    "quantity",
    [
        "vor 508 Mio. Jahren",
        "vor 700 Millionen Jahren",
        "252 Mrd.",
        "120 Tsd. und 1500 tausend",
        "from 720 million to 635 million years ago",
        "entre 232 y 234 millones de años",
        "il y a 150 millions d’années",
        "300 000 ans, 120 milliers, 300’000 Jahre",
        "150 milioni di anni fa, 120 mila, 700 anni",
        "720–635 Ma, 2500 Ga, 350 ka, 1200 kya",
        "1200 Frauen und 1500 soldats",
    ],
)
def test_quantities_are_no_years(quantity: str) -> None:
    assert list(years_in(quantity)) == []


@pytest.mark.parametrize("text", ["In 1905 Ma Rainey sang.", "nel 1905 ma", "in 1905 a million", "1905, 300 Mio."])
def test_years_beside_quantities_are_years(text: str) -> None:
    assert [mention.digits for mention in years_in(text)] == ["1905"]


def test_the_same_front_twice() -> None:
    games = "Olympische Spiele in Paris"
    assert codes(card("1900", games), card("1924", games + "!", name="2")) == ["WM308"]
    assert codes(card("um 1900", games), card("1903", games.upper(), name="2")) == ["WM309"]
    assert codes(card("1900", games), card("1924", "Olympische Spiele in London", name="2")) == []


def test_the_same_front_in_two_languages_is_one_finding() -> None:
    both = {"event": {"de": "a", "en": "b"}}
    one, other = (card("1900", name=name).model_copy(update=both) for name in "12")
    assert codes(one, other, series=SERIES) == ["WM309"]


def test_texts_that_are_missing() -> None:
    full = {"event": {"de": "a", "en": "b"}, "comment": {"de": "c", "en": "d"}}
    cards = [
        card("1900", name="1").model_copy(update=full),
        card("1900", "x", "y", name="2"),
        card("1900", "", name="3"),
    ]
    found = run_checks(deck(*cards, series=SERIES))
    assert sorted((each.code, each.message) for each in found) == [
        ("WM302", "card `3` has no event"),
        ("WM303", "card `2` has no comment in `en`"),
        ("WM303", "card `2` has no event in `en`"),
    ]


def test_a_language_that_no_card_has_is_one_finding() -> None:
    assert codes(card("1900", "a", name="1"), card("1901", "b", name="2"), series=SERIES) == ["WM303"]


def test_overlong_events() -> None:
    assert codes(card("1900", "x" * 200)) == []
    assert codes(card("1900", "x" * 201)) == ["WM304"]


def test_sources_that_are_missing_or_unchecked() -> None:
    assert codes(card("1900", sources=""), card("1901", "b", name="2")) == ["WM310"]
    assert codes(card("1900", sources=""), card("1901", "b", sources="", name="2")) == ["WM310"]
    assert codes(card("1900", sources="book: Meyer")) == ["WM311"]


@pytest.mark.parametrize(
    "source",
    [
        "url: example.org",
        "url: http://localhost/a b",
        "url: http:///x",
        "https://example.org/a b",
        "url: http://[x",
        "isbn: 978-3-446-27429-2",
        "isbn: 3-446-27429",
        "doi: 11.1000/182",
        "wikidata: 42",
        "url:",
        "book: Meyer; archived: web.archive.org",
        "book: Meyer; accessed: 31.12.2025",
    ],
)
def test_malformed_sources(source: str) -> None:
    assert codes(card("1900", sources=f"{source}; checked: yes")) == ["WM312"]


@pytest.mark.parametrize(
    "source",
    [
        "https://example.org/a?b=c#d",
        # Where an address leads is asked by `wildmix sources check`, which refuses these.
        "url: http://localhost:8000/x",
        "url: http://[::1]/x",
        "isbn: 978-3-16-148410-0",
        "ISBN 0-306-40615-2",
        "isbn: 080442957X",
        "doi: 10.1000/182",
        "https://doi.org/10.1000/182",
        "Q42",
        "Meyers Lexikon; locator: S. 12; accessed: 2025-12-31",
        "letter: Frau Müller",
    ],
)
def test_well_formed_sources(source: str) -> None:
    assert codes(card("1900", sources=f"{source}; checked: yes")) == []


@pytest.mark.parametrize(("text", "right"), [("9783161484100", True), ("9783161484101", False), ("08044295X7", False)])
def test_check_digits(text: str, right: bool) -> None:
    assert is_isbn(text) is right


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Ein\u202etxeT", "WM313"),
        ("Null\u200bbreite", "WM313"),
        ("Glocke\x07", "WM313"),
        ("Gro\ufffde Stadt", "WM314"),
        ("GrÃ¶ÃŸe und FÃ¼lle", "WM314"),
        ("Das <i>Schiff</i> sinkt", "WM315"),
        ("Romeo &amp; Julia", "WM315"),
        ('Die "Titanic" sinkt', "WM316"),
        ("Zwei  Blanks", "WM316"),
    ],
)
def test_characters_that_do_not_belong_on_a_card(text: str, code: str) -> None:
    assert codes(card("1900", text)) == [code]
    assert codes(card("1900", comment=text)) == [code]


@pytest.mark.parametrize(
    "text", ["Romeo & Julia < 3", "5 > 4", "L’été à Noël\u00a0– „oui“", "Ein Kilo\u00adgramm", "AT&T; so"]
)
def test_characters_that_do(text: str) -> None:
    assert codes(card("1900", text)) == []


def test_decks_in_memory_are_checked_for_what_readers_find_in_files() -> None:
    cards = (card("1900", "a"), card("1901", "b"), card("Mai 03", "c", name="2.0"))
    assert codes(*cards) == ["WM126", "WM127", "WM201"]
    places = {(each.key, field): Span("1.csv", 2, 1) for each in cards for field in ("id", "year")}
    assert run_checks(Deck("frauen/1", {"frauen": GERMAN}, cards, 1, places)) == []


def test_findings_point_into_the_text_where_its_place_is_known() -> None:
    giving = card("1912", "1912 sinkt sie.")
    places = {("frauen:1", "event_de"): Span("1.csv", 3, 6, 3, 6 + len("1912 sinkt sie."))}
    (found,) = run_checks(Deck("frauen/1", {"frauen": GERMAN}, (giving,), 1, places))
    assert found.span == Span("1.csv", 3, 6, 3, 10)
    quoted = {("frauen:1", "event_de"): Span("1.csv", 3, 6, 3, 30)}
    (found,) = run_checks(Deck("frauen/1", {"frauen": GERMAN}, (giving,), 1, quoted))
    assert found.span == quoted["frauen:1", "event_de"]


def test_findings_point_into_the_cell_of_a_workbook() -> None:
    cell = Span("1.xlsx", 3, 2, cell="Karten!B3", excerpt=" 1912 sinkt sie.", marked=(0, 16))
    places = {("frauen:1", "event_de"): cell}
    (found,) = run_checks(Deck("frauen/1", {"frauen": GERMAN}, (card("1912", "1912 sinkt sie."),), 1, places))
    assert found.span == cell
    assert found.span.marked == (1, 5)


def test_every_check_says_what_it_looks_for() -> None:
    assert all(check.__doc__ and check.__doc__.startswith("Find") for check in CHECKS)


def test_only_what_makes_a_deck_wrong_or_unprintable_is_an_error() -> None:
    errors = {code for code, kind in registry().items() if kind.stage == "checks" and kind.severity == "error"}
    assert errors == {"WM301", "WM302", "WM308", "WM313", "WM314"}
