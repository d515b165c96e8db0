"""`wildmix review`: pairs of cards that only a person can judge, one after the other."""

import json
import shlex
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from ..foreign_json import parse_json
from ..office.journal import StaleError
from ..office.lines import one_line
from ..office.review import Step, keep_answer, take_back, writable
from .common import Run, verb
from .duplicates.common import WhatMends, by_key, is_current, known_vectors

if TYPE_CHECKING:
    from ..duplicates import Pair, Question, Reply

KEYS = "[s]ame  [d]ifferent  [c]onflict: same, a year is wrong  [l]ater  [u]ndo  [q]uit"
HELP = """\
  s  the same event
  d  different events
  c  the same event, and one of the years is wrong
  l  ask again in another sitting
  u  take back the last answer of this sitting
  q  stop; what was answered is kept"""


@click.command(short_help="Judge pairs of cards, one after the other.")
@click.argument("decks", nargs=-1, metavar="[DECK]…")
@click.option("--blind", is_flag=True, help="Show neither score nor verdict, so that they sway nobody.")
@click.option(
    "--json", "as_json", is_flag=True, help="Ask and read answers as JSON, one object per line; as --format json."
)
@click.option("--by", default="", help="Who decides.")
@click.option("--on", type=click.DateTime(["%Y-%m-%d"]), help="The day of the decisions.  [default: today]")
@verb
def command(  # noqa: PLR0913 - click passes one argument per option
    run: Run, decks: tuple[str, ...], *, blind: bool, as_json: bool, by: str, on: datetime | None
) -> None:
    """Ask about each pair of cards that may tell the same event and that nobody has judged, conflicts first.

    DECK is a series (its newest edition) or SERIES/EDITION; without it, the newest editions of all series are compared.
    Each answer is kept in data/decks/duplicates.csv before the next question: stop whenever you like and go on later.
    The keys are s same, d different, c conflict (one event, and a year is wrong), l later, u undo, q quit, ? this list;
    u takes back the answers of this sitting, one after the other, and no earlier ones. With --json, answer
    {"answer": "same"} to the question, or {"a": KEY, "b": KEY, "answer": …} to any other one.
    """
    from ..duplicates import (  # noqa: PLC0415 - numpy takes longer to load than most verbs run
        decision_findings,
        encoder_findings,
        find_pairs,
        questions,
    )

    if as_json:
        run.output = "json"
    as_json = run.output == "json"
    workspace = run.workspace
    loaded = [deck for _, _, deck in run.decks(decks or workspace.series_codes())]
    cards = by_key(loaded)
    run.count("cards", len(cards))
    decisions = writable(run)
    run.add(decision_findings(decisions, by_key(filter(is_current, loaded)), complete=not decks))
    with known_vectors(workspace):
        pairs = find_pairs(
            cards.values(), decisions, progress=lambda items, label: run.progress(items, label, total=len(items))
        )
    run.add(encoder_findings())
    asked = questions(pairs, cards)
    day = (on or datetime.now(UTC).astimezone()).date().isoformat()
    review = _Review(run, asked, WhatMends(workspace, (one.pair for one in asked), cards, loaded), day, by)
    if as_json:
        review.go(lambda question: _print_json(question, blind=blind), _json_replies())
    else:
        review.go(lambda question: _show(question, blind=blind), _typed_replies())
    left = len(asked) - len(review.judged)
    go_on = f"; go on with `{shlex.join(('wildmix', 'review', *decks))}`" if left else ""
    run.closing.append(one_line(f"{len(review.judged)} of {len(asked)} pairs judged, {left} left{go_on}"))
    run.sums_up = not left
    run.result("judged", len(review.judged))
    run.result("left", left)


