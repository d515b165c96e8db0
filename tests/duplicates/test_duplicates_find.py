"""Pairs among cards: candidates, languages, verdicts by years, decisions, many equal texts."""

import time

import numpy as np
import pytest
from duplicates_samples import card, deck
from hypothesis import given
from hypothesis import strategies as st

from pipeline.cards import Card
from pipeline.duplicates import (
    Decisions,
    Pair,
    candidates,
    compare,
    decision_findings,
    find_pairs,
    groups,
    language_findings,
    pair_findings,
)
from pipeline.duplicates.candidates import nearest
from pipeline.duplicates.columns import columns
from pipeline.duplicates.normalise import normalise
from pipeline.duplicates.rows import WordRows, unit
from pipeline.duplicates.vectors import silent
from pipeline.sources import parse_sources

DE = "Gertrude Ederle durchschwimmt den Ärmelkanal."
EN = "Gertrude Ederle swims across the English Channel."
OTHER = "In Basel brennt das Rathaus."


def verdicts(pairs: list[Pair]) -> dict[tuple[str, str], str]:
    return {(pair.a, pair.b): pair.verdict for pair in pairs}


def test_two_series_tell_one_event() -> None:
    cards = [
        card("b:1", DE, 1926),
        card("a:7", "Den Ärmelkanal durchschwimmt Gertrude Ederle.", 1926),
        card("a:8", OTHER),
    ]
    assert verdicts(find_pairs(cards)) == {("a:7", "b:1"): "duplicate"}


def test_one_deck_tells_an_event_twice() -> None:
    assert verdicts(find_pairs([card("a:1", DE), card("a:2", DE)])) == {("a:1", "a:2"): "duplicate"}


def test_cards_of_one_language_each_are_compared_across() -> None:
    cards = [card("a:1", {"de": DE}, 1926), card("b:1", {"en": EN}, 1926), card("b:2", {"en": "A town hall burns."})]
    assert verdicts(find_pairs(cards)) == {("a:1", "b:1"): "duplicate"}


SHEEP = "Two paper makers send a sheep and a cockerel up in a balloon over the palace."
KING = "Louis XVI watches as a balloon carries off a cockerel, a duck and a sheep; the palace applauds."
COMMON = "A {} with a cockerel, a sheep and a balloon stands before the palace."


@pytest.mark.parametrize(("others", "verdict"), [("A town hall burns in {}.", "uncertain"), (COMMON, None)])
def test_two_cards_with_words_that_no_third_has_are_worth_a_look(others: str, verdict: str | None) -> None:
    around = [card(f"c:{at:03}", {"en": others.format(f"T{'aeiou'[at % 5]}wn{at}")}) for at in range(120)]
    found = {
        (pair.a, pair.b): pair for pair in find_pairs([card("a:1", {"en": SHEEP}), card("b:1", {"en": KING}), *around])
    }
    pair = found.get(("a:1", "b:1"))
    assert (pair.verdict if pair else None) == verdict
    assert pair is None or "few other cards have these words" in pair.reasons


def test_a_language_that_only_one_card_has_is_compared_with_the_others_of_the_other() -> None:
    more = card("a:1", {"de": "Jemand nimmt ein kaltes Bad.", "en": EN}, 1926)
    assert verdicts(find_pairs([more, card("b:1", {"de": DE}, 1926)])) == {("a:1", "b:1"): "duplicate"}
    assert verdicts(find_pairs([card("b:1", {"de": DE}, 1926), more.model_copy(update={"series": "c"})])) == {
        ("b:1", "c:1"): "duplicate"
    }


def test_texts_that_both_have_in_one_language_are_not_compared_across() -> None:
    cards = [
        card("a:1", {"de": DE, "en": "A town hall burns."}, 1926),
        card("b:1", {"de": "Jemand nimmt ein kaltes Bad.", "en": EN}, 1926),
    ]
    assert verdicts(find_pairs(cards)) == {}


