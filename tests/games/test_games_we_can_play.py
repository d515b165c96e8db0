"""One test for each rule of We Can Play, for several players and solo, named after it."""

from typing import Any

import pytest
from games_table import done, refused, sit

from pipeline.games.core import Chance, Ending, SetupError
from pipeline.games.we_can_play import Choose, Give, Guess, Keep, Phase, Place, Risk, SoloPlace, Stop

ROW_OF = {"goal": 3, "goal_choice": 1}


def begun(cards: str, players: int = 2, **options: Any) -> tuple[Any, Any]:
    """Set up a game in which seat 0 has won the guess."""
    rules, state = sit("we-can-play", players, cards, **options)
    first = int(state.stock[0].partition("-")[0])
    guesses = [Guess(0, first), *(Guess(seat, 9999) for seat in range(1, players))]
    return rules, done(rules, state, *guesses)[0]


def test_wcp_01_two_to_eight_players_and_the_cards_of_the_box() -> None:
    for players in (1, 9):
        with pytest.raises(SetupError, match=r"^WCP-1: .*2 to 8"):
            sit("we-can-play", players, "1 2 3 4 5 6 7 8 9 10 11")
    with pytest.raises(SetupError, match=r"^WCP-1: 3 dated cards are needed, the deck has 2"):
        sit("we-can-play", 2, "1 2")
    with pytest.raises(SetupError, match=r"^WCP-1: 1 anonymous cards in the deck; the option `anonymous` says 5"):
        sit("we-can-play", 2, "1 2 3 a1", anonymous=5)
    with pytest.raises(SetupError, match=r"^WCP-1: 3 cards in the deck; the option `cards` says 101"):
        sit("we-can-play", 2, "1 2 3", cards=101)


def test_wcp_02_the_nearest_guess_wins_the_first_card() -> None:
    rules, state = sit("we-can-play", 3, "100-110 1 2 3 4 5")
    assert rules.actor(state) == 0
    state, facts = done(rules, state, Guess(0, 90), Guess(1, 119), Guess(2, 120))
    assert (facts, state.rows[1]) == ({"won": 1}, ("100-110",))
    _, state = sit("we-can-play", 3, "100-110 1 2 3 4 5")
    assert done(rules, state, Guess(0, 99), Guess(1, 105), Guess(2, 111))[1] == {"won": 1}


def test_wcp_02_a_tie_goes_to_the_earlier_seat_and_bc_counts_without_a_year_zero() -> None:
    rules, state = sit("we-can-play", 3, "0 10 20 30 40")
    assert done(rules, state, Guess(0, 5), Guess(1, -1), Guess(2, 1))[1] == {"won": 1}


def test_wcp_02_nobody_guesses_out_of_turn_or_places_before() -> None:
    rules, state = sit("we-can-play", 2, "100 1 2 3")
    assert refused(rules, state, Guess(1, 5)).startswith("WCP-2: seat 1 acts")
    assert refused(rules, state, Place(0, 0)) == "WCP-2: the year of the first card is to be guessed"


def test_wcp_03_each_other_player_gets_a_start_card() -> None:
    _, state = begun("100 1 2 3 4", players=3)
    assert (state.rows, state.stock) == ((("100",), ("1",), ("2",)), ("3", "4"))


def test_wcp_03_or_only_at_the_own_first_turn() -> None:
    rules, state = begun("100 200 2 3 4", deal_first=False)
    assert state.rows == (("100",), ())
    state, _ = done(rules, state, Place(0, 0))
    assert (state.turn, state.rows) == (1, (("100",), ("2",)))


def test_wcp_04_anonymous_cards_are_kept_as_start_cards_and_never_guessed_at() -> None:
    rules, state = sit("we-can-play", 2, "a1 100 a2 1 2 3")
    assert state.stock == ("100", "anonymous/2", "1", "2", "3", "anonymous/1")
    state, _ = done(rules, state, Guess(0, 100), Guess(1, 0))
    assert (state.rows, state.anonymous) == ((("100",), ("1",)), ((), ("anonymous/2",)))


def test_wcp_05_the_winner_of_the_guess_begins_then_seat_order() -> None:
    rules, state = sit("we-can-play", 3, "100 1 2 50 60 70 80")
    state, _ = done(rules, state, Guess(0, 0), Guess(1, 0), Guess(2, 100))
    assert state.turn == 2
    state, _ = done(rules, state, Place(2, 1))
    assert state.turn == 0
    assert refused(rules, state, Place(1, 0)) == "WCP-5: seat 1 acts, but seat 0 is on turn"


