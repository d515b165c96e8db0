"""`wildmix review`: pairs of cards that only a person can judge, one after the other."""

import json
import shlex
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click

from ..foreign_json import parse_json
from ..office import Notes
from ..office.journal import StaleError
from ..office.lines import one_line
from ..office.review import Step, keep_answer, named_cards, remembered, take_back, writable
from .common import Run, verb
from .duplicates.common import Newest, WhatMends, by_key, known_vectors

if TYPE_CHECKING:
    from ..duplicates import Decision, Decisions, Pair, Question, Reply

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
        closed,
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
    together = closed(decisions, named_cards(workspace, decisions))
    newest = Newest(workspace, loaded)
    with known_vectors(workspace):
        pairs = find_pairs(
            cards.values(), together, progress=lambda items, label: run.progress(items, label, total=len(items))
        )
    run.add(encoder_findings())
    open_ = [pair for pair in pairs if pair.is_open]
    stands = {(pair.a, pair.b) for pair in open_ if pair.before and _stands(newest, pair, together)}
    older = {(pair.a, pair.b): newest.other(cards[pair.a], cards[pair.b]) for pair in open_}
    asked = questions((pair for pair in open_ if (pair.a, pair.b) not in stands and not older[pair.a, pair.b]), cards)
    day = (on or datetime.now(UTC).astimezone()).date().isoformat()
    mends = WhatMends(workspace, (one.pair for one in asked), cards, newest)
    meanwhile = _Meanwhile(run, decisions)
    review = _Review(run, asked, mends, day, by, meanwhile)
    if as_json:
        review.go(lambda question: _print_json(question, blind=blind), _json_replies())
    else:
        review.go(lambda question: _show(question, blind=blind), _typed_replies())
    # What was odd before the sitting may be settled now.
    decisions = meanwhile.now()
    run.add(decision_findings(decisions, newest.decidable(decisions, cards), complete=not decks))
    others = review.decided_by_others()
    left = len(asked) - len(review.judged) - others
    told = f", {others} decided meanwhile by others" if others else ""
    go_on = f"; go on with `{shlex.join(('wildmix', 'review', *decks))}`" if left else ""
    if stands:
        told_of = "1 pair is" if len(stands) == 1 else f"{len(stands)} pairs are"
        run.closing.append(f"{told_of} decided as the newest editions read, and not asked about in older ones")
    _tell_older(run, {key: codes for key, codes in older.items() if codes and key not in stands})
    run.closing.append(one_line(f"{len(review.judged)} of {len(asked)} pairs judged{told}, {left} left{go_on}"))
    run.sums_up = not left
    run.result("judged", len(review.judged))
    run.result("left", left)


def _stands(newest: Newest, pair: "Pair", decisions: "Decisions") -> bool:
    """Tell whether a pair is decided as the newest editions read; an answer on older ones would take its place."""
    first, second = newest.card(pair.a), newest.card(pair.b)
    return bool(first and second and decisions.get(first, second))


def _tell_older(run: Run, older: "Mapping[tuple[str, str], Sequence[str]]") -> None:
    """Say which pairs are not asked about: an answer would hold no longer, since the newest editions read otherwise."""
    if not older:
        return
    pairs, them = ("1 pair reads", "it") if len(older) == 1 else (f"{len(older)} pairs read", "them")
    others = sorted({code for codes in older.values() for code in codes})
    named = "`, `".join(others)
    codes = sorted({key.partition(":")[0] for pair in older for key in pair})
    told = f"{pairs} otherwise in the newest edition of `{named}` and cannot be judged in an older one"
    run.closing.append(one_line(f"{told}; judge {them} with `{shlex.join(('wildmix', 'review', *codes))}`"))


class _Meanwhile:
    """What is decided now, read again when somebody wrote it, and what this sitting knows of it."""

    def __init__(self, run: Run, decisions: "Decisions") -> None:
        self._run = run
        self._now = decisions
        self._stamp = self._stamped()
        self._seen = dict(decisions.answers)

    def _stamped(self) -> tuple[int, int, int] | None:
        try:
            stat = self._run.workspace.decisions_path.stat()
        except OSError:
            return None
        return stat.st_ino, stat.st_mtime_ns, stat.st_size

    def now(self) -> "Decisions":
        """Return the decisions as they stand."""
        if (stamp := self._stamped()) != self._stamp:
            self._now = remembered(Notes(self._run.workspace), self._run.workspace)
            self._stamp = stamp
        return self._now

    def seen(self, question: "Question") -> "Decision | None":
        """Return the decision on a pair that the sitting knows of."""
        return self._seen.get((question.pair.a, question.pair.b))

    def see(self, question: "Question") -> None:
        """Know what is decided on a pair now."""
        key = question.pair.a, question.pair.b
        self._seen.pop(key, None)
        if decision := self.now().answers.get(key):
            self._seen[key] = decision

    def is_decided(self, question: "Question") -> bool:
        """Tell whether the pair is decided now."""
        return self.now().get(question.first, question.second) is not None