def test_words_that_few_cards_have_say_nothing_beside_a_denial_or_numbers() -> None:
    around = [card(f"c:{at:03}", {"en": f"A town hall burns in T{'aeiou'[at % 5]}wn{at}."}) for at in range(120)]
    for text in (KING.replace("watches", "never watches"), KING.replace("Louis XVI", "Louis XV"), SHEEP):
        other = KING if text != SHEEP else SHEEP.replace("Two", "Five")
        found = find_pairs([card("a:1", {"en": text}), card("b:1", {"en": other}), *around])
        assert not any(
            pair.verdict == "uncertain" and "few other cards have these words" in pair.reasons for pair in found
        )


def test_a_word_said_twice_is_rare_once() -> None:
    around = [card(f"c:{at:03}", {"en": f"A town hall burns in T{'aeiou'[at % 5]}wn{at}."}) for at in range(120)]
    pair = [
        card(
            "a:1",
            {"en": "Some weavers stare at a sheep."},
            comment={"en": "The sheep was no sheep. A sheep, sheep, sheep!"},
        ),
        card(
            "b:1",
            {"en": "A sheep ends up on a stamp."},
            comment={"en": "Sheep, sheep and sheep: the sheep is a sheep."},
        ),
    ]
    assert not any("few other cards have these words" in found.reasons for found in find_pairs([*pair, *around]))


def test_the_best_of_the_common_languages_counts() -> None:
    first = card("a:1", {"de": DE, "en": "A swimmer beats all men."})
    second = card("b:1", {"de": DE, "en": "Nineteen hours in cold water."})
    assert compare(first, second).score == 1.0


def test_languages_that_nothing_joins_are_not_compared() -> None:
    assert find_pairs([card("a:1", {"fr": "Paris"}), card("b:1", {"xx": "Paris"})]) == []


@pytest.mark.parametrize(
    ("first", "second", "verdict"),
    [
        (1926, 1926, "duplicate"),
        ((1920, 1930), 1926, "duplicate"),
        (1926, 1927, "conflict"),
        (1926, 1976, "conflict"),
        (-43, -44, "conflict"),
        (None, 1926, "duplicate"),
    ],
)
def test_only_the_verdict_looks_at_years(first: int | None, second: int | None, verdict: str) -> None:
    pair = compare(card("a:1", DE, first), card("b:1", DE[:-1], second))
    assert (pair.verdict, pair.score) == (verdict, 1.0)


def test_years_turn_nothing_else_into_a_conflict() -> None:
    swapped = card("a:1", "Schweden besiegt Russland.", 1700), card("b:1", "Russland besiegt Schweden.", 1900)
    assert compare(*swapped).verdict == "uncertain"
    assert compare(card("a:1", DE, 1900), card("b:1", OTHER, 1900)).verdict == "distinct"


def test_a_conflict_says_why() -> None:
    sources = parse_sources("Sueton; states: 44 v. Chr. | isbn: 978-3-16-148410-0 | Plutarch")
    cited = card("b:1", "Caesar wird ermordet.", -42).model_copy(update={"sources": sources})
    why = compare(card("a:1", "Caesar wird im Senat ermordet.", -43), cited).why
    assert "`Caesar`" in why
    assert "only a:1 has `Senat`" in why
    assert "(44 BC)" in why
    assert "lie 1 year apart; perhaps somebody counted a year zero" in why
    assert "a:1 cites no source" in why
    assert "b:1 cites Sueton (44 v. Chr.); 978-3-16-148410-0" in why
    assert "\n" not in why


WORDS = st.sampled_from("Rom Wien Paris brennt König Schiff sinkt erste Frau fliegt Oper öffnet Krieg endet".split())  # noqa: SIM905
EVENTS = st.lists(WORDS, min_size=1, max_size=5).map(" ".join)


