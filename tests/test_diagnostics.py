import ast
import re
from itertools import chain
from pathlib import Path

import pytest

from pipeline.cli.explain import page
from pipeline.diagnostics import STAGES, Severity, finding, kind_of, registry, worst
from pipeline.source import Span

ROOT = Path(__file__).parent.parent
CODE = re.compile(r"WM\d{3}")


def codes_in_code() -> set[str]:
    """Every code that stands as a string in the package."""
    return {
        node.value
        for path in (ROOT / "pipeline").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value)
    }


def test_every_code_is_registered_and_every_registered_code_is_used() -> None:
    assert codes_in_code() == set(registry())


def test_every_file_of_findings_is_read_for_the_codes_of_its_hundred() -> None:
    there = {path.stem for path in (ROOT / "pipeline/findings").glob("*.toml")}
    assert sorted(chain.from_iterable(STAGES.values())) == sorted(there)
    assert all(kind_of(code) is kind and kind.stage in STAGES[code[2]] for code, kind in registry().items())
    for unknown in ("WM299", "WM999", "WM", ""):
        with pytest.raises(KeyError):
            kind_of(unknown)


def test_the_registry_says_something_of_each_code() -> None:
    for code, kind in registry().items():
        assert CODE.fullmatch(code)
        assert kind.title
        assert not kind.title.endswith(".")
        assert len(kind.explanation) > 60, code
        assert kind.help, code


def test_each_code_has_german_words() -> None:
    """Titles and help in German are texts of their own, which name the same commands, fields and files."""
    for code, kind in registry().items():
        assert kind.title_de[0].isupper(), code
        assert not kind.title_de.endswith("."), code
        assert kind.help_de not in {"", kind.help}, code
        assert kind.title_de != kind.title, code
        told = f"{kind.title_de} {kind.help_de}"
        assert not re.search(r"\b(?:the|and|or|of|card|write)\b(?![^`]*`)", told), (code, told)
    assert (registry()["WM201"].named("de"), registry()["WM201"].named("en")) == (
        "Jahr ist nicht lesbar",
        "Year cannot be read",
    )


def test_the_page_of_findings_is_up_to_date() -> None:
    assert (ROOT / "docs" / "findings.md").read_text(encoding="utf-8") == page(), "run `make docs`"


def test_a_finding_takes_severity_and_help_from_the_registry() -> None:
    found = finding("WM007", "nothing was checked")
    assert found.severity is Severity.ERROR
    assert found.help == registry()["WM007"].help


def test_an_unknown_code_is_a_fault_of_the_program() -> None:
    with pytest.raises(KeyError):
        finding("WM000", "?")


def test_json_has_every_key_of_the_contract() -> None:
    found = finding("WM007", "m", Span("f", 1, 2, 3, 4), card="F1", series="frauen")
    assert found.as_json() == {
        "code": "WM007",
        "severity": "error",
        "message": "m",
        "file": "f",
        "line": 1,
        "column": 2,
        "end_line": 3,
        "end_column": 4,
        "card": "F1",
        "series": "frauen",
        "help": found.help,
    }
    assert set(finding("WM007", "m").as_json()) == set(found.as_json())


def test_findings_sort_by_place() -> None:
    places = [Span("b", 1, 1), Span("a", 2, 1), Span("a"), Span("a", 1, 9)]
    ordered = sorted((finding("WM007", "m", span) for span in places), key=lambda found: found.order)
    assert [found.span for found in ordered] == [Span("a"), Span("a", 1, 9), Span("a", 2, 1), Span("b", 1, 1)]


def test_the_gravest_severity_wins() -> None:
    note = finding("WM007", "m", severity=Severity.NOTE)
    warning = finding("WM007", "m", severity=Severity.WARNING)
    assert worst([note, warning]) is Severity.WARNING
    assert worst([]) is None
