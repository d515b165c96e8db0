"""Mixes: the draw, filters, events told twice, contradictions, recipes with faults."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.cards import Card, Colour, Deck, Edition, Series
from pipeline.diagnostics import Diagnostic, Severity
from pipeline.duplicates import Decisions
from pipeline.ingest import read_mix, write_mix
from pipeline.mix import Mixed, lot, mix, read_recipe
from pipeline.publish.german import message
from pipeline.source import Span
from pipeline.years import YearInterval

GREY = Colour(cmyk=(0, 0, 0, 70), srgb="#4d4d4d")
SHARES = {"a": '[[series]]\ncode = "a"\n', "b": '[[series]]\ncode = "b"\n'}
TOWNS = "Basel Bern Chur Davos Genf Olten Sitten Thun Vevey Zug".split()  # noqa: SIM905
DEEDS = ["brennt die Mühle", "tagt der Rat", "fliegt ein Drachen", "singt ein Chor", "platzt eine Bank"]


def card(key: str, event: str, year: int | None = 1900, tags: tuple[str, ...] = (), **texts: str) -> Card:
    series, _, number = key.partition(":")
    interval = None if year is None else YearInterval(year, year)
    edtf = "" if year is None else f"{year:04d}"
    events = {"de": event, **texts}
    return Card(series=series, id=number, event=events, year=str(year), interval=interval, edtf=edtf, tags=tags)


def deck(name: str, *cards: Card) -> Deck:
    code, _, edition = name.partition("/")
    series = Series(code=code, titles={"de": code}, languages=("de",), colour=GREY)
    places = {(one.key, "year"): Span(f"{name}.csv", 2 + at, 7) for at, one in enumerate(cards)}
    return Deck(name, {code: series}, cards, int(edition), places)


def numbered(code: str, deed: int, count: int = len(TOWNS)) -> Deck:
    cards = (card(f"{code}:{at:03}", f"In {town} {DEEDS[deed]}.", 1800 + at) for at, town in enumerate(TOWNS[:count]))
    return deck(f"{code}/1", *cards)


def decks(*several: Deck) -> dict[str, Deck]:
    return {one.name: one for one in several}


def make(
    text: str, known: dict[str, Deck], decisions: Decisions | None = None
) -> tuple[Mixed | None, list[Diagnostic]]:
    recipe, findings = read_recipe(f'seed = 1\n{text}\n[title]\nde = "Mix"\n'.encode(), "data/decks/probe.mix.toml")
    assert recipe is not None, findings
    mixed, more = mix(recipe, known, decisions)
    return mixed, findings + more


def keys(mixed: Mixed | None) -> list[str]:
    assert mixed is not None
    return [one.key for one in mixed.deck]


def codes(findings: list[Diagnostic]) -> list[tuple[str, int | None]]:
    return [(one.code, one.span.line if one.span else None) for one in findings]


def test_a_mix_has_its_name_its_series_in_order_and_their_editions() -> None:
    mixed, findings = make(SHARES["b"] + SHARES["a"], decks(numbered("a", 0), numbered("b", 1)))
    assert mixed is not None
    assert findings == []
    assert (mixed.deck.name, tuple(mixed.deck.series), mixed.editions) == ("probe", ("b", "a"), {"b": 1, "a": 1})
    assert keys(mixed) == [f"{code}:{at:03}" for code in "ba" for at in range(10)]
    assert mixed.deck.place(mixed.deck.cards[0], "year") == Span("b/1.csv", 2, 7)


def test_a_mix_is_written_and_read_back() -> None:
    known = decks(numbered("a", 0), numbered("b", 1))
    mixed, _ = make(SHARES["a"] + "count = 3\n" + SHARES["b"], known)
    assert mixed is not None
    again, findings = read_mix(
        write_mix(mixed.deck, mixed.editions), "probe.csv", {code: known[f"{code}/1"].series[code] for code in "ab"}
    )
    assert findings == []
    assert again
    assert keys(Mixed(again, {})) == keys(mixed)


def test_the_lots_are_those_of_sha256() -> None:
    assert lot(1783, "frauen:F001") == hashlib.sha256(b"1783\nfrauen:F001").hexdigest()
    mixed, _ = make(SHARES["a"] + "count = 1\n", decks(numbered("a", 0)))
    assert keys(mixed) == [min((f"a:{at:03}" for at in range(10)), key=lambda key: lot(1, key))]


@given(st.integers(1, 9), st.integers(0, 9))
def test_a_card_more_changes_at_most_one_card_of_the_draw(count: int, gone: int) -> None:
    whole = numbered("a", 0)
    fewer = deck("a/1", *(one for at, one in enumerate(whole) if at != gone))
    before, _ = make(SHARES["a"] + f"count = {count}\n", decks(fewer))
    after, _ = make(SHARES["a"] + f"count = {count}\n", decks(whole))
    assert len(set(keys(before)) - set(keys(after))) <= 1


@given(st.permutations(range(10)))
def test_the_order_of_a_deck_does_not_change_what_is_drawn(order: list[int]) -> None:
    whole = numbered("a", 0)
    shuffled = deck("a/1", *(whole.cards[at] for at in order))
    text = SHARES["a"] + "count = 4\n"
    assert set(keys(make(text, decks(whole))[0])) == set(keys(make(text, decks(shuffled))[0]))


@pytest.mark.parametrize(
    ("filters", "left"),
    [
        ('tags = ["krieg"]', ["a:1", "a:3"]),
        ('tags = ["krieg", "kunst"]', ["a:1", "a:2", "a:3"]),
        ("earliest = 1800", ["a:2", "a:3"]),
        ("latest = 1800", ["a:1", "a:2"]),
        ('earliest = 1800\nlatest = 1850\ntags = ["kunst"]', ["a:2"]),
        ('count = "all"', ["a:1", "a:2", "a:3"]),
    ],
)
def test_filters(filters: str, left: list[str]) -> None:
    cards = (
        card("a:1", "Basel brennt", 1700, ("krieg",)),
        card("a:2", "Chöre singen", 1800, ("kunst",)),
        card("a:3", "Drachen fliegen", 1900, ("krieg", "sport")),
    )
    assert keys(make(SHARES["a"] + filters + "\n", decks(deck("a/1", *cards)))[0]) == left


def test_a_span_passes_a_limit_only_as_a_whole() -> None:
    span = card("a:1", "Der Bau dauert").model_copy(update={"interval": YearInterval(1790, 1810)})
    known = decks(deck("a/1", span, card("a:2", "Ein Chor singt", 1805)))
    assert keys(make(SHARES["a"] + "earliest = 1800\n", known)[0]) == ["a:2"]
    assert keys(make(SHARES["a"] + "earliest = 1790\n", known)[0]) == ["a:1", "a:2"]


def test_the_newest_edition_is_taken_unless_one_is_named() -> None:
    old, new = deck("a/1", card("a:1", "Basel brennt")), deck("a/2", card("a:1", "Bern brennt"))
    assert make(SHARES["a"], decks(new, old))[0].deck.cards == new.cards  # type: ignore[union-attr]
    assert make(SHARES["a"] + "edition = 1\n", decks(new, old))[0].deck.cards == old.cards  # type: ignore[union-attr]


TWICE = decks(
    deck("a/1", card("a:1", "Gertrude Ederle durchschwimmt den Ärmelkanal", 1926), card("a:2", "Bern brennt", 1405)),
    deck("b/1", card("b:1", "Den Ärmelkanal durchschwimmt Gertrude Ederle", 1926), card("b:2", "Ein Chor singt", 1850)),
)


@pytest.mark.parametrize(("order", "dealt"), [("ab", ["a:1", "a:2", "b:2"]), ("ba", ["b:1", "b:2", "a:2"])])
def test_an_event_told_twice_is_dealt_once_from_the_first_series(order: str, dealt: list[str]) -> None:
    mixed, findings = make(SHARES[order[0]] + SHARES[order[1]], TWICE)
    assert keys(mixed) == dealt
    assert codes(findings) == [("WM529", 4)]


def test_a_dropped_card_makes_room_for_another() -> None:
    mixed, findings = make(SHARES["a"] + SHARES["b"] + "count = 1\n", TWICE)
    assert keys(mixed) == ["a:1", "a:2", "b:2"]
    assert [code for code, _ in codes(findings)] == ["WM529"]


CONTRADICTION = TWICE | decks(deck("b/1", TWICE["b/1"].cards[0].model_copy(
    update={"interval": YearInterval(1927, 1927), "year": "1927"}
), TWICE["b/1"].cards[1]))  # fmt: skip


def test_a_contradiction_refuses_and_names_cards_years_and_files() -> None:
    mixed, findings = make(SHARES["a"] + SHARES["b"], CONTRADICTION)
    assert mixed is None
    assert codes(findings) == [("WM525", 4)]
    for part in ("`a:1`", "`b:1`", "`1926`", "`1927`", "a/1.csv", "b/1.csv"):
        assert part in findings[0].message


@pytest.mark.parametrize(
    ("answer", "dealt"), [("same", ["a:1", "a:2", "b:2"]), ("different", ["a:1", "a:2", "b:1", "b:2"])]
)
def test_a_decided_contradiction_is_mixed(answer: str, dealt: list[str]) -> None:
    first, second = CONTRADICTION["a/1"].cards[0], CONTRADICTION["b/1"].cards[0]
    decisions = Decisions().with_answer(first, second, "same" if answer == "same" else "different", "2025-11-30", "")
    mixed, findings = make(SHARES["a"] + SHARES["b"], CONTRADICTION, decisions)
    assert keys(mixed) == dealt
    assert codes(findings) == ([("WM534", 2)] if answer == "same" else [])


DECIDED = Decisions().with_answer(
    CONTRADICTION["a/1"].cards[0], CONTRADICTION["b/1"].cards[0], "same", "2025-11-30", ""
)


@pytest.mark.parametrize(
    ("recipe", "dealt", "found"),
    [
        (SHARES["a"] + SHARES["b"], ["a:1", "a:2", "b:2"], ["WM534"]),
        (SHARES["b"] + SHARES["a"], ["b:1", "b:2", "a:2"], ["WM534"]),
        ('conflicts = "leave-out"\n' + SHARES["a"] + SHARES["b"], ["a:2", "b:2"], ["WM532"]),
        ('duplicates = "ask"\n' + SHARES["a"] + SHARES["b"], ["a:1", "a:2", "b:2"], ["WM534"]),
        # The other series need not give its card: then nothing disputed is in the mix.
        (SHARES["a"] + "latest = 1500\n" + SHARES["b"], ["a:2", "b:1", "b:2"], []),
    ],
)
def test_a_dealt_card_whose_year_is_disputed_is_told(recipe: str, dealt: list[str], found: list[str]) -> None:
    mixed, findings = make(recipe, CONTRADICTION, DECIDED)
    assert keys(mixed) == dealt
    assert [one.code for one in findings] == found


def test_the_dispute_names_both_cards_their_years_and_files() -> None:
    (found,) = make(SHARES["a"] + SHARES["b"], CONTRADICTION, DECIDED)[1]
    assert (found.series, found.card, found.severity) == ("a", "1", Severity.WARNING)
    assert found.message == (
        "`a:1` (`1926`, that is 1926 in a/1.csv) is drawn, and its year is disputed: "
        "`b:1` (`1927`, that is 1927 in b/1.csv) tells the same event"
    )
    assert "corrigenda report" in found.help


def test_a_disputed_card_that_is_not_drawn_is_no_matter() -> None:
    dealt = [make_disputed(seed) for seed in range(20)]
    assert {found for _, found in dealt} == {"WM529", "WM534"}
    assert all(("a:1" in drawn) == (found == "WM534") for drawn, found in dealt)


def make_disputed(seed: int) -> tuple[list[str], str]:
    text = f'seed = {seed}\n[title]\nde = "Mix"\n{SHARES["a"]}count = 1\n{SHARES["b"]}'
    recipe, _ = read_recipe(text.encode(), "probe.mix.toml")
    assert recipe
    mixed, (found,) = mix(recipe, CONTRADICTION, DECIDED)
    return keys(mixed), found.code


def test_a_card_that_filters_keep_out_contradicts_nobody() -> None:
    assert keys(make(SHARES["a"] + SHARES["b"] + "latest = 1900\n", CONTRADICTION)[0]) == ["a:1", "a:2", "b:2"]


@pytest.mark.parametrize(
    ("text", "found", "drawn"),
    [
        (SHARES["a"] + '[[series]]\ncode = "x"\n', [("WM521", 5)], 10),
        (SHARES["a"] + '[[series]]\nedition = 9\ncode = "b"\n', [("WM522", 5)], 10),
        (SHARES["b"] + SHARES["a"] + "count = 11\n", [("WM523", 6)], 20),
        (SHARES["a"] + SHARES["a"], [("WM524", 5)], 10),
        (SHARES["a"] + 'tags = ["nothing"]\n' + SHARES["b"], [("WM535", 4)], 10),
        ("total = 15\n" + SHARES["a"] + 'tags = ["nothing"]\n' + SHARES["b"], [("WM535", 5)], 10),
        (SHARES["a"] + 'count = 3\ntags = ["nothing"]\n' + SHARES["b"], [("WM535", 5)], 10),
        ("total = 15\n" + SHARES["a"] + "earliest = 3000\n" + SHARES["b"], [("WM523", 3)], 10),
    ],
)
def test_a_fault_in_one_share_is_one_finding_at_its_key_and_the_rest_is_done(
    text: str, found: list[tuple[str, int]], drawn: int
) -> None:
    mixed, findings = make(text, decks(numbered("a", 0), numbered("b", 1)))
    assert codes(findings) == found
    assert len(keys(mixed)) == drawn


def test_cards_that_cannot_be_played_are_left_out_and_named() -> None:
    cards = card("a:1", "Basel brennt", None), card("a:2", "Bern brennt"), card("a:3", "Chur brennt", en="Chur burns")
    mixed, findings = make('languages = ["de", "en"]\n' + SHARES["a"], decks(deck("a/1", *cards)))
    assert keys(mixed) == ["a:3"]
    assert codes(findings) == [("WM528", 3), ("WM527", 3)]
    assert [one.message for one in findings] == [
        "1 card of `a` has no readable year and is not drawn: `1`",
        "1 card of `a` has no event in `en` and is not drawn: `2`",
    ]


def test_each_language_that_cards_lack_is_named() -> None:
    cards = (
        card("a:1", "Basel brennt", fr="Bâle brûle"),
        card("a:2", "", en="Berne burns", fr="Bâle brûle"),
        card("a:3", "", en="Chur burns", fr="Bâle brûle"),
        card("a:4", "Davos brennt"),
        card("a:5", "Genf brennt", en="Geneva burns", fr="Bâle brûle"),
    )
    mixed, findings = make('languages = ["de", "en", "fr"]\n' + SHARES["a"], decks(deck("a/1", *cards)))
    assert keys(mixed) == ["a:5"]
    assert [(one.code, one.message) for one in findings] == [
        ("WM527", "1 card of `a` has no event in `en` and is not drawn: `1`"),
        ("WM527", "2 cards of `a` have no event in `de` and are not drawn: `2`, `3`"),
        ("WM527", "1 card of `a` has no event in `en` and `fr` and is not drawn: `4`"),
    ]


@pytest.mark.parametrize(
    ("tags", "said", "drawn"),
    [
        ('"fligth"', ["no card of `a` has the tag `fligth`; is `flight` meant?"], 0),
        ('"x"', ["no card of `a` has the tag `x` (known: `flight`, `war`)"], 0),
        ('"war", "fligth"', ["no card of `a` has the tag `fligth`; is `flight` meant?"], 1),
        ('"war", "flight"', [], 2),
    ],
)
def test_a_tag_that_no_card_has_is_told_with_those_there_are(tags: str, said: list[str], drawn: int) -> None:
    cards = card("a:1", "Basel brennt", tags=("war",)), card("a:2", "Bern brennt", tags=("flight",))
    mixed, findings = make(f"{SHARES['a']}tags = [{tags}]\n", decks(deck("a/1", *cards)))
    assert [one.message for one in findings if one.code == "WM535"] == said
    assert (len(mixed.deck) if mixed else 0) == drawn
    assert {one.code for one in findings} <= {"WM535"}
    assert (Severity.ERROR in [one.severity for one in findings]) == (not drawn)


def test_very_many_tags_are_not_all_listed() -> None:
    cards = (card(f"a:{at}", "Basel brennt", tags=(f"t{at:03}",)) for at in range(500))
    _, findings = make(f"{SHARES['a']}tags = ['nothing']\n", decks(deck("a/1", *cards)))
    assert len(findings[0].message) < 250


@pytest.mark.parametrize(
    ("before", "after"), [("", ""), ("total = 5\n", ""), ("players = 3\n", ""), ("", "count = 5\n")]
)
def test_nothing_left_is_one_error_whatever_was_asked_for(before: str, after: str) -> None:
    mixed, findings = make(before + SHARES["a"] + "earliest = 3000\n" + after, decks(numbered("a", 0)))
    assert mixed is None
    assert [code for code, _ in codes(findings)] == ["WM526"]


def test_the_series_and_editions_that_there_are_are_named() -> None:
    recipe, _ = read_recipe(
        f'seed = 1\n[[series]]\ncode = "x"\n{SHARES["a"]}edition = 9\n[title]\nde = "Mix"\n'.encode(), "probe"
    )
    assert recipe
    one = numbered("a", 0)
    series = one.series["a"].model_copy(
        update={"editions": (Edition(number=1, year=2020), Edition(number=2, year=2021))}
    )
    found = mix(recipe, decks(Deck(one.name, {"a": series}, one.cards, 1)), known=("a", "b"))[1]
    assert found[0].message == "there is no series `x` to draw from (known: `a`, `b`)"
    assert found[1].message == "series `a` has no edition 9 (known: 1, 2)"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("seed = 1\n[title]\nde = 'x'\n", None),
        ("seed = 1\ntitle = {}\n[[series]]\ncode = 'a'\n", (2, 1)),
        ("seed = 1\nsorts = 2\n[title]\nde = 'x'\n[[series]]\ncode = 'a'\n", (2, 1)),
        ("seed = 1\n[title]\nde = 'x'\n[[series]]\ncode = 'a'\ncount = 0\n", (6, 1)),
        ("seed = 1\n[title]\nde = 'x'\n[[series]]\ncode = 'a'\nearliest = 2\nlatest = 1\n", (4, 1)),
        ("seed = 1\nconflicts = 'ignore'\n[title]\nde = 'x'\n[[series]]\ncode = 'a'\n", (2, 1)),
    ],
)
def test_a_recipe_with_a_fault_is_not_used(text: str, place: tuple[int, int] | None) -> None:
    recipe, findings = read_recipe(text.encode(), "probe.mix.toml")
    assert recipe is None
    assert {found.code for found in findings} == {"WM003"}
    span = findings[0].span
    assert span
    assert (None if span.line is None else (span.line, span.column)) == place


def test_a_total_beyond_all_cards_is_one_finding_and_all_are_drawn() -> None:
    mixed, findings = make("total = 50\n" + SHARES["a"] + SHARES["b"], decks(numbered("a", 0), numbered("b", 1)))
    assert len(keys(mixed)) == 20
    assert [one.code for one in findings] == ["WM523"]


@pytest.mark.parametrize(
    ("line", "series"),
    [
        ("seed = true", ""),
        ("seed = 1.0", ""),
        ('seed = 1\nplayers = "4"', ""),
        ("seed = 1\ntotal = 48.0", ""),
        ("seed = 1\ntotal = true", ""),
        ('seed = 1\nsymbols = "yes"', ""),
        ("seed = 1", "count = true"),
        ("seed = 1", "count = 0"),
        ("seed = 1", 'count = "48"'),
        ("seed = 1", 'edition = "2"'),
        ("seed = 1", "earliest = 1400.0"),
        ("seed = 1\ntotal = 9", "share = true"),
        ("seed = 1\ntotal = 9", "count = 10"),
    ],
)
def test_numbers_are_taken_as_written_and_refused_once(line: str, series: str) -> None:
    text = f'title = {{ de = "Mix" }}\n{line}\n[[series]]\ncode = "a"\n{series}\n'
    recipe, findings = read_recipe(text.encode(), "probe.mix.toml")
    assert recipe is None
    assert len(findings) == 1


@pytest.mark.parametrize(
    ("line", "series", "said"),
    [
        ("title = {}", "", "`title`: Eine Mischung hat ihren Titel in wenigstens einer Sprache."),
        ("total = 3", "count = 5", "Die Anzahlen der Serien ergeben 5 Karten, mehr als die 3 des Rezepts."),
        ("", "earliest = 5\nlatest = 1", "`series 1`: `earliest` 5 liegt nach `latest` 1."),
        ("", "share = 2", "Ein `share` braucht ein `total` der Mischung oder `players`."),
        ("total = 9", "share = 2\ncount = 3", "`series 1`: Eine Serie hat `count` oder `share`, nicht beides."),
    ],
)
def test_what_is_wrong_with_a_recipe_is_told_in_german(line: str, series: str, said: str) -> None:
    title = "" if line.startswith("title") else 'title = { de = "Mix" }\n'
    _, (found,) = read_recipe(f'{title}seed = 1\n{line}\n[[series]]\ncode = "a"\n{series}\n'.encode(), "probe")
    assert message(found, "de") == (said, "de")
