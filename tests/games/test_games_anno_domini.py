"""One test for each rule of Anno Domini that the engine can break, named after it."""

from itertools import permutations

import pytest
from games_table import deal, last_events, lay, play, zones

from pipeline.games.anno_domini import (
    Action,
    AnnoDomini,
    Arrange,
    Chance,
    Doubt,
    Doubted,
    Drew,
    Insert,
    Over,
    Phase,
    Reversed,
    RoundBegan,
    State,
)
from pipeline.games.core import Ending, IllegalActionError, SetupError
from pipeline.years import YearInterval, parse_year


def refused(rules: AnnoDomini, state: State, action: Action) -> str:
    """Return what is said about an illegal action, which must leave everything as it was."""
    before = repr(state)
    with pytest.raises(IllegalActionError) as caught:
        rules.apply(state, action)
    assert repr(state) == before
    return str(caught.value)


@pytest.mark.parametrize("players", [2, 3, 10])
def test_ad_01_two_to_ten_players_get_a_hand_each(players: int) -> None:
    rules, state = deal(players, " ".join(map(str, range(100))))
    assert [len(hand) for hand in state.hands] == [9] * players
    assert state.hands[1] == tuple(map(str, range(9, 18)))
    assert rules.players == players


@pytest.mark.parametrize("players", [0, 1, 11])
def test_ad_01_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(SetupError, match=r"^AD-1: .*2 to 10"):
        deal(players, " ".join(map(str, range(100))))


def test_ad_01_older_boxes_are_for_eight() -> None:
    with pytest.raises(SetupError, match=r"^AD-1: 9 players; the game is for 2 to 8"):
        deal(9, " ".join(map(str, range(100))), max_players=8)


def test_ad_01_children_may_get_fewer_cards() -> None:
    _, state = deal(3, "1 2 3 4 5 6 7", hand=(3, 1, 2))
    assert state.hands == (("1", "2", "3"), ("4",), ("5", "6"))
    with pytest.raises(SetupError, match=r"^AD-1: `hand` gives 3 numbers of cards for 2 players"):
        deal(2, "1 2 3 4 5 6 7", hand=(3, 1, 2))


def test_ad_02_the_deck_must_serve_all_hands_and_one_card_more() -> None:
    _, state = deal(10, " ".join(map(str, range(91))))
    assert state.stock == ()
    assert state.chain == ("90",)
    with pytest.raises(SetupError, match=r"^AD-2: 90 cards to deal and one to begin with, but the deck has 90"):
        deal(10, " ".join(map(str, range(90))))


def test_ad_03_the_top_card_is_the_chain_and_the_owner_starts() -> None:
    _, state = deal(2, "1 2 3 4 5 6", hand=2)
    assert (state.chain, state.stock) == (("5",), ("6",))
    assert (state.turn, state.direction, state.last_layer, state.round) == (0, 1, None, 1)


def test_ad_03_another_seat_may_start() -> None:
    assert deal(3, "1 2 3 4 5", hand=1, starter=2)[1].turn == 2
    with pytest.raises(SetupError, match=r"^AD-3: seat 3 is to begin, the seats are 0 to 2"):
        deal(3, "1 2 3 4 5", hand=1, starter=3)


def test_ad_04_a_turn_is_one_insertion_or_one_doubt() -> None:
    rules, state = deal(2, "1 2 3 4 5 6 7 8 9 10 11", hand=2)
    state = play(rules, state, lay(0, "1", 0))
    assert set(rules.legal_actions(state)) == {
        *(Insert(1, card, at) for card in ("3", "4") for at in (0, 1, 2)),
        Doubt(1),
    }
    assert play(rules, state, lay(1, "3", 0)).turn == 0
    assert play(rules, state, Doubt(1)).round == 2


@pytest.mark.parametrize(("at", "chain"), [(0, ("1", "5")), (1, ("5", "1"))])
def test_ad_05_a_card_enters_before_the_place_named(at: int, chain: tuple[str, ...]) -> None:
    rules, state = deal(2, "1 2 3 4 5 6", hand=2)
    after = play(rules, state, lay(0, "1", at))
    assert after.chain == chain
    assert after.hands == (("2",), ("3", "4"))


