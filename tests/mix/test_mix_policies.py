"""Mixes: totals, shares, players, even spread, difficulty, symbols and policies."""

from collections import Counter
from itertools import pairwise
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_mix_recipe import SHARES, card, codes, deck, decks, keys, make, numbered

from pipeline.cards import Deck, Edition
from pipeline.games.pieces import SYMBOLS
from pipeline.mix import balance, lot
from pipeline.mix.balance import evenly
from pipeline.sources import Source

BOTH = SHARES["a"] + SHARES["b"]
TOLD = (
    card("a:1", "Gertrude Ederle durchschwimmt den Kanal", 1926),
    card("b:1", "Den Kanal durchschwimmt Gertrude Ederle", 1926),
)


@pytest.mark.parametrize(
    ("recipe", "drawn"),
    [
        ("total = 8\n" + BOTH, {"a": 4, "b": 4}),
        ("total = 8\n" + SHARES["a"] + "share = 3\n" + SHARES["b"], {"a": 6, "b": 2}),
        ("total = 13\n" + SHARES["a"] + "count = 1\n" + SHARES["b"], {"a": 1, "b": 10}),
        ("total = 15\n" + SHARES["a"] + "share = 9\n" + SHARES["b"], {"a": 10, "b": 5}),
    ],
)
def test_a_total_is_shared_out(recipe: str, drawn: dict[str, int]) -> None:
    mixed, _ = make(recipe, decks(numbered("a", 0), numbered("b", 1)))
    assert Counter(key[0] for key in keys(mixed)) == drawn


def test_players_make_the_size_and_too_few_cards_are_told() -> None:
    mixed, findings = make("players = 2\n" + BOTH, decks(numbered("a", 0), numbered("b", 1)))
    assert len(keys(mixed)) == 20
    assert [(one.code, one.message) for one in findings] == [
        ("WM523", "a mix for 2 players has 37 cards, and only 20 can be drawn")
    ]
    several = (numbered(code, deed) for code, deed in zip("abcd", range(4), strict=True))
    mixed, findings = make(
        "players = 2\n" + "".join(f"[[series]]\ncode = '{code}'\n" for code in "abcd"), decks(*several)
    )
    assert (len(keys(mixed)), findings) == (37, [])


@pytest.mark.parametrize(
    ("recipe", "end", "advice"),
    [
        ("players = 3\n" + BOTH, "no more than 20 can be drawn", "loosen the filters, add a series"),
        ("players = 3\ntotal = 25\n" + BOTH, "no more than 20 can be drawn", "loosen the filters, add a series"),
        ("players = 3\ntotal = 15\n" + BOTH, "the mix has 15", "raise `total` or the counts"),
        ("players = 3\n" + SHARES["a"] + "count = 9\n" + SHARES["b"], "the mix has 19", "raise `total` or the counts"),
    ],
)
def test_too_few_cards_for_the_players_are_told_once_with_what_can_be_done(recipe: str, end: str, advice: str) -> None:
    (found,) = make(recipe, decks(numbered("a", 0), numbered("b", 1)))[1]
    assert found.message == f"3 players need 28 cards, 9 each and one to begin with; {end}"
    assert found.help.startswith(advice)


