"""`wildmix sources check` on a workspace whose sources and services lie on a server of this computer."""

import json
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from loopback import Handler, Web, asked_about, says, says_json, slow, web
from sources_samples import Place

WILDMIX = Path(sys.executable).with_name("wildmix")
COPY = "https://web.archive.org/web/2020/http://example.com/"


def archive(handler: Handler) -> None:
    gone = asked_about(handler).endswith("/gone")
    closest = {"closest": {"available": True, "url": COPY, "status": "200"}} if gone else {}
    handler.answer(200, json.dumps({"archived_snapshots": closest}).encode())


def found(report: dict[str, Any], code: str) -> dict[str, Any]:
    (one,) = [each for each in report["findings"] if each["code"] == code]
    return dict(one)


def test_every_state_is_told_once_with_what_to_do(place: Place, server: Web) -> None:
    server.pages["/wayback/available"] = archive
    server.pages["/api/handles/10.1000/182"] = says_json({"responseCode": 1})
    server.pages["/api/handles/10.1000/none"] = says_json({"responseCode": 100}, 404)
    server.pages["/wiki/Special:EntityData/Q7186.json"] = says_json({})
    home = server.address
    place.cards(
        ("1901", f"{home}/ok; locator: p. 1 | {home}/gone"),
        ("1902", f"{home}/none | {home}/gone"),
        ("1903", f"{home}/moved | {home}/busy"),
        ("1904", "http://10.0.0.1/x | ISBN 978-3-16-148410-1 | ISBN 978-3-16-148410-0"),
        ("1905", "10.1000/182 | https://doi.org/10.1000/none | Q7186 | Q9999"),
        ("1906", f"book: Chronik; archived: {home}/ok | archive: {home}/ok | archive: Stadtarchiv, Akte 3"),
    )
    report = place.json("sources", "check", "probe")
    assert report["states"] == {"alive": 3, "moved": 1, "dead": 4, "unknown": 1, "refused": 1, "malformed": 1}
    assert report["checked"] == {"cards": 6, "sources": 16}
    assert report["status"] == 0
    gone = [(one["card"], one["message"], one["help"]) for one in report["findings"] if one["code"] == "WM801"]
    assert min(gone) == (
        "P1",
        f"`{home}/gone`, a source of `P1` and 1 more, is gone: the host answers 410 (Gone)",
        f"there is a copy: write `archived: {COPY}` behind the source",
    )
    assert len(gone) == 4
    moved = found(report, "WM802")
    assert moved["message"] == f"`{home}/moved`, a source of `P3`, has moved to {home}/ok"
    assert moved["help"] == f"write the new address: {home}/ok"
    assert "answers 429" in found(report, "WM803")["message"]
    assert "10.0.0.1 is in a private network" in found(report, "WM804")["message"]
    assert "`ISBN 978-3-16-148410-1` is no ISBN" in found(report, "WM312")["message"]
    assert (moved["file"], moved["line"], moved["series"]) == (str(place.folder / "1.csv"), 4, "probe")
    line = (place.folder / "1.csv").read_text().splitlines()[3]
    assert line[moved["column"] - 1 : moved["end_column"] - 1] == f"{home}/moved"


SELF_SIGNED = Path(__file__).parent.parent / "fetch" / "certificates" / "self-signed.pem"


def test_a_certificate_that_proves_nothing_leaves_its_source_unknown(place: Place) -> None:
    with web(SELF_SIGNED) as other:
        place.cards(("1901", f"{other.address}/ok"))
        report = place.json("sources", "check")
        assert other.asked == []
    assert (report["states"]["unknown"], report["status"]) == (1, 0)
    assert "127.0.0.1 does not prove that it is 127.0.0.1: self-signed certificate" in found(report, "WM803")["message"]


def test_what_is_gone_and_archived_is_no_worry(place: Place, server: Web) -> None:
    place.cards(("1901", f"{server.address}/gone; archived: {server.address}/ok"))
    report = place.json("sources", "check")
    gone = found(report, "WM801")
    assert (gone["severity"], f"{server.address}/ok" in gone["help"]) == ("note", True)
    assert server.methods("/wayback/available") == []  # the archive need not be asked
    assert [one["archived"] for one in report["sources"]] == [f"{server.address}/ok", ""]


def test_what_was_answered_is_not_asked_again(place: Place, server: Web) -> None:
    place.cards(("1901", f"{server.address}/ok | {server.address}/gone"))
    first = place.run("sources", "check")
    assert "sources: 1 alive, 0 moved, 1 dead, 0 unknown, 0 refused, 0 malformed" in first.stdout
    asked = len(server.asked)
    assert f"web: {asked} requests, 0 answers from the cache" in first.stdout
    second = place.run("sources", "check")
    assert len(server.asked) == asked + 1  # the archive has no such page here: that answer was none
    assert "web: 1 request, 2 answers from the cache" in second.stdout
    server.pages["/wayback/available"] = archive
    assert COPY in place.run("sources", "check").stdout
    third = place.run("sources", "check")
    assert "web: 0 requests, 3 answers from the cache" in third.stdout
    assert COPY in third.stdout


