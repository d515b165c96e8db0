"""One test for each rule of Assyrian, named after it. Tiles P01 to P31 are power, P32 to P36 oracles, then queens."""

from typing import Any

import pytest
from games_table import done, refused

from pipeline.games.assyrian import Lay, Pass, Phase, Tile, TileSet, shipped_tiles
from pipeline.games.core import Chance, Ending, SetupError
from pipeline.games.pieces import of_tiles
from pipeline.games.rulebooks import RULEBOOKS

TILES = shipped_tiles().tiles
ORACLE, QUEEN, SECOND_QUEEN = "P35", "P37", "P38"


def table(players: int, top: str = "", threats: str = "T1 T3 T5 T2 T4", **options: Any) -> tuple[Any, Any]:
    """Set up a game; the tiles named in `top` are drawn first, seat by seat."""
    first = top.split()
    rest = [tile for tile in TILES.for_players(players) if not tile.startswith("T") and tile not in first]
    book = RULEBOOKS["assyrian"]
    rules = book.rules(book.options(**{"rounds": 1, **options}), players, of_tiles(TILES, ""))
    return rules, rules.start([*threats.split(), *first, *rest])[0]


def passes(players: int, turns: int = 1) -> list[Pass]:
    return [Pass(seat) for _ in range(turns) for seat in range(players)]


def reveal(state: Any, tile: str) -> list[Any]:
    return [Chance((tile,))] if state.phase is Phase.REVEAL else []


@pytest.mark.parametrize(("players", "tiles"), [(2, 40), (5, 40), (6, 60), (7, 60), (8, 80), (9, 80)])
def test_asy_01_the_number_of_tiles_depends_on_the_players(players: int, tiles: int) -> None:
    _, state = table(players)
    assert len(state.bag) + 8 * players == tiles
    assert [len(hand) for hand in state.hands] == [8] * players


def test_asy_01_two_to_nine_players_and_exactly_their_tiles() -> None:
    with pytest.raises(SetupError, match=r"^ASY-1: 10 players; the game is for 2 to 9"):
        table(10)
    book = RULEBOOKS["assyrian"]
    rules = book.rules(book.options(), 4, of_tiles(TILES, ""))
    with pytest.raises(SetupError, match=r"^ASY-1: tile `P01` is missing from the order"):
        rules.start([tile for tile in TILES.for_players(4) if tile != "P01"])
    with pytest.raises(SetupError, match=r"^ASY-1: tile `G01` is not for 4 players"):
        rules.start(TILES.for_players(6))


def test_asy_02_three_threat_tiles_lie_face_down_and_the_hands_are_hidden() -> None:
    rules, state = table(2)
    assert (state.threats, state.rest, state.face_up) == (("T1", "T3", "T5"), ("T2", "T4"), (False,) * 3)
    view = rules.observation(state, 0)
    assert view["threats"] == [None, None, None]
    assert (len(view["hand"]), view["hands"]) == (8, [8, 8])


@pytest.mark.parametrize(
    ("threats", "power", "message"),
    [
        (2, 16, "ASY-2: 3 threat tiles are drawn, the set has 2"),
        (3, 15, "ASY-2: 16 tiles are drawn by the players, the set has 15"),
    ],
)
def test_asy_02_a_set_of_tiles_must_suffice(threats: int, power: int, message: str) -> None:
    tiles = (
        *(Tile(id=f"T{at}", number=1, kind="threat", box="base") for at in range(threats)),
        *(Tile(id=f"P{at}", number=1, box="base") for at in range(power)),
    )
    small = TileSet(name="small", published=(), invented=(), tiles=tiles)
    rules = RULEBOOKS["assyrian"].rules(RULEBOOKS["assyrian"].options(), 2, of_tiles(small, ""))
    with pytest.raises(SetupError) as caught:
        rules.start([tile.id for tile in tiles])
    assert str(caught.value) == message


def test_asy_03_a_turn_is_one_tile_or_none_of_each_player_in_seat_order() -> None:
    rules, state = table(2, "P01")
    assert Pass(0) in rules.legal_actions(state)
    assert refused(rules, state, Pass(1)) == "ASY-3: seat 1 acts, but seat 0 is on turn"
    assert refused(rules, state, Lay(0, "P31")) == "ASY-3: tile `P31` is not in the hand of seat 0"
    after, _ = done(rules, state, Lay(0, "P01"))
    assert after.table[0] == ("P01",)
    assert refused(rules, after, Lay(0, "P02")) == "ASY-3: seat 0 has acted in this turn"
    assert refused(rules, after, Pass(7)) == "ASY-3: there is no seat 7"
    assert done(rules, after, Pass(1))[0].number == 2


def test_asy_03_the_order_may_be_free() -> None:
    rules, state = table(3, contribution="free")
    state, _ = done(rules, state, Pass(2), Pass(0))
    assert (rules.actor(state), state.number) == (1, 1)
    assert refused(rules, state, Pass(2)) == "ASY-3: seat 2 has acted in this turn"