@pytest.mark.parametrize(
    ("recipe", "drawn", "said"),
    [
        (
            "total = 12\n" + SHARES["a"] + "share = 3\nlatest = 1805\n" + SHARES["b"],
            (6, 6),
            ["shares are not kept: 6 of 9 from `a`; other series make up for it"],
        ),
        (
            "total = 12\n" + SHARES["a"] + "latest = 1801\n" + SHARES["b"] + "share = 2\n",
            (2, 10),
            ["shares are not kept: 2 of 4 from `a`; other series make up for it"],
        ),
        ("total = 8\n" + SHARES["a"] + "share = 3\n" + SHARES["b"], (6, 2), []),
        # Without shares the total is all that is asked for.
        ("total = 12\n" + SHARES["a"] + "latest = 1801\n" + SHARES["b"], (2, 10), []),
        # What the total lacks is told once.
        (
            "total = 15\n" + SHARES["a"] + "share = 9\nlatest = 1801\n" + SHARES["b"],
            (2, 10),
            ["the recipe asks for 15 cards, and only 12 can be drawn"],
        ),
    ],
)
def test_shares_that_are_not_kept_are_told(recipe: str, drawn: tuple[int, int], said: list[str]) -> None:
    mixed, findings = make(recipe, decks(numbered("a", 0), numbered("b", 1)))
    counts = Counter(key[0] for key in keys(mixed))
    assert (counts["a"], counts["b"]) == drawn
    assert [one.message for one in findings] == said


def test_a_series_whose_cards_are_all_told_before_gives_none_of_its_share() -> None:
    first, second = deck("a/1", TOLD[0], *numbered("a", 0).cards), deck("b/3", TOLD[1])
    mixed, findings = make("total = 4\n" + SHARES["a"] + "share = 1\n" + SHARES["b"], decks(first, second))
    assert len(keys(mixed)) == 4
    assert [one.message for one in findings if one.code == "WM536"] == [
        "shares are not kept: 0 of 2 from `b`; other series make up for it"
    ]
    assert mixed
    assert mixed.editions == {"a": 1, "b": 3}


def crowded() -> Deck:
    late = [card(f"a:L{at:03}", f"Fall {at}", 1990 + at % 10) for at in range(200)]
    return deck("a/1", *late, *(card(f"a:E{at:03}", f"Sache {at}", 1000 + 10 * at) for at in range(90)))


def test_an_even_spread_keeps_a_decade_from_filling_the_deck() -> None:
    cards = crowded().cards
    lots = {one.key: lot(1, one.key) for one in cards}
    drawn = [one for one in cards if one.key in evenly(cards, 60, lots)]
    assert len(drawn) == 60
    assert balance(cards).fullest > 0.6
    assert balance(drawn).fullest < 0.2


@given(st.lists(st.integers(-3000, 2000), min_size=1, max_size=60), st.integers(0, 70))
def test_an_even_spread_draws_as_many_as_there_are(years: list[int], wanted: int) -> None:
    cards = [card(f"a:{at}", "Rom brennt", year) for at, year in enumerate(years)]
    assert len(evenly(cards, wanted, {one.key: lot(1, one.key) for one in cards})) == min(wanted, len(cards))


def test_the_plot_counts_every_card_once() -> None:
    spread = balance(crowded().cards)
    assert sum(number for _, _, number in spread.periods) == 290
    assert spread.undecidable == pytest.approx(10 * 20 * 19 / (290 * 289), abs=1e-4)
    assert balance([]).plot() == []


@given(st.lists(st.integers(-14_000_000_000, 2100), min_size=1, max_size=60))
def test_the_plot_leaves_no_year_out_and_never_grows_long(years: list[int]) -> None:
    spread = balance([card(f"a:{at}", "Rom brennt", year) for at, year in enumerate(years)])
    assert (spread.periods[0][0], spread.periods[-1][1]) == (min(years), max(years))
    for (_, end, _), (begin, _, _) in pairwise(spread.periods):
        assert begin == end + 1
    for begin, end, number in spread.periods:
        assert number == sum(begin <= year <= end for year in years)
    assert len(spread.plot()) <= 27


@given(st.lists(st.integers(1, 60), min_size=1, max_size=30))
def test_the_fullest_decade_has_the_most_cards_of_any_ten_years(years: list[int]) -> None:
    spread = balance([card(f"a:{at}", "Rom brennt", year) for at, year in enumerate(years)])
    most = max(sum(1 for year in years if first <= year < first + 10) for first in range(1, 61))
    assert spread.fullest == round(most / len(years), 4)


