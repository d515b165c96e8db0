"""One test for each rule of Anno Domini on doubts and new rounds (AD-13 to AD-21), named after it."""

import pytest
from games_table import deal, last_events, lay, play, refused

from pipeline.games.anno_domini import AnnoDomini, Arrange, Doubt, Doubted, Drew, Insert, Phase, RoundBegan, State
from pipeline.games.core import Ending


def test_ad_13_a_doubt_ends_the_round_and_judges_every_pair() -> None:
    # Neighbours are in order; the first card begins after the last has ended.
    rules, state = deal(2, "5 90 91 3 92 93 0-9 20 21 22 23", hand=3)
    state = play(rules, state, lay(0, "5", 0), lay(1, "3", 2))
    assert state.chain == ("5", "0-9", "3")
    assert last_events(rules, state, Doubt(0))[0] == Doubted(False, ("5", "3"), 1, 2)
    after = play(rules, state, Doubt(0))
    assert (after.round, after.chain) == (2, ("22",))


def test_ad_14_a_chain_of_starting_cards_cannot_be_doubted() -> None:
    rules, state = deal(2, "9 2 3 4 5 20 21 22 23", hand=2)
    message = "AD-14: doubt needs a card laid since the round began"
    assert refused(rules, state, Doubt(0)) == message
    assert Doubt(0) not in rules.legal_actions(state)
    later = play(rules, state, lay(0, "9", 0), Doubt(1))
    assert refused(rules, later, Doubt(1)) == message


def test_ad_15_the_predecessor_is_who_laid_last_also_after_a_reversal() -> None:
    rules, state = deal(3, "1 2 3 9 5 6 7 8 10 4 20 21 22 23", hand=(3, 3, 3), starter=1)
    state = play(rules, state, lay(1, "9", 0))
    # Seat 1 came down to two cards, so seat 0 is next; in the old direction its predecessor would be seat 2.
    assert state.turn == 0
    assert last_events(rules, state, Doubt(0))[0] == Doubted(False, ("9", "4"), 1, 2)


def test_ad_16_a_wrong_doubt_costs_the_doubter_four_cards() -> None:
    rules, state = deal(2, "1 2 3 4 5 6 7 10 20 21 22 23 24 25", hand=(4, 3))
    state = play(rules, state, lay(0, "1", 0))
    events = last_events(rules, state, Doubt(1))
    assert events[:2] == (Doubted(True, None, 1, 4), Drew(1, ("20", "21", "22", "23")))
    after = play(rules, state, Doubt(1))
    assert [len(hand) for hand in after.hands] == [3, 7]


def test_ad_16_a_right_doubt_costs_the_last_layer_two_cards() -> None:
    rules, state = deal(2, "11 2 3 4 5 6 7 10 20 21 22 23 24 25", hand=(4, 3))
    after = play(rules, state, lay(0, "11", 0), Doubt(1))
    assert [len(hand) for hand in after.hands] == [5, 3]


@pytest.mark.parametrize(("wrong_doubt", "error_last"), [(2, 3), (3, 4)])
def test_ad_16_penalties_of_other_editions(wrong_doubt: int, error_last: int) -> None:
    rules, state = deal(
        2, "11 1 3 4 5 6 7 10 20 21 22 23 24 25", hand=(4, 3), wrong_doubt=wrong_doubt, error_last=error_last
    )
    right, wrong = play(rules, state, lay(0, "1", 0)), play(rules, state, lay(0, "11", 0))
    assert [len(hand) for hand in play(rules, right, Doubt(1)).hands] == [3, 3 + wrong_doubt]
    assert [len(hand) for hand in play(rules, wrong, Doubt(1)).hands] == [3 + error_last, 3]


def test_ad_17_overlapping_dates_count_as_correct_and_punish_the_doubter() -> None:
    rules, state = deal(2, "1990 1 2 3 4 5 1985-1995 20 21 22 23 24", hand=3)
    for at in (0, 1):
        events = last_events(rules, state, lay(0, "1990", at), Doubt(1))
        assert events[0] == Doubted(True, None, 1, 4)


