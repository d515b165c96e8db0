import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict

from pipeline.cards import Series
from pipeline.cli.schema import KINDS
from pipeline.diagnostics import Diagnostic
from pipeline.documents import PATTERNS, decode, read_toml, toml_places
from pipeline.duplicates import Rules
from pipeline.duplicates.rules import read_rules
from pipeline.mix import Recipe, read_recipe
from pipeline.pdf import Profile, read_profile
from pipeline.publish.german import advice, message
from pipeline.source import SourceText, Span
from pipeline.workspace import Config


class Row(BaseModel):
    model_config = ConfigDict(extra="forbid")
    number: int
    year: int = 0


class Document(BaseModel):
    model_config = ConfigDict(extra="forbid")
    code: str
    titles: dict[str, str] = {}
    rows: list[Row] = []


GOOD = 'code = "x"\n\n[titles]\nde = "Ä"\n\n[[rows]]\nnumber = 1\n\n[[rows]]\nnumber = 2\nyear = 1900\n'


def test_a_good_document_gives_no_findings() -> None:
    document, findings = read_toml(GOOD.encode(), "x.toml", Document)
    assert document == Document(code="x", titles={"de": "Ä"}, rows=[Row(number=1), Row(number=2, year=1900)])
    assert findings == []


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        (GOOD.replace("year = 1900", 'year = "MCM"'), "WM003", 11, 1),
        (GOOD.replace("number = 2\n", ""), "WM003", 9, 1),
        (GOOD.replace("\n[titles]", "colour = 1\n\n[titles]"), "WM003", 2, 1),
        (GOOD.replace("year = 1900", "year = = 1900"), "WM002", 11, 8),
        (GOOD.replace('code = "x"', 'code = "x'), "WM002", 1, 10),
        ("", "WM003", None, None),
    ],
)
def test_each_fault_is_named_at_its_place(text: str, code: str, line: int | None, column: int | None) -> None:
    document, findings = read_toml(text.encode(), "x.toml", Document)
    assert document is None
    places = [(found.code, found.span and (found.span.line, found.span.column)) for found in findings]
    assert places == [(code, (line, column))]


def test_all_faults_come_at_once() -> None:
    text = GOOD.replace("number = 1", 'number = "one"').replace("year = 1900", 'year = "MCM"')
    _, findings = read_toml(text.encode(), "x.toml", Document)
    assert [found.span.line for found in findings if found.span] == [7, 11]


def test_bytes_that_are_not_utf8_are_named() -> None:
    source, findings = decode(b"a\nb \xe4", "x.toml")
    assert source is None
    assert findings[0].span == Span("x.toml", 2, 3)
    assert "0xe4" in findings[0].message


def test_a_byte_order_mark_is_not_counted() -> None:
    source, _ = decode("\ufeffab".encode(), "x")
    assert source is not None
    assert source.text == "ab"


def test_keys_in_multi_line_strings_are_no_keys() -> None:
    places = toml_places(SourceText("x", 'a = """\nb = 1\n"""\nc = 2\n'))
    assert set(places) == {("a",), ("c",)}


def test_dotted_and_quoted_keys_have_places() -> None:
    places = toml_places(SourceText("x", 'a.b = 1\n["x y".z]\n"k" = 2\n'))
    assert set(places) == {("a", "b"), ("x y", "z"), ("x y", "z", "k")}


RECIPE = 'title = {{ de = "Mix" }}\nseed = 1\n{0}\n[[series]]\ncode = "b"\n[[series]]\ncode = "a"\n{1}\n'
SERIES = """code = "a"
languages = ["de"]
{0}
[titles]
de = "A"
[colour]
cmyk = [0, 0, 0, {1}]
srgb = "#000000"
"""