def test_old_answers_are_asked_anew_and_uncertain_ones_after_an_hour(place: Place, server: Web) -> None:
    place.cards(("1901", f"{server.address}/ok | {server.address}/busy"))
    place.run("sources", "check")
    assert place.json("sources", "check")["requests"] == 0
    assert place.json("sources", "check", "--max-age", "0")["requests"] == 4
    _age(place, hours=2)
    again = place.json("sources", "check")
    assert (again["requests"], again["from_cache"]) == (3, 1)
    _age(place, hours=24 * 8)
    assert place.json("sources", "check")["requests"] == 4
    _age(place, hours=24 * 8)
    assert place.json("sources", "check", "--max-age", "9.5")["from_cache"] == 1


def _age(place: Place, hours: float) -> None:
    with sqlite3.connect(place.root / ".wildmix-cache" / "web.sqlite") as connection:
        connection.execute("UPDATE answers SET asked = asked - ?", (hours * 3600,))


def test_offline_nothing_is_asked_and_what_is_known_is_told(place: Place, server: Web) -> None:
    place.cards(("1901", f"{server.address}/none | {server.address}/ok"))
    place.run("sources", "check")
    _age(place, hours=24 * 100)
    place.cards(("1901", f"{server.address}/none | {server.address}/ok"), ("1902", f"{server.address}/never"))
    before = len(server.asked)
    report = place.json("sources", "check", "--offline")
    assert len(server.asked) == before
    assert (report["states"]["alive"], report["states"]["dead"], report["not_asked"]) == (1, 1, 2)
    assert report["status"] == 0


def test_a_computer_that_is_offline_is_told_in_one_line(tmp_path: Path) -> None:
    nowhere = "http://services.invalid"
    place = Place(tmp_path, archive=nowhere, wikidata=nowhere, doi=nowhere)
    place.cards(("1901", "http://some.invalid/x | http://other.invalid/y"))
    done = place.run("sources", "check")
    assert done.exit_code == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith("wildmix: error: this computer seems to be offline (no connection to ")
    assert "web: " in done.stdout
    assert "2 not asked" in done.stdout


def test_sources_of_corrigenda_are_looked_up_too(place: Place, server: Web) -> None:
    place.cards(("1901", f"{server.address}/ok"))
    source = f"url: {server.address}/gone; locator: p. 1; states: 1911"
    report = ("corrigenda", "report", "--card", "P1", "--new", "1911", "--on", "2026-01-01")
    assert place.run(*report, "--source", source, "--source", "isbn: 3-16").exit_code == 0
    gone = found(place.json("sources", "check"), "WM801")
    assert gone["message"].startswith(f"`{server.address}/gone`, a source of `CORR-probe-001`, is gone")
    assert (gone["file"], gone["card"]) == (str(place.folder / "corrigenda.json"), "P1")
    malformed = found(place.json("sources", "check"), "WM312")
    assert malformed["message"] == "`3-16` is no ISBN in a source of `CORR-probe-001`"


def test_a_series_decides_how_grave_a_dead_source_is(place: Place, server: Web) -> None:
    place.cards(("1901", f"{server.address}/gone"))
    path = place.folder / "series.toml"
    path.write_text(path.read_text().replace("[[editions]]", '[severity]\nWM801 = "error"\n\n[[editions]]'))
    assert place.run("sources", "check").exit_code == 1


