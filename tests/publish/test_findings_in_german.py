"""What findings say of a case, in German: the messages of decks, lists, mixes and prints, and hostile texts in them."""

import ast
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.diagnostics import finding
from pipeline.publish.german import MOST_READ, advice, german, message, templates

PIPELINE = Path(__file__).parents[2] / "pipeline"
PLACES = (
    "checks",
    "corrigenda",
    "duplicates/decisions.py",
    "duplicates/report.py",
    "ingest/canonical.py",
    "mix",
    "office",
    "pdf/faces.py",
    "pdf/render.py",
    "sheets/layout.py",
    "workspace",
)
"""Where what the desk and the report show is found; other commands speak English."""
CODE = re.compile(r"WM\d{3}")
SAID_IN_PARTS = {
    "`{0}`: unknown key": "`name`: unknown key",
    "{0} of `{1}` still {2} `{3}`": "sources, comment_de of `F010` still say `1506`",
    "{0} {1}": "supersedes `CORR-a-001`, which does not exist",
    "{0} {1} an edition": "verified but names an edition",
    "edition {0}, which took up this entry{1}, does not exist": (
        "edition 3, which took up this entry and 2 others, does not exist"
    ),
    "`{0}` has `{1}` as {2} again, which {3} since edition {4} ({5})": (
        "`F1` has `1903` as year again, which is `1905` since edition 2 (CORR-a-001)"
    ),
    "`{0}`: `{1}` tells the same event and {2}": "`CORR-a-001`: `b:B1` tells the same event and prints `1`, not `2`",
    "{0}: lines {1} cannot all be right": (
        "`a:A1` and `b:B1` were decided to be different, and yet each the same event as `c:C1`: lines 2, 3, 4 cannot "
        "all be right"
    ),
    "the decisions lack the column{0} `{1}`": "the decisions lack the columns `card_a, card_b`",
    "{0}, {1}; neither counts, and the pair is asked about again": (
        "`a:A1` and `b:B1` were decided in line 3 already, as `same` and here as `different`; neither counts, and the "
        "pair is asked about again"
    ),
    "{0} were decided in the same way in line {1}, which counts": (
        "`a:A1` and `b:B1` were decided in the same way in line 3, which counts"
    ),
    "{0} were decided in line {1} too, which counts; here a card read otherwise": (
        "`a:A1` and `b:B1` were decided in line 3 too, which counts; here a card read otherwise"
    ),
    "{0} card{1} no word in the event and cannot be compared": (
        "2 cards have no word in the event and cannot be compared"
    ),
    "card `{0}` has its {1} in `{2}`, not in `{3}`; it {4}": (
        "card `F1` has its event in `de`, not in `en`; it is left out"
    ),
    "no card of `{0}` has its {1} in `{2}`; it {3}": "no card of `a` has its comment in `en`; it is left out",
    "no card of `{0}` has the tag `{1}`{2}": "no card of `a` has the tag `x` (known: `y`, `z`)",
    "the `{0}` of card `{1}` {2}": "the `event_de` of card `F1` fits only at 5.1 pt; the smallest size is 6 pt",
    "the address of card `{0}` is {1}; {2} mm can be read": (
        "the address of card `F1` is in squares of 0.20 mm; 0.3 mm can be read"
    ),
}


