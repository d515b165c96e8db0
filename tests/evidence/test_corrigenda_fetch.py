"""`wildmix corrigenda fetch`: the list of another publisher beside the cards here."""

import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from bundled import copy
from click.testing import CliRunner
from loopback import Web, says, web
from sources_samples import EVENTS, Place

from pipeline.cards import Card
from pipeline.cli import main
from pipeline.evidence.neighbours import _Words
from pipeline.publish.reading import read_feed


@pytest.fixture
def place(tmp_path: Path, server: Web) -> Place:
    made = Place(tmp_path, server)
    made.cards(("1964", ""), ("1937", ""), ("1492", ""))
    return made


def entry(
    number: int = 1, card: str = "P1", status: str = "verified", series: str = "probe", **parts: Any
) -> dict[str, Any]:
    history = [{"state": "reported", "on": "2026-01-01", "by": "reader"}]
    if status != "reported":
        history.append({"state": status, "on": "2026-01-02", "by": "editor"})
    made = {
        "id": f"CORR-{series}-{number:03}",
        "card": card,
        "found_in": [1],
        "field": "year",
        "old": "1964",
        "new": "1965",
        "type": "factual-year",
        "reason": "The log book says so; it's kept in the museum.",
        "sources": [{"kind": "book", "ref": "Logbuch", "locator": "S. 3", "states_value": "1965"}],
        "status": status,
        "reported_by": ["reader"],
        "reported_on": "2026-01-01",
        "history": history,
        **parts,
    }
    return {name: value for name, value in made.items() if value is not None}


def feed(*entries: dict[str, Any], code: str = "probe", **more: Any) -> bytes:
    series = {"code": code, "titles": {"de": "X"}, "languages": ["de"], "editions": [], "updated": None}
    return json.dumps({"feed": 1, "title": "Anderswo", "series": [{**series, "corrigenda": entries}], **more}).encode()


def fetched(place: Place, server: Web, *entries: dict[str, Any], **more: Any) -> dict[str, Any]:
    server.pages["/corrigenda.json"] = says(200, feed(*entries, **more), Content_Type="application/json")
    return place.json("corrigenda", "fetch", f"{server.address}/corrigenda.json")


def test_what_is_new_comes_with_the_command_that_reports_it(place: Place, server: Web) -> None:
    report = fetched(place, server, entry())
    (found,) = report["findings"]
    assert found["code"] == "WM822"
    assert found["message"] == (
        "CORR-probe-001 (verified) proposes `1965` for year of `probe:P1`, the same card: "
        "the card prints `1964` here too"
    )
    (row,) = report["entries"]
    assert (row["outcome"], row["how"], row["card"]) == ("new", "id", "probe:P1")
    assert row["command"] in found["help"]
    assert not (place.folder / "corrigenda.json").exists()
    assert place.run(*shlex.split(row["command"])[1:], "--on", "2026-02-01").exit_code == 0
    (made,) = place.json("corrigenda", "list")["corrigenda"]
    assert (made["old"], made["new"], made["state"]) == ("1964", "1965", "reported")
    again = fetched(place, server, entry())
    assert (again["outcomes"]["known"], again["findings"]) == (1, [])
    assert again["entries"][0]["why"] == "CORR-probe-001 says the same here (reported)"


@pytest.mark.parametrize(
    ("parts", "outcome", "why"),
    [
        ({"old": "1963", "new": "1964"}, "known", "the card prints `1964` here already"),
        ({"new": "um 1964"}, "new", "the card prints `1964` here too"),
        ({"old": "1960"}, "differs", "the card prints `1964` here, not `1960`"),
        ({"field": "event_fr", "old": "x", "new": "y"}, "differs", "cards have no field `event_fr` here"),
        ({"field": "wing", "old": "x", "new": "y"}, "differs", "cards have no field `wing` here"),
        ({"card": "P9"}, "elsewhere", "it is about no card here"),
        ({"new": None, "status": "reported"}, "new", "the card prints `1964` here too"),
        ({"new": "neulich"}, "unusable", "the new year `neulich` cannot be read: `neulich` is not understood"),
        ({"field": "event_de", "old": "x", "new": " "}, "unusable", "event_de cannot be empty"),
        ({"field": "sources", "old": "", "new": ";"}, "unusable", "the new value would be printed as `book: ;`"),
    ],
)
def test_the_same_card(place: Place, server: Web, parts: dict[str, Any], outcome: str, why: str) -> None:
    server.pages["/f"] = says(200, feed(entry(**parts)))
    (row,) = place.json("corrigenda", "fetch", f"{server.address}/f", "--all")["entries"]
    assert (row["outcome"], row["why"]) == (outcome, why)


