"""Replays: what is derived again, and one finding with its place for everything that can be wrong with a log."""

import json
from typing import Any

import pytest
from games_table import deck
from hypothesis import given
from hypothesis import strategies as st

from pipeline.cards import Deck
from pipeline.diagnostics import Diagnostic, Severity
from pipeline.games.core import Ending
from pipeline.games.pieces import of_deck
from pipeline.games.replay import ReplayResult, read_header, replay
from pipeline.source import SourceText

SHA = "ab" * 32
CARDS = ["9", "2", "3", "5", "20", "21", "22", "23", "24", "25"]
DECK = deck(*CARDS)

# Seat 0 lays its only card wrongly, draws two, and wins in the second round.
GAME = [
    '{"by":0,"do":"insert","card":"9","at":0}',
    '{"by":1,"do":"doubt","claim":{"correct":false,"drawn":2}}',
    '{"by":1,"do":"insert","card":"2","at":0}',
    '{"by":0,"do":"insert","card":"20","at":1}',
    '{"by":1,"do":"insert","card":"3","at":1,"correct":["2","20","22"]}',
    '{"by":0,"do":"doubt","claim":{"correct":true,"drawn":0}}',
    '{"do":"end","claim":{"winner":1}}',
]


def header(**changed: Any) -> str:
    content = {
        "replay": 1,
        "rules": "anno-domini",
        "options": {"hand": [1, 2]},
        "deck": "test/1",
        "sha256": SHA,
        "players": ["Ada", "Berta"],
        "order": CARDS,
    }
    return json.dumps({**content, **changed})


def run(*lines: str, cards: Deck = DECK, end: str = "\n") -> tuple[ReplayResult, list[Diagnostic]]:
    return replay(SourceText("game.jsonl", "\n".join(lines) + end), of_deck(cards, SHA))


def place(found: Diagnostic) -> tuple[int | None, int | None]:
    assert found.span is not None
    return found.span.line, found.span.column


def marked(found: Diagnostic) -> str:
    """Return the text under the caret."""
    assert found.span is not None
    assert found.span.excerpt is not None
    assert found.span.column is not None
    assert found.span.end_column is not None
    return found.span.excerpt[found.span.column - 1 : found.span.end_column - 1]


def test_a_whole_game_is_replayed_and_its_claims_hold() -> None:
    result, findings = run(header(), *GAME)
    assert findings == []
    assert (result.status, result.ending, result.winners) == ("finished", Ending((1,), "last card"), ("Berta",))
    assert (result.rounds, result.actions, result.claims) == (2, 6, 5)
    assert result.as_json()["winners"] == ["Berta"]


def test_blank_lines_and_windows_line_ends_change_nothing() -> None:
    text = "\r\n\r\n".join([header(), *GAME]) + "\r\n"
    assert replay(SourceText("game.jsonl", text), of_deck(DECK, SHA))[1] == []


def test_a_game_broken_off_is_a_note() -> None:
    result, (found,) = run(header(), *GAME[:3])
    assert (result.status, result.ending, result.actions) == ("unfinished", None, 3)
    assert (found.code, found.severity, place(found)) == ("WM711", Severity.NOTE, (4, 1))
    assert found.message == "the log ends in round 2: seat 0 (`Ada`) is on turn"


def test_a_header_alone_is_a_game_not_begun() -> None:
    result, (found,) = run(header())
    assert (result.status, result.actions, found.code, place(found)) == ("unfinished", 0, "WM711", (1, 1))


def test_a_reshuffle_is_awaited_and_taken_from_the_log() -> None:
    cards = ["1", "2", "3", "4", "5", "6", "7", "20", "21", "22"]
    lines = [
        header(options={"hand": 3}, order=cards),
        '{"by":0,"do":"insert","card":"1","at":0}',
        '{"by":1,"do":"doubt","claim":{"correct":true,"drawn":4}}',
    ]
    result, (found,) = run(*lines, cards=deck(*cards))
    assert (result.status, found.message) == ("unfinished", "the log ends in round 1: a chance event is due")
    result, (found,) = run(*lines, '{"do":"chance","order":["7","1"]}', cards=deck(*cards))
    assert (result.rounds, found.message) == (2, "the log ends in round 2: seat 1 (`Berta`) is on turn")


