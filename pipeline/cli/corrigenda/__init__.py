"""`wildmix corrigenda`: a group of verbs, one file each, imported when the verb is called."""

from importlib import import_module

import click

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


class CorrigendaGroup(click.Group):
    """The verbs of corrigenda, in the order of the work."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the verbs."""
        del ctx
        return [*VERBS]  # not `list`, which is a verb here

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the verb and return its command."""
        del ctx
        if cmd_name not in VERBS:
            return None
        found: click.Command = import_module(f".{cmd_name}", __name__).command
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the verbs from the table, importing none of them."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([*VERBS.items()])


@click.group(cls=CorrigendaGroup, short_help="Manage corrections, from letter to next printing.")
def command() -> None:
    """Manage corrections: what was reported, what is right, and which edition mended it.

    Each series keeps its list in data/decks/SERIES/corrigenda.json; docs/corrigenda.md tells what an entry holds.
    """
