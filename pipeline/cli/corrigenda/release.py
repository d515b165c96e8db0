"""`wildmix corrigenda release`: seal an edition."""

from datetime import datetime

import click

from ...office.editions import release_edition
from ..common import Run, verb
from .common import day, edition_option, on_option


@click.command(short_help="Seal an edition, so that it never changes again.")
@click.argument("series")
@edition_option
@on_option
@verb
def command(run: Run, series: str, edition: int, on: datetime | None) -> None:
    """Seal edition N of SERIES: write into the series file that it is released, with the SHA-256 of its deck.

    Refused as long as the corrigenda have errors, an older edition is not released, or the deck is not what the edition
    below it and the corrigenda make. The edition bears the year of the day given with --on. Its release notes are
    written beside its deck first: exactly what it changed against the edition below, and why.
    """
    release_edition(run, series, edition, day(on))
