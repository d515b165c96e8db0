"""`wildmix simulate`: many games of bots, to see what a deck is like to play with."""

import math
import os
import re
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from typing import Any

import click

from ..diagnostics import Diagnostic, finding
from ..games import simulation
from ..games.core import SetupError
from ..games.knowledge import Knowledge
from ..games.pieces import Pieces
from ..games.rulebooks import RULEBOOKS
from ..games.simulation import Tally, Task
from ..workspace import WorkspaceError
from .common import Run, verb
from .gaming import game_options, options_of, pieces_of
from .render import counted

BINS, BAR = 10, 40
SENSITIVITY = (0.5, 2.0)
SHOWN = 5


class _Error(click.FloatRange):
    """A number within bounds; one that is none lies within any, as comparisons go."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read a number."""
        number = float(super().convert(value, param, ctx))
        if math.isnan(number):
            self.fail(f"`{value}` is no number", param, ctx)
        return number


@click.command(short_help="Play many games of bots to see what a deck is like.")
@click.argument("deck")
@click.option("--players", metavar="N", help="Number of players, or a range as 2-6.  [default: 4, solo games: 1]")
@click.option("--games", type=click.IntRange(min=1), default=400, show_default=True, help="Games for each number.")
@game_options
@click.option("--sigma", type=_Error(0.01, 10), default=0.3, show_default=True, help="How wrong players are (log age).")
@click.option(
    "--now", type=click.IntRange(1, 9999), default=2026, show_default=True, help="The year in which the players live."
)
@click.option("--jobs", type=click.IntRange(1, 64), help="Processes.  [default: one for each core]")
@verb
def command(  # noqa: PLR0913 - one name for each option
    run: Run,
    deck: str,
    *,
    players: str | None,
    games: int,
    rules: str,
    seed: int,
    preset: str | None,
    settings: tuple[str, ...],
    sigma: float,
    now: int,
    jobs: int | None,
) -> None:
    """Play many games of bots on DECK: length, doubts, cards needed, pairs that cannot be decided, difficulty.

    What the bots know is a model, assumed and not measured: docs/games.md says which, and the report shows how much
    hangs on it. The same seed gives the same numbers, whatever the number of processes. For Assyrian, DECK is
    `assyrian-tiles/1` or the path of a file of tiles.
    """
    book = RULEBOOKS[rules]
    options = options_of(book, preset, settings)
    numbers = _numbers(players, book.players)
    pieces = pieces_of(run, book, deck, seed)
    if pieces is None:
        return
    run.add(_of_the_future(pieces, now))
    task = Task(
        rules,
        options.model_dump(),
        numbers[0],
        replace(pieces, cards={}),
        Knowledge(sigma, now),
        seed,
        range(games),
    )
    report = {"rules": rules, "deck": deck, "seed": seed, "model": {"sigma": sigma, "now": now}, "players": {}}
    run.say(f"{book.title} with {deck}, seed {seed}; model: players err by {sigma:g} in the logarithm of the age")
    for number in numbers:
        found = _simulated(run, replace(task, players=number), jobs or os.cpu_count() or 1)
        if found is not None:
            report["players"][str(number)] = found  # type: ignore[index]
    if pieces.tiles is None:
        report["cards"] = _about_cards(run, pieces, task.knowledge)
    if book.symbols:
        report["symbols"] = simulation.symbol_balance(pieces)
        run.say(f"two cards match in a discard in {report['symbols']['match']:.1%} of all pairs")  # type: ignore[index]
    run.result("simulation", report)


def _of_the_future(pieces: Pieces, now: int) -> Iterator[Diagnostic]:
    """Report the cards that the players of a year cannot know of."""
    late = [card for card, dates in pieces.dates.items() if dates.earliest is not None and dates.earliest > now]
    if late:
        named = ", ".join(f"`{card}`" for card in late[:SHOWN]) + (", …" if len(late) > SHOWN else "")
        lie = "lies" if len(late) == 1 else "lie"
        yield finding("WM716", f"{counted(len(late), 'cards')} {lie} after {now}, the year of the players: {named}")


def _numbers(text: str | None, allowed: tuple[int, int]) -> range:
    """Return the numbers of players; raises WorkspaceError for what is none or what the rules exclude."""
    if text is None:
        text = str(min(4, allowed[1]))
    match = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", text)
    numbers = range(int(match[1]), int(match[2] or match[1]) + 1) if match else range(0)
    if not numbers or numbers[0] < allowed[0] or numbers[-1] > allowed[1]:
        people = f"{allowed[0]} to {allowed[1]}; write 4 or 2-6" if allowed[1] > 1 else "1"
        raise WorkspaceError(f"`{text}` players: the game is for {people}")
    return numbers


