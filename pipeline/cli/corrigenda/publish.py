"""`wildmix corrigenda publish`: the list for people, programs and paper."""

from pathlib import Path

import click

from ...office.publishing import publish_lists
from ..common import Run, verb
from .common import chosen_series


@click.command(short_help="Publish the list: feed, pages, notes, sheets.")
@click.argument("series", nargs=-1, metavar="[SERIES]…")
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), help="The folder.  [default: print/out/corrigenda]"
)
@click.option("--no-pdf", is_flag=True, help="Leave out replacement cards and the sheets for the boxes.")
@click.option("--profile", help="The print profile of the replacement cards.  [default: print_profile of wildmix.toml]")
@verb
def command(run: Run, series: tuple[str, ...], *, out: Path | None, no_pdf: bool, profile: str | None) -> None:
    """Publish the corrigenda of SERIES (of all series by default) from one list, into one folder.

    corrigenda.json holds all entries for programs (schema: `wildmix schema feed`), corrigenda.csv the same as a table;
    SERIES.de.html and SERIES.en.html are pages for people, index.html leads to them; SERIES-N.de.md and SERIES-N.en.md
    the release notes of edition N. On paper: SERIES-N-replacements.pdf for owners of edition N, the cards that the
    newest released edition prints differently, and SERIES-N-list.pdf, the list for the boxes of edition N. Nothing is
    written while a list has errors.
    """
    publish_lists(run, list(chosen_series(run, series)), out, pdf=not no_pdf, profile=profile)
