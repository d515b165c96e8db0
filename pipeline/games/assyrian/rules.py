"""The rules of Assyrian as a state machine. The numbers ASY-… are those of docs/games.md."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

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
    check_same_cards,
    check_seat,
    check_setup,
    dealt,
    put,
    without,
)
from .actions import Action, Lay, Pass
from .options import Options
from .state import Phase, State
from .tiles import Tile, TileSet

MOST_POINTS = "most points"


@dataclass(frozen=True, slots=True)
class Saw:
    """An oracle let `seats` see a threat tile with this number of buildings."""

    seats: tuple[int, ...]
    buildings: int


@dataclass(frozen=True, slots=True)
class Revealed:
    """A threat tile was turned up for all."""

    tile: str


@dataclass(frozen=True, slots=True)
class Scored:
    """A round ended: the threat, the nation's power and the scores of all rounds so far."""

    threat: int
    nation: int
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Assyrian(Rules[State, Action]):
    """Assyrian for a number of players with these options and tiles."""

    over_rule = "ASY-13"
    cap_rule = "AD-27"
    over_phase = Phase.OVER

    options: Options
    players: int
    tiles: TileSet
    by_id: Mapping[str, Tile]

    def start(self, order: Sequence[str]) -> tuple[State, tuple[Any, ...]]:
        """Draw threat tiles and hands from the shuffled tiles `order`; both piles are told apart by their kinds.

        Raises SetupError by ASY-1 and ASY-2.
        """
        check_setup("ASY", self.players, (2, 9), order, self.options)
        wanted = set(self.tiles.for_players(self.players))
        if odd := next((tile for tile in order if tile not in wanted), None):
            raise SetupError("ASY-1", f"tile `{odd}` is not for {self.players} players", "order", odd)
        if missing := next((tile for tile in sorted(wanted) if tile not in set(order)), None):
            raise SetupError("ASY-1", f"tile `{missing}` is missing from the order", "order")
        self._check_enough(order)
        return self._deal(order, (0,) * self.players, 1, 0)

    def _check_enough(self, order: Sequence[str]) -> None:
        threats = sum(self.by_id[tile].kind == "threat" for tile in order)
        power, to_deal = len(order) - threats, self.options.hand * self.players
        if threats < self.options.drawn:
            message = f"{self.options.drawn} threat tiles are drawn, the set has {threats}"
            raise SetupError("ASY-2", message, "order")
        if power < to_deal:
            raise SetupError("ASY-2", f"{to_deal} tiles are drawn by the players, the set has {power}", "order")

    def _deal(
        self, order: Sequence[str], scores: tuple[int, ...], number: int, actions: int
    ) -> tuple[State, tuple[Any, ...]]:
        threats = tuple(tile for tile in order if self.by_id[tile].kind == "threat")
        power = tuple(tile for tile in order if self.by_id[tile].kind != "threat")
        size, drawn = self.options.hand, self.options.drawn
        hands = dealt(power, (size,) * self.players)
        state = State(
            power[size * self.players :],
            hands,
            ((),) * self.players,
            threats[:drawn],
            threats[drawn:],
            ((),) * drawn,
            (False,) * drawn,
            scores,
            round=number,
            actions=actions,
        )
        return state, tuple(Drew(seat, hand) for seat, hand in enumerate(hands))

    def actor(self, state: State) -> int | None:
        """Return the first seat that has not acted in this turn; None when chance is due or the game is over."""
        return state.turn if state.phase is Phase.TURN else None

    def legal_actions(self, state: State) -> Sequence[Action]:
        """Return the contributions of who may act; an oracle's look is listed as kept to oneself or shown to all."""
        if state.phase is Phase.REVEAL:
            return [Chance((tile,)) for tile in self._to_reveal(state)]
        if state.phase is Phase.DEAL:
            return [Chance(self.tiles.for_players(self.players))]
        if state.phase is Phase.OVER:
            return []
        waiting = [seat for seat in range(self.players) if seat not in state.acted]
        seats = waiting if self.options.contribution == "free" else waiting[:1]
        actions: list[Action] = []
        for seat in seats:
            actions += [*self._contributions(state, seat), Pass(seat)]
        return actions

    def _contributions(self, state: State, seat: int) -> list[Lay]:
        actions = []
        others = tuple(other for other in range(self.players) if other != seat)
        for tile in state.hands[seat]:
            if self.by_id[tile].kind == "oracle" and not all(state.face_up):
                hidden = [at for at, up in enumerate(state.face_up) if not up]
                actions += [Lay(seat, tile, at, show) for at in hidden for show in ((), others)]
            else:
                actions.append(Lay(seat, tile))
        return actions

    def perform(self, state: State, action: Action) -> tuple[State, tuple[Any, ...]]:
        """Return the state after `action` and what happened; raises IllegalActionError, which changes nothing."""
        counted = state.replaced(actions=state.actions + 1)
        if isinstance(action, Chance):
            return self._chance(counted, action)
        if state.phase is not Phase.TURN:
            rule = "ASY-6" if state.phase is Phase.REVEAL else "ASY-13"
            raise IllegalActionError(rule, "tiles are to be drawn by chance first", "do")
        self._check_turn(state, action.by)
        if isinstance(action, Lay):
            self._check_lay(state, action)
        acted = (*state.acted, action.by)
        after = counted.replaced(acted=acted, sealed=(*state.sealed, action))
        events = self._sight(state, action)
        if self.options.contribution != "simultaneous" or len(acted) == self.players:
            for sealed in after.sealed:
                after = self._contribute(after, sealed)
            after = after.replaced(sealed=())
        return self._turn_ended(after, events) if len(acted) == self.players else (after, tuple(events))

    def _check_turn(self, state: State, seat: int) -> None:
        if not 0 <= seat < self.players:
            raise IllegalActionError("ASY-3", f"there is no seat {seat}", "by")
        if seat in state.acted:
            raise IllegalActionError("ASY-3", f"seat {seat} has acted in this turn", "by")
        if self.options.contribution != "free":
            check_seat(seat, state.turn, "ASY-3")

    def _check_lay(self, state: State, action: Lay) -> None:
        tile = action.tile
        if tile not in state.hands[action.by]:
            raise IllegalActionError("ASY-3", f"tile `{tile}` is not in the hand of seat {action.by}", "tile", tile)
        if self.by_id[tile].kind != "oracle":
            if action.peek is not None or action.show:
                raise IllegalActionError("ASY-4", f"tile `{tile}` is no oracle", "peek", tile)
            return
        if action.peek is None:
            if not all(state.face_up):
                raise IllegalActionError("ASY-4", "the oracle is to look at a threat tile", "tile", tile)
            if action.show:
                raise IllegalActionError("ASY-4", "what no oracle looked at cannot be shown", "show", tile)
            return
        if not 0 <= action.peek < self.options.drawn:
            raise IllegalActionError("ASY-4", f"there is no threat tile {action.peek}", "peek", tile)
        if any(not 0 <= seat < self.players for seat in action.show):
            raise IllegalActionError("ASY-4", "a threat tile is shown to a seat that is not there", "show", tile)

    def _sight(self, state: State, action: Lay | Pass) -> list[Any]:
        """Return what an oracle sees; sealed or not, it is the same tile, and told of the line that names it."""
        if isinstance(action, Pass) or action.peek is None:
            return []
        seats = tuple(sorted({action.by, *action.show}))
        return [Saw(seats, self.by_id[state.threats[action.peek]].number)]

    def _contribute(self, state: State, action: Lay | Pass) -> State:
        if isinstance(action, Pass):
            return state
        seat, tile = action.by, action.tile
        after = state.replaced(
            hands=put(state.hands, seat, without(state.hands[seat], tile)),
            table=put(state.table, seat, (*state.table[seat], tile)),
        )
        if action.peek is None:
            return after
        seen = tuple(sorted({*state.seen[action.peek], seat, *action.show}))
        return after.replaced(seen=(*state.seen[: action.peek], seen, *state.seen[action.peek + 1 :]))

    def turns(self, state: State) -> int:
        """Return the number of turns of this round: six, and one for each queen laid so far (ASY-7)."""
        laid = [self.by_id[tile] for tiles in state.table for tile in tiles]
        return self.options.turns + self.options.queens * sum(tile.kind == "queen" for tile in laid)

    def _turn_ended(self, state: State, events: list[Any]) -> tuple[State, tuple[Any, ...]]:
        after = state.replaced(acted=())
        if state.number == self.options.reveal_after and not all(state.face_up):
            candidates = self._to_reveal(state)
            if len(candidates) > 1:
                return after.replaced(phase=Phase.REVEAL), tuple(events)
            after, events = self._reveal(after, candidates[0], events)
        return self._next_turn(after, events)

    def _to_reveal(self, state: State) -> tuple[str, ...]:
        """Return the threat tiles that may be turned up: those nobody has looked at, else any (ASY-6)."""
        hidden = [at for at, up in enumerate(state.face_up) if not up]
        unseen = [at for at in hidden if not state.seen[at]]
        return tuple(state.threats[at] for at in unseen or hidden)

    def _reveal(self, state: State, tile: str, events: list[Any]) -> tuple[State, list[Any]]:
        at = state.threats.index(tile)
        face_up = (*state.face_up[:at], True, *state.face_up[at + 1 :])
        return state.replaced(face_up=face_up, phase=Phase.TURN), [*events, Revealed(tile)]

    def _next_turn(self, state: State, events: list[Any]) -> tuple[State, tuple[Any, ...]]:
        if state.number < self.turns(state):
            return state.replaced(number=state.number + 1), tuple(events)
        return self._score(state, events)

    def _score(self, state: State, events: list[Any]) -> tuple[State, tuple[Any, ...]]:
        """End the round: the nation against the threat (ASY-9 to ASY-11)."""
        buildings = [self.by_id[tile].number for tile in state.threats]
        combined = prod(buildings) if self.options.threat == "product" else sum(buildings)
        threat = (self.players + self.options.extra_players) * combined
        nation = sum(self._power(tile) for tiles in state.table for tile in tiles)
        sign = (nation > threat) - (nation < threat)
        held = [sum(self.by_id[tile].number for tile in hand) for hand in state.hands]
        scores = tuple(score + sign * left for score, left in zip(state.scores, held, strict=True))
        events = [*events, Scored(threat, nation, scores)]
        after = state.replaced(scores=scores, face_up=(True,) * len(state.threats))
        if state.round < self.options.rounds:
            return after.replaced(phase=Phase.DEAL), tuple(events)
        most = max(scores)
        ending = Ending(tuple(seat for seat, score in enumerate(scores) if score == most), MOST_POINTS)
        return after.replaced(phase=Phase.OVER, ending=ending), (*events, Over(ending))

    def _power(self, tile: str) -> int:
        counts = self.options.oracle_counts or self.by_id[tile].kind != "oracle"
        return self.by_id[tile].number if counts else 0

    def _chance(self, state: State, action: Chance) -> tuple[State, tuple[Any, ...]]:
        if state.phase is Phase.REVEAL:
            candidates = self._to_reveal(state)
            if len(action.order) != 1 or action.order[0] not in candidates:
                message = f"one of {', '.join(f'`{tile}`' for tile in candidates)} is to be turned up"
                raise IllegalActionError("ASY-6", message, "order")
            after, events = self._reveal(state, action.order[0], [])
            return self._next_turn(after, events)
        if state.phase is Phase.DEAL:
            check_same_cards(action.order, self.tiles.for_players(self.players), "ASY-13", "the tiles", "order")
            return self._deal(action.order, state.scores, state.round + 1, state.actions)
        raise IllegalActionError("ASY-13", "no tiles are to be drawn now", "do")

    def observation(self, state: State, seat: int) -> dict[str, Any]:
        """Return the table as one player sees it: the own hand, all laid tiles, the threat tiles looked at."""
        known = [
            self.by_id[tile].number if up or seat in seen else None
            for tile, up, seen in zip(state.threats, state.face_up, state.seen, strict=True)
        ]
        return {
            "seat": seat,
            "turn": self.actor(state),
            "phase": str(state.phase),
            "round": state.round,
            "number": state.number,
            "turns": self.turns(state),
            "hand": {tile: self.by_id[tile].number for tile in state.hands[seat]},
            "hands": [len(hand) for hand in state.hands],
            "table": [{tile: self.by_id[tile].number for tile in tiles} for tiles in state.table],
            "threats": known,
            "seen": [list(seats) for seats in state.seen],
            "acted": list(state.acted),
            "bag": len(state.bag),
            "scores": list(state.scores),
        }

    def zones(self, state: State) -> Mapping[str, Sequence[str]]:
        """Return where every tile lies."""
        hands, table = by_seat("hand", state.hands), by_seat("table", state.table)
        return {"bag": state.bag, **hands, **table, "threats": state.threats, "rest": state.rest}

    def outcome(self, events: Sequence[Any]) -> Outcome:
        """Return what an oracle ``saw`` and, at the end of a round, ``threat``, ``nation`` and ``scores``."""
        facts: dict[str, object] = {}
        why = ""
        for event in events:
            if isinstance(event, Saw):
                facts["saw"] = event.buildings
            elif isinstance(event, Scored):
                facts |= {"threat": event.threat, "nation": event.nation, "scores": event.scores}
                sign = ">" if event.nation > event.threat else "<" if event.nation < event.threat else "="
                why = f"nation {event.nation} {sign} threat {event.threat}"
        return Outcome(facts, why)
