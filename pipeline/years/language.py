"""A language as data: ``languages/<code>.toml`` read into tables for the scanner and the printer."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from .errors import YearError
from .files import read_toml

LANGUAGES = ("de", "en", "fr", "it")

Senses = Mapping[str, Any]
"""What a token can be: its kind, `month`, and the value of that kind, 5."""

_ATOM = re.compile(r"'s\b|[^\W\d_]+'?|\S")


class Language(NamedTuple):
    """The words of one language.

    `phrases` maps the first word of every phrase to the phrases that begin with it, longest first, each as its further
    words and its senses. `suffixes` make an ordinal of a number, `century_sign` is the C of `C19`, `round_centuries`
    tells that a round year names its century, as in `fine 1800`. `form` are the templates of the printed form.
    """

    code: str
    phrases: Mapping[str, tuple[tuple[tuple[str, ...], Senses], ...]]
    suffixes: frozenset[str]
    century_sign: str
    decimal: str
    grouping: str
    round_centuries: bool
    form: Mapping[str, Any]


def phrase_words(text: str) -> tuple[str, ...]:
    """Split a phrase as the scanner splits text; dots are not part of words."""
    return tuple(_ATOM.findall(text.lower().replace(".", " ")))


def language_named(code: str) -> Language:
    """Return the language with this code; raises YearError."""
    if code not in LANGUAGES:
        raise YearError("unknown-language", f"there is no language `{code}`; known are {', '.join(LANGUAGES)}")
    return _language(code)


@cache
def _language(code: str) -> Language:
    words = table(code)
    senses: dict[tuple[str, ...], dict[str, Any]] = {}
    for phrase, kind, value in (*_senses(table("eras")), *_senses(words)):
        senses.setdefault(phrase_words(phrase), {}).setdefault(kind, value)
    by_first: dict[str, list[tuple[tuple[str, ...], Senses]]] = {}
    for (first, *rest), meanings in senses.items():
        if "filler" in meanings:
            meanings["filler"] = meanings.pop("filler")  # tried last
        by_first.setdefault(first, []).append((tuple(rest), meanings))
    return Language(
        code=code,
        phrases={first: tuple(sorted(rows, key=lambda row: -len(row[0]))) for first, rows in by_first.items()},
        suffixes=frozenset(words["ordinals"]["suffixes"]),
        century_sign=words["numbers"].get("century_sign", ""),
        decimal=words["numbers"]["decimal"],
        grouping=words["numbers"]["grouping"],
        round_centuries=words["numbers"].get("round_centuries", False),
        form=words["print"],
    )


def table(name: str) -> dict[str, Any]:
    """Return a file of words: a language, or `eras`."""
    return read_toml(f"languages/{name}.toml")


def _senses(words: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """Yield every phrase of a language table with its kind and value."""
    for kind, phrases in words.get("words", {}).items():
        yield from _each(phrases, kind, True)
    for kind, section in (
        ("era", "era"),
        ("part", "parts"),
        ("part_after", "parts_after"),
        ("bound_behind", "bounds_behind"),
        ("fraction", "fractions"),
        ("season", "seasons"),
    ):
        for value, phrases in words.get(section, {}).items():
            yield from _each(phrases, kind, value)
    for unit, phrases in words.get("units", {}).items():
        name, _, prefix = unit.partition("_")
        yield from _each(phrases, "prefix" if prefix else "unit", name)
    for kind, section in (
        ("month", "months"),
        ("decade", "decades"),
        ("scale", "scales"),
        ("age", "ages"),
        ("named_century", "centuries"),
    ):
        for value, phrases in words.get(section, {}).items():
            yield from _each(phrases, kind, int(value))
    yield from _each(words.get("weekdays", {}).get("words", ()), "weekday", True)
    yield from _ordinals(words.get("ordinals", {}))


def _ordinals(table: Mapping[str, Any]) -> Iterator[tuple[str, str, int]]:
    for number, stem in enumerate(table.get("stems", ()), start=1):
        yield from ((stem + ending, "ordinal", number) for ending in table["endings"])
    for number, phrases in table.get("words", {}).items():
        yield from _each(phrases, "ordinal", int(number))
    yield from _each(table.get("last", ()), "ordinal", -1)


def _each(phrases: Iterable[str], kind: str, value: Any) -> Iterator[tuple[str, str, Any]]:
    return ((phrase, kind, value) for phrase in phrases)