def test_wcp_06_a_card_is_placed_in_a_gap_of_the_own_row_and_judged_against_every_card() -> None:
    rules, state = begun("100 1 200 50 60")
    assert list(rules.legal_actions(state)) == [Place(0, 0), Place(0, 1)]
    assert refused(rules, state, Place(0, 2)) == "WCP-6: place 2 is not in the row; its places are 0 to 1"
    after, facts = done(rules, state, Place(0, 1))
    assert (facts["correct"], after.rows[0]) == (True, ("100", "200"))


def test_wcp_07_a_wrong_first_card_leaves_the_game() -> None:
    rules, state = begun("100 1 200 50 60")
    after, facts = done(rules, state, Place(0, 0))
    assert facts == {"correct": False, "lost": 1}
    assert (after.removed, after.rows[0], after.turn) == (("200",), ("100",), 1)


def test_wcp_08_after_a_right_card_one_stops_or_risks() -> None:
    rules, state = begun("100 1 200 50 60")
    state, _ = done(rules, state, Place(0, 1))
    assert list(rules.legal_actions(state)) == [Stop(0), Risk(0)]
    assert refused(rules, state, Place(0, 0)) == "WCP-8: the player is to stop or to risk a card"
    assert done(rules, state, Stop(0))[0].turn == 1
    assert done(rules, state, Risk(0))[0].turn == 0


def test_wcp_09_a_right_risk_card_stays_and_ends_the_turn() -> None:
    rules, state = begun("100 1 200 150 60")
    after, facts = done(rules, state, Place(0, 1), Risk(0), Place(0, 1))
    assert (facts, after.rows[0], after.turn) == ({"correct": True, "lost": 0}, ("100", "150", "200"), 1)


def test_wcp_09_or_more_risk_cards_where_the_table_likes_it() -> None:
    rules, state = begun("100 1 200 150 60", max_new=3)
    assert done(rules, state, Place(0, 1), Risk(0), Place(0, 1))[0].phase == Phase.DECIDE


def test_wcp_10_a_wrong_risk_card_costs_the_row_and_begins_a_new_one() -> None:
    rules, state = begun("100 1 200 150 60")
    after, facts = done(rules, state, Place(0, 1), Risk(0), Place(0, 0))
    assert facts == {"correct": False, "lost": 2}
    assert (after.rows[0], after.removed, after.turn) == (("150",), ("100", "200"), 1)


def test_wcp_11_an_anonymous_card_saves_the_row() -> None:
    rules, state = begun("100 1 a1 50 200 150 60")
    state, _ = done(rules, state, Keep(0), Place(1, 1), Stop(1), Place(0, 1), Risk(0))
    after, facts = done(rules, state, Place(0, 0))
    assert facts == {"correct": False, "lost": 2}
    assert (after.rows[0], after.removed, after.spent) == (("100", "200"), ("150",), ("anonymous/1",))
    assert after.anonymous == ((), ())


def test_wcp_11_it_is_not_used_for_a_first_card() -> None:
    rules, state = begun("100 1 a1 50 200 150 60")
    state, _ = done(rules, state, Keep(0), Place(1, 1), Stop(1), Place(0, 0))
    assert (state.anonymous[0], state.removed) == (("anonymous/1",), ("200",))


def test_wcp_12_an_anonymous_first_card_is_kept_or_given_away() -> None:
    rules, state = begun("100 1 a1 50 60", players=2)
    assert list(rules.legal_actions(state)) == [Keep(0), Give(0, 1)]
    assert refused(rules, state, Place(0, 0)) == "WCP-12: the anonymous card is to be kept or given away"
    assert refused(rules, state, Give(0, 0)) == "WCP-12: seat 0 is no other player"
    kept, _ = done(rules, state, Keep(0))
    assert (kept.turn, kept.anonymous[0]) == (1, ("anonymous/1",))
    given, _ = done(rules, state, Give(0, 1))
    assert (given.turn, given.anonymous[1], given.phase) == (0, ("anonymous/1",), Phase.TURN)


def test_wcp_12_keeping_may_leave_the_turn_going_on() -> None:
    rules, state = begun("100 1 a1 50 60", keep_ends_turn=False)
    assert done(rules, state, Keep(0))[0].turn == 0


