"""Many games of bots on one deck: what the deck is like to play with. All of it rests on the model in ``knowledge``."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from typing import Any

from ..years import YearInterval
from .anno_domini import Doubted
from .bots import bots
from .chance import Dice
from .core import CAP, Chance, Rules, Verdict
from .knowledge import Knowledge
from .pieces import Pieces
from .play import chance, shuffled_deck
from .rulebooks import RULEBOOKS, RuleBook

Z = 1.96  # of a 95 % confidence interval


@dataclass(frozen=True, slots=True)
class Task:
    """Some of the games of a simulation; each has its own seed, so that it does not matter how they are shared out."""

    rules: str
    options: Mapping[str, Any]
    players: int
    pieces: Pieces
    knowledge: Knowledge
    seed: int
    games: range


@dataclass(slots=True)
class Tally:
    """What was counted in some games."""

    lengths: list[int] = field(default_factory=list)
    needed: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)
    seats: Counter[int] = field(default_factory=Counter)
    doubts: int = 0
    wrong_doubts: int = 0
    turned: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Tally") -> None:
        """Take in what was counted in other games."""
        self.lengths += other.lengths
        self.needed += other.needed
        self.scores += other.scores
        self.reasons += other.reasons
        self.seats += other.seats
        self.doubts += other.doubts
        self.wrong_doubts += other.wrong_doubts
        self.turned += other.turned
        self.wrong += other.wrong


def tasks(task: Task, parts: int) -> list[Task]:
    """Share the games of a task out over `parts` processes."""
    return [replace(task, games=task.games[part::parts]) for part in range(parts) if task.games[part::parts]]


def check(task: Task) -> None:
    """Raise SetupError if the deck does not suffice."""
    book, options, rules = _rules(task)
    rules.start(shuffled_deck(book, options, task.players, task.pieces, Dice(task.seed)))


def _rules(task: Task) -> tuple[RuleBook, Any, Rules[Any, Any]]:
    book = RULEBOOKS[task.rules]
    options = book.options.model_validate(task.options)
    return book, options, book.rules(options, task.players, task.pieces)


def run(task: Task) -> Tally:
    """Play the games of a task. Raises SetupError if the deck does not suffice."""
    book, options, rules = _rules(task)
    tally = Tally()
    for number in task.games:
        dice = Dice(task.seed * 1_000_003 + number).split()
        order = shuffled_deck(book, options, task.players, task.pieces, dice)
        _play(rules, order, task, dice, tally)
    return tally


def _play(rules: Rules[Any, Any], order: Sequence[str], task: Task, dice: Dice, tally: Tally) -> None:
    choose = bots(rules, task.players, task.knowledge, dice.split())
    state, _ = rules.start(order)
    reshuffled = 0
    while state.ending is None:
        seat = rules.actor(state)
        action = chance(rules, state, dice) if seat is None else choose(rules, state, seat)
        reshuffled += len(action.order) if isinstance(action, Chance) else 0
        state, events = rules.apply(state, action)
        _count(events, tally)
    tally.lengths.append(state.actions)
    if task.pieces.tiles is None:
        tally.needed.append(len(order) - len(state.stock) + reshuffled)
    tally.reasons[state.ending.reason] += 1
    if state.ending.score is not None:
        tally.scores.append(state.ending.score)
    tally.seats.update(state.ending.winners)


def _count(events: Iterable[Any], tally: Tally) -> None:
    for event in events:
        # The check of a last card that wins the game is no doubt of a player's own choice.
        if isinstance(event, Doubted) and event.penalty:
            tally.doubts += 1
            tally.wrong_doubts += event.correct
        elif isinstance(event, Verdict):
            tally.turned[event.card] += 1
            tally.wrong[event.card] += not event.correct


def mean(values: Sequence[float]) -> dict[str, float | None]:
    """Return the mean with the ends of its 95 % confidence interval; None where there is nothing to tell."""
    if not values:
        return {"mean": None, "low": None, "high": None}
    middle = sum(values) / len(values)
    if len(values) < 2:
        return {"mean": middle, "low": None, "high": None}
    deviation = sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1))
    margin = Z * deviation / sqrt(len(values))
    return {"mean": round(middle, 3), "low": round(middle - margin, 3), "high": round(middle + margin, 3)}


def rate(hits: int, trials: int) -> dict[str, float | int | None]:
    """Return a share with the ends of its 95 % confidence interval (Wilson's score interval)."""
    if not trials:
        return {"rate": None, "low": None, "high": None, "of": 0}
    share = hits / trials
    centre = (share + Z * Z / (2 * trials)) / (1 + Z * Z / trials)
    margin = Z / (1 + Z * Z / trials) * sqrt(share * (1 - share) / trials + Z * Z / (4 * trials * trials))
    return {
        "rate": round(share, 4),
        "low": round(max(0.0, centre - margin), 4),
        "high": round(min(1.0, centre + margin), 4),
        "of": trials,
    }


def quantile(values: Sequence[int], percent: int) -> int | None:
    """Return the smallest value that at least so many of a hundred values do not exceed."""
    ordered = sorted(values)
    return ordered[-(-percent * len(ordered) // 100) - 1] if ordered else None


def summary(tally: Tally) -> dict[str, Any]:
    """Return what a simulation found, as JSON values."""
    games = len(tally.lengths)
    found: dict[str, Any] = {
        "games": games,
        "length": {**mean(tally.lengths), "median": quantile(tally.lengths, 50), "most": max(tally.lengths)},
        "broken_off": rate(tally.reasons[CAP], games),
        "endings": dict(tally.reasons.most_common()),
        "wins_by_seat": {str(seat): tally.seats[seat] for seat in sorted(tally.seats)},
    }
    if tally.needed:
        found["cards_needed"] = {**mean(tally.needed), "in_95_percent": quantile(tally.needed, 95)}
    if tally.doubts:
        found["wrong_doubts"] = rate(tally.wrong_doubts, tally.doubts)
    if tally.turned:
        found["misplaced"] = rate(tally.wrong.total(), tally.turned.total())
    if tally.scores:
        found["score"] = mean(tally.scores)
    return found


def undecidable(pieces: Pieces, cards: Sequence[str]) -> dict[str, int]:
    """Return for each card how many others it overlaps with, so that either order is correct.

    All others, without those that end before it begins and those that begin after it ends.
    """
    dates = pieces.dates
    ends = sorted(latest for card in cards if (latest := dates[card].latest) is not None)
    begins = sorted(earliest for card in cards if (earliest := dates[card].earliest) is not None)

    def others(one: YearInterval) -> int:
        before = 0 if one.earliest is None else bisect_left(ends, one.earliest)
        after = 0 if one.latest is None else len(begins) - bisect_right(begins, one.latest)
        return len(cards) - 1 - before - after

    return {card: others(dates[card]) for card in cards}


def difficulty(
    pieces: Pieces, cards: Sequence[str], knowledge: Knowledge, beside: Sequence[str] | None = None
) -> dict[str, float]:
    """Return for each card how likely a player of the model puts it on the wrong side of another card.

    The others are those of `beside`, all of `cards` by default.
    """
    dates, others = pieces.dates, cards if beside is None else beside
    among = set(others)
    return {
        card: round(
            sum(knowledge.confusion(dates[card], dates[other]) for other in others)
            / max(1, len(others) - (card in among)),
            4,
        )
        for card in cards
    }


def symbol_balance(pieces: Pieces) -> dict[str, Any]:
    """Return how often each symbol stands on white and dark sides, and how likely two cards match in a discard."""
    white = Counter(pair[0] for pair in pieces.symbols.values())
    dark = Counter(pair[1] for pair in pieces.symbols.values())
    number = len(pieces.symbols)
    own = sum(white_side == dark_side for white_side, dark_side in pieces.symbols.values())
    matches = sum(white[symbol] * dark[symbol] for symbol in white) - own
    return {
        "white": dict(sorted(white.items())),
        "dark": dict(sorted(dark.items())),
        "match": round(matches / (number * (number - 1)), 4) if number > 1 else None,
    }
