"""Deck checks: a flat tuple of pure functions, each ``check(deck) -> Iterator[Diagnostic]``."""

from collections.abc import Callable, Iterator

from ..cards import Deck
from ..diagnostics import Diagnostic
from .characters import (
    damaged_characters,
    invisible_characters,
    lookalikes,
    markup,
    typography,
    unprintable_characters,
)
from .contradictions import comments_contradict, sources_contradict
from .giveaway import giveaways
from .identity import duplicate_ids, float_ids, unreadable_years
from .plausibility import unlikely_years
from .provenance import language_models, malformed_sources, missing_sources
from .renumbering import renumbered
from .texts import missing_texts, overlong_texts
from .twins import same_fronts

Check = Callable[[Deck], Iterator[Diagnostic]]

# What looks at each card by itself, whatever the others are; and what needs the whole deck.
OF_CARDS: tuple[Check, ...] = (
    float_ids,
    unreadable_years,
    overlong_texts,
    giveaways,
    comments_contradict,
    invisible_characters,
    lookalikes,
    unprintable_characters,
    markup,
    typography,
)
OF_DECKS: tuple[Check, ...] = (
    duplicate_ids,
    unlikely_years,
    missing_texts,
    damaged_characters,
    same_fronts,
    missing_sources,
    sources_contradict,
    malformed_sources,
    language_models,
)
CHECKS = (*OF_CARDS, *OF_DECKS)


def run_checks(deck: Deck) -> list[Diagnostic]:
    """Return what all checks find in `deck`, in order of place; a large deck is never in memory card by card."""
    found = [finding for block in deck.blocks() for check in OF_CARDS for finding in check(block)]
    found += (finding for check in OF_DECKS for finding in check(deck))
    return sorted(found, key=lambda finding: finding.order)


__all__ = ["CHECKS", "Check", "renumbered", "run_checks"]
