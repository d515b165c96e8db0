"""One list, many outputs: feed, table, page, notes, sheets; card text is data in all of them."""

import csv
import io
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import jsonschema
import pypdfium2 as pdfium  # type: ignore[import-untyped]  # has no types
import pytest

from pipeline.cli.schema import schema
from pipeline.corrigenda import CorrigendaFile, difference, explained, read_corrigenda
from pipeline.pdf import Profile
from pipeline.publish.characters import HARMFUL
from pipeline.publish.feed import CSV_COLUMNS, feed, feed_part, table, table_part
from pipeline.publish.notes import escaped, release_notes
from pipeline.publish.page import index, index_item, marked, pages, readable_on
from pipeline.publish.register import Published
from pipeline.publish.sheets import box_sheet, brief, replacement_cards, replacements
from pipeline.publish.words import _ENGLISH, _GERMAN
from pipeline.workspace import Workspace

ROOT = Path(__file__).parent.parent.parent
EVIL = "<script>alert('x')</script> & \"quotes\" \u202e `code` *stars* [link](javascript:x) # = | \x1b[2J"


@pytest.fixture(scope="module", params=["frauen", "seefahrer"])
def bundled(request: pytest.FixtureRequest) -> Published:
    space, code = Workspace(ROOT), request.param
    series, _ = space.series(code)
    assert series is not None
    path = space.corrigenda_path(code)
    file, _ = read_corrigenda(path.read_bytes(), path.name, code)
    assert file is not None
    decks = {number: deck for number in (1, 2) if (deck := space.load_edition(code, number).deck)}
    return Published(series, file, decks, {})


def evil(published: Published) -> Published:
    """Return the list with hostile text in every place that people write."""
    entries = []
    for entry in published.file:
        history = tuple(change.model_copy(update={"note": EVIL}) for change in entry.history)
        sources = tuple(
            source.model_copy(update={"ref": f"javascript:{EVIL}", "locator": EVIL, "states_value": EVIL})
            for source in entry.sources
        )
        parts = {"old": EVIL, "new": EVIL + "!", "reason": EVIL, "history": history, "sources": sources}
        entries.append(entry.model_copy(update=parts))
    decks = {
        number: replace(deck, cards=tuple(card.model_copy(update={"event": {"de": EVIL, "en": EVIL}}) for card in deck))
        for number, deck in published.decks.items()
    }
    titled = published.series.model_copy(update={"titles": {"de": EVIL, "en": EVIL}})
    return Published(titled, CorrigendaFile(published.code, tuple(entries)), decks, {})


def page_texts(content: bytes) -> list[str]:
    return [page.get_textpage().get_text_range() for page in pdfium.PdfDocument(content)]


class Reading(HTMLParser):
    """Collects the elements of a page, and checks that they nest."""

    VOID = ("meta", "input", "br", "link")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def ids(self) -> list[str]:
        return [attributes["id"] or "" for _, attributes in self.elements if "id" in attributes]


def test_the_feed_holds_every_state_and_satisfies_its_schema(bundled: Published) -> None:
    content = json.loads(feed("Title", [feed_part(bundled)]))
    jsonschema.validate(content, json.loads(schema("feed")))
    (series,) = content["series"]
    assert [entry["id"] for entry in series["corrigenda"]] == [entry.id for entry in bundled.file]
    assert {entry["status"] for entry in series["corrigenda"]} == {entry.status for entry in bundled.file}
    fixed = {entry["id"]: entry["fixed_in"] for entry in series["corrigenda"] if "fixed_in" in entry}
    assert fixed == {entry.id: 2 for entry in bundled.file if entry.status == "applied"}
    jsonschema.validate(json.loads(feed("Title", [feed_part(evil(bundled))])), json.loads(schema("feed")))


def test_the_table_holds_every_entry(bundled: Published) -> None:
    header, *rows = csv.reader(io.StringIO(table([table_part(bundled)]).decode()))
    assert tuple(header) == CSV_COLUMNS
    assert [(row[0], row[8], row[9]) for row in rows] == [(each.id, each.old, each.new or "") for each in bundled.file]


def test_no_cell_of_the_table_is_a_formula(bundled: Published) -> None:
    entries = tuple(entry.model_copy(update={"new": "=1+1", "reason": "@SUM(A1)"}) for entry in bundled.file)
    lines = table([table_part(replace(bundled, file=CorrigendaFile(bundled.code, entries)))]).decode()
    _, *rows = csv.reader(io.StringIO(lines))
    assert {(row[9], row[12]) for row in rows} == {("'=1+1", "'@SUM(A1)")}


