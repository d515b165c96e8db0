"""Decisions on entries: the entries named, the decision, its rules, and writing the list."""

import re
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet

from ..corrigenda import CorrigendaFile, NotAllowedError, check, with_printings, write_corrigenda
from ..diagnostics import Diagnostic, Severity
from .dossier import Dossier, load
from .journal import Journal, refuse
from .lines import one_line, state_line

_ID = re.compile(r"CORR-[a-z0-9-]+-\d+")

Decision = Callable[[CorrigendaFile], CorrigendaFile]


def series_of(journal: Journal, name: str) -> str:
    """Return the series of an id such as CORR-frauen-012; refuses one that no series has."""
    code, _, number = name.removeprefix("CORR-").rpartition("-")
    if code not in journal.workspace.series_codes() or not number.isdecimal():
        refuse(f"there is no corrigendum `{name}`; ids are CORR-SERIES-NUMBER")
    return code


def decide_on(journal: Journal, names: Iterable[str], decision: Decision) -> None:
    """Carry out a decision on entries of one series, if it brings no new error, and write the list."""
    codes = dict.fromkeys(series_of(journal, name) for name in names)
    if len(codes) > 1:
        refuse(f"decide on the entries of one series at a time ({', '.join(codes)})")
    with journal.workspace.lock():
        dossier = load(journal, next(iter(codes)))
        if dossier is None:
            return
        try:
            decided = decision(dossier.file)
        except NotAllowedError as error:
            refuse(str(error))
        keep(journal, dossier, decided)


def keep(journal: Journal, dossier: Dossier, decided: CorrigendaFile, *, quiet: bool = False) -> bool:
    """Write the list after a decision, unless that would bring an error that it did not have; tell what changed."""
    if not dossier.whole:
        journal.say("nothing written: an entry or a deck cannot be read, and would be lost")
        return False
    decided = with_printings(decided, dossier.decks)
    after = check(decided, dossier.decks)
    if new := _new_faults(dossier, after):
        journal.add(new)
        journal.say("nothing written: the decision would bring errors")
        return False
    touched = [entry for entry in decided if dossier.file.by_id.get(entry.id) != entry]
    journal.add(_about(after, {entry.id for entry in touched}))
    written = bool(touched) and journal.workspace.write(dossier.path, write_corrigenda(decided))
    journal.result("changed", [entry.model_dump(mode="json", exclude_defaults=True) for entry in touched])
    for entry in () if quiet else touched:
        journal.say(one_line(state_line(entry)))
    journal.say(f"{'wrote' if written else 'unchanged:'} {journal.workspace.show(dossier.path)}")
    return True


def _about(findings: Iterable[Diagnostic], names: AbstractSet[str]) -> Iterator[Diagnostic]:
    """Yield the findings that name one of these entries."""
    return (found for found in findings if not names.isdisjoint(_ID.findall(found.message)))


def new_faults(dossier: Dossier, decided: CorrigendaFile) -> list[Diagnostic]:
    """Return the errors that a list would have after a decision and does not have now: with them it is not written."""
    return _new_faults(dossier, check(decided, dossier.decks))


def _new_faults(dossier: Dossier, after: Iterable[Diagnostic]) -> list[Diagnostic]:
    errors = [found for found in after if found.severity is Severity.ERROR]
    known = {_what(found) for found in check(dossier.file, dossier.decks)} if errors else set()
    return [found for found in errors if _what(found) not in known]


def _what(found: Diagnostic) -> tuple[str, str]:
    """Return code and message: places move when an entry grows."""
    return found.code, found.message
