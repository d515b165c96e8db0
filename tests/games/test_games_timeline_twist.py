"""One test for each rule of Timeline Twist, competition and team game, named after it."""

from dataclasses import replace
from typing import Any

import pytest
from games_table import done, refused, sit

from pipeline.games.core import Chance, Ending, SetupError
from pipeline.games.timeline_twist import Discard, Phase, Place, Stop, TeamPlace, rank


def rivals(cards: str, players: int = 2, **options: Any) -> tuple[Any, Any]:
    return sit("timeline-twist", players, cards, **{"hand": 1, **options})


def test_ttc_01_four_cards_each_and_one_begins_the_timeline() -> None:
    _, state = sit("timeline-twist", 2, "1 2 3 4 5 6 7 8 9 10")
    assert state.hands == (("1", "2", "3", "4"), ("5", "6", "7", "8"))
    assert (state.timeline, state.stock) == (("9",), ("10",))
    with pytest.raises(SetupError, match=r"^TTC-1: 8 cards to deal and one to begin with, but the deck has 8"):
        sit("timeline-twist", 2, "1 2 3 4 5 6 7 8")
    with pytest.raises(SetupError, match=r"^TTC-1: 9 players; the game is for 2 to 8"):
        rivals("1 2 3 4 5 6 7 8 9 10", players=9)


def test_ttc_02_a_right_card_stays_a_wrong_one_is_replaced() -> None:
    rules, state = rivals("1 2 3 4 10 20 30", hand=2)
    right, facts = done(rules, state, Place(0, "1", 0))
    assert (facts, right.timeline, right.hands[0]) == ({"correct": True}, ("1", "10"), ("2",))
    wrong, facts = done(rules, state, Place(0, "1", 1))
    assert (facts, wrong.discard, wrong.hands[0]) == ({"correct": False}, ("1",), ("2", "20"))
    assert refused(rules, state, Place(0, "3", 0)) == "TTC-2: card `3` is not in the hand of seat 0"
    assert refused(rules, state, Place(0, "1", 2)) == "TTC-2: place 2 is not in the timeline; its places are 0 to 1"


@pytest.mark.parametrize(("at", "correct"), [(0, False), (1, True), (2, True), (3, False)])
def test_ttc_03_a_card_of_the_same_year_stands_on_either_side(at: int, correct: bool) -> None:
    rules, state = rivals("10a 1 2 3 10 4 5 6", hand=2)
    state = state.replaced(timeline=("1", "10", "30"), hands=(("10a", "1"), state.hands[1]))
    rules = replace(rules, dates={**rules.dates, "30": replace(rules.dates["4"], earliest=30, latest=30)})
    assert done(rules, state, Place(0, "10a", at))[1] == {"correct": correct}


def test_ttc_04_an_empty_stock_is_made_of_the_discarded_cards() -> None:
    rules, state = rivals("1 2 3 4 10", hand=2)
    state, _ = done(rules, state, Place(0, "1", 1))
    assert (state.phase, rules.actor(state), list(rules.legal_actions(state))) == (
        Phase.RESHUFFLE,
        None,
        [Chance(("1",))],
    )
    assert refused(rules, state, Place(1, "3", 0)) == "TTC-4: the discarded cards must be shuffled first"
    assert refused(rules, state, Chance(("2",))) == "TTC-4: card `2` is not among the discarded cards"
    after, _ = done(rules, state, Chance(("1",)))
    assert (after.hands[0], after.turn, after.discard) == (("2", "1"), 1, ())
    assert refused(rules, after, Chance(())) == "TTC-4: no pile is to be shuffled now"


def test_ttc_05_a_round_is_one_turn_of_each_player_from_the_starter_on() -> None:
    rules, state = rivals("1 2 3 4 5 6 10 20 30", players=3, hand=2, starter=1)
    seats = []
    for card in ("3", "5", "1"):
        seats.append(state.turn)
        assert state.round == 1
        state, _ = done(rules, state, Place(state.turn, card, 0 if card == "3" else len(state.timeline) - 1))
    assert (seats, state.round) == ([1, 2, 0], 2)
    assert refused(rules, state, Place(0, "2", 0)) == "TTC-5: seat 0 acts, but seat 1 is on turn"


def test_ttc_06_whoever_alone_has_no_cards_after_a_round_wins() -> None:
    rules, state = rivals("1 2 10 20 30")
    state, _ = done(rules, state, Place(0, "1", 0))
    assert state.ending is None
    after, _ = done(rules, state, Place(1, "2", 0))
    assert after.ending == Ending((0,), "only one without cards")
    assert refused(rules, after, Place(0, "1", 0)) == "TTC-6: the game is over"


