"""``wildmix print``: a deck on sheets, and what goes with printing. A word that is no command here names a deck."""

from importlib import import_module

import click

COMMANDS = {
    "deck": "Render a deck as a two-sided PDF; the word may be left out.",
    "calibrate": "Print a test sheet, or remember what it shows of a printer.",
    "proof": "Show all cards at a glance, fronts and backs side by side.",
    "preflight": "Check a printed file: what a print shop would refuse, and every card.",
}


class PrintGroup(click.Group):
    """Commands that are loaded when they are called; `print frauen` is `print deck frauen`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `deck` before what is none of the commands."""
        if args and args[0] not in {*COMMANDS, "-h", "--help"}:
            args = ["deck", *args]
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order of the work."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command and return it."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f".{cmd_name}", __name__).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands from the table, importing none of them."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=PrintGroup, short_help="Render a deck as a two-sided PDF.")
def command() -> None:
    """Print decks: `wildmix print frauen` writes print/out/frauen-2.pdf.

    A word that is none of the commands below names a deck: `wildmix print deck --help` tells all options.
    """
