"""`wildmix sources`: a group of verbs, one file each, imported when the verb is called."""

from importlib import import_module

import click

VERBS = {
    "check": "Look up whether the sources of cards are still there.",
    "compare": "Compare the years of cards with Wikidata.",
}


class SourcesGroup(click.Group):
    """The verbs of sources."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the verbs."""
        del ctx
        return [*VERBS]

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


@click.group(cls=SourcesGroup, short_help="Ask the web about sources; nothing else does.")
def command() -> None:
    """Ask the web about the sources of cards: are they still there, and what does Wikidata say.

    These verbs ask hosts on the web, others do so only for an address that is named. Answers are remembered in
    .wildmix-cache; docs/sources.md says how hosts are asked.
    """