@pytest.mark.parametrize(
    ("card", "at", "message"),
    [
        ("3", 0, "AD-5: card `3` is not in the hand of seat 0"),
        ("5", 0, "AD-5: card `5` is not in the hand of seat 0"),
        ("77", 0, "AD-5: card `77` is not in the hand of seat 0"),
        ("1", 2, "AD-5: place 2 is not in the chain; its places are 0 to 1"),
        ("1", -1, "AD-5: place -1 is not in the chain; its places are 0 to 1"),
    ],
)
def test_ad_05_only_an_own_card_at_a_place_of_the_chain(card: str, at: int, message: str) -> None:
    rules, state = deal(2, "1 2 3 4 5 6", hand=2)
    assert refused(rules, state, Insert(0, card, at)) == message


def test_ad_06_the_chain_may_be_corrected_before_the_card_is_inserted() -> None:
    rules, state = deal(2, "1 2 3 4 5 6", hand=2)
    state = play(rules, state, lay(0, "1", 1))
    assert state.chain == ("5", "1")
    assert play(rules, state, lay(1, "3", 1, "1", "5")).chain == ("1", "3", "5")


@pytest.mark.parametrize("order", list(permutations(("5", "1", "3"))))
def test_ad_06_every_order_is_legal_also_a_wrong_one_and_the_same(order: tuple[str, ...]) -> None:
    rules, state = deal(2, "1 2 3 4 5 6", hand=2)
    state = play(rules, state, lay(0, "1", 1), lay(1, "3", 2))
    assert play(rules, state, lay(0, "2", 3, *order)).chain == (*order, "2")


@pytest.mark.parametrize(
    ("order", "message"),
    [
        (("5",), "AD-6: card `1` of the chain is missing from the order"),
        (("5", "5"), "AD-6: card `5` is listed twice"),
        (("5", "3"), "AD-6: card `3` is not among the chain"),
        (("5", "1", "3"), "AD-6: card `3` is not among the chain"),
    ],
)
def test_ad_06_a_correction_keeps_the_cards_of_the_chain(order: tuple[str, ...], message: str) -> None:
    rules, state = deal(2, "1 2 3 4 5 6", hand=2)
    state = play(rules, state, lay(0, "1", 1))
    assert refused(rules, state, lay(1, "3", 0, *order)) == message


def test_ad_06_corrections_are_not_listed() -> None:
    rules, state = deal(2, "1 2 3 4 5 6", hand=2)
    state = play(rules, state, lay(0, "1", 1))
    assert all(not isinstance(action, Insert) or action.correct is None for action in rules.legal_actions(state))


def test_ad_06_a_table_may_play_without_corrections() -> None:
    rules, state = deal(2, "1 2 3 4 5 6", hand=2, allow_correct=False)
    state = play(rules, state, lay(0, "1", 1))
    assert refused(rules, state, lay(1, "3", 0, "1", "5")) == "AD-6: at this table the chain may not be rearranged"


def test_ad_07_an_insertion_reveals_nothing() -> None:
    rules, state = deal(2, "1 2 3 4 5 6", hand=2)
    assert last_events(rules, state, lay(0, "1", 1)) == ()


def test_ad_08_who_lays_last_answers_for_the_fault_of_another() -> None:
    rules, state = deal(3, "9 91 92 93 1 81 82 83 95 71 72 73 5 20 21 22", hand=4)
    # Seat 0 lays the year 9 before the year 5; seats 1 and 2 lay rightly.
    state = play(rules, state, lay(0, "9", 0), lay(1, "1", 0), lay(2, "95", 3))
    assert state.last_layer == 2
    events = last_events(rules, state, Doubt(0))
    assert events[0] == Doubted(False, ("9", "5"), 2, 2)
    assert events[1] == Drew(2, ("20", "21"))


def test_ad_09_coming_down_to_two_cards_turns_play_round_at_once() -> None:
    rules, state = deal(3, "1 2 3 4 5 6 7 8 9 10 11 12", hand=(4, 3, 2))
    state = play(rules, state, lay(0, "1", 0))
    assert last_events(rules, state, lay(1, "5", 0)) == (Reversed(-1),)
    after = play(rules, state, lay(1, "5", 0))
    # The player who acted before seat 1 is on turn again and may doubt it.
    assert (after.turn, after.direction) == (0, -1)
    assert Doubt(0) in rules.legal_actions(after)


def test_ad_09_play_turns_round_once_in_a_game() -> None:
    rules, state = deal(3, "1 2 3 4 5 6 7 8 9 10 11 12", hand=3)
    state = play(rules, state, lay(0, "1", 0), lay(2, "7", 0))
    assert (state.turn, state.direction, state.reversed_by) == (1, -1, (0,))


