"""``wildmix print``: a deck as a two-sided PDF."""

from pathlib import Path

import click

from ..build.printing import find_profile, pdf_path, print_language
from ..workspace import Workspace, WorkspaceError, show_path, write_whole
from .common import Run, verb
from .render import counted


@click.command(short_help="Render a deck as a two-sided PDF.")
@click.argument("deck")
@click.option("--profile", help="A profile in print/, or the path of one.  [default: print_profile of wildmix.toml]")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="The file to write.")
@click.option("--language", help="The language of the texts, as de or en.  [default: print_language of wildmix.toml]")
@verb
def command(run: Run, deck: str, profile: str | None, out: Path | None, language: str | None) -> None:
    """Print DECK on sheets, front and back of each in turn, to print/out/<deck>.pdf.

    DECK is a series (its newest edition), SERIES/EDITION, a mix, or a table of cards. The file is replaced only by a
    whole one. Print it at 100 %, on both sides, turning on the edge the profile names.
    """
    from ..pdf.render import render_deck  # noqa: PLC0415 - reportlab takes longer to load than most verbs run

    workspace = _workspace(run)
    chosen, findings = find_profile(workspace, profile)
    run.add(findings)
    for name, _, loaded in run.decks([deck]) if chosen else ():
        assert chosen is not None  # noqa: S101 - or there would be no deck
        spoken = print_language(workspace, loaded, language)
        printed, findings = render_deck(loaded, chosen, spoken)
        run.add(findings)
        run.count("cards", len(loaded))
        if printed is None:
            return
        path = out or pdf_path(workspace, Path(name).stem if Path(name).is_file() else loaded.name)
        changed = write_whole(path, printed.content)
        run.count("sheets", printed.sheets)
        run.count("pages", printed.pages)
        run.result("file", show_path(path))
        run.say(
            f"{'wrote' if changed else 'unchanged:'} {show_path(path)}: {counted(printed.cards, 'cards')}, `{spoken}`, "
            f"{counted(printed.sheets, 'sheets')}, {counted(printed.pages, 'pages')}"
        )


def _workspace(run: Run) -> Workspace | None:
    """Return the workspace, None if there is none: a table can be printed anywhere."""
    try:
        return run.workspace
    except WorkspaceError:
        return None
