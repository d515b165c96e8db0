"""Is a source still there? Asked of a real server that behaves as badly as the web."""

import socket
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from email.utils import format_datetime
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loopback import HOME, OK, Web, at_first, says, slow, web

from pipeline.fetch.asking import ask_all
from pipeline.fetch.client import AskError, Client, Manners, retry_after
from pipeline.fetch.probing import Answer, probe

QUICK = Manners(allow=HOME, timeout=0.4, retries=2, backoff=0.01, longest_wait=5, pause=0, total=1, known=(HOME[0],))
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def shared() -> Iterator[Web]:
    with web() as server:
        yield server


@pytest.fixture
def own() -> Iterator[Web]:
    with web() as server:
        yield server


def asked(server: Web, path: str, manners: Manners = QUICK) -> Answer:
    return probe(Client(manners), server.address + path)


@pytest.mark.parametrize(
    ("path", "state", "reason"),
    [
        ("/ok", "alive", ""),
        ("/no-head", "alive", ""),
        ("/head-not-implemented", "alive", ""),
        ("/head-lies", "alive", ""),
        ("/head-resets", "alive", ""),
        ("/endless", "alive", ""),
        ("/bomb", "alive", ""),
        ("/found", "alive", ""),
        ("/down-once", "alive", ""),
        ("/slow-once", "alive", ""),
        ("/none", "dead", "answers 404 (Not Found)"),
        ("/gone", "dead", "answers 410 (Gone)"),
        ("/found-gone", "dead", "answers 410"),
        ("/forbidden", "unknown", "answers 403"),
        ("/login", "unknown", "answers 401"),
        ("/legal", "unknown", "answers 451"),
        ("/teapot", "unknown", "answers 418"),
        ("/busy", "unknown", "answers 429"),
        ("/down", "unknown", "answers 500"),
        ("/slow", "unknown", "127.0.0.1 does not answer"),
        ("/resets", "unknown", "broke the connection off"),
        ("/nonsense", "unknown", "broke the connection off"),
        ("/round", "unknown", "more than 5 redirects"),
        ("/there", "unknown", "more than 5 redirects"),
        ("/nowhere", "unknown", "answers 302"),
        ("/front", "unknown", "leads to the front page"),
        ("/inward", "refused", "10.11.12.13 is in a private network"),
        ("/metadata", "refused", "169.254.169.254 is in a private network"),
        ("/file", "refused", "the host is missing"),
    ],
)
def test_what_a_host_answers_and_what_that_means(shared: Web, path: str, state: str, reason: str) -> None:
    answer = asked(shared, path)
    assert answer.state == state
    assert reason in answer.reason
    assert answer.address == ""


@pytest.mark.parametrize(
    ("path", "moved_to"),
    [
        ("/moved", "/ok"),
        ("/moved-twice", "/ok"),
        ("/moved-then-found", "/found"),  # what is not for good counts no more
        ("/umlaut", "/größe"),
    ],
)
def test_what_moved_for_good_names_its_new_address(shared: Web, path: str, moved_to: str) -> None:
    assert asked(shared, path) == Answer("moved", "", shared.address + moved_to)


def test_a_page_is_asked_for_by_its_head_alone_where_that_suffices(own: Web) -> None:
    assert asked(own, "/ok").state == "alive"
    assert asked(own, "/none").state == "dead"
    assert [own.methods("/ok"), own.methods("/none")] == [["HEAD"], ["HEAD", "GET"]]


def test_a_body_is_not_read_to_the_end(own: Web) -> None:
    own.pages["/endless"] = for_ever
    began = time.monotonic()
    assert asked(own, "/endless").state == "alive"
    assert time.monotonic() - began < 2


def for_ever(handler: Any) -> None:
    if handler.command == "HEAD":
        handler.answer(405)
        return
    handler.send_response(200)
    handler.end_headers()
    while True:
        handler.wfile.write(b"x" * 100_000)


