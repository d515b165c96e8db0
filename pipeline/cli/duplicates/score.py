"""`wildmix duplicates score`: a filter, so its exit status says nothing of what the rows hold."""

import sys
from pathlib import Path

import click

from ...workspace import Workspace, WorkspaceError, read_input, show_path
from ..common import STATUS_FINDINGS, STATUS_USAGE, progress_bar
from ..render import text
from .common import known_vectors


@click.command(short_help="Score a table of pairs of texts.")
@click.argument("pairs", metavar="PAIRS.csv")
@click.pass_context
def command(context: click.Context, pairs: str) -> None:
    """Add the columns `score` and `verdict` to a table with text_a, lang_a, year_a, text_b, lang_b, year_b.

    `-` reads the table from standard input. Years are year expressions and may be empty; the score never looks at them.
    Rows, their order and all other columns stay, and the result is written to standard output as CSV.
    """
    from ...duplicates import encoder_findings, score_table  # noqa: PLC0415 - numpy takes longer to load than most verbs run

    try:
        name, data = ("<stdin>", sys.stdin.buffer.read()) if pairs == "-" else _read(pairs)
    except (WorkspaceError, OSError) as error:
        click.echo(f"wildmix: error: {error}", err=True)
        context.exit(STATUS_USAGE)
    with known_vectors(_workspace(context)):
        scored, findings = score_table(data, name, lambda items, label: progress_bar(items, label, total=len(items)))
    for found in (*encoder_findings(), *findings):
        click.echo(text(found), err=True)
    if scored is None:
        context.exit(STATUS_FINDINGS)
    sys.stdout.buffer.write(scored)


def _workspace(context: click.Context) -> Workspace | None:
    """Return the workspace where vectors are remembered, None if there is none: tables are scored anywhere."""
    try:
        return Workspace.find(Path(context.obj or Path.cwd()))
    except WorkspaceError:
        return None


def _read(name: str) -> tuple[str, bytes]:
    path = Path(name)
    return show_path(path), read_input(path)
