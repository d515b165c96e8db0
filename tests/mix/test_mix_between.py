"""Mixes: events that cards join which cannot be drawn, and decisions that do not fit together."""

from dataclasses import replace

import pytest
from test_mix_recipe import card, deck, decks, keys, make

from pipeline.cards import Card, Deck, Edition
from pipeline.duplicates import Answer, Decisions, closed, find_pairs, read_rules
from pipeline.publish.german import message

WALL = card("a:1", "Die Berliner Mauer fällt", 1989)
OPEN = card("b:1", "Schabowski liest einen Zettel vor", 1989)
NIGHT = card("c:1", "Tausende tanzen nachts auf dem Beton", 1989)
SHIP = card("a:2", "Die Titanic sinkt im Nordatlantik", 1912)
END = card("b:2", "Untergang der Titanic", 1912)
LINER = card("c:2", "Ein Ozeanriese verschwindet nach einem Zusammenstoß mit Eis", 1921)
BETWEEN = "[[series]]\ncode = 'a'\n[[series]]\ncode = 'c'\n"
FILTERED = f"[[series]]\ncode = 'b'\nlatest = 1500\n{BETWEEN}"

Rows = tuple[tuple[Card, Card, Answer], ...]


def known() -> dict[str, Deck]:
    return decks(deck("a/1", WALL, SHIP), deck("b/1", OPEN, END), deck("c/1", NIGHT, LINER))


def decided(*rows: tuple[Card, Card, Answer]) -> Decisions:
    decisions = Decisions()
    for first, second, answer in rows:
        decisions = decisions.with_answer(first, second, answer, "2026-05-04", "Eva")
    return decisions


@pytest.mark.parametrize("recipe", [BETWEEN, FILTERED])
@pytest.mark.parametrize("policy", ["", 'duplicates = "ask"\n'])
def test_a_card_that_is_not_drawn_joins_those_that_were_decided_to_tell_its_event(recipe: str, policy: str) -> None:
    rows: Rows = ((WALL, OPEN, "same"), (OPEN, NIGHT, "same"))
    mixed, findings = make(policy + recipe, known(), decided(*rows))
    assert "c:1" not in keys(mixed)
    assert "a:1" in keys(mixed)
    (lost,) = (one for one in findings if one.card == "1")
    assert (lost.code, lost.series) == ("WM529", "c")
    # Without a decision, nothing joins them.
    assert {"a:1", "c:1"} < set(keys(make(recipe, known())[0]))


@pytest.mark.parametrize("recipe", [BETWEEN, FILTERED])
def test_years_that_exclude_each_other_are_told_across_a_card_that_is_not_drawn(recipe: str) -> None:
    rows: Rows = ((SHIP, END, "same"), (END, LINER, "same"))
    mixed, findings = make(recipe, known(), decided(*rows))
    assert "c:2" not in keys(mixed)
    (found,) = (one for one in findings if one.card)
    assert (found.code, found.series, found.card) == ("WM534", "a", "2")
    mixed, findings = make('conflicts = "leave-out"\n' + recipe, known(), decided(*rows))
    assert {"a:2", "c:2"}.isdisjoint(keys(mixed))
    assert [one.code for one in findings if one.card] == ["WM532"]


def test_a_rule_between_joins_too_and_decides_nothing_about_years() -> None:
    rules, _ = read_rules(b'[[always]]\nboth = ["Titanic"]\n', "duplicates.toml")
    ship = SHIP.model_copy(update={"event": {"de": "Der Ozeanriese verschwindet im Nordatlantik"}})
    end = END.model_copy(update={"event": {"de": "Untergang der Titanic"}})
    liner = LINER.model_copy(update={"event": {"de": "Titanic, mit zwei Mann im Ausguck"}})
    there = decks(deck("a/1", ship), deck("b/1", end), deck("c/1", liner))
    decisions = replace(decided((ship, end, "same")), rules=rules)
    mixed, (refused,) = make(BETWEEN, there, decisions)
    assert mixed is None
    assert refused.code == "WM525"
    assert "`a:2`" in refused.message
    assert "`c:2`" in refused.message
    mixed, _ = make(BETWEEN, there, decisions.with_answer(end, liner, "same", "", ""))
    assert keys(mixed) == ["a:2"]