@given(st.lists(EVENTS, max_size=8))
def test_the_order_of_the_cards_does_not_matter(events: list[str]) -> None:
    cards = [card(f"a:{at}", event) for at, event in enumerate(events)]
    pairs = find_pairs(cards)
    assert pairs == find_pairs(cards[::-1])
    assert all(pair.a < pair.b for pair in pairs)


def test_of_two_cards_with_one_key_the_first_counts() -> None:
    assert find_pairs([card("a:1", DE), card("a:1", DE)]) == []


def test_ten_thousand_equal_texts_cost_no_square() -> None:
    cards = [card(f"a:{at:05}", DE, 1900 + at % 2) for at in range(10_000)]
    begin = time.process_time()
    pairs = find_pairs(cards)
    assert len(pairs) == 9_999
    assert {pair.verdict for pair in pairs} == {"duplicate", "conflict"}
    assert [one.code for one in pair_findings(pairs, [deck("a/1", *cards)])] == ["WM502"]
    assert groups(pairs) == [tuple(card.key for card in cards)]
    assert time.process_time() - begin < 30


def test_each_text_has_its_nearest_among_the_candidates() -> None:
    texts = [normalise(text, "de") for text in ("Rom brennt", "Rom brennt nieder", "Wien feiert", "Wien feiert lange")]
    each = np.arange(len(texts))
    assert nearest(np.concatenate(list(WordRows(columns(texts), each, each, len(texts)))), 1).tolist() == [
        [0, 1],
        [2, 3],
    ]


@pytest.mark.parametrize(("whole", "part"), [("Berliner Mauer", "Mauer"), ("Mondstaub", "Staub")])
def test_a_phrase_and_a_compound_have_the_terms_of_their_parts(whole: str, part: str) -> None:
    words = columns([normalise(f"Die Kühe tanzen. {whole}!", "de"), normalise(part, "de")]).words
    parts = dict(zip([word.text for word in words.tokens], words.spellings.made_of(), strict=True))
    assert [words.tokens[at].text for at in parts[whole]] == [part]
    assert parts[part] == []


@given(st.integers(2, 90), st.integers(1, 30), st.integers(0, 99))
def test_half_of_the_products_find_what_all_would(number: int, neighbours: int, seed: int) -> None:
    rows = unit(np.random.default_rng(seed).normal(size=(number, 6)).astype(np.float32))
    likeness = rows @ rows.T
    np.fill_diagonal(likeness, -1)
    order = np.argsort(-likeness, axis=1)[:, : min(neighbours, number - 1)]
    wanted = {
        (min(row, other), max(row, other))
        for row, others in enumerate(order.tolist())
        for other in others
        if likeness[row, other] > 1e-6
    }
    assert {(a, b) for a, b in nearest(rows, neighbours).tolist()} == wanted


@pytest.mark.parametrize("number", [40, 1500])
def test_of_many_equally_near_ones_each_has_no_more_than_it_may(number: int) -> None:
    pairs = nearest(np.ones((number, 1), dtype=np.float32), 5)
    assert number * 5 / 2 <= len(pairs) <= number * 5
    assert len(np.unique(pairs)) == number


def test_what_shares_nothing_is_no_neighbour() -> None:
    assert nearest(np.eye(3, dtype=np.float32), 2).tolist() == []