def test_what_the_list_here_says_otherwise_is_contradicted(place: Place, server: Web) -> None:
    place.run("corrigenda", "report", "--card", "P1", "--new", "1961", "--on", "2026-01-01")
    place.run("corrigenda", "report", "--card", "P2", "--new", "1936", "--on", "2026-01-01")
    report = fetched(place, server, entry(7), entry(2, "P3", old="1492", new="1493"))
    assert [(one["outcome"], one["why"]) for one in report["entries"]] == [
        ("differs", "CORR-probe-001 proposes `1961` here (reported)"),
        ("differs", "CORR-probe-002 is about year of `P2` here"),
    ]
    assert {one["code"] for one in report["findings"]} == {"WM823"}


def test_what_was_turned_down_here_is_known(place: Place, server: Web) -> None:
    place.run("corrigenda", "report", "--card", "P1", "--new", "1965", "--on", "2026-01-01")
    place.run("corrigenda", "reject", "CORR-probe-001", "--note", "no", "--on", "2026-01-02")
    assert fetched(place, server, entry(4))["entries"][0]["why"] == "CORR-probe-001 says the same here (rejected)"


def test_another_series_is_met_by_decisions_and_by_texts(place: Place, server: Web) -> None:
    lines = "card_a,card_b,decision,decided_on,by,hash_a,hash_b\n"
    hashes = f"{'0' * 16},{'0' * 16}"
    (place.root / "data/decks/duplicates.csv").write_text(
        f"{lines}probe:P2,ships:S4,same,2026-01-01,editor,{hashes}\nprobe:P3,ships:S7,different,2026-01-01,editor,{hashes}\n"
    )
    report = fetched(
        place,
        server,
        entry(1, "S4", series="ships", old="1936", new="1938", event={"en": "An airship burns."}),
        entry(2, "S5", series="ships", new="1966", event={"de": EVENTS[0]}),
        entry(3, "S6", series="ships", new="1964", event={"de": EVENTS[0]}),
        entry(4, "S7", series="ships", event={"de": "Ein Bäcker erfindet die Brezel."}),
        entry(5, "S4", series="ships", field="event_en", old="x", new="y", type="editorial"),
        entry(6, "S4", series="ships", field="event_de", old=EVENTS[1], new="y", type="editorial"),
        entry(7, "S4", series="ships", field="event_de", old="y", new=EVENTS[1], type="editorial"),
        code="ships",
    )
    assert [(one["id"][-1], one["card"], one["how"], one["outcome"]) for one in report["entries"]] == [
        ("1", "probe:P2", "decided", "new"),
        ("2", "probe:P1", "text", "new"),
        ("3", "probe:P1", "text", "known"),
        ("4", None, None, "elsewhere"),
        ("5", "probe:P2", "decided", "elsewhere"),
        ("6", "probe:P2", "decided", "new"),
        ("7", "probe:P2", "decided", "known"),
    ]
    command = report["entries"][0]["command"]
    assert "--card probe:P2" in command
    assert "--old 1937 --new 1938" in command
    assert place.run(*shlex.split(command)[1:]).exit_code == 0


def test_a_year_in_other_words_is_said_as_this_series_does(place: Place, server: Web) -> None:
    lines = f"probe:P3,ships:S1,same,2026-01-01,editor,{'0' * 16},{'0' * 16}\n"
    (place.root / "data/decks/duplicates.csv").write_text(
        f"card_a,card_b,decision,decided_on,by,hash_a,hash_b\n{lines}"
    )
    given = json.loads(feed(entry(1, "S1", series="ships", old="1493", new="c. 44 BC"), code="ships"))
    given["series"][0]["languages"] = ["en"]
    server.pages["/f"] = says(200, json.dumps(given).encode())
    (row,) = place.json("corrigenda", "fetch", f"{server.address}/f")["entries"]
    assert "--new 'um 44 v. Chr.'" in row["command"]


def test_another_publisher_may_use_the_same_code_for_other_cards(place: Place, server: Web) -> None:
    other = entry(event={"de": "Der Papst gründet eine Universität in Heidelberg."})
    assert fetched(place, server, other)["entries"][0]["outcome"] == "elsewhere"
    alike = entry(event={"de": "Eine Hausfrau fliegt ganz allein um die Welt!"})
    assert fetched(place, server, alike)["entries"][0]["outcome"] == "new"


