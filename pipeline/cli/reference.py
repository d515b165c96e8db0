"""The page docs/commands.md: the help of every command. ``python -m pipeline.cli.reference`` prints it."""

from collections.abc import Iterator

import click

from . import main

WIDTH = 100


def page() -> str:
    """Return the help of all commands as one page."""
    lines = ["# Commands", "", "What `--help` prints, command by command. This page is made by `make docs`.", ""]
    for path, command in commands(main, ("wildmix",)):
        context = click.Context(
            command,
            info_name=" ".join(path),
            max_content_width=WIDTH,
            terminal_width=WIDTH,
            help_option_names=main.context_settings["help_option_names"],
        )
        lines += [f"## {' '.join(path)}", "", "```text", command.get_help(context), "```", ""]
    return "\n".join(lines[:-1]) + "\n"


def commands(command: click.Command, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Iterate over a command and all below it with the words that call them."""
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command, info_name=path[-1])
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if below is not None:
                yield from commands(below, (*path, name))


if __name__ == "__main__":
    click.echo(page(), nl=False)