def test_very_many_contradictions_cost_no_square() -> None:
    cards = [card(f"a:{at:05}", "Die Titanic sinkt", 1900 + at % 3) for at in range(10_000)]
    before = process_time()
    mixed, findings = make('conflicts = "leave-out"\n' + SHARES["a"], decks(deck("a/1", *cards)))
    assert process_time() - before < 12
    assert mixed is None
    assert Counter(code for code, _ in codes(findings)) == {"WM532": 1, "WM526": 1}
    assert " and 9995 more tell the same event with different years; none of them is drawn" in findings[0].message
    assert balance(cards).fullest == 1


def test_the_plot_serves_a_deck_from_the_big_bang_to_this_century() -> None:
    years = [-13_800_000_000, -4_500_000_000, -66_000_000, -9_999, -43, 1, 1492, 1789, 1969, 2010]
    lines = balance([card(f"a:{at}", "Rom brennt", year) for at, year in enumerate(years)]).plot()
    assert [line for line in lines if line.endswith("█ 1")] == [
        "13,800 to 10,000 million years before our era  ████████████████████████████████████████ 1",
        " 10,000 to 1,000 million years before our era  ████████████████████████████████████████ 1",
        "       100 to 10 million years before our era  ████████████████████████████████████████ 1",
        "                            10,000 to 3001 BC  ████████████████████████████████████████ 1",
        "                                 1000 to 1 BC  ████████████████████████████████████████ 1",
        "                                  AD 1 to 499  ████████████████████████████████████████ 1",
        "                                 1300 to 1499  ████████████████████████████████████████ 1",
        "                                 1750 to 1799  ████████████████████████████████████████ 1",
        "                                 1950 to 1974  ████████████████████████████████████████ 1",
        "                                 2000 to 2010  ████████████████████████████████████████ 1",
    ]


def test_the_hard_half_and_the_easy_half_make_the_whole() -> None:
    easy, hard = (
        set(keys(make(f'difficulty = "{how}"\n' + SHARES["a"], decks(numbered("a", 0)))[0])) for how in ("easy", "hard")
    )
    assert (len(easy), len(hard), len(easy | hard)) == (5, 5, 10)


def test_symbols_may_be_made_up_for_cards_without() -> None:
    plain = deck("a/1", *(card(f"a:{at:02}", f"Sache {at}", 1000 + at) for at in range(90)))
    some = deck("a/1", plain.cards[0].model_copy(update={"symbols": "sun/moon"}), *plain.cards[1:])
    recipe = 'symbols = "made-up"\n' + SHARES["a"]
    mixed, findings = make(recipe, decks(some))
    assert mixed is not None
    assert findings == []
    made = {one.key: one.symbols for one in mixed.deck}
    assert (len(made), made["a:00"]) == (90, "sun/moon")
    for side in (0, 1):
        counts = Counter(pair.split("/")[side] for pair in list(made.values())[1:])
        assert (set(counts), min(counts.values()) > 5) == (set(SYMBOLS), True)
    fewer, _ = make(recipe, decks(deck("a/1", *some.cards[40:])))
    assert fewer is not None
    assert {one.key: one.symbols for one in fewer.deck}.items() <= made.items()


def test_only_cards_with_symbols_are_drawn_if_wanted() -> None:
    plain = numbered("a", 0)
    some = deck("a/1", *(one.model_copy(update={"symbols": "sun/moon"}) for one in plain.cards[:3]), *plain.cards[3:])
    mixed, findings = make("symbols = true\n" + SHARES["a"], decks(some))
    assert len(keys(mixed)) == 3
    assert [one.code for one in findings] == ["WM533"]


@pytest.mark.parametrize(
    ("policy", "left"), [("keep-first", "a:1"), ("newest-edition", "b:1"), ("better-sources", "b:1")]
)
def test_of_one_event_the_policy_keeps_one_card(policy: str, left: str) -> None:
    sourced = TOLD[1].model_copy(update={"sources": (Source(kind="book", ref="Logbuch"),)})
    mixed, _ = make(f'duplicates = "{policy}"\n' + BOTH, decks(deck("a/1", TOLD[0]), deck("b/2", sourced)))
    assert keys(mixed) == [left]


