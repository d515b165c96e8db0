"""The competition of Timeline Twist as a state machine. The numbers TTC-… are those of docs/games.md."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...years import YearInterval
from ..chain import misplaced
from ..core import (
    Chance,
    Drew,
    Ending,
    IllegalActionError,
    Outcome,
    Over,
    Rules,
    by_seat,
    check_dated,
    check_enough,
    check_place,
    check_same_cards,
    check_seat,
    check_setup,
    dealt,
    put,
    shown,
    verdict,
    verdict_outcome,
    without,
)
from .actions import Action, Place
from .options import Options
from .state import Phase, State

ALONE, NO_CARDS = "only one without cards", "no cards left"


@dataclass(frozen=True, slots=True)
class TimelineCompetition(Rules[State, Action]):
    """The competition for a number of players with these options; `dates` tells the interval of every card."""

    over_rule = "TTC-6"
    cap_rule = "TTC-8"
    over_phase = Phase.OVER

    options: Options
    players: int
    dates: Mapping[str, YearInterval]

    def start(self, order: Sequence[str]) -> tuple[State, tuple[Any, ...]]:
        """Deal the shuffled deck `order`, top card first, seat by seat, then turn up the first card of the timeline.

        Raises SetupError by TTC-1.
        """
        to_deal = self.options.hand * self.players
        check_setup("TTC", self.players, (2, self.options.max_players), order, self.options)
        check_dated(order, self.dates, "TTC-1")
        check_enough(order, to_deal, "TTC-1")
        hands = dealt(order, (self.options.hand,) * self.players)
        alive = tuple(range(self.players))
        return State(tuple(order[to_deal + 1 :]), hands, (order[to_deal],), (), alive, self._in_turn(alive)), ()

    def _in_turn(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        """Return seats in the order in which they play: from the starter on (TTC-5)."""
        return tuple(sorted(seats, key=lambda seat: (seat - self.options.starter) % self.players))

    def actor(self, state: State) -> int | None:
        """Return the seat on turn; None when the discarded cards are to be shuffled or the game is over."""
        return state.turn if state.phase is Phase.TURN else None

    def legal_actions(self, state: State) -> Sequence[Action]:
        """Return every card of the hand at every place of the timeline."""
        if state.phase is Phase.RESHUFFLE:
            return [Chance(state.discard)]
        if state.phase is Phase.OVER:
            return []
        places = range(len(state.timeline) + 1)
        return [Place(state.turn, card, at) for card in state.hands[state.turn] for at in places]

    def perform(self, state: State, action: Action) -> tuple[State, tuple[Any, ...]]:
        """Return the state after `action` and what happened; raises IllegalActionError, which changes nothing."""
        counted = state.replaced(actions=state.actions + 1)
        if isinstance(action, Chance):
            return self._reshuffle(counted, action)
        if state.phase is Phase.RESHUFFLE:
            raise IllegalActionError("TTC-4", "the discarded cards must be shuffled first", "do")
        check_seat(action.by, state.turn, "TTC-5")
        return self._place(counted, action)

    def _place(self, state: State, action: Place) -> tuple[State, tuple[Any, ...]]:
        seat, card, timeline = action.by, action.card, state.timeline
        if card not in state.hands[seat]:
            raise IllegalActionError("TTC-2", f"card `{card}` is not in the hand of seat {seat}", "card", card)
        check_place(action.at, len(timeline), "TTC-2", "the timeline", card)
        fault = misplaced(self.dates, timeline, action.at, card)
        after = state.replaced(
            hands=put(state.hands, seat, without(state.hands[seat], card)), waiting=state.waiting[1:]
        )
        if fault is None:
            right = (*state.right, seat) if state.playoff else ()
            after = after.replaced(timeline=(*timeline[: action.at], card, *timeline[action.at :]), right=right)
        else:
            owed = () if state.playoff else (seat,)
            after = after.replaced(discard=(*state.discard, card), owed=owed)
        return self._go_on(after, [verdict(seat, card, fault)])

    def _reshuffle(self, state: State, action: Chance) -> tuple[State, tuple[Any, ...]]:
        if state.phase is not Phase.RESHUFFLE:
            raise IllegalActionError("TTC-4", "no pile is to be shuffled now", "do")
        check_same_cards(action.order, state.discard, "TTC-4", "the discarded cards", "order")
        return self._go_on(state.replaced(stock=action.order, discard=(), phase=Phase.TURN), [])

    def _go_on(self, state: State, events: list[Any]) -> tuple[State, tuple[Any, ...]]:
        """Draw what is owed; if the round is complete, see who goes on and begin the next."""
        while True:
            state = self._draw(state, events)
            if state.owed:
                return state.replaced(phase=Phase.RESHUFFLE), tuple(events)
            # A seat that got no card in a play-off has missed (TTC-4).
            waiting = tuple(seat for seat in state.waiting if state.hands[seat])
            state = state.replaced(waiting=waiting)
            if waiting:
                return state, tuple(events)
            state = self._round_ended(state)
            if state.ending:
                return state, (*events, Over(state.ending))

    def _draw(self, state: State, events: list[Any]) -> State:
        """Deal one card to each seat that is owed one, as far as the stock reaches."""
        while state.owed and state.stock:
            seat, card = state.owed[0], state.stock[0]
            events.append(Drew(seat, (card,)))
            hands = put(state.hands, seat, (*state.hands[seat], card))
            state = state.replaced(stock=state.stock[1:], hands=hands, owed=state.owed[1:])
        return state if state.stock or state.discard else state.replaced(owed=())

    def _round_ended(self, state: State) -> State:
        """Decide a complete round (TTC-6, TTC-7) and set up the next."""
        done = state.right if state.playoff else tuple(seat for seat in state.alive if not state.hands[seat])
        if len(done) == 1:
            return state.replaced(phase=Phase.OVER, ending=Ending(done, ALONE))
        playoff = state.playoff or len(done) > 1
        alive = self._in_turn(done or state.alive)
        after = state.replaced(alive=alive, waiting=alive, right=(), playoff=playoff, round=state.round + 1)
        if not playoff:
            return after
        if not state.stock and not state.discard:
            return after.replaced(phase=Phase.OVER, ending=Ending(tuple(sorted(alive)), NO_CARDS))
        return after.replaced(owed=alive)

    def observation(self, state: State, seat: int) -> dict[str, Any]:
        """Return the table as every player sees it: all fronts, and the years of timeline and discard pile."""
        return {
            "seat": seat,
            "turn": self.actor(state),
            "phase": str(state.phase),
            "round": state.round,
            "hands": [list(hand) for hand in state.hands],
            "timeline": list(state.timeline),
            "discard": list(state.discard),
            "stock": len(state.stock),
            "alive": list(state.alive),
            "waiting": list(state.waiting),
            "playoff": state.playoff,
            "years": shown(self.dates, (*state.timeline, *state.discard)),
        }

    def zones(self, state: State) -> Mapping[str, Sequence[str]]:
        """Return where every card lies."""
        hands = by_seat("hand", state.hands)
        return {"stock": state.stock, **hands, "timeline": state.timeline, "discard": state.discard}

    def outcome(self, events: Sequence[Any]) -> Outcome:
        """Return what came of a card that was turned (``correct``)."""
        return verdict_outcome(events, self.dates)
