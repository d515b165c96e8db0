"""The Wild Mix: cards of several series drawn into one deck, by a recipe, so that anybody draws the same.

A card is drawn by the SHA-256 of the recipe's seed and the card's key: there is no generator of random numbers whose
sequence another version of Python might change, and a card more or less in a series moves no other card.
"""

import hashlib
from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import Annotated, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, model_validator

from .cards import Card, Deck, Language, Series, SeriesCode
from .diagnostics import Diagnostic, finding
from .documents import Path, decode, nearest, read_toml, toml_places
from .duplicates import Decisions, Pair, find_pairs, show_interval
from .source import Span

SUFFIX = ".mix.toml"


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Share(_Value):
    """What a mix takes from one series.

    `edition` is the newest by default. Only cards are taken that have one of `tags` (if any are named) and whose whole
    interval lies between `earliest` and `latest` (astronomical years: 44 BC is −43), if these are given.
    """

    code: SeriesCode
    edition: Annotated[int, Field(ge=1)] | None = None
    count: Annotated[int, Field(ge=1)] | Literal["all"] = "all"
    tags: tuple[str, ...] = ()
    earliest: int | None = None
    latest: int | None = None

    @model_validator(mode="after")
    def _limits_ascend(self) -> "Share":
        if self.earliest is not None and self.latest is not None and self.earliest > self.latest:
            raise ValueError(f"earliest {self.earliest} is after latest {self.latest}")
        return self

    def admits(self, card: Card) -> bool:
        """Tell whether a card with a readable year passes the filters of this share."""
        if self.tags and not set(self.tags) & set(card.tags):
            return False
        if self.earliest is None and self.latest is None:
            return True
        years = card.interval
        return (
            years is not None
            and (self.earliest is None or (years.earliest is not None and years.earliest >= self.earliest))
            and (self.latest is None or (years.latest is not None and years.latest <= self.latest))
        )


class Recipe(_Value):
    """A mix: ``data/decks/<mix>.mix.toml``.

    The order of `series` is their rank: of one event told twice, the card of the earlier series is kept. Cards that
    lack a text in one of `languages` are not drawn.
    """

    title: Mapping[Language, str]
    seed: int | str
    languages: tuple[Language, ...] = ()
    duplicates: Literal["keep-first"] = "keep-first"
    conflicts: Literal["refuse"] = "refuse"
    series: Annotated[tuple[Share, ...], Field(min_length=1)]

    _file: str = PrivateAttr(default="mix")
    _places: dict[Path, Span] = PrivateAttr(default_factory=dict)

    @property
    def name(self) -> str:
        """What users call the mix: its file's name without ``.mix.toml``."""
        return PurePath(self._file).name.removesuffix(SUFFIX)

    def place(self, *where: str | int) -> Span:
        """Return where a key stands in the recipe's file, else the table that would hold it, else the file."""
        return nearest(self._places, where, self._file)


class Mixed(NamedTuple):
    """A mixed deck, and the edition that each of its series was taken from."""

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


def read_recipe(data: bytes, name: str) -> tuple[Recipe | None, list[Diagnostic]]:
    """Read a recipe; `name` is its file, as findings call it, and gives the mix its name."""
    recipe, findings = read_toml(data, name, Recipe)
    if recipe is not None:
        source, _ = decode(data, name)
        # A recipe is a value with a memory of its file; both are set once, here.
        recipe._file = name  # noqa: SLF001 - its own module
        recipe._places = toml_places(source) if source else {}  # noqa: SLF001 - likewise
    return recipe, findings


def mix(
    recipe: Recipe, decks: Mapping[str, Deck], decisions: Decisions | None = None
) -> tuple[Mixed | None, list[Diagnostic]]:
    """Draw a deck by `recipe` from `decks` (by ``CODE/EDITION``); None if there is nothing to draw or a conflict.

    A share that cannot be drawn is reported and left out. Two cards that tell the same event are dealt once; if their
    years exclude each other and nobody has decided, the mix refuses.
    """
    findings: list[Diagnostic] = []
    draws = list(_draws(recipe, decks, findings))
    pairs = find_pairs((card for draw in draws for card in draw.cards), decisions)
    by_key = {card.key: (card, draw) for draw in draws for card in draw.cards}
    if conflicts := [pair for pair in pairs if pair.verdict == "conflict" and pair.decided is None]:
        return None, findings + [_conflict(recipe, pair, by_key) for pair in conflicts]
    dropped = _repeated(pairs, draws)
    findings += (_dealt_once(recipe, kept, lost, by_key) for lost, kept in dropped.items())
    cards = tuple(card for draw in draws for card in _drawn(recipe, draw, dropped.keys(), findings))
    if not cards:
        return None, [*findings, finding("WM526", "no card is left to mix", recipe.place("series"))]
    series = {draw.series.code: draw.series for draw in draws if any(card.series == draw.series.code for card in cards)}
    places = ChainMap(*(dict(draw.deck.places) for draw in draws))
    deck = Deck(recipe.name, series, cards, None, places)
    return Mixed(deck, {draw.series.code: draw.edition for draw in draws if draw.series.code in series}), findings


