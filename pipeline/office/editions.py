"""Editions made and sealed: the next one from the one below it and the list, and its release."""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from ..cards import Deck, Edition
from ..corrigenda import (
    CorrigendaFile,
    FieldChange,
    Made,
    apply,
    check,
    difference,
    due,
    mark_applied,
    rederive,
    with_new_cards,
    with_printings,
    write_corrigenda,
)
from ..diagnostics import Severity, worst
from ..ingest import write_deck
from ..publish.notes import release_notes
from ..publish.register import Published
from .decks import brought
from .dossier import Dossier, load
from .elsewhere import Elsewhere
from .journal import Journal, refuse
from .lines import change_lines

Guard = Callable[[Dossier], None]
"""Looks at what was read before anything is written, and raises StaleError if it is not what somebody decided on."""


def trusting(dossier: Dossier) -> None:
    """Accept whatever was read."""
    del dossier


class Done(NamedTuple):
    """What came of one series: the ids taken up for the first time, what differs, the files written."""

    applied: list[str]
    changes: list[FieldChange]
    written: list[str]


def make_edition(  # noqa: PLR0913 - one for each part of the decision
    journal: Journal,
    elsewhere: Elsewhere,
    code: str,
    edition: int,
    *,
    diff: bool,
    on: date,
    by: str,
    reprint: bool = False,
    guard: Guard = trusting,
) -> Done | None:
    """Make an edition of a series from the one below it and the verified corrigenda; with `diff` write nothing.

    A new edition that no entry goes into is made only as a `reprint`. Hold the workspace's lock to write. What cannot
    be applied is reported and left as it is. Raises WorkspaceError for an edition that is released, has a later one,
    none below it, or would leave out a number.
    """
    dossier = load(journal, code)
    if dossier is None:
        return None
    guard(dossier)
    below = _below(dossier, edition, on)
    made = _make(dossier, below, edition, on, by)
    if not made.first.entries and not reprint and dossier.series.edition(edition) is None:
        journal.add(check(dossier.file, dossier.decks, made.first))
        journal.say(f"nothing is due for edition {edition} of {code}: no edition made (a plain reprint: --reprint)")
        return Done([], [], [])
    journal.add(check(made.file, {**dossier.decks, edition: made.deck}, made.first))
    elsewhere.know(code, dossier.decks)
    journal.add(elsewhere.findings(dossier.file, (dossier.file.by_id[name] for name in made.new)))
    journal.add(brought(below, made.deck, journal.workspace.show(journal.workspace.edition_path(code, edition))))
    changes = list(difference(below, made.deck))
    for line in change_lines(changes):
        journal.say(line)
    written: list[str] = []
    if made.lost:
        journal.say(
            f"nothing written: edition {edition} had taken up {', '.join(made.lost)}, which cannot be applied now"
        )
    elif not dossier.whole:
        journal.say("nothing written: an entry or a deck cannot be read, and would be lost")
    elif not diff:
        written = _write(journal, dossier, edition, made, on)
    return Done(made.new, changes, written)


class _Result(NamedTuple):
    """The edition, the list after it, the ids it takes up for the first time, and those it can no longer take up.

    `first` is what was made of the edition below, without cards that are new.
    """

    first: Made
    deck: Deck
    file: CorrigendaFile
    new: list[str]
    lost: list[str]


def _below(dossier: Dossier, edition: int, on: date) -> Deck:
    """Return the deck below `edition`, which is the newest one or the next; refuses any other."""
    code = dossier.series.code
    known = dossier.series.edition(edition)
    if known and known.released:
        refuse(f"edition {edition} of `{code}` is released and never changes; make edition {edition + 1}")
    later = [other.number for other in dossier.series.editions if other.number > edition]
    if later:
        refuse(f"edition {later[0]} of `{code}` follows edition {edition} already")
    below = max((number for number in dossier.decks if number < edition), default=None)
    if below is None:
        refuse(f"series `{code}` has no edition below {edition}")
    newest = dossier.series.editions[-1].number
    if edition > newest + 1:
        refuse(f"the newest edition of `{code}` is {newest}, so that the next is {newest + 1}, not {edition}")
    _follows(dossier, below, on)
    return dossier.decks[below]


def _follows(dossier: Dossier, below: int, on: date) -> None:
    """Refuse an edition of a year before that of the one below it."""
    known = dossier.series.edition(below)
    if known and on.year < known.year:
        refuse(f"edition {below} of `{dossier.series.code}` is of {known.year}, after {on}; give a later day with --on")


def _make(dossier: Dossier, below: Deck, edition: int, on: date, by: str) -> _Result:
    made = apply(below, dossier.file, edition)
    taken = {entry.id for entry in made.entries}
    new = [entry.id for entry in made.entries if entry.applied_in != edition]
    for entry in made.entries:
        if entry.id in new and entry.history[-1].on > on:
            refuse(f"{entry.id} was {entry.status} on {entry.history[-1].on}, after {on}; give a later day with --on")
    replaced = frozenset().union(*(dossier.file.ancestors(entry) for entry in made.entries))
    lost = [e.id for e in due(dossier.file, edition) if e.applied_in == edition and e.id not in taken | replaced]
    deck = with_new_cards(made.deck, below, dossier.decks.get(edition))
    file = with_printings(mark_applied(dossier.file, new, edition, on, by), dossier.decks)
    return _Result(made, deck, file, new, lost)


