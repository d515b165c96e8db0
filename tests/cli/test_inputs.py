"""What may be named instead of a file: a folder, standard input, an address."""

import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pipeline.cli import main

TABLE = "Nr;Ereignis;Jahr;Quelle\n1;Ein Zug fährt;1835;book: Chronik\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def wildmix(*arguments: str, stdin: str = "") -> Result:
    return CliRunner().invoke(main, arguments, input=stdin)


def test_all_tables_of_a_folder_are_read_in_order(here: Path) -> None:
    for name in ("b.csv", "a.TSV", ".hidden.csv", "~$b.xlsx", "notes.md"):
        (here / name).write_text(TABLE, encoding="utf-8")
    (here / "sub.csv").mkdir()
    result = wildmix("ingest", ".")
    assert [line for line in result.stdout.splitlines() if "utf-8" in line] == [
        "a.TSV: utf-8, separated by `;`, lines end in LF",
        "b.csv: utf-8, separated by `;`, lines end in LF",
    ]
    assert "checked 2 decks, 2 cards" in wildmix("check", ".").stdout


def test_a_folder_without_tables_is_a_finding(here: Path) -> None:
    (here / "notes.md").write_text("no table", encoding="utf-8")
    for command in ("ingest", "check"):
        result = wildmix(command, ".")
        assert result.exit_code == 1
        assert "error[WM158]" in result.stdout


@pytest.mark.usefixtures("here")
def test_decks_come_from_standard_input() -> None:
    result = wildmix("check", "-v", "-", stdin=TABLE)
    assert result.exit_code == 0
    assert "<stdin>:2:22: note[WM311]" in result.stdout


@pytest.fixture
def server(here: Path) -> Iterator[str]:
    (here / "cards.csv").write_text(TABLE, encoding="utf-8")

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    httpd = ThreadingHTTPServer(("127.0.0.1", 0), lambda *given: Quiet(*given, directory=str(here)))
    thread = threading.Thread(target=httpd.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{httpd.server_port}"
    httpd.shutdown()
    httpd.server_close()
    thread.join()


def test_an_address_of_a_private_network_needs_leave(here: Path, server: str) -> None:
    address = f"{server}/cards.csv"
    refused = wildmix("ingest", address)
    assert refused.exit_code == 2
    assert refused.stderr == f"wildmix: error: {address}: only https:// addresses are read\n"
    (here / "wildmix.toml").write_text('[fetch]\nallow = ["127.0.0.1"]\n', encoding="utf-8")
    for command in ("ingest", "check"):
        result = wildmix(command, address)
        assert result.exit_code == 0
        assert "1 card" in result.stdout
