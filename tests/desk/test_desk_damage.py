"""Damaged workspaces: every page says what is wrong, none falls over, and nothing is written."""

import re
import resource
import socket
import subprocess
from pathlib import Path

import bundled
import pytest
from desk_client import Browser, hidden

PAGES = (
    "/",
    "/findings",
    "/deck/frauen/2",
    "/mix/wildmix",
    "/mix/wildmix/recipe",
    "/card/frauen/F010",
    "/timeline",
    "/letters",
    "/letters/new?card=frauen:F010&new=1507",
    "/letters/CORR-frauen-018",
    "/editions/frauen",
    "/duplicates/list",
    "/duplicates/frauen:F045/seefahrer:S084",
    "/print",
)
DAMAGE = {
    "series file": ("data/decks/frauen/series.toml", b"code = "),
    "series without languages": ("data/decks/frauen/series.toml", b'code = "frauen"\n'),
    "list": ("data/decks/frauen/corrigenda.json", b"{"),
    "list of another form": ("data/decks/frauen/corrigenda.json", b'{"series": "frauen", "corrigenda": [{"id": 1}]}'),
    "deck": ("data/decks/frauen/2.csv", b"\xff\xfe\x00"),
    "deck without cards": ("data/decks/frauen/2.csv", b"id,event_de,year\n"),
    "decisions": ("data/decks/duplicates.csv", b"<<<<<<< ours\nx\n"),
    "recipe": ("data/decks/wildmix.mix.toml", b"["),
    "mix": ("data/decks/wildmix.csv", b"nothing\n"),
    "profile": ("print/home.toml", b"[sheet\n"),
    "games": ("data/replays/frauen-reversal.jsonl", b"{"),
    "rules": ("data/decks/duplicates.toml", b"["),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_damage_is_told_and_nothing_falls_over(what: str, tmp_path: Path) -> None:
    here = bundled.copy(tmp_path)
    name, content = DAMAGE[what]
    (here / name).write_bytes(content)
    before = bundled.contents(here)
    desk = Browser(here).enter()
    desk.desk.warm()
    for path in PAGES:
        assert desk.get(path).status_code in {200, 303, 404, 422}, path
    assert bundled.contents(here) == before


@pytest.mark.parametrize("gone", ["frauen/2.csv", "frauen/corrigenda.json", "wildmix.csv"])
def test_what_is_not_there_is_no_fault_of_the_desk(gone: str, tmp_path: Path) -> None:
    here = bundled.copy(tmp_path)
    (here / "data/decks" / gone).unlink()
    desk = Browser(here).enter()
    for path in PAGES:
        assert desk.get(path).status_code in {200, 303, 404, 422}, path


def test_an_empty_workspace_has_its_pages(tmp_path: Path) -> None:
    (tmp_path / "wildmix.toml").write_text('title = "new"\n', encoding="utf-8")
    desk = Browser(tmp_path).enter()
    assert "no series yet" in desk.page("/")
    for path in ("/findings", "/letters", "/letters/new", "/duplicates/list", "/timeline", "/print"):
        assert desk.get(path).status_code in {200, 303, 404, 422}, path


def test_a_list_that_lost_an_entry_is_not_rewritten(tmp_path: Path) -> None:
    here = bundled.copy(tmp_path)
    desk = Browser(here).enter()
    sent = hidden(desk.page("/letters/CORR-frauen-018"))
    path = here / "data/decks/frauen/corrigenda.json"
    path.write_bytes(path.read_bytes().replace(b'"status": "held"', b'"status": "gone"'))
    before = bundled.contents(here)
    answer = desk.post("/letters/CORR-frauen-018/reject", {"seen": sent["seen"], "note": "x"})
    assert answer.status_code == 422
    assert "would be lost" in answer.text
    assert bundled.contents(here) == before


def test_a_full_disk_is_told_and_all_is_as_it_was(tmp_path: Path) -> None:
    here = bundled.copy(tmp_path)
    desk = Browser(here).enter()
    sent = hidden(desk.page("/letters/CORR-frauen-018"))
    desk.token()
    before = bundled.contents(here)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2_000, limits[1]))  # the list is longer
    try:
        answer = desk.post("/letters/CORR-frauen-018/hold", {"seen": sent["seen"]})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert answer.status_code == 500
    assert "A file cannot be written. All is as it was." in answer.text
    assert bundled.contents(here) == before


def run(here: Path, *words: str) -> tuple[int, str]:
    done = subprocess.run(
        [bundled.WILDMIX, "desk", *words], cwd=here, capture_output=True, text=True, timeout=60, check=False
    )
    return done.returncode, done.stderr


def test_a_port_that_is_taken_is_wrong_usage(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        status, complaint = run(bundled.copy(tmp_path), "--no-browser", "--port", str(taken.getsockname()[1]))
    assert status == 2
    assert re.search(r"port \d+ cannot be used", complaint)


def test_without_a_workspace_there_is_no_desk(tmp_path: Path) -> None:
    status, complaint = run(tmp_path, "--no-browser")
    assert status == 2
    assert "no wildmix.toml" in complaint
