"""Nobody but the browser with the token gets in, and nobody else's page changes anything."""

import io
import re
import socket
from collections.abc import Iterator
from http.client import HTTPResponse
from pathlib import Path

import bundled
import pytest
from desk_chromium import Served, served
from desk_client import BASE, PORT, Browser, browser

from pipeline.desk.guard import HEADERS, MOST_BYTES


@pytest.fixture(scope="module")
def served_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(bundled.copy(tmp_path_factory.mktemp("served"))) as desk:
        yield desk


ANYWHERE = ("/", "/letters", "/deck/frauen/2", "/static/desk.css", "/nowhere")


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Browser:
    return Browser(bundled.copy(tmp_path_factory.mktemp("outside")))


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Browser:
    return browser(tmp_path_factory.mktemp("inside"))


@pytest.mark.parametrize("path", ANYWHERE)
def test_nothing_is_shown_without_the_cookie(outside: Browser, path: str) -> None:
    answer = outside.get(path)
    assert (answer.status_code, "frauen" in answer.text) == (403, False)


def test_a_wrong_token_opens_nothing(outside: Browser) -> None:
    assert outside.get("/enter/" + "x" * 43).status_code == 403
    assert outside.get("/").status_code == 403


@pytest.mark.parametrize(
    "host", ["evil.example", f"evil.example:{PORT}", "127.0.0.1:1", f"127.0.0.1.evil.example:{PORT}"]
)
def test_other_names_for_this_computer_are_refused(inside: Browser, host: str) -> None:
    answer = inside.client.get("/", base_url=BASE, headers={"Host": host})
    assert answer.status_code == 400


