"""`wildmix duplicates decide`: what a person knows about two cards."""

from datetime import UTC, datetime

import click

from ...cards import Card, Deck
from ...office.lines import one_line
from ...office.review import keep_answer, named_cards, remembered
from ...workspace import WorkspaceError
from ..common import Run, verb
from .common import Newest, WhatMends


@click.command(short_help="Remember whether two cards are the same event.")
@click.argument("card_a")
@click.argument("card_b")
@click.argument("answer", type=click.Choice(["same", "different"]))
@click.option("--by", default="", help="Who decided.")
@click.option("--on", type=click.DateTime(["%Y-%m-%d"]), help="The day of the decision.  [default: today]")
@verb
def command(run: Run, card_a: str, card_b: str, answer: str, by: str, on: datetime | None) -> None:  # noqa: PLR0913, PLR0917 - click passes one argument per option
    """Remember in data/decks/duplicates.csv whether CARD_A and CARD_B (as `frauen:F001`) are the same event.

    The pair is not asked about again until the text or the year of one of them changes in the newest edition.
    """
    from ...duplicates import compare, contradictions  # noqa: PLC0415 - numpy takes longer to load than most verbs run

    first, second = (_card(run, key) for key in (card_a, card_b))
    run.count("cards", (first is not None) + (second is not None))
    if first is None or second is None:
        return
    if first.key == second.key:
        run.usage_error(f"`{first.key}` is one card, not a pair")
        return
    day = (on or datetime.now(UTC).astimezone()).date().isoformat()
    step = keep_answer(run, first, second, "same" if answer == "same" else "different", day, by)
    decisions = remembered(run, run.workspace)
    pair = compare(first, second, decisions)
    run.add(contradictions(decisions, named_cards(run.workspace, decisions), {first.key, second.key}))
    mends = WhatMends(run.workspace, [pair], {first.key: first, second.key: second}, Newest(run.workspace))
    run.result("pairs", [pair.as_json() | mends.as_json(pair)])
    run.result("replaced", step.before_as_json())
    replaces = f"; replaces {step.replaced}" if step.replaced else ""
    run.say(one_line(f"{pair.a} and {pair.b}: {answer}; the verdict is {pair.verdict}{replaces}"))
    if pair.verdict == "conflict":
        mends.say_next(run, pair)


def _card(run: Run, key: str) -> Card | None:
    """Return the card of the newest edition, None with an error of usage if there is none."""
    code, colon, _ = key.partition(":")
    deck: Deck | None = None
    if colon and code in run.workspace.series_codes():
        loaded = run.workspace.load_edition(code)
        deck = loaded.deck
        # What is wrong with other cards has nothing to do with these two.
        run.add(one for one in loaded.findings if deck is None or f"{one.series}:{one.card}" == key)
        if deck is None:
            return None
    card = deck.card(key) if deck else None
    if card is None:
        raise WorkspaceError(f"there is no card `{key}`; cards are named as in `frauen:F001`")
    return card