def test_only_what_was_decided_counts_unless_all_is_asked_for(place: Place, server: Web) -> None:
    entries = [entry(1, status="rejected"), entry(2, "P2", status="reported", old="1937", new="1938"), entry(3)]
    report = fetched(place, server, *entries)
    assert [one["id"] for one in report["entries"]] == ["CORR-probe-003"]
    assert report["feed"] == {"title": "Anderswo", "entries": 3, "compared": 1}
    everything = place.json("corrigenda", "fetch", f"{server.address}/corrigenda.json", "--all")
    assert len(everything["entries"]) == 3


def test_among_many_cards_those_with_the_same_rare_words_are_looked_at() -> None:
    cards = [made(f"M{n}", f"Ereignis {'abcdefghij'[n % 10] * 5} im Jahr {n}") for n in range(3000)]
    zeppelin = made("Z", "Der Zeppelin brennt in Lakehurst.")
    words = _Words([*cards, zeppelin])
    assert words.nearest(made("X", "In Lakehurst brennt ein Zeppelin nieder.")) == (zeppelin,)
    assert words.nearest(made("X", "Etwas ganz anderes.")) == ()


def made(name: str, event: str) -> Card:
    return Card(series="many", id=name, event={"de": event}, year="1900")


@pytest.mark.parametrize(
    ("data", "message", "line"),
    [
        (b"{", "not JSON", 1),
        (b"<html>", "not JSON", 1),
        (b"\xff\xfe", "is not UTF-8", 1),
        (b"[]", "feed", 1),
        (b"[" * 100_000, "nested too deeply", None),
        (b'{"feed": NaN}', "cannot be used", None),
        (feed(feed=2), "`feed`: input should be 1", 1),
        (feed(title="\ud800"), "cannot be used", None),
        (b'{"feed": 1,\n"title": "x",\n"series": 5}', "`series`", 3),
        (b'{"feed": 1, "title": "x", "series": [{"corrigenda": []}]}', "`series.0.code`", 1),
    ],
)
def test_a_feed_that_cannot_be_used_is_one_finding_at_its_place(data: bytes, message: str, line: int | None) -> None:
    content, findings = read_feed(data, "feed.json")
    assert content is None
    assert message in findings[0].message
    assert {one.code for one in findings} <= {"WM821", "WM001"}
    assert findings[0].span is not None
    assert findings[0].span.line == line


def test_an_entry_that_cannot_be_read_is_left_out_and_the_others_are_compared(place: Place, server: Web) -> None:
    report = fetched(
        place, server, entry(1, reported_on="01.01.2026"), entry(2, "P2", old="1937", new="1938"), entry(3, fieldd="x")
    )
    assert [one["id"] for one in report["entries"]] == ["CORR-probe-002"]
    faults = [one["message"] for one in report["findings"] if one["code"] == "WM821"]
    assert faults == [
        "`CORR-probe-001`: `reported_on`: a date is written as year, month and day: 2026-03-31",
        "`CORR-probe-003`: `fieldd`: extra inputs are not permitted",
    ]
    assert report["status"] == 1


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/none", "the server answers 404"),
        ("/page", "a web page, not a feed"),
        ("/cut", "broke off"),
        ("/round", "more than 5 redirects"),
        ("/inward", "only https:// addresses are read"),
        ("/bomb", "larger than 50 MB"),
    ],
)
def test_an_address_that_gives_no_feed_is_one_line(place: Place, server: Web, path: str, message: str) -> None:
    done = place.run("corrigenda", "fetch", server.address + path)
    assert done.exit_code == 2
    assert message in done.stderr.splitlines()[0]
    assert "Traceback" not in done.output


def test_a_private_host_is_asked_only_where_it_is_allowed(tmp_path: Path, server: Web) -> None:
    server.pages["/f"] = says(200, feed())
    place = Place(tmp_path, server, allow=[])
    place.cards(("1964", ""))
    done = place.run("corrigenda", "fetch", f"{server.address}/f")
    assert done.exit_code == 2
    assert server.asked == []


def test_words_for_terminals_do_no_harm(place: Place, server: Web) -> None:
    hostile = entry(new="19\x1b[2J65", reason="'; rm -rf / #\n$(x)")
    server.pages["/f"] = says(200, feed(hostile, title="\x1b]0;x\x07"))
    done = place.run("corrigenda", "fetch", f"{server.address}/f")
    assert "\x1b" not in done.output
    server.pages["/f"] = says(200, feed(hostile | {"new": "1965"}))
    words = shlex.split(place.json("corrigenda", "fetch", f"{server.address}/f")["entries"][0]["command"])
    assert "'; rm -rf / # $(x)" in words


