"""The Wild Mix: cards of several series drawn into one deck, by a recipe, so that anybody draws the same.

A card is drawn by the SHA-256 of the recipe's seed and the card's key: there is no generator of random numbers whose
sequence another version of Python might change, and a card more or less in a series moves no other card.
"""

import hashlib
from collections import ChainMap
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ..cards import Card, Deck, Series
from ..diagnostics import Diagnostic, finding
from ..documents import likely
from ..duplicates import Decisions, Pair, decide_help, find_pairs
from ..duplicates.vectors import Progress, silent
from ..games.pieces import SYMBOLS
from ..years import years_in_words
from .balance import by_difficulty, evenly
from .recipe import HAND, Recipe, Share


class Mixed(NamedTuple):
    """A mixed deck, and the edition that each series of its recipe was taken from, if it gave a card or none."""

    deck: Deck
    editions: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class _Draw:
    """One share that can be drawn: its place in the recipe, its series and edition, and the cards it may take."""

    index: int
    share: Share
    series: Series
    edition: int
    deck: Deck
    cards: tuple[Card, ...]
    unknown_tags: tuple[str, ...] = ()

    @property
    def is_mistagged(self) -> bool:
        """Tell whether no card has any of the tags that are asked for."""
        return bool(self.unknown_tags) and len(self.unknown_tags) == len(self.share.tags)


def mix(
    recipe: Recipe,
    decks: Mapping[str, Deck],
    decisions: Decisions | None = None,
    known: Iterable[str] = (),
    progress: Progress = silent,
) -> tuple[Mixed | None, list[Diagnostic]]:
    """Draw a deck by `recipe` from `decks` (by ``CODE/EDITION``); None if there is nothing to draw or a conflict.

    A share that cannot be drawn is reported and left out; `known` are the codes of series that there are beside those
    of `decks`. Two cards that tell the same event are dealt once; if their years exclude each other, the mix refuses
    until somebody decides and warns from then on, or deals neither, as the recipe says.
    """
    findings: list[Diagnostic] = []
    draws = list(_draws(recipe, decks, {*known, *(name.partition("/")[0] for name in decks)}, findings))
    pairs = find_pairs((card for draw in draws for card in draw.cards), decisions, progress=progress)
    by_key = {card.key: (card, draw) for draw in draws for card in draw.cards}
    conflicts = [pair for pair in pairs if pair.verdict == "conflict"]
    if recipe.conflicts == "refuse":
        if undecided := [pair for pair in conflicts if pair.decided is None]:
            return None, findings + [_conflict(recipe, pair, by_key) for pair in undecided]
        conflicts = []
    if asked := [pair for pair in pairs if recipe.duplicates == "ask" and pair.is_same and pair.decided is None]:
        return None, findings + [_asked(recipe, pair, by_key) for pair in asked]
    out = {key for pair in conflicts for key in (pair.a, pair.b)}
    findings += (_left_out(recipe, pair, by_key) for pair in conflicts)
    dropped = _repeated(recipe, (pair for pair in pairs if not {pair.a, pair.b} <= out), draws)
    findings += (_lapsed(recipe, pair, by_key) for pair in pairs if pair.before == "same" and not pair.is_same)
    cards, lacking = _dealt(recipe, draws, {*dropped, *out})
    drawn = {card.key for card in cards}
    findings += (_dealt_once(recipe, kept, lost, by_key, drawn) for lost, kept in dropped.items())
    if not cards:
        return None, [*findings, finding("WM526", "no card is left to mix", recipe.place("series"))]
    return _mixed(recipe, draws, cards), findings + lacking


def _dealt(recipe: Recipe, draws: list[_Draw], gone: set[str]) -> tuple[tuple[Card, ...], list[Diagnostic]]:
    """Return the cards that all shares give together, and what is lacking in what the recipe asks for."""
    lacking = list(_shut_out(recipe, draws))
    left = {draw.index: _left(recipe, draw, gone) for draw in draws}
    counts = _counts(recipe, draws, {index: len(some) for index, some in left.items()})
    cards = tuple(card for draw in draws for card in _drawn(recipe, draw, left, counts[draw.index], lacking))
    if recipe.symbols == "made-up":
        cards = tuple(card if card.symbols else _with_symbols(recipe, card) for card in cards)
    few = list(_too_few(recipe, len(cards), sum(map(len, left.values()))))
    told = bool(few or lacking) or any(draw.is_mistagged for draw in draws)
    if recipe.size and len(cards) < recipe.size and not told:
        lacking.append(_too_small(recipe, len(cards)))
    lacking += few
    lacking += _unkept(recipe, draws, counts)
    return cards, lacking


