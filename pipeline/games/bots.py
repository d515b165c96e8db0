"""Players for simulations: each acts by what it believes the years to be (``knowledge``), by simple stated policies.

Their policies are part of the model (docs/games.md, "Simulating a deck"); they see what players see and nothing else.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from . import anno_domini as ad
from . import assyrian as asy
from . import timeline_twist as tt
from . import we_can_play as wcp
from .anno_domini import AnnoDomini
from .assyrian import Assyrian
from .chance import Dice
from .core import Rules
from .knowledge import Knowledge, Mind
from .play import Chooser
from .timeline_twist import TimelineCompetition, TimelineTeam
from .we_can_play import WeCanPlay, WeCanPlaySolo

# A player of We Can Play risks a second card from this certainty on; the other holds with an anonymous card in hand.
RISK_FROM, RISK_FROM_PROTECTED = 0.7, 0.4
# Below this certainty a solo player covers a card, and a player of the team game discards or stops.
UNSURE = 0.5


def bots(rules: Rules[Any, Any], players: int, knowledge: Knowledge, dice: Dice) -> Chooser:
    """Return players for all seats of a game; each has its own errors."""
    dates: Mapping[str, Any] = getattr(rules, "dates", {})
    minds = [Mind(knowledge, dates, dice.split()) for _ in range(players)]
    policy = _POLICIES[type(rules)]

    def choose(rules: Rules[Any, Any], state: Any, seat: int) -> Any:
        return policy(rules, state, seat, minds[seat])

    return choose


def _anno_domini(rules: AnnoDomini, state: ad.State, seat: int, mind: Mind) -> ad.Action:
    """Doubt if the doubt is expected to cost fewer cards than answering for the chain with an own card in it."""
    if state.phase is ad.Phase.ARRANGE:
        return ad.Arrange(seat, tuple(sorted(state.chain, key=mind.age, reverse=True)))
    if state.last_card_laid:
        return ad.Doubt(seat)
    chain = state.chain
    sure = 1.0
    for first, second in pairwise(chain):
        sure *= mind.follows(first, second)
    best, action = -1.0, None
    for card in state.hands[seat]:
        for at in range(len(chain) + 1):
            fits = mind.follows(chain[at - 1], card) if at else 1.0
            fits *= mind.follows(card, chain[at]) if at < len(chain) else 1.0
            if fits > best:
                best, action = fits, ad.Insert(seat, card, at)
    costs = rules.options.wrong_doubt * sure, rules.options.error_last * (1 - sure * best)
    if action is None or (state.last_layer is not None and costs[0] < costs[1]):
        return ad.Doubt(seat)
    return action


def _we_can_play(rules: WeCanPlay, state: wcp.State, seat: int, mind: Mind) -> wcp.Action:
    """Place where it fits best, risk by certainty, keep anonymous cards, give the next player the hardest card."""
    row = state.rows[state.turn]
    match state.phase:
        case wcp.Phase.GUESS:
            return wcp.Guess(seat, mind.year(state.stock[0]))
        case wcp.Phase.TURN:
            return wcp.Place(seat, mind.best_gap(state.stock[0], row)[1])
        case wcp.Phase.ANONYMOUS:
            return wcp.Keep(seat)
        case wcp.Phase.CHOOSE:
            among = state.stock[: rules.options.goal_choice]
            certain = [2.0 if wcp.is_anonymous(card) else mind.best_gap(card, row)[0] for card in among]
            return wcp.Choose(seat, certain.index(min(certain)))
    if not state.stock or wcp.is_anonymous(state.stock[0]):
        return wcp.Risk(seat)
    needed = RISK_FROM_PROTECTED if state.anonymous[seat] else RISK_FROM
    return wcp.Risk(seat) if mind.best_gap(state.stock[0], row)[0] >= needed else wcp.Stop(seat)


def _solo(rules: WeCanPlaySolo, state: wcp.SoloState, seat: int, mind: Mind) -> wcp.SoloPlace:
    """Place where it fits best, covered when unsure."""
    del rules
    sure, at = mind.best_gap(state.stock[0], state.row)
    return wcp.SoloPlace(seat, at, bool(state.anonymous) and sure < UNSURE)


def _assyrian(rules: Assyrian, state: asy.State, seat: int, mind: Mind) -> asy.Lay | asy.Pass:
    """Lay the tile nearest to a fair share of what seems to be missing; pass once it seems enough. Oracles tell nobody.

    An unknown threat tile counts as the mean of all.
    """
    del mind
    seen = rules.observation(state, seat)
    threats = [tile.number for tile in rules.tiles.tiles if tile.kind == "threat"]
    product = 1.0
    for known in seen["threats"]:
        product *= sum(threats) / len(threats) if known is None else known
    nation = sum(number for tiles in seen["table"] for number in tiles.values())
    missing = (rules.players + rules.options.extra_players) * product + 1 - nation
    if missing <= 0 or not seen["hand"]:
        return asy.Pass(seat)
    share = missing / (rules.players * (seen["turns"] - seen["number"] + 1))
    tile = min(seen["hand"], key=lambda each: (abs(seen["hand"][each] - share), each))
    hidden = [at for at, known in enumerate(state.face_up) if not known]
    unseen = [at for at in hidden if seat not in state.seen[at]]
    peek = (unseen or hidden)[0] if hidden and rules.by_id[tile].kind == "oracle" else None
    return asy.Lay(seat, tile, peek)


def _competition(rules: TimelineCompetition, state: tt.State, seat: int, mind: Mind) -> tt.Place:
    """Lay the card whose place is most certain."""
    del rules
    choices = [(mind.best_gap(card, state.timeline), card) for card in state.hands[seat]]
    (_, at), card = max(choices)
    return tt.Place(seat, card, at)


def _team(rules: TimelineTeam, state: tt.TeamState, seat: int, mind: Mind) -> tt.TeamAction:
    """Place the card that is most certain to find room; if none is, discard before or stop after the first."""
    listed = rules.legal_actions(state)
    choices = [(_room(state, card, mind), card) for card in state.hands[seat]]
    sure, card = max(choices)
    if sure < UNSURE:
        other = next((action for action in listed if isinstance(action, tt.Stop)), None) or next(
            (action for action in listed if isinstance(action, tt.Discard)), None
        )
        if other is not None:
            return other
    return tt.TeamPlace(seat, card)


def _room(state: tt.TeamState, card: str, mind: Mind) -> float:
    """Return how sure a player is that a card is not blocked."""
    ends = (None, *state.lower, None)
    slots: Sequence[str | None] = (None, *state.gaps, None)
    return sum(mind.fits(card, ends[at], ends[at + 1]) for at in range(len(ends) - 1) if slots[at] is None)


_POLICIES: Mapping[type, Callable[[Any, Any, int, Mind], Any]] = {
    AnnoDomini: _anno_domini,
    WeCanPlay: _we_can_play,
    WeCanPlaySolo: _solo,
    Assyrian: _assyrian,
    TimelineCompetition: _competition,
    TimelineTeam: _team,
}
