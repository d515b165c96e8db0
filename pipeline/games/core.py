"""What all game modes share: rule sets as values, typed errors that name the rule, how a game ended.

A rule set holds options and the dates of the cards; a *state* holds only what lies on the table and no year at all, so
nothing can be told to a player from it that the table does not show. States and actions are immutable. Randomness
enters in two places only: the order of the deck at the start, and chance actions, by which the caller gives the order
of a pile that the rules say is shuffled. So a game is a function of its log.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

State = TypeVar("State")
Action = TypeVar("Action")
Event = TypeVar("Event")


class RuleError(ValueError):
    """Something the rules forbid: `rule` is its number (``AD-14``), the text begins with it.

    `part` names the part of the action or of the header that is at fault (``card``), `card` the card it is about.
    """

    def __init__(self, rule: str, message: str, part: str = "", card: str | None = None) -> None:
        """Keep the rule, and what about the action breaks it."""
        super().__init__(f"{rule}: {message}")
        self.rule = rule
        self.message = message
        self.part = part
        self.card = card


class SetupError(RuleError):
    """A game that cannot begin: too few cards or too many players."""


class IllegalActionError(RuleError):
    """An action that the rules do not allow now; the state is as it was."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended: the seats that won (several share a tie, none after a cap) and why."""

    winners: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an action, by the names that claims use (``correct``, ``drawn``), and a sentence on the reason."""

    facts: Mapping[str, object]
    why: str = ""


class Rules(Protocol[State, Action, Event]):
    """One game mode with its options, players and dates: everything that does not change during a game."""

    def start(self, order: Sequence[str]) -> tuple[State, tuple[Event, ...]]:
        """Deal the cards in the order in which they lie, top card first; raises SetupError."""
        ...

    def actor(self, state: State) -> int | None:
        """Return the seat whose turn it is; None when chance is due or the game is over."""
        ...

    def legal_actions(self, state: State) -> Sequence[Action]:
        """Return what may be done now; empty only when the game is over (C-5).

        Reorderings of many cards are not listed in all their n! orders: they are judged by :meth:`apply`.
        """
        ...

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        """Return the state after `action` and what happened; raises IllegalActionError."""
        ...

    def ending(self, state: State) -> Ending | None:
        """Return how the game ended, None while it goes on."""
        ...

    def rounds(self, state: State) -> int:
        """Return the number of rounds begun so far."""
        ...

    def outcome(self, events: Sequence[Event]) -> Outcome:
        """Return what the events of one action say about the claims that may stand beside it."""
        ...