def _too_few(recipe: Recipe, number: int, there: int) -> Iterator[Diagnostic]:
    """Yield a warning if the cards of a mix, of those that could be drawn, do not do for its players."""
    if not recipe.players or number >= (needed := recipe.players * HAND + 1):
        return
    message = (
        f"{recipe.players} players need {needed} cards, {HAND} each and one to begin with; the mix has {number}"
        if number < there
        else f"{recipe.players} players need {needed} cards, {HAND} each and one to begin with; only {there} are left"
    )
    # More cannot be asked for than there are.
    advice = None if number < there else "loosen the filters, add a series, or name fewer `players`"
    yield finding("WM531", message, recipe.place("players"), help=advice)


def _too_small(recipe: Recipe, number: int) -> Diagnostic:
    if recipe.total:
        message = f"the recipe asks for {recipe.total} cards, and only {number} can be drawn"
        return finding("WM523", message, recipe.place("total"))
    message = f"a mix for {recipe.players} players has {recipe.size} cards, and only {number} can be drawn"
    return finding("WM523", message, recipe.place("players"))


def _unkept(recipe: Recipe, draws: list[_Draw], counts: Mapping[int, int]) -> Iterator[Diagnostic]:
    """Yield a warning if series give less than the shares that the recipe names, and others make up for it."""
    if recipe.size is None or sum(counts.values()) < recipe.size or all(draw.share.share is None for draw in draws):
        return
    asked = _counts(recipe, draws, {draw.index: recipe.size for draw in draws})
    # A share without any card that can be played has been reported.
    short = [draw for draw in draws if draw.cards and counts[draw.index] < asked[draw.index]]
    if short:
        told = ", ".join(f"{counts[draw.index]} of {asked[draw.index]} from `{draw.share.code}`" for draw in short)
        message = f"shares are not kept: {told}; other series make up for it"
        yield finding("WM536", message, recipe.place("series", short[0].index, "share"), series=short[0].share.code)


def _shut_out(recipe: Recipe, draws: list[_Draw]) -> Iterator[Diagnostic]:
    """Yield a warning for each share of all cards whose filters let none pass: perhaps a tag is misspelt."""
    for draw in draws:
        code, dated = draw.share.code, [card for card in draw.deck if card.interval is not None]
        if draw.share.count != "all" or draw.is_mistagged:
            continue
        if dated and not any(map(draw.share.admits, dated)):
            message = f"no card of `{code}` passes the filters of its share"
            yield finding("WM523", message, recipe.place("series", draw.index), series=code)


def _mixed(recipe: Recipe, draws: list[_Draw], cards: tuple[Card, ...]) -> Mixed:
    drawn = {card.series for card in cards}
    used = [draw for draw in draws if draw.share.code in drawn]
    places = ChainMap(*(dict(draw.deck.places) for draw in draws))
    deck = Deck(recipe.name, {draw.series.code: draw.series for draw in used}, cards, None, places)
    return Mixed(deck, {draw.series.code: draw.edition for draw in draws})


def _draws(
    recipe: Recipe, decks: Mapping[str, Deck], codes: Collection[str], findings: list[Diagnostic]
) -> Iterator[_Draw]:
    """Yield the shares that can be drawn, with the cards that their filters admit."""
    seen: set[str] = set()
    for index, share in enumerate(recipe.series):
        if share.code in seen:
            message = f"series `{share.code}` is named twice; its second share is left out"
            findings.append(finding("WM524", message, recipe.place("series", index, "code"), series=share.code))
            continue
        seen.add(share.code)
        numbers = {int(number): name for name in decks if (number := _edition_of(name, share.code))}
        edition = share.edition or max(numbers, default=0)
        if not numbers:
            known = ", ".join(f"`{code}`" for code in sorted(codes)) or "none"
            message = f"there is no series `{share.code}` to draw from (known: {known})"
            findings.append(finding("WM521", message, recipe.place("series", index, "code"), series=share.code))
        elif edition not in numbers:
            listed = next(iter(numbers.values()))
            there = {*numbers, *(one.number for one in decks[listed].series[share.code].editions)}
            known = ", ".join(str(number) for number in sorted(there - {edition}))
            message = f"series `{share.code}` has no edition {edition} (known: {known})"
            findings.append(finding("WM522", message, recipe.place("series", index, "edition"), series=share.code))
        else:
            deck = decks[numbers[edition]]
            cards = tuple(_eligible(recipe, index, share, deck, findings))
            unknown = tuple(_unknown_tags(recipe, index, share, deck, findings))
            yield _Draw(index, share, deck.series[share.code], edition, deck, cards, unknown)


