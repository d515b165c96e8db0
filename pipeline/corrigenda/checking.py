"""All that is checked in the corrigenda of one series, in one call."""

from collections.abc import Iterator, Mapping

from ..cards import Deck
from ..diagnostics import Diagnostic
from .applying import apply
from .editions import editions_follow
from .model import CorrigendaFile
from .printed import Printed
from .rules import RULES, Rule

CHECKS: tuple[Rule, ...] = (*RULES, editions_follow)


def check(file: CorrigendaFile, decks: Mapping[int, Deck]) -> list[Diagnostic]:
    """Return what is wrong with a corrigenda file beside the editions of its series, in order of places.

    What making the next edition would report is part of it, unless a rule has said the same of the same entry.
    """
    printed = Printed(file, decks)
    findings = list(dict.fromkeys(found for rule in CHECKS for found in rule(file, printed)))
    said = {_subject(found) for found in findings}
    findings += [found for found in _next_edition(file, printed) if _subject(found) not in said]
    return sorted(findings, key=lambda found: found.order)


def _subject(found: Diagnostic) -> tuple[str, str]:
    """Return the code and the entry it is about, with which each message begins."""
    return found.code, found.message.partition(":")[0]


def _next_edition(file: CorrigendaFile, printed: Printed) -> Iterator[Diagnostic]:
    """Make the edition that is at work, or the next one, and report what stands in the way."""
    if printed.newest is None or printed.series is None:
        return
    *below, newest = sorted(printed.decks)
    if below and not printed.is_released(newest):
        yield from apply(printed.decks[below[-1]], file, newest).findings
    else:
        yield from apply(printed.decks[newest], file, newest + 1).findings
