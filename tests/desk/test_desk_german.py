"""What commands and rules tell in English has German words on German pages: refusals, lines, reasons, the history."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.cards import Card
from pipeline.corrigenda import STATES, card_history
from pipeline.desk.explaining import explained
from pipeline.desk.links import Links
from pipeline.desk.words import speech
from pipeline.office import Notes
from pipeline.office.dossier import load
from pipeline.publish.german import german, templates
from pipeline.publish.speech import LANGUAGES
from pipeline.workspace import Workspace

ROOT = Path(__file__).parents[2]
PLACE = re.compile(r"\{(\d)(?::[a-z]+)?\}")
REFUSING = {"refuse", "NotAllowedError", "NotSureError", "StaleError", "WorkspaceError", "UnknownError"}
PROBLEMS = {"unprintable", "_misprinted", "_problem", "_closed_group"}
"""Functions that say why a letter is refused, in words that they return."""
PLACES = ("office", "corrigenda", "desk", "workspace", "build/printers.py", "build/printing.py")
ELSEWHERE = {
    "{0} {1}",  # the line on a file that was written, which pages leave out
    "wrote {0}",
    "{0}{1}: {2}",  # the place of a fault in wildmix.toml, before its own text
    "{0}:{1}: {2}",
}


def template(node: ast.expr) -> str:
    """A text with its places counted; empty for what is put together elsewhere."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if not isinstance(node, ast.JoinedStr):
        return ""
    parts, number = [], 0
    for part in node.values:
        if isinstance(part, ast.Constant):
            parts.append(str(part.value))
        else:
            parts.append(f"{{{number}}}")
            number += 1
    return "".join(parts)


def told_in(path: Path, names: set[str]) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and node.args:
            called = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if called in names and (text := template(node.args[0])):
                yield text


def all_told(names: set[str], *places: str) -> set[str]:
    paths = [path for place in places for path in sorted((ROOT / "pipeline" / place).rglob("*.py"))]
    paths += [ROOT / "pipeline" / place for place in places if place.endswith(".py")]
    return {text for path in paths for text in told_in(path, names)} - ELSEWHERE


def test_every_refusal_has_german_words() -> None:
    told = all_told(REFUSING, *PLACES)
    assert len(told) > 40
    assert told - templates()["refusals"].keys() == set()


def returned_in(path: Path, names: set[str]) -> Iterator[str]:
    for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(function, ast.FunctionDef) and function.name in names:
            for node in ast.walk(function):
                value = node.value if isinstance(node, ast.Return) else None
                if value and (text := template(value.body if isinstance(value, ast.IfExp) else value)):
                    yield text
                if isinstance(value, ast.IfExp) and (text := template(value.orelse)):
                    yield text


def test_every_problem_of_a_letter_has_german_words() -> None:
    paths = (ROOT / "pipeline/corrigenda").glob("*.py")
    told = {text for path in paths for text in returned_in(path, PROBLEMS)}
    assert len(told) == 9
    assert told - templates()["refusals"].keys() == set()


def test_every_line_of_an_action_has_german_words() -> None:
    told = all_told({"say"}, "office")
    assert len(told) > 8
    assert told - templates()["told"].keys() == set()


ROWS = [(english, told) for section in templates().values() for english, told in section.items()]


@pytest.mark.parametrize(("english", "told"), ROWS)
def test_both_languages_name_the_same(english: str, told: str) -> None:
    assert set(PLACE.findall(told)) <= set(PLACE.findall(english))
    assert english != told


def said(text: str) -> str | None:
    return german(text, "refusals", "told")