def _unknown_tags(recipe: Recipe, index: int, share: Share, deck: Deck, findings: list[Diagnostic]) -> Iterator[str]:
    """Yield the tags of a share that no card of its deck has, and report each."""
    known = sorted({tag for card in deck for tag in card.tags}) if share.tags else []
    for tag in share.tags:
        if tag not in known:
            message = f"no card of `{share.code}` has the tag `{tag}`{likely(tag, known)}"
            findings.append(finding("WM535", message, recipe.place("series", index, "tags"), series=share.code))
            yield tag


def _edition_of(name: str, code: str) -> str:
    """Return the number in ``CODE/NUMBER``, empty for another deck."""
    number = name.removeprefix(f"{code}/")
    return number if number != name and number.isdecimal() else ""


def _eligible(recipe: Recipe, index: int, share: Share, deck: Deck, findings: list[Diagnostic]) -> Iterator[Card]:
    """Yield the cards of a share that can be played and pass its filters; report those that cannot be played."""
    here = recipe.place("series", index)
    undated: list[Card] = []
    plain: list[Card] = []
    silent: dict[tuple[str, ...], list[Card]] = {}
    for card in deck:
        if card.interval is None:
            undated.append(card)
        elif not share.admits(card):
            continue
        elif lacking := tuple(one for one in recipe.languages if not card.event.get(one, "").strip()):
            silent.setdefault(lacking, []).append(card)
        elif recipe.symbols is True and not card.symbols:
            plain.append(card)
        else:
            yield card
    for code, lack, cards in (
        ("WM528", "no readable year", undated),
        *(("WM527", f"no event in {_languages(missing)}", cards) for missing, cards in silent.items()),
        ("WM533", "no symbols", plain),
    ):
        if cards:
            who = f"{_count(cards)} of `{share.code}` {'has' if len(cards) == 1 else 'have'} {lack}"
            message = f"{who} and {'is' if len(cards) == 1 else 'are'} not drawn: {_listed(cards)}"
            findings.append(finding(code, message, here, card=cards[0].id, series=share.code))


def _languages(several: tuple[str, ...]) -> str:
    return " and ".join(f"`{language}`" for language in several)


def _count(cards: list[Card]) -> str:
    return "1 card" if len(cards) == 1 else f"{len(cards)} cards"


def _listed(cards: list[Card]) -> str:
    shown = ", ".join(f"`{card.id}`" for card in cards[:5])
    return shown + (", …" if len(cards) > 5 else "")


def _repeated(recipe: Recipe, pairs: Iterable[Pair], draws: list[_Draw]) -> dict[str, str]:
    """Return the keys of cards that tell an event of a card of higher rank, with the key of that card.

    Only what counts as the same event joins cards; an uncertain pair never does.
    """
    cards = [(draw, card) for draw in draws for card in draw.cards]
    order = sorted(range(len(cards)), key=lambda at: (_rank(recipe, *cards[at]), at))
    rank = {cards[at][1].key: place for place, at in enumerate(order)}
    first = {card.key: card.key for _, card in cards}

    def root(key: str) -> str:
        while first[key] != key:
            first[key] = first[first[key]]
            key = first[key]
        return key

    for pair in pairs:
        if pair.is_same:
            kept, lost = sorted((root(pair.a), root(pair.b)), key=rank.__getitem__)
            first[lost] = kept
    return {key: root(key) for key in rank if root(key) != key}


def _rank(recipe: Recipe, draw: _Draw, card: Card) -> tuple[int, ...]:
    """Return what puts a card before others that tell its event, the lowest first; the order of series breaks ties."""
    if recipe.duplicates == "newest-edition":
        return (-draw.edition,)
    if recipe.duplicates == "better-sources":
        return -sum(source.checked for source in card.sources), -len(card.sources)
    return ()


def _left(recipe: Recipe, draw: _Draw, gone: set[str]) -> tuple[Card, ...]:
    """Return the cards of a share that may be drawn."""
    left = tuple(card for card in draw.cards if card.key not in gone)
    return left if recipe.difficulty == "any" else by_difficulty(left, recipe.difficulty)


def _counts(recipe: Recipe, draws: list[_Draw], there: Mapping[int, int]) -> dict[int, int]:
    """Return how many cards each share gives of those that are there: its count, all, or its part of the total.

    What is left of the total is shared out card by card, each to the series that is furthest behind its share and still
    has cards; so a small series gives all it has and others make up for it.
    """
    if recipe.size is None:
        return {draw.index: there[draw.index] if draw.share.count == "all" else draw.share.count for draw in draws}
    counts = {draw.index: 0 if draw.share.count == "all" else draw.share.count for draw in draws}
    open_ = [draw for draw in draws if draw.share.count == "all"]
    for _ in range(recipe.size - sum(counts.values())):
        behind = [draw for draw in open_ if counts[draw.index] < there[draw.index]]
        if not behind:
            break
        least = min(behind, key=lambda draw: ((counts[draw.index] + 1) / (draw.share.share or 1), draw.index))
        counts[least.index] += 1
    return counts