def test_what_is_decided_to_be_different_across_a_card_is_dealt_without_a_question() -> None:
    twin = END.model_copy(update={"series": "c", "event": {"de": "Der Untergang der Titanic"}})
    there = decks(deck("a/1", SHIP), deck("b/1", END, OPEN), deck("c/1", twin))
    recipe = 'duplicates = "ask"\n' + BETWEEN
    assert [one.code for one in make(recipe, there)[1]] == ["WM530"]
    mixed, findings = make(recipe, there, decided((SHIP, OPEN, "different"), (OPEN, twin, "same")))
    assert (keys(mixed), findings) == (["a:2", "c:2"], [])


def test_a_decision_across_a_card_that_changed_still_keeps_an_event_from_being_dealt_twice_and_is_told() -> None:
    rows: Rows = ((WALL, OPEN, "same"), (OPEN, NIGHT, "same"))
    there = known()
    changed = OPEN.model_copy(update={"event": {"de": "Ein Zettel wird verlesen"}})
    editions = (Edition(number=1, year=2020), Edition(number=2, year=2025))
    series = there["b/1"].series["b"].model_copy(update={"editions": editions})
    there["b/2"] = Deck("b/2", {"b": series}, (changed, END), 2)
    mixed, findings = make(BETWEEN, there, decided(*rows))
    assert "c:1" not in keys(mixed)
    (found,) = (one for one in findings if one.card == "1")
    assert found.code == "WM538"


def test_pairs_follow_from_decisions_whoever_looks_at_which() -> None:
    rows: Rows = ((WALL, OPEN, "same"), (OPEN, NIGHT, "same"))
    cards = {one.key: one for one in (WALL, OPEN, NIGHT)}
    (pair,) = find_pairs([WALL, NIGHT], closed(decided(*rows), cards))
    assert (pair.a, pair.b, pair.verdict, pair.decided) == ("a:1", "c:1", "duplicate", "same")
    # A card that reads otherwise is asked about.
    other = NIGHT.model_copy(update={"year": "1990"})
    (pair,) = find_pairs([WALL, other], closed(decided(*rows), cards))
    assert (pair.verdict, pair.decided, pair.before) == ("uncertain", None, "same")
    # Nothing follows from what cannot all be right, nor from two that are merely each unlike a third.
    torn = closed(decided(*rows, (WALL, NIGHT, "different")), cards)
    assert torn.follows == {}
    assert closed(decided((WALL, OPEN, "different"), (OPEN, NIGHT, "different")), cards).follows == {}
    parted = closed(decided((WALL, OPEN, "different"), (OPEN, NIGHT, "same")), cards)
    assert [(key, one.answer) for key, one in parted.follows.items()] == [(("a:1", "c:1"), "different")]


def test_very_many_decisions_on_one_event_cost_no_square() -> None:
    cards = [WALL.model_copy(update={"series": "b", "id": f"{at:05}"}) for at in range(3000)]
    known = decided(*((WALL, one, "same") for one in cards))
    assert closed(known, {one.key: one for one in (WALL, *cards)}).follows == {}


def apart() -> tuple[dict[str, Deck], Decisions]:
    """Return two cards of one series that a rule keeps apart, and a third that tells the event of both."""
    first = card("a:1", "Der Panamakanal wird eröffnet", 1914)
    second = card("a:2", "Der Panamakanal wird nun eröffnet", 1913)
    third = card("b:1", "Der Panamakanal wird eröffnet", 1914)
    rules, _ = read_rules(b'[[never]]\nseries = ["a", "a"]\n', "duplicates.toml")
    return decks(deck("a/1", first, second), deck("b/1", third)), Decisions(rules=rules)


def test_no_card_is_dealt_whose_year_one_contradicts_that_goes_with_a_card_kept_apart() -> None:
    there, decisions = apart()
    recipe = "[[series]]\ncode = 'a'\n[[series]]\ncode = 'b'\n"
    assert [one.code for one in make(recipe, there, decisions)[1]] == ["WM525"]
    mixed, (found,) = make('conflicts = "leave-out"\n' + recipe, there, decisions)
    assert keys(mixed) == ["a:1"]
    assert found.code == "WM532"
    assert "`a:2` (`1913`" in found.message
    assert "`b:1` (`1914`" in found.message
    mended = decisions.with_answer(there["a/1"].cards[1], there["b/1"].cards[0], "same", "", "")
    mixed, findings = make(recipe, there, mended)
    assert keys(mixed) == ["a:1", "a:2"]
    assert [(one.code, one.card) for one in findings if one.code == "WM534"] == [("WM534", "2")]


