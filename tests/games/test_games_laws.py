"""Laws of random play: no card lost, no dead end, every listed action legal, every game ends, a log replays itself."""

import random
from collections.abc import Iterator

import pytest
from games_table import interval, zones
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pipeline.games.anno_domini import Action, AnnoDomini, Chance, Insert, Options, Phase, State
from pipeline.games.core import IllegalActionError
from pipeline.games.rulebooks import RULEBOOKS

BOOK = RULEBOOKS["anno-domini"]

games = st.fixed_dictionaries(
    {
        "seed": st.integers(0, 2**32),
        "players": st.integers(2, 5),
        "hand": st.integers(1, 4),
        "spare": st.integers(1, 12),
        "wrong_doubt": st.integers(1, 5),
        "error_last": st.integers(1, 5),
        "reversal": st.sampled_from(["once_per_game", "once_per_player"]),
        "next_round_starter": st.sampled_from(["doubter", "left_of_doubter_if_correct"]),
        "single_card_start": st.sampled_from([1, 2]),
    }
)


def table(game: dict[str, int | str]) -> tuple[AnnoDomini, list[str], random.Random]:
    options = dict(game)
    chance = random.Random(options.pop("seed"))  # noqa: S311 - play that can be repeated, no secret
    players, spare = options.pop("players"), options.pop("spare")
    assert isinstance(players, int)
    assert isinstance(spare, int)
    rules = Options.model_validate({**options, "cap": 300})
    assert isinstance(rules.hand, int)
    years = [chance.randint(-9, 9) for _ in range(players * rules.hand + spare)]
    cards = [f"{year}-{year + chance.choice((0, 0, 3))}{chr(97 + at % 26)}" for at, year in enumerate(years)]
    cards = sorted(set(cards))
    while len(cards) <= players * rules.hand:
        cards.append(f"{100 + len(cards)}")
    chance.shuffle(cards)
    return AnnoDomini(rules, players, {card: interval(card) for card in cards}), cards, chance


def choose(rules: AnnoDomini, state: State, chance: random.Random) -> Action:
    """Choose a legal action, now and then with a correction, which is not among the listed ones."""
    actions = rules.legal_actions(state)
    action = actions[chance.randrange(len(actions))]
    if isinstance(action, Chance):
        return Chance(tuple(chance.sample(action.order, len(action.order))))
    if isinstance(action, Insert) and chance.random() < 0.1:
        return replace(action, correct=tuple(chance.sample(state.chain, len(state.chain))))
    return action


def random_play(rules: AnnoDomini, cards: list[str], chance: random.Random) -> Iterator[tuple[State, Action | None]]:
    """Yield each state with the action that led to it."""
    state, _ = rules.start(cards)
    yield state, None
    while state.phase is not Phase.OVER:
        action = choose(rules, state, chance)
        state, _ = rules.apply(state, action)
        yield state, action


@given(games)
def test_c_05_no_state_is_a_dead_end_and_every_game_ends(game: dict[str, int | str]) -> None:
    rules, cards, chance = table(game)
    state = None
    for state, _ in random_play(rules, cards, chance):
        assert bool(rules.legal_actions(state)) == (state.phase is not Phase.OVER)
        assert (rules.ending(state) is None) == (state.phase is not Phase.OVER)
    assert state is not None
    assert state.actions <= rules.options.cap


@given(games)
def test_c_07_every_card_is_in_exactly_one_zone(game: dict[str, int | str]) -> None:
    rules, cards, chance = table(game)
    for state, _ in random_play(rules, cards, chance):
        assert zones(state) == sorted(cards)


@given(games)
def test_c_03_the_same_log_gives_the_same_game(game: dict[str, int | str]) -> None:
    rules, cards, chance = table(game)
    states, actions = zip(*random_play(rules, cards, chance), strict=True)
    state, _ = rules.start(cards)
    for before, action in zip(states[1:], actions[1:], strict=True):
        state, _ = rules.apply(state, action)
        assert state == before


@given(games)
def test_every_listed_action_is_legal_and_all_are_different(game: dict[str, int | str]) -> None:
    rules, cards, chance = table(game)
    for state, _ in list(random_play(rules, cards, chance))[:12]:
        actions = list(rules.legal_actions(state))
        assert len(set(actions)) == len(actions)
        for action in actions:
            rules.apply(state, action)


@given(games)
def test_c_06_an_action_of_another_seat_is_refused_in_every_state(game: dict[str, int | str]) -> None:
    rules, cards, chance = table(game)
    for state, _ in list(random_play(rules, cards, chance))[:-1]:
        action = rules.legal_actions(state)[0]
        if not isinstance(action, Chance):
            with pytest.raises(IllegalActionError):
                rules.apply(state, replace(action, by=(action.by + 1) % rules.players))


@given(games)
def test_hands_are_never_empty_except_while_a_last_card_is_checked(game: dict[str, int | str]) -> None:
    rules, cards, chance = table(game)
    for state, _ in random_play(rules, cards, chance):
        empty = [seat for seat, hand in enumerate(state.hands) if not hand]
        if state.phase is Phase.OVER and state.ending and state.ending.reason == "last card":
            assert empty == list(state.ending.winners)
        elif empty and state.phase is not Phase.OVER:
            assert empty in ([state.last_layer], [state.owed and state.owed[0]])


@given(games)
def test_actions_go_to_json_and_back(game: dict[str, int | str]) -> None:
    rules, cards, chance = table(game)
    for _, action in random_play(rules, cards, chance):
        if action is not None:
            assert BOOK.read(BOOK.written(action)) == action


@given(st.integers(1, 5), st.integers(1, 5), st.booleans())
def test_moves_behave_like_the_list_of_them(cards: int, starters: int, doubt: bool) -> None:
    order = [str(number) for number in range(2 * cards + starters)]
    rules = AnnoDomini(Options(hand=cards), 2, {card: interval(card) for card in order})
    state = rules.start(order)[0].replaced(
        chain=tuple(order[2 * cards :]), top=len(order), last_layer=1 if doubt else None
    )
    moves = rules.legal_actions(state)
    assert len(moves) == cards * (starters + 1) + doubt
    assert moves[:] == tuple(moves)
    assert moves[-1] == moves[len(moves) - 1]
    for outside in (len(moves), -len(moves) - 1):
        with pytest.raises(IndexError):
            moves[outside]
