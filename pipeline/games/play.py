"""Playing a game from the shuffled deck to its end: orders, players who choose, the log."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec import structs

from .chance import Dice
from .core import Chance, Ending, Rules
from .document import End, EndClaim
from .pieces import Pieces, drawn_symbols
from .rulebooks import RuleBook

# Chooses an action for a seat: rules, state, seat.
Chooser = Callable[[Rules[Any, Any], Any, int], Any]


@dataclass(slots=True)
class Played:
    """A game with its actions and what happened after each."""

    order: tuple[str, ...]
    state: Any
    ending: Ending
    actions: list[Any] = field(default_factory=list)
    events: list[tuple[Any, ...]] = field(default_factory=list)


def shuffled_deck(book: RuleBook, options: Any, players: int, pieces: Pieces, dice: Dice) -> tuple[str, ...]:
    """Return a shuffled deck such as the rules play with: as many cards as the box has, anonymous cards among them."""
    if book.tiles and pieces.tiles is not None:
        return dice.shuffled(pieces.tiles.for_players(players))
    dated = dice.shuffled(pieces.dated)
    if not book.anonymous:
        return dated[: options.cards] if book.symbols else dated
    anonymous = tuple(f"anonymous/{number}" for number in range(1, options.anonymous + 1))
    wanted = len(dated) if options.cards is None else options.cards - len(anonymous)
    return dice.shuffled((*dated[:wanted], *anonymous))


def play_out(rules: Rules[Any, Any], order: Sequence[str], dice: Dice, choose: Chooser) -> Played:
    """Play a game to its end; `dice` shuffles piles, `choose` acts for every seat. Raises SetupError."""
    state, _ = rules.start(order)
    actions, happened = [], []
    actor, apply = rules.actor, rules.apply
    while state.ending is None:
        seat = actor(state)
        action = chance(rules, state, dice) if seat is None else choose(rules, state, seat)
        state, events = apply(state, action)
        actions.append(action)
        happened.append(events)
    return Played(tuple(order), state, state.ending, actions, happened)


def claimed(book: RuleBook, rules: Rules[Any, Any], action: Any, events: Sequence[Any]) -> Any:
    """Return an action with the claim of what came of it, where there is something to claim."""
    claim = book.claims.get(type(action))
    facts = rules.facts(events) if claim and events else None
    return structs.replace(action, claim=claim(**facts)) if claim and facts else action


def chance(rules: Rules[Any, Any], state: Any, dice: Dice) -> Chance:
    """Return what chance decides where it is due: one of several events, or the order of a pile."""
    listed = rules.legal_actions(state)
    action: Chance = listed[dice.below(len(listed))] if len(listed) > 1 else listed[0]
    return action if len(action.order) < 2 else Chance(dice.shuffled(action.order))


def at_random(dice: Dice) -> Chooser:
    """Return a player who does any listed action of its own, each as likely."""

    def choose(rules: Rules[Any, Any], state: Any, seat: int) -> Any:
        del seat
        listed = rules.legal_actions(state)
        return listed[dice.below(len(listed))]

    return choose


@dataclass(frozen=True, slots=True)
class Table:
    """What a header tells of a game: rules, options, cards by the name of their deck, people."""

    book: RuleBook
    options: Any
    pieces: Pieces
    deck: str
    players: tuple[str, ...]

    def header(self, order: Sequence[str], note: str = "") -> str:
        """Return the first line of a log, without line break; only options that differ from the default are written."""
        content: dict[str, Any] = {
            "replay": 1,
            "rules": self.book.name,
            "options": self.options.model_dump(mode="json", exclude_defaults=True),
            "deck": self.deck,
            "sha256": self.pieces.sha256,
            "players": list(self.players),
            "order": list(order),
        }
        if self.book.symbols:
            content["symbols"] = {card: "/".join(self.pieces.symbols[card]) for card in order}
        if note:
            content["note"] = note
        return json.dumps(content, ensure_ascii=False, separators=(",", ":"))

    def log(self, rules: Rules[Any, Any], played: Played) -> str:
        """Return the log of a game: header, actions with their claims, the end."""
        written = self.book.written
        done = zip(played.actions, played.events, strict=True)
        lines = [written(claimed(self.book, rules, action, events) if events else action) for action, events in done]
        return "\n".join([self.header(played.order), *lines, written(end_of(played.ending)), ""])


def end_of(ending: Ending) -> End:
    """Return the last line of the log of a game that ended so."""
    winner = ending.winners[0] if len(ending.winners) == 1 else ending.winners or None
    return End(EndClaim(winner, ending.score))


def with_drawn_symbols(pieces: Pieces, seed: int) -> Mapping[str, tuple[str, str]]:
    """Return the symbols of all cards, made up by `seed` for those that bear none."""
    white_dark = (pair.split("/") for pair in drawn_symbols(pieces.dated, seed).values())
    made = dict(zip(pieces.dated, ((white, dark) for white, dark in white_dark), strict=True))
    return {**made, **pieces.symbols}
