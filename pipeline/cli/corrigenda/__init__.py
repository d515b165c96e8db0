"""`wildmix corrigenda`: a group of verbs, one file each, imported when the verb is called."""

import click

from ..groups import LazyGroup

VERBS = {
    "report": "Take letters in: one by its parts, or a table of them.",
    "verify": "Decide that reports are right; the next edition takes them up.",
    "reject": "Turn reports down; they stay in the list with the reason.",
    "hold": "Put corrigenda on hold: right, but they wait.",
    "supersede": "Let a newer entry take the place of an older one.",
    "withdraw": "Take reports back.",
    "check": "Check corrigenda files against the printed decks.",
    "list": "List corrigenda, with counts by state.",
    "show": "Show one corrigendum with its sources and history.",
    "apply": "Make the next edition from the verified corrigenda.",
    "revert": "Take corrections out of an edition that is not released.",
    "history": "Tell all that happened to a card, in all editions.",
    "release": "Seal an edition, so that it never changes again.",
    "publish": "Publish the list: feed, pages, notes, sheets.",
    "fetch": "Compare the list of another publisher with the cards here.",
}


@click.group(
    cls=LazyGroup, package=__name__, verbs=VERBS, short_help="Manage corrections, from letter to next printing."
)
def command() -> None:
    """Manage corrections: what was reported, what is right, and which edition mended it.

    Each series keeps its list in data/decks/SERIES/corrigenda.json; docs/corrigenda.md tells what an entry holds.
    """
