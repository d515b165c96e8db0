"""`wildmix simulate`, `wildmix replay record` and `wildmix replay --against` on a small workspace, and the model."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from games_table import sit
from hypothesis import given
from hypothesis import strategies as st

from pipeline.cards import Deck
from pipeline.cli.replay import command as replaying
from pipeline.cli.simulate import command as simulate
from pipeline.games.bots import bots
from pipeline.games.chance import Dice
from pipeline.games.knowledge import Knowledge, Mind
from pipeline.games.pieces import Pieces, of_deck
from pipeline.games.replay import replay as play
from pipeline.games.rulebooks import RULEBOOKS
from pipeline.games.simulation import Task, difficulty, mean, quantile, rate, undecidable
from pipeline.games.simulation import run as games
from pipeline.source import SourceText
from pipeline.workspace import load_table
from pipeline.years import YearInterval

YEARS = range(1000, 2000, 10)
DECK = "cards.csv"


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a workspace with a table of a hundred cards, and a second one in which two years are exchanged."""
    (tmp_path / "wildmix.toml").write_text('title = "test"\n', encoding="utf-8")
    rows = [f"c{year},Ereignis {year},{year}" for year in YEARS]
    head = "id,event_de,year"
    (tmp_path / DECK).write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
    swapped = [row.replace(",1500", ",1600") if row.startswith("c1500") else row for row in rows]
    (tmp_path / "later.csv").write_text("\n".join([head, *swapped]) + "\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str, stdin: str = "") -> Result:
    return CliRunner().invoke(replaying if arguments[0] in {"record", "run"} else simulate, arguments, input=stdin)


@pytest.mark.parametrize("rules", [name for name in RULEBOOKS if name != "assyrian"])
def test_every_game_is_simulated(workspace: Path, rules: str) -> None:
    assert workspace.is_dir()
    players = "1" if rules == "we-can-play-solo" else "2-3"
    result = run(DECK, "--rules", rules, "--players", players, "--games", "8", "--jobs", "1", "--format", "json")
    report = json.loads(result.stdout)
    assert (result.exit_code, report["findings"]) == (0, [])
    found = report["simulation"]
    assert list(found["players"]) == (["1"] if players == "1" else ["2", "3"])
    for numbers in found["players"].values():
        assert numbers["games"] == 8
        assert sorted(numbers["sensitivity"]) == ["0.15", "0.6"]
        assert numbers["length"]["low"] <= numbers["length"]["mean"] <= numbers["length"]["high"]
    assert found["cards"]["undecidable_pairs"] == 0
    assert ("symbols" in found) == (rules == "timeline-twist-team")


def test_the_number_of_processes_changes_nothing(workspace: Path) -> None:
    assert workspace.is_dir()
    one, two = (run(DECK, "--games", "6", "--jobs", jobs, "--format", "json") for jobs in "12")
    assert json.loads(one.stdout) == json.loads(two.stdout)
    assert json.loads(one.stdout) != json.loads(run(DECK, "--games", "6", "--seed", "2", "--format", "json").stdout)


def test_a_deck_too_small_is_a_finding_and_other_numbers_are_played(workspace: Path) -> None:
    assert workspace.is_dir()
    result = run(DECK, "--players", "2-3", "--set", "hand=40", "--set", "cap=50", "--games", "2", "--jobs", "1")
    assert result.exit_code == 1
    assert "error[WM715]: 3 players: AD-2: 120 cards to deal and one to begin with" in result.stdout
    assert "2 players, 2 games" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--set", "hnad=3"], "`anno-domini` has no option `hnad` (options: hand,"),
        (["--set", "hand"], "option `hand`: input should be a valid integer"),
        (["--preset", "mine"], "there is no preset `mine` of `anno-domini` (known: default, short-rules,"),
        (["--players", "11"], "`11` players: the game is for 2 to 10; write 4 or 2-6"),
        (["--players", "many"], "`many` players: the game is for 2 to 10"),
        (["--sigma", "nan"], "`nan` is no number"),
        (["--now", "0"], "0 is not in the range 1<=x<=9999"),
        (["--now", "1" + "0" * 400], "is not in the range 1<=x<=9999"),
        (["--jobs", "400"], "400 is not in the range 1<=x<=64"),
        (["--set", "cap=1" + "0" * 30], "option `cap`: input should be less than or equal to 1000000"),
        (["--rules", "we-can-play", "--set", "anonymous=99999999"], "option `anonymous`: input should be less than"),
        (["--rules", "we-can-play-solo", "--players", "4"], "`4` players: the game is for 1"),
        (["--rules", "assyrian"], "cards.csv holds no tiles"),
    ],
)
def test_wrong_usage_ends_with_status_2(workspace: Path, arguments: list[str], message: str) -> None:
    assert workspace.is_dir()
    result = run(DECK, *arguments)
    assert result.exit_code == 2
    assert message in result.stderr