def test_nothing_in_the_table_turns_what_follows(bundled: Published) -> None:
    header, *rows = csv.reader(io.StringIO(table([table_part(evil(bundled))]).decode()))
    assert tuple(header) == CSV_COLUMNS
    assert {row[12] for row in rows} == {EVIL.replace("\u202e", "\ufffd").replace("\x1b", "\ufffd")}
    assert HARMFUL.search("".join(map("".join, rows))) is None


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_page_has_an_anchor_for_each_card_and_entry(bundled: Published, language: str) -> None:
    reading = Reading(pages(bundled)[language])
    assert reading.open == []
    ids = reading.ids()
    assert len(ids) == len(set(ids))
    assert set(ids) >= {entry.id for entry in bundled.file} | {entry.card for entry in bundled.file}
    targets = {attributes["href"] or "" for tag, attributes in reading.elements if tag == "a"}
    assert {target[1:] for target in targets if target.startswith("#")} <= set(ids)
    assert reading.elements[0] == ("html", {"lang": language})


@pytest.mark.parametrize("language", ["de", "en"])
def test_valid_entries_are_shown_by_default_and_all_states_are_one_click_away(
    bundled: Published, language: str
) -> None:
    reading = Reading(pages(bundled)[language])
    buttons = {one["value"]: "checked" in one for _, one in reading.elements if one.get("type") == "radio"}
    assert buttons == {"public": True, "all": False} | {entry.status: False for entry in bundled.file}
    labels = {one["for"] for tag, one in reading.elements if tag == "label" and "for" in one}
    assert labels == {f"show:{value}" for value in buttons}
    shown = {
        one["id"] for tag, one in reading.elements if tag == "article" and "public" in (one["class"] or "").split()
    }
    assert shown == {entry.id for entry in bundled.file if entry.status in {"verified", "applied"}}


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_page_needs_no_network(bundled: Published, language: str) -> None:
    text = pages(bundled)[language]
    reading = Reading(text)
    assert {tag for tag, _ in reading.elements} & {"img", "link", "iframe", "object", "embed", "video", "form"} == set()
    assert not any("src" in attributes for _, attributes in reading.elements)
    assert "url(" not in text
    assert "@import" not in text
    assert "default-src &#x27;none&#x27;" in text


@pytest.mark.parametrize("language", ["de", "en"])
def test_card_text_cannot_become_markup(bundled: Published, language: str) -> None:
    bad = evil(bundled)
    plain, reading = Reading(pages(bundled)[language]), Reading(pages(bad)[language])
    assert [tag for tag, _ in reading.elements].count("script") == 1
    assert reading.open == []
    assert {tag for tag, _ in reading.elements} <= {tag for tag, _ in plain.elements}
    assert not any((one.get("href") or "").startswith("javascript") for _, one in reading.elements)
    for sign in ("\u202e", "\x1b"):
        assert sign not in pages(bad)[language] + index("x", [index_item(bad, language)], language)
    assert Reading(index(EVIL, [index_item(bad, language)], language)).open == []
    assert "alert('x')" in reading.text


@pytest.mark.parametrize(
    ("colour", "expected"), [("#ffee00", "#000"), ("#aa2277", "#fff"), ("#000000", "#fff"), ("#ffffff", "#000")]
)
def test_ids_can_be_read_on_the_colour_of_the_series(colour: str, expected: str) -> None:
    assert readable_on(colour) == expected


def test_texts_say_in_which_language_they_are(bundled: Published) -> None:
    entry = next(entry for entry in bundled.file if entry.field == "event_en")
    text = pages(bundled)["de"]
    article = text[text.index(f'id="{entry.id}"') :]
    assert article[article.index("<dl") :].startswith('<dl lang="en">\n<dt lang="de">gedruckt</dt>')


def test_both_languages_have_the_same_words() -> None:
    assert _GERMAN.keys() == _ENGLISH.keys()
    for key in _GERMAN:
        assert len(re.findall(r"{\d?}", _GERMAN[key])) == len(re.findall(r"{\d?}", _ENGLISH[key])), key


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("1912", "1921", ("<del>1912</del>", "<ins>1921</ins>")),
        ("a b c", "a x c", ("a <del>b</del> c", "a <ins>x</ins> c")),
        ("a a", "a a a", ("a a", "a a <ins>a</ins>")),
        ("<b>", None, ("&lt;b&gt;", "")),
        ("", "x", ("", "<ins>x</ins>")),
    ],
)
def test_what_differs_is_marked(old: str, new: str | None, expected: tuple[str, str]) -> None:
    assert marked(old, new) == expected


@pytest.mark.parametrize("language", ["de", "en"])
def test_release_notes_equal_the_difference_of_two_editions(bundled: Published, language: str) -> None:
    notes, findings = release_notes(bundled, 2, language)
    changes = list(difference(bundled.decks[1], bundled.decks[2]))
    assert findings == []
    told = [line for line in notes.splitlines() if line.startswith("  - ")]
    assert len(told) == len(changes)
    for line, change in zip(told, changes, strict=True):
        assert escaped(change.old) in line
        assert escaped(change.new) in line
    assert re.findall(r"^- \*\*(\S+)\*\*", notes, re.MULTILINE) == list(dict.fromkeys(one.card for one in changes))
    assert set(re.findall(r"CORR-\w+-\d+", notes)) == {each.id for each in bundled.file if each.applied_in == 2}