def test_a_page_of_another_site_cannot_lead_in(inside: Browser) -> None:
    assert inside.get("/", **{"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert inside.get("/", **{"Sec-Fetch-Site": "same-origin"}).status_code == 200


CHANGES = ("/letters", "/letters/CORR-frauen-018/verify", "/duplicates/undo", "/editions/frauen/make", "/print/printer")


@pytest.mark.parametrize("path", CHANGES)
@pytest.mark.parametrize(
    ("origin", "csrf"),
    [("http://evil.example", None), ("null", None), ("", None), (BASE, ""), (BASE, "wrong"), (f"{BASE}0", None)],
)
def test_changes_need_origin_and_token(inside: Browser, path: str, origin: str, csrf: str | None) -> None:
    before = bundled.contents(inside.desk.workspace.root)
    sent = {} if csrf is None else {"csrf": csrf}
    answer = inside.post(path, sent, Origin=origin)
    assert answer.status_code == 403
    assert bundled.contents(inside.desk.workspace.root) == before


@pytest.mark.parametrize("path", [*ANYWHERE, "/letters/CORR-frauen-999", "/print/file?profile=nothing"])
def test_every_answer_is_marked(inside: Browser, path: str) -> None:
    answer = inside.get(path)
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    assert "unsafe" not in HEADERS["Content-Security-Policy"]


def test_the_cookie_is_for_this_desk_alone(outside: Browser) -> None:
    answer = Browser(outside.desk.workspace.root).get("/enter/none")
    assert "Set-Cookie" not in answer.headers
    cookie = outside.get(f"/enter/{outside.guard.token}").headers["Set-Cookie"]
    assert cookie.startswith(f"wildmix-desk-{PORT}=")
    assert {"HttpOnly", "SameSite=Strict"} <= {part.strip() for part in cookie.split(";")}


@pytest.mark.parametrize(
    "path",
    [
        "/deck/../1",
        "/deck/frauen/99",
        "/mix/..%2F..%2Fwildmix",
        "/mix/%2Fetc%2Fpasswd",
        "/timeline?deck=/etc/passwd",
        "/timeline?deck=data/raw/frauen.csv",
        "/timeline?deck=data/decks/frauen/2.csv",
        "/print?deck=data/raw/frauen.csv",
        "/print?profile=../wildmix.toml",
        "/print?profile=print/home.toml",
        "/print/file?profile=/etc/hostname.toml",
        "/editions/..",
        "/editions/%2E%2E%2Fraw",
        "/letters/CORR-..-1",
        "/card/..%2Fraw/F001",
        "/face/frauen/F001/front.png?deck=data/raw/frauen.csv&language=de",
        "/static/../desk.py",
        "/static/%2E%2E/words.toml",
    ],
)
def test_no_path_of_the_browser_reaches_the_disk(inside: Browser, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(inside.desk.workspace.root)
    answer = inside.get(path)
    assert answer.status_code in {404, 422}
    assert "root:" not in answer.text


def test_what_is_sent_is_limited(inside: Browser) -> None:
    kind = "multipart/form-data; boundary=x"
    sent = io.BytesIO(b"x" * (MOST_BYTES + 1))
    answer = inside.client.post(
        "/letters/table", base_url=BASE, input_stream=sent, content_type=kind, headers={"Origin": BASE}
    )
    assert answer.status_code == 413


ODD = {
    "no request": (b"GARBAGE\r\n\r\n", 400),
    "a name that is none": (b"GET / HTTP/1.1\r\nHost : <script>\r\n\r\n", 400),
    "too much to send": (b"POST /letters/table HTTP/1.1\r\nContent-Length: 9000000\r\n\r\n", 413),
    "too long a head": (b"GET / HTTP/1.1\r\nX: " + b"<script>" * 9_000 + b"\r\n\r\n", 431),
    "a way of sending that nobody knows": (b"POST / HTTP/1.1\r\nTransfer-Encoding: <script>\r\n\r\n", 501),
}


@pytest.mark.parametrize("what", ODD)
def test_what_is_no_request_is_answered_like_others(served_once: Served, what: str) -> None:
    sent, status = ODD[what]
    host, _, port = served_once.base.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=20) as connection:
        connection.sendall(sent)
        answer = HTTPResponse(connection)
        answer.begin()
        page = answer.read().decode()
    assert answer.status == status
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    assert '<p lang="de">' in page
    assert '<p lang="en">' in page
    assert "script" not in page
    assert "waitress" not in str(answer.headers).lower()


def test_faults_of_the_program_tell_nothing_of_it(inside: Browser, tmp_path: Path) -> None:
    answer = inside.get("/face/frauen/F001/front.png?deck=frauen/2&language=xx")
    assert answer.status_code == 404
    assert "Traceback" not in answer.text
    assert str(tmp_path) not in answer.text


def test_open_forms_stay_good_when_the_address_is_opened_again(tmp_path: Path) -> None:
    here = browser(tmp_path)
    here.token()
    here.client.head(f"/enter/{here.guard.token}", base_url=BASE)
    here.enter()
    assert here.post("/duplicates/undo", {}).status_code == 303


LONG = "9" * 5_000


@pytest.mark.parametrize(
    "path",
    [
        f"/letters/new?card=frauen:F010&new=1507&edition={LONG}",
        f"/letters/new?card=frauen:F010&new={LONG}",
        f"/letters/new?card=frauen:F010&new=1507&supersedes=CORR-frauen-{LONG}",
        f"/letters/CORR-frauen-{LONG}",
        f"/deck/frauen/{LONG}",
        f"/deck/frauen/2?page={LONG}",
        f"/deck/frauen/2?from={LONG}",
        f"/timeline?deck=frauen/2&from={LONG}",
        f"/timeline?deck=frauen/{LONG}",
        f"/print?sheet={LONG}",
        f"/print/sheet/{LONG}/0.png",
    ],
)
def test_long_numbers_are_no_fault(inside: Browser, path: str) -> None:
    assert inside.get(path).status_code in {200, 404, 422}


@pytest.mark.parametrize("seen", ["[" * 100_000, "[" * 5_000, '{"a":' * 5_000, "1", ""])
def test_no_seal_is_a_fault(inside: Browser, seen: str) -> None:
    assert inside.post("/editions/frauen/release", {"seen": seen}).status_code == 409
    assert inside.post("/letters/CORR-frauen-018/hold", {"seen": seen}).status_code == 409


OUR_NAMES = "name=x&code=x&number=x&endpoint=x&self=x&_method=POST&_scheme=javascript&_external=1&_anchor=x"


@pytest.mark.parametrize(
    "path", ["/", "/letters", "/letters/CORR-frauen-018", "/letters/new", "/deck/frauen/2", "/print", "/nowhere"]
)
def test_no_name_in_an_address_is_a_fault_or_leads_elsewhere(inside: Browser, path: str) -> None:
    answer = inside.get(f"{path}?{OUR_NAMES}")
    assert answer.status_code == (404 if path == "/nowhere" else 200)
    assert set(re.findall(r'href="([a-z]*:|//)', answer.text)) == set()


@pytest.mark.parametrize("path", ["/letters", "/letters/CORR-frauen-018/hold", "/print/printer"])
def test_no_name_of_a_field_is_a_fault(inside: Browser, path: str) -> None:
    sent = dict.fromkeys(("self", "changes", "endpoint", "name", "_method", "_scheme", "_external"), "javascript")
    answer = inside.post(f"{path}?{OUR_NAMES}", sent)
    assert answer.status_code in {409, 422}
    assert 'href="javascript:' not in answer.text


def test_a_printer_is_remembered_wherever_the_address_points(inside: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(inside.desk.workspace.root / "config"))
    read = {"above_x": "1", "above_y": "0", "below_x": "1", "below_y": "0"}
    answer = inside.post(f"/print/printer?{OUR_NAMES}", {"printer_name": "desk", **read})
    assert (answer.status_code, answer.location[:7]) == (303, "/print?")