def test_of_crowds_whose_years_disagree_none_is_dealt() -> None:
    text = "Der Panamakanal wird eröffnet"
    years = [1913 if at % 2 else 1914 for at in range(12)]
    crowd = (
        deck(f"{code}/1", *(card(f"{code}:{at:02}", text, year) for at, year in enumerate(years))) for code in "ab"
    )
    rules, _ = read_rules(b'[[always]]\nboth = ["Panamakanal"]\n[[never]]\nseries = ["a", "a"]\n', "duplicates.toml")
    recipe = 'conflicts = "leave-out"\n[[series]]\ncode = "a"\n[[series]]\ncode = "b"\n'
    mixed, findings = make(recipe, decks(*crowd), Decisions(rules=rules))
    assert mixed is None
    assert {one.code for one in findings} == {"WM532", "WM526"}


@pytest.mark.parametrize("recipe", ["", 'duplicates = "ask"\n'])
def test_an_open_pair_is_told_when_both_are_dealt(recipe: str) -> None:
    first = card("a:1", "Die Titanic sinkt im Nordatlantik", 1912)
    second = card("b:1", "Der Dampfer Titanic geht nach dem Zusammenstoß mit einem Eisberg unter", 1921)
    there = decks(deck("a/1", first), deck("b/1", second))
    (pair,) = find_pairs([first, second])
    assert pair.verdict == "uncertain"
    shares = "[[series]]\ncode = 'a'\n[[series]]\ncode = 'b'\n"
    mixed, (found,) = make(recipe + shares, there)
    assert keys(mixed) == ["a:1", "b:1"]
    assert (found.code, found.series, found.card) == ("WM539", "b", "1")
    assert found.message == (
        "`a:1` (`1912`, that is 1912 in a/1.csv) and `b:1` (`1921`, that is 1921 in b/1.csv) may tell the same event "
        "with different years, and both are drawn"
    )
    assert found.help == "decide it: `wildmix duplicates decide a:1 b:1 same` or `different`"
    assert message(found, "de") == (
        (
            "Vielleicht dasselbe Ereignis mit verschiedenen Jahren: `a:1` (`1912`, das ist 1912 in a/1.csv) und `b:1` "
            "(`1921`, das ist 1921 in b/1.csv). Beide werden gezogen."
        ),
        "de",
    )
    agreeing = second.model_copy(update={"interval": first.interval})
    (found,) = make(recipe + shares, there | decks(deck("b/1", agreeing)))[1]
    assert found.message == "`a:1` and `b:1` may tell the same event, and both are drawn"
    # A decision, a card that is not drawn: nothing is to be said.
    assert make(recipe + shares, there, decided((first, second, "different")))[1] == []
    assert "WM539" not in {one.code for one in make(recipe + shares + "latest = 1900\n", there)[1]}


@pytest.mark.parametrize(
    ("recipe", "year", "code", "said"),
    [
        ("", 1914, "WM538", "`b:1` is not drawn"),
        ('duplicates = "ask"\n', 1914, "WM530", "and now tell the same event; the mix is refused"),
        ("", 1999, "WM525", "and now tell the same event with different years; the mix is refused"),
        ('conflicts = "leave-out"\n', 1999, "WM538", "`b:1` is not drawn"),
    ],
)
def test_that_two_were_decided_to_be_different_before_one_changed_is_told(
    recipe: str, year: int, code: str, said: str
) -> None:
    first = card("a:1", "Der Panamakanal wird eröffnet", 1914)
    second = card("b:1", "Der Panamakanal wird feierlich eröffnet", year)
    before = second.model_copy(update={"event": {"de": "Der Kanal wird breiter"}})
    shares = "[[series]]\ncode = 'a'\n[[series]]\ncode = 'b'\n"
    there = decks(deck("a/1", first), deck("b/1", second))
    _, findings = make(recipe + shares, there, decided((first, before, "different")))
    (found,) = (one for one in findings if one.code == code)
    assert "were decided to be different events when one read otherwise" in found.message
    assert found.message.endswith(said)
    told, language = message(found, "de")
    assert language == "de"
    assert "verschieden entschieden" in told
