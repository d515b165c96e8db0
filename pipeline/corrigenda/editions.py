"""Editions and the corrigenda between them: what differs, and whether that is what the list says."""

from collections.abc import Iterator
from dataclasses import dataclass

from ..cards import Card, Deck
from ..diagnostics import Diagnostic, Severity, finding
from ..source import Span
from .applying import rederive
from .model import CorrigendaFile
from .printed import Printed

_DERIVED = frozenset({"id", "earliest", "latest", "edtf"})


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One field of one card in two editions; a card that only one of them has differs in the field ``id``."""

    card: str
    field: str
    old: str
    new: str


def difference(old: Deck, new: Deck) -> Iterator[FieldChange]:
    """Iterate over what differs between two editions, card by card, in order of ids and fields."""
    before, after = ({card.id: card for card in deck} for deck in (old, new))
    names = [name for name in dict.fromkeys((*old.fields(), *new.fields())) if name not in _DERIVED]
    for name in sorted(before.keys() | after.keys()):
        if name in before and name in after:
            yield from _card_difference(before[name], after[name], names)
        else:
            yield FieldChange(name, "id", name if name in before else "", name if name in after else "")


def _card_difference(old: Card, new: Card, names: list[str]) -> Iterator[FieldChange]:
    if old == new:
        return
    for name in names:
        before, after = old.value(name) or "", new.value(name) or ""
        if before != after:
            yield FieldChange(old.id, name, before, after)


def editions_follow(file: CorrigendaFile, printed: Printed) -> Iterator[Diagnostic]:
    """5, 11: every edition is the one below it with the entries it took up; no card vanishes without a withdrawal."""
    if not file.whole:
        return
    for number in sorted(printed.decks)[1:]:
        derived, findings = rederive(file, printed.decks, number)
        if any(found.severity is Severity.ERROR for found in findings):
            yield from findings
            continue
        deck = printed.decks[number]
        severity = Severity.ERROR if printed.is_released(number) else Severity.WARNING
        for change in difference(derived, deck):
            yield _unexplained(file, deck, number, change, severity)


def _unexplained(file: CorrigendaFile, deck: Deck, number: int, change: FieldChange, severity: Severity) -> Diagnostic:
    card = deck.card(f"{file.series}:{change.card}")
    place = deck.place(card, change.field) if card else next((Span(span.file) for span in deck.places.values()), None)
    if change.field != "id":
        message = (
            f"edition {number} prints `{change.new}` as {change.field} of `{change.card}`, "
            f"the edition below it and its corrigenda make `{change.old}`"
        )
        return finding("WM480", message, place, card=change.card, series=file.series, severity=severity)
    if change.new:
        message = f"card `{change.card}` was withdrawn and stands in edition {number} again"
        return finding("WM482", message, place, card=change.card, series=file.series)
    message = f"card `{change.card}` is missing in edition {number}, and no entry withdraws it"
    return finding("WM481", message, place, card=change.card, series=file.series)