def _simulated(run: Run, task: Task, jobs: int) -> dict[str, Any] | None:
    """Simulate one number of players with the model as given, and less thoroughly with more and less knowledge."""
    try:
        simulation.check(task)
    except SetupError as error:
        run.add([finding("WM715", f"{task.players} players: {error}")])
        run.count("games", 0)
        return None
    tally = _played(run, task, jobs)
    found = simulation.summary(tally)
    fewer = replace(task, games=task.games[: max(1, len(task.games) // 4)])
    found["sensitivity"] = {}
    for factor in SENSITIVITY if task.pieces.tiles is None else ():
        knowledge = replace(task.knowledge, sigma=task.knowledge.sigma * factor)
        other = simulation.summary(_played(run, replace(fewer, knowledge=knowledge), jobs))
        found["sensitivity"][f"{knowledge.sigma:g}"] = other
    _tell(run, task, found, tally)
    return found


def _played(run: Run, task: Task, jobs: int) -> Tally:
    tally = Tally()
    for part in run.progress(_parts(task, jobs), f"{task.players} players", total=jobs):
        tally.add(part)
    run.count("games", len(task.games))
    tally.lengths.sort()
    tally.needed.sort()
    tally.scores.sort()
    return tally


def _parts(task: Task, jobs: int) -> Iterator[Tally]:
    parts = simulation.tasks(task, jobs)
    if len(parts) == 1:
        yield simulation.run(parts[0])
        return
    with ProcessPoolExecutor(len(parts)) as pool:
        yield from pool.map(simulation.run, parts)


def _tell(run: Run, task: Task, found: Mapping[str, Any], tally: Tally) -> None:
    run.say()
    run.say(f"{task.players} players, {found['games']} games: {_numbers_of(found)}")
    for sigma, other in found["sensitivity"].items():
        run.say(f"  with an error of {sigma}: {_numbers_of(other)}")
    for line in _histogram(tally.lengths):
        run.say(line)


def _numbers_of(found: Mapping[str, Any]) -> str:
    parts = [f"{_interval(found['length'], 'mean')} actions"]
    if "cards_needed" in found:
        parts.append(f"{found['cards_needed']['in_95_percent']} cards suffice for 95 %")
    if "wrong_doubts" in found:
        parts.append(f"wrong doubts {_percent(found['wrong_doubts'])}")
    if "misplaced" in found:
        parts.append(f"misplaced {_percent(found['misplaced'])}")
    if "score" in found:
        parts.append(f"score {_interval(found['score'], 'mean')}")
    if found["broken_off"]["rate"]:
        parts.append(f"broken off {_percent(found['broken_off'])}")
    return ", ".join(parts)


def _interval(value: Mapping[str, float | None], name: str) -> str:
    low, high = value["low"], value["high"]
    return f"{value[name]:.1f}" + (f" ({low:.1f} to {high:.1f})" if low is not None else "")


def _percent(value: Mapping[str, float]) -> str:
    return f"{value['rate']:.0%} ({value['low']:.0%} to {value['high']:.0%})"


def _histogram(lengths: list[int]) -> Iterator[str]:
    """Yield a bar for each class of lengths of games."""
    width = max(1, -(-(lengths[-1] - lengths[0] + 1) // BINS))
    counts = [0] * (1 + (lengths[-1] - lengths[0]) // width)
    for length in lengths:
        counts[(length - lengths[0]) // width] += 1
    for index, count in enumerate(counts):
        first = lengths[0] + index * width
        label = f"{first}–{first + width - 1}" if width > 1 else str(first)
        bar = "█" * round(BAR * count / max(counts))
        yield f"  {label:>11} actions  {count:>5}  {bar}".rstrip()


def _about_cards(run: Run, pieces: Pieces, knowledge: Knowledge) -> dict[str, Any]:
    """Tell of the deck: pairs that either order suits, and the cards that are hardest to place."""
    cards = pieces.dated
    pairs = simulation.undecidable(pieces, cards)
    hard = simulation.difficulty(pieces, cards, knowledge)
    total, all_pairs = sum(pairs.values()) // 2, len(cards) * (len(cards) - 1) // 2
    run.say()
    run.say(f"{total} of {all_pairs} pairs of cards may stand in either order")
    worst = sorted(cards, key=lambda card: (-hard[card], card))[:SHOWN]
    named = ", ".join(f"{card} ({hard[card]:.0%})" for card in worst)
    run.say(f"hardest to place (chance to put it on the wrong side of another card): {named}")
    return {
        "undecidable_pairs": total,
        "pairs": all_pairs,
        "by_card": {card: {"undecidable": pairs[card], "difficulty": hard[card]} for card in cards},
    }
