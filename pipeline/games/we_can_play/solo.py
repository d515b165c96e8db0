"""The solo game of We Can Play as a state machine. The numbers WCS-… are those of docs/games.md."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...years import YearInterval
from ..chain import misplaced
from ..core import (
    Ending,
    IllegalActionError,
    Outcome,
    Over,
    Rules,
    Verdict,
    check_place,
    check_seat,
    check_setup,
    shown,
    verdict,
    verdict_outcome,
)
from .actions import SoloAction, SoloPlace
from .options import SoloOptions
from .rules import ROW_FULL, check_box
from .state import SoloState, first_dated, is_anonymous

MISTAKES, STOCK = "mistakes", "stock"


@dataclass(frozen=True, slots=True)
class WeCanPlaySolo(Rules[SoloState, SoloAction]):
    """We Can Play for one player with these options; `dates` tells the interval of every dated card."""

    over_rule = "WCS-6"
    cap_rule = "AD-27"

    options: SoloOptions
    players: int
    dates: Mapping[str, YearInterval]

    def start(self, order: Sequence[str]) -> tuple[SoloState, tuple[Any, ...]]:
        """Turn up the first card of the shuffled deck `order`. Raises SetupError by WCS-1."""
        check_setup("WCS", self.players, (1, 1), order, self.options)
        check_box("WCS-1", order, self.options, self.dates, 2)
        state = _drawn(SoloState(tuple(order)))
        return _drawn(state.replaced(stock=state.stock[1:], row=state.stock[:1])), ()

    def actor(self, state: SoloState) -> int | None:
        """Return the only seat; None when the game is over."""
        return None if state.ending else 0

    def legal_actions(self, state: SoloState) -> Sequence[SoloAction]:
        """Return every place of the row, also with an anonymous card as cover if one is held."""
        if state.ending:
            return []
        covers = (False, True) if state.anonymous else (False,)
        return [SoloPlace(0, at, cover) for cover in covers for at in range(len(state.row) + 1)]

    def perform(self, state: SoloState, action: SoloAction) -> tuple[SoloState, tuple[Any, ...]]:
        """Return the state after `action` and what happened; raises IllegalActionError, which changes nothing."""
        check_seat(action.by, 0, "WCS-2")
        card, row = state.stock[0], state.row
        check_place(action.at, len(row), "WCS-2", "the row", card)
        if action.cover and not state.anonymous:
            raise IllegalActionError("WCS-2", "there is no anonymous card to cover with", "cover")
        fault = misplaced(self.dates, row, action.at, card)
        after = state.replaced(stock=state.stock[1:], actions=state.actions + 1)
        if action.cover and (fault is not None or self.options.anon_spent_on_success):
            after = after.replaced(anonymous=after.anonymous[1:], removed=(*after.removed, after.anonymous[0]))
        if fault is None:
            after = after.replaced(row=(*row[: action.at], card, *row[action.at :]))
            lost = 0
        elif action.cover:
            after = after.replaced(removed=(*after.removed, card))
            after, lost = self._mistake(after, counts=self.options.covered_counts), 2
        else:
            after, lost = self._lose_row(after, card)
        return self._settled(after, verdict(0, card, fault, lost=lost))

    def _mistake(self, state: SoloState, *, counts: bool) -> SoloState:
        return state.replaced(mistakes=state.mistakes + counts)

    def _lose_row(self, state: SoloState, card: str) -> tuple[SoloState, int]:
        """Return the table after a wrong card without cover, and how many cards it cost (WCS-4, WCS-6)."""
        after = self._mistake(state, counts=True)
        lost = state.row + (state.anonymous if self.options.anon_lost_with_row else ())
        if after.mistakes >= self.options.mistakes:
            # Lost before a new row is laid: the cards stay as they are, the wrong one is removed.
            return after.replaced(removed=(*after.removed, card)), len(lost) + 1
        held = () if self.options.anon_lost_with_row else after.anonymous
        return after.replaced(removed=after.removed + lost, row=(card,), anonymous=held), len(lost)

    def _settled(self, state: SoloState, turned: Verdict) -> tuple[SoloState, tuple[Any, ...]]:
        ending = None
        if len(state.row) >= self.options.goal:
            ending = Ending((0,), ROW_FULL)
        elif state.mistakes >= self.options.mistakes:
            ending = Ending((), MISTAKES)
        else:
            state = _drawn(state)
            if not state.stock:
                ending = Ending((), STOCK)
        return (state.replaced(ending=ending), (turned, Over(ending))) if ending else (state, (turned,))

    def observation(self, state: SoloState, seat: int) -> dict[str, Any]:
        """Return the table as the player sees it: the event of the card to be laid, and the years of the row."""
        face_up = [card for card in (*state.row, *state.removed) if not is_anonymous(card)]
        return {
            "seat": seat,
            "turn": self.actor(state),
            "row": list(state.row),
            "anonymous": len(state.anonymous),
            "mistakes": state.mistakes,
            "top": list(state.stock[:1]),
            "stock": len(state.stock),
            "removed": list(state.removed),
            "years": shown(self.dates, face_up),
        }

    def zones(self, state: SoloState) -> Mapping[str, Sequence[str]]:
        """Return where every card lies."""
        return {"stock": state.stock, "row": state.row, "anonymous": state.anonymous, "removed": state.removed}

    def outcome(self, events: Sequence[Any]) -> Outcome:
        """Return what came of a card that was turned (``correct``, ``lost``)."""
        return verdict_outcome(events, self.dates)


def _drawn(state: SoloState) -> SoloState:
    """Put the anonymous cards on top of the stock into the hand (WCS-7)."""
    dated = first_dated(state.stock)
    return state.replaced(stock=state.stock[dated:], anonymous=state.anonymous + state.stock[:dated])