def test_wcp_13_an_anonymous_risk_card_ends_the_turn_and_stays() -> None:
    rules, state = begun("100 1 200 a1 60")
    after, _ = done(rules, state, Place(0, 1), Risk(0))
    assert (after.turn, after.anonymous[0], after.rows[0]) == (1, ("anonymous/1",), ("100", "200"))


def test_wcp_14_after_giving_another_anonymous_card_may_come() -> None:
    rules, state = begun("100 1 a1 a2 60 70")
    state, _ = done(rules, state, Give(0, 1))
    assert state.phase == Phase.ANONYMOUS
    state, _ = done(rules, state, Give(0, 1))
    assert state.anonymous[1] == ("anonymous/1", "anonymous/2")


def test_wcp_15_an_anonymous_card_works_once_and_never_comes_back() -> None:
    rules, state = begun("100 1 a1 50 200 150", goal_choice=1)
    state, _ = done(rules, state, Keep(0), Place(1, 1), Stop(1), Place(0, 1), Risk(0), Place(0, 0))
    assert state.phase == Phase.RESHUFFLE
    state, _ = done(rules, state, Chance(("150",)))
    assert (state.stock, state.spent) == (("150",), ("anonymous/1",))


def completing(cards: str) -> tuple[Any, Any]:
    """Bring seat 0 before the card that would complete its row of three."""
    rules, state = begun(f"100 1 200 {cards}", goal=3)
    return rules, done(rules, state, Place(0, 1), Risk(0))[0]


def test_wcp_16_the_others_choose_which_of_three_cards_completes_the_row() -> None:
    rules, state = completing("300 400 500 600")
    assert (state.phase, rules.actor(state)) == (Phase.CHOOSE, 1)
    assert list(rules.legal_actions(state)) == [Choose(1), Choose(1, 0), Choose(1, 1), Choose(1, 2)]
    assert refused(rules, state, Choose(0, 1)).startswith("WCP-16: seat 0 acts")
    assert refused(rules, state, Choose(1, 3)) == "WCP-16: there is no card 3 among 3"
    chosen, _ = done(rules, state, Choose(1, 1))
    assert chosen.stock == ("400", "600", "300", "500")
    assert done(rules, state, Choose(1))[0].stock == ("300", "400", "500", "600")


def test_wcp_16_a_stock_of_one_leaves_no_choice() -> None:
    assert completing("300")[1].phase == Phase.TURN
    assert len(completing("300 400")[0].legal_actions(completing("300 400")[1])) == 3


def test_wcp_17_an_anonymous_card_may_be_chosen() -> None:
    rules, state = completing("300 a1 500 600")
    after, _ = done(rules, state, Choose(1, 1))
    # It came as a risk card, so the turn is over.
    assert (after.turn, after.anonymous[0]) == (1, ("anonymous/1",))


def test_wcp_18_the_first_complete_row_wins_at_once() -> None:
    rules, state = completing("300 400 500")
    after, _ = done(rules, state, Choose(1), Place(0, 2))
    assert after.ending == Ending((0,), "row complete")
    assert rules.legal_actions(after) == []
    assert refused(rules, after, Place(1, 0)) == "WCP-18: the game is over"


def test_wcp_19_removed_cards_become_a_new_stock() -> None:
    rules, state = begun("100 1 200")
    state, _ = done(rules, state, Place(0, 0))
    assert (state.phase, rules.actor(state), list(rules.legal_actions(state))) == (
        Phase.RESHUFFLE,
        None,
        [Chance(("200",))],
    )
    assert refused(rules, state, Place(1, 0)) == "WCP-19: the removed cards must be shuffled first"
    assert refused(rules, state, Chance(())) == "WCP-19: card `200` of the removed cards is missing from the order"
    assert done(rules, state, Chance(("200",)))[0].stock == ("200",)


def test_wcp_19_without_any_card_the_longest_row_wins() -> None:
    rules, state = begun("100 1 200")
    assert done(rules, state, Place(0, 1), Stop(0))[0].ending == Ending((0,), "no cards left")
    rules, state = begun("100 1 200 300", players=2)
    state, _ = done(rules, state, Place(0, 1), Stop(0), Place(1, 1), Stop(1))
    assert state.ending == Ending((0, 1), "no cards left")


@pytest.mark.parametrize("at", [0, 1])
def test_wcp_20_either_side_of_an_overlapping_card_is_right(at: int) -> None:
    rules, state = begun("100 1 90-110 50 60")
    assert done(rules, state, Place(0, at))[1]["correct"] is True


