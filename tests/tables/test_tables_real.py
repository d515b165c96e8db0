"""Tables as they leave spreadsheets and programs: titles, totals, second headings, error values, damaged letters."""

from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from workbook_samples import ods, row, xlsx

from pipeline.cards import Deck
from pipeline.checks import run_checks
from pipeline.ingest import ingest, is_whole, pseudo_series
from pipeline.tables import read_table

HEADINGS = "Nr;Ereignis;Jahr\n"
CARDS = "1;Die Titanic sinkt.;1912\n2;Der Zeppelin brennt.;1937\n"
EVENTS = ["Die Titanic sinkt.", "Der Zeppelin brennt."]
MOJIBAKE = (HEADINGS + "1;Käthe näht für Größere.;1912\n").encode().decode("cp1252")


@dataclass
class Real:
    """A file, what is said of it (code, line, column), the events that are read, and whether a deck may be written."""

    data: bytes | str
    findings: Sequence[tuple[str, int, int]]
    events: Sequence[str] = ()
    whole: bool = False


REAL = {
    "a title above the headings": Real(
        f"Kartenliste Frühjahr;;\n;;\n{HEADINGS}{CARDS}", [("WM159", 1, 1)], EVENTS, whole=True
    ),
    "a title without delimiters": Real(
        f"Liste 2024, Stand Mai\n\n{HEADINGS}{CARDS}", [("WM159", 1, 1)], EVENTS, whole=True
    ),
    "several lines of a program": Real(
        f"# exported\n# by a program\n{HEADINGS}{CARDS}", [("WM159", 1, 1)], EVENTS, whole=True
    ),
    "a title in a workbook": Real(
        xlsx(("K", row(1, "Liste") + row(3, "Nr", "Ereignis", "Jahr") + row(4, "1", "Die Titanic sinkt.", "1912"))),
        [("WM159", 1, 1)],
        EVENTS[:1],
        whole=True,
    ),
    "a title of several cells": Real(f"Serie:;Frauen;\nStand:;Mai;\n{HEADINGS}{CARDS}", [("WM120", 3, 1)]),
    "lines quoted as a whole": Real('"Nr;Ereignis;Jahr"\n"1;Die Titanic sinkt.;1912"\n', [("WM120", 1, 1)]),
    "cells separated by colons": Real("Nr:Ereignis:Jahr\n1:Die Titanic sinkt.:1912\n", [("WM120", 1, 1)]),
    "a heading with a line break": Real(
        '"Er\neignis";Jahr\nDie Titanic sinkt.;1912\n', [("WM130", 1, 2)], EVENTS[:1], whole=True
    ),
    "a workbook with headings only": Real(xlsx(("K", row(1, "Nr", "Ereignis", "Jahr"))), [("WM107", 1, 1)]),
    "a sheet of words before the cards": Real(
        xlsx(
            ("Info", row(1, "Bitte lesen")),
            ("K", row(1, "Nr", "Ereignis", "Jahr") + row(2, "1", "Die Titanic sinkt.", "damals")),
        ),
        [("WM201", 2, 3)],
        EVENTS[:1],
        whole=True,
    ),
    "a JSON list of lists": Real('[["Nr", "Ereignis", "Jahr"], [1, "a", 1912]]', [("WM156", 1, 2)]),
    "totals": Real(f"{HEADINGS}{CARDS}Summe;2;\n", [("WM145", 4, 1)], EVENTS),
    "totals of years": Real(f"{HEADINGS}{CARDS}Total;;3849\n", [("WM145", 4, 1)], EVENTS),
    "a number of cards": Real(f"{HEADINGS}{CARDS};Anzahl Karten: 2;\n", [("WM145", 4, 1)], EVENTS),
    "a card that is called so": Real(f"{HEADINGS}{CARDS}3;Summe;1990\n", [], [*EVENTS, "Summe"], whole=True),
    "two tables put together": Real(
        f"{HEADINGS}{CARDS}{HEADINGS}3;Der Film läuft.;1895\n", [("WM146", 4, 1)], [*EVENTS, "Der Film läuft."]
    ),
    "a second row of headings": Real(
        f"Nr;Ereignis;Jahr\nid;deutsch;year\n{CARDS}", [("WM146", 2, 1)], EVENTS
    ),
    "quotes with backslashes": Real(
        'Nr,Ereignis,Jahr\n1,"Die \\"Titanic\\", und",1912\n2,Der Zeppelin brennt.,1937\n3,"Er \\"Ja\\", er",1938\n',
        [("WM112", 2, 10)],
        EVENTS[1:],
    ),
    "errors of formulas": Real(
        "Nr,Ereignis,Jahr\n1,Die Titanic sinkt.,#REF!\n2,#NAME?,1937\n3,Film,#WERT!\n",
        [("WM151", 2, 22)],
        ["Die Titanic sinkt.", "#NAME?", "Film"],
    ),
    "an error of a formula in a workbook": Real(
        xlsx(("K", row(1, "Nr", "Ereignis", "Jahr") + row(2, "1", "Film", '<c r="C2" t="e"><v>#N/A</v></c>'))),
        [("WM151", 2, 3)],
        ["Film"],
    ),
    "letters read in the wrong encoding": Real(
        MOJIBAKE, [("WM105", 2, 4), ("WM314", 2, 4)], [MOJIBAKE.split(";")[3]], whole=True
    ),
    "letters read in the wrong encoding twice": Real(
        MOJIBAKE.encode().decode("cp1252", "replace"),
        [("WM105", 2, 4), ("WM314", 2, 4)],
        [MOJIBAKE.encode().decode("cp1252", "replace").split(";")[3]],
        whole=True,
    ),
    "money and percent": Real(
        f"{HEADINGS}1;Die Titanic sinkt.;1912 €\n2;Der Zeppelin brennt.;193700%\n",
        [("WM201", 2, 25), ("WM201", 3, 29)],
        EVENTS,
        whole=True,
    ),
    "ids with decimal commas": Real(f"{HEADINGS}1,0;a;1903\n2,0;b;1904\n3,0;c;1905\n", [("WM126", 2, 1)]),
    "JSON Lines": Real(
        '{"no": 1, "event": "Die Titanic sinkt.", "year": 1912}\n'
        '{"no": 2, "event": "Der Zeppelin brennt.", "year": ""}\n',
        [("WM201", 2, 53)],
        EVENTS,
        whole=True,
    ),
    "JSON Lines, a record not closed": Real(
        '{"id": 1, "event": "a", "year": 1912}\n{"id": 2, "event": "b", "year": 1937\n{"id": 3}\n', [("WM155", 2, 37)]
    ),
    "JSON Lines, something between": Real(
        '{"id": 1, "event": "a", "year": 1912}\n{"id": 2, "event": "b"}\n[]\n', [("WM156", 3, 1)]
    ),
    "JSON, a key twice": Real('[{"id": 1, "event": "a", "year": 1912, "year": 1913}]', [("WM155", 1, 41)]),
    "a web page": Real("\n<!DOCTYPE html>\n<html><body>Sign in</body></html>\n", [("WM102", 0, 0)]),
    "hidden rows": Real(
        xlsx(
            (
                "K",
                row(1, "Nr", "Ereignis", "Jahr")
                + row(2, "1", "Die Titanic sinkt.", "1912")
                + row(3, "2", "Der Zeppelin brennt.", "1937").replace("<row", '<row hidden="1"'),
            )
        ),
        [("WM160", 3, 1)],
        EVENTS,
        whole=True,
    ),
    "repeated and hidden rows of ODS": Real(
        ods(
            (
                "K",
                "".join(
                    f"<table:table-row {kind}>"
                    + "".join(
                        f"<table:table-cell office:value-type='string'><text:p>{cell}</text:p></table:table-cell>"
                        for cell in cells.split(";")
                    )
                    + "</table:table-row>"
                    for kind, cells in (
                        ("", "Nr;Ereignis;Jahr"),
                        ("table:number-rows-repeated='1000000'", ";;"),
                        ("table:visibility='filter'", "1;Die Titanic sinkt.;damals"),
                    )
                ),
            )
        ),
        [("WM160", 1_000_002, 1), ("WM201", 1_000_002, 3)],
        EVENTS[:1],
        whole=True,
    ),
    "years of songs": Real(
        "year,artist,title\n1969,The Beatles,Come Together\n1982,Prince,1999\n1975,Queen,Bohemian Rhapsody\n",
        [("WM305", 3, 13)],
        ["Come Together", "1999", "Bohemian Rhapsody"],
        whole=True,
    ),
    "ids of a program and two readings of a year": Real(
        "id,question,date\n0.0,The pyramid is built,2560 BCE\n1.0,Sargon begins to rule,2334 or 2270 BCE\n",
        [("WM126", 2, 1)],
        ["The pyramid is built", "Sargon begins to rule"],
    ),
    "line breaks of three kinds": Real(
        "Nr;Ereignis;Jahr\r\n1;Die Titanic sinkt.;1912\n2;Der Zeppelin brennt.;1937\r3;Rad;damals\r\n",
        [("WM201", 4, 7)],
        [*EVENTS, "Rad"],
        whole=True,
    ),
}  # fmt: skip
UNTOLD = {"WM310"}  # no card has a source


