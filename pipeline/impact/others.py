"""Cards of other series that tell the event of a corrected card (invariant 10)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ..cards import Card, Deck
from ..corrigenda import Corrigendum
from ..duplicates import Decisions, agreed, score_all, still_says
from ..duplicates.score import weights
from ..years import YearError

Editions = Mapping[str, Mapping[int, Deck]]


@dataclass(frozen=True, slots=True)
class Other:
    """A card of another series on the same event, as its newest edition prints it.

    `agrees` tells whether its year and the corrected one have a year in common, None if one of them cannot be read or
    nothing new is proposed. `decided` tells whether a person said that it is one event.
    """

    card: str
    year: str
    agrees: bool | None
    decided: bool = True

    def as_json(self) -> dict[str, Any]:
        """Return the card as one object of ``--format json`` and of the feed."""
        return {"card": self.card, "year": self.year, "agrees": self.agrees}


def decided_others(decisions: Decisions, editions: Editions) -> Mapping[str, tuple[str, ...]]:
    """Return for each card the cards of other series that people decided to tell the same event, by their keys.

    A decision counts while each of its cards is what it was in some edition: a corrected year does not make it another
    event.
    """
    joined: dict[str, set[str]] = {}
    for last in decisions.answers.values():
        known = (
            line
            for line in last.lines
            if _knows(editions, line.a, line.hash_a) and _knows(editions, line.b, line.hash_b)
        )
        one = agreed(known)
        if one and one.answer == "same" and one.a.partition(":")[0] != one.b.partition(":")[0]:
            joined.setdefault(one.a, set()).add(one.b)
            joined.setdefault(one.b, set()).add(one.a)
    return {key: tuple(sorted(others)) for key, others in joined.items()}


def _knows(editions: Editions, key: str, digest: str) -> bool:
    code = key.partition(":")[0]
    cards = (deck.card(key) for deck in editions.get(code, {}).values())
    return any(card is not None and still_says(card, digest) for card in cards)


def also_affected(entry: Corrigendum, joined: Mapping[str, tuple[str, ...]], editions: Editions) -> tuple[Other, ...]:
    """Return the cards of other series that tell the event of the card of `entry`, by what people decided."""
    keys = joined.get(f"{entry.series}:{entry.card}", ())
    cards = (card for key in keys if (card := _newest(editions, key)))
    return tuple(Other(card.key, card.year, _agrees(entry, card, editions)) for card in cards)


def likely_affected(entry: Corrigendum, card: Card, others: Iterable[Card], editions: Editions) -> tuple[Other, ...]:
    """Return cards of other series that by their texts tell the event of `card`, as duplicates are found."""
    least = weights().duplicate
    elsewhere = [other for other in others if other.series != card.series]
    scores = score_all([(card, other) for other in elsewhere])
    same = [other for other, score in zip(elsewhere, scores, strict=True) if score.value >= least]
    return tuple(Other(one.key, one.year, _agrees(entry, one, editions), decided=False) for one in same)


def _newest(editions: Editions, key: str) -> Card | None:
    decks = editions.get(key.partition(":")[0], {})
    return next((card for number in sorted(decks, reverse=True) if (card := decks[number].card(key))), None)


def _agrees(entry: Corrigendum, other: Card, editions: Editions) -> bool | None:
    """Tell whether the corrected card and the other one have a year in common."""
    decks = editions[entry.series]
    series = decks[max(decks)].series[entry.series]
    own = _newest(editions, f"{entry.series}:{entry.card}")
    year = entry.new if entry.field == "year" else own.year if own else None
    if year is None or other.interval is None:
        return None
    try:
        return series.read_year(year).interval.overlaps(other.interval)
    except YearError:
        return None
