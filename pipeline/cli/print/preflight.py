"""``wildmix print preflight``: a printed file, read back."""

from pathlib import Path

import click

from ...build.printers import printer
from ...build.printing import find_profile, print_language
from ...workspace import read_input, show_path
from ..common import Run, verb
from .deck import check_sides, workspace_of


@click.command(short_help="Check a printed file: what a print shop would refuse, and every card.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--deck", help="The deck in the file: every card must be there once, with its own back.")
@click.option("--profile", help="The profile it was printed by.  [default: with --deck that of wildmix.toml]")
@click.option("--language", help="The language it was printed in.")
@click.option("--printer", "name", help="The printer it was corrected for.")
@verb
def command(  # noqa: PLR0913, PLR0917 - click passes one argument per option
    run: Run, file: Path, deck: str | None, profile: str | None, language: str | None, name: str | None
) -> None:
    """Check FILE, a PDF, as a print shop does: boxes, fonts, colours, ink, resolution, and what PDF/X asks for.

    With --deck the cards are read back from it too: each must be there once, with its own back behind it, and no text
    nearer to the cut than 3 mm.
    """
    from ...pdf.preflight import preflight  # noqa: PLC0415 - reading PDF files takes longer to load than most verbs run
    from ...pdf.readback import read_cards  # noqa: PLC0415

    workspace = workspace_of(run)
    data = read_input(file)
    chosen, findings = find_profile(workspace, profile) if profile or deck else (None, [])
    run.add(findings)
    if findings and chosen is None:
        return
    if chosen:
        check_sides(chosen, name)
    pages, findings = preflight(data, show_path(file), chosen)
    run.add(findings)
    run.count("pages", pages)
    for _, _, loaded in run.decks([deck]) if deck and pages else ():
        assert chosen is not None  # noqa: S101 - a deck has a profile
        spoken = print_language(workspace, loaded, language)
        run.add(read_cards(data, show_path(file), loaded, chosen, spoken, printer(name) if name else None))
        run.count("cards", len(loaded))
