"""The rules of We Can Play for several players as a state machine. The numbers WCP-… are those of docs/games.md."""

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
    SetupError,
    by_seat,
    check_dated,
    check_place,
    check_same_cards,
    check_seat,
    check_setup,
    put,
    shown,
    verdict,
    verdict_outcome,
)
from .actions import Action, Choose, Give, Guess, Keep, Place, Risk, Stop
from .options import Options, SoloOptions
from .state import Phase, State, first_dated, is_anonymous

ROW_FULL, NO_CARDS = "row complete", "no cards left"
# Any year may be guessed; these are listed.
LISTED_YEARS = range(-999, 2001, 100)


@dataclass(frozen=True, slots=True)
class Guessed:
    """All have guessed: seat `winner` was nearest and got `card`."""

    winner: int
    card: str


@dataclass(frozen=True, slots=True)
class WeCanPlay(Rules[State, Action]):
    """We Can Play for a number of players with these options; `dates` tells the interval of every dated card."""

    over_rule = "WCP-18"
    cap_rule = "AD-27"
    over_phase = Phase.OVER

    options: Options
    players: int
    dates: Mapping[str, YearInterval]

    def start(self, order: Sequence[str]) -> tuple[State, tuple[Any, ...]]:
        """Lay the shuffled deck `order`, top card first, and turn to the guess. Raises SetupError by WCP-1."""
        check_setup("WCP", self.players, (2, self.options.max_players), order, self.options)
        check_box("WCP-1", order, self.options, self.dates, self.players + 1)
        first = first_dated(order)
        # Anonymous cards cannot be guessed at and go to the bottom (WCP-4).
        stock = (*order[first:], *order[:first])
        empty: tuple[tuple[str, ...], ...] = ((),) * self.players
        return State(stock, empty, empty), ()

    def actor(self, state: State) -> int | None:
        """Return the seat to act; the choice for a player who is about to win is made by the next one (WCP-16)."""
        match state.phase:
            case Phase.RESHUFFLE | Phase.OVER:
                return None
            case Phase.GUESS:
                return len(state.guesses)
            case Phase.CHOOSE:
                return self._next(state.turn)
        return state.turn

    def legal_actions(self, state: State) -> Sequence[Action]:
        """Return what may be done now; of the years to guess a few stand for all."""
        seat, by = state.turn, self._next(state.turn)
        actions: list[Action] = []
        match state.phase:
            case Phase.GUESS:
                actions += [Guess(len(state.guesses), year) for year in LISTED_YEARS]
            case Phase.TURN:
                actions += [Place(seat, at) for at in range(len(state.rows[seat]) + 1)]
            case Phase.DECIDE:
                actions += [Stop(seat), Risk(seat)]
            case Phase.ANONYMOUS:
                actions += [Keep(seat), *(Give(seat, other) for other in range(self.players) if other != seat)]
            case Phase.CHOOSE:
                actions += [Choose(by, None), *(Choose(by, index) for index in range(self._choice(state)))]
            case Phase.RESHUFFLE:
                actions.append(Chance(state.removed))
        return actions

    def perform(self, state: State, action: Action) -> tuple[State, tuple[Any, ...]]:
        """Return the state after `action` and what happened; raises IllegalActionError, which changes nothing."""
        counted = state.replaced(actions=state.actions + 1)
        if isinstance(action, Chance):
            return self._reshuffle(counted, action)
        if state.phase is Phase.RESHUFFLE:
            raise IllegalActionError("WCP-19", "the removed cards must be shuffled first", "do")
        rule = {Phase.GUESS: "WCP-2", Phase.CHOOSE: "WCP-16"}.get(state.phase, "WCP-5")
        actor = self.actor(state)
        check_seat(action.by, state.turn if actor is None else actor, rule)
        due, message, allowed = _DUE[state.phase]
        if not isinstance(action, allowed):
            raise IllegalActionError(due, message, "do")
        return self._do(counted, action)

    def _do(self, state: State, action: Action) -> tuple[State, tuple[Any, ...]]:
        match action:
            case Guess():
                result = self._guess(state, action)
            case Place():
                result = self._place(state, action)
            case Keep():
                after = self._taken(state, state.turn)
                result = self._settled(self._next_turn(after) if self.options.keep_ends_turn else after, [])
            case Give():
                result = self._give(state, action)
            case Choose():
                result = self._choose(state, action)
            case _:
                result = self._settled(self._next_turn(state) if isinstance(action, Stop) else state, [])
        return result

    def _guess(self, state: State, action: Guess) -> tuple[State, tuple[Any, ...]]:
        guesses = (*state.guesses, action.year)
        if len(guesses) < self.players:
            return state.replaced(guesses=guesses), ()
        card, stock = state.stock[0], state.stock[1:]
        distances = [_distance(year, self.dates[card]) for year in guesses]
        winner = distances.index(min(distances))
        events: list[Any] = [Guessed(winner, card)]
        # Whoever has won the card has the first turn (WCP-5).
        state = state.replaced(stock=stock, rows=put(state.rows, winner, (card,)), turn=winner, guesses=guesses)
        if self.options.deal_first:
            for step in range(1, self.players):
                state = self._start_card(state, (winner + step) % self.players, events)
        return self._settled(state, events)

    def _start_card(self, state: State, seat: int, events: list[Any]) -> State:
        """Give a player the card that begins the row; anonymous cards on top of it are kept (WCP-3, WCP-4)."""
        dated = first_dated(state.stock)
        kept, row, stock = state.stock[:dated], state.stock[dated : dated + 1], state.stock[dated + 1 :]
        events.append(Drew(seat, (*kept, *row)))
        return state.replaced(
            stock=stock,
            rows=put(state.rows, seat, row),
            anonymous=put(state.anonymous, seat, state.anonymous[seat] + kept),
        )

    def _settled(self, state: State, events: list[Any]) -> tuple[State, tuple[Any, ...]]:
        """Go on to what is to be decided before the next card is laid."""
        while True:
            seat = state.turn
            if not state.stock and state.removed:
                return state.replaced(phase=Phase.RESHUFFLE), tuple(events)
            if not state.stock:
                return self._longest_row(state, events)
            if not state.rows[seat]:
                state = self._start_card(state, seat, events)
                continue
            if self._choice(state) > 1 and not state.chosen and len(state.rows[seat]) == self.options.goal - 1:
                return state.replaced(phase=Phase.CHOOSE), tuple(events)
            if not is_anonymous(state.stock[0]):
                return state.replaced(phase=Phase.TURN), tuple(events)
            if not state.new:
                return state.replaced(phase=Phase.ANONYMOUS), tuple(events)
            # As a risk card it ends the turn at once and stays with who drew it (WCP-13).
            state = self._next_turn(self._taken(state, seat))

    def _choice(self, state: State) -> int:
        return min(self.options.goal_choice, len(state.stock))

    def _taken(self, state: State, seat: int) -> State:
        """Hand the anonymous card on top to a player."""
        anonymous = put(state.anonymous, seat, (*state.anonymous[seat], state.stock[0]))
        return state.replaced(stock=state.stock[1:], anonymous=anonymous, chosen=False)

    def _next(self, seat: int) -> int:
        return (seat + 1) % self.players

    def _next_turn(self, state: State) -> State:
        after = self._next(state.turn)
        return state.replaced(turn=after, new=0, chosen=False, round=state.round + (after == 0))

    def _place(self, state: State, action: Place) -> tuple[State, tuple[Any, ...]]:
        seat, card, row = state.turn, state.stock[0], state.rows[state.turn]
        check_place(action.at, len(row), "WCP-6", "the row", card)
        fault = misplaced(self.dates, row, action.at, card)
        after = state.replaced(stock=state.stock[1:], chosen=False)
        if fault is not None:
            after, lost = self._wrong(after, card)
            return self._settled(self._next_turn(after), [verdict(seat, card, fault, lost=lost)])
        row = (*row[: action.at], card, *row[action.at :])
        after = after.replaced(rows=put(state.rows, seat, row), new=state.new + 1)
        events = [verdict(seat, card, None, lost=0)]
        if len(row) >= self.options.goal:
            ending = Ending((seat,), ROW_FULL)
            return after.replaced(phase=Phase.OVER, ending=ending), (*events, Over(ending))
        if after.new < self.options.max_new:
            return after.replaced(phase=Phase.DECIDE), tuple(events)
        return self._settled(self._next_turn(after), list(events))

    def _wrong(self, state: State, card: str) -> tuple[State, int]:
        """Return the table after a wrong card, and how many cards it cost (WCP-7, WCP-10, WCP-11)."""
        seat, row, anonymous = state.turn, state.rows[state.turn], state.anonymous[state.turn]
        if not state.new:
            return state.replaced(removed=(*state.removed, card)), 1
        if anonymous:
            return state.replaced(
                removed=(*state.removed, card),
                spent=(*state.spent, anonymous[0]),
                anonymous=put(state.anonymous, seat, anonymous[1:]),
            ), 2
        return state.replaced(removed=state.removed + row, rows=put(state.rows, seat, (card,))), len(row)

    def _give(self, state: State, action: Give) -> tuple[State, tuple[Any, ...]]:
        if not 0 <= action.to < self.players or action.to == state.turn:
            raise IllegalActionError("WCP-12", f"seat {action.to} is no other player", "to")
        return self._settled(self._taken(state, action.to), [])

    def _choose(self, state: State, action: Choose) -> tuple[State, tuple[Any, ...]]:
        stock, among = state.stock, self._choice(state)
        if action.index is not None:
            if not 0 <= action.index < among:
                raise IllegalActionError("WCP-16", f"there is no card {action.index} among {among}", "index")
            left = tuple(card for at, card in enumerate(stock[:among]) if at != action.index)
            stock = (stock[action.index], *stock[among:], *left)
        return self._settled(state.replaced(stock=stock, chosen=True), [])

    def _reshuffle(self, state: State, action: Chance) -> tuple[State, tuple[Any, ...]]:
        if state.phase is not Phase.RESHUFFLE:
            raise IllegalActionError("WCP-19", "no pile is to be shuffled now", "do")
        check_same_cards(action.order, state.removed, "WCP-19", "the removed cards", "order")
        return self._settled(state.replaced(stock=action.order, removed=()), [])

    def _longest_row(self, state: State, events: list[Any]) -> tuple[State, tuple[Any, ...]]:
        """End a game in which no card is left: the longest row wins, a tie is shared (WCP-19)."""
        most = max(map(len, state.rows))
        ending = Ending(tuple(seat for seat, row in enumerate(state.rows) if len(row) == most), NO_CARDS)
        return state.replaced(phase=Phase.OVER, ending=ending), (*events, Over(ending))

    def observation(self, state: State, seat: int) -> dict[str, Any]:
        """Return the table as every player sees it: the events of the cards to be laid, and the years of the rows."""
        visible = self._choice(state) if state.phase is Phase.CHOOSE else 1
        face_up = [card for row in (*state.rows, state.removed) for card in row]
        return {
            "seat": seat,
            "turn": self.actor(state),
            "phase": str(state.phase),
            "rows": [list(row) for row in state.rows],
            "anonymous": [len(held) for held in state.anonymous],
            "new": state.new,
            "top": list(state.stock[:visible]),
            "stock": len(state.stock),
            "removed": list(state.removed),
            "spent": len(state.spent),
            "guesses": list(state.guesses),
            "years": shown(self.dates, face_up),
        }

    def zones(self, state: State) -> Mapping[str, Sequence[str]]:
        """Return where every card lies."""
        rows, held = by_seat("row", state.rows), by_seat("anonymous", state.anonymous)
        return {"stock": state.stock, **rows, **held, "removed": state.removed, "spent": state.spent}

    def outcome(self, events: Sequence[Any]) -> Outcome:
        """Return what a guess came to (``won``) or a card that was turned (``correct``, ``lost``)."""
        guessed = next((event for event in events if isinstance(event, Guessed)), None)
        if guessed is not None:
            why = f"the nearest guess, or the first of them, of `{guessed.card}`"
            return Outcome({"won": guessed.winner}, why, (guessed.card,))
        return verdict_outcome(events, self.dates)