RULES = "anno-domini, we-can-play, we-can-play-solo, assyrian, timeline-twist, timeline-twist-team"
NO_HEADER = "the first line is no header: it has no `replay`"
TOO_FEW = "AD-2: 3 cards to deal and one to begin with, but the deck has 3"
ORDER_OF_3 = '["9", "2", "3"]'
HEADERS = [
    ("[1]", "WM701", "[1]", NO_HEADER),
    (GAME[0], "WM701", GAME[0], NO_HEADER),
    ("{", "WM707", "", "the line is not valid JSON: expecting property name enclosed in double quotes"),
    (header(replay=2), "WM702", "2", "format version 2 is not known; this program reads version 1"),
    (header(replay=True), "WM702", "true", "format version true is not known; this program reads version 1"),
    (header(rules="tarock"), "WM703", '"tarock"', f"there are no rules `tarock` (known: {RULES})"),
    (header(players=7), "WM701", "7", "`players`: input should be a valid array"),
    (header(sha256="12"), "WM701", '"12"', "`sha256`: string should match pattern '^[0-9a-f]{64}$'"),
    (header(speed=10), "WM701", "10", "`speed` is not known here"),
    (header(order=["9", 22]), "WM701", "22", "`order.1`: input should be a valid string"),
    (header(order=["9", "2", "777", "5"]), "WM705", '"777"', "card `777` is not in deck `test/1`"),
    (header(order=["9", "2", "3"]), "WM706", ORDER_OF_3, TOO_FEW),
    (header(order=["2", "9", "3", "5", "2"]), "WM706", '"2"', "C-7: card `2` lies in the deck 2 times"),
    (header(players=["A"], options={}), "WM706", '["A"]', "AD-1: 1 players; the game is for 2 to 10"),
    (header(options={"hand": [1]}), "WM706", "[1]", "`options.hand`: input should be a valid integer"),
    (header(options={"hand": [1, 2, 3]}), "WM706", "[1, 2, 3]", "AD-1: `hand` gives 3 numbers of cards for 2 players"),
    (header(options={"hand": "9"}), "WM706", '"9"', "`options.hand`: input should be a valid integer"),
    (header(options={"hand": 0}), "WM706", "0", "`options.hand`: input should be greater than or equal to 1"),
    (header(options={"hnad": 31}), "WM706", "31", "`options.hnad` is not known here"),
    (header()[:-1] + ', "players": ["X", "Y"]}', "WM701", '["X", "Y"]', "`players` stands in the line twice"),
    (header().replace('{"hand"', '{"hand": 5, "hand"'), "WM701", "[1, 2]", "`options.hand` stands in the line twice"),
    (header(options={"final_check": 0}), "WM706", "0", "`options.final_check`: input should be 'forced_doubt'"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "code", "under", "message"), HEADERS)
def test_a_header_that_cannot_be_played_from_is_one_finding(line: str, code: str, under: str, message: str) -> None:
    result, findings = run(line, *GAME)
    found = findings[0]
    assert (result.status, result.actions) == ("failed", 0)
    assert (found.code, found.severity, found.message) == (code, Severity.ERROR, message)
    assert (place(found)[0], marked(found)) == (1, under)
    assert found.help
    assert len({each.span for each in findings}) == len(findings) == 1


def test_an_empty_log_has_no_header() -> None:
    result, (found,) = run(end="")
    assert (result.status, found.code, found.message) == ("failed", "WM701", "the log is empty")


def test_a_deck_with_another_sum_is_not_played_with() -> None:
    _, (found,) = run(header(sha256="cd" * 32), *GAME)
    assert (found.code, marked(found)) == ("WM704", f'"{"cd" * 32}"')
    assert found.message == "deck `test/1` has the sum abababababab…, the game was recorded with cdcdcdcdcdcd…"