def _drawn(
    recipe: Recipe, draw: _Draw, left: Mapping[int, tuple[Card, ...]], wanted: int, findings: list[Diagnostic]
) -> Iterator[Card]:
    """Yield the cards that a share gives, in the order of their deck."""
    cards = left[draw.index]
    if wanted > len(cards) and not draw.is_mistagged:
        message = f"the recipe asks for {wanted} cards of `{draw.share.code}`, and only {len(cards)} can be drawn"
        place = recipe.place("series", draw.index, "count")
        findings.append(finding("WM523", message, place, series=draw.share.code))
    lots = {card.key: lot(recipe.seed, card.key) for card in cards}
    if recipe.spread == "even":
        chosen = evenly(cards, wanted, lots)
    else:
        chosen = set(sorted(lots, key=lambda key: (lots[key], key))[:wanted])
    yield from (card for card in cards if card.key in chosen)


def lot(seed: int | str, key: str) -> str:
    """Return the lot of a card, hexadecimal digits: the lowest are drawn first."""
    return hashlib.sha256(f"{seed}\n{key}".encode()).hexdigest()


def _with_symbols(recipe: Recipe, card: Card) -> Card:
    """Return a card with symbols drawn for it, each side evenly and by its own lot."""
    number = int(lot(recipe.seed, f"{card.key} symbols"), 16)
    dark, white = SYMBOLS[number % len(SYMBOLS)], SYMBOLS[number // len(SYMBOLS) % len(SYMBOLS)]
    return card.model_copy(update={"symbols": f"{white}/{dark}"})


def _conflict(recipe: Recipe, pair: Pair, cards: Mapping[str, tuple[Card, _Draw]]) -> Diagnostic:
    told = " and ".join(_told(*cards[key]) for key in (pair.a, pair.b))
    card, draw = cards[pair.b]
    message = f"{told} tell the same event with different years; the mix is refused"
    what_next = f"correct the wrong year, or {decide_help(pair.a, pair.b)}"
    return finding(
        "WM525", message, recipe.place("series", draw.index), help=what_next, card=card.id, series=card.series
    )


def _told(card: Card, draw: _Draw) -> str:
    place = draw.deck.place(card, "year")
    where = f" in {place.file}" if place else ""
    meant = f", that is {years_in_words(card.interval)}" if card.interval else ""
    return f"`{card.key}` (`{card.year}`{meant}{where})"


def _dealt_once(
    recipe: Recipe, kept: str, lost: str, cards: Mapping[str, tuple[Card, _Draw]], drawn: Collection[str]
) -> Diagnostic:
    """Return a note on a card that made room; a warning if the card that was drawn in its place gives another year."""
    (card, draw), (other, its_draw) = cards[lost], cards[kept]
    if kept in drawn and card.interval and other.interval and not card.interval.overlaps(other.interval):
        message = (
            f"{_told(other, its_draw)} is drawn, and its year is disputed: {_told(card, draw)} tells the same event"
        )
        return finding("WM534", message, recipe.place("series", its_draw.index), card=other.id, series=other.series)
    message = f"`{lost}` tells the event of `{kept}` and is not drawn"
    what_next = f"nothing to do; to deal both, {decide_help(kept, lost, 'different')}"
    return finding(
        "WM529", message, recipe.place("series", draw.index), help=what_next, card=card.id, series=card.series
    )


def _lapsed(recipe: Recipe, pair: Pair, cards: Mapping[str, tuple[Card, _Draw]]) -> Diagnostic:
    card, draw = cards[pair.b]
    message = f"`{pair.a}` and `{pair.b}` were decided to be the same event when one read otherwise; both may be dealt"
    return finding(
        "WM538",
        message,
        recipe.place("series", draw.index),
        help=decide_help(pair.a, pair.b),
        card=card.id,
        series=card.series,
    )


def _asked(recipe: Recipe, pair: Pair, cards: Mapping[str, tuple[Card, _Draw]]) -> Diagnostic:
    card, draw = cards[pair.b]
    message = f"`{pair.a}` and `{pair.b}` tell the same event, and nobody has decided; the mix is refused"
    return finding("WM530", message, recipe.place("series", draw.index), card=card.id, series=card.series)


def _left_out(recipe: Recipe, pair: Pair, cards: Mapping[str, tuple[Card, _Draw]]) -> Diagnostic:
    told = " and ".join(_told(*cards[key]) for key in (pair.a, pair.b))
    card, draw = cards[pair.b]
    message = f"{told} tell the same event with different years; neither is drawn"
    return finding("WM532", message, recipe.place("series", draw.index), card=card.id, series=card.series)