def test_ask_refuses_until_somebody_decided() -> None:
    mixed, findings = make('duplicates = "ask"\n' + BOTH, decks(deck("a/1", TOLD[0]), deck("b/1", TOLD[1])))
    assert mixed is None
    assert [one.code for one in findings] == ["WM530"]


def test_a_contradiction_can_be_left_out() -> None:
    late = card("b:1", TOLD[1].event["de"], 1927)
    known = decks(deck("a/1", TOLD[0], *numbered("a", 0).cards), deck("b/1", late))
    mixed, findings = make('conflicts = "leave-out"\n' + BOTH, known)
    assert "a:1" not in keys(mixed)
    assert "b:1" not in keys(mixed)
    assert [one.code for one in findings] == ["WM532"]


@pytest.mark.parametrize(
    "text", ["[[series]]\ncode = 'a'\nshare = 1\n", "total = 3\n[[series]]\ncode='a'\nshare=1\ncount=2\n"]
)
def test_a_share_needs_a_total_and_no_count(text: str) -> None:
    with pytest.raises(AssertionError, match="share"):
        make(text, {})


@pytest.mark.parametrize(
    ("years", "numbers", "left"),
    [
        # The date of the edition counts, not how often its series was printed.
        ((2026, 2017), (1, 3), "a:1"),
        ((2017, 2026), (3, 1), "b:1"),
        ((2020, 2020), (1, 3), "b:1"),
        ((2020, 2020), (2, 2), "a:1"),
        ((None, None), (1, 3), "b:1"),
        ((None, 1990), (3, 1), "b:1"),
    ],
)
def test_the_newest_edition_is_the_one_printed_last(
    years: tuple[int | None, int | None], numbers: tuple[int, int], left: str
) -> None:
    told = (deck(f"{one.series}/{number}", one) for one, number in zip(TOLD, numbers, strict=True))
    known = decks(*(printed(one, year) for one, year in zip(told, years, strict=True)))
    assert keys(make('duplicates = "newest-edition"\n' + BOTH, known)[0]) == [left]


def printed(one: Deck, year: int | None) -> Deck:
    number = one.edition or 1
    editions = (Edition(number=number, year=year),) if year else ()
    series = {code: series.model_copy(update={"editions": editions}) for code, series in one.series.items()}
    return Deck(one.name, series, one.cards, one.edition, dict(one.places))


@pytest.mark.parametrize(
    ("recipe", "said", "advice"),
    [
        (
            "total = 50\n" + SHARES["a"] + "count = 3\n" + SHARES["b"] + "count = 1\n",
            ["the recipe asks for 50 cards, and the counts of its series add up to 4"],
            "let the counts add up to `total`",
        ),
        (
            "total = 50\n" + SHARES["a"] + "count = 3\n" + SHARES["b"],
            ["the recipe asks for 50 cards, and only 13 can be drawn"],
            "loosen the filters, add a series, or ask for fewer cards",
        ),
        (
            "players = 2\n" + BOTH,
            ["a mix for 2 players has 37 cards, and only 20 can be drawn"],
            "loosen the filters, add",
        ),
        ("total = 4\n" + SHARES["a"] + "count = 3\n" + SHARES["b"] + "count = 1\n", [], ""),
    ],
)
def test_too_few_cards_are_told_with_the_reason(recipe: str, said: list[str], advice: str) -> None:
    _, findings = make(recipe, decks(numbered("a", 0), numbered("b", 1)))
    assert [one.message for one in findings] == said
    assert all(one.help.startswith(advice) for one in findings)
    assert not any("players" in one.message and "count" in one.help for one in findings)
