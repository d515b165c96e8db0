"""The list of one series as it is published: its entries with what they do elsewhere, and its editions."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING

from ..cards import Card, Deck, Series
from ..corrigenda import CorrigendaFile, Corrigendum, Explained, explained
from ..diagnostics import Diagnostic
from ..impact import Effect

if TYPE_CHECKING:
    from ..impact.games import Flip
    from ..impact.others import Other

PUBLIC = frozenset({"verified", "applied"})
"""The states that are shown unless somebody asks for more: what is only reported or was turned down is no erratum."""


@dataclass(frozen=True, slots=True)
class Consequences:
    """What an entry does elsewhere: to the order of play, to cards of other series, to recorded games."""

    effect: Effect | None = None
    also_affects: "tuple[Other, ...]" = ()
    games: "tuple[Flip, ...]" = ()


NONE = Consequences()


@dataclass(frozen=True)
class Published:
    """A series with its list, its editions that could be read, and what each entry does elsewhere (by id)."""

    series: Series
    file: CorrigendaFile
    decks: Mapping[int, Deck]
    consequences: Mapping[str, Consequences]

    @property
    def code(self) -> str:
        """The code of the series."""
        return self.series.code

    @cached_property
    def newest_cards(self) -> Mapping[str, Card]:
        """Every card by id as the newest edition that has it prints it."""
        return {card.id: card for number in sorted(self.decks) for card in self.decks[number]}

    def of(self, entry: Corrigendum) -> Consequences:
        """Return what an entry does elsewhere."""
        return self.consequences.get(entry.id, NONE)

    @property
    def released(self) -> tuple[int, ...]:
        """The numbers of the released editions that could be read."""
        return tuple(one.number for one in self.series.editions if one.released and one.number in self.decks)

    @cached_property
    def updated(self) -> date | None:
        """The day of the last change of state, None for a list without entries: no clock is asked."""
        return max((entry.history[-1].on for entry in self.file), default=None)

    def explained(self, below: int, number: int) -> tuple[list[Explained], list[Diagnostic]]:
        """Return what edition `number` changed against `below`, and why; found once for all languages."""
        if (below, number) not in self._explained:
            self._explained[below, number] = explained(self.file, self.decks[below], self.decks[number])
        return self._explained[below, number]

    @cached_property
    def _explained(self) -> dict[tuple[int, int], tuple[list[Explained], list[Diagnostic]]]:
        return {}

    def wrong_in(self, number: int) -> list[Corrigendum]:
        """Return what edition `number` prints wrong and is known to be right, each with the value that counts now.

        These are the verified entries found in it, and those that a later edition mended. Of a chain of entries that
        supersede each other the last one decided tells what is right; values may have come back to what is printed.
        """
        successors = {entry.supersedes: entry for entry in self.file if entry.supersedes and _was_decided(entry)}
        found = []
        for entry in self.file:
            if number not in entry.found_in or not _was_decided(entry) or (entry.applied_in or number + 1) <= number:
                continue
            last, seen = entry, {entry.id}
            while (newer := successors.get(last.id)) and newer.id not in seen:
                last = newer
                seen.add(last.id)
            if last is entry or last.new != entry.old:
                found.append(last.model_copy(update={"old": entry.old}))
        return list({entry.id: entry for entry in found}.values())

    def by_card(self) -> Mapping[str, tuple[Corrigendum, ...]]:
        """Return the entries by their cards, in order of cards."""
        grouped: dict[str, list[Corrigendum]] = {}
        for entry in self.file:
            grouped.setdefault(entry.card, []).append(entry)
        return {card: tuple(grouped[card]) for card in sorted(grouped)}


def _was_decided(entry: Corrigendum) -> bool:
    """Tell whether an entry is right, or was until another one took its place in a later edition."""
    return is_public(entry) or entry.applied_in is not None


def is_public(entry: Corrigendum) -> bool:
    """Tell whether an entry is shown by default."""
    return entry.status in PUBLIC