def test_cards_of_the_future_are_named(workspace: Path) -> None:
    assert workspace.is_dir()
    result = run(DECK, "--now", "1985", "--games", "1", "--jobs", "1")
    assert result.exit_code == 0
    assert "warning[WM716]: 1 card lies after 1985, the year of the players: `c1990`" in result.stdout


@pytest.mark.parametrize("players", [",,", "Ada,", " ,bot", "Ada,\x1b[31m"])
def test_players_without_a_name_are_wrong_usage(workspace: Path, players: str) -> None:
    assert workspace.is_dir()
    result = run("record", DECK, "--players", players)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "each needs a name that can be printed" in result.stderr


def test_a_sealed_choice_is_not_told_before_all_have_chosen(workspace: Path) -> None:
    assert workspace.is_dir()
    setting = ("--rules", "assyrian", "--set", "contribution=simultaneous", "--players", "Ada,Berta")
    lines = run("record", "assyrian-tiles/1", *setting, stdin="pass\npass\nquit\n").stderr.splitlines()
    told = [line for line in lines if line.startswith(("Ada:", "Berta:"))]
    assert told == ["Ada: sealed until all have chosen", "Berta: pass"]


def test_tiles_are_no_cards_and_cards_no_tiles() -> None:
    root = str(Path(__file__).parents[2])
    mixed_up = run("frauen", "--rules", "assyrian", "--workspace", root)
    assert (mixed_up.exit_code, "`frauen` holds cards; Assyrian is played with" in mixed_up.stderr) == (2, True)
    mixed_up = run("assyrian-tiles/1", "--workspace", root)
    assert (mixed_up.exit_code, "holds tiles; Anno Domini is played with cards" in mixed_up.stderr) == (2, True)


def screens(workspace: Path, typed: bytes, *arguments: str) -> list[str]:
    """Record a game at a terminal; return what each of its screens showed."""
    terminal, end = os.openpty()
    command = (sys.executable, "-c", "from pipeline.cli import main; main()", "replay", "record", *arguments)
    out = workspace / "game.jsonl"
    with out.open("wb") as log:
        subprocess.run(command, input=typed, stderr=end, stdout=log, cwd=workspace, check=True)
    os.close(end)
    written = b""
    with suppress(OSError):  # the end of what was written
        while part := os.read(terminal, 65536):
            written += part
    os.close(terminal)
    assert out.read_bytes().startswith(b'{"replay":1')
    return written.decode().replace("\r", "").split("\x1b[2J\x1b[H")[1:]


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of POSIX")
def test_a_cleared_screen_shows_what_came_of_the_turns_before(workspace: Path) -> None:
    shown = screens(workspace, b"1\n1\nquit\n", DECK, "--players", "Ada,Berta", "--set", "hand=2")
    told = [screen.split("phase:")[0].splitlines() for screen in shown]
    assert [[line.split(": ")[0] for line in lines] for lines in told] == [[], ["Ada"], ["Ada", "Berta"]]


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of POSIX")
def test_hidden_tiles_wait_until_their_player_sits_down(workspace: Path) -> None:
    table = ("assyrian-tiles/1", "--rules", "assyrian", "--players", "Ada,bot,Berta")
    first, handed_over, second, *rest = screens(workspace, b"pass\n\npass\nquit\n", *table)
    assert ("hand: " in first, "hand: " in handed_over, "hand: " in second) == (True, False, True)
    assert "Berta is to sit down" in handed_over
    assert ["Ada is to sit down" in screen for screen in rest] == [True]


