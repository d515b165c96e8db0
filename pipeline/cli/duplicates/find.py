"""`wildmix duplicates [DECK]…`: pairs of cards that tell the same event."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from ...cards import Card, Deck
from ...office.lines import one_line
from ...office.review import remembered
from ..common import Run, verb
from .common import known_vectors, optional_workspace

if TYPE_CHECKING:
    from ...duplicates import Pair


@click.command(short_help="Find cards that tell the same event; may be left out.")
@click.argument("decks", nargs=-1, metavar="[DECK]…")
@verb
def command(run: Run, decks: tuple[str, ...]) -> None:
    """Find cards that tell the same event, judged by their texts first and by their years second.

    DECK is a series (its newest edition), SERIES/EDITION, a mix, or a table of cards; without it, the newest editions
    of all series are compared. A pair is a duplicate, a conflict if the years exclude each other, or uncertain.
    """
    from ...duplicates import (  # noqa: PLC0415 - numpy takes longer to load than most verbs run
        decision_findings,
        drafts,
        encoder_findings,
        find_pairs,
        groups,
        groups_as_json,
        language_findings,
        pair_findings,
    )

    # Without decks, a missing workspace is an error of usage.
    workspace = optional_workspace(run) if decks else run.workspace
    loaded = [deck for _, _, deck in run.decks(decks or run.workspace.series_codes())]
    cards = _by_key(loaded)
    run.count("cards", len(cards))
    decisions = remembered(run, workspace)
    with known_vectors(workspace):
        pairs = find_pairs(
            cards.values(), decisions, progress=lambda items, label: run.progress(items, label, total=len(items))
        )
    run.add(encoder_findings())
    run.add(language_findings(loaded))
    run.add(decision_findings(decisions, cards, complete=not decks))
    run.add(pair_findings(pairs, loaded))
    shown = [pair for pair in pairs if pair.verdict != "distinct"]
    together = groups(pairs)
    commands = {pair: drafts(cards[pair.a], cards[pair.b]) for pair in shown if pair.verdict == "conflict"}
    run.result("pairs", [pair.as_json() | _drafts(commands.get(pair)) for pair in shown])
    run.result("groups", groups_as_json(together, pairs))
    _say(run, shown, commands)
    for keys in together:
        if len(keys) > 2:
            run.say(f"one event    {'  '.join(keys)}")


def _say(run: Run, pairs: "list[Pair]", commands: "Mapping[Pair, tuple[str, str] | None]") -> None:
    """Print the pairs, each with the commands that mend it."""
    for pair in pairs:
        decided = f" (decided: {pair.decided})" if pair.decided else ""
        run.say(f"{pair.verdict:<9} {pair.score:.2f}  {pair.a}  {pair.b}{decided}")
        for line in commands.get(pair) or ():
            run.say(one_line(f"          {line}"))


def _drafts(commands: tuple[str, str] | None) -> dict[str, list[str]]:
    """Return the two commands of which one drafts the corrigendum that mends a conflict."""
    return {"drafts": list(commands)} if commands else {}


def _by_key(decks: list[Deck]) -> dict[str, Card]:
    """Return the cards of all decks by key; of two editions of a series, the one that was named first counts."""
    cards: dict[str, Card] = {}
    for deck in decks:
        for card in deck:
            cards.setdefault(card.key, card)
    return cards
