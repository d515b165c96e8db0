"""Duplicates: pair after pair with keys, every answer kept at once, any number taken back."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from flask import Blueprint, flash, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from ...cards import Card
from ...corrigenda import NotAllowedError, Report
from ...office import StaleError, refuse
from ...office.letters import Intake, NotSureError
from ...office.review import PutOff, Step, keep_answer, take_back
from ...publish.timeline import strip
from ...workspace import WorkspaceError
from ..desk import desk
from ..explaining import because
from ..links import Links
from ..pairs import comparing
from ..sealing import pair_sum, step_sum
from ..speaking import given, say, today, told

if TYPE_CHECKING:
    from ...duplicates import Pair, Question, Reply

pages = Blueprint("pairs", __name__)

VERDICTS = ("conflict", "duplicate", "uncertain", "distinct")
MOST_LISTED = 300


@pages.get("/duplicates")
def start() -> str | Response:
    """Go to the first pair that nobody has judged; show how far the search is, or that all is done."""
    if "score" in request.args:
        session["score"] = request.args["score"] == "1"
    questions = desk().pairs.questions()
    if questions:
        first = questions[0].pair
        return redirect(url_for("pairs.pair", a=first.a, b=first.b), 303)
    if questions is None:
        return _waiting()
    return render_template("duplicates.html", pending=False, judged=desk().pairs.judged(), **_last())


def _waiting() -> str:
    """Show how far the search is, at the address that was asked for, which the page asks for again."""
    return render_template("duplicates.html", pending=True, at_work=desk().pairs.at_work)


@pages.get("/duplicates/list")
def listed() -> str:
    """List all pairs with what they are and what is decided."""
    current = desk().pairs.current()
    verdict = request.args.get("verdict", "")
    pairs = [pair for pair in current or () if verdict in {"", pair.verdict}]
    return render_template(
        "pairs.html",
        pairs=sorted(pairs, key=lambda pair: (VERDICTS.index(pair.verdict), -pair.score, pair.a, pair.b))[:MOST_LISTED],
        total=len(pairs),
        cards=desk().shelf.cards(),
        verdicts=VERDICTS,
        verdict=verdict,
        pending=current is None,
    )


@pages.get("/duplicates/<a>/<b>")
def pair(a: str, b: str) -> str:
    """Show two cards side by side, what only one of them says marked, and their years drawn."""
    if "score" in request.args:
        session["score"] = request.args["score"] == "1"
    questions = desk().pairs.questions()
    first, second = _cards(a, b)
    if questions is None:
        return _waiting()
    question = _question(first, second, questions)
    decision = desk().pairs.decisions().get(first, second)
    with comparing:
        sides = list(question.sides())
    series = desk().shelf.all_series()
    years = [(card.interval, series[card.series].colour.srgb, card.key) for card in (first, second) if card.interval]
    return render_template(
        "pair.html",
        question=question,
        sides=sides,
        because=because(question.pair.reasons, say().language),
        series=series,
        decks={card.key: desk().shelf.card(card.series, card.id)[0] for card in (first, second)},
        decision=decision,
        drawn=strip(years, say().year, say()("years of both"), today().year) if years else "",
        gap=first.interval.gap(second.interval) if first.interval and second.interval else None,
        judged=desk().pairs.judged(),
        **_last(),
        shows_score=bool(session.get("score")) or decision is not None,
        seen=pair_sum((first, second), decision),
    )


def _last() -> "dict[str, Step | PutOff | str | None]":
    """Return the step that may be taken back, with its seal."""
    last = desk().pairs.last()
    return {"last": last, "last_seen": step_sum(last) if last else ""}


def _cards(a: str, b: str) -> tuple[Card, Card]:
    cards: Mapping[str, Card] = desk().shelf.cards()
    if a not in cards or b not in cards or a == b:
        refuse(f"there is no pair `{a}` and `{b}`")
    first, second = sorted((a, b))
    return cards[first], cards[second]


def _question(first: Card, second: Card, questions: "list[Question]") -> "Question":
    """Return the question about two cards, also about a pair that is decided or that nobody asked about."""
    from ...duplicates import Question, compare  # noqa: PLC0415 - numpy takes longer to load than the server

    at = next((at for at, one in enumerate(questions) if (one.pair.a, one.pair.b) == (first.key, second.key)), None)
    if at is not None:
        return questions[at]
    known: Pair | None = next(
        (one for one in desk().pairs.current() or () if (one.a, one.b) == (first.key, second.key)), None
    )
    with comparing:
        return Question(known or compare(first, second, desk().pairs.decisions()), first, second, 0, len(questions))


@pages.post("/duplicates/<a>/<b>")
def answer(a: str, b: str) -> Response:
    """Keep an answer at once, and go on to the next pair."""
    from ...duplicates import answer_of, disagree  # noqa: PLC0415 - as above

    first, second = _cards(a, b)
    reply = given("reply")
    if reply not in {"same", "different", "conflict", "later"}:
        refuse(f"`{reply}` is no answer")
    step = _keep(first, second, cast("Reply", reply)) if answer_of(cast("Reply", reply)) else _put_off(first, second)
    desk().pairs.trail.add(step)
    flash(say()(f"kept {reply}", first.key, second.key), "done")
    if reply == "conflict" or (reply == "same" and disagree(first, second)):
        return redirect(url_for("pairs.pair", a=first.key, b=second.key, _anchor="letter"), 303)
    return redirect(url_for("pairs.start"), 303)


def _keep(first: Card, second: Card, reply: "Reply") -> Step:
    from ...duplicates import answer_of  # noqa: PLC0415 - as above

    decision = desk().pairs.decisions().answers.get((first.key, second.key))
    _check_seal(first, second)
    decided = answer_of(reply)
    assert decided is not None  # noqa: S101 - `later` is put off
    return keep_answer(desk().notes(), first, second, decided, today().isoformat(), desk().by, decision)


def _check_seal(first: Card, second: Card) -> None:
    """Raise StaleError unless both cards, and what is decided on them, are what the form showed."""
    if pair_sum((first, second), desk().pairs.decisions().get(first, second)) != given("seen"):
        raise StaleError(_what_changed(first, second))


def _what_changed(first: Card, second: Card) -> str:
    decision = desk().pairs.decisions().get(first, second)
    if decision:
        day = Links(say()).day(decision.decided_on)
        return say()("pair decided", first.key, second.key, say()(f"answer {decision.answer}"), day)
    return say()("pair changed", first.key, first.year, second.key, second.year)


def _put_off(first: Card, second: Card) -> PutOff:
    _check_seal(first, second)
    return PutOff(first.key, second.key)


@pages.post("/duplicates/undo")
def undo() -> Response:
    """Take the step that the form names back, if it still is the last, and show its pair again."""
    last = desk().pairs.last()
    if last is None:
        flash(say()("nothing to undo"), "warning")
        return redirect(url_for("pairs.start"), 303)
    if (last.a, last.b, step_sum(last)) != (given("a"), given("b"), given("seen")):
        raise StaleError(_what_followed(last))
    if isinstance(last, Step):
        try:
            take_back(desk().notes(), last)
        except StaleError:
            desk().pairs.trail.drop(last)
            raise
    desk().pairs.trail.drop(last)
    flash(say()("undone", last.a, last.b), "done")
    return redirect(url_for("pairs.pair", a=last.a, b=last.b), 303)


def _what_followed(last: Step | PutOff) -> str:
    """Say what became of the pair of a form whose step is not the last any more, and which step is."""
    followed = say()("step followed", last.a, last.b)
    cards = desk().shelf.cards()
    if given("a") not in cards or given("b") not in cards:
        return followed
    return f"{_what_changed(cards[given('a')], cards[given('b')])} {followed}"


@pages.post("/duplicates/<a>/<b>/letter")
def letter(a: str, b: str) -> Response:
    """Make a letter of a conflict: the year of one card is wrong, and the other tells the right one."""
    if given("wrong") not in {a, b}:
        refuse(f"`{given('wrong')}` is none of the two cards")
    notes = desk().notes()
    with desk().workspace.lock(), comparing:
        first, second = _cards(a, b)
        _check_seal(first, second)
        if not _is_conflict(first, second):
            refuse(say()("no conflict", first.key, second.key))
        wrong, right = (first, second) if given("wrong") == first.key else (second, first)
        intake = Intake(notes, desk().by)
        report = Report(
            card=wrong.key,
            field="year",
            reporter=desk().by,
            on=today(),
            old=wrong.year,
            new=right.year,
            reason=say()("same event as", right.key),
        )
        try:
            taken = intake.take_one(report)
        except (NotSureError, NotAllowedError) as error:
            raise WorkspaceError(str(error)) from None
        written = not intake.close()
    told(notes, written=written)
    return redirect(url_for("entries.entry", name=taken.entry.id), 303)


def _is_conflict(first: Card, second: Card) -> bool:
    """Tell whether two cards are decided to tell one event, and their years exclude each other."""
    from ...duplicates import disagree  # noqa: PLC0415 - as above

    decision = desk().pairs.decisions().get(first, second)
    return decision is not None and decision.answer == "same" and disagree(first, second)
