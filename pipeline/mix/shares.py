"""The shares of a recipe: from which decks they draw, and which cards they may take."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from ..cards import Card, Deck, Series
from ..diagnostics import Diagnostic, finding
from ..documents import likely
from .recipe import Recipe, Share


@dataclass(frozen=True, slots=True)
class Draw:
    """One share that can be drawn: its place in the recipe, its series and edition, and the cards it may take."""

    index: int
    share: Share
    series: Series
    edition: int
    deck: Deck
    cards: tuple[Card, ...]
    unknown_tags: tuple[str, ...] = ()

    @property
    def is_newest(self) -> bool:
        """Tell whether no newer edition of the series is known."""
        newest = self.series.newest
        return newest is None or newest.number <= self.edition

    @property
    def is_mistagged(self) -> bool:
        """Tell whether no card has any of the tags that are asked for."""
        return bool(self.unknown_tags) and len(self.unknown_tags) == len(self.share.tags)


def draws_of(
    recipe: Recipe, decks: Mapping[str, Deck], codes: Collection[str], findings: list[Diagnostic]
) -> Iterator[Draw]:
    """Yield the shares that can be drawn, with the cards that their filters admit."""
    seen: set[str] = set()
    for index, share in enumerate(recipe.series):
        if share.code in seen:
            message = f"the recipe names the series `{share.code}` twice"
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
            yield Draw(index, share, deck.series[share.code], edition, deck, cards, unknown)


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