def check_box(
    rule: str, order: Sequence[str], options: Options | SoloOptions, dates: Mapping[str, YearInterval], least: int
) -> None:
    """Raise SetupError unless the deck is what the options say and has enough dated cards."""
    dated = [card for card in order if not is_anonymous(card)]
    check_dated(dated, dates, rule)
    anonymous = len(order) - len(dated)
    if anonymous != options.anonymous:
        message = f"{anonymous} anonymous cards in the deck; the option `anonymous` says {options.anonymous}"
        raise SetupError(rule, message, "order")
    if options.cards is not None and len(order) != options.cards:
        raise SetupError(rule, f"{len(order)} cards in the deck; the option `cards` says {options.cards}", "order")
    if len(dated) < least:
        raise SetupError(rule, f"{least} dated cards are needed, the deck has {len(dated)}", "order")


def _distance(year: int, dates: YearInterval) -> int:
    """Return how many years a guess is away from the nearer end, 0 inside (WCP-2)."""
    return dates.gap(YearInterval(year, year))


# What each phase asks for: the rule, what it says, and the actions that do it.
_DUE: Mapping[Phase, tuple[str, str, tuple[type, ...]]] = {
    Phase.GUESS: ("WCP-2", "the year of the first card is to be guessed", (Guess,)),
    Phase.TURN: ("WCP-6", "the top card is to be placed", (Place,)),
    Phase.DECIDE: ("WCP-8", "the player is to stop or to risk a card", (Stop, Risk)),
    Phase.ANONYMOUS: ("WCP-12", "the anonymous card is to be kept or given away", (Keep, Give)),
    Phase.CHOOSE: ("WCP-16", "the card that would complete the row is to be chosen", (Choose,)),
}
