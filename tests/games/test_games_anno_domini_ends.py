"""One test for each rule of Anno Domini on how games end (AD-22 to AD-27), named after it."""

import pytest
from games_table import deal, lay, play, refused

from pipeline.games.anno_domini import AnnoDomini, Chance, Doubt, Doubted, Drew, Over, Phase, RoundBegan, State
from pipeline.games.core import Ending


@pytest.fixture
def last_card() -> tuple[AnnoDomini, State]:
    """Seat 0 is about to lay its only card, 9, on a chain of the year 5."""
    return deal(2, "9 2 3 5 20 21 22 23 24 25", hand=(1, 2))


def test_ad_22_a_last_card_must_be_doubted(last_card: tuple[AnnoDomini, State]) -> None:
    rules, state = last_card
    state = play(rules, state, lay(0, "9", 1))
    assert state.ending is None
    assert list(rules.legal_actions(state)) == [Doubt(1)]
    assert refused(rules, state, lay(1, "2", 0)) == "AD-22: seat 0 laid a last card, which must be doubted"


def test_ad_22_in_a_correct_chain_it_wins_and_no_penalty_is_drawn(last_card: tuple[AnnoDomini, State]) -> None:
    rules, state = last_card
    state = play(rules, state, lay(0, "9", 1))
    after, events = rules.apply(state, Doubt(1))
    assert events == (Doubted(True, None, 1, 0), Over(Ending((0,), "last card")))
    assert (after.phase, after.hands) == (Phase.OVER, ((), ("2", "3")))
    assert rules.legal_actions(after) == ()
    for action in (Doubt(0), lay(1, "2", 0), Chance(())):
        assert refused(rules, after, action) == "AD-22: the game is over"


def test_ad_22_in_a_wrong_chain_the_game_goes_into_overtime(last_card: tuple[AnnoDomini, State]) -> None:
    rules, state = last_card
    after = play(rules, state, lay(0, "9", 0), Doubt(1))
    assert after.ending is None
    assert after.hands == (("20", "21"), ("2", "3"))
    assert (after.turn, after.round) == (1, 2)


def test_ad_23_each_last_card_is_checked_before_another_is_laid() -> None:
    rules, state = deal(3, "1 2 3 4 20 21 22 23", hand=1)
    state = play(rules, state, lay(0, "1", 0))
    assert refused(rules, state, lay(1, "2", 0)).startswith("AD-22:")
    assert play(rules, state, Doubt(1)).ending == Ending((0,), "last card")


def test_ad_24_only_the_winner_counts() -> None:
    rules, state = deal(2, "1 2 3 4 5", hand=(1, 2))
    ending = rules.ending(play(rules, state, lay(0, "1", 0), Doubt(1)))
    assert ending == Ending((0,), "last card")


def test_ad_25_a_short_stock_is_filled_with_the_used_cards() -> None:
    # Two of four penalty cards are there; the used chain (1, 7) is shuffled under them, and one card is left to begin.
    rules, state = deal(2, "1 2 3 4 5 6 7 20 21 22", hand=3)
    state = play(rules, state, lay(0, "1", 0))
    state, events = rules.apply(state, Doubt(1))
    assert events == (Doubted(True, None, 1, 4), Drew(1, ("20", "21", "22")))
    assert (state.phase, state.stock, state.used, rules.actor(state)) == (Phase.RESHUFFLE, (), ("1", "7"), None)
    assert list(rules.legal_actions(state)) == [Chance(("1", "7"))]
    state, events = rules.apply(state, Chance(("7", "1")))
    assert events == (Drew(1, ("7",)), RoundBegan(2, 1, ("1",)))
    assert state.hands[1] == ("4", "5", "6", "20", "21", "22", "7")


def test_ad_25_a_new_round_too_shuffles_the_used_cards() -> None:
    rules, state = deal(2, "1 2 3 4 5 6 7 20 21 22 23", hand=3)
    state = play(rules, state, lay(0, "1", 0), Doubt(1))
    assert (state.phase, len(state.hands[1])) == (Phase.RESHUFFLE, 7)
    assert play(rules, state, Chance(("7", "1"))).chain == ("7",)


def test_ad_25_the_stock_is_not_shuffled_before_it_is_short() -> None:
    rules, state = deal(2, "1 2 3 4 5 6 7 20 21 22 23 24", hand=3)
    state = play(rules, state, lay(0, "1", 0), Doubt(1))
    assert (state.phase, state.chain, state.stock, state.used) == (Phase.TURN, ("24",), (), ("1", "7"))
    assert refused(rules, state, Chance(("1", "7"))) == "AD-25: no pile is to be shuffled now"


def test_ad_25_only_the_used_cards_are_shuffled_and_nothing_else_happens_before() -> None:
    rules, state = deal(2, "1 2 3 4 5 6 7 20 21 22", hand=3)
    state = play(rules, state, lay(0, "1", 0), Doubt(1))
    assert refused(rules, state, Doubt(1)) == "AD-25: the used cards must be shuffled first"
    assert refused(rules, state, Chance(("7",))) == "AD-25: card `1` of the used cards is missing from the order"
    assert refused(rules, state, Chance(("7", "4"))) == "AD-25: card `4` is not among the used cards"


def test_ad_25_when_no_card_is_left_the_fewest_cards_win() -> None:
    # The penalty of four takes both used cards and the stock is empty: no card is left to begin a round with.
    rules, state = deal(3, "1 2 3 4 5 6 7 8 9 10", hand=3)
    state, events = rules.apply(play(rules, state, lay(0, "1", 0)), Doubt(2))
    assert events == (Doubted(True, None, 2, 2),)
    state, events = rules.apply(state, Chance(("10", "1")))
    ending = Ending((0,), "no cards left")
    assert events == (Drew(2, ("10", "1")), Over(ending))
    assert (state.phase, state.ending, [len(hand) for hand in state.hands]) == (Phase.OVER, ending, [2, 3, 5])


def test_ad_25_a_tie_is_shared() -> None:
    rules, state = deal(3, "1 2 3 4 5 6 7 8 9 10", hand=(3, 2, 4), starter=0)
    state = play(rules, state, lay(0, "1", 0), Doubt(2), Chance(("10", "1")))
    assert state.ending == Ending((0, 1), "no cards left")


def test_ad_26_a_player_without_cards_is_never_on_turn() -> None:
    rules, state = deal(3, "9 2 3 5 20 21 22 23", hand=1)
    state = play(rules, state, lay(0, "9", 0))
    assert state.hands[0] == ()
    assert state.turn == 1
    after = play(rules, state, Doubt(1))
    assert all(after.hands)


def test_ad_27_the_cap_ends_an_endless_game_without_a_winner() -> None:
    rules, state = deal(2, "9 2 3 4 5 6 7 8 20 21 22", hand=3, cap=2)
    state = play(rules, state, lay(0, "9", 0))
    state, events = rules.apply(state, lay(1, "4", 0))
    assert events[-1] == Over(Ending((), "cap"))
    assert (state.phase, rules.legal_actions(state)) == (Phase.OVER, ())
    assert refused(rules, state, Doubt(0)) == "AD-27: the game is over"


def test_ad_27_the_cap_takes_no_victory_away() -> None:
    rules, state = deal(2, "9 2 3 5 20 21", hand=(1, 2), cap=2)
    assert play(rules, state, lay(0, "9", 1), Doubt(1)).ending == Ending((0,), "last card")