def test_a_game_may_be_broken_off_before_it_begins(workspace: Path) -> None:
    result = run("record", DECK, "--players", "Ada,Berta", "--out", "game.jsonl", stdin="quit\n")
    assert (result.exit_code, "WM007" in result.output) == (0, False)
    assert "wrote game.jsonl: 0 actions" in result.stdout
    assert len((workspace / "game.jsonl").read_text(encoding="utf-8").splitlines()) == 1
    assert run("run", "game.jsonl").exit_code == 0


def test_a_game_is_recorded_with_cards_of_the_workspace(
    workspace: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    outside = tmp_path_factory.mktemp("outside") / DECK
    outside.write_bytes((workspace / DECK).read_bytes())
    result = run("record", str(outside), "--players", "bot,bot")
    assert (result.exit_code, f"`{outside}` lies outside the workspace" in result.stderr) == (2, True)
    (workspace / "sub").mkdir()
    monkeypatch.chdir(workspace / "sub")
    assert run("record", "../cards.csv", "--players", "bot,bot", "--out", "game.jsonl").exit_code == 0
    assert json.loads((workspace / "sub" / "game.jsonl").read_text(encoding="utf-8").splitlines()[0])["deck"] == DECK
    assert run("run", "game.jsonl").exit_code == 0


def test_a_folder_of_tables_is_no_deck(workspace: Path) -> None:
    assert workspace.is_dir()
    result = run(".", "--games", "1")
    assert (result.exit_code, "`.` holds 2 tables; name one of them" in result.stderr) == (2, True)


@pytest.mark.parametrize("rules", list(RULEBOOKS))
def test_bots_record_games_that_replay(workspace: Path, rules: str) -> None:
    assert workspace.is_dir()
    players, deck = "bot" if rules == "we-can-play-solo" else "bot,bot", DECK
    if rules == "assyrian":
        deck = "assyrian-tiles/1"
    recorded = run("record", deck, "--rules", rules, "--players", players, "--out", "game.jsonl")
    assert recorded.exit_code == 0
    replayed = run("run", "game.jsonl", "--format", "json")
    report = json.loads(replayed.stdout)
    assert (report["findings"], report["replays"][0]["status"]) == ([], "finished")
    again = run("record", deck, "--rules", rules, "--players", players, "--out", "game.jsonl")
    assert (again.exit_code, "game.jsonl is there already" in again.stderr) == (2, True)


def test_a_game_is_typed_and_broken_off(workspace: Path) -> None:
    assert workspace.is_dir()
    typed = "fly\n1\ndoubt\nquit\n"
    result = run("record", DECK, "--players", "Ada,Berta", "--set", "hand=2", stdin=typed)
    lines = result.stdout.splitlines()
    assert json.loads(lines[0])["players"] == ["Ada", "Berta"]
    assert [json.loads(line)["do"] for line in lines[1:]] == ["insert", "doubt"]
    assert "type one of: `insert CARD AT [CORRECT]`, `doubt`, `arrange ORDER`" in result.stderr
    assert "Ereignis" in result.stderr
    assert "Traceback" not in result.output


def test_flips_are_listed_with_their_cards(workspace: Path) -> None:
    first, second = (of_deck(*loaded(workspace / name)) for name in (DECK, "later.csv"))
    order = ["c1500", "c1900", "c1550", "c1700"]
    head = {"replay": 1, "rules": "timeline-twist", "options": {"hand": 1}, "deck": DECK, "sha256": first.sha256}
    log = [
        {**head, "players": ["Ada", "Berta"], "order": order},
        {"by": 0, "do": "place", "card": "c1500", "at": 0, "claim": {"correct": True}},
    ]
    result, findings = play(SourceText("game.jsonl", "\n".join(map(json.dumps, log))), first, second)
    assert [flip.as_json() for flip in result.flips] == [
        {
            "file": "game.jsonl",
            "line": 2,
            "fact": "correct",
            "before": True,
            "after": False,
            "cards": ["c1500", "c1550"],
        }
    ]
    assert [found.code for found in findings] == ["WM713", "WM711"]
    assert "`c1500` is 1500" in findings[0].message
    lacking = replace(second, dates={card: date for card, date in second.dates.items() if card != "c1550"})
    _, findings = play(SourceText("game.jsonl", "\n".join(map(json.dumps, log))), first, lacking)
    assert [found.code for found in findings] == ["WM714", "WM711"]


LOWER, GAP, BLOCKED, STACKED = "lower", "gap", "blocked", "stacked"


@pytest.mark.parametrize(
    ("moved", "flips"),
    [
        ({"c1700": 1900}, [(5, GAP, BLOCKED, ["c1750", "c1700"])]),
        ({"c1675": 1900}, [(4, GAP, LOWER, ["c1675", "c1700"])]),
        (
            {"c1650": 1750},
            [
                (3, LOWER, GAP, ["c1650", "c1700"]),
                (4, GAP, LOWER, ["c1675", "c1650"]),
                (5, GAP, STACKED, ["c1750", "c1650"]),
            ],
        ),
        (
            {"c1650": 1800},
            [
                (3, LOWER, STACKED, ["c1650", "c1800"]),
                (4, GAP, LOWER, ["c1675", "c1650"]),
                (5, GAP, BLOCKED, ["c1750", "c1650"]),
            ],
        ),
        ({"c2000": 1760}, []),
    ],
)
def test_a_card_of_the_team_game_that_comes_to_lie_elsewhere_names_the_card_it_passed(
    moved: dict[str, int], flips: list[tuple[int, str, str, list[str]]]
) -> None:
    years = ("c1700", "c1650", "c1675", "c1750", "c1800", "c2000")
    dates = {card: YearInterval(int(card[1:]), int(card[1:])) for card in years}
    first = Pieces("now", "0" * 64, dates, dict.fromkeys(years, ("sun", "sun")), dict.fromkeys(years))  # type: ignore[arg-type]
    second = replace(first, name="then", dates=dates | {card: YearInterval(year, year) for card, year in moved.items()})
    head = {"replay": 1, "rules": "timeline-twist-team", "options": {"hand": 4, "cards": 6}, "deck": "now"}
    log = [{**head, "sha256": first.sha256, "players": ["Ada"], "order": years}]
    log += [{"by": 0, "do": "place", "card": card} for card in years[:4]]
    result, findings = play(SourceText("game.jsonl", "\n".join(map(json.dumps, log))), first, second)
    assert [(flip.line, flip.before, flip.after, list(flip.cards)) for flip in result.flips] == flips
    assert all(f"`{next(iter(moved))}` is" in found.message for found in findings if found.code == "WM713")


def test_a_guess_that_comes_out_differently_names_the_card() -> None:
    years = ("c1500", "c1600", "c1700", "c1800")
    dates = {card: YearInterval(int(card[1:]), int(card[1:])) for card in years}
    first = Pieces("now", "0" * 64, dates, {}, dict.fromkeys(years))  # type: ignore[arg-type]
    second = replace(first, name="then", dates=dates | {"c1500": YearInterval(1600, 1600)})
    head = {"replay": 1, "rules": "we-can-play", "options": {"anonymous": 0}, "deck": "now", "sha256": first.sha256}
    log = [{**head, "players": ["Ada", "Berta"], "order": years}]
    log += [{"by": seat, "do": "guess", "year": 1490 + 100 * seat} for seat in range(2)]
    result, findings = play(SourceText("game.jsonl", "\n".join(map(json.dumps, log))), first, second)
    assert [(flip.fact, flip.before, flip.after, flip.cards) for flip in result.flips] == [("won", 0, 1, ("c1500",))]
    assert "`c1500` is 1500 in `now`, 1600 in `then`" in findings[0].message


def loaded(path: Path) -> tuple[Deck, str]:
    found = load_table(path)
    assert found.deck is not None
    return found.deck, found.sha256


def test_the_model_errs_more_for_what_is_older_and_never_for_what_overlaps() -> None:
    model = Knowledge(0.3, 2026)
    near = model.confusion(YearInterval(1990, 1990), YearInterval(2000, 2000))
    far = model.confusion(YearInterval(990, 990), YearInterval(1000, 1000))
    assert 0 < near < far < 0.5
    # ln(36 / 26) is 0.3254, 0.767 deviations of the difference of two errors of 0.3.
    assert near == pytest.approx(0.2215, abs=0.0002)
    assert model.confusion(YearInterval(1, 9), YearInterval(5, 20)) == 0
    believed = [Mind(model, {"c": YearInterval(1900, 1900)}, Dice(seed)).year("c") for seed in range(400)]
    assert 240 < sum(1856 <= year <= 1933 for year in believed) < 300
    mind = Mind(model, {"c": YearInterval(1900, 1900)}, Dice(1))
    assert mind.year("c") == mind.year("c")


@pytest.mark.parametrize("rules", ["anno-domini", "we-can-play", "we-can-play-solo", "timeline-twist"])
def test_bots_who_know_everything_make_no_mistakes_and_others_do(workspace: Path, rules: str) -> None:
    cards, players = of_deck(*loaded(workspace / DECK)), 1 if rules == "we-can-play-solo" else 3
    task = Task(rules, {}, players, cards, Knowledge(1e-6), 1, range(4))
    sure, unsure = games(task), games(replace(task, knowledge=Knowledge(1.0)))
    assert (sure.wrong.total(), sure.doubts) == (0, 0)
    assert unsure.wrong.total() + unsure.doubts > 0


@pytest.mark.parametrize(
    ("rules", "pile", "options", "action"),
    [
        ("anno-domini", "1500 1600 1000 1900 1700", {"hand": 1}, {"do": "insert", "card": "1500", "at": 1}),
        ("timeline-twist", "1890 1000 1600 1700 1900", {"hand": 2}, {"do": "place", "card": "1000", "at": 0}),
    ],
)
def test_bots_lay_what_is_most_certain(
    rules: str, pile: str, options: dict[str, int], action: dict[str, object]
) -> None:
    made, state = sit(rules, 2, pile, **options)
    if rules == "anno-domini":
        state = state.replaced(chain=("1000", "1900"))
    choices = [bots(made, 2, Knowledge(0.3), Dice(seed))(made, state, 0) for seed in range(100)]
    wanted = RULEBOOKS[rules].read(json.dumps({"by": 0, **action}))
    assert choices.count(wanted) > 80


def test_cards_that_were_shuffled_again_are_needed_too(workspace: Path) -> None:
    few = of_deck(*loaded(workspace / DECK))
    few = replace(few, dates={card: few.dates[card] for card in few.dated[:20]})
    tally = games(Task("anno-domini", {"hand": 9}, 2, few, Knowledge(1.0), 1, range(10)))
    assert max(tally.needed) > 20


@pytest.mark.parametrize(
    ("values", "percent", "value"),
    [([], 95, None), ([7], 95, 7), (range(1, 21), 95, 19), (range(1, 22), 95, 20), ([1, 2], 50, 1), ([3, 1, 2], 50, 2)],
)
def test_a_quantile_is_the_smallest_value_that_suffices(values: Sequence[int], percent: int, value: int | None) -> None:
    assert quantile(values, percent) == value
    assert value is None or sum(each <= value for each in values) * 100 >= percent * len(values)


def test_intervals_of_confidence() -> None:
    assert mean([1, 2, 3]) == {"mean": 2.0, "low": 0.868, "high": 3.132}
    assert rate(0, 0)["rate"] is None
    assert rate(5, 10) == {"rate": 0.5, "low": 0.2366, "high": 0.7634, "of": 10}


ENDS = st.tuples(st.none() | st.integers(-50, 50), st.integers(0, 30), st.booleans())


@given(st.lists(ENDS, min_size=1, max_size=30))
def test_overlaps_are_counted_as_pairs_overlap(ends: list[tuple[int | None, int, bool]]) -> None:
    intervals = [
        YearInterval(first, None if is_open else (first or 0) + length if first is not None else length)
        for first, length, is_open in ends
    ]
    pieces = Pieces("deck", "", {f"c{at}": dates for at, dates in enumerate(intervals)})
    dates = pieces.dates
    expected = {card: sum(dates[card].overlaps(dates[other]) for other in dates if other != card) for card in dates}
    assert undecidable(pieces, pieces.dated) == expected


def test_cards_may_be_compared_with_some_others_only() -> None:
    pieces = Pieces("deck", "", {f"c{year}": YearInterval(year, year) for year in range(1900, 2000, 10)})
    alone = difficulty(pieces, pieces.dated, Knowledge())
    assert difficulty(pieces, pieces.dated, Knowledge(), pieces.dated) == alone
    assert difficulty(pieces, ["c1900"], Knowledge(), pieces.dated) == {"c1900": alone["c1900"]}