def test_ttc_06_several_go_on_and_the_others_are_out() -> None:
    rules, state = rivals("1 2 3 10 20 30 40 50", players=3)
    state, _ = done(rules, state, Place(0, "1", 0), Place(1, "2", 1), Place(2, "3", 0))
    assert (state.alive, state.playoff, state.round) == ((0, 1), True, 2)
    assert state.hands == (("30",), ("40",), ("20",))


def test_ttc_07_one_right_card_in_a_play_off_wins() -> None:
    rules, state = rivals("1 2 10 20 30 40 50")
    state, _ = done(rules, state, Place(0, "1", 0), Place(1, "2", 1))
    assert state.hands == (("20",), ("30",))
    after, _ = done(rules, state, Place(0, "20", 0), Place(1, "30", 3))
    assert (after.ending, after.discard) == (Ending((1,), "only one without cards"), ("20",))


@pytest.mark.parametrize("right", [True, False])
def test_ttc_07_several_or_none_go_on(right: bool) -> None:
    rules, state = rivals("1 2 10 20 30 40 50")
    state, _ = done(rules, state, Place(0, "1", 0), Place(1, "2", 1))
    ends = (3, 4) if right else (0, 0)
    after, _ = done(rules, state, Place(0, "20", ends[0]), Place(1, "30", ends[1]))
    assert (after.alive, after.hands, after.round) == ((0, 1), (("40",), ("50",)), 3)


def test_ttc_07_who_gets_no_card_in_a_play_off_has_missed() -> None:
    rules, state = rivals("1 2 10 20")
    state, _ = done(rules, state, Place(0, "1", 0), Place(1, "2", 1))
    assert (state.hands, state.waiting) == ((("20",), ()), (0,))
    assert done(rules, state, Place(0, "20", 3))[0].ending == Ending((0,), "only one without cards")


def test_ttc_07_a_play_off_without_any_card_is_shared() -> None:
    rules, state = rivals("1 2 10")
    state, _ = done(rules, state, Place(0, "1", 0), Place(1, "2", 1))
    assert state.ending == Ending((0, 1), "no cards left")


def test_ttc_08_an_endless_game_is_broken_off() -> None:
    rules, state = rivals("1 2 3 4 10", hand=2, cap=1)
    state, _ = done(rules, state, Place(0, "1", 1))
    assert (state.ending, rules.legal_actions(state)) == (Ending((), "cap"), [])
    assert refused(rules, state, Chance(("1",))) == "TTC-8: the game is over"


def team(cards: str, players: int = 1, **options: Any) -> tuple[Any, Any]:
    number = len(cards.split())
    return sit("timeline-twist-team", players, cards, **{"hand": 3, "cards": number, **options})


def marked(rules: Any, **symbols: str) -> Any:
    """Give cards other symbols: ``c5="sun/moon"``."""
    pairs = {card[1:]: tuple(text.split("/")) for card, text in symbols.items()}
    return replace(rules, symbols={**rules.symbols, **pairs})


def test_ttk_01_thirty_six_cards_hands_timeline_and_discard() -> None:
    rules, state = sit("timeline-twist-team", 2, " ".join(map(str, range(1, 41))))
    assert rules.options.cards == 36
    assert (state.hands, state.lower, state.discard) == ((("1", "2", "3", "4"), ("5", "6", "7", "8")), ("9",), ("10",))
    assert (len(state.stock), state.out) == (36 - 4 * 2 - 2, ("37", "38", "39", "40"))
    assert len(sit("timeline-twist-team", 8, " ".join(map(str, range(36))))[1].stock) == 2
    with pytest.raises(SetupError, match=r"^TTK-1: 36 cards are played with"):
        sit("timeline-twist-team", 2, "1 2 3")


def test_ttk_02_a_turn_places_or_discards_and_does_not_switch() -> None:
    rules, state = team("1 2 3 50 60 70 80")
    assert {type(action) for action in rules.legal_actions(state)} == {TeamPlace, Discard}
    state, _ = done(rules, state, TeamPlace(0, "1"))
    assert refused(rules, state, Discard(0, "2")) == "TTK-2: the turn was begun with placing"
    assert refused(rules, state, TeamPlace(1, "2")).startswith("TTK-2: seat 1 acts")


@pytest.mark.parametrize(
    ("card", "where", "lower", "gaps"),
    [
        ("5", "lower", ("5", "10", "20"), (None, None)),
        ("25", "lower", ("10", "20", "25"), (None, None)),
        ("15", "gap", ("10", "20"), ("15",)),
        ("10a", "stacked", ("10", "20"), (None,)),
    ],
)
def test_ttk_03_the_year_alone_says_where_a_card_lies(card: str, where: str, lower: Any, gaps: Any) -> None:
    rules, state = team(f"{card} 20 3 10 60 70 80")
    state = state.replaced(lower=("10", "20"), gaps=(None,), hands=((card, "3"),))
    after, facts = done(rules, state, TeamPlace(0, card))
    assert (facts, after.lower, after.gaps) == ({"where": where}, lower, gaps)