def test_two_faults_of_the_header_are_two_findings() -> None:
    _, findings = run(header(players=7, sha256="12"))
    assert [(found.code, marked(found)) for found in findings] == [("WM701", '"12"'), ("WM701", "7")]


TWICE = "`correct` stands in the line twice"
NO_JSON = "the line is not valid JSON"
PLACES = "AD-5: place 2 is not in the chain; its places are 0 to 1"
FOREIGN = "AD-6: card `9` is not among the chain"
UNKNOWN = "card `x` is not in deck `test/1`"
NO_TEXT = "`correct.1`: input should be a valid string"
NO_LIST = "`correct`: input should be a valid array"
NO_BOOLEAN = "`claim.correct`: input should be a valid boolean"
ACTIONS = [
    ('{"by":0,"do":"insert","card":"9"', "WM707", (2, 33), f"{NO_JSON}: expecting ',' delimiter"),
    ('{"by":0,"do":"insert","card":"9","at":00}', "WM707", (2, 40), f"{NO_JSON}: expecting ',' delimiter"),
    ("pass", "WM707", (2, 1), f"{NO_JSON}: expecting value"),
    ('{"by":0,"do":"fly"}', "WM708", (2, 14), "there is no action `fly`"),
    ('{"by":0}', "WM708", (2, 1), "`do` is missing: the line is no action"),
    ('["insert"]', "WM708", (2, 1), "input should be an object"),
    ('{"by":0,"do":"insert","card":"9"}', "WM708", (2, 1), "`at` is missing"),
    ('{"by":0,"do":"insert","card":"9","at":"0"}', "WM708", (2, 39), "`at`: input should be a valid integer"),
    ('{"by":true,"do":"insert","card":"9","at":0}', "WM708", (2, 7), "`by`: input should be a valid integer"),
    ('{"by":0,"do":"insert","card":"9","at":0,"on":1}', "WM708", (2, 46), "`on` is not known here"),
    ('{"by":0,"do":"insert","card":"9","at":0,"correct":["5",7]}', "WM708", (2, 56), NO_TEXT),
    ('{"by":0,"do":"insert","card":"9","at":0,"correct":"5"}', "WM708", (2, 51), NO_LIST),
    ('{"by":0,"do":"insert","card":"9","at":0.0}', "WM708", (2, 39), "`at`: input should be a valid integer"),
    ('{"by":0,"do":"insert","card":"9","ta":0}', "WM708", (2, 39), "`ta` is not known here"),
    ('{"by":0,"do":"doubt","claim":[]}', "WM708", (2, 30), "`claim`: input should be an object"),
    ('{"by":0,"do":"doubt","claim":{"drawn":4,"right":1}}', "WM708", (2, 49), "`claim.right` is not known here"),
    ('{"by":0,"do":["insert"]}', "WM708", (2, 14), "there is no action `['insert']`"),
    ('{"by":true,"do":"insert","card":"9","at":0', "WM707", (2, 43), f"{NO_JSON}: expecting ',' delimiter"),
    ('{"by":0,"do":"doubt","claim":{"correct":1}}', "WM708", (2, 41), NO_BOOLEAN),
    ('{"do":"end","claim":{"winner":"Ada"}}', "WM708", (2, 31), "`claim.winner`: input should be a valid integer"),
    ('{"do":"end","claim":{}}', "WM708", (2, 21), "`claim.winner` is missing"),
    ('{"by":0,"do":"insert","card":"999","at":0}', "WM705", (2, 30), "card `999` is not in deck `test/1`"),
    ('{"by":0,"do":"insert","card":"2","at":0}', "WM709", (2, 30), "AD-5: card `2` is not in the hand of seat 0"),
    ('{"by":0,"do":"insert","card":"9","at":2}', "WM709", (2, 39), PLACES),
    ('{"by":0,"do":"insert","card":"9","at":0,"correct":["9"]}', "WM709", (2, 52), FOREIGN),
    ('{"by":0,"do":"insert","card":"9","at":0,"correct":["5","x"]}', "WM705", (2, 56), UNKNOWN),
    ('{"by":1,"do":"insert","card":"2","at":0}', "WM709", (2, 7), "AD-12: seat 1 acts, but seat 0 is on turn"),
    ('{"by":0,"do":"doubt"}', "WM709", (2, 14), "AD-14: doubt needs a card laid since the round began"),
    ('{"by":0,"do":"arrange","order":["5"]}', "WM709", (2, 14), "AD-20: there are no two starting cards to arrange"),
    ('{"do":"chance","order":[]}', "WM709", (2, 7), "AD-25: no pile is to be shuffled now"),
    ('{"by":1,"by":0,"do":"insert","card":"9","at":0}', "WM708", (2, 14), "`by` stands in the line twice"),
    ('{"by":0,"do":"doubt","do":"insert","card":"9","at":0}', "WM708", (2, 27), "`do` stands in the line twice"),
    ('{"by":0,"do":"insert","card":"9","at":1, "at" :0}', "WM708", (2, 48), "`at` stands in the line twice"),
    ('{"by":0,"do":"insert","card":"9","at":0,"correct":["5"],"correct":["5"]}', "WM708", (2, 67), TWICE),
    ('{"do":"end"}', "WM710", (2, 7), "the log says that the game is over, but it goes on"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "code", "where", "message"), ACTIONS)
