"""Downloads from a real server on this computer: limits, redirects, refusals."""

import gzip
from collections.abc import Iterator

import pytest
from loopback import HOME, leads_to, says, web

from pipeline.fetch import export_address, is_address
from pipeline.fetch.addresses import is_open_to_all
from pipeline.fetch.download import FetchError, fetch

TABLE = "Nr;Ereignis;Jahr\n1;Die „Titanic“ sinkt;1912\n".encode()


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with web() as running:
        running.pages |= {
            "/cards.csv": says(200, TABLE),
            "/packed": says(200, gzip.compress(TABLE), Content_Encoding="gzip"),
            "/found-table": leads_to(302, "/cards.csv"),
            "/to-localhost": lambda handler: handler.answer(
                302, Location=f"http://localhost:{handler.server.server_port}/cards.csv"
            ),
        }
        yield running.address


@pytest.mark.parametrize("path", ["/cards.csv", "/packed", "/found-table"])
def test_a_table_comes_as_it_is(server: str, path: str) -> None:
    assert fetch(server + path, allow=HOME) == TABLE


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/none", "the server answers 404"),
        ("/round", "more than 5 redirects"),
        ("/to-localhost", "only https:// addresses are read"),
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
        ("192.0.0.8", False),
        ("fec0::1", False),
        ("64:ff9b:1::a00:1", False),
        ("::ffff:0:a00:1", False),
        ("::1", False),
        ("::ffff:127.0.0.1", False),
        ("fe80::1%eth0", False),
        ("224.0.0.1", False),
        ("0.0.0.0", False),  # noqa: S104 - refused, not bound
        ("2606:4700::1111", True),
        ("64:ff9b::a00:1", False),  # 10.0.0.1, translated
        ("2002:a00:1::", False),  # likewise
        ("::a00:1", False),
    ],
)
def test_which_addresses_are_public(peer: str, *, is_open: bool) -> None:
    assert is_open_to_all(peer, ()) is is_open
