"""What all game modes share: rule sets as values, typed errors that name the rule, how a game ended.

A rule set holds options and what the cards say; a *state* holds only what lies on the table and no year at all, so
nothing can be told to a player from it that the table does not show. States and actions are immutable. Randomness
enters in two places only: the order of the deck at the start, and chance actions, by which the caller gives the order
of a pile that the rules say is shuffled. So a game is a function of its log.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import Annotated, Any, ClassVar, Generic, Protocol, Self, TypeVar

from msgspec import Struct, structs
from pydantic import Field

from ..years import YearInterval, years_in_words

CAP = "cap"
Cap = Annotated[
    int, Field(ge=1, le=1_000_000, description="Actions after which a game is broken off; no rule of the game.")
]


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
    """How a game ended: the seats that won (several share a tie, none after a cap) and why.

    `score` is what a team has reached together, where the rules count points for all.
    """

    winners: tuple[int, ...]
    reason: str
    score: int | None = None


class Claim(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the writer of a log says came of an action. The rules take no notice of it: the replay checks it."""


class ActionLine(
    Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag_field="do", tag=str.lower
):
    """An action, which is also a line of a log: read strictly, no unknown key, no number for a text."""

    @property
    def do(self) -> str:
        """What the log calls this action."""
        return str(self.__struct_config__.tag)


class Chance(ActionLine, frozen=True):
    """What chance decided, as it lies: the `order` of a pile that was shuffled, top card first."""

    order: tuple[str, ...]


class Drew(Struct, frozen=True, gc=False):
    """Seat `seat` took `cards` from the stock."""

    seat: int
    cards: tuple[str, ...]


class Over(Struct, frozen=True, gc=False):
    """The game ended."""

    ending: Ending


class Verdict(Struct, frozen=True, gc=False):
    """A card was turned over where it lay: `fault` names two cards that cannot stand in their order, if it was wrong.

    `facts` are what claims beside the action may say.
    """

    seat: int
    card: str
    fault: tuple[str, str] | None
    facts: Mapping[str, object]

    @property
    def correct(self) -> bool:
        """Whether the card lay right."""
        return self.fault is None


class Outcome(Struct, frozen=True, gc=False):
    """What came of an action, by the names that claims use (``correct``, ``drawn``), and a sentence on the reason.

    `cards` are those that decided it: the two that cannot stand in their order, or the card that was turned and then
    those by which it was judged.
    """

    facts: Mapping[str, object]
    why: str = ""
    cards: tuple[str, ...] = ()


class Snapshot(Struct, frozen=True, gc=False):
    """What lies on the table after an action. Never changed, so never in a cycle: the next action makes a new one."""

    def replaced(self, **changes: Any) -> Self:
        """Return a state with some parts changed."""
        return structs.replace(self, **changes)


class TableState(Protocol):
    """What every state tells."""

    @property
    def turn(self) -> int:
        """The seat on turn."""
        ...

    @property
    def round(self) -> int:
        """Number of rounds begun."""
        ...

    @property
    def actions(self) -> int:
        """Number of actions done."""
        ...

    @property
    def ending(self) -> Ending | None:
        """How the game ended, None while it goes on."""
        ...

    def replaced(self, **changes: Any) -> Self:
        """Return a state with some parts changed."""
        ...


State = TypeVar("State", bound=TableState)
Action = TypeVar("Action")


@dataclass(frozen=True, slots=True)
class Rules(ABC, Generic[State, Action]):
    """One game mode with its options, players and cards: everything that does not change during a game.

    `cap` is that of the options, kept since it is asked for after every action.
    """

    over_rule: ClassVar[str]
    cap_rule: ClassVar[str]
    # The phase of a state when the game is over, where its states have phases.
    over_phase: ClassVar[Any] = None
    options: Any
    players: int
    cap: int = field(init=False)

    def __post_init__(self) -> None:
        """Keep the cap."""
        object.__setattr__(self, "cap", self.options.cap)

    @abstractmethod
    def start(self, order: Sequence[str]) -> tuple[State, tuple[Any, ...]]:
        """Deal the cards in the order in which they lie, top card first; raises SetupError."""

    @abstractmethod
    def actor(self, state: State) -> int | None:
        """Return the seat whose turn it is; None when chance is due or the game is over."""

    @abstractmethod
    def legal_actions(self, state: State) -> Sequence[Action]:
        """Return what may be done now; empty only when the game is over (C-5).

        What has endlessly many or n! forms is listed by examples and judged by :meth:`apply`: reorderings of a chain,
        guessed years, the order of a shuffled pile (it stands as it lies for all others).
        """

    @abstractmethod
    def perform(self, state: State, action: Action) -> tuple[State, tuple[Any, ...]]:
        """Do what :meth:`apply` does in a game that goes on; it counts the action and knows nothing of the cap."""

    @abstractmethod
    def observation(self, state: State, seat: int) -> dict[str, Any]:
        """Return what the player at `seat` sees, as JSON values. It never holds a year that the table does not show."""

    @abstractmethod
    def zones(self, state: State) -> Mapping[str, Sequence[str]]:
        """Return where every card lies; each lies in exactly one zone."""

    @abstractmethod
    def outcome(self, events: Sequence[Any]) -> Outcome:
        """Return what the events of one action say about the claims that may stand beside it."""

    def facts(self, events: Sequence[Any]) -> Mapping[str, object]:
        """Return the facts of :meth:`outcome` alone, without the words."""
        return self.outcome(events).facts

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Any, ...]]:
        """Return the state after `action` and what happened; raises IllegalActionError, which changes nothing."""
        if state.ending is not None:
            rule = self.cap_rule if state.ending.reason == CAP else self.over_rule
            raise IllegalActionError(rule, "the game is over", "do")
        after, events = self.perform(state, action)
        if after.actions >= self.cap and after.ending is None:
            phase = {} if self.over_phase is None else {"phase": self.over_phase}
            return after.replaced(ending=Ending((), CAP), **phase), (*events, Over(Ending((), CAP)))
        return after, events

    def is_legal(self, state: State, action: Action) -> bool:
        """Tell whether :meth:`apply` would do this."""
        try:
            self.apply(state, action)
        except IllegalActionError:
            return False
        return True

    def ending(self, state: State) -> Ending | None:
        """Return how the game ended, None while it goes on."""
        return state.ending

    def rounds(self, state: State) -> int:
        """Return the number of rounds begun so far."""
        return state.round