def test_a_line_at_fault_is_one_finding_and_stops_the_replay(
    line: str, code: str, where: tuple[int, int], message: str
) -> None:
    result, (found,) = run(header(), line, *GAME)
    assert (result.status, result.actions) == ("failed", 0)
    assert (found.code, found.message, place(found)) == (code, message, where)
    assert found.help


FAULT = "`9` (AD 9) cannot stand before `5` (AD 5)"
NO_FAULT = "no card of the chain begins after a later one has ended"
CLAIMS = [
    (1, '{"correct":true}', "true", f"claimed is `correct` true, the rules give false: {FAULT}"),
    (1, '{"correct":false,"drawn":4}', "4", f"claimed is `drawn` 4, the rules give 2: {FAULT}"),
    (5, '{"correct":false}', "false", f"claimed is `correct` false, the rules give true: {NO_FAULT}"),
    (6, '{"winner":0}', "0", "claimed is `winner` 0, the rules give 1"),
    (6, '{"winner":[0,1]}', "[0,1]", "claimed is `winner` [0, 1], the rules give 1"),
    (6, '{"winner":null}', "null", "claimed is `winner` null, the rules give 1"),
]


@pytest.mark.parametrize(("number", "claim", "under", "message"), CLAIMS)
def test_a_claim_that_does_not_hold_is_marked(number: int, claim: str, under: str, message: str) -> None:
    action = json.dumps({**json.loads(GAME[number]), "claim": json.loads(claim)}, separators=(",", ":"))
    _, (found,) = run(header(), *GAME[:number], action, *GAME[number + 1 :])
    assert (found.code, found.message, marked(found)) == ("WM710", message, under)
    assert place(found)[0] == number + 2


@pytest.mark.parametrize(
    ("number", "line", "path"),
    [
        (1, '{"by":1,"do":"doubt","claim":{"correct":true,"correct":false,"drawn":2}}', "claim.correct"),
        (1, '{"by":1,"do":"doubt","claim":{"correct":true},"claim":{"correct":false}}', "claim"),
        (6, '{"do":"end","claim":{"winner":0,"winner":1}}', "claim.winner"),
    ],
)
def test_a_claim_is_made_once(number: int, line: str, path: str) -> None:
    result, (found,) = run(header(), *GAME[:number], line)
    assert (found.code, found.message) == ("WM708", f"`{path}` stands in the line twice")
    assert (place(found)[0], result.actions) == (number + 2, number)


def test_what_looks_like_a_key_within_a_text_is_none() -> None:
    assert run(header(players=['by": 1', "a:b"], note='"do": "x", "by": 7'), *GAME)[1] == []
    lines = ('{"claim":null,"by":1,"do":"doubt"}', '{"by" : 1,"do":"doubt","claim":{"drawn":2,"correct":null}}')
    for line in lines:
        assert run(header(), GAME[0], line, *GAME[2:])[1] == []


