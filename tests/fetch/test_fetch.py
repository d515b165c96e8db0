"""Downloads from a real server on this computer: limits, redirects, refusals."""

import gzip
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from pipeline.fetch import export_address, is_address
from pipeline.fetch.addresses import is_open_to_all
from pipeline.fetch.download import FetchError, fetch

TABLE = "Nr;Ereignis;Jahr\n1;Die „Titanic“ sinkt;1912\n".encode()
HOME = ("127.0.0.1",)


class _Handler(BaseHTTPRequestHandler):
    server: ThreadingHTTPServer

    def do_GET(self) -> None:
        match self.path.partition("?")[0]:
            case "/cards.csv":
                self._answer(200, TABLE)
            case "/packed":
                self._answer(200, gzip.compress(TABLE), {"Content-Encoding": "gzip"})
            case "/bomb":
                self._answer(200, gzip.compress(b"a" * 60_000_000), {"Content-Encoding": "gzip"})
            case "/page":
                self._answer(200, b"<html>log in</html>", {"Content-Type": "text/html; charset=utf-8"})
            case "/moved":
                self._answer(302, b"", {"Location": "/cards.csv"})
            case "/round":
                self._answer(302, b"", {"Location": "/round"})
            case "/inward":
                self._answer(302, b"", {"Location": f"http://localhost:{self.server.server_port}/cards.csv"})
            case "/file":
                self._answer(302, b"", {"Location": "file:///etc/passwd"})
            case "/cut":
                self._answer(200, TABLE, {"Content-Length": "1000"})
            case _:
                self._answer(404, b"")

    def _answer(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    httpd = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    thread = threading.Thread(target=httpd.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{httpd.server_port}"
    httpd.shutdown()
    httpd.server_close()
    thread.join()


@pytest.mark.parametrize("path", ["/cards.csv", "/packed", "/moved"])
def test_a_table_comes_as_it_is(server: str, path: str) -> None:
    assert fetch(server + path, allow=HOME) == TABLE


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/none", "the server answers 404"),
        ("/round", "more than 5 redirects"),
        ("/inward", "only https:// addresses are read"),
        ("/file", "the host is missing"),
        ("/bomb", "larger than 50 MB"),
        ("/page", "a web page, not a table"),
        ("/cut", "broke off"),
    ],
)
def test_what_is_no_table_is_said_plainly(server: str, path: str, message: str) -> None:
    with pytest.raises(FetchError, match=message):
        fetch(server + path, allow=HOME)


def test_this_computer_is_not_asked_unless_it_is_allowed(server: str) -> None:
    with pytest.raises(FetchError, match="only https:// addresses are read"):
        fetch(f"{server}/cards.csv")
    with pytest.raises(FetchError, match="private network; allow it"):
        fetch(f"{server.replace('http:', 'https:')}/cards.csv")


def test_a_name_that_leads_into_a_private_network_is_refused(server: str) -> None:
    with pytest.raises(FetchError, match="localhost is in a private network"):
        fetch(f"{server.replace('http://127.0.0.1', 'https://localhost')}/cards.csv")


def test_where_nobody_answers() -> None:
    with pytest.raises(FetchError, match=r"no connection to 127\.0\.0\.1; is this computer online"):
        fetch("http://127.0.0.1:9/cards.csv", allow=HOME)


@pytest.mark.parametrize("address", ["https://", "https://[", "https://a:b/", "ftp://example.org/x", "https://a..b/x"])
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(FetchError):
        fetch(address)


def test_addresses_are_told_from_files() -> None:
    assert is_address("HTTPS://example.org/cards.csv")
    assert not is_address("cards.csv")


@pytest.mark.parametrize(
    ("shown", "exported"),
    [
        ("https://docs.google.com/spreadsheets/d/1aB-c_D/edit#gid=12", "1aB-c_D/export?format=csv&gid=12"),
        ("https://docs.google.com/spreadsheets/d/1aB/edit?usp=sharing", "1aB/export?format=csv"),
        ("https://docs.google.com/spreadsheets/d/1aB/edit?gid=7#gid=7", "1aB/export?format=csv&gid=7"),
        ("https://docs.google.com/spreadsheets/d/1aB", "1aB/export?format=csv"),
        ("https://docs.google.com/spreadsheets/d/1aB/export?format=csv&gid=3", "1aB/export?format=csv&gid=3"),
    ],
)
def test_the_page_of_a_google_sheet_means_its_table(shown: str, exported: str) -> None:
    assert export_address(shown) == f"https://docs.google.com/spreadsheets/d/{exported}"


def test_other_addresses_stay_as_they_are() -> None:
    assert export_address("https://example.org/spreadsheets/d/1/edit") == "https://example.org/spreadsheets/d/1/edit"


@pytest.mark.parametrize(
    ("peer", "is_open"),
    [
        ("93.184.216.34", True),
        ("10.0.0.1", False),
        ("192.168.1.4", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("::1", False),
        ("::ffff:127.0.0.1", False),
        ("fe80::1%eth0", False),
        ("224.0.0.1", False),
        ("0.0.0.0", False),  # noqa: S104 - refused, not bound
        ("2606:4700::1111", True),
    ],
)
def test_which_addresses_are_public(peer: str, *, is_open: bool) -> None:
    assert is_open_to_all(peer, ()) is is_open