@pytest.mark.parametrize("name", REAL)
def test_each_fault_is_told_once_at_its_place(name: str) -> None:
    real = REAL[name]
    table, found = read_table(real.data.encode() if isinstance(real.data, str) else real.data, "karten.csv")
    deck: Deck | None = None
    if table:
        deck, more = ingest(table, pseudo_series(table), None)
        found += more
    told = [*found, *(run_checks(deck) if deck else ())]
    places = [
        (finding.code, finding.span.line or 0, finding.span.column or 0)
        for finding in told
        if finding.span and finding.severity.name != "NOTE" and finding.code not in UNTOLD
    ]
    assert sorted(places) == sorted(real.findings)
    assert [card.text("de") for card in deck or ()] == list(real.events)
    assert is_whole(found) is real.whole


def test_a_table_of_one_column_keeps_its_first_row_as_heading() -> None:
    table, findings = read_table(b"Ereignis\nDie Titanic sinkt.\nDer Zeppelin brennt.\n", "karten.csv")
    assert table
    assert table.header.values == ("Ereignis",)
    assert len(table.rows) == 2
    assert findings == []


def test_damage_of_many_texts_is_one_finding() -> None:
    rows = "".join(f"{number};{text};19{number:02}\n" for number, text in enumerate(["Ã¤ eins"] * 9, 10))
    table, _ = read_table((HEADINGS + rows).encode(), "karten.csv")
    assert table
    deck, _ = ingest(table, pseudo_series(table), None)
    assert deck
    damaged = [finding for finding in run_checks(deck) if finding.code == "WM314"]
    assert [finding.message for finding in damaged] == [
        "a damaged character in `event_de` of `10`: `Ã¤` (9 texts, first here)"
    ]
