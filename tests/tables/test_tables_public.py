"""Tables as they lie about in public: song decks with headings in any order, arrays of a script, quiz tables."""

from itertools import permutations

import pytest

from pipeline.ingest import ingest, pseudo_series
from pipeline.tables import read_table
from pipeline.years import YearInterval

SONG = {"id": "7", "Event": "Queen: “Bohemian Rhapsody”, first released", "Year": "1975"}


@pytest.mark.parametrize("order", list(permutations(SONG)))
def test_song_decks_with_headings_in_any_order(order: tuple[str, ...]) -> None:
    lines = [",".join(order), ",".join(f'"{SONG[heading]}"' for heading in order)]
    table, findings = read_table("\r\n".join(lines).encode("utf-8-sig"), "songs.csv")
    assert (table is not None, findings) == (True, [])
    assert table
    deck, _ = ingest(table, pseudo_series(table), None)
    assert deck
    (card,) = deck
    assert (card.id, card.event, card.year) == ("7", {"en": SONG["Event"]}, "1975")


def test_arrays_of_a_script_saved_as_csv() -> None:
    data = "Ereignis;Jahr\n'Der \"Zeppelin\" brennt';'1937'\n'Die Mauer fällt';'1989'\n".encode("cp1252")
    table, findings = read_table(data, "script.csv")
    assert (table is not None, findings) == (True, [])
    assert table
    assert [row.values[0] for row in table.rows] == ["'Der \"Zeppelin\" brennt'", "'Die Mauer fällt'"]


def test_quiz_tables_with_float_ids_and_alternatives() -> None:
    data = b"id,Event,Year\n0.0,Sargon founds Akkad,2334 or 2270 BCE\n1.0,The Great Fire,1666\n"
    table, _ = read_table(data, "quiz.csv")
    assert table
    deck, findings = ingest(table, pseudo_series(table), None)
    assert [found.code for found in findings].count("WM126") == 1
    assert deck
    assert deck.cards[0].year == "2334 or 2270 BCE"
    assert deck.cards[0].interval == YearInterval(-2333, -2269)
