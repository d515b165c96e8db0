"""The rules of Anno Domini as a state machine. The numbers AD-… are those of docs/games.md."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any, cast

from ...years import YearInterval
from ..chain import first_fault
from ..core import (
    Chance,
    Drew,
    Ending,
    IllegalActionError,
    Outcome,
    Over,
    Rules,
    SetupError,
    by_seat,
    check_dated,
    check_enough,
    check_place,
    check_same_cards,
    check_seat,
    check_setup,
    dealt,
    shown,
    told,
)
from .actions import Action, Arrange, Doubt, Insert
from .events import Doubted, Event, Reversed, RoundBegan
from .options import Options
from .state import Moves, Phase, State

LAST_CARD, NO_CARDS = "last card", "no cards left"
REVERSAL_AT = 2
TURN, ARRANGE, RESHUFFLE = Phase.TURN, Phase.ARRANGE, Phase.RESHUFFLE


@dataclass(frozen=True, slots=True)
class AnnoDomini(Rules[State, Action]):
    """Anno Domini for a number of players with these options; `dates` tells the interval of every card that may lie."""

    over_rule = "AD-22"
    cap_rule = "AD-27"
    over_phase = Phase.OVER

    options: Options
    players: int
    dates: Mapping[str, YearInterval]

    def start(self, order: Sequence[str]) -> tuple[State, tuple[Event, ...]]:
        """Deal the shuffled deck `order`, top card first, seat by seat, then turn up the first card of the chain.

        Raises SetupError by AD-1, AD-2, AD-3 and AD-28.
        """
        sizes = self._hand_sizes()
        to_deal = sum(sizes)
        check_setup("AD", self.players, (2, self.options.max_players), order, self.options)
        check_dated(order, self.dates, "AD-28")
        check_enough(order, to_deal, "AD-2")
        chain = (order[to_deal],)
        state = State(tuple(order), to_deal + 1, dealt(order, sizes), chain, (), self.options.starter)
        return state, (RoundBegan(1, state.turn, chain),)

    def _hand_sizes(self) -> tuple[int, ...]:
        hand = self.options.hand
        if isinstance(hand, int):
            return (hand,) * self.players
        if len(hand) != self.players:
            message = f"`hand` gives {len(hand)} numbers of cards for {self.players} players"
            raise SetupError("AD-1", message, "options.hand")
        return hand

    def actor(self, state: State) -> int | None:
        """Return the seat on turn; None when the used cards are to be shuffled or the game is over."""
        return state.turn if state.phase is TURN or state.phase is ARRANGE else None

    def legal_actions(self, state: State) -> Sequence[Action]:
        """Return what may be done now: an insertion at every place, the doubt, two orders of two starting cards.

        Corrections (AD-6) are not listed. When the used cards are to be shuffled, the order in which they lie stands
        for all others.
        """
        phase, turn, layer = state.phase, state.turn, state.last_layer
        if phase is TURN:
            if layer is None:
                return Moves(turn, state.hands[turn], len(state.chain) + 1, 0)
            if state.hands[layer]:
                return Moves(turn, state.hands[turn], len(state.chain) + 1, 1)
            return (Doubt(turn),)
        if phase is ARRANGE:
            return tuple(Arrange(turn, order) for order in permutations(state.chain))
        return (Chance(state.used),) if phase is RESHUFFLE else ()

    def perform(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        """Return the state after `action` and what happened; raises IllegalActionError, which changes nothing."""
        if type(action) is Insert:
            return self._insert(state, action)
        if type(action) is Doubt:
            return self._doubt(state, action)
        if type(action) is Arrange:
            return self._arrange(state, action)
        return self._reshuffle(state, cast("Chance", action))

    def _insert(self, state: State, action: Insert) -> tuple[State, tuple[Event, ...]]:
        hands, chain, seat, layer = state.hands, state.chain, state.turn, state.last_layer
        card, at = action.card, action.at
        if state.phase is not TURN or action.by != seat:
            self._not_now(state, action.by)
        if layer is not None and not hands[layer]:
            raise IllegalActionError("AD-22", f"seat {layer} laid a last card, which must be doubted", "do")
        hand = list(hands[seat])
        try:
            hand.remove(card)
        except ValueError:
            message = f"card `{card}` is not in the hand of seat {seat}"
            raise IllegalActionError("AD-5", message, "card", card) from None
        if not 0 <= at <= len(chain):
            check_place(at, len(chain), "AD-5", "the chain", card)
        if action.correct is not None:
            chain = self._corrected(chain, action.correct, last=not hand)
        held = list(hands)
        held[seat] = tuple(hand)
        row = list(chain)
        row.insert(at, card)
        direction, reversed_by = state.direction, state.reversed_by
        events: tuple[Event, ...] = ()
        if len(hand) == REVERSAL_AT and self._may_reverse(state, seat):
            direction, reversed_by = -direction, (*reversed_by, seat)
            events = (Reversed(direction),)
        after = State(
            state.deck,
            state.top,
            tuple(held),
            tuple(row),
            state.gone,
            (seat + direction) % self.players,
            direction,
            reversed_by,
            seat,
            state.round,
            state.actions + 1,
        )
        return after, events

    def _not_now(self, state: State, by: int) -> None:
        """Say why nothing can be laid or doubted in this phase, or not by this seat."""
        if state.phase is RESHUFFLE:
            raise IllegalActionError("AD-25", "the used cards must be shuffled first", "do")
        check_seat(by, state.turn, "AD-12")
        raise IllegalActionError("AD-20", "the two starting cards must be arranged first", "do")

    def _corrected(self, chain: tuple[str, ...], order: tuple[str, ...], *, last: bool) -> tuple[str, ...]:
        if not self.options.allow_correct or (last and not self.options.correct_with_last):
            when = " with a last card" if self.options.allow_correct else ""
            raise IllegalActionError("AD-6", f"at this table the chain may not be rearranged{when}", "correct")
        check_same_cards(order, chain, "AD-6", "the chain", "correct")
        return order

    def _may_reverse(self, state: State, seat: int) -> bool:
        """Tell whether coming down to two cards turns play round (AD-9; how often is an option)."""
        if self.options.reversal == "once_per_player":
            return seat not in state.reversed_by
        return not state.reversed_by

    def _doubt(self, state: State, action: Doubt) -> tuple[State, tuple[Event, ...]]:
        hands, chain, seat, layer = state.hands, state.chain, state.turn, state.last_layer
        if state.phase is not TURN or action.by != seat:
            self._not_now(state, action.by)
        if layer is None:
            raise IllegalActionError("AD-14", "doubt needs a card laid since the round began", "do")
        pair = first_fault(map(self.dates.__getitem__, chain))
        fault = pair and (chain[pair[0]], chain[pair[1]])
        if fault is None and not hands[layer]:
            ending = Ending((layer,), LAST_CARD)
            after = state.replaced(phase=Phase.OVER, ending=ending, actions=state.actions + 1)
            return after, (Doubted(True, None, seat, 0), Over(ending))
        options = self.options
        drawer, due = (seat, options.wrong_doubt) if fault is None else (layer, options.error_last)
        first = seat
        if fault is None and options.next_round_starter == "left_of_doubter_if_correct":
            first = (seat + 1) % self.players
        gone = (*state.gone, chain)
        left = len(state.deck) - state.top
        drawn = due if due <= left else min(due, left + sum(map(len, gone)))
        events: list[Event] = [Doubted(fault is None, fault, drawer, drawn)]
        after = self._dealt(state, state.deck, state.top, gone, first, (drawer, due), events)
        return after, tuple(events)

    def _dealt(  # noqa: PLR0913, PLR0917 - what lies on the table while nothing is settled
        self,
        state: State,
        deck: tuple[str, ...],
        top: int,
        gone: tuple[tuple[str, ...], ...],
        first: int,
        owed: tuple[int, int] | None,
        events: list[Event],
    ) -> State:
        """Draw the penalty, then the starting cards (AD-18, AD-19); stop where the used cards are to be shuffled."""
        hands, number, phase = state.hands, state.round, TURN
        if owed:
            seat, due = owed
            if drawn := deck[top : top + due]:
                held = list(hands)
                held[seat] += drawn
                hands = tuple(held)
                events.append(Drew(seat, drawn))
                top, due = top + len(drawn), due - len(drawn)
            owed = (seat, due) if due and gone else None
        chain: tuple[str, ...] = ()
        if owed or (gone and top == len(deck)):
            phase = RESHUFFLE
        elif top < len(deck):
            wanted = self.options.single_card_start if len(hands[first]) == 1 else 1
            chain = deck[top : top + wanted]
            top += len(chain)
            number += 1
            events.append(RoundBegan(number, first, chain))
            phase = ARRANGE if len(chain) > 1 else TURN
        direction, reversed_by, actions = state.direction, state.reversed_by, state.actions + 1
        after = State(
            deck, top, hands, chain, gone, first, direction, reversed_by, None, number, actions, phase, owed, None
        )
        return after if chain or phase is RESHUFFLE else _out_of_cards(after, events)

    def _arrange(self, state: State, action: Arrange) -> tuple[State, tuple[Event, ...]]:
        if state.phase is RESHUFFLE or action.by != state.turn:
            self._not_now(state, action.by)
        if state.phase is not ARRANGE:
            raise IllegalActionError("AD-20", "there are no two starting cards to arrange", "do")
        check_same_cards(action.order, state.chain, "AD-20", "the starting cards", "order")
        return state.replaced(chain=action.order, phase=TURN, actions=state.actions + 1), ()

    def _reshuffle(self, state: State, action: Chance) -> tuple[State, tuple[Event, ...]]:
        if state.phase is not Phase.RESHUFFLE:
            raise IllegalActionError("AD-25", "no pile is to be shuffled now", "do")
        check_same_cards(action.order, state.used, "AD-25", "the used cards", "order")
        events: list[Event] = []
        # Nothing is shuffled before the stock is used up, so the shuffled cards are the whole stock.
        after = self._dealt(state, action.order, 0, (), state.turn, state.owed, events)
        return after, tuple(events)

    def observation(self, state: State, seat: int) -> dict[str, Any]:
        """Return the table as one player sees it: all fronts, and the years of the cards that were turned over."""
        return {
            "seat": seat,
            "turn": self.actor(state),
            "phase": str(state.phase),
            "direction": state.direction,
            "reversed_by": list(state.reversed_by),
            "last_layer": state.last_layer,
            "round": state.round,
            "hands": [list(hand) for hand in state.hands],
            "chain": list(state.chain),
            "used": list(state.used),
            "stock": len(state.deck) - state.top,
            "years": shown(self.dates, state.used),
        }

    def zones(self, state: State) -> Mapping[str, Sequence[str]]:
        """Return where every card lies."""
        return {"stock": state.stock, **by_seat("hand", state.hands), "chain": state.chain, "used": state.used}

    def facts(self, events: Sequence[Event]) -> Mapping[str, object]:
        """Return whether a doubted chain was ``correct`` and how many cards were ``drawn`` for it."""
        for event in events:
            if type(event) is Doubted:
                return {"correct": event.correct, "drawn": event.penalty}
        return {}

    def outcome(self, events: Sequence[Event]) -> Outcome:
        """Return what a doubt came to: ``correct`` and ``drawn``, and the two cards that decided it."""
        doubted = next((event for event in events if isinstance(event, Doubted)), None)
        if doubted is None:
            return Outcome({})
        facts = self.facts(events)
        if doubted.fault is None:
            return Outcome(facts, "no card of the chain begins after a later one has ended")
        return Outcome(facts, told(doubted.fault, self.dates), doubted.fault)


def _out_of_cards(state: State, events: list[Event]) -> State:
    """End a game in which no card is left to begin a round with: the fewest cards win, a tie is shared (AD-25)."""
    fewest = min(map(len, state.hands))
    ending = Ending(tuple(seat for seat, hand in enumerate(state.hands) if len(hand) == fewest), NO_CARDS)
    events.append(Over(ending))
    return state.replaced(phase=Phase.OVER, ending=ending)
