"""`wildmix sources compare` with a server on this computer in place of Wikidata."""

import shlex
from pathlib import Path
from typing import Any

from loopback import Web, at_first, says, says_json
from sources_samples import Place
from test_evidence_wikidata import claim


def item(server: Web, number: str, **claims: list[Any]) -> None:
    page = says_json({"entities": {number: {"id": number, "claims": claims}}})
    server.pages[f"/wiki/Special:EntityData/{number}.json"] = page


def codes(report: dict[str, Any]) -> list[tuple[str, str]]:
    return [(one["card"], one["code"]) for one in report["findings"]]


def test_cards_beside_their_items(place: Place, server: Web) -> None:
    item(server, "Q1", P585=[claim("+1964-04-17T00:00:00Z", 11)])
    item(server, "Q2", P585=[claim("+1937-05-06T00:00:00Z", 11)])
    item(server, "Q3", P569=[claim("+1451-00-00T00:00:00Z")], P570=[claim("+1506-05-20T00:00:00Z", 11)])
    item(server, "Q4")
    place.cards(
        ("1964", "Q1"),
        ("1973", "https://www.wikidata.org/wiki/Q2"),
        ("1492", "wikidata: Q3; locator: P569"),
        ("1618", "Q4"),
        ("1912", "Chronik"),
    )
    report = place.json("sources", "compare")
    assert codes(report) == [("P2", "WM811"), ("P3", "WM812"), ("P4", "WM813")]
    assert report["checked"] == {"cards": 5, "items": 4}
    assert report["status"] == 0
    assert [(one["card"], one["outcome"], one["new"]) for one in report["compared"]] == [
        ("probe:P1", "agrees", None),
        ("probe:P2", "differs", "1937"),
        ("probe:P3", "within", None),
        ("probe:P4", "undated", None),
    ]
    assert report["compared"][1]["dates"] == [
        {
            "property": "P585",
            "text": "point in time 6.5.1937 (day)",
            "rank": "normal",
            "earliest": 1937,
            "latest": 1937,
        }
    ]
    differs = report["findings"][0]
    assert differs["message"] == "`P2` prints `1973`; `Q2` of Wikidata: point in time 6.5.1937 (day)"
    assert (differs["line"], differs["series"]) == (3, "probe")


def test_a_candidate_is_a_command_that_can_be_run_as_it_stands(place: Place, server: Web) -> None:
    item(server, "Q2", P585=[claim("-0044-03-15T00:00:00Z", 11, calendar="Q1985786")])
    place.cards(("43 v. Chr.", "Q2"))
    command = place.json("sources", "compare")["compared"][0]["command"]
    words = shlex.split(command)
    assert words[:3] == ["wildmix", "corrigenda", "report"]
    assert command in place.json("sources", "compare")["findings"][0]["help"]
    before = {path: path.read_bytes() for path in place.folder.iterdir()}
    assert "corrigenda.json" not in {path.name for path in before}  # comparing wrote nothing
    assert place.run(*words[1:], "--on", "2026-01-01").exit_code == 0
    (entry,) = place.json("corrigenda", "list")["corrigenda"]
    assert (entry["state"], entry["old"], entry["new"]) == ("reported", "43 v. Chr.", "44 v. Chr.")
    text = (place.folder / "corrigenda.json").read_text()
    assert '"kind": "wikidata"' in text
    assert '"locator": "P585"' in text
    assert '"states_value": "15.3.44 BC (day, Julian)"' in text


def test_where_an_item_says_several_things_the_value_is_left_to_people(place: Place, server: Web) -> None:
    item(server, "Q2", P571=[claim("+1900-00-00T00:00:00Z")], P577=[claim("+1901-00-00T00:00:00Z")])
    place.cards(("1800", "Q2"))
    (compared,) = place.json("sources", "compare")["compared"]
    assert compared["new"] is None
    assert "--new" not in compared["command"]
    assert compared["command"].count("--source") == 2
    assert place.run(*shlex.split(compared["command"])[1:]).exit_code == 0