def gap_taken(held: str = "16 25", **options: Any) -> tuple[Any, Any]:
    """Lay 10 and 20 with 15 in the gap between them, and a hand before the player."""
    rules, state = team("10 20 15 16 17 25 18 40 50 60", **options)
    hand = tuple(held.split())
    out = tuple(card for card in ("16", "17", "25", "18") if card not in hand)
    return rules, state.replaced(
        lower=("10", "20"), gaps=("15",), hands=(hand,), stock=("40", "50"), discard=("60",), out=out
    )


def test_ttk_04_a_card_whose_gap_is_taken_is_blocked_and_known() -> None:
    rules, state = gap_taken()
    after, facts = done(rules, state, TeamPlace(0, "16"))
    assert (facts, after.blocked[0], after.hands[0]) == ({"where": "blocked"}, ("16",), ("25",))
    assert rules.observation(after, 0)["years"]["16"] == [16, 16]
    assert "25" not in rules.observation(after, 0)["years"]


def test_ttk_05_another_card_must_be_tried_and_no_card_ends_the_game() -> None:
    rules, state = gap_taken("16 17")
    state, _ = done(rules, state, TeamPlace(0, "16"))
    assert list(rules.legal_actions(state)) == [TeamPlace(0, "17")]
    assert refused(rules, state, Stop(0)) == "TTK-6: a turn may end after a card was placed"
    after, _ = done(rules, state, TeamPlace(0, "17"))
    assert after.ending == Ending((), "turn without a placed card", 3 * 2 + 2 * 1 - 10)


def test_ttk_05_at_other_tables_only_a_hand_of_blocked_cards_ends_it() -> None:
    rules, state = gap_taken("16 17", blocked_end="all_blocked", hand=3)
    state, _ = done(rules, state, TeamPlace(0, "16"))
    assert Stop(0) in rules.legal_actions(state)
    after, _ = done(rules, state, Stop(0))
    assert (after.ending, after.hands[0]) == (None, ("17", "40"))


def test_ttk_06_after_one_card_one_stops_or_tries_again_and_the_second_ends_the_turn() -> None:
    rules, state = gap_taken("25 16 18")
    state, _ = done(rules, state, TeamPlace(0, "25"))
    assert set(rules.legal_actions(state)) == {TeamPlace(0, "16"), TeamPlace(0, "18"), Stop(0)}
    blocked, _ = done(rules, state, TeamPlace(0, "16"))
    assert set(rules.legal_actions(blocked)) == {TeamPlace(0, "18"), Stop(0)}
    assert done(rules, state, Stop(0))[0].placed == 0
    rules, state = team("5 4 3 10 60 70 80")
    state, _ = done(rules, state, TeamPlace(0, "5"), TeamPlace(0, "4"))
    assert (state.placed, state.hands[0]) == (0, ("3", "70", "80"))


def test_ttk_07_a_discard_must_show_the_symbol_of_the_pile() -> None:
    rules, state = team("1 2 3 50 60 70 80")
    rules = marked(rules, c1="sun/moon", c2="star/sun", c60="moon/sun")
    assert refused(rules, state, Discard(0, "2")) == "TTK-7: card `2` shows `star`, the discard pile `sun`"
    assert refused(rules, state, Discard(0, "50")) == "TTK-7: card `50` is not in the hand of seat 0"
    after, _ = done(rules, state, Discard(0, "1"))
    assert after.discard == ("1", "60")
    assert rules.observation(after, 0)["discard"][0] == ["1", "moon"]
    with pytest.raises(SetupError, match=r"^TTK-7: card `1` has no symbols"):
        replace(rules, symbols={}).start(["1", "2", "3", "50", "60", "70", "80"])


def test_ttk_08_a_discard_clears_the_own_blocked_cards_to_the_bottom() -> None:
    rules, state = gap_taken("25 18")
    state = state.replaced(blocked=(("16",),), out=("17",))
    after, _ = done(rules, state, Discard(0, "25"))
    assert (after.discard, after.blocked[0]) == (("25", "60", "16"), ())


def test_ttk_08_not_after_a_try_unless_the_table_allows_it() -> None:
    rules, state = gap_taken()
    state, _ = done(rules, state, TeamPlace(0, "16"))
    assert refused(rules, state, Discard(0, "25")) == "TTK-2: the turn was begun with placing"
    rules, state = gap_taken(switch_after_block=True)
    state, _ = done(rules, state, TeamPlace(0, "16"), Discard(0, "25"))
    assert state.discard == ("25", "60", "16")