def test_a_log_cut_off_in_a_line_says_so() -> None:
    result, (found,) = run(header(), *GAME[:2], GAME[2][:20], end="")
    assert (found.code, place(found)) == ("WM707", (4, 14))
    assert found.message.startswith("the log breaks off in this line: unterminated string")
    assert (result.status, result.actions) == ("failed", 2)


def test_nothing_follows_the_end() -> None:
    _, (found,) = run(header(), *GAME, GAME[0])
    assert (found.code, found.message, place(found)) == ("WM708", "a line follows the `end` of the game", (9, 1))


def test_nobody_acts_when_the_game_is_over() -> None:
    _, (found,) = run(header(), *GAME[:-1], GAME[0])
    assert (found.code, found.message) == ("WM709", "AD-22: the game is over")


def test_a_long_log_after_the_end_of_the_game_is_not_read() -> None:
    _, findings = run(header(), *GAME[:-1], *([GAME[0]] * 20_000))
    assert len(findings) == 1


@pytest.mark.parametrize(
    "line", ["[" * 5000, '{"by":' + "9" * 5000 + "}", '"\\ud800"', "NaN", "\x00", '{"do":{}}', "0"]
)
def test_hostile_lines_are_findings_too(line: str) -> None:
    _, findings = run(header(), line)
    assert {found.code for found in findings} <= {"WM707", "WM708"}
    assert len(findings) == 1


@given(st.text(max_size=40))
def test_no_text_makes_the_replay_fail_otherwise(line: str) -> None:
    for lines in ((line,), (header(), line), (header(), *GAME[:2], line)):
        result, findings = run(*lines)
        assert (result.status == "failed") == any(found.severity is Severity.ERROR for found in findings)


@given(st.integers(0, 6), st.integers(0, 70), st.sampled_from('0129"{}[],:abx '))
def test_no_slip_of_a_key_makes_the_replay_fail_otherwise(number: int, at: int, char: str) -> None:
    line = GAME[number][:at] + char + GAME[number][at + 1 :]
    result, findings = run(header(), *GAME[:number], line, *GAME[number + 1 :])
    assert len(findings) <= 1
    assert (result.status == "failed") == any(found.severity is Severity.ERROR for found in findings)


def test_a_card_without_a_year_stops_the_game() -> None:
    undated = DECK.cards[0].model_copy(update={"interval": None})
    cards = Deck(DECK.name, DECK.series, (undated, *DECK.cards[1:]), 1)
    _, (found,) = run(header(), cards=cards)
    assert (found.code, found.message, marked(found)) == (
        "WM706",
        "AD-28: card `9` has no year to judge a chain by",
        '"9"',
    )


def test_a_mix_names_its_cards_with_their_series() -> None:
    first, second = deck("1", "2", code="frauen"), deck("1", "3", code="seefahrer")
    mixed = Deck("mixed", {**first.series, **second.series}, (*first, *second))
    order = ["frauen:1", "seefahrer:3", "seefahrer:1", "frauen:2"]
    lines = [header(order=order, options={"hand": 1}), '{"by":0,"do":"insert","card":"frauen:1","at":0}']
    assert [found.code for found in run(*lines, cards=mixed)[1]] == ["WM711"]
    _, (found,) = run(header(order=["1", "frauen:2", "seefahrer:3"]), cards=mixed)
    assert (found.code, found.message) == ("WM705", "card `1` is not in deck `test/1`")


def test_the_header_can_be_read_alone() -> None:
    read, findings = read_header(SourceText("game.jsonl", header() + "\nnonsense"))
    assert findings == []
    assert read is not None
    assert (read.deck, read.players, read.rules) == ("test/1", ("Ada", "Berta"), "anno-domini")
    read, (found,) = read_header(SourceText("game.jsonl", "nonsense"))
    assert (read, found.code) == (None, "WM707")
