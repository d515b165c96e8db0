"""The team game of Timeline Twist as a state machine. The numbers TTK-… are those of docs/games.md."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...years import YearInterval, years_in_words
from ..core import (
    Ending,
    IllegalActionError,
    Outcome,
    Over,
    Rules,
    SetupError,
    by_seat,
    check_dated,
    check_seat,
    check_setup,
    dealt,
    put,
    shown,
    without,
)
from .actions import Discard, Stop, TeamAction, TeamPlace
from .options import TeamOptions
from .state import TeamState

ALL_GONE, NOTHING_PLACED, STUCK = "all cards gone", "turn without a placed card", "only blocked cards"
RANKS = (
    (0, "Team Wannabes"),
    (10, "Newcomers Group"),
    (20, "Accredited League"),
    (30, "Sophisticated Crew"),
    (40, "Veteran Squad"),
    (50, "Expert Alliance"),
    (60, "Genius Circle"),
)
BEST_RANK = "Time Travelers"


def rank(score: int) -> str:
    """Return the name of a score (TTK-14); 0 belongs to the first rank, although two ranks name it."""
    return next((name for most, name in RANKS if score <= most), BEST_RANK)


@dataclass(frozen=True, slots=True)
class Laid:
    """A card was turned and lies ``lower``, in a ``gap``, ``stacked`` on `other`, or ``blocked`` by it.

    `lying` are the cards that lay there before.
    """

    seat: int
    card: str
    where: str
    other: str | None
    lying: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TimelineTeam(Rules[TeamState, TeamAction]):
    """The team game with these options; `dates` and `symbols` (white, dark) tell what is on the cards."""

    over_rule = "TTK-11"
    cap_rule = "AD-27"

    options: TeamOptions
    players: int
    dates: Mapping[str, YearInterval]
    symbols: Mapping[str, tuple[str, str]]

    def start(self, order: Sequence[str]) -> tuple[TeamState, tuple[Any, ...]]:
        """Deal the first 36 cards of the shuffled deck `order`: hands seat by seat, timeline, discard pile, stock.

        Raises SetupError by TTK-1, TTK-7 and TTK-12.
        """
        number, to_deal = self.options.cards, self.options.hand * self.players
        check_setup("TTK", self.players, (1, self.options.max_players), order, self.options)
        check_dated(order, self.dates, "TTK-12")
        if plain := next((card for card in order if card not in self.symbols), None):
            raise SetupError("TTK-7", f"card `{plain}` has no symbols", "order", plain)
        if len(order) < number or to_deal + 2 > number:
            message = f"{number} cards are played with and {to_deal} dealt with two to begin, the deck has {len(order)}"
            raise SetupError("TTK-1", message, "order")
        hands = dealt(order, (self.options.hand,) * self.players)
        first, discard = order[to_deal], order[to_deal + 1]
        nothing: tuple[tuple[str, ...], ...] = ((),) * self.players
        state = TeamState(
            tuple(order[to_deal + 2 : number]), hands, nothing, (first,), (), (), (discard,), tuple(order[number:])
        )
        return state.replaced(turn=self.options.starter), ()

    def actor(self, state: TeamState) -> int | None:
        """Return the seat on turn; None when the game is over."""
        return None if state.ending else state.turn

    def legal_actions(self, state: TeamState) -> Sequence[TeamAction]:
        """Return every card that may be turned, those that match the discard pile, and the stop after one card."""
        if state.ending:
            return []
        seat, hand = state.turn, state.hands[state.turn]
        actions: list[TeamAction] = [TeamPlace(seat, card) for card in hand]
        if self._may_discard(state):
            actions += [Discard(seat, card) for card in hand if self._matches(state, card)]
        if self._may_stop(state):
            actions.append(Stop(seat))
        return actions

    def _may_discard(self, state: TeamState) -> bool:
        return not state.placed and (not state.tried or self.options.switch_after_block)

    def _may_stop(self, state: TeamState) -> bool:
        return state.placed > 0 or (state.tried > 0 and self.options.blocked_end == "all_blocked")

    def _matches(self, state: TeamState, card: str) -> bool:
        return self.symbols[card][0] == self.symbols[state.discard[0]][1]

    def perform(self, state: TeamState, action: TeamAction) -> tuple[TeamState, tuple[Any, ...]]:
        """Return the state after `action` and what happened; raises IllegalActionError, which changes nothing."""
        check_seat(action.by, state.turn, "TTK-2")
        counted = state.replaced(actions=state.actions + 1)
        if isinstance(action, Stop):
            if not self._may_stop(state):
                raise IllegalActionError("TTK-6", "a turn may end after a card was placed", "do")
            return self._turn_ended(counted, [])
        hand = state.hands[action.by]
        if action.card not in hand:
            rule = "TTK-3" if isinstance(action, TeamPlace) else "TTK-7"
            message = f"card `{action.card}` is not in the hand of seat {action.by}"
            raise IllegalActionError(rule, message, "card", action.card)
        taken = counted.replaced(hands=put(state.hands, action.by, without(hand, action.card)))
        if isinstance(action, Discard):
            return self._discard(state, taken, action)
        return self._place(taken, action)

    def _discard(self, state: TeamState, taken: TeamState, action: Discard) -> tuple[TeamState, tuple[Any, ...]]:
        if not self._may_discard(state):
            raise IllegalActionError("TTK-2", "the turn was begun with placing", "do")
        if not self._matches(state, action.card):
            white, dark = self.symbols[action.card][0], self.symbols[state.discard[0]][1]
            message = f"card `{action.card}` shows `{white}`, the discard pile `{dark}`"
            raise IllegalActionError("TTK-7", message, "card", action.card)
        # The own blocked cards go to the bottom, so that the card just laid stays on top (TTK-8).
        discard = (action.card, *state.discard, *state.blocked[action.by])
        return self._turn_ended(taken.replaced(discard=discard, blocked=put(state.blocked, action.by, ())), [])

    def _place(self, state: TeamState, action: TeamPlace) -> tuple[TeamState, tuple[Any, ...]]:
        card, seat = action.card, action.by
        lying = (*state.lower, *(gap for gap in state.gaps if gap), *(each for each, _ in state.stacked))
        where, other = self._spot(state, card, lying)
        events: list[Any] = [Laid(seat, card, where, other, lying)]
        if where == "blocked":
            after = state.replaced(blocked=put(state.blocked, seat, (*state.blocked[seat], card)))
            return self._tried(after.replaced(tried=state.tried + 1), events)
        after = self._laid(state, card, where, other).replaced(placed=state.placed + 1)
        if after.placed < 2 and after.hands[seat]:
            return after, tuple(events)
        return self._turn_ended(after, events)

    def _spot(self, state: TeamState, card: str, lying: tuple[str, ...]) -> tuple[str, str | None]:
        """Return where a card lies by its year, and the card that decides it (TTK-3, TTK-12)."""
        dates = self.dates[card]
        twin = next((each for each in lying if self.dates[each].overlaps(dates)), None)
        if twin is not None:
            return "stacked", twin
        earlier = self._earlier(state, card)
        if earlier in {0, len(state.lower)}:
            return "lower", None
        slot = state.gaps[earlier - 1]
        return ("gap", None) if slot is None else ("blocked", slot)

    def _earlier(self, state: TeamState, card: str) -> int:
        """Return how many cards of the lower row are earlier."""
        dates = self.dates[card]
        return sum(self.dates[each].may_precede(dates) for each in state.lower)

    def _laid(self, state: TeamState, card: str, where: str, other: str | None) -> TeamState:
        earlier = self._earlier(state, card)
        if where == "stacked":
            return state.replaced(stacked=(*state.stacked, (card, other or "")))
        if where == "gap":
            return state.replaced(gaps=(*state.gaps[: earlier - 1], card, *state.gaps[earlier:]))
        if earlier == 0:
            return state.replaced(lower=(card, *state.lower), gaps=(None, *state.gaps))
        return state.replaced(lower=(*state.lower, card), gaps=(*state.gaps, None))

    def _tried(self, state: TeamState, events: list[Any]) -> tuple[TeamState, tuple[Any, ...]]:
        """Go on after a blocked card: try another one, or the turn is over (TTK-5, TTK-6)."""
        if state.hands[state.turn]:
            return state, tuple(events)
        if state.placed:
            return self._turn_ended(state, events)
        return self._over(state, NOTHING_PLACED, events)

    def _turn_ended(self, state: TeamState, events: list[Any]) -> tuple[TeamState, tuple[Any, ...]]:
        """Fill up the hand, blocked cards counted (TTK-9), and go on to the next player who has cards (TTK-10)."""
        seat = state.turn
        wanted = max(0, self.options.hand - len(state.hands[seat]) - len(state.blocked[seat]))
        hands = put(state.hands, seat, state.hands[seat] + state.stock[:wanted])
        state = state.replaced(stock=state.stock[wanted:], hands=hands, placed=0, tried=0)
        seats = [(seat + step) % self.players for step in range(1, self.players + 1)]
        following = next((other for other in seats if state.hands[other] or state.blocked[other]), None)
        if following is None:
            return self._over(state, ALL_GONE, events)
        state = state.replaced(turn=following, round=state.round + (following <= seat))
        if not state.hands[following]:
            return self._over(state, STUCK, events)
        return state, tuple(events)

    def _over(self, state: TeamState, reason: str, events: list[Any]) -> tuple[TeamState, tuple[Any, ...]]:
        ending = Ending((), reason, self.score(state))
        return state.replaced(ending=ending), (*events, Over(ending))

    def score(self, state: TeamState) -> int:
        """Return the points: 2 for each card of the lower row, 1 for each in a gap, −1 for every other (TTK-13)."""
        lower = set(state.lower)
        lower.update(card for card, under in state.stacked if under in lower)
        gap = sum(slot is not None for slot in state.gaps) + len(state.lower) + len(state.stacked) - len(lower)
        return 3 * len(lower) + 2 * gap - self.options.cards

    def observation(self, state: TeamState, seat: int) -> dict[str, Any]:
        """Return the table as every player sees it: white sides of the hands, years of all that was turned."""
        gaps = [card for card in state.gaps if card]
        blocked = [card for cards in state.blocked for card in cards]
        face_up = (*state.lower, *gaps, *(card for card, _ in state.stacked), *state.discard, *blocked)
        return {
            "seat": seat,
            "turn": self.actor(state),
            "hands": [{card: self.symbols[card][0] for card in hand} for hand in state.hands],
            "blocked": [list(cards) for cards in state.blocked],
            "lower": list(state.lower),
            "gaps": list(state.gaps),
            "stacked": [list(pair) for pair in state.stacked],
            "discard": [[card, self.symbols[card][1]] for card in state.discard],
            "stock": len(state.stock),
            "placed": state.placed,
            "tried": state.tried,
            "years": shown(self.dates, face_up),
        }

    def zones(self, state: TeamState) -> Mapping[str, Sequence[str]]:
        """Return where every card lies."""
        return {
            "stock": state.stock,
            **by_seat("hand", state.hands),
            **by_seat("blocked", state.blocked),
            "lower": state.lower,
            "gaps": tuple(card for card in state.gaps if card),
            "stacked": tuple(card for card, _ in state.stacked),
            "discard": state.discard,
            "out": state.out,
        }

    def outcome(self, events: Sequence[Any]) -> Outcome:
        """Return where a card came to lie (``where``) and, when the game ended, the ``score``."""
        facts: dict[str, object] = {}
        why, cards = "", ()
        for event in events:
            if isinstance(event, Laid):
                facts["where"] = event.where
                other = () if event.other is None else (event.other,)
                cards = (event.card, *other, *event.lying)
                why = self._reason(event)
            elif isinstance(event, Over) and event.ending.score is not None:
                facts["score"] = event.ending.score
        return Outcome(facts, why, cards)

    def _reason(self, event: Laid) -> str:
        card = f"`{event.card}` ({years_in_words(self.dates[event.card])})"
        if event.other is None:
            return f"{card} finds its place free"
        other = f"`{event.other}` ({years_in_words(self.dates[event.other])})"
        return (
            f"{card} has a year in common with {other}"
            if event.where == "stacked"
            else f"{other} is in the gap of {card}"
        )
