"""`wildmix desk`: the editor's desk in the browser."""

import click

from .common import Run, verb
from .corrigenda.common import by_option


@click.command(short_help="Open the editor's desk in the browser.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="The port.  [default: any free one]")
@click.option("--no-browser", is_flag=True, help="Only show the address; open no browser.")
@by_option
@verb
def command(run: Run, *, port: int, no_browser: bool, by: str) -> None:
    """Serve the workspace as pages on this computer: decks, letters, duplicates, timelines, printing.

    The address holds a token: nobody else can open it. What is decided there is kept at once in the workspace's files,
    as the commands keep it; commands and desks can be used side by side. Ctrl-C ends it.
    """
    from ..desk.serve import serve  # noqa: PLC0415 - the web framework takes longer to load than most verbs run

    run.must_check = False
    serve(run.workspace, port, by, click.echo, browser=not no_browser)