@pytest.mark.parametrize(("probes", "share"), [(12, 0.999), (4, 0.9)])
def test_a_search_by_cells_finds_nearly_all_that_an_exact_one_finds(
    probes: int, share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(candidates, "_PROBES", probes)  # of twelve cells
    monkeypatch.setattr(candidates, "_HELD", 1)
    chance = np.random.default_rng(1)
    rows = unit(
        (np.repeat(chance.normal(size=(60, 16)), 40, axis=0) + chance.normal(size=(2400, 16))).astype(np.float32)
    )
    exact, quick = (set(search(rows, 5, silent).tolist()) for search in (candidates._exact, candidates._by_cells))
    assert len(exact & quick) >= share * len(exact)


def test_nothing_has_no_candidates() -> None:
    nobody = np.empty(0, dtype=np.int64)
    assert nearest(np.concatenate(list(WordRows(columns([]), nobody, nobody, 0)))).tolist() == []
    assert find_pairs([]) == []
    assert find_pairs([card("a:1", ""), card("a:2", "  ")]) == []


FIRST, SECOND = card("a:1", DE, 1926), card("b:1", DE, 1927)


def decided(answer: str, first: Card = FIRST, second: Card = SECOND) -> Decisions:
    return Decisions().with_answer(first, second, "same" if answer == "same" else "different", "2025-11-30", "Eva")


def test_different_makes_a_pair_distinct() -> None:
    (pair,) = find_pairs([FIRST, SECOND], decided("different"))
    assert (pair.verdict, pair.decided) == ("distinct", "different")
    assert list(pair_findings([pair], [deck("a/1", FIRST), deck("b/1", SECOND)])) == []


def test_same_keeps_the_conflict_an_error_until_the_years_agree() -> None:
    decks = [deck("a/1", FIRST), deck("b/1", SECOND)]
    (found,) = pair_findings(find_pairs([FIRST, SECOND], decided("same")), decks)
    assert (found.code, found.severity, found.card, found.series) == ("WM504", "error", "1", "b")
    agreeing = SECOND.model_copy(update={"interval": FIRST.interval})
    assert list(pair_findings(find_pairs([FIRST, agreeing], decided("same", FIRST, agreeing)), decks)) == []


def test_a_decided_pair_is_kept_however_different_its_words_are() -> None:
    other = card("b:2", OTHER, 1926)
    (pair,) = find_pairs([FIRST, other], decided("same", FIRST, other))
    assert (pair.verdict, pair.decided) == ("duplicate", "same")


@pytest.mark.parametrize("changed", [{"year": "1928"}, {"event": {"de": DE + " Kalt!"}}])
def test_a_decision_ends_when_text_or_year_changes(changed: dict[str, object]) -> None:
    now = SECOND.model_copy(update=changed)
    (pair,) = find_pairs([FIRST, now], decided("different"))
    assert pair.decided is None
    (found,) = decision_findings(decided("different"), {"a:1": FIRST, "b:1": now}, complete=True)
    assert (found.code, found.severity) == ("WM514", "warning")


def test_decisions_on_unknown_cards_are_reported_once_all_cards_are_known() -> None:
    (found,) = decision_findings(decided("same"), {"a:1": FIRST}, complete=True)
    assert found.code == "WM513"
    assert list(decision_findings(decided("same"), {"a:1": FIRST}, complete=False)) == []


@pytest.mark.parametrize(
    ("first", "second", "code", "severity"),
    [
        (card("a:1", DE, 1926), card("b:1", DE, 1926), "WM501", "warning"),
        (card("a:1", DE, 1926), card("b:1", DE, 1930), "WM502", "error"),
        (card("a:1", "Schweden besiegt Russland."), card("b:1", "Russland besiegt Schweden."), "WM503", "note"),
    ],
)
def test_undecided_pairs_are_findings(first: Card, second: Card, code: str, severity: str) -> None:
    (found,) = pair_findings(find_pairs([first, second]), [deck("a/1", first), deck("b/1", second)])
    assert (found.code, found.severity) == (code, severity)
    assert "`a:1` and `b:1`" in found.message


def test_what_cannot_be_compared_well_is_one_finding_each() -> None:
    cards = [card("a:1", {"cs": "Praha"}), card("a:2", {"cs": "Brno"}), card("a:3", {}), card("a:4", {"de": "😀 !"})]
    found = list(language_findings([deck("a/1", *cards)]))
    assert [one.code for one in found] == ["WM505", "WM506"]
    assert found[1].message.startswith("2 cards have no word in the event")
