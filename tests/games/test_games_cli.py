"""`wildmix replay` on a small workspace."""

import json
import os
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pipeline.cli.replay import command

HERE = Path(__file__).parent
WON = "example-b-third-first.jsonl"
BROKEN_OFF = "example-a-third-first.jsonl"


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a workspace with two recorded games on the rulebook's example cards, and stand in it."""
    (tmp_path / "wildmix.toml").write_text('title = "test"\n', encoding="utf-8")
    (tmp_path / "data" / "replays").mkdir(parents=True)
    (tmp_path / "tests" / "games" / "decks").mkdir(parents=True)
    shutil.copy(HERE / "decks" / "examples.csv", tmp_path / "tests" / "games" / "decks")
    for name in (WON, BROKEN_OFF):
        shutil.copy(HERE / "replays" / name, tmp_path / "data" / "replays")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def wildmix(*arguments: str, stdin: bytes = b"") -> Result:
    return CliRunner().invoke(command, arguments, input=stdin)


def test_all_recorded_games_are_replayed(workspace: Path) -> None:
    assert workspace.is_dir()
    result = wildmix()
    deck = "tests/games/decks/examples.csv"
    assert result.stdout.splitlines() == [
        f"data/replays/{BROKEN_OFF}: not finished; 3 actions in 1 round, 2 claims checked ({deck})",
        f"data/replays/{WON}: Ada wins (last card); 4 actions in 1 round, 3 claims checked ({deck})",
        "checked 2 replays, 7 actions: 1 note (-v shows notes)",
    ]
    assert result.exit_code == 0


def test_results_are_json_too(workspace: Path) -> None:
    report = json.loads(wildmix("--format", "json", str(workspace / "data" / "replays" / WON)).stdout)
    assert report["checked"] == {"replays": 1, "actions": 4}
    assert report["findings"] == []
    assert report["replays"] == [
        {
            "file": f"data/replays/{WON}",
            "rules": "anno-domini",
            "deck": "tests/games/decks/examples.csv",
            "players": ["Ada", "Berta"],
            "status": "finished",
            "winners": ["Ada"],
            "score": None,
            "rank": None,
            "reason": "last card",
            "rounds": 1,
            "actions": 4,
            "claims": 3,
        }
    ]


def test_the_score_of_a_team_is_told_with_its_rank() -> None:
    log = HERE.parents[1] / "data" / "replays" / "timeline-twist-team-25-points.jsonl"
    result = wildmix("--format", "json", "--workspace", str(HERE.parents[1]), str(log))
    (replayed,) = json.loads(result.stdout)["replays"]
    assert (replayed["score"], replayed["rank"]) == (25, "Sophisticated Crew")


def test_a_fault_is_shown_at_its_place_and_the_others_go_on(workspace: Path) -> None:
    log = workspace / "data" / "replays" / WON
    log.write_text(log.read_text(encoding="utf-8").replace('"card":"B3"', '"card":"B4"'), encoding="utf-8")
    result = wildmix()
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[1].startswith(f"data/replays/{WON}: stopped at a fault; 1 action in 1 round")
    assert lines[2] == f"data/replays/{WON}:3:30: error[WM709]: AD-5: card `B4` is not in the hand of seat 1"
    assert lines[-1].startswith("checked 2 replays, 4 actions: 1 error")


def test_a_missing_file_is_wrong_usage_and_the_others_go_on(workspace: Path) -> None:
    result = wildmix("nowhere.jsonl", str(workspace / "data" / "replays" / WON))
    assert result.exit_code == 2
    assert "wildmix: error: cannot read nowhere.jsonl: No such file or directory" in result.stderr
    assert "Ada wins" in result.stdout


def test_a_log_comes_from_standard_input(workspace: Path) -> None:
    result = wildmix("-", stdin=(workspace / "data" / "replays" / WON).read_bytes())
    assert result.stdout.startswith("<stdin>: Ada wins (last card); 4 actions")
    assert result.exit_code == 0


@pytest.mark.parametrize(
    ("data", "finding"),
    [
        (b"", "<stdin>: error[WM701]: the log is empty"),
        (b'{"replay":1,\xff', "<stdin>:1:13: error[WM001]: byte 0xff is not UTF-8"),
        (b"no log\n", "<stdin>:1:1: error[WM707]: the line is not valid JSON: expecting value"),
    ],
)
def test_what_is_no_log_is_one_finding(workspace: Path, data: bytes, finding: str) -> None:
    assert workspace.is_dir()
    result = wildmix("-", stdin=data)
    assert result.exit_code == 1
    assert finding in result.stdout.splitlines()
    assert result.stdout.splitlines()[-1] == "checked 1 replay: 1 error"


def test_an_unknown_deck_is_a_finding_in_the_log(workspace: Path) -> None:
    log = (workspace / "data" / "replays" / WON).read_text(encoding="utf-8")
    result = wildmix("-", stdin=log.replace("tests/games/decks/examples.csv", "frauen/2").encode())
    assert result.exit_code == 1
    assert result.stdout.startswith("<stdin>: not replayed\n")
    assert "<stdin>:1:63: error[WM712]: there is no deck, mix or table `frauen/2`" in result.stdout


@pytest.mark.parametrize("deck", ["{outside}/cards.csv", "{up}/cards.csv", "data/../{up}/cards.csv", "data/link.csv"])
def test_a_log_names_no_file_outside_the_workspace(
    workspace: Path, tmp_path_factory: pytest.TempPathFactory, deck: str
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    shutil.copy(HERE / "decks" / "examples.csv", outside / "cards.csv")
    (workspace / "data" / "link.csv").symlink_to(outside / "cards.csv")
    log = (workspace / "data" / "replays" / WON).read_text(encoding="utf-8")
    named = deck.format(outside=outside, up=os.path.relpath(outside, workspace))
    for rules in ("anno-domini", "assyrian"):
        changed = log.replace("tests/games/decks/examples.csv", named).replace("anno-domini", rules)
        result = wildmix("-", stdin=changed.encode())
        assert result.exit_code == 1
        assert f"error[WM712]: `{named}` leads out of the workspace" in result.stdout


@pytest.mark.parametrize("deck", ["x" * 5000, "a\\u0000b", "data", "."])
def test_a_deck_of_an_odd_name_is_a_finding(workspace: Path, deck: str) -> None:
    log = (workspace / "data" / "replays" / WON).read_text(encoding="utf-8")
    result = wildmix("-", stdin=log.replace("tests/games/decks/examples.csv", deck).encode())
    assert (result.exit_code, "error[WM712]" in result.stdout) == (1, True)


def test_the_path_of_a_table_begins_at_the_root_of_the_workspace(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(workspace / "data")
    assert wildmix().exit_code == 0


def test_a_workspace_without_games_checked_nothing(workspace: Path) -> None:
    shutil.rmtree(workspace / "data" / "replays")
    result = wildmix()
    assert result.exit_code == 1
    assert "error[WM007]" in result.stdout