def _draws(recipe: Recipe, decks: Mapping[str, Deck], findings: list[Diagnostic]) -> Iterator[_Draw]:
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
            known = ", ".join(f"`{code}`" for code in sorted({name.partition("/")[0] for name in decks})) or "none"
            message = f"there is no series `{share.code}` to draw from (known: {known})"
            findings.append(finding("WM521", message, recipe.place("series", index, "code"), series=share.code))
        elif edition not in numbers:
            known = ", ".join(str(number) for number in sorted(numbers))
            message = f"series `{share.code}` has no edition {edition} (known: {known})"
            findings.append(finding("WM522", message, recipe.place("series", index, "edition"), series=share.code))
        else:
            deck = decks[numbers[edition]]
            cards = tuple(_eligible(recipe, index, share, deck, findings))
            yield _Draw(index, share, deck.series[share.code], edition, deck, cards)


def _edition_of(name: str, code: str) -> str:
    """Return the number in ``CODE/NUMBER``, empty for another deck."""
    number = name.removeprefix(f"{code}/")
    return number if number != name and number.isdecimal() else ""


def _eligible(recipe: Recipe, index: int, share: Share, deck: Deck, findings: list[Diagnostic]) -> Iterator[Card]:
    """Yield the cards of a share that can be played and pass its filters; report those that cannot be played."""
    here = recipe.place("series", index)
    undated, silent = [], []
    for card in deck:
        if card.interval is None:
            undated.append(card)
        elif not share.admits(card):
            continue
        elif any(not card.event.get(language, "").strip() for language in recipe.languages):
            silent.append(card)
        else:
            yield card
    for cards, code, lacking in ((undated, "WM528", "a readable year"), (silent, "WM527", "a text in every language")):
        if cards:
            who = f"{_count(cards)} of `{share.code}` {'lacks' if len(cards) == 1 else 'lack'} {lacking}"
            message = f"{who} and {'is' if len(cards) == 1 else 'are'} not drawn: {_listed(cards)}"
            findings.append(finding(code, message, here, card=cards[0].id, series=share.code))


def _count(cards: list[Card]) -> str:
    return "1 card" if len(cards) == 1 else f"{len(cards)} cards"


def _listed(cards: list[Card]) -> str:
    shown = ", ".join(f"`{card.id}`" for card in cards[:5])
    return shown + (", …" if len(cards) > 5 else "")


def _repeated(pairs: Iterable[Pair], draws: list[_Draw]) -> dict[str, str]:
    """Return the keys of cards that tell an event of a card of higher rank, with the key of that card.

    Only what counts as the same event joins cards; an uncertain pair never does.
    """
    rank = {card.key: at for at, card in enumerate(card for draw in draws for card in draw.cards)}
    first = {key: key for key in rank}

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


def _drawn(recipe: Recipe, draw: _Draw, dropped: Iterable[str], findings: list[Diagnostic]) -> Iterator[Card]:
    """Yield the cards that a share gives, in the order of their deck."""
    gone = set(dropped)
    left = [card for card in draw.cards if card.key not in gone]
    wanted = len(left) if draw.share.count == "all" else draw.share.count
    if wanted > len(left):
        message = f"the recipe asks for {wanted} cards of `{draw.share.code}`, and only {len(left)} can be drawn"
        place = recipe.place("series", draw.index, "count")
        findings.append(finding("WM523", message, place, series=draw.share.code))
    lots = sorted((lot(recipe.seed, card.key), card.key) for card in left)
    chosen = {key for _, key in lots[:wanted]}
    yield from (card for card in left if card.key in chosen)


def lot(seed: int | str, key: str) -> str:
    """Return the lot of a card, hexadecimal digits: the lowest are drawn first."""
    return hashlib.sha256(f"{seed}\n{key}".encode()).hexdigest()


def _conflict(recipe: Recipe, pair: Pair, cards: Mapping[str, tuple[Card, _Draw]]) -> Diagnostic:
    told = " and ".join(_told(*cards[key]) for key in (pair.a, pair.b))
    card, draw = cards[pair.b]
    message = f"{told} tell the same event with different years; the mix is refused"
    return finding("WM525", message, recipe.place("series", draw.index), card=card.id, series=card.series)


def _told(card: Card, draw: _Draw) -> str:
    place = draw.deck.place(card, "year")
    where = f" in {place.file}" if place else ""
    meant = f", that is {show_interval(card.interval)}" if card.interval else ""
    return f"`{card.key}` (`{card.year}`{meant}{where})"


def _dealt_once(recipe: Recipe, kept: str, lost: str, cards: Mapping[str, tuple[Card, _Draw]]) -> Diagnostic:
    card, draw = cards[lost]
    message = f"`{lost}` tells the event of `{kept}` and is not drawn"
    return finding("WM529", message, recipe.place("series", draw.index), card=card.id, series=card.series)
