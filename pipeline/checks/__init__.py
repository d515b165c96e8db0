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

CHECKS: tuple[Check, ...] = (
    duplicate_ids,
    float_ids,
    unreadable_years,
    unlikely_years,
    missing_texts,
    overlong_texts,
    giveaways,
    comments_contradict,
    sources_contradict,
    same_fronts,
    missing_sources,
    malformed_sources,
    language_models,
    invisible_characters,
    damaged_characters,
    lookalikes,
    unprintable_characters,
    markup,
    typography,
)


def run_checks(deck: Deck) -> list[Diagnostic]:
    """Return what all checks find in `deck`, in order of place."""
    return sorted((found for check in CHECKS for found in check(deck)), key=lambda found: found.order)


__all__ = ["CHECKS", "Check", "renumbered", "run_checks"]