def test_ad_18_the_chain_is_set_aside_and_the_penalty_drawn_before_the_starting_card() -> None:
    rules, state = deal(2, "9 2 3 4 5 20 21 22 23", hand=2)
    after = play(rules, state, lay(0, "9", 0), Doubt(1))
    assert after.used == ("9", "5")
    assert after.hands[0] == ("2", "20", "21")
    assert after.chain == ("22",)


def test_ad_19_the_doubter_begins_the_new_round_in_the_same_direction() -> None:
    rules, state = deal(3, "19 2 3 4 5 6 7 8 9 10 20 21 22 23", hand=3)
    after = play(rules, state, lay(0, "19", 0), Doubt(2))
    assert (after.turn, after.direction, after.last_layer, after.round) == (2, -1, None, 2)
    assert last_events(rules, state, lay(0, "19", 0), Doubt(2))[-1] == RoundBegan(2, 2, ("22",))


def test_ad_19_in_1998_the_next_player_began_after_a_correct_chain() -> None:
    cards = "1 18 3 4 5 6 7 8 9 10 11 12 13 20 21 22 23 24"
    rules, state = deal(3, cards, hand=4, next_round_starter="left_of_doubter_if_correct")
    assert play(rules, state, lay(0, "1", 0), Doubt(1)).turn == 2
    assert play(rules, state, lay(0, "18", 0), Doubt(1)).turn == 1


@pytest.fixture
def single_card() -> tuple[AnnoDomini, State]:
    """Seat 1, with one card left, has doubted rightly: two starting cards, 30 and 10, lie before it."""
    rules, state = deal(2, "9 2 3 20 5 6 7 30 10 40 41", hand=(3, 1))
    return rules, play(rules, state, lay(0, "9", 0), Doubt(1))


def test_ad_20_a_player_with_one_card_arranges_two_starting_cards() -> None:
    rules, state = deal(2, "9 2 3 20 5 6 7 30 10 40 41", hand=(3, 1))
    state = play(rules, state, lay(0, "9", 0), Doubt(1))
    assert (state.phase, state.chain, state.hands[1]) == (Phase.ARRANGE, ("30", "10"), ("20",))
    assert set(rules.legal_actions(state)) == {Arrange(1, ("30", "10")), Arrange(1, ("10", "30"))}
    state = play(rules, state, Arrange(1, ("10", "30")))
    assert (state.phase, state.chain, state.turn) == (Phase.TURN, ("10", "30"), 1)
    assert list(rules.legal_actions(state)) == [Insert(1, "20", at) for at in (0, 1, 2)]


def test_ad_20_nothing_else_is_legal_before_the_arrangement(single_card: tuple[AnnoDomini, State]) -> None:
    rules, state = single_card
    for action in (lay(1, "20", 0), Doubt(1)):
        assert refused(rules, state, action) == "AD-20: the two starting cards must be arranged first"
    assert (
        refused(rules, state, Arrange(1, ("10",))) == "AD-20: card `30` of the starting cards is missing from the order"
    )
    arranged = play(rules, state, Arrange(1, ("10", "30")))
    assert refused(rules, arranged, Arrange(1, ("30", "10"))) == "AD-20: there are no two starting cards to arrange"


def test_ad_20_without_the_special_case_one_card_starts() -> None:
    rules, state = deal(2, "9 2 3 20 5 6 7 30 10 40 41", hand=(3, 1), single_card_start=1)
    after = play(rules, state, lay(0, "9", 0), Doubt(1))
    assert (after.phase, after.chain) == (Phase.TURN, ("30",))


def test_ad_20_a_stock_of_one_gives_one_starting_card() -> None:
    rules, state = deal(2, "9 2 3 20 5 6 7 30", hand=(3, 1))
    after = play(rules, state, lay(0, "9", 0), Doubt(1))
    assert (after.phase, after.chain, after.stock) == (Phase.TURN, ("30",), ())


def test_ad_21_the_layer_answers_for_the_order_of_the_starting_cards(single_card: tuple[AnnoDomini, State]) -> None:
    rules, state = single_card
    wrong = play(rules, state, Arrange(1, ("30", "10")), lay(1, "20", 0))
    events = last_events(rules, wrong, Doubt(0))
    assert events[0] == Doubted(False, ("30", "10"), 1, 2)
    right = play(rules, state, Arrange(1, ("10", "30")), lay(1, "20", 1), Doubt(0))
    assert right.ending == Ending((1,), "last card")
