import pytest
from pydantic import ValidationError

from pipeline.cards import Card, Colour, Deck, Edition, Series, canonical_columns, split_tags
from pipeline.years import YearError, YearInterval

SERIES = Series(
    code="frauen", titles={"de": "Frauen"}, languages=("de", "en"), colour=Colour(cmyk=(0, 100, 0, 0), srgb="#ff00ff")
)
CARD = Card(
    series="frauen", id="F001", event={"de": "Etwas geschieht."}, year="1903", interval=YearInterval(1903, 1903)
)


def test_fields_are_read_by_their_column_names() -> None:
    card = CARD.model_copy(update={"tags": ("kunst", "film")})
    assert [card.value(name) for name in ("id", "event_de", "event_en", "year", "comment_de", "tags")] == [
        "F001",
        "Etwas geschieht.",
        "",
        "1903",
        "",
        "kunst, film",
    ]
    assert card.value("colour") is None


def test_a_changed_year_is_read_again() -> None:
    changed = CARD.with_value("year", "1904", SERIES)
    assert (changed.year, changed.interval, changed.edtf) == ("1904", YearInterval(1904, 1904), "1904")
    assert CARD.year == "1903"


def test_an_unreadable_year_is_refused() -> None:
    with pytest.raises(YearError):
        CARD.with_value("year", "Mittelalter", SERIES)


def test_an_emptied_text_is_gone() -> None:
    assert CARD.with_value("event_de", "", SERIES).event == {}


@pytest.mark.parametrize("name", ["id", "earliest", "colour"])
def test_other_fields_cannot_be_changed(name: str) -> None:
    with pytest.raises(KeyError):
        CARD.with_value(name, "x", SERIES)


@pytest.mark.parametrize("identifier", ["", "a b", "frauen:F1", "a/b", "a,b", "a|b"])
def test_ids_that_could_be_misread_are_refused(identifier: str) -> None:
    with pytest.raises(ValidationError):
        Card(series="frauen", id=identifier, event={}, year="")


def test_a_deck_of_one_series_knows_its_cards_by_id() -> None:
    deck = Deck("frauen/1", {"frauen": SERIES}, (CARD,))
    assert deck.card("F001") == deck.card("frauen:F001") == CARD
    assert deck.card("F002") is None


def test_canonical_columns_follow_the_languages() -> None:
    assert canonical_columns(["de", "en"]) == (
        *("id", "event_de", "event_en", "year", "earliest", "latest", "edtf"),
        *("comment_de", "comment_en", "sources", "tags"),
    )
    assert canonical_columns(["de"], with_symbols=True)[-1] == "symbols"


def test_tags_are_split_at_commas_semicolons_and_lines() -> None:
    assert split_tags("kunst, film;kunst\n musik ,") == ("kunst", "film", "musik")


def test_a_released_edition_needs_its_seal() -> None:
    with pytest.raises(ValidationError, match="released but has no sha256"):
        Edition(number=1, year=2026, released=True)


def test_editions_are_listed_in_order() -> None:
    with pytest.raises(ValidationError, match="in order"):
        SERIES.model_validate({**SERIES.model_dump(), "editions": [{"number": 2, "year": 1}, {"number": 1, "year": 1}]})