def _write(journal: Journal, dossier: Dossier, edition: int, made: _Result, on: date) -> list[str]:
    """Write deck, series file and list, in this order: the list never speaks of an edition that is not there."""
    space, code = journal.workspace, dossier.series.code
    path = space.edition_path(code, edition)
    written = [path] if space.write(path, write_deck(made.deck)) else []
    if dossier.series.edition(edition) is None and space.update_series(code, Edition(number=edition, year=on.year)):
        written.append(space.series_path(code))
    if (made.new or dossier.path.is_file()) and space.write(dossier.path, write_corrigenda(made.file)):
        written.append(dossier.path)
    for each in written:
        journal.say(f"wrote {space.show(each)}")
    return [space.show(each) for each in written]


def release_edition(journal: Journal, code: str, edition: int, on: date, guard: Guard = trusting) -> Edition | None:
    """Seal an edition and write its release notes; None, with findings, as long as there are errors.

    Raises WorkspaceError for an edition that is not ready.
    """
    with journal.workspace.lock():
        dossier = load(journal, code)
        if dossier is None:
            return None
        guard(dossier)
        journal.add(check(dossier.file, dossier.decks))
        data = _sealable(journal, dossier, edition, on)
        if below := [number for number in dossier.decks if number < edition]:
            journal.add(brought(dossier.decks[max(below)], dossier.decks[edition], code))
        if worst(journal.findings) is Severity.ERROR or not dossier.whole:
            journal.say("not released: there are errors")
            return None
        sealed = Edition(
            number=edition,
            year=on.year,
            released=True,
            sha256=hashlib.sha256(data).hexdigest(),
            cards=len(dossier.decks[edition]),
        )
        notes = _write_notes(journal, dossier, edition)
        _list_printing(journal, dossier, sealed)
        journal.workspace.update_series(code, sealed)
        journal.result("released", sealed.model_dump(mode="json"))
        journal.result("notes", notes)
        journal.say(f"released edition {edition} of {code}: {sealed.cards} cards, sha256 {sealed.sha256}")
        return sealed


def _list_printing(journal: Journal, dossier: Dossier, sealed: Edition) -> None:
    """Write into the list what the edition prints wrong all the same, so that its owners find it."""
    editions = tuple(sealed if one.number == sealed.number else one for one in dossier.series.editions)
    series = dossier.series.model_copy(update={"editions": editions})
    decks = {number: replace(deck, series={series.code: series}) for number, deck in dossier.decks.items()}
    file = with_printings(dossier.file, decks)
    if file != dossier.file and journal.workspace.write(dossier.path, write_corrigenda(file)):
        journal.say(f"wrote {journal.workspace.show(dossier.path)}")


def _sealable(journal: Journal, dossier: Dossier, edition: int, on: date) -> bytes:
    """Return the bytes to seal; refuses an edition that is not ready."""
    code = dossier.series.code
    known = dossier.series.edition(edition)
    if known is None or edition not in dossier.decks:
        refuse(f"series `{code}` has no edition {edition}; make it with `wildmix corrigenda apply`")
    elif known.released:
        refuse(f"edition {edition} of `{code}` is released already")
    open_below = [other.number for other in dossier.series.editions if other.number < edition and not other.released]
    if open_below:
        refuse(f"edition {open_below[0]} of `{code}` is not released yet; an edition rests on the one below it")
    late = [
        change.on for entry in dossier.file for change in entry.history if change.edition == edition and change.on > on
    ]
    if late:
        refuse(f"edition {edition} took up a correction on {max(late)}, after {on}; give a later day with --on")
    for below in (other.number for other in dossier.series.editions if other.number < edition):
        _follows(dossier, below, on)
    data = journal.workspace.read_bytes(journal.workspace.edition_path(code, edition))
    derived, _ = rederive(dossier.file, dossier.decks, edition)
    if write_deck(derived) != data:
        refuse(f"edition {edition} of `{code}` is not what its corrigenda make; run `wildmix corrigenda apply` first")
    return data


def _write_notes(journal: Journal, dossier: Dossier, edition: int) -> str | None:
    """Write the release notes in the language of the workspace; the first edition has none."""
    if edition == min(dossier.decks):
        return None
    path = journal.workspace.notes_path(dossier.series.code, edition)
    language = journal.workspace.config.print_language
    # Where notes and difference do not agree, the checks above have said so.
    text, _ = release_notes(Published(dossier.series, dossier.file, dossier.decks, {}), edition, language)
    if journal.workspace.write(path, text.encode()):
        journal.say(f"wrote {journal.workspace.show(path)}")
    return journal.workspace.show(path)
