"""Groups of cards that tell one event."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.duplicates import Answer, Pair, Verdict, groups
from pipeline.duplicates.groups import as_json


def pair(keys: str, verdict: Verdict = "duplicate", score: float = 0.9, decided: Answer | None = None) -> Pair:
    return Pair(f"s:{keys[0]}", f"s:{keys[1]}", score, verdict, decided)


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ([], []),
        ([pair("ab")], ["ab"]),
        ([pair("ab"), pair("bc", "conflict"), pair("de")], ["abc", "de"]),
        ([pair("ab"), pair("bc", "uncertain"), pair("cd")], ["ab", "cd"]),
        ([pair("ab", "uncertain")], []),
        ([pair("ab"), pair("bc", score=0.6), pair("ac", "distinct", 0.2, "different")], ["ab"]),
        (
            [pair("ab", score=0.5), pair("bc", "duplicate", 0.1, "same"), pair("ac", "distinct", 0.9, "different")],
            ["bc"],
        ),
    ],
)
def test_certain_links_join(pairs: list[Pair], expected: list[str]) -> None:
    assert groups(pairs) == [tuple(f"s:{key}" for key in keys) for keys in expected]


PAIRS = st.lists(
    st.builds(
        lambda keys, verdict, score: pair(
            "".join(sorted(keys)), verdict, score, "different" if verdict == "distinct" else None
        ),
        st.sets(st.sampled_from("abcdefg"), min_size=2, max_size=2),
        st.sampled_from(get_args(Verdict)),
        st.floats(0, 1),
    ),
    unique_by=lambda pair: (pair.a, pair.b),
)


@given(PAIRS)
def test_a_card_is_in_one_group_and_never_with_one_it_was_kept_apart_from(pairs: list[Pair]) -> None:
    found = groups(pairs)
    cards = [key for keys in found for key in keys]
    assert len(cards) == len(set(cards))
    assert set(cards) <= {key for pair in pairs if pair.is_same for key in (pair.a, pair.b)}
    apart = [{pair.a, pair.b} for pair in pairs if pair.decided == "different"]
    assert not any(one <= set(keys) for one in apart for keys in found)


def test_a_group_tells_whether_its_years_agree() -> None:
    pairs = [pair("ab"), pair("bc", "conflict"), pair("de")]
    assert as_json(groups(pairs), pairs) == [
        {"cards": ["s:a", "s:b", "s:c"], "conflict": True},
        {"cards": ["s:d", "s:e"], "conflict": False},
    ]
