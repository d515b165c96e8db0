"""Mixes: events told by two cards and by three, decisions and rules on them, and what the years say."""

import pytest
from test_mix_recipe import card, codes, deck, decks, keys, make

from pipeline.cards import Card, Deck, Edition
from pipeline.diagnostics import Severity
from pipeline.duplicates import Answer, Decisions, Rules
from pipeline.duplicates.rules import Always
from pipeline.publish.german import advice, message
from pipeline.years import YearInterval

TEXTS = {
    "a": "Amelia Earhart fliegt allein über den Atlantik von Neufundland nach Londonderry",
    "b": "Amelia Earhart überquert allein den Atlantik von Neufundland nach Londonderry",
    "c": "Allein fliegt Amelia Earhart von Neufundland über den Atlantik nach Londonderry",
}
SAME = {"a": (1932, 1932), "b": (1932, 1932), "c": (1932, 1932)}
TORN = {"a": (1932, 1932), "b": (1928, 1928), "c": (1920, 1939)}
LEAVE_OUT = 'conflicts = "leave-out"\n'


def teller(code: str, years: tuple[int, int]) -> Card:
    return card(f"{code}:1", TEXTS[code], years[0]).model_copy(update={"interval": YearInterval(*years)})


def three(years: dict[str, tuple[int, int]]) -> dict[str, Deck]:
    return decks(*(deck(f"{code}/1", teller(code, years[code])) for code in years))


def shares(order: str) -> str:
    return "".join(f"[[series]]\ncode = '{code}'\n" for code in order)


def decided(known: dict[str, Deck], *answers: tuple[str, Answer]) -> Decisions:
    decisions = Decisions()
    for pair, answer in answers:
        first, second = (known[f"{code}/1"].cards[0] for code in pair)
        decisions = decisions.with_answer(first, second, answer, "2025-11-30", "")
    return decisions


def ruled(known: dict[str, Deck], *answers: tuple[str, Answer]) -> Decisions:
    rules = Rules(always=(Always(both=("Amelia", "Earhart")),))
    return Decisions(decided(known, *answers).answers, rules)


@pytest.mark.parametrize("order", ["abc", "acb", "bac", "bca", "cab", "cba"])
@pytest.mark.parametrize(
    ("different", "dealt"), [("ab", {"a:1", "b:1"}), ("ac", {"a:1", "c:1"}), ("bc", {"b:1", "c:1"})]
)
def test_cards_decided_to_be_different_are_both_dealt_and_a_third_makes_room(
    order: str, different: str, dealt: set[str]
) -> None:
    known = three(SAME)
    mixed, findings = make(shares(order), known, decided(known, (different, "different")))
    assert set(keys(mixed)) == dealt
    (lost,) = findings
    (third,) = {*"abc"} - {*different}
    assert (lost.code, lost.series) == ("WM529", third)


def test_a_rule_decides_nothing_about_years() -> None:
    known = three({code: TORN[code] for code in "ab"})
    mixed, findings = make(shares("ab"), known, ruled(known))
    assert mixed is None
    assert [one.code for one in findings] == ["WM525"]
    assert make(shares("ab"), known, ruled(known, ("ab", "same")))[1][0].code == "WM534"
    mixed, findings = make(shares("ab"), known, ruled(known, ("ab", "different")))
    assert (keys(mixed), findings) == (["a:1", "b:1"], [])


def test_of_three_cards_whose_years_a_rule_joins_each_contradiction_is_told() -> None:
    known = three({"a": (1932, 1932), "b": (1928, 1928), "c": (1930, 1930)})
    mixed, findings = make(shares("abc"), known, ruled(known, ("ab", "same")))
    assert mixed is None
    assert [(one.code, one.series) for one in findings] == [("WM525", "c"), ("WM525", "c")]
    every = decided(known, ("ab", "same"), ("ac", "same"), ("bc", "same"))
    mixed, (found,) = make(shares("abc"), known, every)
    assert keys(mixed) == ["a:1"]
    assert (found.code, found.card, found.series) == ("WM534", "1", "a")
    assert found.message == (
        "`a:1` (`1932`, that is 1932 in a/1.csv) is drawn, and its year is disputed: `b:1` (`1928`, that is 1928 in "
        "b/1.csv) and `c:1` (`1930`, that is 1930 in c/1.csv) tell the same event"
    )


@pytest.mark.parametrize(
    ("years", "order", "dealt", "said"),
    [
        # The third card contradicts neither of the two: the event is in the mix.
        (TORN, "abc", ["c:1"], {"WM532": "b"}),
        (TORN, "cab", ["c:1"], {"WM532": "b"}),
        # It contradicts one of them, or both.
        (TORN | {"c": (1932, 1932)}, "abc", [], {"WM532": "c", "WM526": None}),
        (TORN | {"c": (1930, 1930)}, "abc", [], {"WM532": "c", "WM526": None}),
        (SAME, "bac", ["b:1"], {"WM529": None}),
    ],
)
@pytest.mark.parametrize("answers", [(), (("ab", "same"),)])
@pytest.mark.parametrize("policy", ["keep-first", "better-sources"])
def test_no_card_is_dealt_whose_year_another_of_its_event_contradicts(  # noqa: PLR0917 - a table
    years: dict[str, tuple[int, int]],
    order: str,
    dealt: list[str],
    said: dict[str, str | None],
    answers: tuple[tuple[str, Answer], ...],
    policy: str,
) -> None:
    known = three(years)
    recipe = f'{LEAVE_OUT}duplicates = "{policy}"\n{shares(order)}'
    mixed, findings = make(recipe, known, decided(known, *answers))
    assert ([one.key for one in mixed.deck] if mixed else []) == dealt
    assert {one.code for one in findings} == set(said)
    assert all(said[one.code] in {None, one.series} for one in findings)
    about = [(one.series, one.card) for one in findings if one.card]
    assert len(about) == len(set(about))


