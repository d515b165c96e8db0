"""What follows from several decisions together: where *a* is *b*, and *b* is *c*, *a* is *c*."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product

from ..cards import Card
from .decisions import Decision, Decisions, Key, agreed, card_hash
from .groups import groups
from .pair import Answer, Pair
from .rules import MOST_OF_A_RULE

_NO_CARD = ""
"""A hash that no card has: what followed from it does not hold."""


def closed(decisions: Decisions, cards: Mapping[str, Card]) -> Decisions:
    """Return the decisions with what follows from them; `cards` are those of the newest editions, by key.

    What follows from decisions that hold is decided too, while its cards read as they do now. What followed before one
    of the cards changed is known as decided then. No two cards that somebody called different are joined: of decisions
    that cannot all be right, which are told (WM518), one may follow and another not.
    """
    known = [one for one in decisions.answers.values() if one.a in cards and one.b in cards]
    held = [one for last in known if (one := agreed(last.holding(cards[last.a], cards[last.b])))]
    lapsed = [last for last in known if decisions.before(cards[last.a], cards[last.b]) == "same"]
    found: dict[Key, tuple[Answer, bool]] = dict.fromkeys(_joined([*held, *lapsed]), ("same", False))
    found |= dict.fromkeys(_parted(held), ("different", True))
    found |= dict.fromkeys(_joined(held), ("same", True))
    named = {key for one in held for key in (one.a, one.b)}
    digests = {key: card_hash(cards[key]) for key in named}
    follows = {
        (a, b): Decision(a, b, answer, "", "", *((digests[a], digests[b]) if holds else (_NO_CARD, _NO_CARD)))
        for (a, b), (answer, holds) in found.items()
        if (a, b) not in decisions.answers
    }
    return replace(decisions, follows=follows)


def _events(lines: Iterable[Decision]) -> list[tuple[str, ...]]:
    """Return the cards that decisions make one event, none of which holds two that they call different."""
    return groups(
        Pair(one.a, one.b, 1.0, "duplicate" if one.answer == "same" else "distinct", one.answer) for one in lines
    )


def _joined(lines: Iterable[Decision]) -> Iterator[Key]:
    """Yield the pairs within each event, of very many cards those with the first."""
    for keys in _events(lines):
        yield from combinations(keys, 2) if len(keys) <= MOST_OF_A_RULE else product(keys[:1], keys[1:])


def _parted(lines: Sequence[Decision]) -> Iterator[Key]:
    """Yield the pairs of cards of two events of which some are decided to be different, and none to be the same."""
    event = {key: keys for keys in _events(lines) for key in keys}
    sides = [(one, event.get(one.a, (one.a,)), event.get(one.b, (one.b,))) for one in lines]
    torn = {frozenset((ours, theirs)) for one, ours, theirs in sides if one.answer == "same"}
    for one, ours, theirs in sides:
        few = len(ours) + len(theirs) <= MOST_OF_A_RULE
        if one.answer == "different" and few and frozenset((ours, theirs)) not in torn:
            yield from ((min(pair), max(pair)) for pair in product(ours, theirs))
