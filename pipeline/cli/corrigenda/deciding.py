"""The argument and the options of the verbs that decide on entries."""

import click

from ...sources import parse_sources

names_argument = click.argument("names", nargs=-1, required=True, metavar="ID…")
note_option = click.option("--note", default="", help="A remark for the history.")
reason_option = click.option("--reason", default="", help="Why the card is wrong, for its owners.")
source_option = click.option(
    "--source",
    "sources",
    multiple=True,
    callback=lambda _context, _parameter, values: tuple(source for text in values for source in parse_sources(text)),
    help="A source, as `book: TITLE; locator: p. 12; states: 1905`; repeatable.",
)