@pytest.mark.parametrize(
    ("model", "text", "said"),
    [
        (Recipe, RECIPE.format("player = 2", ""), "there is no key `player`; is `players` meant?"),
        (Recipe, RECIPE.format("", "cout = 2"), "there is no key `cout` in `series 2`; is `count` meant?"),
        (
            Recipe,
            RECIPE.format("", "jahr = 2"),
            (
                "there is no key `jahr` in `series 2` "
                "(known: `code`, `edition`, `count`, `share`, `tags`, `earliest`, `latest`)"
            ),
        ),
        (Recipe, RECIPE.format('symbols = "ja"', ""), '`symbols`: should be true or false, or "made-up"'),
        (Recipe, RECIPE.format("players = 1", ""), "`players`: should be 2 or more"),
        (Recipe, RECIPE.format("total = 9", "share = 0"), "`series 2, share`: should be more than 0"),
        (Recipe, RECIPE.format('spread = "x"', ""), '`spread`: should be "as-drawn" or "even"'),
        (Recipe, RECIPE.format('languages = ["de", 3]', ""), "`languages 2`: should be a text in quotes"),
        (Recipe, RECIPE.replace("seed = 1", "").format("", ""), "`seed` is missing"),
        (
            Recipe,
            RECIPE.format("", 'earliest = "44 v. Chr."'),
            "`series 2, earliest`: should be a whole number: write -43 for `44 v. Chr.`",
        ),
        (
            Recipe,
            RECIPE.format("", 'latest = "AD 1500"'),
            "`series 2, latest`: should be a whole number: write 1500 for `AD 1500`",
        ),
        (
            Recipe,
            RECIPE.format("", 'latest = "16. Jh."'),
            "`series 2, latest`: should be a whole number, such as 1500, or -43 for 44 BC",
        ),
        (Rules, "[[never]]\nbot = ['x']\n", "there is no key `bot` in `never 1`; is `both` meant?"),
        (Rules, "[[never]]\nboth = ['']\n", "`never 1, both 1`: should be a text of 1 or more characters"),
        (Profile, "sheet.paper = 3", "`sheet.paper`: should be a text in quotes, or a table"),
        (Profile, "sheet.card = { width = 3 }", "`sheet.card.height` is missing"),
        (
            Profile,
            "sheet.card = { with = 3, width = 3, height = 4 }",
            "there is no key `with` in `sheet.card`; is `width` meant?",
        ),
        (Profile, "file.dpi = 99.5", "`file.dpi`: should be a whole number"),
        (Profile, "sheet.margin = -1", "`sheet.margin`: should be 0 or more"),
        (Series, SERIES.format("", 101), "`colour.cmyk 4`: should be 100 or less"),
        (Series, SERIES.format("", "1, 2"), "`colour.cmyk`: should be a list of 4 at most"),
        (
            Series,
            SERIES.format("titles.DE = 'x'", 1).replace('[titles]\nde = "A"\n', ""),
            "`titles.DE`: should be a language in two small letters, such as `de`",
        ),
        (
            Series,
            SERIES.format("[severity]\nWM309 = 'bad'", 1),
            '`severity.WM309`: should be "ignore", "note", "warning" or "error"',
        ),
        (
            Config,
            "print_language = 'german'",
            "`print_language`: should be a language in two small letters, such as `de`",
        ),
        (Config, "printlanguage = 'de'", "there is no key `printlanguage`; is `print_language` meant?"),
    ],
)
def test_faults_are_told_in_the_words_of_the_document(model: type[BaseModel], text: str, said: str) -> None:
    document, findings = read_toml(text.encode(), "x.toml", model, "docs/x.md", "x")
    assert document is None

    assert [found.message for found in findings] == [said]
    assert {found.help for found in findings} == {
        "see docs/x.md or `wildmix schema x` for the keys and what they may hold"
    }
    for german, language in (message(findings[0], "de"), advice(findings[0], "de")):
        assert language == "de"
        assert not re.search(r"should|\b(?:or|is|the|no)\b", re.sub("`[^`]*`", "", german))


def patterns(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        if isinstance(schema.get("pattern"), str):
            yield schema["pattern"]
        schema = list(schema.values())
    for part in schema if isinstance(schema, list) else ():
        yield from patterns(part)


def test_every_pattern_of_a_document_has_words() -> None:
    found = {
        pattern for one in (Config, Profile, Recipe, Rules, Series) for pattern in patterns(one.model_json_schema())
    }
    assert found == set(PATTERNS)


@pytest.mark.parametrize(
    ("read", "page", "kind"),
    [
        (read_recipe, "docs/mix.md", "mix"),
        (read_rules, "docs/duplicates.md", "duplicates"),
        (read_profile, "docs/printing.md", "profile"),
    ],
)
def test_the_help_names_the_page_and_the_schema_that_have_the_keys(
    read: Callable[[bytes, str], tuple[object, list[Diagnostic]]], page: str, kind: str
) -> None:
    _, findings = read(b"unheard = 1", "x.toml")
    assert f"see {page} or `wildmix schema {kind}` for" in findings[0].help
    assert (Path(__file__).parents[1] / page).is_file()
    assert kind in KINDS
