"""`wildmix duplicates`: the search itself, and verbs below it, one file each, imported when the verb is called."""

from importlib import import_module

import click

VERBS = {
    "find": "Find cards that tell the same event; may be left out.",
    "score": "Score a table of pairs of texts.",
    "decide": "Remember whether two cards are the same event.",
}


class DuplicatesGroup(click.Group):
    """The verbs of duplicates; what is none of them is a deck for the first."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the verb that may be left out in its place."""
        if not args or args[0] not in {*VERBS, *ctx.help_option_names}:
            args = ["find", *args]
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the verbs."""
        del ctx
        return list(VERBS)

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
            formatter.write_dl(list(VERBS.items()))


@click.group(cls=DuplicatesGroup, short_help="Find cards that tell the same event.", no_args_is_help=False)
def command() -> None:
    """Find cards that tell the same event, in one deck or several, and remember what was decided about them.

    `wildmix duplicates [DECK]…` is short for `wildmix duplicates find [DECK]…`. docs/duplicates.md tells how texts are
    compared.
    """
