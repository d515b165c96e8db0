"""Whether a mixed deck still says what its recipe takes: editions come out, and rows are edited by hand."""

from collections.abc import Iterator, Mapping

from ..cards import Card, Deck
from ..diagnostics import Diagnostic, finding
from ..duplicates import Decisions
from .recipe import Recipe

_MOST_TOLD = 5


def outdated(
    recipe: Recipe, deck: Deck, taken: Mapping[str, str], editions: Mapping[str, Deck]
) -> Iterator[Diagnostic]:
    """Yield a warning for each series whose cards in a mixed `deck` are not those that its recipe takes now.

    `taken` holds the editions that the deck names, `editions` the decks that the recipe takes, by the codes of their
    series; of a series without such a deck, nothing is said.
    """
    shares = {share.code: share for share in recipe.series}
    for code in deck.series:
        cards = [card for card in deck if card.series == code]
        now = editions.get(code)
        if code not in shares:
            message = f"the recipe of `{deck.name}` draws nothing from `{code}`; the mixed deck has {_named(cards)}"
        elif now is None:
            continue
        elif changed := [card for card in cards if not _says_the_same(card, now.card(card.key))]:
            cards, named = changed, _named(changed)
            message = (
                f"cards of `{deck.name}` stand otherwise, or not at all, in edition {now.edition} of `{code}`: {named}"
            )
        elif shares[code].edition and taken.get(code, "") != str(now.edition):
            message = f"the recipe of `{deck.name}` takes edition {now.edition} of `{code}`; the mixed deck has another"
        else:
            continue
        what_next = f"draw it again: `wildmix mix {deck.name}`"
        yield finding("WM540", message, deck.place(cards[0], "edition"), help=what_next, card=cards[0].id, series=code)


def told_twice(deck: Deck, decisions: Decisions) -> Iterator[Diagnostic]:
    """Yield a warning for each two cards of a mixed deck that were decided to tell one event, as after it was drawn."""
    cards = {card.key: card for card in deck}
    for a, b in sorted(decisions.within(cards)):
        if decisions.answer(cards[a], cards[b]) == "same":
            message = f"`{a}` and `{b}` were decided to tell the same event, and `{deck.name}` has both"
            help_ = f"draw it again: `wildmix mix {deck.name}`"
            yield finding("WM540", message, deck.place(cards[b], "edition"), help=help_, card=cards[b].id)


def _says_the_same(card: Card, now: Card | None) -> bool:
    """Tell whether two cards print the same; symbols may have been made up for the mix."""
    return now is not None and (card.event, card.comment, card.year) == (now.event, now.comment, now.year)


def _named(cards: list[Card]) -> str:
    more = len(cards) - _MOST_TOLD
    return ", ".join(f"`{card.key}`" for card in cards[:_MOST_TOLD]) + (f" and {more} more" if more > 0 else "")