def check_seat(by: int, turn: int, rule: str) -> None:
    """Raise IllegalActionError unless the seat that acts is the one on turn."""
    if by != turn:
        raise IllegalActionError(rule, f"seat {by} acts, but seat {turn} is on turn", "by")


def check_setup(prefix: str, players: int, allowed: tuple[int, int], order: Sequence[str], options: Any) -> None:
    """Raise SetupError for a wrong number of players, a starter without a seat, a card that lies there twice."""
    least, most = allowed
    if not least <= players <= most:
        people = f"{least} to {most}" if least < most else str(least)
        raise SetupError(f"{prefix}-1", f"{players} players; the game is for {people}", "players")
    starter = getattr(options, "starter", 0)
    if starter >= players:
        message = f"seat {starter} is to begin, the seats are 0 to {players - 1}"
        raise SetupError("AD-3" if prefix == "AD" else f"{prefix}-1", message, "options.starter")
    if len(set(order)) < len(order):
        card, times = Counter(order).most_common(1)[0]
        raise SetupError("C-7", f"card `{card}` lies in the deck {times} times", "order", card)


def check_dated(order: Sequence[str], dates: Mapping[str, YearInterval], rule: str) -> None:
    """Raise SetupError for the first card without a year."""
    if not all(map(dates.__contains__, order)):
        undated = next(card for card in order if card not in dates)
        raise SetupError(rule, f"card `{undated}` has no year to judge a chain by", "order", undated)


def check_enough(order: Sequence[str], to_deal: int, rule: str) -> None:
    """Raise SetupError unless the deck holds the cards to deal and one more."""
    if to_deal + 1 > len(order):
        message = f"{to_deal} cards to deal and one to begin with, but the deck has {len(order)}"
        raise SetupError(rule, message, "order")


def check_same_cards(order: Sequence[str], cards: Sequence[str], rule: str, what: str, part: str) -> None:
    """Raise IllegalActionError unless `order` is a permutation of `cards`."""
    if sorted(order) == sorted(cards):
        return
    given, lying = Counter(order), Counter(cards)
    if extra := next(iter(given - lying), None):
        reason = "is listed twice" if extra in lying else f"is not among {what}"
        raise IllegalActionError(rule, f"card `{extra}` {reason}", part, extra)
    missing = next(iter(lying - given))
    raise IllegalActionError(rule, f"card `{missing}` of {what} is missing from the order", part, missing)


def check_place(at: int, length: int, rule: str, what: str, card: str | None = None) -> None:
    """Raise IllegalActionError unless `at` is one of the length + 1 places of a row."""
    if not 0 <= at <= length:
        raise IllegalActionError(rule, f"place {at} is not in {what}; its places are 0 to {length}", "at", card)


def dealt(order: Sequence[str], sizes: Iterable[int]) -> tuple[tuple[str, ...], ...]:
    """Return hands of these sizes, dealt seat by seat from the top of a pile."""
    return tuple(tuple(order[first:end]) for first, end in pairwise(accumulate(sizes, initial=0)))


def by_seat(what: str, piles: Sequence[Sequence[str]]) -> dict[str, Sequence[str]]:
    """Return piles of cards, one for each seat, as zones called `what` and the seat."""
    return {f"{what} {seat}": pile for seat, pile in enumerate(piles)}


def put(hands: tuple[tuple[str, ...], ...], seat: int, hand: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Return the hands with the one at `seat` changed."""
    return (*hands[:seat], hand, *hands[seat + 1 :])


def without(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Return a hand without one of its cards."""
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


def told(fault: tuple[str, str], dates: Mapping[str, YearInterval]) -> str:
    """Return the sentence on two cards that cannot stand in their order."""
    first, second = fault
    return (
        f"`{first}` ({years_in_words(dates[first])}) cannot stand before `{second}` ({years_in_words(dates[second])})"
    )


def shown(dates: Mapping[str, YearInterval], cards: Sequence[str]) -> dict[str, list[int | None]]:
    """Return the years of cards that lie face up, for observations."""
    return {card: [dates[card].earliest, dates[card].latest] for card in cards}


def verdict(seat: int, card: str, fault: tuple[str, str] | None, **facts: object) -> Verdict:
    """Return the verdict on a card that was turned, with what a claim may say of it besides ``correct``."""
    return Verdict(seat, card, fault, {"correct": fault is None, **facts})


def verdict_outcome(events: Sequence[Any], dates: Mapping[str, YearInterval]) -> Outcome:
    """Return what a turned card came to."""
    turned = next((event for event in events if isinstance(event, Verdict)), None)
    if turned is None:
        return Outcome({})
    why = told(turned.fault, dates) if turned.fault else "it may stand between its neighbours"
    return Outcome(turned.facts, why, turned.fault or ())
