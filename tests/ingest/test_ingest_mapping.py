"""Columns found by their cells, swapped columns, several columns for one field."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ingest_samples import outline, series

from pipeline.cards import Deck, RawTable, Series
from pipeline.diagnostics import Diagnostic
from pipeline.ingest import disarmed, guess_mapping, ingest, pseudo_series, rearmed
from pipeline.ingest.content import LONGEST_YEAR, is_year
from pipeline.tables import Table, read_table
from pipeline.years import YearError, parse_year

ROOT = Path(__file__).parent.parent.parent
GERMAN = [
    "Der erste Zug fährt von Nürnberg nach Fürth.",
    "Eine Frau wird auf dem Mond nicht gesehen.",
    "Das Schiff sinkt mit dem Kapitän und der Katze.",
    "Die Stadt wird von den Römern zerstört.",
]
ENGLISH = [
    "The first train goes from Nuremberg to Fürth.",
    "A woman is not seen on the Moon.",
    "The ship sinks with the captain and the cat.",
    "The city is destroyed by the Romans.",
]
YEARS = ["1835", "um 1969", "1912", "44 v. Chr."]


def table(header: str, *columns: list[str], name: str = "t.csv") -> Table:
    lines = [header, *(";".join(cells) for cells in zip(*columns, strict=True))]
    read, findings = read_table("\n".join(lines).encode(), name)
    assert read
    assert findings == []
    return read


def read(found: Table, like: Series) -> tuple[Deck, list[Diagnostic]]:
    deck, findings = ingest(found, like, 1)
    assert deck
    return deck, findings


def test_columns_without_telling_headings_are_found_by_their_cells() -> None:
    numbers = ["K1", "K2", "K3", "K4"]
    links = [f"https://example.org/{number}" for number in numbers]
    found = table("A;B;C;D;E", YEARS, ENGLISH, numbers, GERMAN, links)
    mapping, findings = guess_mapping(found, ("de", "en"))
    assert mapping.columns == {"year": 0, "event_en": 1, "id": 2, "event_de": 3, "sources": 4}
    assert [code for code, _, _ in outline(findings)] == ["WM130"] * 5
    assert mapping.describe(found).startswith("year: `A` (by its content); event_en: `B`")
    raw = RawTable.model_validate({"file": "x", "columns": mapping.as_given(found)})
    assert read(found, series().model_copy(update={"raw": raw}))[1] == []


def test_two_texts_of_one_language_are_event_and_comment() -> None:
    found = table("A;B;C", YEARS, GERMAN, [text.replace("Der", "Kein") for text in GERMAN])
    assert guess_mapping(found, ("de",))[0].columns == {"year": 0, "event_de": 1, "comment_de": 2}


def test_what_could_be_either_is_not_guessed() -> None:
    mapping, findings = guess_mapping(table("A;B;Ereignis", YEARS, YEARS, GERMAN), ("de",))
    assert mapping.columns == {"event_de": 2}
    assert [found.code for found in findings] == ["WM121", "WM121", "WM120"]


def test_running_numbers_are_no_years() -> None:
    numbers = ["1001", "1002", "1003", "1004"]
    assert guess_mapping(table("A;B;C", numbers, YEARS, GERMAN), ("de",))[0].columns == {
        "id": 0,
        "year": 1,
        "event_de": 2,
    }


def test_a_heading_without_language_takes_that_of_its_texts() -> None:
    assert guess_mapping(table("Text;When", ENGLISH, YEARS), ("de", "en"))[0].columns == {"event_en": 0, "year": 1}


def test_swapped_columns_are_one_finding_and_read_the_right_way_round() -> None:
    deck, findings = read(table("Jahr;Ereignis", GERMAN * 20, YEARS * 20), series(languages=("de",)))
    assert outline(findings) == [("WM131", 1, 1)]
    assert findings[0].message == "the columns `Jahr` and `Ereignis` are swapped: years stand in the wrong one"
    assert [card.year for card in deck][:4] == YEARS


def test_columns_swapped_by_language_are_one_finding() -> None:
    deck, findings = read(table("Event EN;Event DE;Jahr", GERMAN, ENGLISH, YEARS), series())
    assert outline(findings) == [("WM131", 1, 1)]
    assert deck.cards[0].event == {"de": GERMAN[0], "en": ENGLISH[0]}


def test_the_mapping_of_the_series_file_may_be_swapped_too() -> None:
    _, findings = read(table("A;B", GERMAN, YEARS), series(languages=("de",), event_de="B", year="A"))
    assert outline(findings) == [("WM131", 1, 1)]


def test_texts_in_another_language_than_the_heading_says() -> None:
    _, findings = read(table("Ereignis;Jahr", ENGLISH, YEARS), series(languages=("de",)))
    assert outline(findings) == [("WM132", 1, 1)]


def test_a_column_of_years_with_texts_in_it_is_one_finding() -> None:
    deck, findings = ingest(table("Ereignis;Jahr", GERMAN, GERMAN), series(languages=("de",)), 1)
    assert deck is None
    assert outline(findings) == [("WM133", 1, 10)]


def test_cells_of_one_record_in_the_wrong_columns_are_one_finding() -> None:
    events, years = [*GERMAN, "1914"], [*YEARS, "Ein Krieg beginnt."]
    deck, findings = read(table("Ereignis;Jahr", events, years), series(languages=("de",)))
    assert outline(findings) == [("WM135", 6, 6)]
    assert len(deck) == 5


def test_a_table_without_headings_is_one_finding() -> None:
    found = table("Der Ballon steigt.;1783", GERMAN, YEARS)
    assert [code for code, _, _ in outline(ingest(found, series(languages=("de",)), 1)[1])] == ["WM134"]


def test_columns_of_the_series_file_are_kept_as_tags() -> None:
    raw = RawTable(file="x", columns={"tags": ("Rubrik", "Stufe"), "sources": ("Beleg", "Link")})
    like = series(languages=("de",)).model_copy(update={"raw": raw})
    found = table(
        "Ereignis;Jahr;Rubrik;Stufe;Beleg;Link",
        GERMAN,
        YEARS,
        ["Technik, Bahn", "Raumfahrt", "", "Krieg"],
        ["1", "2", "3", ""],
        ["Meyer", "Meyer", "", ""],
        ["https://example.org/1", "", "", ""],
    )
    deck, findings = read(found, like)
    assert findings == []
    assert [card.tags for card in deck] == [
        ("Technik", "Bahn", "Stufe: 1"),
        ("Raumfahrt", "Stufe: 2"),
        ("Stufe: 3",),
        ("Krieg",),
    ]
    assert [[source.ref for source in card.sources] for card in deck] == [
        ["Meyer", "https://example.org/1"],
        ["Meyer"],
        [],
        [],
    ]


def test_only_tags_and_sources_come_from_several_columns() -> None:
    raw = RawTable(file="x", columns={"year": ("A", "B")})
    like = series(languages=("de",)).model_copy(update={"raw": raw})
    found = table("Ereignis;A;B", GERMAN, YEARS, YEARS)
    assert [code for code, _, _ in outline(ingest(found, like, 1)[1])] == ["WM122", "WM121"]


def test_number_signs_are_headings_of_ids() -> None:
    found = table("Card#;Title;Year;URL", ["1", "2", "3", "4"], ENGLISH, ["1", "2", "3", "4"], GERMAN)
    assert list(guess_mapping(found, ("en",))[0].columns)[:3] == ["id", "event_en", "year"]


@pytest.mark.parametrize("name", ["frauen/1", "frauen/2", "seefahrer/1", "seefahrer/2"])
def test_a_deck_named_by_its_path_takes_the_years_in_the_language_of_its_events(name: str) -> None:
    code, _, edition = name.partition("/")
    found, _ = read_table((ROOT / f"data/decks/{code}/{edition}.csv").read_bytes(), f"{edition}.csv")
    assert found
    like = pseudo_series(found)
    deck, findings = ingest(found, like, None)
    assert deck
    assert like.year_language == like.languages[0] == {"frauen": "de", "seefahrer": "en"}[code]
    assert sum(card.interval is None for card in deck) == (edition == "1")
    assert {each.code for each in findings} <= {"WM201"}


@pytest.mark.parametrize(
    "name", ["t.csv", "Große Erfinder.csv", "1900–1950.xlsx", "-.csv", "Écoles & Cie.csv", "年.csv"]
)
@pytest.mark.parametrize("heading", ["Jahr", "Year", "Année", "Anno", "Año", "Datering", "B"])
def test_the_series_of_a_table_is_valid(name: str, heading: str) -> None:
    for texts, years in ((GERMAN, YEARS), (ENGLISH, ["44 BC", "c. 1900", "1912", "5th century"]), (["año"] * 4, YEARS)):
        told = pseudo_series(table(f"A;{heading}", texts, years, name=name))
        assert Series.model_validate(told.model_dump()) == told


def test_languages_are_those_of_the_texts_if_headings_tell_none() -> None:
    assert pseudo_series(table("Front;Year", ENGLISH, ["1900"] * 4)).languages == ("en",)
    assert pseudo_series(table("Front;Year", GERMAN, YEARS)).year_language == "de"
    assert pseudo_series(table("Front;Year", ENGLISH, YEARS)).year_language == "de"


@given(st.text(st.sampled_from("'=+-@\t\r1.a")) | st.text())
def test_cells_made_harmless_are_restored(value: str) -> None:
    assert rearmed(disarmed(value)) == value
    assert not disarmed(value).startswith(("=", "@", "\t", "\r"))


def test_harmless_cells_of_a_table_are_restored() -> None:
    events = ["'=1+1 ist zwei", "'@ wird erfunden", "'68 war ein Jahr", "''=x"]
    deck, _ = read(table("Ereignis;Jahr", events, YEARS), series(languages=("de",)))
    assert [card.event["de"] for card in deck] == ["=1+1 ist zwei", "@ wird erfunden", "'68 war ein Jahr", "'=x"]


def _reads(text: str, language: str) -> bool:
    try:
        return bool(parse_year(text, language))
    except YearError:
        return False


def test_every_year_that_the_parser_reads_is_taken_for_one() -> None:
    cases = (ROOT / "tests" / "years" / "cases.tsv").read_text(encoding="utf-8")
    texts = {part.strip() for line in cases.splitlines() for part in line.split("\t")}
    numbered = [text for text in texts if len(text) <= LONGEST_YEAR and any(sign.isdecimal() for sign in text)]
    read = [text for text in numbered if any(_reads(text, language) for language in ("de", "en", "fr", "it"))]
    assert len(read) > 1000
    assert [text for text in read if not is_year(text)] == []


def test_a_table_of_two_thousand_columns_is_understood() -> None:
    others = [f"Messwert {number} im Jahr {1900 + number % 100}" for number in range(2000)]
    text = ";".join(["Ereignis", *others, "Jahr"]) + "\n" + ";".join(["Etwas geschieht", *others, "1912"]) + "\n"
    table, _ = read_table(text.encode(), "a.csv")
    assert table is not None
    mapping, findings = guess_mapping(table, ("de",))
    assert mapping.columns == {"event_de": 0, "year": 2001}
    assert [found.code for found in findings] == ["WM121"] * 2000


def _mapped(text: str) -> tuple[dict[str, int], list[str]]:
    table, _ = read_table(text.encode(), "a.csv")
    assert table is not None
    mapping, findings = guess_mapping(table, ("de",))
    return dict(mapping.columns), [found.code for found in findings]


TEXTS = ("Der erste Zug fährt.", "Eine Frau fliegt mit.", "Das Schiff sinkt da.")


def test_a_heading_for_texts_above_ids_is_that_of_the_id() -> None:
    rows = "".join(f"K{number};{text};{1835 + number}\n" for number, text in enumerate(TEXTS))
    assert _mapped("Karte;Vorderseite (deutsch);Jahr\n" + rows) == ({"id": 0, "event_de": 1, "year": 2}, [])


def test_a_heading_that_names_its_language_goes_before_one_that_does_not() -> None:
    rows = "".join(f"{text};{text} Immer.;{1835 + number}\n" for number, text in enumerate(TEXTS))
    assert _mapped("Karte;Vorderseite (deutsch);Jahr\n" + rows) == ({"event_de": 1, "year": 2}, ["WM123"])


def test_a_back_that_holds_years_is_the_year() -> None:
    rows = "".join(f"{text};{number * number + 1835}\n" for number, text in enumerate(TEXTS))
    assert _mapped("Vorderseite;Rückseite\n" + rows) == ({"event_de": 0, "year": 1}, [])


@pytest.mark.parametrize("heading", ["Year (BCE)", "Jahr v. Chr.", "Year BC"])
def test_an_era_in_the_heading_only_is_no_era(heading: str) -> None:
    rows = "".join(f"{text};{number * number + 35}\n" for number, text in enumerate(TEXTS))
    assert _mapped(f"Ereignis;{heading}\n" + rows) == ({"event_de": 0}, ["WM139"])


def test_a_record_that_a_delimiter_in_its_text_has_shifted_is_an_error_at_the_year() -> None:
    rows = "".join(f"{number};{text};{1835 + number};\n" for number, text in enumerate(TEXTS, 1))
    table, _ = read_table(f"Nr;Ereignis;Jahr;Kommentar\n{rows}4;Der Zug; er fährt;1839\n".encode(), "a.csv")
    assert table is not None
    _, findings = ingest(table, pseudo_series(table), None)
    assert [(found.code, found.span and (found.span.line, found.span.column)) for found in findings] == [
        ("WM135", (5, 11))
    ]


def test_a_column_of_float_ids_is_one_finding() -> None:
    rows = "".join(f"{number}.0;{text};{1835 + number * number}\n" for number, text in enumerate(TEXTS, 1))
    table, _ = read_table(f"Nr;Ereignis;Jahr\n{rows}".encode(), "a.csv")
    assert table is not None
    _, findings = ingest(table, pseudo_series(table), None)
    assert [(found.code, found.message) for found in findings] == [
        ("WM126", "the id `1.0` is a number with decimals (3 ids, first here)")
    ]


def test_letters_name_cards_when_another_column_holds_the_texts() -> None:
    rows = "A;Die Titanic sinkt im Atlantik.;1912\nB;Der Zeppelin brennt.;1937\nC;Das Rad rollt.;um 3500 v. Chr.\n"
    assert _mapped("Karte;Beschreibung;Jahr\n" + rows) == ({"id": 0, "event_de": 1, "year": 2}, [])


@pytest.mark.parametrize(
    ("headings", "described"), [("Titel;Beschreibung", "comment_de"), ("Beschreibung;Info", "event_de")]
)
def test_a_description_is_the_comment_beside_an_event(headings: str, described: str) -> None:
    rows = "Titanic;Sie sinkt im Atlantik.;1912\nZeppelin;Er brennt in Lakehurst.;1937\n"
    mapped, findings = _mapped(f"{headings};Jahr\n" + rows)
    assert mapped[described] == headings.split(";").index("Beschreibung")
    assert findings == []