def test_a_table_needs_no_workspace_and_private_hosts_are_refused_there(
    tmp_path: Path, server: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    table = f"Ereignis;Jahr;Quelle\nDie Titanic sinkt.;1912;{server.address}/ok\n"
    (tmp_path / "cards.csv").write_text(table)
    done = subprocess.run([WILDMIX, "sources", "check", "cards.csv"], capture_output=True, text=True, check=False)
    assert "1 refused" in done.stdout
    assert server.asked == []
    assert {path.name for path in tmp_path.iterdir()} == {"cards.csv"}


@pytest.mark.parametrize("address", ["http://localhost/x", "http://[::1]/x", "http://127.0.0.1/x"])
def test_addresses_of_this_computer_are_well_formed_and_not_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cards.csv").write_text(f"Ereignis;Jahr;Quelle\nDie Titanic sinkt.;1912;{address}\n")
    done = subprocess.run([WILDMIX, "sources", "check", "cards.csv"], capture_output=True, text=True, check=False)
    assert ("warning[WM804]" in done.stdout, "WM312" in done.stdout) == (True, False)


def test_github_shows_where_the_source_stands(place: Place, server: Web) -> None:
    place.cards(("1901", f"{server.address}/gone"))
    (line,) = place.run("sources", "check", "--format", "github").stdout.splitlines()
    assert line.startswith("::warning file=")
    assert "title=WM801" in line


def test_a_card_of_two_decks_counts_once(place: Place, server: Web) -> None:
    place.cards(("1901", f"{server.address}/gone | Chronik"))
    report = place.json("sources", "check", "probe", "probe/1")
    assert report["checked"] == {"cards": 1, "sources": 2}
    assert found(report, "WM801")["message"].startswith(f"`{server.address}/gone`, a source of `P1`, is gone")


def test_a_deck_without_sources_is_no_error(place: Place) -> None:
    place.cards(("1901", ""), ("1902", "Chronik, S. 3"))
    done = place.run("sources", "check")
    assert done.exit_code == 0
    assert "web: 0 requests" in done.stdout


@pytest.mark.parametrize(
    "line",
    ['archive = "archive.org"', "timeout = 0", "retries = 1.5", "pause = -1", 'allow = "127.0.0.1"', "hosts = []"],
)
def test_wrong_settings_are_refused(place: Place, line: str) -> None:
    (place.root / "wildmix.toml").write_text(f"[fetch]\n{line}\n")
    done = place.run("sources", "check")
    assert done.exit_code == 2
    assert "wildmix.toml:2" in done.stderr


def test_the_cache_may_be_anything(place: Place, server: Web) -> None:
    place.cards(("1901", f"{server.address}/ok"))
    folder = place.root / ".wildmix-cache"
    folder.mkdir()
    (folder / "web.sqlite").write_bytes(b"\0" * 5000)
    assert place.json("sources", "check")["states"]["alive"] == 1
    assert (folder / ".gitignore").read_text() == "*\n"


def test_a_run_that_is_interrupted_keeps_what_it_learned(place: Place, server: Web) -> None:
    server.pages["/never"] = slow(30)
    place.cards(("1901", f"{server.address}/ok | {server.address}/found"), ("1902", f"{server.address}/never"))
    (place.root / "wildmix.toml").write_text(
        (place.root / "wildmix.toml").read_text().replace("timeout = 0.4", "timeout = 60.0")
    )
    run = subprocess.Popen([WILDMIX, "sources", "check"], cwd=place.root, stderr=subprocess.PIPE, text=True)
    path = place.root / ".wildmix-cache" / "web.sqlite"
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and _answers(path) < 2:
        time.sleep(0.05)
    began = time.monotonic()
    run.send_signal(signal.SIGINT)
    _, errors = run.communicate(timeout=20)
    assert time.monotonic() - began < 5
    assert run.returncode == 130
    assert "Traceback" not in errors
    report = place.json("sources", "check", "--offline")
    assert (report["states"]["alive"], report["not_asked"]) == (2, 1)


def _answers(path: Path) -> int:
    if not path.exists():
        return 0
    try:
        with sqlite3.connect(path) as connection:
            return int(connection.execute("SELECT count(*) FROM answers").fetchone()[0])
    except sqlite3.OperationalError:  # it is being made
        return 0


def test_a_killed_run_leaves_a_cache_that_can_be_used(place: Place, server: Web) -> None:
    sources = " | ".join(f"{server.address}/found?{number}" for number in range(200))
    place.cards(("1901", sources))
    run = subprocess.Popen([WILDMIX, "sources", "check", "-q"], cwd=place.root, stdout=subprocess.DEVNULL)
    path = place.root / ".wildmix-cache" / "web.sqlite"
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and _answers(path) < 20:
        time.sleep(0.01)
    run.kill()
    run.wait()
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    report = place.json("sources", "check")
    assert report["states"]["alive"] == 200
    assert report["from_cache"] >= 20


def test_nothing_is_asked_without_being_told_to(place: Place, server: Web) -> None:
    place.cards(("1901", f"{server.address}/ok | Q42"))
    for words in (("check",), ("corrigenda", "check"), ("build", "-q"), ("duplicates", "probe")):
        place.run(*words)
    assert server.asked == []


def test_hosts_that_speak_strangely_do_no_harm(place: Place, server: Web) -> None:
    server.pages["/strange"] = says(404, Location="\x1b[2J", Content_Type="\x07")
    place.cards(("1901", f"{server.address}/strange | {server.address}/nonsense | {server.address}/cut"))
    done = place.run("sources", "check", "-v")
    assert "\x1b" not in done.output
    assert "1 alive, 0 moved, 1 dead, 1 unknown" in done.output


def test_a_host_that_is_allowed_afterwards_is_asked(place: Place, server: Web) -> None:
    allowed = (place.root / "wildmix.toml").read_text()
    place.cards(("1901", f"{server.address}/ok"))
    (place.root / "wildmix.toml").write_text("")
    for words in ((), ("--offline",)):
        assert found(place.json("sources", "check", "probe", *words), "WM804")
    (place.root / "wildmix.toml").write_text(allowed)
    assert place.json("sources", "check", "probe")["states"]["alive"] == 1
