"""All that is checked in the corrigenda of one series, in one call."""

from collections.abc import Mapping

from ..cards import Deck
from ..diagnostics import Diagnostic
from .applying import apply
from .editions import editions_follow
from .model import CorrigendaFile
from .printed import Made, Printed
from .rules import RULES, Rule

CHECKS: tuple[Rule, ...] = (*RULES, editions_follow)


def check(file: CorrigendaFile, decks: Mapping[int, Deck], made: Made | None = None) -> list[Diagnostic]:
    """Return what is wrong with a corrigenda file beside the editions of its series, in order of places.

    What making the next edition would report is part of it, unless a rule has said the same of the same entry. Whoever
    has just made that edition gives it as `made`; it is not made again as long as the same entries belong to it.
    """
    made = _next_edition(Printed(file, decks), made)
    printed = Printed(file, decks, made)
    findings = list(dict.fromkeys(found for rule in CHECKS for found in rule(file, printed)))
    said = {_subject(found) for found in findings}
    findings += [found for found in made.findings if _subject(found) not in said] if made else []
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
