"""In which languages cards are compared."""

from collections.abc import Iterable

from ..cards import Card
from .lexicon import LEXICON_LANGUAGES, STEMMERS
from .vectors import vectors


def texts_of(card: Card) -> dict[str, str]:
    """Return the event of a card by language, without empty texts."""
    return {language: text for language, text in card.event.items() if text.strip()}


def known_languages() -> frozenset[str]:
    """Return the languages that are compared with each other: all with stems, without vectors those of the lexicon."""
    return frozenset(LEXICON_LANGUAGES if vectors() is None else STEMMERS)


def unknown_languages(cards: Iterable[Card]) -> tuple[str, ...]:
    """Return the languages of these cards that have no stemmer, sorted: their words are compared as they stand."""
    return tuple(sorted({language for card in cards for language in card.event if language not in STEMMERS}))
