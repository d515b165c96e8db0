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
    from ...duplicates import Pair, Printed
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


def is_current(deck: Deck) -> bool:
    """Tell whether a deck is not an older edition of its series."""
    newest = [series.newest.number for series in deck.series.values() if series.newest]
    return deck.edition is None or all(deck.edition == number for number in newest)


def _entries(workspace: Workspace | None, code: str) -> Iterable[Corrigendum]:
    """Return the corrigenda of a series; what is wrong with the list, `wildmix corrigenda check` tells."""
    return (load_file(Notes(workspace), code)[1] or ()) if workspace else ()


def _newest(workspace: Workspace | None, code: str) -> Deck | None:
    """Return the newest edition of a series, if it can be read."""
    return workspace.load_edition(code).deck if workspace else None


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
        decks: Sequence[Deck] = (),
    ) -> None:
        """Look for what the lists of a workspace tell of pairs; `decks` are those of the cards, if not the newest."""
        from ...impact.mending import mending  # noqa: PLC0415 - numpy takes longer to load than most verbs run

        self.series = set(workspace.series_codes()) if workspace else set()
        read = {code: workspace.series(code)[0] for code in self.series} if workspace else {}
        self._known = known = {code: series for code, series in read.items() if series}
        self._cards = cards
        self._decks = decks
        self._newest = cache(partial(_newest, workspace))
        self._mends = mending(pairs, cards, known, cache(partial(_entries, workspace)))

    @property
    def told(self) -> "dict[tuple[str, str], str]":
        """What mends a pair, in one sentence."""
        from ...impact.mending import in_words  # noqa: PLC0415 - loaded already

        return in_words(self._mends)

    def of(self, pair: "Pair") -> "tuple[Mend, ...]":
        """Return the entries that mend a pair."""
        return self._mends.get((pair.a, pair.b), ())

    def drafts(self, pair: "Pair") -> tuple[str, ...]:
        """Return commands of which one drafts the corrigendum; none if there is an entry, or nothing left to mend."""
        from ...duplicates import drafts  # noqa: PLC0415 - loaded already

        if self.of(pair) or not {self._cards[key].series for key in (pair.a, pair.b)} <= set(self._known):
            return ()
        first, second = self._printed(pair.a), self._printed(pair.b)
        return drafts(first, second) if first and second else ()

    def _printed(self, key: str) -> "Printed | None":
        """Return a card as the newest edition has it, None if that has it no more."""
        from ...duplicates import Printed  # noqa: PLC0415 - loaded already

        card = self._cards[key]
        series = self._known[card.series]
        newest = series.newest.number if series.newest else None
        compared = next((_number(deck, card.series) for deck in self._decks if deck.card(key)), None)
        if compared is not None and compared == newest:
            return Printed(card, series)
        deck = self._newest(card.series)
        now = deck.card(key) if deck else None
        if now is None:
            return None
        return Printed(now, series, compared if now.year == card.year else newest)

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
