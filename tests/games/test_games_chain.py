"""The chain against a brute-force oracle, the rulebook's examples by count, and laws."""

from itertools import pairwise, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.games.chain import first_fault, is_correct
from pipeline.years import YearInterval

OPEN = 30
"""Years beyond ±OPEN stand for open ends in the oracle."""

EXAMPLE_A = {"no1": YearInterval(-799, -700), "no2": YearInterval(-804, -804), "no3": YearInterval(-999, 0)}
EXAMPLE_B = {
    "no1": YearInterval(1987, 1987),
    "no2": YearInterval(1987, 1987),
    "no3": YearInterval(1985, 1995),
    "no4": YearInterval(1991, 1991),
}


def has_rising_years(chain: list[YearInterval]) -> bool:
    """Try every choice of years: is there one that never falls?"""
    choices = [
        range(-OPEN if card.earliest is None else card.earliest, (OPEN if card.latest is None else card.latest) + 1)
        for card in chain
    ]
    return any(all(a <= b for a, b in pairwise(years)) for years in product(*choices))


@st.composite
def intervals(draw: st.DrawFn) -> YearInterval:
    """Draw small intervals around the change of era, some of them open."""
    start, length = draw(st.integers(-4, 4)), draw(st.integers(0, 3))
    earliest = draw(st.sampled_from([start, start, start, None]))
    latest = draw(st.sampled_from([start + length, start + length, start + length, None]))
    return YearInterval(earliest, latest)


def correct_orders(cards: dict[str, YearInterval]) -> set[tuple[str, ...]]:
    return {order for order in permutations(cards) if is_correct(cards[name] for name in order)}


def test_every_chain_of_three_small_intervals_agrees_with_trying_all_years() -> None:
    ends = [(low, high) for low in range(4) for high in range(low, 4)]
    cards = [YearInterval(low, high) for low, high in ends]
    chains = [list(chain) for chain in product(cards, repeat=3)]
    assert [is_correct(chain) for chain in chains] == [has_rising_years(chain) for chain in chains]


@given(st.lists(intervals(), max_size=3))
def test_chains_with_open_ends_agree_with_trying_all_years(chain: list[YearInterval]) -> None:
    assert is_correct(chain) == has_rising_years(chain)


@given(st.lists(intervals(), max_size=12))
def test_every_pair_decides(chain: list[YearInterval]) -> None:
    pairs = [(i, j) for j in range(len(chain)) for i in range(j) if not chain[i].may_precede(chain[j])]
    assert is_correct(chain) == (not pairs)
    assert (first_fault(chain) in pairs) == bool(pairs)


def test_comparing_neighbours_only_is_not_enough() -> None:
    chain = [YearInterval(5, 5), YearInterval(0, 9), YearInterval(3, 3)]
    assert all(a.may_precede(b) for a, b in pairwise(chain))
    assert not is_correct(chain)
    assert first_fault(chain) == (0, 2)


@pytest.mark.parametrize(
    ("chain", "fault"),
    [
        ([], None),
        ([(1900, 1900)], None),
        ([(1900, 1900), (1900, 1900)], None),
        ([(1900, 1901), (1899, 1900)], None),
        ([(1900, 1900), (1899, 1899)], (0, 1)),
        ([(1, 1), (0, 0)], (0, 1)),
        ([(5, 5), (7, 7), (0, 9), (6, 6)], (1, 3)),
        ([(None, 3), (None, 2)], None),
        ([(4, None), (None, 3)], (0, 1)),
        ([(4, None), (None, 4)], None),
        ([(None, None), (3, 3), (None, None), (2, None)], None),
    ],
)
def test_faults(chain: list[tuple[int | None, int | None]], fault: tuple[int, int] | None) -> None:
    assert first_fault(YearInterval(*ends) for ends in chain) == fault


@given(st.lists(intervals(), max_size=8), st.integers(0, 7), st.integers(0, 5))
def test_widening_a_date_never_makes_a_right_chain_wrong(chain: list[YearInterval], index: int, years: int) -> None:
    wider = [card.widened(years) if at == index else card for at, card in enumerate(chain)]
    assert is_correct(wider) or not is_correct(chain)


@given(st.lists(intervals(), max_size=8), st.integers(-3000, 3000))
def test_shifting_all_years_changes_nothing_also_across_the_era(chain: list[YearInterval], years: int) -> None:
    def shift(end: int | None) -> int | None:
        return None if end is None else end + years

    moved = [YearInterval(shift(card.earliest), shift(card.latest)) for card in chain]
    assert first_fault(moved) == first_fault(chain)


def test_rulebook_example_a() -> None:
    right = correct_orders(EXAMPLE_A)
    assert len(right) == 3
    # "No. 2 took place before No. 1"; "No. 3 … may be placed anywhere among them".
    assert right == {("no3", "no2", "no1"), ("no2", "no3", "no1"), ("no2", "no1", "no3")}


def test_rulebook_example_b() -> None:
    right = correct_orders(EXAMPLE_B)
    assert len(right) == 8
    # "If No. 4 was placed behind No. 1 and No. 2, the order is correct."
    assert right == {
        order for order in permutations(EXAMPLE_B) if order.index("no4") > max(order.index("no1"), order.index("no2"))
    }
    # "even between the two 1987 cards"; "the two cards are of equal rank".
    assert {("no1", "no3", "no2", "no4"), ("no2", "no3", "no1", "no4")} <= right


@pytest.mark.parametrize("year", [1895, 1900, 1905])
def test_around_1900_accepts_five_years_on_either_side(year: int) -> None:
    around, card = YearInterval(1895, 1905), YearInterval(year, year)
    assert is_correct([around, card])
    assert is_correct([card, around])
    assert not is_correct([around, YearInterval(1894, 1894)])
    assert not is_correct([YearInterval(1906, 1906), around])
