"""One test for each rule of Anno Domini on dealing, turns, reversal and dates (AD-1 to AD-12, AD-28 to AD-31)."""

from itertools import permutations

import pytest
from games_table import deal, last_events, lay, play, refused, zones

from pipeline.games.anno_domini import Arrange, Doubt, Doubted, Drew, Insert, Reversed
from pipeline.games.core import SetupError
from pipeline.years import YearInterval, parse_year


def test_c_07_a_card_lies_in_the_deck_once() -> None:
    rules, _ = deal(2, "1 2 3", hand=1)
    with pytest.raises(SetupError, match=r"^C-7: card `2` lies in the deck 2 times"):
        rules.start(["1", "2", "3", "2"])


def test_c_07_the_dealt_cards_are_the_deck() -> None:
    _, state = deal(3, "1 2 3 4 5 6 7 8", hand=2)
    assert zones(state) == list("12345678")


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


def test_ad_06_a_correction_together_with_the_last_card_is_an_option() -> None:
    for allowed in (True, False):
        rules, state = deal(2, "1 2 5 6", hand=1, correct_with_last=allowed)
        assert rules.is_legal(state, lay(0, "1", 0, "5")) is allowed
        assert rules.is_legal(state, lay(0, "1", 0))


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


def test_ad_28_a_card_without_a_year_cannot_be_played_with() -> None:
    rules, _ = deal(2, "1 2 3", hand=1)
    with pytest.raises(SetupError, match=r"^AD-28: card `4` has no year"):
        rules.start(["1", "2", "4"])


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