def test_asy_03_or_sealed_and_shown_together() -> None:
    rules, state = table(2, "P01", contribution="simultaneous")
    state, _ = done(rules, state, Lay(0, "P01"))
    assert (state.table[0], rules.observation(state, 1)["table"][0]) == ((), {})
    state, _ = done(rules, state, Pass(1))
    assert (state.table[0], state.sealed) == (("P01",), ())


def test_asy_04_an_oracle_looks_at_a_threat_tile_and_may_show_it() -> None:
    rules, state = table(3, ORACLE)
    assert refused(rules, state, Lay(0, ORACLE)) == "ASY-4: the oracle is to look at a threat tile"
    assert refused(rules, state, Lay(0, ORACLE, 3)) == "ASY-4: there is no threat tile 3"
    assert refused(rules, state, Lay(0, ORACLE, 1, (5,))).startswith("ASY-4: a threat tile is shown to a seat")
    other = next(tile for tile in state.hands[0] if tile != ORACLE)
    assert refused(rules, state, Lay(0, other, 1)) == f"ASY-4: tile `{other}` is no oracle"
    after, facts = done(rules, state, Lay(0, ORACLE, 1, (2,)))
    assert (facts, after.seen, after.face_up[1]) == ({"saw": 3}, ((), (0, 2), ()), False)
    assert [rules.observation(after, seat)["threats"][1] for seat in range(3)] == [3, None, 3]


@pytest.mark.parametrize("contribution", ["seats", "free", "simultaneous"])
def test_asy_04_what_each_oracle_saw_belongs_to_its_own_line(contribution: str) -> None:
    rules, state = table(2, f"{ORACLE} P01 P02 P03 P04 P05 P06 P07 P32", contribution=contribution)
    looks = [Lay(0, ORACLE, 0), Lay(1, "P32", 1)]
    after, first = done(rules, state, looks[0])
    _, second = done(rules, after, looks[1])
    assert (first, second) == ({"saw": 1}, {"saw": 3})


def test_asy_05_with_all_threats_open_an_oracle_sees_nothing_new() -> None:
    rules, state = table(2, ORACLE, drawn=1, threats="T1 T3 T5 T2 T4")
    state, _ = done(rules, state, *passes(2, 3))
    assert state.face_up == (True,)
    assert Lay(0, ORACLE) in rules.legal_actions(state)
    assert refused(rules, state, Lay(0, ORACLE, None, (99,))) == "ASY-4: what no oracle looked at cannot be shown"
    assert done(rules, state, Lay(0, ORACLE))[1] == {}


def test_asy_06_after_the_third_turn_an_unseen_threat_tile_is_turned_up() -> None:
    rules, state = table(2, ORACLE)
    state, _ = done(rules, state, Lay(0, ORACLE, 0), Pass(1), *passes(2, 2))
    assert (state.phase, rules.actor(state)) == (Phase.REVEAL, None)
    assert list(rules.legal_actions(state)) == [Chance(("T3",)), Chance(("T5",))]
    assert refused(rules, state, Chance(("T1",))) == "ASY-6: one of `T3`, `T5` is to be turned up"
    assert refused(rules, state, Pass(0)) == "ASY-6: tiles are to be drawn by chance first"
    assert done(rules, state, Chance(("T5",)))[0].face_up == (False, False, True)


def test_asy_06_the_only_unseen_tile_needs_no_chance_and_seen_ones_will_do() -> None:
    rules, state = table(2, f"{ORACLE} P34 P36")
    state, _ = done(rules, state, Lay(0, ORACLE, 0), Pass(1), Lay(0, "P34", 1), Pass(1), *passes(2))
    assert (state.phase, state.face_up) == (Phase.TURN, (False, False, True))
    rules, state = table(2, f"{ORACLE} P34 P36")
    looks = [Lay(0, ORACLE, 0), Pass(1), Lay(0, "P34", 1), Pass(1), Lay(0, "P36", 2), Pass(1)]
    state, _ = done(rules, state, *looks)
    assert len(rules.legal_actions(state)) == 3


@pytest.mark.parametrize(("queens", "turns"), [(True, 7), (False, 6)])
def test_asy_07_a_queen_adds_a_turn(queens: bool, turns: int) -> None:
    rules, state = table(2, QUEEN, queens=queens)
    assert rules.turns(done(rules, state, Lay(0, QUEEN))[0]) == turns


def test_asy_07_also_in_an_added_turn() -> None:
    rules, state = table(2, f"{QUEEN} {SECOND_QUEEN}")
    state, _ = done(rules, state, *passes(2, 3), Chance(("T1",)), *passes(2, 2), Lay(0, QUEEN), Pass(1))
    assert (state.number, state.ending) == (7, None)
    state, _ = done(rules, state, Lay(0, SECOND_QUEEN), Pass(1))
    assert (state.number, state.ending) == (8, None)
    assert done(rules, state, *passes(2))[0].ending is not None