def texts(node: ast.expr, scope: ast.AST) -> Iterator[str]:
    """The texts that an expression can be, with their places counted."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        number = iter(range(20))
        yield "".join(
            str(part.value) if isinstance(part, ast.Constant) else f"{{{next(number)}}}" for part in node.values
        )
    elif isinstance(node, ast.IfExp):
        yield from texts(node.body, scope)
        yield from texts(node.orelse, scope)
    elif isinstance(node, ast.Name):
        for other in ast.walk(scope):
            if isinstance(other, ast.Assign) and any(getattr(to, "id", "") == node.id for to in other.targets):
                yield from texts(other.value, scope)


def messages(path: Path) -> Iterator[str]:
    """The messages that stand after a code in a call."""
    for scope in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for call in ast.walk(scope) if isinstance(scope, ast.FunctionDef) else ():
            for code, said in zip(call.args, call.args[1:], strict=False) if isinstance(call, ast.Call) else ():
                if isinstance(code, ast.Constant) and isinstance(code.value, str) and CODE.fullmatch(code.value):
                    yield from texts(said, scope)


def test_every_finding_of_the_desk_has_german_words() -> None:
    paths = [path for place in PLACES for path in (PIPELINE / place).rglob("*.py")]
    paths += [PIPELINE / place for place in PLACES if place.endswith(".py")]
    told = {text for path in paths for text in messages(path)}
    assert len(told) > 100
    known = templates()["findings"].keys() | templates()["refusals"].keys() | SAID_IN_PARTS.keys()
    assert told - known == set()


CARRIED_ON = {"`{0}`: {1}", "a {0} {1} lies far in the future"}
"""Messages around others, and with the words for century and millennium."""
OF_PROGRAMS = re.compile(r"circa is|ongoing is|a convention|the reference year")
"""What a wrong option of a command brings."""


def test_every_reason_against_a_year_has_german_words() -> None:
    told = set()
    for path in (PIPELINE / "years").rglob("*.py"):
        for scope in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for call in ast.walk(scope) if isinstance(scope, ast.FunctionDef) else ():
                if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "YearError":
                    told |= set(texts(call.args[1], scope))
    assert len(told) > 70
    assert {text for text in told - templates()["years"].keys() - CARRIED_ON if not OF_PROGRAMS.match(text)} == set()


@pytest.mark.parametrize("english", SAID_IN_PARTS.values())
def test_what_is_put_together_has_german_words(english: str) -> None:
    told = german(english, "findings", "refusals")
    assert told
    assert not re.search(r"\b(the|is|of|edition|card)\b", re.sub(r"`[^`]*`", "", told))


@pytest.mark.parametrize(
    ("english", "told"),
    [
        (
            "`CORR-a-001`: edition 2 prints `1903` as year of `F1`, not `1905`",
            "`CORR-a-001`: In der Auflage 2 steht unter „Jahr“ von `F1` nicht `1905`, sondern `1903`.",
        ),
        (
            "`CORR-a-001`: group `g` is not whole: `CORR-a-001` is verified, `CORR-a-002` is held",
            (
                "`CORR-a-001`: Die Gruppe `g` ist nicht vollständig: `CORR-a-001` ist „bestätigt“, "
                "`CORR-a-002` ist „zurückgestellt“"
            ),
        ),
        (
            "9 × 3 cards of 59 × 92 mm are 531 mm wide and leave no edge of 5 mm on paper 210 mm wide",
            (
                "9 × 3 Karten von 59 × 92 mm brauchen 531 mm Breite und lassen keinen Rand von 5 mm auf Papier "
                "von 210 mm Breite."
            ),
        ),
        ("`CORR-a-001`: something that nobody foresaw", None),
        ("`x`, in a source", None),
    ],
)
def test_findings_are_told_in_german_or_left_as_they_are(english: str, told: str | None) -> None:
    assert german(english, "findings", "refusals") == told


def test_what_to_do_is_told_in_the_language_of_the_reader() -> None:
    own = finding("WM302", "card `F1` has no event")
    assert message(own, "de") == ("Die Karte `F1` hat kein Ereignis.", "de")
    assert message(own, "en") == ("card `F1` has no event", "en")
    assert advice(own, "de")[1] == "de"
    single = finding("WM201", "what nobody foresaw", help="perhaps `51 BC` or `AD 51`")
    assert message(single, "de") == ("what nobody foresaw", "en")
    assert advice(single, "de") == ("Vielleicht `51 BC` oder `AD 51`", "de")
    assert advice(single, "en") == ("perhaps `51 BC` or `AD 51`", "en")


@pytest.mark.parametrize(
    ("english", "told"),
    [
        ("CORR-a-001 mends it in edition 2", "CORR-a-001 behebt es in der Auflage 2"),
        (
            "CORR-a-001 mends it in edition 2; CORR-b-001 (held) mends it if it is right: `x y`",
            "CORR-a-001 behebt es in der Auflage 2; CORR-b-001 (zurückgestellt) behebt es, falls es stimmt: `x y`",
        ),
        (
            "CORR-a-001 (verified) mends it: `x`; CORR-b-001 (verified) mends it: `y`",
            "CORR-a-001 (bestätigt) behebt es: `x`; CORR-b-001 (bestätigt) behebt es: `y`",
        ),
        ("CORR-a-001 mends it in edition 2; nobody knows", None),
    ],
)
def test_several_entries_that_mend_a_pair_are_all_told_in_german(english: str, told: str | None) -> None:
    assert german(english, "advice") == told


def test_a_table_of_something_else_is_told_in_german() -> None:
    said = "the table holds decisions on pairs of cards, and no cards"
    assert german(said, "findings") == "Diese Tabelle enthält keine Karten, sondern Entscheidungen über Kartenpaare."
    assert german("the table holds sand, and no cards", "findings") is None


@pytest.mark.parametrize(
    "sections", [("findings", "refusals"), ("refusals", "told"), ("history", "notes"), ("reasons",)]
)
@pytest.mark.parametrize(
    "piece", ["`a` as of `, not ", " is , on  after ; `", "x: y of z (`a` → `b`), c on d by ", "` ", "`a`: "]
)
def test_hostile_texts_cost_no_more_than_others(sections: tuple[str, ...], piece: str) -> None:
    """Words of the templates over and over: a search that tried all ways to divide them would take hours."""
    for begun in ("", "edition 1 prints `", "CORR-a-001 is ", "`a` and `b` "):
        text = (begun + piece * MOST_READ)[:MOST_READ]
        before = time.process_time()
        german(text, *sections)
        assert time.process_time() - before < 1
