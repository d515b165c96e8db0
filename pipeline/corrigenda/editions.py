"""Editions and the corrigenda between them: what differs, and whether that is what the list says."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from ..cards import Card, Deck
from ..diagnostics import Diagnostic, Severity, finding
from ..source import Span
from .applying import rederive
from .faults import report
from .model import CorrigendaFile, Corrigendum
from .printed import Printed

_DERIVED = frozenset({"id", "earliest", "latest", "edtf"})
_PARTS = ("event", "year", "comment", "sources", "tags", "symbols")


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
    if old is new:
        return
    was, is_ = vars(old), vars(new)  # what was not corrected is one and the same in both, as a rule
    changed = {part for part in _PARTS if was[part] is not is_[part] and was[part] != is_[part]}
    for name in names if changed else ():
        if name.partition("_")[0] in changed:
            before, after = old.value(name) or "", new.value(name) or ""
            if before != after:
                yield FieldChange(old.id, name, before, after)


@dataclass(frozen=True, slots=True)
class Explained:
    """One difference between an edition and the one below it, with the entries that made it; a new card has none."""

    change: FieldChange
    entries: tuple[Corrigendum, ...]


def explained(file: CorrigendaFile, below: Deck, edition: Deck) -> tuple[list[Explained], list[Diagnostic]]:
    """Return what `edition` changed with the entries that changed it: the release notes, and what is wrong with them.

    Notes and difference are equal in both directions: a change that no entry made is an error, and so is an entry that
    the edition took up and that does not show in it, unless an entry that it took up too takes its place.
    """
    number = edition.edition or 0
    taken: dict[tuple[str, str], list[Corrigendum]] = {}
    for entry in file:
        if entry.applied_in == number:
            taken.setdefault(entry.slot, []).append(entry)
    changes = list(difference(below, edition))
    notes = [Explained(change, tuple(taken.get((change.card, change.field), ()))) for change in changes]
    unknown = [note.change for note in notes if not note.entries and not _is_new_card(note.change)]
    findings = [_unexplained(file, edition, number, change, Severity.ERROR) for change in unknown]
    shown = {(change.card, change.field) for change in changes}
    withdrawn = {change.card for change in changes if change.field == "id"}
    for slot, entries in taken.items():
        *_, last = entries
        if slot in shown or slot[0] in withdrawn or _came_back(file, entries):
            continue
        message = f"edition {number} took it up, but does not differ from edition {below.edition} in {last.field}"
        findings.append(report("WM483", message, file, last, "history"))
    return notes, findings


def _is_new_card(change: FieldChange) -> bool:
    return change.field == "id" and not change.old


def _came_back(file: CorrigendaFile, entries: list[Corrigendum]) -> bool:
    """Tell whether entries of one edition end where they began: 1903, 1905 and, before it was printed, 1903 again."""
    last = entries[-1]
    return any(other.id in file.ancestors(last) and other.old == last.new for other in entries)


def editions_follow(file: CorrigendaFile, printed: Printed) -> Iterator[Diagnostic]:
    """5, 11, 12: an edition is the one below it with the entries it took up, each of which shows; no card vanishes.

    What an entry brought that names no edition (WM473) is not told again.
    """
    if not file.whole:
        return
    lost = {entry.slot for entry in file if entry.status == "applied" and entry.applied_in is None}
    for below, number in pairwise(sorted(printed.decks)):
        derived, findings = rederive(file, printed.decks, number, printed.made)
        if any(found.severity is Severity.ERROR for found in findings):
            yield from findings
            continue
        deck = printed.decks[number]
        severity = Severity.ERROR if printed.is_released(number) else Severity.WARNING
        for change in difference(derived, deck):
            if (change.card, change.field) not in lost:
                yield _unexplained(file, deck, number, change, severity)
        _, findings = explained(file, printed.decks[below], derived)
        yield from (found for found in findings if found.code == "WM483")


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
