"""Imports meet the list: a table must not bring back what was corrected (invariant 9)."""

from collections.abc import Iterator

from ..cards import Deck
from ..diagnostics import Diagnostic, finding
from .model import CorrigendaFile, Corrigendum
from .values import fold


def brought_back(file: CorrigendaFile, deck: Deck, edition: int) -> Iterator[Diagnostic]:
    """Find cards of an imported `deck` that print a value which `edition`, or one before it, has corrected.

    What counts at each place is the last entry that was taken up by then: 1903, 1905 and 1903 again is no error.
    """
    last: dict[tuple[str, str], Corrigendum] = {}
    for entry in file:
        if entry.applied_in is not None and entry.applied_in <= edition:
            before = last.get(entry.slot)
            if before is None or _comes_after(file, entry, before):
                last[entry.slot] = entry
    cards = {card.id: card for card in deck}
    for entry in last.values():
        card = cards.get(entry.card)
        printed = card.value(entry.field) if card else None
        if card is None or printed is None or not _is_old(file, entry, printed):
            continue
        right = "is withdrawn" if entry.field == "id" else f"is `{entry.new}`"
        message = (
            f"`{entry.card}` has `{printed}` as {entry.field} again, which {right} since edition {entry.applied_in} "
            f"({entry.id})"
        )
        yield finding("WM491", message, deck.place(card, entry.field), card=card.id, series=file.series)


def _comes_after(file: CorrigendaFile, entry: Corrigendum, before: Corrigendum) -> bool:
    if entry.applied_in != before.applied_in:
        return (entry.applied_in or 0) > (before.applied_in or 0)
    return before.id in file.ancestors(entry)


def _is_old(file: CorrigendaFile, entry: Corrigendum, printed: str) -> bool:
    """Tell whether `printed` is what this entry, or one that it supersedes, has corrected."""
    if entry.new is not None and fold(printed) == fold(entry.new):
        return False
    older = (file.by_id[name] for name in file.ancestors(entry) if name in file.by_id)
    return any(fold(printed) == fold(other.old) for other in (entry, *older))