@pytest.mark.parametrize(
    ("address", "state"),
    [
        ("http://127.0.0.1:9/", "refused"),
        ("http://localhost:9/", "refused"),
        ("http://[::1]:9/", "refused"),
        ("http://10.0.0.1/", "refused"),
        ("http://192.168.1.1/", "refused"),
        ("https://169.254.169.254/latest/meta-data/", "refused"),
        ("http://0.0.0.0:9/", "refused"),
        ("http://2130706433:9/", "refused"),  # 127.0.0.1 as one number
        ("http://0x7f.1:9/", "refused"),
        ("http://[::ffff:127.0.0.1]:9/", "refused"),
        ("http://[64:ff9b::7f00:1]:9/", "refused"),
        ("http://[2002:7f00:1::]:9/", "refused"),
    ],
)
def test_private_addresses_are_not_asked_however_they_are_written(address: str, state: str) -> None:
    answer = probe(Client(replace(QUICK, allow=())), address)
    assert (answer.state, "private network" in answer.reason) == (state, True)


def test_nobody_is_connected_to_in_a_private_network(own: Web) -> None:
    assert asked(own, "/ok", replace(QUICK, allow=())).state == "refused"
    assert own.asked == []


def test_where_no_server_answers() -> None:
    assert probe(Client(QUICK), "http://127.0.0.1:9/").state == "unknown"


def test_a_name_that_nobody_has_is_dead_if_other_names_are_found() -> None:
    assert probe(Client(QUICK), "http://no-such-host.invalid/x") == Answer(
        "dead", "there is no host no-such-host.invalid"
    )


def test_a_name_proves_nothing_if_no_name_is_found() -> None:
    offline = replace(QUICK, known=("https://other.invalid", "https://third.invalid"))
    with pytest.raises(AskError, match="is this computer online") as error:
        probe(Client(offline), "http://no-such-host.invalid/x")
    assert error.value.why == "offline"


@pytest.mark.parametrize(
    "address", ["http://a..b/", "http://" + "a" * 70 + ".invalid/", "http://x.invalid:99999/", "http://"]
)
def test_what_is_no_address_is_no_crash(address: str) -> None:
    assert probe(Client(QUICK), address).state in {"refused", "unknown", "dead"}