def test_an_undisputed_card_outranks_none_that_is_left_out_and_others_make_room() -> None:
    late = teller("c", (1920, 1939))
    twin = late.model_copy(update={"series": "d"})
    known = three(TORN) | decks(deck("d/1", twin))
    mixed, findings = make(LEAVE_OUT + shares("abcd"), known)
    assert keys(mixed) == ["c:1"]
    assert [(one.code, one.series) for one in findings] == [("WM532", "b"), ("WM529", "d")]


def test_what_is_left_out_is_not_asked_about() -> None:
    known = three({code: TORN[code] for code in "ab"})
    mixed, findings = make(LEAVE_OUT + 'duplicates = "ask"\n' + shares("ab"), known)
    assert mixed is None
    assert [one.code for one in findings] == ["WM532", "WM526"]


def test_conflicts_and_questions_are_told_together() -> None:
    known = three({"a": (1932, 1932), "b": (1932, 1932), "c": (1928, 1928)})
    _, findings = make('duplicates = "ask"\n' + shares("abc"), known)
    assert sorted(one.code for one in findings) == ["WM525", "WM525", "WM530"]


def test_a_series_that_there_is_not_is_told_alone() -> None:
    mixed, findings = make("total = 40\n[[series]]\ncode = 'x'\n", three(SAME))
    assert mixed is None
    assert codes(findings) == [("WM521", 4)]
    assert [one.code for one in make("total = 40\n" + shares("ax"), three(SAME))[1]] == ["WM521"]


@pytest.mark.parametrize("order", ["a", "ab"])
@pytest.mark.parametrize("size", ["", "total = 9\n", "players = 2\n"])
def test_a_language_that_no_card_has_is_told_alone(order: str, size: str) -> None:
    mixed, (found,) = make(f'{size}languages = ["de", "fr"]\n{shares(order)}', three(SAME))
    assert mixed is None
    assert (found.code, found.severity) == ("WM527", Severity.ERROR)
    assert found.message == "no card of the series has an event in `fr`"
    assert found.span
    assert found.span.line == (3 if size else 2)


@pytest.mark.parametrize(
    ("years", "said"),
    [
        ((-43, -43), "das ist 44 v. Chr. in b/1.csv"),
        ((44, 44), "das ist 44 n. Chr. in b/1.csv"),
        ((-599, -500), "das ist 600 bis 501 v. Chr. in b/1.csv"),
        ((-7, 3), "das ist 8 v. Chr. bis 3 n. Chr. in b/1.csv"),
        ((-2_500_000_000, -1_200_000), "das ist 2\u202f500 bis 1,2 Millionen Jahre v. Chr. in b/1.csv"),
    ],
)
def test_years_are_told_in_german(years: tuple[int, int], said: str) -> None:
    known = three({"a": (1932, 1932), "b": years})
    for recipe in (shares("ab"), LEAVE_OUT + shares("ab")):
        told, language = message(make(recipe, known)[1][0], "de")
        assert language == "de"
        assert said in told
        assert "das ist 1932 in a/1.csv) und `b:1`" in told


@pytest.mark.parametrize("year", ["around 1932", "1932 or 1933"])
def test_years_are_quoted_as_they_are_printed_in_german_too(year: str) -> None:
    known = three({code: TORN[code] for code in "ab"})
    said = {"year": year}
    known["b/1"] = deck("b/1", known["b/1"].cards[0].model_copy(update=said))
    assert f"`b:1` (`{year}`, das ist 1928 in b/1.csv)" in message(make(shares("ab"), known)[1][0], "de")[0]


@pytest.mark.parametrize("older", ["a", "b", "ab"])
@pytest.mark.parametrize("recipe", ["", 'duplicates = "ask"\n'])
def test_cards_of_older_editions_are_not_to_be_decided_before_the_newest_is_looked_at(older: str, recipe: str) -> None:
    known = three({code: (SAME if recipe else TORN)[code] for code in "ab"})
    assert "newest" not in make(recipe + shares("ab"), known)[1][0].help
    for code in older:
        editions = (Edition(number=1, year=2020), Edition(number=2, year=2025))
        ours = known[f"{code}/1"]
        series = ours.series[code].model_copy(update={"editions": editions})
        known[ours.name] = Deck(ours.name, {code: series}, ours.cards, 1, ours.places)
    (refused,) = make(recipe + shares("ab"), known)[1]
    assert refused.code == ("WM530" if recipe else "WM525")
    line = "decide it: `wildmix duplicates decide a:1 b:1 same` or `different`"
    assert refused.help == f"take the newest edition of `{'` and `'.join(older)}`; if that says the same, {line}"
    told, language = advice(refused, "de")
    assert language == "de"
    assert told.startswith(f"Die neueste Auflage von `{'` und `'.join(older)}` nehmen; wenn sie dasselbe sagt, unter ")
