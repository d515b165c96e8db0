"""`wildmix duplicates [DECK]…`: pairs of cards that tell the same event."""

import shlex
from collections.abc import Collection, Mapping, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

import click

from ...cards import Card
from ...office.lines import one_line
from ...office.review import named_cards, remembered
from ...workspace import WorkspaceError
from ..common import Run, verb
from .common import Newest, WhatMends, by_key, known_vectors, optional_workspace

if TYPE_CHECKING:
    from ...duplicates import Pair

MOST_NAMED = 20


@click.command(short_help="Find cards that tell the same event; may be left out.")
@click.argument("decks", nargs=-1, metavar="[DECK]…")
@verb
def command(run: Run, decks: tuple[str, ...]) -> None:
    """Find cards that tell the same event, judged by their texts first and by their years second.

    DECK is a series (its newest edition), SERIES/EDITION, a mix, or a table of cards; without it, the newest editions
    of all series are compared. A pair is a duplicate, a conflict if the years exclude each other, or uncertain.
    """
    from ...duplicates import (  # noqa: PLC0415 - numpy takes longer to load than most verbs run
        closed,
        crowds,
        decision_findings,
        encoder_findings,
        find_pairs,
        groups,
        groups_as_json,
        language_findings,
        pair_findings,
    )

    _check_verb(run, decks)
    # Without decks, a missing workspace is an error of usage.
    workspace = optional_workspace(run) if decks else run.workspace
    loaded = [deck for _, _, deck in run.decks(decks or run.workspace.series_codes())]
    cards = by_key(loaded)
    run.count("cards", len(cards))
    decisions = remembered(run, workspace)
    together = closed(decisions, named_cards(workspace, decisions)) if workspace else decisions
    with known_vectors(workspace):
        pairs = find_pairs(
            cards.values(), together, progress=lambda items, label: run.progress(items, label, total=len(items))
        )
    many = crowds(pairs)
    newest = Newest(workspace, loaded)
    told = [pair for pair in pairs if (pair.a, pair.b) not in many]
    mends = WhatMends(workspace, told, cards, newest)
    run.add(encoder_findings())
    run.add(language_findings(loaded))
    # Decisions are about the newest editions: that an older one reads otherwise is nobody's fault.
    run.add(decision_findings(decisions, newest.decidable(decisions, cards), complete=not decks))
    run.add(pair_findings(pairs, loaded, mends.advice(told), newest.series))
    shown = [pair for pair in pairs if pair.verdict != "distinct"]
    events = groups(pairs)
    run.result("pairs", [pair.as_json() | ({} if (pair.a, pair.b) in many else mends.as_json(pair)) for pair in shown])
    run.result("groups", groups_as_json(events, pairs))
    for keys in dict.fromkeys(many.values()):
        run.say(f"same words     {keys[0]}  and {len(keys) - 1} more")
    for pair in shown:
        if (pair.a, pair.b) in many:
            continue
        decided = f" ({'by a rule' if pair.rule else 'decided'}: {pair.decided})" if pair.decided else ""
        if pair.before:
            before = f"when a card read otherwise: {pair.before}"
            decided = " (decided both ways)" if pair.before == "both" else f" (decided {before})"
        run.say(f"{pair.verdict:<9} {pair.score:.2f}  {pair.a}  {pair.b}{decided}")
        if pair.verdict == "conflict":
            mends.say(run, pair, " " * 10)
    for keys in events:
        if len(keys) > 2 and keys not in many.values():
            more = f"  and {len(keys) - MOST_NAMED} more" if len(keys) > MOST_NAMED else ""
            run.say(f"one event    {'  '.join(keys[:MOST_NAMED])}{more}")
    open_ = [pair for pair in shown if pair.is_open and not newest.other(cards[pair.a], cards[pair.b])]
    _point_on(run, open_, cards, newest.series, decks)


def _point_on(
    run: Run, open_: "Sequence[Pair]", cards: Mapping[str, Card], series: Collection[str], decks: Sequence[str]
) -> None:
    """Say how to judge the pairs that are open, as far as decisions on them can be kept."""
    number = sum({cards[pair.a].series, cards[pair.b].series} <= set(series) for pair in open_)
    if number:
        told = "1 pair is open; judge it" if number == 1 else f"{number} pairs are open; judge them"
        run.closing.append(one_line(f"{told} with `{shlex.join(('wildmix', 'review', *decks))}`"))


def _check_verb(run: Run, decks: Sequence[str]) -> None:
    """Raise WorkspaceError if the first deck is none, and nearly the name of a verb."""
    from . import VERBS  # noqa: PLC0415 - the table of which this verb is one

    meant = get_close_matches(decks[0], VERBS, n=1, cutoff=0.7) if len(decks) > 1 else []
    if meant and not run.has(decks[0]):
        raise WorkspaceError(f"there is no deck `{decks[0]}`; is `wildmix duplicates {meant[0]}` meant?")