class _Review:
    """One sitting: asks, keeps each answer at once, can go back."""

    def __init__(  # noqa: PLR0913, PLR0917 - one for each part of the sitting
        self, run: Run, asked: "list[Question]", mends: WhatMends, day: str, by: str, meanwhile: _Meanwhile
    ) -> None:
        self._run = run
        self._asked = asked
        self._mends = mends
        self._day = day
        self._by = by
        self._meanwhile = meanwhile
        self._next = 0
        """The first place that may be open."""
        self._again: int | None = None
        """A place to be asked about before all others: its answer was taken back, or is decided meanwhile."""
        self._passed: list[tuple[int, Step | None]] = []
        self._done: Counter[int] = Counter()
        """How often each place was passed."""

    @property
    def judged(self) -> set[int]:
        """The places of the pairs that were judged in this sitting."""
        return {place for place, step in self._passed if step}

    def decided_by_others(self) -> int:
        """Return how many pairs others decided meanwhile."""
        judged = self.judged
        return sum(at not in judged and self._meanwhile.is_decided(question) for at, question in enumerate(self._asked))

    def go(self, show: "Callable[[Question], None]", replies: "Iterator[tuple[Reply, tuple[str, str] | None]]") -> None:
        """Ask until all is judged or put off, or nobody answers any more."""
        while (at := self._place_to_ask()) is not None:
            show(self._asked[at])
            reply, named = next(replies, ("quit", None))
            if reply == "quit":
                return
            if reply == "undo":
                self._undo(at)
            elif (chosen := self._place(named, at)) is not None:
                # Another pair was named: this one is still open.
                self._again = at
                self._keep(chosen, reply)

    def _place_to_ask(self) -> int | None:
        """Return the place of the next question, None if there is none: what was passed or decided is not asked."""
        at, self._again = self._again, None
        if at is not None:
            return at
        while self._next < len(self._asked):
            question = self._asked[self._next]
            if not self._done[self._next] and not self._meanwhile.is_decided(question):
                return self._next
            self._next += 1
        return None

    def _place(self, named: "tuple[str, str] | None", at: int) -> int | None:
        if named is None:
            return at
        for place, question in enumerate(self._asked):
            if {question.pair.a, question.pair.b} == set(named):
                return place
        self._again = at
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

        if self._again == at:
            self._again = None
        answer = answer_of(reply)
        if answer is None:
            self._pass(at, None)
            return
        question = self._asked[at]
        seen = self._meanwhile.seen(question)
        try:
            step = keep_answer(self._run, question.first, question.second, answer, self._day, self._by, seen)
        except StaleError as error:
            self._again = at
            self._refuse(one_line(f"not kept: {error}"))
            return
        finally:
            self._meanwhile.see(question)
        self._pass(at, step)
        if step.replaced:
            self._run.say(one_line(f"replaces {step.replaced}"))
        if answer == "same" and disagree(question.first, question.second):
            self._tell_mends(replace(question.pair, verdict="conflict"))
        elif reply == "conflict":
            self._run.say("the years overlap; kept as the same event")

    def _pass(self, at: int, step: Step | None) -> None:
        self._passed.append((at, step))
        self._done[at] += 1

    def _tell_mends(self, pair: "Pair") -> None:
        if self._run.output == "json":
            told = {"a": pair.a, "b": pair.b} | self._mends.as_json(pair)
            click.echo(json.dumps(told, ensure_ascii=False))
        else:
            self._mends.say_next(self._run, pair)

    def _undo(self, at: int) -> None:
        """Take the last answer back; its pair is asked about again unless an earlier answer on it stands again."""
        if not self._passed:
            self._again = at
            self._refuse("there is nothing to undo in this sitting")
            return
        last, step = self._passed.pop()
        self._done[last] -= 1
        self._next = min(self._next, last)
        self._again = at if last in self.judged else last
        if step is None:
            return
        try:
            take_back(self._run, step)
        except StaleError as error:
            self._again = at
            self._refuse(one_line(f"not undone: {error}"))
        finally:
            self._meanwhile.see(self._asked[last])


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
    for line in sys.stdin:
        if not line.strip():
            continue
        try:
            said = parse_json(line)
        except ValueError:
            said = None
        try:
            reply, named = _read_reply(said)
        except ValueError as error:
            _print_refused(f"{error}: {line.strip()[:80]}")
            continue
        yield reply, named


def _read_reply(said: Any) -> "tuple[Reply, tuple[str, str] | None]":
    """Return an answer and the pair that it names, if any; raises ValueError, with the reason, for all that is none."""
    from ..duplicates import REPLIES  # noqa: PLC0415 - loaded already

    known: dict[str, Reply] = {reply: reply for reply in REPLIES.values()}
    reply = known.get(str(said.get("answer"))) if isinstance(said, dict) else None
    if reply is None:
        raise ValueError(f"no answer (there are {', '.join(known)})")
    named = {key: said[key] for key in said if key != "answer"}
    if not named:
        return reply, None
    if named.keys() != {"a", "b"} or not all(isinstance(key, str) for key in named.values()):
        raise ValueError("a pair is named by the keys of its two cards, as `a` and `b`, and by nothing else")
    if reply in {"undo", "quit"}:
        raise ValueError(f"`{reply}` is about no pair")
    return reply, (named["a"], named["b"])
