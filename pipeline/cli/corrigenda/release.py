"""`wildmix corrigenda release`: seal an edition."""

import hashlib
from datetime import date, datetime

import click

from ...cards import Edition
from ...corrigenda import check, rederive
from ...diagnostics import Severity, worst
from ...ingest import write_deck
from ...publish.notes import release_notes
from ...publish.register import Published
from ..common import Run, verb
from .common import Dossier, day, edition_option, load, on_option, refuse


@click.command(short_help="Seal an edition, so that it never changes again.")
@click.argument("series")
@edition_option
@on_option
@verb
def command(run: Run, series: str, edition: int, on: datetime | None) -> None:
    """Seal edition N of SERIES: write into the series file that it is released, with the SHA-256 of its deck.

    Refused as long as the corrigenda have errors, an older edition is not released, or the deck is not what the edition
    below it and the corrigenda make. The edition bears the year of the day given with --on. Its release notes are
    written beside its deck first: exactly what it changed against the edition below, and why.
    """
    with run.workspace.lock():
        dossier = load(run, series)
        if dossier is None:
            return
        run.add(check(dossier.file, dossier.decks))
        data = _sealable(run, dossier, edition, day(on))
        if worst(run.findings) is Severity.ERROR or not dossier.whole:
            run.say("not released: there are errors")
            return
        sealed = Edition(
            number=edition,
            year=day(on).year,
            released=True,
            sha256=hashlib.sha256(data).hexdigest(),
            cards=len(dossier.decks[edition]),
        )
        notes = _write_notes(run, dossier, edition)
        run.workspace.update_series(series, sealed)
        run.result("released", sealed.model_dump(mode="json"))
        run.result("notes", notes)
        run.say(f"released edition {edition} of {series}: {sealed.cards} cards, sha256 {sealed.sha256}")


def _sealable(run: Run, dossier: Dossier, edition: int, on: date) -> bytes:
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
    data = run.workspace.read_bytes(run.workspace.edition_path(code, edition))
    derived, _ = rederive(dossier.file, dossier.decks, edition)
    if write_deck(derived) != data:
        refuse(f"edition {edition} of `{code}` is not what its corrigenda make; run `wildmix corrigenda apply` first")
    return data


def _write_notes(run: Run, dossier: Dossier, edition: int) -> str | None:
    """Write the release notes in the language of the workspace; the first edition has none."""
    if edition == min(dossier.decks):
        return None
    path = run.workspace.notes_path(dossier.series.code, edition)
    language = run.workspace.config.print_language
    # Where notes and difference do not agree, the checks above have said so.
    text, _ = release_notes(Published(dossier.series, dossier.file, dossier.decks, {}), edition, language)
    if run.workspace.write(path, text.encode()):
        run.say(f"wrote {run.workspace.show(path)}")
    return run.workspace.show(path)