def test_the_address_that_was_looked_at_is_the_one_that_is_connected_to(
    own: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that means something else at each look leads nowhere else: it is looked up once."""
    looked_up: list[str] = []
    real = socket.getaddrinfo

    def fickle(host: Any, *rest: Any, **more: Any) -> Any:
        if host != "fickle.example":
            return real(host, *rest, **more)
        looked_up.append(host)
        return real("127.0.0.1" if len(looked_up) == 1 else "127.0.0.2", *rest, **more)

    monkeypatch.setattr(socket, "getaddrinfo", fickle)
    assert probe(Client(QUICK), f"http://fickle.example:{own.server_port}/ok").state == "alive"
    assert probe(Client(QUICK), f"http://fickle.example:{own.server_port}/ok").state == "refused"
    assert len(looked_up) == 2
    assert len(own.asked) == 1


def test_a_host_that_wants_to_be_asked_later_is(own: Web) -> None:
    assert asked(own, "/busy-once").state == "alive"
    first, second = (moment for moment, _, _ in own.asked)
    assert 0.95 < second - first < 3


def test_a_date_to_come_back_is_a_wait_too(own: Web) -> None:
    def later(handler: Any) -> None:
        handler.answer(503, Retry_After=format_datetime(datetime.now(UTC).replace(microsecond=0), usegmt=True))

    own.pages["/later"] = at_first(later, then=OK)
    assert asked(own, "/later").state == "alive"


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("120", 120.0),
        (" 0 ", 0.0),
        ("Sun, 01 Mar 2026 12:02:00 GMT", 120.0),
        ("Sun, 01 Mar 2026 11:00:00 GMT", 0.0),
        ("Sunday, 01-Mar-26 12:00:30 GMT", 30.0),
        ("-5", None),
        ("soon", None),
        ("", None),
        ("1.5", None),
        ("٣", None),
        ("99 Mar 2026", None),
        ("Mon, 01 Jan 2024 00:00:00 +99999999999999999999", None),
    ],
)
def test_when_to_come_back(value: str, seconds: float | None) -> None:
    assert retry_after(value, NOW) == seconds


def test_a_host_that_wants_hours_of_peace_gets_them(own: Web) -> None:
    client = Client(QUICK)
    first = probe(client, f"{own.address}/busy-for-hours")
    second = probe(client, f"{own.address}/ok")
    assert (first.state, second.state) == ("unknown", "unknown")
    assert "asked again in 7200 seconds" in second.reason
    assert len(own.asked) == 1


def test_errors_are_asked_again_with_growing_waits(own: Web) -> None:
    asked(own, "/down", replace(QUICK, backoff=0.1))
    assert own.methods("/down") == ["HEAD", "GET", "GET", "GET"]
    moments = [moment for moment, _, _ in own.asked][1:]
    assert moments[1] - moments[0] >= 0.1
    assert moments[2] - moments[1] >= 0.2


def test_a_host_is_asked_no_more_often_than_it_should(own: Web) -> None:
    client = Client(replace(QUICK, pause=0.6))
    own.pages |= {f"/{number}": OK for number in range(3)}
    addresses = [f"{own.address}/{number}" for number in range(3)]
    found = dict(ask_all(client, {one: partial(probe, client, one) for one in addresses}))
    assert {answer.state for answer in found.values()} == {"alive"}
    moments = sorted(moment for moment, _, _ in own.asked)
    assert min(later - earlier for earlier, later in pairwise(moments)) > 0.3  # on a busy machine some arrive late


def test_many_hosts_are_asked_at_once(own: Web) -> None:
    client = Client(QUICK)
    own.pages |= {f"/{number}": slow(0.2) for number in range(8)}
    began = time.monotonic()
    found = dict(ask_all(client, {n: partial(probe, client, f"{own.address}/{n}") for n in range(8)}))
    assert {answer.state for answer in found.values()} == {"alive"}
    assert time.monotonic() - began < 1.2  # one after the other takes 1.6


def test_a_fault_of_one_question_gives_the_others_up(own: Web) -> None:
    client = Client(replace(QUICK, known=()))
    questions = ("http://a.invalid/", f"{own.address}/slow")
    with pytest.raises(AskError):
        list(ask_all(client, {one: partial(probe, client, one) for one in questions}))
    assert client.halted.is_set()


def test_a_host_that_knows_no_encryption(own: Web) -> None:
    answer = probe(Client(QUICK), f"{own.address.replace('http:', 'https:')}/ok")
    assert answer == Answer("unknown", "no encrypted connection to 127.0.0.1 is possible")


@given(
    st.text(max_size=40)
    | st.from_regex(r"[A-Z][a-z]{2}, \d{1,6} [A-Z][a-z]{2} \d{1,6} \d\d:\d\d:\d\d (GMT|[+-]\d{4,9})")
)
def test_any_text_may_say_when_to_come_back(value: str) -> None:
    seconds = retry_after(value, NOW)
    assert seconds is None or seconds >= 0


@given(location=st.text(alphabet="/:@[]%?#.\\ é\x7f&=~", max_size=12))
def test_a_redirect_may_lead_anywhere(shared: Web, location: str) -> None:
    shared.pages["/odd"] = lambda handler: handler.answer(302, Location=location)
    assert asked(shared, "/odd").state in {"alive", "dead", "unknown", "refused"}


def test_who_sends_a_byte_now_and_then_is_not_waited_for(own: Web) -> None:
    client = Client(QUICK)
    began = time.monotonic()
    with pytest.raises(AskError, match="not finished after 1 seconds"):
        client.read(f"{own.address}/drips")
    assert time.monotonic() - began < 3


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/endless", "larger than 5 MB"),
        ("/bomb", "larger than 5 MB"),
        ("/cut", "broke off"),
        ("/no-gzip", "broke off"),
    ],
)
def test_an_answer_is_read_within_bounds(shared: Web, path: str, message: str) -> None:
    with pytest.raises(AskError, match=message):
        Client(QUICK).read(shared.address + path)


def test_what_breaks_off_is_asked_for_again(own: Web) -> None:
    own.pages["/table"] = at_first(says(200, b"half", Content_Length="100"), then=says(200, b"whole"))
    assert Client(QUICK).read(f"{own.address}/table")[1] == b"whole"
