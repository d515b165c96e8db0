"""What the archive, the resolver of DOI and Wikidata say, well and badly."""

from typing import Any

import pytest
from loopback import HOME, Handler, Page, Web, asked_about, says, says_json

from pipeline.fetch.client import Client, Manners
from pipeline.fetch.probing import Answer
from pipeline.fetch.services import ServiceError, archived_copy, doi_answer, entity, entity_address

QUICK = Manners(allow=HOME, timeout=0.4, retries=0, pause=0, total=1, known=HOME)
COPY = "http://web.archive.org/web/20130919044612/http://example.com/"
ENTITY = {"entities": {"Q1": {"id": "Q1", "claims": {}}}}

DAMAGED: dict[str, tuple[Page, str]] = {
    "no JSON": (says(200, b"{,}"), "no JSON object"),
    "a list": (says(200, b"[]"), "no JSON object"),
    "a page": (says(200, b"<html>"), "no JSON object"),
    "Latin 1": (says(200, b'{"a": "\xe4"}', Content_Type="application/json; charset=utf-8"), "no JSON object"),
    "deep": (says(200, b"[" * 100_000), "no JSON object"),
    "nothing": (says(200), "no JSON object"),
    "cut": (says(200, b"{", Content_Length="99"), "broke off"),
    "huge": (says(200, b" " * 5_000_001), "larger than 5 MB"),
}


def answers(server: Web, path: str, page: Page) -> Client:
    server.pages[path] = page
    return Client(QUICK)


def snapshot(**parts: Any) -> Page:
    closest = {"available": True, "url": COPY, "timestamp": "20130919044612", "status": "200", **parts}
    return says_json({"archived_snapshots": {"closest": closest}})


@pytest.mark.parametrize(
    ("page", "copy"),
    [
        (snapshot(), COPY),
        (says_json({"archived_snapshots": {}}), ""),
        (says_json({"url": "example.com"}), ""),
        (snapshot(available=False), ""),
        (snapshot(status="404"), ""),
        (snapshot(url="javascript:alert(1)"), ""),
        (snapshot(url="http://a/\x1b[2J"), ""),
        (snapshot(url=5), ""),
    ],
)
def test_the_archive_has_a_copy_or_none(server: Web, page: Page, copy: str) -> None:
    client = answers(server, "/wayback/available", page)
    assert archived_copy(client, server.address, "http://example.com/") == copy


def test_the_archive_is_asked_about_the_whole_address(server: Web) -> None:
    asked = []

    def page(handler: Handler) -> None:
        asked.append(asked_about(handler))
        handler.answer(200, b'{"archived_snapshots": {}}')

    address = "https://example.org/ä?a=1&b=2#c"
    archived_copy(answers(server, "/wayback/available", page), f"{server.address}/", address)
    assert asked == [address]


@pytest.mark.parametrize(("page", "message"), [*DAMAGED.values(), (says(503), "the archive answers 503")])
def test_an_answer_of_the_archive_that_cannot_be_used_is_said(server: Web, page: Page, message: str) -> None:
    with pytest.raises(ServiceError, match=message):
        archived_copy(answers(server, "/wayback/available", page), server.address, "http://example.com/")


@pytest.mark.parametrize(
    ("page", "answer"),
    [
        (says_json({"responseCode": 1, "handle": "10.1000/182", "values": []}), Answer("alive")),
        (says_json({"responseCode": 200, "handle": "10.1000/182"}), Answer("alive")),
        (says_json({"responseCode": 100}, 404), Answer("dead", "nobody has registered this DOI")),
        (says_json({"responseCode": 2}, 500), Answer("unknown", "the resolver answers 500, code 2")),
        (says_json({"responseCode": [1]}), Answer("unknown", "the resolver answers 200, code [1]")),
        (says_json({"responseCode": {}}), Answer("unknown", "the resolver answers 200, code {}")),
        (says(404, b"<html>not found</html>"), Answer("unknown", "the resolver answers 404, code None")),
        (
            says(200, b"<html>"),
            Answer("unknown", "the answer of {}/api/handles/10.1000/182 is no JSON object in UTF-8"),
        ),
    ],
)
def test_a_doi_is_registered_or_not(server: Web, page: Page, answer: Answer) -> None:
    client = answers(server, "/api/handles/10.1000/182", page)
    expected = Answer(answer.state, answer.reason.replace("{}/api", f"{server.address}/api"))
    assert doi_answer(client, server.address, "10.1000/182") == expected


def test_odd_letters_of_a_doi_are_escaped(server: Web) -> None:
    client = answers(server, "/api/handles/10.1002/%28SICI%291097%3C1%3E3.0.CO%3B2-X", says_json({"responseCode": 1}))
    assert doi_answer(client, server.address, "10.1002/(SICI)1097<1>3.0.CO;2-X").state == "alive"


def test_an_item_comes_as_it_is(server: Web) -> None:
    client = answers(server, "/wiki/Special:EntityData/Q1.json", says_json(ENTITY))
    assert entity_address(server.address, "Q1") == f"{server.address}/wiki/Special:EntityData/Q1.json"
    assert entity(client, server.address, "Q1") == {"id": "Q1", "claims": {}}


def test_a_merged_item_comes_under_its_new_number(server: Web) -> None:
    client = answers(server, "/wiki/Special:EntityData/Q9.json", says_json(ENTITY))
    found = entity(client, server.address, "Q9")
    assert isinstance(found, dict)
    assert found["id"] == "Q1"


@pytest.mark.parametrize(
    "page", [says(404, b"<html>"), says_json({}, 410), says_json({"entities": {"Q1": {"id": "Q1", "missing": ""}}})]
)
def test_an_item_that_nobody_made_is_gone(server: Web, page: Page) -> None:
    client = answers(server, "/wiki/Special:EntityData/Q1.json", page)
    assert entity(client, server.address, "Q1") == Answer("dead", "Wikidata has no such item")


@pytest.mark.parametrize(
    ("page", "message"),
    [
        *DAMAGED.values(),
        (says(503), "answers 503 without the item"),
        (says_json({"entities": []}), "answers 200 without the item"),
        (says_json({"entities": {"Q2": {"id": "Q2"}, "Q3": {"id": "Q3"}}}), "without the item"),
        (says_json({"entities": {"Q1": "x"}}), "without the item"),
        (says_json({"entities": {"Q1": {"id": 1}}}), "without the item"),
    ],
)
def test_an_answer_of_wikidata_that_cannot_be_used_is_said(server: Web, page: Page, message: str) -> None:
    client = answers(server, "/wiki/Special:EntityData/Q1.json", page)
    with pytest.raises(ServiceError, match=message):
        entity(client, server.address, "Q1")
