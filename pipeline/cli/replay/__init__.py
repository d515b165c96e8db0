"""`wildmix replay`: the replaying itself, and recording, one file each, imported when the verb is called."""

from importlib import import_module

import click

VERBS = {
    "run": "Replay recorded games; may be left out.",
    "record": "Play a game at the terminal and write it down.",
}


class ReplayGroup(click.Group):
    """The verbs of replays; what is none of them is a file for the first."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the verb that may be left out in its place."""
        if not args or args[0] not in {*VERBS, *ctx.help_option_names}:
            args = ["run", *args]
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


@click.group(cls=ReplayGroup, short_help="Replay recorded games as checks on the cards.", no_args_is_help=False)
def command() -> None:
    """Replay recorded games as checks on the cards, or play a game and record it.

    `wildmix replay [FILE]…` is short for `wildmix replay run [FILE]…`. docs/games.md tells the rules and what a log
    holds.
    """
