"""Corrections taken out of an edition again, as long as it is not released."""

from collections.abc import Iterable
from datetime import date

from ..corrigenda import Change, Corrigendum, NotAllowedError, check, decide, find, rederive, revert, write_corrigenda
from ..diagnostics import Severity, worst
from ..ingest import write_deck
from .deciding import series_of
from .dossier import Dossier, load
from .editions import Guard, trusting
from .journal import Journal, refuse
from .lines import one_line, state_line


def revert_entries(  # noqa: PLR0913 - one for each part of the decision
    journal: Journal, names: Iterable[str], *, on: date, by: str, note: str = "", guard: Guard = trusting
) -> tuple[str, ...]:
    """Take entries of one series, and the others of their groups, out of the edition that took them up.

    They are verified again, and their fields as before. Returns their ids; none, with findings, if they cannot be taken
    out. Raises WorkspaceError for entries of several series or editions, and for an edition that is released.
    """
    chosen = list(names)
    codes = dict.fromkeys(series_of(journal, name) for name in chosen)
    if len(codes) != 1:
        refuse(f"revert entries of one series at a time ({', '.join(codes) or 'none is named'})")
    with journal.workspace.lock():
        dossier = load(journal, next(iter(codes)))
        if dossier is None:
            return ()
        guard(dossier)
        if not dossier.whole:
            journal.say("nothing written: an entry or a deck cannot be read, and would be lost")
            return ()
        try:
            return _revert(journal, dossier, chosen, Change(state="verified", on=on, by=by, note=note))
        except NotAllowedError as error:
            refuse(str(error))


def _revert(journal: Journal, dossier: Dossier, names: list[str], change: Change) -> tuple[str, ...]:
    file, space = dossier.file, journal.workspace
    chosen = _with_groups(dossier, names)
    number = _edition(dossier, chosen.values())
    below = max((other for other in dossier.decks if other < number), default=None)
    if below is None:
        refuse(f"series `{file.series}` has no edition below {number}")
    _, findings = revert(dossier.decks[number], file, chosen, dossier.decks[below])
    journal.add(findings)
    if worst(findings) is Severity.ERROR:
        journal.say("nothing reverted: a card no longer prints what an entry brought")
        return ()
    noted = change.model_copy(update={"note": change.note or f"Taken out of edition {number}."})
    decided = decide(file, chosen, noted, reverting=True)
    deck, findings = rederive(decided, dossier.decks, number)
    if worst(findings) is Severity.ERROR:
        journal.add(findings)
        journal.say("nothing reverted: the edition cannot be made without these entries")
        return ()
    space.write(space.edition_path(file.series, number), write_deck(deck))
    space.write(dossier.path, write_corrigenda(decided))
    journal.add(check(decided, {**dossier.decks, number: deck}))
    journal.result("reverted", list(chosen))
    for name in chosen:
        journal.say(one_line(state_line(decided.by_id[name])))
    return tuple(chosen)


def _with_groups(dossier: Dossier, names: Iterable[str]) -> dict[str, Corrigendum]:
    """Return the entries called `names`, and the others of their groups, by their ids."""
    chosen = {entry.id: entry for entry in (find(dossier.file, name) for name in names)}
    for entry in list(chosen.values()):
        chosen.update({member.id: member for member in dossier.file.groups.get(entry.group or "", ())})
    return chosen


def _edition(dossier: Dossier, chosen: Iterable[Corrigendum]) -> int:
    """Return the edition that took up these entries; refuses several, none, and one that never changes any more."""
    entries = list(chosen)
    editions = {entry.applied_in for entry in entries}
    number = next(iter(editions))
    if len(editions) > 1 or number is None:
        states = ", ".join(f"{entry.id} is {entry.printed_state or entry.status}" for entry in entries)
        refuse(f"only entries that one edition took up can be reverted together: {states}")
    known = dossier.series.edition(number)
    if known is None or number not in dossier.decks:
        refuse(f"edition {number} of `{dossier.series.code}` does not exist")
    if known.released:
        refuse(f"edition {number} is released and never changes; report the field anew with --supersedes")
    return number