def test_a_change_without_an_entry_and_an_entry_without_a_change_are_errors(bundled: Published) -> None:
    first = next(entry for entry in bundled.file if entry.applied_in == 2)
    rest = tuple(entry for entry in bundled.file if entry is not first)
    _, findings = explained(CorrigendaFile(bundled.code, rest), bundled.decks[1], bundled.decks[2])
    assert [found.code for found in findings] == ["WM480"]
    same = replace(bundled.decks[1], edition=2)
    _, findings = explained(CorrigendaFile(bundled.code, (first,)), bundled.decks[1], same)
    assert [found.code for found in findings] == ["WM483"]


def test_markdown_signs_of_cards_are_escaped() -> None:
    assert escaped("*a* [b](c) <d> `e` #f\n- g") == r"\*a\* \[b\](c) \<d\> \`e\` \#f - g"
    assert escaped("- list") == r"\- list"
    assert escaped("1. item") == r"\1. item"
    assert escaped("44\u00a0v.\u202fChr. \u202e1903\u2028") == "44\u00a0v.\u202fChr. \ufffd1903\ufffd"


def test_replacements_are_the_changed_cards_marked_with_the_edition(bundled: Published) -> None:
    deck = replacement_cards(bundled, 1, 2)
    assert {card.id for card in deck} == {change.card for change in difference(bundled.decks[1], bundled.decks[2])}
    files, _ = replacements(bundled, 1, 2, Profile(), "de")
    (content,) = files.values()
    pages = page_texts(content)
    assert len(pages) == 2 * -(-len(deck) // 9)
    backs = "".join(pages[1::2])
    assert len(re.findall(r"2\.\s*Auflage", backs)) == len(deck)
    assert replacements(bundled, 2, 2, Profile(), "de") == ({}, [])


def test_the_list_for_the_box_names_what_the_edition_prints_wrong(bundled: Published) -> None:
    content, findings = box_sheet(bundled, 1, "de")
    assert content is not None
    assert findings == []
    pages = page_texts(content)
    assert len(pages) <= 2
    text = "".join(pages)
    assert set(re.findall(r"CORR-\w+-\d+", text)) == {each.id for each in bundled.file if each.applied_in == 2}
    assert box_sheet(bundled, 2, "de") == (None, [])


@pytest.mark.parametrize(
    ("status", "back", "told"),
    [
        ("verified", "third", [("CORR-x-002", "first", "third")]),
        ("verified", "first", []),  # the edition prints it right after all
        ("reported", "third", [("CORR-x-001", "first", "second")]),  # nobody knows yet
        ("rejected", "first", [("CORR-x-001", "first", "second")]),
    ],
)
def test_the_last_decision_of_a_chain_tells_what_is_right(
    bundled: Published, status: str, back: str, told: list[tuple[str, str, str]]
) -> None:
    applied = next(entry for entry in bundled.file if entry.applied_in == 2 and entry.found_in == (1,))
    parts = {"id": "CORR-x-001", "status": "superseded", "old": "first", "new": "second", "supersedes": None}
    older = applied.model_copy(update=parts)
    history = (*applied.history[:-1], applied.history[-1].model_copy(update={"state": status, "edition": None}))
    newer = {"id": "CORR-x-002", "status": status, "old": "second", "new": back, "supersedes": older.id}
    second = applied.model_copy(update={**newer, "found_in": (2,), "history": history})
    chain = replace(bundled, file=CorrigendaFile("x", (older, second)))
    assert [(one.id, one.old, one.new) for one in chain.wrong_in(1)] == told
    if status == "verified":
        assert [(one.id, one.old, one.new) for one in chain.wrong_in(2)] == [("CORR-x-002", "second", back)]


def test_a_list_too_long_for_a_sheet_takes_more_and_says_so(bundled: Published) -> None:
    long = tuple(
        entry.model_copy(update={"id": f"CORR-{bundled.code}-{number:03d}", "status": "verified"})
        for number in range(600)
        for entry in (bundled.file.entries[0],)
    )
    content, findings = box_sheet(
        Published(bundled.series, CorrigendaFile(bundled.code, long), bundled.decks, {}), 1, "de"
    )
    assert content is not None
    assert [found.code for found in findings] == ["WM492"]
    assert len(page_texts(content)) > 2


def test_what_two_texts_share_is_left_out_of_the_sheet() -> None:
    words = "one two three four five six seven eight nine ten"
    old, new = brief(words, words.replace("five", "FIVE"))
    assert (old, new) == ("… two three four five six seven eight …", "… two three four FIVE six seven eight …")
    assert brief("1912", "1921") == ("1912", "1921")
