"""From what others say to a report: a command line that somebody may run after looking it up; nothing runs it here."""

import shlex
from collections.abc import Iterable

from ..sources import Source, format_sources


def report_command(  # noqa: PLR0913 - one name for each part of a report
    card: str,
    field: str,
    *,
    reporter: str,
    old: str | None = None,
    new: str | None = None,
    kind: str | None = None,
    reason: str = "",
    sources: Iterable[Source] = (),
) -> str:
    """Return the command line that reports an error on a card, ready for a shell."""
    words = ["wildmix", "corrigenda", "report", "--card", card, "--field", field]
    for option, value in (("--old", old), ("--new", new), ("--type", kind), ("--reason", reason or None)):
        if value is not None:
            words += [option, " ".join(value.split()) if option == "--reason" else value]
    for source in sources:
        words += ["--source", format_sources((source,))]
    return shlex.join([*words, "--reporter", reporter])