def test_the_feed_that_is_published_here_is_known_here(tmp_path: Path) -> None:
    here = copy(tmp_path)
    run = CliRunner()
    made = run.invoke(main, ["--workspace", str(here), "corrigenda", "publish", "--no-pdf", "-q"])
    assert made.exit_code == 0
    path = here / "print/out/corrigenda/corrigenda.json"
    words = ["--workspace", str(here), "corrigenda", "fetch", str(path), "--all", "--format", "json"]
    report = json.loads(run.invoke(main, words).stdout)
    assert report["findings"] == []
    assert report["outcomes"]["known"] == report["feed"]["entries"] > 30


def test_no_list_is_read_from_a_host_that_does_not_prove_who_it_is(place: Place) -> None:
    certificate = Path(__file__).parent.parent / "fetch" / "certificates" / "self-signed.pem"
    with web(certificate) as other:
        done = place.run("corrigenda", "fetch", f"{other.address}/corrigenda.json")
    assert (done.exit_code, done.output.count("self-signed certificate")) == (2, 1)


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda one: one | {"feed": True}, "`feed`: a whole number is needed"),
        (lambda one: one | {"feed": 1.0}, "`feed`: a whole number is needed"),
        (lambda one: one | {"feed": "1"}, "`feed`: a whole number is needed"),
        (lambda one: one | {"feed": 2}, "`feed`: input should be 1"),
        (lambda one: one | {"series": one["series"] * 2}, "series `probe` is listed twice"),
        (lambda one: in_series(one, corrigenda=[entry(), entry()]), "`CORR-probe-001` is listed twice"),
        (
            lambda one: in_series(one, corrigenda=[entry(), entry(series="other")]),
            "`CORR-other-001` is an id of series `other`, listed with series `probe`",
        ),
        (
            lambda one: in_series(one, editions=[{"number": True, "year": 2020, "released": True}]),
            "`series.0.editions.0.number`: input should be a valid integer",
        ),
        (
            lambda one: in_series(one, editions=[{"number": 1, "year": 2020, "released": "yes"}]),
            "`series.0.editions.0.released`: input should be a valid boolean",
        ),
        (
            lambda one: in_series(one, corrigenda=[entry(), entry(2, fixed_in=True)]),
            "`CORR-probe-002`: `fixed_in`: input should be a valid integer",
        ),
    ],
)
def test_a_list_with_a_fault_gives_one_finding_at_its_place(edit: Any, message: str) -> None:
    content = json.dumps(edit(json.loads(feed(entry()))), indent=1)
    read, (found,) = read_feed(content.encode(), "feed.json")
    assert (found.code, found.message) == ("WM821", message)
    assert found.span is not None
    assert (found.span.line or 0) > 1
    assert read is None or [one.id for series in read.series for one in series.corrigenda] == ["CORR-probe-001"]


def in_series(content: dict[str, Any], **parts: Any) -> dict[str, Any]:
    """Return a list whose only series has other parts."""
    return content | {"series": [content["series"][0] | parts]}


def test_a_list_that_names_a_key_twice_is_refused() -> None:
    read, (found,) = read_feed(feed(entry()).replace(b'"feed": 1', b'"feed": 1, "feed": 1'), "feed.json")
    assert (read, found.message) == (None, "`feed` stands twice in one object")


def test_a_new_year_that_nobody_can_read_is_not_new(place: Place, server: Web) -> None:
    report = fetched(place, server, entry(new="neulich"), entry(2, "P2", old="1937", new="1936"))
    assert {name: number for name, number in report["outcomes"].items() if number} == {"new": 1, "unusable": 1}
    assert {one["code"] for one in report["findings"]} == {"WM822", "WM824"}
    assert report["entries"][0]["command"] is None


def test_a_year_in_the_words_of_the_other_list_is_reported_in_those_here(place: Place, server: Web) -> None:
    english = json.loads(feed(entry(new="before 1960")))
    english["series"][0]["languages"] = ["en"]
    server.pages["/en"] = says(200, json.dumps(english).encode())
    (row,) = place.json("corrigenda", "fetch", f"{server.address}/en")["entries"]
    assert (row["outcome"], "--new 'vor 1960'" in row["command"]) == ("new", True)
