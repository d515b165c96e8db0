"""Events that several cards of a mix tell: which card is dealt, which make room, and what is said of their years."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import NamedTuple

from ..cards import Card
from ..diagnostics import Diagnostic, finding
from ..duplicates import Decisions, Pair, Verdict, decide_help, disagree, groups, newest_help
from ..years import years_in_words
from .recipe import Recipe
from .shares import Draw

Cards = Mapping[str, tuple[Card, Draw]]
"""Cards that may be drawn, by their keys, in the order of their shares, with the share that gives each."""

_MOST_TOLD = 5
"""Cards of one event that a finding names."""


class Settled(NamedTuple):
    """What becomes of events told more than once.

    `left_out` holds the cards of one event whose years contradict each other, a line for each event; `dropped` the
    cards that make room for another one, with its key; `across` the pairs of one event that are kept apart, since they
    join cards decided to be different.
    """

    left_out: Sequence[Sequence[str]]
    dropped: Mapping[str, str]
    across: Sequence[Pair]

    @property
    def gone(self) -> set[str]:
        """The cards that cannot be drawn."""
        return {*self.dropped, *(key for keys in self.left_out for key in keys)}


def settle(recipe: Recipe, pairs: Sequence[Pair], cards: Cards) -> Settled:
    """Choose the card that is dealt of each event; an uncertain pair joins no cards to one, `different` keeps apart.

    With ``conflicts = "leave-out"`` no card is dealt whose year contradicts that of another card of its event.
    """
    events = groups(pairs)
    order = sorted(cards, key=lambda key: _rank(recipe, *cards[key]))
    rank = {key: place for place, key in enumerate(order)}
    across = _across(pairs, events)
    torn = {key for pair in across for key in (pair.a, pair.b)}
    left_out = _contradictions(events, across, cards) if recipe.conflicts == "leave-out" else []
    gone = {key for keys in left_out for key in keys}
    kept = {}
    for keys in events:
        rest = sorted({*keys} - gone, key=lambda key: (key in torn, rank[key]))
        kept.update(dict.fromkeys(rest[1:], rest[0] if rest else ""))
    return Settled(left_out, {key: kept[key] for key in order if key in kept}, across)


def _across(pairs: Iterable[Pair], events: Iterable[Iterable[str]]) -> list[Pair]:
    """Return the pairs of one event that are kept apart all the same, since they join cards decided to be different.

    Their cards belong to one of these only, and make room there, so that the others are dealt.
    """
    event = {key: at for at, keys in enumerate(events) for key in keys}
    return [pair for pair in pairs if pair.is_same and event.get(pair.a, pair.a) != event.get(pair.b, pair.b)]


def _contradictions(events: Sequence[Sequence[str]], across: Iterable[Pair], cards: Cards) -> list[list[str]]:
    """Return the cards whose years contradict each other, a line for each event and for each card kept apart."""
    size = {key: len(keys) for keys in events for key in keys}
    lines: dict[str, list[str]] = {}
    for pair in across:
        if pair.verdict == "conflict":
            apart, other = sorted((pair.a, pair.b), key=lambda key: size.get(key, 1))
            lines.setdefault(apart, [apart]).append(other)
    within = (_contradicting(keys, cards) for keys in events)
    return [out for out in (*within, *lines.values()) if out]


def _rank(recipe: Recipe, card: Card, draw: Draw) -> tuple[int, ...]:
    """Return what puts a card before others that tell its event, the lowest first; the order of series breaks ties."""
    if recipe.duplicates == "newest-edition":
        printed = draw.series.edition(draw.edition)
        return -(printed.year if printed else 0), -draw.edition
    if recipe.duplicates == "better-sources":
        return -sum(source.checked for source in card.sources), -len(card.sources)
    return ()


def _contradicting(keys: Iterable[str], cards: Cards) -> list[str]:
    """Return those of some cards that share no year with another one of them."""
    dates = {key: years for key in keys if (years := cards[key][0].interval)}
    begins = {key: -inf if years.earliest is None else years.earliest for key, years in dates.items()}
    ends = {key: inf if years.latest is None else years.latest for key, years in dates.items()}
    last_begin, first_end = max(begins.values(), default=-inf), min(ends.values(), default=inf)
    return [key for key in dates if begins[key] > first_end or ends[key] < last_begin]


def refusals(
    recipe: Recipe, pairs: Iterable[Pair], cards: Cards, decisions: Decisions, settled: Settled
) -> Iterator[Diagnostic]:
    """Yield why a mix cannot be made before somebody decided.

    A rule says that two cards tell one event. It says nothing of their years: only a person does that.
    """
    gone = {key for keys in settled.left_out for key in keys}
    for pair in pairs:
        first, second = cards[pair.a][0], cards[pair.b][0]
        if pair.verdict == "conflict":
            if recipe.conflicts == "refuse" and not decisions.get(first, second):
                yield _conflict(recipe, pair, cards)
        elif pair.is_same and recipe.duplicates == "ask" and pair.decided is None and gone.isdisjoint((pair.a, pair.b)):
            yield _asked(recipe, pair, cards)


def _conflict(recipe: Recipe, pair: Pair, cards: Cards) -> Diagnostic:
    card, draw = cards[pair.b]
    named = _named((pair.a, pair.b), cards)
    message = (
        f"{named} were decided to be different events when one read otherwise, and now tell the same event with "
        "different years; the mix is refused"
        if pair.before == "different"
        else f"{named} tell the same event with different years; the mix is refused"
    )
    what_next = _older_edition(pair, cards) or f"correct the wrong year, or {decide_help(pair.a, pair.b)}"
    return finding(
        "WM525", message, recipe.place("series", draw.index), help=what_next, card=card.id, series=card.series
    )


def _asked(recipe: Recipe, pair: Pair, cards: Cards) -> Diagnostic:
    card, draw = cards[pair.b]
    message = (
        f"`{pair.a}` and `{pair.b}` were decided to be different events when one read otherwise, and now tell the same "
        "event; the mix is refused"
        if pair.before == "different"
        else f"`{pair.a}` and `{pair.b}` tell the same event, and nobody has decided; the mix is refused"
    )
    place, what_next = recipe.place("series", draw.index), _to_decide(pair, cards)
    return finding("WM530", message, place, help=what_next, card=card.id, series=card.series)


def _to_decide(pair: Pair, cards: Cards) -> str:
    return _older_edition(pair, cards) or decide_help(pair.a, pair.b)


def _older_edition(pair: Pair, cards: Cards) -> str:
    """Say what to do about a pair of an older edition, since decisions are about the newest; empty if it is of none."""
    draws = [cards[key][1] for key in (pair.a, pair.b)]
    older = [draw.share.code for draw in draws if not draw.is_newest]
    return newest_help(pair.a, pair.b, older) if older else ""


def presumed(pairs: Iterable[Pair], cards: Mapping[str, Card]) -> list[Pair]:
    """Return the pairs, those as one event that somebody decided to be one before a card changed or others denied it.

    A mix deals no event twice, and no disputed year, because of a decision that has been put in question.
    """
    return [
        replace(pair, verdict=_verdict(pair.a, pair.b, cards))
        if pair.before in {"same", "both"} and pair.verdict == "uncertain"
        else pair
        for pair in pairs
    ]


def _verdict(a: str, b: str, cards: Mapping[str, Card]) -> Verdict:
    return "conflict" if disagree(cards[a], cards[b]) else "duplicate"


def joined(pairs: Sequence[Pair], cards: Mapping[str, Card], drawable: Collection[str]) -> list[Pair]:
    """Return the pairs of drawable cards, with those that tell one event as other cards between them show."""
    found = [pair for pair in pairs if pair.a in drawable and pair.b in drawable]
    event = {key: keys for keys in groups(found) for key in keys}
    for keys in groups(pairs):
        # One card stands for those that are joined already.
        first, *others = sorted({event.get(key, (key,)): key for key in keys if key in drawable}.values()) or [""]
        found += [Pair(first, other, 0.0, _verdict(first, other, cards)) for other in others]
    return found


def lapsed(recipe: Recipe, pairs: Iterable[Pair], cards: Cards, settled: Settled) -> Iterator[Diagnostic]:
    """Yield a warning for each pair as found of which one card is not drawn, and for which a decision holds no longer.

    Either it alone makes the two one event, or it said that they are two, and their texts say otherwise now.
    """
    for pair in pairs:
        is_denied = pair.before == "different" and pair.is_same
        if {pair.a, pair.b}.isdisjoint(settled.gone if is_denied else settled.dropped):
            continue
        card, draw = cards[pair.b if pair.b in settled.gone else pair.a]
        if pair.before == "same" and pair.verdict == "uncertain":
            message = (
                f"`{pair.a}` and `{pair.b}` were decided to be the same event when one read otherwise; "
                f"`{card.key}` is not drawn"
            )
        elif is_denied:
            message = (
                f"`{pair.a}` and `{pair.b}` were decided to be different events when one read otherwise; "
                f"`{card.key}` is not drawn"
            )
        else:
            continue
        place, what_next = recipe.place("series", draw.index), _to_decide(pair, cards)
        yield finding("WM538", message, place, help=what_next, card=card.id, series=card.series)


def undecided(recipe: Recipe, pairs: Iterable[Pair], cards: Cards, drawn: Collection[str]) -> Iterator[Diagnostic]:
    """Yield a note for each pair that may tell one event, that nobody has judged, and of which both cards are drawn."""
    for pair in pairs:
        if pair.verdict == "uncertain" and pair.a in drawn and pair.b in drawn:
            card, draw = cards[pair.b]
            if disagree(cards[pair.a][0], card):
                named = _named((pair.a, pair.b), cards)
                message = f"{named} may tell the same event with different years, and both are drawn"
            else:
                message = f"`{pair.a}` and `{pair.b}` may tell the same event, and both are drawn"
            place, what_next = recipe.place("series", draw.index), _to_decide(pair, cards)
            yield finding("WM539", message, place, help=what_next, card=card.id, series=card.series)


def told(
    recipe: Recipe, settled: Settled, cards: Cards, drawn: Collection[str], known: Collection[str] = ()
) -> Iterator[Diagnostic]:
    """Yield what became of the cards of events told more than once, one finding for each card at most.

    Of cards that are `known`, another finding has said why they are not drawn.
    """
    for keys in settled.left_out:
        yield _left_out(recipe, keys, cards)
    against = _against(settled, cards, drawn)
    for kept, others in against.items():
        yield _disputed(recipe, kept, others, cards)
    told_of = {key for keys in against.values() for key in keys}
    for key, kept in settled.dropped.items():
        if key not in told_of and key not in known:
            card, draw = cards[key]
            message = f"`{key}` tells the event of `{kept}` and is not drawn"
            place = recipe.place("series", draw.index)
            what_next = f"nothing to do; to deal both, {decide_help(kept, key, 'different')}"
            yield finding("WM529", message, place, help=what_next, card=card.id, series=card.series)


def _against(settled: Settled, cards: Cards, drawn: Collection[str]) -> dict[str, list[str]]:
    """Return for each drawn card whose year is disputed the cards of its event that say otherwise."""
    against: dict[str, list[str]] = {}
    apart = [sorted((pair.a, pair.b), key=lambda key: key not in drawn) for pair in settled.across]
    for kept, other in (*((kept, key) for key, kept in settled.dropped.items()), *apart):
        if kept in drawn and disagree(cards[other][0], cards[kept][0]):
            against.setdefault(kept, []).append(other)
    return against


def _left_out(recipe: Recipe, keys: Sequence[str], cards: Cards) -> Diagnostic:
    card, draw = cards[keys[-1]]
    named, place = _named(keys, cards), recipe.place("series", draw.index)
    message = (
        f"{named} tell the same event with different years; neither is drawn"
        if len(keys) == 2
        else f"{named} tell the same event with different years; none of them is drawn"
    )
    return finding("WM532", message, place, card=card.id, series=card.series)


def _disputed(recipe: Recipe, kept: str, against: Sequence[str], cards: Cards) -> Diagnostic:
    card, draw = cards[kept]
    one, others = _named([kept], cards), _named(against, cards)
    message = (
        f"{one} is drawn, and its year is disputed: {others} tells the same event"
        if len(against) == 1
        else f"{one} is drawn, and its year is disputed: {others} tell the same event"
    )
    return finding("WM534", message, recipe.place("series", draw.index), card=card.id, series=card.series)


def _named(keys: Sequence[str], cards: Cards) -> str:
    """Name cards with their years and files, not more than can be read."""
    shown = [_with_year(*cards[key]) for key in keys[:_MOST_TOLD]]
    if more := len(keys) - len(shown):
        shown.append(f"{more} more")
    return " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)


def _with_year(card: Card, draw: Draw) -> str:
    place = draw.deck.place(card, "year")
    where = f" in {place.file}" if place else ""
    meant = f", that is {years_in_words(card.interval)}" if card.interval else ""
    return f"`{card.key}` (`{card.year}`{meant}{where})"
