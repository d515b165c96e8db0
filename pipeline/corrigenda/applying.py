"""From one edition to the next: apply, revert, and derive again what an edition must be.

Which entries go into edition N: the verified ones, and those whose history says that N took them up. An edition is thus
always made from the one below it and the file, never by changing what an earlier run left behind.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date

from ..cards import Card, Deck, Series
from ..diagnostics import Diagnostic, Severity
from . import faults
from .faults import report
from .model import Change, CorrigendaFile, Corrigendum
from .printed import Made
from .rules import conflict, conflicts
from .values import leftovers


def due(file: CorrigendaFile, edition: int) -> list[Corrigendum]:
    """Return the entries that `edition` takes up: those verified and found below it, and those it took up before."""
    return [
        entry
        for entry in file
        if entry.applied_in == edition or (entry.status == "verified" and entry.found_in[-1] < edition)
    ]


def apply(deck: Deck, file: CorrigendaFile, edition: int, made: Made | None = None) -> Made:
    """Make `edition` of `deck` (the edition below) and the entries that are due.

    An entry that is stale, contradicted, unproven or not whole in its group is reported and not applied. Applying twice
    changes nothing more. What the corrected cards still say of the old values is a warning. `made` is what this
    function returned before, for this deck; if the same entries are still due, it is returned again.
    """
    chosen = due(file, edition)
    if made and made.of(edition, chosen):
        return made
    made = _apply(deck, file, edition, chosen)
    made.findings.extend(_leftovers(file, made))
    for entry in file:
        if entry.status == "verified" and entry.found_in[-1] == edition:
            message = f"found in edition {entry.found_in[-1]}, so that edition {edition} does not take it up"
            made.findings.append(report("WM415", message, file, entry, "found_in"))
    return made


def rederive(
    file: CorrigendaFile, decks: Mapping[int, Deck], number: int, made: Made | None = None
) -> tuple[Deck, list[Diagnostic]]:
    """Return what edition `number` must be: the edition below it with the entries that its history says it took up.

    Cards that the edition below does not have are new and taken as they stand; the lowest edition is what it is.
    `made` is what :func:`apply` made of these decks, and is not made again. Raises KeyError if neither the edition nor
    one below it exists.
    """
    below = max((edition for edition in decks if edition < number), default=None)
    if below is None:
        return decks[number], []
    taken = [entry for entry in file if entry.applied_in == number]
    if made is None or not made.of(number, taken):
        made = _apply(decks[below], file, number, taken)
    return with_new_cards(made.deck, decks[below], decks.get(number)), made.findings


def with_new_cards(deck: Deck, below: Deck, edition: Deck | None) -> Deck:
    """Return `deck` with the cards that `edition` (as it lies on disk, if it does) has and the one below it has not."""
    known = {card.id for card in below}
    new = [card for card in edition or () if card.id not in known]
    return replace(deck, cards=_ordered([*deck.cards, *new], edition or below))


def revert(deck: Deck, file: CorrigendaFile, ids: Iterable[str], below: Deck) -> tuple[Deck, list[Diagnostic]]:
    """Return `deck` with the entries `ids` taken back: their fields stand again as `below` prints them.

    `below` is the edition they were applied to; it knows the quote shapes and spaces that an entry's old value may have
    otherwise. A group is reverted whole or not at all. An entry whose new value is no longer what the deck prints is
    reported and left alone. Raises KeyError for an id that no entry has.
    """
    chosen = {name: file.by_id[name] for name in ids}
    for entry in list(chosen.values()):
        chosen.update({member.id: member for member in file.groups.get(entry.group or "", ())})
    cards = {card.id: card for card in deck}
    before = {card.id: card for card in below}
    faulty = {entry.id: _unrevertible(file, entry, cards, before, below) for entry in chosen.values()}
    broken = {entry.group or entry.id for entry in chosen.values() if faulty[entry.id]}
    for entry in sorted(chosen.values(), key=lambda entry: entry.field != "id"):
        if (entry.group or entry.id) not in broken:
            old = before[entry.card]
            cards[entry.card] = _restored(cards.get(entry.card, old), entry.field, old, deck.series_of(old))
    findings = [fault for fault in faulty.values() if fault]
    return replace(deck, cards=_ordered(cards.values(), below), places={}), findings


def mark_applied(file: CorrigendaFile, ids: Iterable[str], edition: int, on: date, by: str) -> CorrigendaFile:
    """Return the file with `applied` appended to the history of the entries `ids`.

    Entries that `edition` has taken up already stay as they are, so that a second run writes the same bytes.
    """
    chosen = set(ids)
    change = Change(state="applied", on=on, by=by, edition=edition)
    entries = tuple(
        entry.model_copy(update={"status": "applied", "history": (*entry.history, change)})
        if entry.id in chosen and entry.applied_in != edition
        else entry
        for entry in file
    )
    return replace(file, entries=entries)


def _apply(deck: Deck, file: CorrigendaFile, edition: int, chosen: list[Corrigendum]) -> Made:
    """Apply what can be applied of `chosen`; withdrawals come last."""
    cards = {card.id: card for card in deck}
    series = deck.series[file.series]
    fit, findings = _select(deck, file, chosen, cards, series)
    for entry in sorted(fit, key=lambda entry: entry.field == "id"):
        if entry.field == "id":
            cards.pop(entry.card, None)
        elif entry.new is not None:
            cards[entry.card] = cards[entry.card].with_value(entry.field, entry.new, series)
    made = replace(deck, name=f"{file.series}/{edition}", edition=edition, cards=tuple(cards.values()), places={})
    return Made(made, findings, fit, tuple(entry.id for entry in chosen))


def _select(
    deck: Deck, file: CorrigendaFile, chosen: list[Corrigendum], cards: Mapping[str, Card], series: Series
) -> tuple[list[Corrigendum], list[Diagnostic]]:
    """Leave out entries with a fault of their own, then those in conflict, then the rest of their groups."""
    findings: list[Diagnostic] = []
    fit: dict[str, Corrigendum] = {}
    outdone = frozenset().union(*(file.ancestors(entry) for entry in chosen))
    current = [entry for entry in chosen if entry.id not in outdone or entry.id in file.ancestors(entry)]
    for entry in current:
        found = _fault(file, entry, deck, cards.get(entry.card), series)
        if found:
            findings.append(found)
        else:
            fit[entry.id] = entry
    for rivals in conflicts(file, current):
        findings.append(conflict(file, rivals))
        for entry in rivals:
            fit.pop(entry.id, None)
    for name in dict.fromkeys(entry.group for entry in current if entry.group):
        missing = [member for member in file.groups.get(name, ()) if member.id not in fit]
        if missing:
            left_out = [entry for entry in fit.values() if entry.group == name]
            findings += _broken_group(file, name, left_out, missing)
            for entry in left_out:
                del fit[entry.id]
    return list(fit.values()), findings


def _broken_group(
    file: CorrigendaFile, name: str, left_out: list[Corrigendum], missing: list[Corrigendum]
) -> Iterator[Diagnostic]:
    if left_out:
        because = ", ".join(f"`{entry.id}`" for entry in missing)
        message = f"group `{name}` is not applied, because {because} cannot be"
        yield report("WM450", message, file, left_out[0], "group")


def _fault(
    file: CorrigendaFile, entry: Corrigendum, deck: Deck, card: Card | None, series: Series
) -> Diagnostic | None:
    """Return the first thing that forbids applying `entry` to `deck`, None if nothing does or it was applied before."""
    edition = deck.edition or 0
    if card is None:
        return None if entry.field == "id" else faults.missing_card(file, entry, edition)
    if fault := (
        faults.unknown_field(file, entry, series)
        or faults.unsound_new(file, entry, card, series)
        or faults.undoing(file, entry)
    ):
        return fault
    unproven = (found for found in faults.unproven(file, entry, series) if found.severity is Severity.ERROR)
    if fault := next(unproven, None):
        return fault
    printed = card.value(entry.field) or ""
    return None if printed == entry.new else faults.stale(file, entry, edition, printed)


def _leftovers(file: CorrigendaFile, made: Made) -> Iterator[Diagnostic]:
    """Warn of other fields of the corrected cards that still say an old value (invariant 8); once for each value."""
    cards = {card.id: card for card in made.deck}
    series = made.deck.series[file.series]
    found: dict[tuple[str, str], tuple[Corrigendum, list[str]]] = {}
    for entry in made.entries:
        for name, text in leftovers(entry, cards[entry.card], series) if entry.card in cards else ():
            _, names = found.setdefault((entry.card, text), (entry, []))
            if name not in names:
                names.append(name)
    for (card, text), (entry, names) in found.items():
        verb = "say" if len(names) > 1 else "says"
        yield report("WM460", f"{', '.join(names)} of `{card}` still {verb} `{text}`", file, entry, "old")


def _unrevertible(
    file: CorrigendaFile, entry: Corrigendum, cards: Mapping[str, Card], before: Mapping[str, Card], below: Deck
) -> Diagnostic | None:
    if entry.card not in before:
        return faults.missing_card(file, entry, below.edition or 0)
    if entry.field == "id":
        return None
    if entry.card not in cards:
        return report("WM490", f"there is no card `{entry.card}` any more", file, entry, "card")
    printed = cards[entry.card].value(entry.field)
    if printed in {entry.new, before[entry.card].value(entry.field)}:
        return None
    message = f"`{entry.card}` prints `{printed}` as {entry.field}, which this entry did not bring"
    return report("WM490", message, file, entry, "new")


def _restored(card: Card, name: str, before: Card, series: Series) -> Card:
    """Return `card` with one field as it was; a year that could not be read is put back as it stood, unread."""
    if name == "id":
        return card
    if name == "year":
        return card.model_copy(update={"year": before.year, "interval": before.interval, "edtf": before.edtf})
    return card.with_value(name, before.value(name) or "", series)


def _ordered(cards: Iterable[Card], like: Deck) -> tuple[Card, ...]:
    """Return `cards` in the order of `like`; cards that it has not stay behind the others in their own order."""
    order = {card.id: place for place, card in enumerate(like)}
    return tuple(sorted(cards, key=lambda card: order.get(card.id, len(order))))
