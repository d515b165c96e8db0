"""Wrong usage and inputs that cannot be used: one report in the format that was asked for, status 2."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pipeline.cli import main

FAULTY = (
    "Nr;Ereignis;Jahr;Quelle\n1;Ein Zug fährt (1835);1835;book: Chronik\n2;Der Dampfer sinkt;Mai 52;book: Chronik\n"
)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text(FAULTY, encoding="utf-8")
    return tmp_path


def wildmix(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


MISUSES = [
    (["check", "nowhere.csv"], "there is no table `nowhere.csv`"),
    (["ingest", "nowhere.csv"], "nowhere.csv"),
    (["check", "--bogus"], "No such option '--bogus'"),
    (["--bogus", "check"], "No such option '--bogus'"),
    (["nonsense"], "No such command 'nonsense'"),
    (["check", "--diff", "t.csv"], "--diff shows what --fix would change"),
    (["corrigenda", "list"], "no wildmix.toml"),
    (["simulate"], "Missing argument"),
]


@pytest.mark.parametrize(("arguments", "message"), MISUSES)
@pytest.mark.parametrize("option", [["--format", "json"], ["--format=json"], ["--format", "text", "--format", "json"]])
def test_json_tells_of_misuse_in_its_one_object(arguments: list[str], message: str, option: list[str]) -> None:
    result = wildmix(*arguments, *option)
    report = json.loads(result.stdout)
    assert (result.exit_code, result.stderr) == (2, "")
    assert [found["code"] for found in report["findings"]] == ["WM016"]
    assert message in report["findings"][0]["message"]
    assert report["checked"] == {}


@pytest.mark.parametrize(("arguments", "message"), MISUSES)
def test_github_tells_of_misuse_in_an_annotation(arguments: list[str], message: str) -> None:
    result = wildmix(*arguments, "--format", "github")
    assert (result.exit_code, result.stderr) == (2, "")
    assert result.stdout.startswith("::error title=WM016::")
    assert message in result.stdout


@pytest.mark.parametrize(("arguments", "message"), MISUSES)
def test_people_are_told_on_standard_error(arguments: list[str], message: str) -> None:
    result = wildmix(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_what_follows_two_dashes_is_no_option() -> None:
    result = wildmix("check", "--bogus", "--", "--format", "json")
    assert (result.exit_code, result.stdout) == (2, "")


def test_misuse_is_told_whatever_findings_are_chosen_and_beside_them() -> None:
    result = wildmix("check", "nowhere.csv", "t.csv", "--select", "WM305", "--format", "json")
    assert [found["code"] for found in json.loads(result.stdout)["findings"]] == ["WM016", "WM305"]
    assert result.exit_code == 2


def test_json_is_complete_however_quiet_people_want_it() -> None:
    plain, quiet, verbose = (wildmix("check", "t.csv", "--format", "json", *more) for more in ((), ("-q",), ("-v",)))
    assert plain.stdout == quiet.stdout == verbose.stdout
    severities = {found["severity"] for found in json.loads(plain.stdout)["findings"]}
    assert severities == {"error", "warning", "note"}


def test_annotations_are_for_people_and_heed_it() -> None:
    printed = {
        option: wildmix("check", "t.csv", "--format", "github", *option).stdout for option in ((), ("-q",), ("-v",))
    }
    levels = {option: {line.split()[0] for line in lines.splitlines()} for option, lines in printed.items()}
    assert levels == {(): {"::error", "::warning"}, ("-q",): {"::error"}, ("-v",): {"::error", "::warning", "::notice"}}
