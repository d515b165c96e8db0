"""Rows to cards: columns, normal form, ids, years, sources."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ingest_samples import TEXTS, imported, outline, series

from pipeline.cards import Card
from pipeline.ingest import guess_mapping, ingest, is_whole, pseudo_series
from pipeline.ingest.text import normal_text, written_offset
from pipeline.tables import read_table

HEADERS = {
    "Nr.;Ereignis;Jahr;Kommentar;Stichwörter;Ereignis (englisch);Kommentar (englisch);Quellen;geprüft": (
        "id event_de year comment_de tags event_en comment_en sources checked"
    ),
    "Year;Front (EN);Front (DE);Card ID;Back text (EN);Back text (DE);Keywords;References": (
        "year event_en event_de id comment_en comment_de tags sources"
    ),
    "ID;EVENT DE;EVENT EN;DATE": "id event_de event_en year",
    "id;event_de;event_en;year;earliest;latest;edtf;comment_de;comment_en;sources;tags;symbols": (
        "id event_de event_en year earliest latest edtf comment_de comment_en sources tags symbols"
    ),
    "Karten-Nr.;Vorderseite;Jahreszahl;Rückseite": "id event_de year comment_de",
    "Numéro;Événement;Année;Commentaire;Mots-clés;Référence;Vérifié": (
        "id event_fr year comment_fr tags sources checked"
    ),
    "N.;Avvenimento;Anno;Nota;Parole chiave;Fonti;Verificato": "id event_it year comment_it tags sources checked",
    "Question;Answer note (en);When": "event_de year",
}


@pytest.mark.parametrize("header", HEADERS)
def test_headings_are_understood(header: str) -> None:
    table, _ = read_table(f"{header}\n".encode() + b"x" + b";" * header.count(";") + b"\n", "t.csv")
    assert table
    mapping, _ = guess_mapping(table, ("de", "en", "fr", "it"))
    assert " ".join(mapping.columns) == HEADERS[header]


def test_a_heading_without_language_takes_the_first_of_the_series() -> None:
    table, _ = read_table(b"Text;Jahr\na;1903\n", "t.csv")
    assert table
    assert guess_mapping(table, ("en", "de"))[0].columns == {"event_en": 0, "year": 1}


def test_the_series_file_has_the_first_word() -> None:
    deck, findings = imported("Was;Frage;Jahr\na;b;1903\n", series(event_de="Frage", event_en="was "))
    assert deck.cards[0].event == {"de": "b", "en": "a"}
    assert findings == []


def test_a_wrong_entry_of_the_series_file_is_found() -> None:
    _, findings = imported("Ereignis;Jahr\na;1903\n", series(comment_de="Notiz", evnt_de="Ereignis"))
    assert outline(findings) == [("WM122", 1, 1), ("WM122", 1, 1)]


def test_columns_that_are_not_used_are_named() -> None:
    text = "Ereignis;Jahr;Farbe;Notiz;Zusatz;Event (fr);;\na;1903;rot;b;c;d;e;\n"
    _, findings = imported(text)
    assert outline(findings) == [("WM123", 1, 27), ("WM121", 1, 15), ("WM121", 1, 34), ("WM121", 1, 45)]


def test_without_event_or_year_there_is_no_deck() -> None:
    table, _ = read_table(b"1;Die Titanic sinkt;1912\n2;b;1913\n", "t.csv")
    assert table
    deck, findings = ingest(table, series(), 1)
    assert deck is None
    assert [found.code for found in findings] == ["WM134"]
    table, _ = read_table(b"A;B;C\n1;Die Titanic;-\n2;b;-\n", "t.csv")
    assert table
    deck, findings = ingest(table, series(), 1)
    assert deck is None
    assert [found.code for found in findings if found.severity == "error"] == ["WM120"]


def test_texts_take_their_normal_form() -> None:
    deck, findings = imported(
        'Ereignis;Jahr;Tags\n" Das\r\n gro\u0308\u00dfte\u00a0Schiff  ";" um\n1900";"a, b;\nc d,a"\n'
    )
    assert findings == []
    card = deck.cards[0]
    assert card.event == {"de": "Das größte\u00a0Schiff"}
    assert card.year == "um 1900"
    assert card.tags == ("a", "b", "c d")


@given(TEXTS)
def test_the_normal_form_is_final(text: str) -> None:
    normal = normal_text(text)
    assert normal_text(normal) == normal
    assert normal == unicodedata.normalize("NFC", normal).strip()
    assert "\n" not in normal


@given(st.text(st.sampled_from("ab \n\u00a0"), max_size=12), st.data())
def test_offsets_lead_back_to_the_same_character(text: str, data: st.DataObject) -> None:
    normal = normal_text(text)
    if normal:
        index = data.draw(st.integers(0, len(normal) - 1))
        written = text[written_offset(text, index)]
        assert written == normal[index] or (written.isspace() and normal[index].isspace())


def test_a_broken_year_is_found_in_its_cell() -> None:
    deck, findings = imported('Nr;Ereignis;Jahr\n1;"a\nb";"  19O3"\n2;c;1904\n')
    assert [(found.card, found.span.line, found.span.column) for found in findings if found.span] == [("1", 3, 7)]
    assert [card.interval is None for card in deck] == [True, False]
    assert deck.cards[0].year == "19O3"


def test_a_year_that_a_spreadsheet_changed_is_read_and_reported() -> None:
    deck, findings = imported("Ereignis;Jahr\na;1903.0\nb;1903-07\n")
    assert outline(findings) == [("WM202", 2, 3), ("WM203", 3, 3)]
    assert [card.edtf for card in deck] == ["1903", "1903/1907"]


def test_a_reversed_span_comes_with_what_may_be_meant() -> None:
    _, findings = imported("Ereignis;Jahr\na;1522–1519\n")
    assert [found.help for found in findings] == ["perhaps `1519–1522`"]


def test_only_losses_make_a_deck_less_than_its_table() -> None:
    assert is_whole(imported("Nr;Ereignis;Jahr;Farbe\n1;a;Mai 03;rot\n")[1])
    assert not is_whole(imported("Nr;Ereignis;Jahr\n1;a;1903\n1;b;1904\n")[1])


def test_ids_are_given_in_row_order_where_there_are_none() -> None:
    deck, findings = imported("Ereignis;Jahr\na;1903\nb;1904\n")
    assert [card.id for card in deck] == ["1", "2"]
    assert findings == []


def test_a_new_import_finds_cards_by_their_text() -> None:
    known = tuple(Card(series="frauen", id=str(n), event={"de": text}, year="1903") for n, text in ((1, "a"), (2, "b")))
    deck, _ = imported("Ereignis;Jahr\nneu;1905\nb;1904\na;1903\na;1903\n", known=known)
    assert [card.id for card in deck] == ["3", "2", "1", "4"]


def test_missing_ids_go_on_in_the_same_way() -> None:
    deck, findings = imported("Nr;Ereignis;Jahr\nF098;a;1903\n;b;1904\nF007;c;1905\n")
    assert [card.id for card in deck] == ["F098", "F099", "F007"]
    assert outline(findings) == [("WM124", 3, 1)]


def test_faulty_ids() -> None:
    deck, findings = imported("Nr;Ereignis;Jahr\n1;a;1903\n1;b;1904\n2 3;c;1905\n4.0;d;1906\n5,0;e;1907\n6;;\n")
    assert outline(findings) == [("WM127", 3, 1), ("WM125", 4, 1), ("WM126", 5, 1), ("WM126", 6, 1), ("WM128", 7, 1)]
    assert [card.id for card in deck] == ["1", "4.0"]


@pytest.mark.parametrize("answer", ["ja", "Yes", "oui", "sì", "x", "1", "✓"])
def test_a_yes_checks_all_sources_of_the_card(answer: str) -> None:
    deck, findings = imported(f"Ereignis;Jahr;Quelle;geprüft\na;1903;https://example.org/a | Q42;{answer}\n")
    assert findings == []
    assert [(source.kind, source.checked) for source in deck.cards[0].sources] == [("url", True), ("wikidata", True)]


@pytest.mark.parametrize(("answer", "codes"), [("", []), ("nein", []), ("vielleicht", ["WM129"])])
def test_anything_else_does_not(answer: str, codes: list[str]) -> None:
    deck, findings = imported(f"Ereignis;Jahr;Quelle;geprüft\na;1903;book: Meyer;{answer}\n")
    assert [found.code for found in findings] == codes
    assert not deck.cards[0].sources[0].checked


def test_places_lead_to_the_cells() -> None:
    deck, _ = imported('Jahr;Ereignis;Kommentar\n1903;"a\nb";c\n')
    card = deck.cards[0]
    places = {field: deck.place(card, field) for field in ("id", "year", "event_de", "comment_de", "tags")}
    assert {
        field: (span.line, span.column, span.end_line, span.end_column) for field, span in places.items() if span
    } == {
        "id": (2, 1, 3, 5),
        "year": (2, 1, 2, 5),
        "event_de": (2, 7, 3, 2),
        "comment_de": (3, 4, 3, 5),
        "tags": (2, 1, 3, 5),
    }
    assert dict(deck.places).keys() == {(card.key, field) for field in ("id", "year", "event_de", "comment_de")}


@pytest.mark.parametrize(
    ("name", "header", "code", "languages", "year_language"),
    [
        ("Meine Karten.csv", "Ereignis;Jahr", "meine-karten", ("de",), "de"),
        ("2024.csv", "event;event (fr);year", "table-2024", ("fr",), "fr"),
        ("<stdin>", "front (en);Vorderseite;when", "stdin", ("en", "de"), "en"),
        ("Frühjahr.csv", "x;y", "fruehjahr", ("de",), "de"),
    ],
)
def test_a_table_without_series_makes_its_own(
    name: str, header: str, code: str, languages: tuple[str, ...], year_language: str
) -> None:
    table, _ = read_table(f"{header}\na{';b' * header.count(';')}\n".encode(), name)
    assert table
    made = pseudo_series(table)
    assert (made.code, made.languages, made.year_language) == (code, languages, year_language)