def test_ttk_09_the_hand_is_filled_up_blocked_cards_counted() -> None:
    rules, state = gap_taken("16 25 18", hand=4)
    after, _ = done(rules, state, TeamPlace(0, "16"), TeamPlace(0, "25"), Stop(0))
    assert (after.hands[0], after.blocked[0]) == (("18", "40", "50"), ("16",))


def test_ttk_10_without_stock_play_goes_on_and_who_has_no_card_is_skipped() -> None:
    rules, state = team("1 2 3 50 60 70", players=2, hand=1)
    state = state.replaced(stock=(), hands=(("1", "2"), ()), lower=("50",), discard=("60",), out=("3", "70"))
    after, _ = done(rules, state, TeamPlace(0, "1"), Stop(0))
    assert (after.turn, after.round, after.ending) == (0, 2, None)


def test_ttk_11_the_game_ends_when_all_cards_are_gone_or_only_blocked_ones_left() -> None:
    rules, state = team("1 60 50 2", players=1, hand=1)
    state, _ = done(rules, state, TeamPlace(0, "1"))
    state, _ = done(rules, state, TeamPlace(0, "2"))
    assert state.ending == Ending((), "all cards gone", 3 * 2 + 2 * 1 - 4)
    assert refused(rules, state, Stop(0)) == "TTK-11: the game is over"
    rules, state = gap_taken("25")
    state = state.replaced(blocked=(("16",),), stock=(), out=("17", "18", "40", "50"))
    assert done(rules, state, TeamPlace(0, "25"))[0].ending == Ending((), "only blocked cards", 3 * 3 + 2 - 10)


def test_ttk_12_overlapping_dates_count_as_the_same_year() -> None:
    rules, state = team("8-12 2 3 10 60 70 80")
    after, facts = done(rules, state, TeamPlace(0, "8-12"))
    assert (facts, after.stacked) == ({"where": "stacked"}, (("8-12", "10"),))
    with pytest.raises(SetupError, match=r"^TTK-12: card `1` has no year"):
        replace(rules, dates={}).start(["1", "2", "3", "50", "60"])


def test_ttk_12_a_card_lies_as_well_on_one_that_is_stacked_and_counts_as_the_lowest_does() -> None:
    rules, state = team("8-12 12-14 14 10 60 20 70 80", hand=3)
    after, facts = done(rules, state, TeamPlace(0, "8-12"), TeamPlace(0, "12-14"))
    assert (facts, after.stacked) == ({"where": "stacked"}, (("8-12", "10"), ("12-14", "8-12")))
    before, score = rules.score(after), 8
    after, facts = done(rules, after, TeamPlace(0, "14"))
    assert (facts, after.stacked[-1]) == ({"where": "stacked"}, ("14", "12-14"))
    # Each of them counts as a card of the lower row: 2 points, and no longer −1.
    assert (before, rules.score(after)) == (3 * 3 - score, 4 * 3 - score)


def test_ttk_13_the_example_of_the_rules_comes_to_25() -> None:
    # 15 cards below, 8 in gaps, 2 blocked and 11 elsewhere: 30 + 8 − 2 − 11.
    rules, state = sit("timeline-twist-team", 1, " ".join(map(str, range(36))))
    cards = [str(number) for number in range(36)]
    example = state.replaced(
        lower=tuple(cards[:15]),
        gaps=(*cards[15:23], *[None] * 6),
        blocked=(tuple(cards[23:25]),),
        discard=tuple(cards[25:]),
        hands=((),),
        stock=(),
    )
    assert rules.score(example) == 25 == 30 + 8 - 2 - 11
    stacked = example.replaced(blocked=((),), stacked=((cards[23], cards[0]), (cards[24], cards[15])))
    assert rules.score(stacked) == 25 + 3 + 2


@pytest.mark.parametrize(
    ("score", "name"),
    [
        (-33, "Team Wannabes"),
        (0, "Team Wannabes"),
        (1, "Newcomers Group"),
        (10, "Newcomers Group"),
        (11, "Accredited League"),
        (25, "Sophisticated Crew"),
        (31, "Veteran Squad"),
        (50, "Expert Alliance"),
        (60, "Genius Circle"),
        (61, "Time Travelers"),
    ],
)
def test_ttk_14_the_ranks(score: int, name: str) -> None:
    assert rank(score) == name


def test_ttk_15_there_is_one_gap_between_each_two_cards_below() -> None:
    rules, state = team("15 5 25 10 60 20 14 13 12", hand=3)
    for card in ("25", "15"):
        state, _ = done(rules, state, TeamPlace(0, card))
        assert len(state.gaps) == len(state.lower) - 1
    assert sum(slot is not None for slot in state.gaps) <= len(state.lower) - 1
