"""Groups of verbs, one file each, that are imported when they are called, so that help starts fast."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click


class LazyGroup(click.Group):
    """A group whose verbs stand with their one-line helps in a table, in the order of the work.

    Each is the `command` of the module of its name in `package`. `usual` is the verb that may be left out: a word that
    is none of the verbs is its first argument.
    """

    def __init__(self, *args: Any, package: str, verbs: Mapping[str, str], usual: str = "", **settings: Any) -> None:
        """Take the table."""
        super().__init__(*args, **settings)
        self._package, self._verbs, self._usual = package, verbs, usual

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the verb that may be left out in its place."""
        named = args[0] in {*self._verbs, *ctx.help_option_names} if args else self.no_args_is_help
        return super().parse_args(ctx, args if named or not self._usual else [self._usual, *args])

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the verbs."""
        del ctx
        return [*self._verbs]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the verb and return its command."""
        del ctx
        if cmd_name not in self._verbs:
            return None
        found: click.Command = import_module(f".{cmd_name}", self._package).command
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the verbs from the table, importing none of them."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([*self._verbs.items()])
