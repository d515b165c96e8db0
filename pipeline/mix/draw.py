"""The Wild Mix: cards of several series drawn into one deck, by a recipe, so that anybody draws the same.

A card is drawn by the SHA-256 of the recipe's seed and the card's key: there is no generator of random numbers whose
sequence another version of Python might change, and a card more or less in a series moves no other card.
"""

import hashlib
from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from ..cards import Card, Deck
from ..diagnostics import Diagnostic, Severity, finding, worst
from ..duplicates import Decisions, closed, find_pairs
from ..duplicates.vectors import Progress, silent
from ..games.pieces import SYMBOLS
from .balance import by_difficulty, evenly
from .events import joined, lapsed, presumed, refusals, settle, told, undecided
from .recipe import HAND, Recipe
from .shares import Draw, draws_of

_FEWER_PLAYERS = "loosen the filters, add a series, or name fewer `players`"


class Mixed(NamedTuple):
    """A mixed deck, and the edition that each series of its recipe was taken from, if it gave a card or none."""

    deck: Deck
    editions: Mapping[str, int]


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
    until a person decides and warns from then on, or deals neither, as the recipe says. Cards of `decks` that decisions
    name join others also if they cannot be drawn, as the newest edition has them.
    """
    findings: list[Diagnostic] = []
    draws = list(draws_of(recipe, decks, {*known, *(name.partition("/")[0] for name in decks)}, findings))
    if untold := list(_untold_languages(recipe, draws)):
        return None, [one for one in findings if one.code != "WM527"] + untold
    if draws and all(draw.is_mistagged for draw in draws):
        return None, [replace(one, severity=Severity.ERROR) if one.code == "WM535" else one for one in findings]
    by_key = {card.key: (card, draw) for draw in draws for card in draw.cards}
    named = _named(decisions or Decisions(), decks.values())
    decided = closed(decisions or Decisions(), named)
    cards_known = named | {key: card for key, (card, _) in by_key.items()}
    found = find_pairs(cards_known.values(), decided, progress=progress)
    pairs = joined(presumed(found, cards_known), cards_known, by_key)
    settled = settle(recipe, pairs, by_key)
    if refused := list(refusals(recipe, pairs, by_key, decided, settled)):
        return None, findings + refused
    cards, lacking = _dealt(recipe, draws, settled.gone)
    # What a share that cannot be drawn would have given is not missed beside.
    is_whole = worst(findings) is not Severity.ERROR
    within = (pair for pair in found if pair.a in by_key and pair.b in by_key)
    reopened = list(lapsed(recipe, within, by_key, settled))
    known = {f"{one.series}:{one.card}" for one in reopened}
    findings += reopened
    drawn = {card.key for card in cards}
    findings += told(recipe, settled, by_key, drawn, known)
    findings += undecided(recipe, pairs, by_key, drawn)
    if not cards:
        empty = finding("WM526", "no card is left to mix", recipe.place("series"))
        return None, findings + [empty] * is_whole
    return _mixed(recipe, draws, cards), findings + lacking * is_whole


def _named(decisions: Decisions, decks: Iterable[Deck]) -> dict[str, Card]:
    """Return the cards that decisions name, by key, as the newest edition of their series has them."""
    newest = {code: deck for deck in sorted(decks, key=lambda deck: deck.edition or 0) for code in deck.series}
    names = {key for pair in decisions.answers for key in pair}
    return {card.key: card for deck in newest.values() for card in deck if card.key in names} if names else {}


def _untold_languages(recipe: Recipe, draws: list[Draw]) -> Iterator[Diagnostic]:
    """Yield an error for each language of the recipe that no card of its decks has: then there is nothing to draw."""
    cards = [card for draw in draws for card in draw.deck]
    for language in recipe.languages if cards else ():
        if not any(card.event.get(language, "").strip() for card in cards):
            message = f"no card of the series has an event in `{language}`"
            yield finding("WM527", message, recipe.place("languages"), severity=Severity.ERROR)


def _dealt(recipe: Recipe, draws: list[Draw], gone: set[str]) -> tuple[tuple[Card, ...], list[Diagnostic]]:
    """Return the cards that all shares give together, and what is lacking in what the recipe asks for."""
    lacking = list(_shut_out(recipe, draws))
    left = {draw.index: _left(recipe, draw, gone) for draw in draws}
    counts = _counts(recipe, draws, {index: len(some) for index, some in left.items()})
    cards = tuple(card for draw in draws for card in _drawn(recipe, draw, left, counts[draw.index], lacking))
    if recipe.symbols == "made-up":
        cards = tuple(card if card.symbols else _with_symbols(recipe, card) for card in cards)
    few = list(_too_few(recipe, len(cards), sum(map(len, left.values()))))
    is_told = bool(few or lacking) or any(draw.is_mistagged for draw in draws)
    if recipe.total and recipe.counted is not None and recipe.counted < recipe.total:
        lacking.append(_counts_too_small(recipe, recipe.total, recipe.counted))
    elif recipe.size and len(cards) < recipe.size and not is_told:
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
        else f"{recipe.players} players need {needed} cards, {HAND} each and one to begin with; "
        f"no more than {there} can be drawn"
    )
    # More cannot be asked for than there are.
    advice = None if number < there else _FEWER_PLAYERS
    yield finding("WM531", message, recipe.place("players"), help=advice)


def _too_small(recipe: Recipe, number: int) -> Diagnostic:
    if recipe.total:
        message = f"the recipe asks for {recipe.total} cards, and only {number} can be drawn"
        return finding("WM523", message, recipe.place("total"))
    message = f"a mix for {recipe.players} players has {recipe.size} cards, and only {number} can be drawn"
    return finding("WM523", message, recipe.place("players"), help=_FEWER_PLAYERS)


def _counts_too_small(recipe: Recipe, total: int, counted: int) -> Diagnostic:
    message = f"the recipe asks for {total} cards, and the counts of its series add up to {counted}"
    advice = 'let the counts add up to `total`, or give a series `count = "all"`'
    return finding("WM523", message, recipe.place("total"), help=advice)


def _unkept(recipe: Recipe, draws: list[Draw], counts: Mapping[int, int]) -> Iterator[Diagnostic]:
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


def _shut_out(recipe: Recipe, draws: list[Draw]) -> Iterator[Diagnostic]:
    """Yield a warning for each share of all cards whose filters let none pass: perhaps a tag is misspelt."""
    for draw in draws:
        code, dated = draw.share.code, [card for card in draw.deck if card.interval is not None]
        if draw.share.count != "all" or draw.is_mistagged:
            continue
        if dated and not any(map(draw.share.admits, dated)):
            message = f"no card of `{code}` passes the filters of its share"
            yield finding("WM523", message, recipe.place("series", draw.index), series=code)


def _mixed(recipe: Recipe, draws: list[Draw], cards: tuple[Card, ...]) -> Mixed:
    drawn = {card.series for card in cards}
    used = [draw for draw in draws if draw.share.code in drawn]
    places = ChainMap(*(dict(draw.deck.places) for draw in draws))
    deck = Deck(recipe.name, {draw.series.code: draw.series for draw in used}, cards, None, places)
    return Mixed(deck, {draw.series.code: draw.edition for draw in draws})


def _left(recipe: Recipe, draw: Draw, gone: set[str]) -> tuple[Card, ...]:
    """Return the cards of a share that may be drawn."""
    left = tuple(card for card in draw.cards if card.key not in gone)
    return left if recipe.difficulty == "any" else by_difficulty(left, recipe.difficulty)


def _counts(recipe: Recipe, draws: list[Draw], there: Mapping[int, int]) -> dict[int, int]:
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
    recipe: Recipe, draw: Draw, left: Mapping[int, tuple[Card, ...]], wanted: int, findings: list[Diagnostic]
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
