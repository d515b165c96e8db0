"""`wildmix corrigenda revert`: take corrections out of an edition that is not released."""

from datetime import datetime

import click

from ...corrigenda import Change, NotAllowedError, check, decide, find, rederive, revert, write_corrigenda
from ...diagnostics import Severity, worst
from ...ingest import write_deck
from ...office import refuse
from ...office.deciding import series_of
from ...office.dossier import Dossier, load
from ...office.lines import one_line, state_line
from ..common import Run, verb
from .common import by_option, day, on_option
from .deciding import names_argument, note_option


@click.command(short_help="Take corrections out of an edition that is not released.")
@names_argument
@note_option
@on_option
@by_option
@verb
def command(run: Run, names: tuple[str, ...], *, note: str, on: datetime | None, by: str) -> None:
    """Take the entries ID… out of the edition that took them up: they are verified again, and their fields as before.

    All entries of a group go together. A released edition never changes: to correct what it prints, report anew with
    --supersedes. The next `apply` takes reverted entries up again, unless newer ones supersede them.
    """
    codes = dict.fromkeys(series_of(run, name) for name in names)
    if len(codes) > 1:
        refuse(f"revert entries of one series at a time ({', '.join(codes)})")
    with run.workspace.lock():
        dossier = load(run, next(iter(codes)))
        if dossier is None:
            return
        if not dossier.whole:
            run.say("nothing written: an entry or a deck cannot be read, and would be lost")
            return
        try:
            _revert(run, dossier, names, Change(state="verified", on=day(on), by=by, note=note))
        except NotAllowedError as error:
            refuse(str(error))


def _revert(run: Run, dossier: Dossier, names: tuple[str, ...], change: Change) -> None:
    file = dossier.file
    chosen = {entry.id: entry for name in names for entry in [find(file, name)]}
    for entry in list(chosen.values()):
        chosen.update({member.id: member for member in file.groups.get(entry.group or "", ())})
    editions = {entry.applied_in for entry in chosen.values()}
    if len(editions) > 1 or None in editions:
        states = ", ".join(f"{entry.id} is {entry.printed_state or entry.status}" for entry in chosen.values())
        refuse(f"only entries that one edition took up can be reverted together: {states}")
    (number,) = editions
    known = dossier.series.edition(number or 0)
    if number is None or known is None or number not in dossier.decks:
        refuse(f"edition {number} of `{file.series}` does not exist")
    if known.released:
        refuse(f"edition {number} is released and never changes; report the field anew with --supersedes")
    below = max((other for other in dossier.decks if other < number), default=None)
    if below is None:
        refuse(f"series `{file.series}` has no edition below {number}")
    _, findings = revert(dossier.decks[number], file, chosen, dossier.decks[below])
    run.add(findings)
    if worst(findings) is Severity.ERROR:
        run.say("nothing reverted: a card no longer prints what an entry brought")
        return
    noted = change.model_copy(update={"note": change.note or f"Taken out of edition {number}."})
    decided = decide(file, chosen, noted, reverting=True)
    deck, findings = rederive(decided, dossier.decks, number)
    if worst(findings) is Severity.ERROR:
        run.add(findings)
        run.say("nothing reverted: the edition cannot be made without these entries")
        return
    run.workspace.write(run.workspace.edition_path(file.series, number), write_deck(deck))
    run.workspace.write(dossier.path, write_corrigenda(decided))
    run.add(check(decided, {**dossier.decks, number: deck}))
    run.result("reverted", list(chosen))
    for name in chosen:
        run.say(one_line(state_line(decided.by_id[name])))
