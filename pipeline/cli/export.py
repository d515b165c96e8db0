"""``wildmix export``: a deck for spreadsheets and other programs."""

import re
import sys
from functools import partial
from pathlib import Path

import click

from ..cards import Deck
from ..publish.decks import FORMATS, MissingLibraryError, to_spreadsheet
from ..workspace import show_path, write_whole
from .common import Run, verb


@click.command(short_help="Write a deck as CSV, JSON, SQLite or Parquet.")
@click.argument("deck")
@click.option("--to", "target", type=click.Choice(tuple(FORMATS)), required=True, help="The format of the file.")
@click.option("--spreadsheet", is_flag=True, help="CSV as spreadsheets open it: a byte order mark, semicolons, CR LF.")
@click.option("--out", metavar="FILE", help="The file; `-` is standard output.  [default: the deck's name, here]")
@verb
def command(run: Run, deck: str, target: str, out: str | None, *, spreadsheet: bool) -> None:
    """Write the cards of DECK, with what their years mean, for other programs.

    DECK is a series (its newest edition), SERIES/EDITION, a mix, or a table of cards. In CSV, cells that a spreadsheet
    would take for formulas get an apostrophe; `wildmix ingest` takes it off again.
    """
    if spreadsheet and target != "csv":
        raise click.BadParameter("is for `--to csv`", param_hint="--spreadsheet")
    if out == "-" and run.output != "text":
        raise click.BadParameter("cannot share standard output with `--format`", param_hint="--out -")
    run.data_on_stdout = out == "-"
    write = to_spreadsheet if spreadsheet else FORMATS[target]
    for _, _, loaded in run.decks([deck]):
        run.count("cards", len(loaded))
        try:
            if out == "-":
                write(loaded, sys.stdout.buffer)
                continue
            path = Path(out) if out else _usual_path(loaded, target)
            changed = write_whole(path, partial(write, loaded))
        except MissingLibraryError as error:
            run.usage_error(str(error))
            return
        run.say(f"{'wrote' if changed else 'unchanged:'} {show_path(path)}")


def _usual_path(deck: Deck, target: str) -> Path:
    """Return ``frauen-2.csv`` for ``frauen/2``, ``neu.json`` for ``tables/neu.csv``."""
    name = Path(deck.name).stem if deck.edition is None else deck.name
    return Path(re.sub(r"[^\w.-]+", "-", name).strip("-.") + f".{target}")