class _Review:
    """One sitting: asks, keeps each answer at once, can go back."""

    def __init__(self, run: Run, asked: "list[Question]", mends: WhatMends, day: str, by: str) -> None:
        self.judged: dict[int, tuple[str, str]] = {}
        self._run = run
        self._asked = asked
        self._mends = mends
        self._day = day
        self._by = by
        self._passed: list[int] = []
        self._kept: dict[int, Step] = {}

    def go(self, show: "Callable[[Question], None]", replies: "Iterator[tuple[Reply, tuple[str, str] | None]]") -> None:
        """Ask until all is judged or put off, or nobody answers any more."""
        at = 0
        while at < len(self._asked):
            if at in self.judged:
                at += 1
                continue
            show(self._asked[at])
            reply, named = next(replies, ("quit", None))
            if reply == "quit":
                return
            if reply == "undo":
                at = self._undo(at)
                continue
            chosen = self._place(named, at)
            if chosen is None:
                continue
            self._passed.append(chosen)
            self._keep(chosen, reply)
            at += chosen == at

    def _place(self, named: "tuple[str, str] | None", at: int) -> int | None:
        if named is None:
            return at
        for place, question in enumerate(self._asked):
            if {question.pair.a, question.pair.b} == set(named):
                return place
        self._refuse(f"`{named[0]}` and `{named[1]}` are not among the pairs in question")
        return None

    def _refuse(self, message: str) -> None:
        """Say why an answer or a step back does nothing; the sitting goes on."""
        if self._run.output == "json":
            _print_refused(message)
        else:
            self._run.say(message)

    def _keep(self, at: int, reply: "Reply") -> None:
        from ..duplicates import answer_of, disagree  # noqa: PLC0415 - loaded already

        answer = answer_of(reply)
        if answer is None:
            return
        question = self._asked[at]
        step = keep_answer(self._run, question.first, question.second, answer, self._day, self._by)
        self._kept[at] = step
        self.judged[at] = (question.pair.a, question.pair.b)
        if step.replaced:
            self._run.say(one_line(f"replaces {step.replaced}"))
        if answer == "same" and disagree(question.first, question.second):
            self._tell_mends(replace(question.pair, verdict="conflict"))
        elif reply == "conflict":
            self._run.say("the years overlap; kept as the same event")

    def _tell_mends(self, pair: "Pair") -> None:
        if self._run.output == "json":
            told = {"a": pair.a, "b": pair.b} | self._mends.as_json(pair)
            click.echo(json.dumps(told, ensure_ascii=False))
        else:
            self._mends.say_next(self._run, pair)

    def _undo(self, at: int) -> int:
        """Take the last answer back and return the place of its question."""
        if not self._passed:
            self._refuse("there is nothing to undo in this sitting")
            return at
        last = self._passed.pop()
        if last in self.judged:
            del self.judged[last]
            try:
                take_back(self._run, self._kept.pop(last))
            except StaleError as error:
                self._refuse(one_line(f"not undone: {error}"))
        return last


def _show(question: "Question", *, blind: bool) -> None:
    pair = question.pair
    click.echo()
    said = "" if blind else f"   {pair.verdict} {pair.score:.2f}"
    click.echo(click.style(f"{question.number} of {question.total}", bold=True) + said)
    for card, language, pieces in question.sides():
        shown = ((one_line(text), alone) for text, alone in pieces)
        told = "".join(click.style(text, fg="yellow", bold=True) if alone else text for text, alone in shown)
        click.echo(one_line(f"  {card.key}  {card.year}"))
        click.echo(f"    {told}")
        if comment := card.comment.get(language):
            click.echo(click.style(f"    {one_line(comment)}", dim=True))
    if not blind:
        click.echo(one_line(f"  {pair.why}"))
    click.echo(KEYS)


def _typed_replies() -> "Iterator[tuple[Reply, None]]":
    """Yield what is typed: a key on a terminal, else the first letter of each line."""
    from ..duplicates import REPLIES  # noqa: PLC0415 - loaded already

    terminal = sys.stdin.isatty()
    while True:
        if terminal:
            try:
                typed = click.getchar()
            except (EOFError, KeyboardInterrupt):
                return
        elif not (typed := sys.stdin.readline()):
            return
        key = typed.strip()[:1].lower()
        if key in REPLIES:
            yield REPLIES[key], None
        elif key == "?":
            click.echo(HELP)
        else:
            click.echo(one_line(f"`{typed.strip()}` is no answer. {KEYS}"))


def _print_json(question: "Question", *, blind: bool) -> None:
    click.echo(json.dumps(question.as_json(blind=blind), ensure_ascii=False))


def _print_refused(message: str) -> None:
    click.echo(json.dumps({"refused": message}, ensure_ascii=False))


def _json_replies() -> "Iterator[tuple[Reply, tuple[str, str] | None]]":
    from ..duplicates import REPLIES  # noqa: PLC0415 - loaded already

    known: dict[str, Reply] = {reply: reply for reply in REPLIES.values()}
    for line in sys.stdin:
        if not line.strip():
            continue
        try:
            said = parse_json(line)
        except ValueError:
            said = None
        reply = known.get(str(said.get("answer"))) if isinstance(said, dict) else None
        if reply is None:
            _print_refused(f"no answer in {line.strip()[:80]}; answers: {', '.join(known)}")
        elif isinstance(said.get("a"), str) and isinstance(said.get("b"), str):
            yield reply, (said["a"], said["b"])
        else:
            yield reply, None