def solo(cards: str, **options: Any) -> tuple[Any, Any]:
    return sit("we-can-play-solo", 1, cards, **options)


def test_wcs_01_the_first_card_begins_the_row() -> None:
    _, state = solo("a1 100 200 300")
    assert (state.row, state.anonymous, state.stock) == (("100",), ("anonymous/1",), ("200", "300"))
    with pytest.raises(SetupError, match=r"^WCS-1: 2 players; the game is for 1"):
        sit("we-can-play-solo", 2, "100 200 300")


def test_wcs_02_a_card_is_placed_covered_if_an_anonymous_card_is_held() -> None:
    rules, state = solo("100 200 300")
    assert list(rules.legal_actions(state)) == [SoloPlace(0, 0), SoloPlace(0, 1)]
    assert refused(rules, state, SoloPlace(0, 0, True)) == "WCS-2: there is no anonymous card to cover with"
    rules, state = solo("a1 100 200 300")
    assert SoloPlace(0, 1, True) in rules.legal_actions(state)
    assert refused(rules, state, SoloPlace(0, 2)) == "WCS-2: place 2 is not in the row; its places are 0 to 1"


@pytest.mark.parametrize(("spent", "left"), [(True, ()), (False, ("anonymous/1",))])
def test_wcs_03_a_right_card_stays_and_its_cover_is_spent(spent: bool, left: tuple[str, ...]) -> None:
    rules, state = solo("a1 100 200 300", anon_spent_on_success=spent)
    after, facts = done(rules, state, SoloPlace(0, 1, True))
    assert (facts["correct"], after.row, after.anonymous) == (True, ("100", "200"), left)


def test_wcs_04_a_wrong_card_costs_the_row_but_not_the_anonymous_cards() -> None:
    rules, state = solo("a1 100 200 150 300")
    after, facts = done(rules, state, SoloPlace(0, 1), SoloPlace(0, 0))
    assert facts == {"correct": False, "lost": 2}
    assert (after.row, after.removed, after.mistakes) == (("150",), ("100", "200"), 1)
    assert after.anonymous == ("anonymous/1",)


def test_wcs_04_at_some_tables_these_are_lost_too() -> None:
    rules, state = solo("a1 100 200 300", anon_lost_with_row=True)
    assert done(rules, state, SoloPlace(0, 0))[0].anonymous == ()


@pytest.mark.parametrize("counts", [False, True])
def test_wcs_05_a_covered_mistake_costs_two_cards_and_does_not_count(counts: bool) -> None:
    rules, state = solo("a1 100 200 300", covered_counts=counts)
    after, facts = done(rules, state, SoloPlace(0, 0, True))
    assert (facts["lost"], after.row, after.mistakes) == (2, ("100",), int(counts))
    assert after.removed == ("anonymous/1", "200")


def test_wcs_06_the_third_mistake_loses_and_a_row_of_seven_wins() -> None:
    rules, state = solo("100 200 300 400 500")
    after, _ = done(rules, state, *[SoloPlace(0, 0)] * 3)
    assert (after.ending, after.row) == (Ending((), "mistakes"), ("300",))
    assert refused(rules, after, SoloPlace(0, 0)) == "WCS-6: the game is over"
    rules, state = solo("1 2 3 4 5 6 7 8")
    assert done(rules, state, *[SoloPlace(0, at) for at in range(1, 7)])[0].ending == Ending((0,), "row complete")


def test_wcs_07_anonymous_cards_are_taken_up_as_they_come() -> None:
    rules, state = solo("100 a1 a2 200 a3 300")
    assert state.anonymous == ("anonymous/1", "anonymous/2")
    assert done(rules, state, SoloPlace(0, 1))[0].anonymous == ("anonymous/1", "anonymous/2", "anonymous/3")


def test_wcs_08_an_empty_stock_loses() -> None:
    rules, state = solo("100 200 a1")
    after, _ = done(rules, state, SoloPlace(0, 1))
    assert after.ending == Ending((), "stock")


def test_wcs_09_nobody_chooses_for_a_solo_player() -> None:
    rules, state = solo("1 2 3 4", goal=3)
    state, _ = done(rules, state, SoloPlace(0, 1))
    assert all(isinstance(action, SoloPlace) for action in rules.legal_actions(state))
    assert "goal_choice" not in type(rules.options).model_fields
