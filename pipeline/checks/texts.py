"""Checks that the texts are there and fit on a card."""

from collections.abc import Iterator

from ..cards import Deck, Series
from ..diagnostics import Diagnostic
from .report import report, report_series

LONGEST_EVENT = 200


def missing_texts(deck: Deck) -> Iterator[Diagnostic]:
    """Find cards without an event, and events or comments that are missing in a language of the series.

    A language that no card of the series has is one finding.
    """
    for series in deck.series.values():
        lacking = _languages_lacking(deck, series)
        for language in lacking:
            message = f"no card of `{series.code}` has an event in `{language}`"
            yield report_series("WM303", message, deck, series)
        yield from _missing_of_cards(deck, series, [lang for lang in series.languages if lang not in lacking])


def _languages_lacking(deck: Deck, series: Series) -> list[str]:
    cards = [card for card in deck if card.series == series.code]
    if not any(card.event for card in cards):
        return []
    return [language for language in series.languages if not any(card.event.get(language) for card in cards)]


def _missing_of_cards(deck: Deck, series: Series, languages: list[str]) -> Iterator[Diagnostic]:
    for card in deck:
        if card.series != series.code:
            continue
        if not any(card.event.values()):
            yield report("WM302", f"card `{card.id}` has no event", deck, card, f"event_{series.languages[0]}")
            continue
        for kind, texts in (("event", card.event), ("comment", card.comment)):
            missing = [language for language in languages if not texts.get(language)]
            if missing and any(texts.values()):
                message = f"card `{card.id}` has no {kind} in `{'`, `'.join(missing)}`"
                yield report("WM303", message, deck, card, f"{kind}_{missing[0]}")


def overlong_texts(deck: Deck) -> Iterator[Diagnostic]:
    """Find events longer than a card has room for in a legible size."""
    for card in deck:
        for language, text in card.event.items():
            if len(text) > LONGEST_EVENT:
                message = f"the event of `{card.id}` has {len(text)} characters"
                yield report("WM304", message, deck, card, f"event_{language}", at=(LONGEST_EVENT, len(text)))
