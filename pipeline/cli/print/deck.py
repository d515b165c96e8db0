"""``wildmix print DECK``: a deck as printed files."""

from pathlib import Path

import click

from ...build.printers import printer
from ...build.printing import ENDINGS, check_ending, find_profile, left_over, print_language, print_name, printed_files
from ...office.decks import outdated_findings
from ...pdf import Profile
from ...workspace import Workspace, WorkspaceError, show_path, write_together
from ..common import Run, verb
from ..render import counted


@click.command(short_help="Render a deck as a two-sided PDF; the word may be left out.")
@click.argument("deck")
@click.option("--profile", help="A profile in print/, or the path of one.  [default: print_profile of wildmix.toml]")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="The file to write.")
@click.option("--language", help="The language of the texts, as de or en.  [default: print_language of wildmix.toml]")
@click.option("--printer", "name", help="Correct the backs for this printer; `wildmix print calibrate` remembers it.")
@verb
def command(  # noqa: PLR0913, PLR0917 - click passes one argument per option
    run: Run, deck: str, profile: str | None, out: Path | None, language: str | None, name: str | None
) -> None:
    """Print DECK on sheets, front and back of each in turn, to print/out/<deck>.pdf.

    DECK is a series (its newest edition), SERIES/EDITION, a mix, or a table of cards. The file is replaced only by a
    whole one; in another language than usual it is called <deck>.<language>.pdf. Print it at 100 %, on both sides,
    turning on the edge the profile names.
    """
    from ...pdf.render import render_deck  # noqa: PLC0415 - reportlab takes longer to load than most verbs run

    workspace = workspace_of(run)
    misprint = printer(name) if name else None
    chosen, findings = find_profile(workspace, profile)
    run.add(findings)
    if chosen:
        check_ending(out, *ENDINGS[chosen.file.format])
        check_sides(chosen, name)
    for called, _, loaded in run.decks([deck]) if chosen else ():
        assert chosen is not None  # noqa: S101 - or there would be no deck
        spoken = print_language(workspace, loaded, language)
        printed, findings = render_deck(loaded, chosen, spoken, misprint)
        run.add((*findings, *outdated_findings(run, loaded)))
        run.count("cards", len(loaded))
        if printed is None:
            return
        stem = Path(called).stem if Path(called).is_file() else loaded.name
        written = dict(printed_files(workspace, print_name(workspace, loaded, spoken, stem), printed, out))
        changed = write_together(written)
        run.add(left_over(chosen, written))
        shown = [show_path(path) for path in written]
        run.count("sheets", printed.sheets)
        run.count("pages", printed.pages)
        run.result("file", shown[0])
        run.result("files", shown)
        files = shown[0] if len(shown) == 1 else f"{shown[0]} … {shown[-1]} ({counted(len(shown), 'files')})"
        run.say(
            f"{'wrote' if changed else 'unchanged:'} {files}: {counted(printed.cards, 'cards')}, `{spoken}`, "
            f"{counted(printed.sheets, 'sheets')}, {counted(printed.pages, 'pages')}"
        )


def check_sides(profile: Profile, printer: str | None) -> None:
    """Raise WorkspaceError if backs shall be corrected that are not printed on the back of paper."""
    if printer and not profile.sheet.flip.is_duplex:
        raise WorkspaceError(
            f"--printer {printer} corrects the back of paper, which stays empty by this profile "
            f"(flip `{profile.sheet.flip}`)"
        )


def workspace_of(run: Run) -> Workspace | None:
    """Return the workspace, None if there is none: a table can be printed anywhere."""
    try:
        return run.workspace
    except WorkspaceError:
        return None
