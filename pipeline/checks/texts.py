"""Checks that the texts are there and fit on a card."""

from collections.abc import Iterator

from ..cards import Card, Deck
from ..diagnostics import Diagnostic
from .report import own_series, report, report_series

LONGEST_EVENT = 200


def missing_texts(deck: Deck) -> Iterator[Diagnostic]:
    """Find cards without an event, and events or comments that are missing in a language of the series.

    A language that no card of the series has is one finding.
    """
    filled: dict[str, set[str]] = {code: set() for code in deck.series}
    for block in deck.blocks():
        series = own_series(block)
        filled[series.code].update(lang for lang in series.languages if any(block.texts(f"event_{lang}").values))
    lacking = {
        code: [language for language in series.languages if filled[code] and language not in filled[code]]
        for code, series in deck.series.items()
    }
    for code, languages in lacking.items():
        for language in languages:
            message = f"no card of `{code}` has an event in `{language}`"
            yield report_series("WM303", message, deck, deck.series[code])
    for block in deck.blocks():
        series = own_series(block)
        wanted = [language for language in series.languages if language not in lacking[series.code]]
        for place in sorted({*_gaps(block, "event"), *_gaps(block, "comment")}):
            yield from _missing_of_card(deck, block.cards[place], wanted)


def _gaps(block: Deck, kind: str) -> Iterator[int]:
    """Yield the places of the cards without an event, or with a text in some languages only."""
    columns = [block.texts(f"{kind}_{language}").values for language in own_series(block).languages]
    for place, texts in enumerate(zip(*columns, strict=True) if any("" in column for column in columns) else ()):
        if "" in texts and (kind == "event" or any(texts)):
            yield place


def _missing_of_card(deck: Deck, card: Card, languages: list[str]) -> Iterator[Diagnostic]:
    if not any(card.event.values()):
        field = f"event_{deck.series_of(card).languages[0]}"
        yield report("WM302", f"card `{card.id}` has no event", deck, card, field)
        return
    for kind, texts in (("event", card.event), ("comment", card.comment)):
        missing = [language for language in languages if not texts.get(language)]
        if missing and any(texts.values()):
            message = f"card `{card.id}` has no {kind} in `{'`, `'.join(missing)}`"
            yield report("WM303", message, deck, card, f"{kind}_{missing[0]}")


def overlong_texts(deck: Deck) -> Iterator[Diagnostic]:
    """Find events longer than a card has room for in a legible size."""
    for block in deck.blocks():
        for name in (f"event_{language}" for language in own_series(block).languages):
            lengths = list(map(len, block.texts(name).values))
            for place, length in enumerate(lengths if max(lengths, default=0) > LONGEST_EVENT else ()):
                if length > LONGEST_EVENT:
                    card = block.cards[place]
                    message = f"the event of `{card.id}` has {length} characters"
                    yield report("WM304", message, deck, card, name, at=(LONGEST_EVENT, length))
