"""`wildmix corrigenda history`: all that happened to a card."""

import click

from ...corrigenda import card_history
from ...office import refuse
from ...office.dossier import load
from ...office.lines import one_line
from ..common import Run, verb


@click.command(short_help="Tell all that happened to a card, in all editions.")
@click.argument("card")
@verb
def command(run: Run, card: str) -> None:
    """Tell all that happened to CARD (frauen:F045), day by day: printings, reports, decisions, where it went.

    The id alone will do if only one series has such a card.
    """
    code, _, name = card.rpartition(":")
    found = []
    for each in [code] if code else run.workspace.series_codes():
        dossier = load(run, each)
        if dossier is None:
            continue
        if any(one.id == name for deck in dossier.decks.values() for one in deck):
            found.append(dossier)
    if not found:
        refuse(f"there is no card `{card}`; cards are named as in `frauen:F001`")
    if len(found) > 1:
        refuse(f"several series have a card `{name}`: {', '.join(f'{one.series.code}:{name}' for one in found)}")
    (dossier,) = found
    key = f"{dossier.series.code}:{name}"
    newest = next(
        one for number in sorted(dossier.decks, reverse=True) for one in dossier.decks[number] if one.id == name
    )
    events = card_history(dossier.file, dossier.series, dossier.decks, name)
    run.say(one_line(f"{key}: {newest.text(dossier.series.languages[0])}"))
    for event in events:
        entry = f"{event.entry} " if event.entry else ""
        run.say(one_line(f"  {event.when:<10}  {entry}{event.what}"))
    run.result("card", key)
    run.result("history", [event._asdict() for event in events])