@pytest.mark.parametrize(
    ("english", "told"),
    [
        (
            "CORR-a-001 is superseded and cannot become verified (only nothing)",
            "CORR-a-001 ist „ersetzt“ und kann nicht „bestätigt“ werden, nur: nichts mehr.",
        ),
        (
            "CORR-a is held and cannot become applied (only verified); to reopen it, report it anew with --supersedes",
            "CORR-a ist „zurückgestellt“ und kann nicht „behoben“ werden, nur: bestätigt. "  # noqa: ISC004 - one text
            "Um es wieder zu öffnen, bitte „Anders melden“.",
        ),
        (
            "`F007` prints `44 BC` as event_de already; the report asks for nothing",
            "Auf `F007` steht unter „Ereignis (de)“ schon „44 BC“; der Brief verlangt nichts.",
        ),
        (
            "`a:A1` and `b:B1` were decided meanwhile: same, on 2026-03-31 by editor",
            "`a:A1` und `b:B1` sind inzwischen entschieden: „dasselbe Ereignis“, am 31.3.2026 von editor.",
        ),
        (
            "`a:A1` and `b:B1` were decided meanwhile: different by Eva",
            "`a:A1` und `b:B1` sind inzwischen entschieden: „verschiedene Ereignisse“, von Eva.",
        ),
        (
            "`a:A1` and `b:B1` were decided meanwhile: different",
            "`a:A1` und `b:B1` sind inzwischen entschieden: „verschiedene Ereignisse“.",
        ),
        (
            "d/duplicates.csv is not rewritten while lines of it cannot be read",
            "d/duplicates.csv wird nicht neu geschrieben, solange Zeilen darin nicht lesbar sind.",
        ),
        (
            "d/duplicates.csv is not rewritten while d/duplicates.toml cannot be read",
            "d/duplicates.csv wird nicht neu geschrieben, solange d/duplicates.toml nicht lesbar ist.",
        ),
        ("x" * 5_000, None),
    ],
)
def test_refusals_are_told_in_german(english: str, told: str | None) -> None:
    assert said(english) == told


@pytest.mark.parametrize("state", STATES)
def test_what_a_letter_says_is_not_translated(state: str) -> None:
    """A value that happens to be a word of ours stays as it was written."""
    told = said(f"`F1` prints `{state}` as year already; the report asks for nothing")
    assert told == f"Auf `F1` steht unter „Jahr“ schon „{state}“; der Brief verlangt nichts."


@pytest.mark.parametrize("code", Workspace(ROOT).series_codes())
def test_the_history_of_every_card_is_told_in_german(code: str) -> None:
    dossier = load(Notes(Workspace(ROOT)), code)
    assert dossier is not None
    cards = {card.id for deck in dossier.decks.values() for card in deck}
    for card in cards:
        for event in card_history(dossier.file, dossier.series, dossier.decks, card):
            assert german(event.what, "history", "notes"), event.what


@pytest.mark.parametrize(
    ("note", "told"),
    [
        ("Taken out of edition 4.", "Aus der Auflage 4 genommen."),
        ("See CORR-a-002.", "Siehe CORR-a-002."),
        ("checked by Meier; fine", "checked by Meier; fine"),
    ],
)
def test_only_what_wildmix_notes_is_translated(note: str, told: str) -> None:
    assert (Links(speech("de")).noted(note), Links(speech("en")).noted(note)) == (told, note)


YEARS = (
    "um 1900",
    "vor 1900",
    "bis 1900",
    "nach dem 5. Mai 1900",
    "5. Jh. v. Chr.",
    "Ende 16. Jh.",
    "Anfang 16. Jh.",
    "Mitte 16. Jh.",
    "1. Hälfte 15. Jh.",
    "2. Viertel 15. Jh.",
    "seit 1900",
    "1900 oder 1902",
    "vor 66 Mio. Jahren",
    "1960er Jahre",
    "Ende der 1960er Jahre",
    "190x",
    "8 v. Chr. – 3 n. Chr.",
    "um 8 v. Chr. – 3 n. Chr.",
    "1903?",
    "Mai 1903",
    "Anfang 1903",
    "3. Jahrtausend v. Chr.",
)


@pytest.mark.parametrize("year", YEARS)
def test_every_reason_has_german_words(year: str) -> None:
    series, _ = Workspace(ROOT).series("frauen")
    assert series is not None
    told = explained(Card(series="frauen", id="F1", event={}, year=year), series, "de")
    assert told.quoted == ""
    assert "(Y" in told.text or "(rulebook)" in told.text or "Jahr 0" in told.text


@pytest.mark.parametrize(
    ("year", "told"),
    [
        ("irgendwann", "`irgendwann` ist nicht zu verstehen."),
        (
            "51",
            (
                "`51` braucht ein „v. Chr.“ oder „n. Chr.“, oder alle Ziffern. "
                "Gemeint ist vielleicht 51 n. Chr. oder 51 v. Chr. oder 1951?"
            ),
        ),
    ],
)
def test_why_a_year_cannot_be_read_is_told_in_german(year: str, told: str) -> None:
    series, _ = Workspace(ROOT).series("frauen")
    assert series is not None
    card = Card(series="frauen", id="F1", event={}, year=year)
    german, english = (explained(card, series, language) for language in LANGUAGES)
    assert german == (f"Jahr ist nicht lesbar. {told}", "")
    assert english.quoted == ""