def test_ad_09_or_once_for_each_player() -> None:
    cards = "9 12 13 1 2 3 4 5 20 21 22 23"
    rules, state = deal(2, cards, hand=(3, 4), error_last=1, reversal="once_per_player")
    state = play(rules, state, lay(0, "9", 0), Doubt(1))
    assert (len(state.hands[0]), state.direction, state.reversed_by) == (3, -1, (0,))
    # Seat 0 was raised to three cards; it comes down to two again and may not turn play a second time, but seat 1 may.
    state = play(rules, state, lay(1, "1", 0), lay(0, "12", 1))
    assert (len(state.hands[0]), state.direction, state.reversed_by) == (2, -1, (0,))
    state = play(rules, state, lay(1, "2", 1))
    assert (len(state.hands[1]), state.direction, state.reversed_by) == (2, 1, (0, 1))


def test_ad_10_with_two_players_the_turn_passes_as_before() -> None:
    rules, state = deal(2, "1 2 3 4 5 6 7 8", hand=3)
    after = play(rules, state, lay(0, "1", 0))
    assert (after.turn, after.direction) == (1, -1)
    assert play(rules, after, lay(1, "4", 0)).turn == 0


def test_ad_11_being_raised_to_two_cards_turns_nothing() -> None:
    rules, state = deal(3, "9 2 3 5 20 21 22 23", hand=1)
    # Seat 0 lays its only card wrongly and is raised from no card to two.
    events = last_events(rules, state, lay(0, "9", 0), Doubt(1))
    after = play(rules, state, lay(0, "9", 0), Doubt(1))
    assert after.hands[0] == ("20", "21")
    assert (after.direction, after.reversed_by) == (1, ())
    assert not any(isinstance(event, Reversed) for event in events)


def test_ad_12_the_turn_goes_round_and_nobody_acts_out_of_turn() -> None:
    rules, state = deal(3, "1 2 3 4 5 6 7 8 9 10 11 12 13 14", hand=4)
    turns = []
    for seat, card in enumerate(("1", "5", "9")):
        turns.append(state.turn)
        state = play(rules, state, lay(seat, card, 0))
    assert [*turns, state.turn] == [0, 1, 2, 0]
    for action in (lay(1, "6", 0), Doubt(2), Doubt(7), Arrange(1, ("1",))):
        assert refused(rules, state, action).startswith("AD-12: seat")


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


def test_ad_28_a_card_without_a_year_cannot_be_played_with() -> None:
    rules, _ = deal(2, "1 2 3", hand=1)
    with pytest.raises(SetupError, match=r"^AD-28: card `4` has no year"):
        rules.start(["1", "2", "4"])


def test_c_07_a_card_lies_in_the_deck_once() -> None:
    rules, _ = deal(2, "1 2 3", hand=1)
    with pytest.raises(SetupError, match=r"^C-7: card `2` lies in the deck 2 times"):
        rules.start(["1", "2", "3", "2"])


def test_c_07_the_dealt_cards_are_the_deck() -> None:
    _, state = deal(3, "1 2 3 4 5 6 7 8", hand=2)
    assert zones(state) == list("12345678")


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("1914-1918", (1914, 1918)),
        ("20. Jh.", (1901, 2000)),
        ("8. Jh. v. Chr.", (-799, -700)),
        ("1. Jt. v. Chr.", (-999, 0)),
    ],
)
def test_ad_29_spans_and_centuries_are_intervals(text: str, ends: tuple[int, int]) -> None:
    interval = parse_year(text, "de").interval
    assert (interval.earliest, interval.latest) == ends


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("um 3 v. Chr.", (-7, 3)),
        ("um 1990", (1985, 1995)),
        ("um 1914-1918", (1909, 1923)),
        ("um 20. Jh.", (1896, 2005)),
    ],
)
def test_ad_30_um_is_five_years_to_either_side(text: str, ends: tuple[int, int]) -> None:
    interval = parse_year(text, "de").interval
    assert (interval.earliest, interval.latest) == ends


def test_ad_31_the_engine_takes_the_date_the_card_bears() -> None:
    # Which date of an event that is, is settled when the card is written.
    rules, state = deal(2, "1 2 3 4 5", hand=1)
    assert rules.dates["1"] == YearInterval(1, 1)
    assert "years" in rules.observation(state, 0)


def test_ad_06_a_correction_together_with_the_last_card_is_an_option() -> None:
    for allowed in (True, False):
        rules, state = deal(2, "1 2 5 6", hand=1, correct_with_last=allowed)
        assert rules.is_legal(state, lay(0, "1", 0, "5")) is allowed
        assert rules.is_legal(state, lay(0, "1", 0))