def test_asy_08_an_empty_hand_passes() -> None:
    rules, state = table(2, "P01", hand=1)
    state, _ = done(rules, state, Lay(0, "P01"), Pass(1))
    assert list(rules.legal_actions(state)) == [Pass(0)]


def scored(players: int, top: str, laid: int, **options: Any) -> dict[str, object]:
    """Play a round in which seat 0 lays its first tiles, and return what came of it."""
    rules, state = table(players, top, **options)
    facts: dict[str, object] = {}
    tiles = iter(top.split()[:laid])
    while state.ending is None and "threat" not in facts:
        if state.phase is Phase.REVEAL:
            state, facts = done(rules, state, Chance((state.threats[0],)))
            continue
        tile = next(tiles, None) if state.turn == 0 else None
        state, facts = done(rules, state, Lay(0, tile) if tile else Pass(state.turn))
    return facts


def test_asy_09_the_threat_is_the_product_times_the_players() -> None:
    assert scored(4, "P01", 1)["threat"] == 60
    assert scored(4, "P01", 1, threat="sum")["threat"] == 36


def test_asy_10_the_nation_is_the_sum_of_all_laid_tiles() -> None:
    # Numbers 10, 10, 10, 9 and 9.
    assert scored(2, "P31 P30 P29 P28 P27", 5)["nation"] == 48


@pytest.mark.parametrize(("counts", "nation"), [(True, 5), (False, 0)])
def test_asy_10_an_oracle_counts_with_its_number(counts: bool, nation: int) -> None:
    rules, state = table(2, ORACLE, oracle_counts=counts)
    state, _ = done(rules, state, Lay(0, ORACLE, 0), *passes(2, 3)[1:])
    state, facts = done(rules, state, Chance(("T3",)), *passes(2, 3))
    assert facts["nation"] == nation


def test_asy_11_more_than_the_threat_scores_what_is_held_less_costs_it_equal_nothing() -> None:
    top = "P31 P30 P29 P01 P02 P03 P04 P05"  # 10 10 10 1 1 1 2 2; seat 1 holds 2 3 3 3 3 4 4 4
    assert scored(2, top, 3, threats="T1 T3 T5 T2 T4") == {"threat": 30, "nation": 30, "scores": (0, 0)}
    assert scored(2, top, 4, threats="T1 T3 T5 T2 T4") == {"threat": 30, "nation": 31, "scores": (6, 26)}
    assert scored(2, top, 2, threats="T1 T3 T5 T2 T4") == {"threat": 30, "nation": 20, "scores": (-17, -26)}


@pytest.mark.parametrize(("extra", "threat"), [(1, 75), (2, 90), (3, 105)])
def test_asy_12_reckless_and_epic_games_add_players(extra: int, threat: int) -> None:
    assert scored(4, "P01", 1, extra_players=extra)["threat"] == threat


def test_asy_13_all_tiles_go_back_and_the_highest_total_wins() -> None:
    rules, state = table(2, "P01", rounds=2, reveal_after=9)
    state, facts = done(rules, state, *passes(2, 6))
    assert (state.phase, state.round) == (Phase.DEAL, 1)
    order = TILES.for_players(2)
    assert (
        refused(rules, state, Chance(order[1:])) == f"ASY-13: card `{order[0]}` of the tiles is missing from the order"
    )
    state, _ = done(rules, state, Chance(order))
    assert (state.round, state.scores, len(state.bag)) == (2, facts["scores"], 24)
    state, facts = done(rules, state, *passes(2, 6))
    scores = facts["scores"]
    assert isinstance(scores, tuple)
    assert state.ending == Ending((scores.index(max(scores)),), "most points")
    assert refused(rules, state, Pass(0)) == "ASY-13: the game is over"


def test_asy_13_a_tie_is_shared() -> None:
    rules, state = table(2, "P01 P08 P02 P09", hand=2, reveal_after=9)
    assert done(rules, state, *passes(2, 6))[0].ending == Ending((0, 1), "most points")


def test_asy_14_hands_stay_hidden_until_the_scoring() -> None:
    rules, state = table(3)
    for seat in range(3):
        held = {tile for other in range(3) if other != seat for tile in state.hands[other]}
        assert held.isdisjoint(str(rules.observation(state, seat)).replace("'", " ").split())


def test_the_shipped_tiles_say_what_is_made_up() -> None:
    assert len(TILES.invented) == 3
    assert {tile.number for tile in TILES.tiles if tile.kind == "oracle" and tile.box == "base"} >= {5}
    assert sorted(tile.number for tile in TILES.tiles if tile.kind == "threat") == [1, 2, 3, 4, 5]