def test_a_card_with_several_items_agrees_if_one_does(place: Place, server: Web) -> None:
    item(server, "Q1", P585=[claim("+1964-00-00T00:00:00Z")])
    item(server, "Q2", P585=[claim("+1937-00-00T00:00:00Z")])
    place.cards(("1937", "Q1 | Q2"), ("1950", "Q1 | Q2"))
    assert codes(place.json("sources", "compare")) == [("P2", "WM811")]


def test_items_are_asked_once_for_all_cards_and_runs(place: Place, server: Web) -> None:
    item(server, "Q1", P585=[claim("+1964-00-00T00:00:00Z")])
    place.cards(("1964", "Q1"), ("1965", "Q1"))
    first = place.run("sources", "compare")
    assert "cards that name an item: 2 (1 agrees, 0 within, 1 differs, 0 undated)" in first.stdout
    assert "web: 1 request, 0 answers from the cache" in first.stdout
    assert "web: 0 requests, 1 answer from the cache" in place.run("sources", "compare").stdout
    assert place.json("sources", "compare", "--offline")["compared"] == place.json("sources", "compare")["compared"]
    assert len(server.asked) == 1


def test_items_that_are_gone_merged_or_damaged_are_said_and_the_others_compared(place: Place, server: Web) -> None:
    item(server, "Q1", P585=[claim("+1964-00-00T00:00:00Z")])
    server.pages["/wiki/Special:EntityData/Q2.json"] = server.pages["/wiki/Special:EntityData/Q1.json"]
    server.pages["/wiki/Special:EntityData/Q3.json"] = says(200, b"<html>")
    place.cards(("1964", "Q1"), ("1964", "Q2"), ("1964", "Q3"), ("1964", "Q4"))
    report = place.json("sources", "compare")
    assert codes(report) == [("P2", "WM813"), ("P3", "WM814"), ("P4", "WM801")]
    assert "was merged into `Q1`" in report["findings"][0]["message"]
    assert [one["outcome"] for one in report["compared"]] == ["agrees", "agrees"]
    item(server, "Q3", P585=[claim("+1964-00-00T00:00:00Z")])
    assert len(place.json("sources", "compare")["compared"]) == 3  # what was damaged is asked again


def test_wikidata_that_is_busy_is_waited_for(place: Place, server: Web) -> None:
    item(server, "Q1", P585=[claim("+1964-00-00T00:00:00Z")])
    path = "/wiki/Special:EntityData/Q1.json"
    server.pages[path] = at_first(says(429, Retry_After="0"), then=server.pages[path])
    place.cards(("1964", "Q1"))
    assert place.json("sources", "compare")["compared"][0]["outcome"] == "agrees"


def test_cards_without_items_are_no_error(place: Place) -> None:
    place.cards(("1964", "Chronik"))
    done = place.run("sources", "compare")
    assert done.exit_code == 0
    assert "cards that name an item: 0" in done.stdout


def test_a_table_has_no_list_to_report_to(tmp_path: Path, server: Web) -> None:
    item(server, "Q1", P585=[claim("+1964-00-00T00:00:00Z")])
    place = Place(tmp_path, server)
    table = tmp_path / "cards.csv"
    table.write_text("Ereignis;Jahr;Quelle\nDie Titanic sinkt.;1912;Q1\n")
    (compared,) = place.json("sources", "compare", str(table))["compared"]
    assert (compared["outcome"], compared["command"]) == ("differs", None)


def test_offline_is_told_in_one_line(tmp_path: Path) -> None:
    nowhere = "http://services.invalid"
    place = Place(tmp_path, archive=nowhere, wikidata=nowhere, doi=nowhere)
    place.cards(("1964", "Q1"), ("1965", "Q2"))
    done = place.run("sources", "compare")
    assert done.exit_code == 2
    assert len(done.stderr.splitlines()) == 1
    assert "seems to be offline" in done.stderr


def test_a_hostile_item_cannot_break_out_of_the_command(place: Place, server: Web) -> None:
    hostile = claim("+1900-00-00T00:00:00Z")
    hostile["mainsnak"]["datavalue"]["value"]["calendarmodel"] = "'; rm -rf / #"
    item(server, "Q1", P585=[hostile], **{"P571'; rm": [hostile]})
    place.cards(("1800", "Q1"))
    (compared,) = place.json("sources", "compare")["compared"]
    assert "rm -rf" not in compared["command"]
