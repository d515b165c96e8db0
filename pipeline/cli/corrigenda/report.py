"""`wildmix corrigenda report`: letters become entries, or join those that said the same."""

from collections.abc import Mapping
from contextlib import nullcontext
from datetime import date, datetime
from pathlib import Path
from typing import Any

import click

from ...corrigenda import TYPES, NotAllowedError, Report
from ...office import refuse
from ...office.letters import Intake, NotSureError
from ...workspace import read_input, show_path
from ..common import Run, verb
from .common import by_option, day, on_option, role
from .deciding import source_option


@click.command(short_help="Take letters in: one by its parts, or a table of them.")
@click.option("--letters", type=click.Path(dir_okay=False, path_type=Path), help="A table of letters, one row each.")
@click.option("--card", default="", help="The card, as frauen:F001, or F001 if only one series has it.")
@click.option("--text", default="", help="Words of the card, if its id is not known.")
@click.option("--series", default="", metavar="CODE", help="The series of the card.")
@click.option("--field", default="", help="As event_de.  [default: year, or that of the entry which is superseded]")
@click.option("--edition", type=click.IntRange(min=1), help="The edition of the reader.  [default: what prints OLD]")
@click.option("--old", help="What is printed.  [default: what the edition prints]")
@click.option("--new", help="What should be printed.")
@click.option("--type", "kind", type=click.Choice(TYPES), help="The kind of error.  [default: by the field]")
@click.option("--reason", default="", help="Why, for the owners of the card.")
@source_option
@click.option("--group", metavar="WORD", help="A word shared by entries that are applied together or not at all.")
@click.option("--supersedes", metavar="ID", help="The entry that this one takes the place of.")
@click.option("--reporter", default="reader", show_default=True, callback=role, help="A code such as letter-017.")
@on_option
@by_option
@verb
def command(run: Run, *, letters: Path | None, on: datetime | None, by: str, **parts: Any) -> None:
    """Take letters in, one by its parts or a whole table with --letters; a card is found by id or by words of its text.

    What was reported before gains one more reporter; what was turned down before is turned down again, with a link, by
    --by. The columns of a table are letter, on, series, card or text, edition, field, old, new, type, reason,
    reason_code, sources, group; only letter, field and card or text are needed. A letter that cannot be used is
    reported, and the others are taken in.
    """
    if not letters and not parts["card"] and not parts["text"] and not parts["supersedes"]:
        raise click.UsageError("say which card with --card or --text, or give a table with --letters")
    by_words = letters or parts["text"]
    with run.workspace.lock(), run.workspace.known_vectors() if by_words else nullcontext():
        intake = Intake(run, by)
        if letters:
            intake.take_table(read_input(letters), show_path(letters), day(on))
        else:
            try:
                intake.take_one(_report(parts, day(on)), parts["text"], parts["series"])
            except (NotSureError, NotAllowedError) as error:
                refuse(str(error))
        intake.close()


def _report(parts: Mapping[str, Any], on: date) -> Report:
    """Return the letter that the options tell of."""
    return Report(
        card=parts["card"],
        field=parts["field"],
        reporter=parts["reporter"],
        on=on,
        old=parts["old"],
        new=parts["new"],
        edition=parts["edition"],
        type=parts["kind"],
        reason=parts["reason"],
        sources=parts["sources"],
        group=parts["group"],
        supersedes=parts["supersedes"],
    )
