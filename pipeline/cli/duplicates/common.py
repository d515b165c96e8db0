"""What the verbs of duplicates and mixes share."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cache, partial
from typing import TYPE_CHECKING

from ...cards import Card, Deck
from ...corrigenda import Corrigendum
from ...office import Notes
from ...office.dossier import load_file
from ...office.lines import one_line
from ...workspace import Workspace, WorkspaceError
from ..common import Run

if TYPE_CHECKING:
    from ...duplicates import Decisions, Pair, Printed
    from ...impact.mending import Mend


def optional_workspace(run: Run) -> Workspace | None:
    """Return the workspace, None if there is none: tables can be compared anywhere."""
    try:
        return run.workspace
    except WorkspaceError:
        return None


def known_vectors(workspace: Workspace | None) -> AbstractContextManager[None]:
    """Return where vectors are remembered: in the workspace, nowhere without one."""
    return workspace.known_vectors() if workspace else nullcontext()


def by_key(decks: Iterable[Deck]) -> dict[str, Card]:
    """Return the cards of all decks by key; of two editions of a series, the one that was named first counts."""
    cards: dict[str, Card] = {}
    for deck in decks:
        for card in deck:
            cards.setdefault(card.key, card)
    return cards


def _entries(workspace: Workspace | None, code: str) -> Iterable[Corrigendum]:
    """Return the corrigenda of a series; what is wrong with the list, `wildmix corrigenda check` tells."""
    return (load_file(Notes(workspace), code)[1] or ()) if workspace else ()


class Newest:
    """What the newest editions print, about which people decide and which corrigenda correct."""

    def __init__(self, workspace: Workspace | None, decks: Sequence[Deck] = ()) -> None:
        """Look into a workspace; `decks` are those that are read already."""
        codes = workspace.series_codes() if workspace else ()
        read = {code: workspace.series(code)[0] for code in codes} if workspace else {}
        self.series = {code: series for code, series in read.items() if series}
        self._workspace = workspace
        self._decks = decks
        self._cards = cache(self._printed)

    def _printed(self, code: str) -> Mapping[str, Card]:
        newest = self.series[code].newest if code in self.series else None
        if self._workspace is None or newest is None:
            return {}
        read = (deck for deck in self._decks if _number(deck, code) == newest.number)
        deck = next(read, None) or self._workspace.load_edition(code).deck
        return by_key([deck]) if deck else {}

    def card(self, key: str) -> Card | None:
        """Return a card as the newest edition of its series prints it, None if none does."""
        return self._cards(key.partition(":")[0]).get(key)

    def printed(self, card: Card) -> "Printed | None":
        """Return a card as it is to be corrected; an older edition is named if the newest has another year."""
        from ...duplicates import Printed  # noqa: PLC0415 - loaded already

        now = self.card(card.key)
        if now is None:
            return None
        series = self.series[card.series]
        newest = series.newest.number if series.newest else None
        compared = next((_number(deck, card.series) for deck in self._decks if deck.card(card.key)), None)
        if compared is not None and compared == newest:
            return Printed(now, series)
        return Printed(now, series, compared if now.year == card.year else newest)

    def other(self, *cards: Card) -> tuple[str, ...]:
        """Return the series whose newest edition prints one of its cards otherwise, so that no decision would hold."""
        from ...duplicates import card_hash, still_says  # noqa: PLC0415 - loaded already

        def is_other(card: Card) -> bool:
            now = self.card(card.key)
            return now is None or not still_says(now, card_hash(card))

        return tuple(dict.fromkeys(card.series for card in cards if card.series in self.series and is_other(card)))

    def decidable(self, decisions: "Decisions", cards: Mapping[str, Card]) -> dict[str, Card]:
        """Return the cards but for those with decisions that the newest editions print otherwise."""
        named = {key for pair in decisions.answers for key in pair if key in cards}
        others = {key for key in named if self.other(cards[key])}
        return {key: card for key, card in cards.items() if key not in others}


def _number(deck: Deck, code: str) -> int | None:
    """Return the number of the edition of a series that a deck is, None if it is none."""
    name, _, number = deck.name.rpartition("/")
    return int(number) if name == code and number.isdecimal() else None


class WhatMends:
    """What mends pairs whose years exclude each other: entries of the corrigenda, else the commands that draft one."""

    def __init__(
        self,
        workspace: Workspace | None,
        pairs: "Iterable[Pair]",
        cards: Mapping[str, Card],
        newest: Newest,
    ) -> None:
        """Look for what the lists of a workspace tell of pairs."""
        from ...impact.mending import mending  # noqa: PLC0415 - numpy takes longer to load than most verbs run

        self._cards = cards
        self._newest = newest
        self._mends = mending(pairs, cards, newest.series, cache(partial(_entries, workspace)))

    def advice(self, pairs: "Sequence[Pair]") -> "dict[tuple[str, str], str]":
        """Return what to do about pairs, if more is known than to decide them."""
        from ...duplicates import newest_help  # noqa: PLC0415 - loaded already
        from ...impact.mending import advice  # noqa: PLC0415 - loaded already

        older = {
            (pair.a, pair.b): newest_help(pair.a, pair.b, codes)
            for pair in pairs
            if pair.is_open and (codes := self._newest.other(self._cards[pair.a], self._cards[pair.b]))
        }
        drafted = lambda pair: () if (pair.a, pair.b) in older else self.drafts(pair)  # noqa: E731
        return older | advice(pairs, self._mends, drafted)

    def of(self, pair: "Pair") -> "tuple[Mend, ...]":
        """Return the entries that mend a pair."""
        return self._mends.get((pair.a, pair.b), ())

    def drafts(self, pair: "Pair") -> tuple[str, ...]:
        """Return commands of which one drafts the corrigendum; none if there is an entry, or nothing left to mend."""
        from ...duplicates import drafts  # noqa: PLC0415 - loaded already

        first, second = (None if self.of(pair) else self._newest.printed(self._cards[key]) for key in (pair.a, pair.b))
        return drafts(first, second) if first and second else ()

    def say_next(self, run: Run, pair: "Pair") -> None:
        """Say what follows from the answer that two cards tell one event and their years disagree."""
        if self.of(pair):
            run.say("one of the years is wrong, and a corrigendum says so:")
        elif self.drafts(pair):
            run.say("one of the years is wrong; draft the corrigendum with one of:")
        self.say(run, pair, "  ")

    def say(self, run: Run, pair: "Pair", indent: str) -> None:
        """Print what mends a pair."""
        for line in (*(mend.told for mend in self.of(pair)), *self.drafts(pair)):
            run.say(one_line(f"{indent}{line}"))

    def as_json(self, pair: "Pair") -> dict[str, object]:
        """Return the commands that draft the corrigendum of a conflict, and the entries that there are."""
        if pair.verdict != "conflict":
            return {}
        mends, commands = self.of(pair), self.drafts(pair)
        told: dict[str, object] = {"drafts": list(commands)} if commands else {}
        return told | ({"corrigenda": [mend.as_json() for mend in mends]} if mends else {})
