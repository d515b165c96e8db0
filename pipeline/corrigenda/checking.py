"""All that is checked in the corrigenda of one series, in one call."""

from collections.abc import Mapping

from ..cards import Deck
from ..diagnostics import Diagnostic
from .applying import apply
from .editions import editions_follow
from .model import CorrigendaFile
from .printed import Made, Printed
from .rules import RULES


def check(file: CorrigendaFile, decks: Mapping[int, Deck], made: Made | None = None) -> list[Diagnostic]:
    """Return what is wrong with a corrigenda file beside the editions of its series, in order of places.

    What making the editions again, and the next one, would report is part of it, unless the same was said of the same
    entry before. Whoever has just made the next edition gives it as `made`; it is not made again as long as the same
    entries belong to it.
    """
    made = _next_edition(Printed(file, decks), made)
    printed = Printed(file, decks, made)
    findings = list(dict.fromkeys(found for rule in RULES for found in rule(file, printed)))
    for more in (editions_follow(file, printed), made.findings if made else ()):
        said = {_subject(found) for found in findings}
        said |= {("WM415", entry) for code, entry in said if code == "WM410"}  # no edition can take it up
        findings += [found for found in dict.fromkeys(more) if _subject(found) not in said]
    return sorted(findings, key=lambda found: found.order)


def _subject(found: Diagnostic) -> tuple[str, str]:
    """Return the code and the entry it is about, with which each message begins."""
    return found.code, found.message.partition(":")[0]


def _next_edition(printed: Printed, made: Made | None) -> Made | None:
    """Make the edition that is at work, or the next one; None if there is nothing to make it of."""
    if printed.newest is None or printed.series is None:
        return None
    *below, newest = sorted(printed.decks)
    if below and not printed.is_released(newest):
        return apply(printed.decks[below[-1]], printed.file, newest, made)
    return apply(printed.decks[newest], printed.file, newest + 1, made)
