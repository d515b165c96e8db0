"""Encrypted servers on this computer whose certificates prove nothing: never trusted, and told in one plain sentence.

The certificates were made with openssl for these tests; `authority.pem` signed all but the self-signed one.
"""

from pathlib import Path

import pytest
from loopback import HOME, web

from pipeline.fetch.client import AskError, Client, Manners
from pipeline.fetch.download import FetchError, fetch
from pipeline.fetch.probing import probe

CERTIFICATES = Path(__file__).parent / "certificates"
QUICK = Manners(allow=HOME, retries=2, backoff=0.01, pause=0.0)

WRONG = [
    pytest.param("self-signed", "self-signed certificate", id="self-signed"),
    pytest.param("expired", "certificate has expired", id="expired"),
    pytest.param("other-name", "not valid for '127.0.0.1'", id="other name"),
]


@pytest.fixture(autouse=True)
def known_authority(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trust the authority of these tests, so that a certificate is refused for its own fault only."""
    monkeypatch.setattr("requests.adapters.DEFAULT_CA_BUNDLE_PATH", str(CERTIFICATES / "authority.pem"))


def test_a_valid_certificate_is_accepted() -> None:
    with web(CERTIFICATES / "valid.pem") as server:
        assert probe(Client(QUICK), f"{server.address}/ok").state == "alive"
        assert fetch(f"{server.address}/ok", allow=HOME) == b"here it is"


@pytest.mark.parametrize(("certificate", "reason"), WRONG)
def test_a_host_that_does_not_prove_who_it_is_is_unknown_and_asked_once(certificate: str, reason: str) -> None:
    with web(CERTIFICATES / f"{certificate}.pem") as server:
        client = Client(QUICK)
        answer = probe(client, f"{server.address}/ok")
        assert (answer.state, client.requests, server.asked) == ("unknown", 1, [])
    assert answer.reason.startswith("127.0.0.1 does not prove that it is 127.0.0.1: ")
    assert reason in answer.reason


@pytest.mark.parametrize(("certificate", "reason"), WRONG)
def test_nothing_is_read_from_such_a_host(certificate: str, reason: str) -> None:
    with web(CERTIFICATES / f"{certificate}.pem") as server, pytest.raises(FetchError, match=reason):
        fetch(f"{server.address}/ok", allow=HOME)


def test_nobody_is_trusted_whom_no_authority_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    with web(CERTIFICATES / "valid.pem") as server, pytest.raises(FetchError, match="unable to get local issuer"):
        fetch(f"{server.address}/ok", allow=HOME)


def test_a_host_that_does_not_encrypt_is_told_of() -> None:
    with web() as server, pytest.raises(AskError, match="no encrypted connection"):
        Client(QUICK).read(f"{server.address.replace('http:', 'https:')}/ok")
