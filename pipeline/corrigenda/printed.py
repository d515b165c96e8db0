"""The printed editions of one series, looked up by edition and card."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from ..cards import Card, Deck, Series
from ..diagnostics import Diagnostic
from .model import CorrigendaFile, Corrigendum
from .values import fold


class Made(NamedTuple):
    """An edition made from the one below it, what stood in the way, the entries it now prints.

    `chosen` are the ids of all entries that were to go into it.
    """

    deck: Deck
    findings: list[Diagnostic]
    entries: list[Corrigendum]
    chosen: tuple[str, ...]

    def of(self, edition: int, entries: Iterable[Corrigendum]) -> bool:
        """Tell whether this is `edition` made of these entries, none of which it left out."""
        ids = tuple(entry.id for entry in entries)
        return self.deck.edition == edition and self.chosen == ids


@dataclass(frozen=True)
class Printed:
    """A corrigenda file beside the decks of its series, by edition number.

    `made` is the edition that is at work, or the next one, if it was made already of these decks and this list.
    """

    file: CorrigendaFile
    decks: Mapping[int, Deck]
    made: Made | None = None

    @cached_property
    def _cards(self) -> Mapping[int, Mapping[str, Card]]:
        return {number: {card.id: card for card in deck} for number, deck in self.decks.items()}

    @cached_property
    def newest(self) -> int | None:
        """The highest edition number, None if there is no edition."""
        return max(self.decks, default=None)

    @cached_property
    def series(self) -> Series | None:
        """The series as its newest edition knows it."""
        return None if self.newest is None else self.decks[self.newest].series.get(self.file.series)

    def card(self, edition: int, card: str) -> Card | None:
        """Return a card of an edition, None if either does not exist."""
        return self._cards.get(edition, {}).get(card)

    def cards(self, edition: int) -> Mapping[str, Card]:
        """Return the cards of an edition by id."""
        return self._cards[edition]

    def value(self, edition: int, entry: Corrigendum) -> str | None:
        """Return what an edition prints where `entry` corrects it, None if there is no such card or field."""
        card = self.card(edition, entry.card)
        return None if card is None else card.value(entry.field)

    def is_released(self, edition: int) -> bool:
        """Tell whether an edition is sealed, so that nothing can be done about it any more."""
        known = self.series.edition(edition) if self.series else None
        return known is not None and known.released

    @cached_property
    def open_to_change(self) -> tuple[Corrigendum, ...]:
        """The entries that the next edition takes up, or that one not yet released has taken up."""
        return tuple(entry for entry in self.file if entry.status == "verified" or self._is_at_work(entry))

    def _is_at_work(self, entry: Corrigendum) -> bool:
        edition = entry.applied_in if entry.status == "applied" else None
        return edition is not None and not self.is_released(edition)

    def more_printings(self, entry: Corrigendum) -> list[int]:
        """Return the released editions up to the one that mended it that print the old value and are not listed."""
        if any(self.card(edition, entry.card) is None for edition in entry.found_in):
            return []
        end = entry.applied_in or (self.newest or 0) + 1
        editions = (edition for edition in sorted(self.decks) if edition < end and edition not in entry.found_in)
        return [edition for edition in editions if self.is_released(edition) and self._prints(edition, entry)]

    def _prints(self, edition: int, entry: Corrigendum) -> bool:
        value = self.value(edition, entry)
        return value is not None and fold(value) == fold(entry.old)


def with_printings(file: CorrigendaFile, decks: Mapping[int, Deck]) -> CorrigendaFile:
    """Return the file in which each entry that is open to change lists all released editions that print its error."""
    printed = Printed(file, decks)
    more = {entry.id: more for entry in printed.open_to_change if (more := printed.more_printings(entry))}
    if not more:
        return file
    entries = (
        entry.model_copy(update={"found_in": tuple(sorted((*entry.found_in, *more[entry.id])))})
        if entry.id in more
        else entry
        for entry in file
    )
    return replace(file, entries=tuple(entries))
