"""What commands, checks and rules tell in English, in German: german.toml holds both, sentence by sentence."""

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from ..diagnostics import Diagnostic, kind_of
from .speech import common_words
from .words import day, field_name

Templates = Mapping[str, Mapping[str, str]]

MOST_READ = 4_000
"""Characters of a text that is looked up; longer ones stay as they are."""
DEEPEST = 3
"""Texts within texts that are looked up."""

_COUNTS = ("null", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn")
_ENGLISH_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_FIELD = re.compile(r"(^|; )([a-z]+(?:_[a-z]{2,3})?): (?=`)")
_WITHDRAWAL = re.compile(r"^withdrawal of (\S+?)(?:, (\S+) takes its place)?$")
_MEMBER = re.compile(r"(`[^`]*`) is ([a-z]+)")
_MEANT = re.compile(r", that is ([^`()]*?)(?= in |\))")
_MORE = re.compile(r" and (\d+) more$")
_YEARS_SAID = tuple(
    (re.compile(english), told)
    for english, told in (
        ("^any year$", "irgendein Jahr"),
        (" million years before our era", " Millionen Jahre v. Chr."),
        (r"AD (\d+)", r"\1 n. Chr."),
        (" BC", " v. Chr."),
        (" to ", " bis "),
        ("^(.*) or earlier$", r"bis \1"),
        ("^(.*) or later$", r"ab \1"),
    )
)
_NUMBERS = str.maketrans({",": "\u202f", ".": ","})
_PLACE = re.compile(r"\{\d\}")


class _UntoldError(LookupError):
    """A text within a text has no German words, and would make a sentence of two languages."""


def german(text: str, *sections: str, depth: int = 0) -> str | None:
    """Return what an English text of these sections says in German; None if they do not have it.

    `depth` counts the texts that it stands in.
    """
    if len(text) > MOST_READ or depth > DEEPEST:
        return None
    for literals, told in _templates(sections):
        if (parts := _parts(text, literals)) is not None:
            with suppress(_UntoldError):
                return told.format(*(_Part(part, sections, depth + 1) for part in parts))
    return None


def message(found: Diagnostic, language: str) -> tuple[str, str]:
    """Return what a finding says, and the language that is said in: English where `language` has no words for it."""
    return _told(found.message, language, "findings", "refusals", "years")


def advice(found: Diagnostic, language: str) -> tuple[str, str]:
    """Return what to do about a finding, and the language that is said in."""
    kind = kind_of(found.code)
    if found.help == kind.help:
        return kind.advice(language), language
    return _told(found.help, language, "advice")


def _told(text: str, language: str, *sections: str) -> tuple[str, str]:
    told = german(text, *sections) if language == "de" else None
    return (text, "en") if told is None else (told[:1].upper() + told[1:], language)


@cache
def templates() -> Templates:
    """Return the German text for each English one, by sections."""
    return tomllib.loads(files(__package__).joinpath("german.toml").read_text(encoding="utf-8"))


@cache
def _templates(sections: tuple[str, ...]) -> tuple[tuple[Sequence[str], str], ...]:
    """Return what stands between the places of each text, with its German; those that say most first."""
    rows = [(_PLACE.split(english), told) for section in sections for english, told in templates()[section].items()]
    return tuple(sorted(rows, key=lambda row: -sum(map(len, row[0]))))


def _parts(text: str, literals: Sequence[str]) -> list[str] | None:
    """Return what stands at the places of a text, each as short as can be; None if it is another text.

    Each literal is looked for once, from where the one before it ended: hostile texts cost no more than others.
    """
    first, *others = literals
    if not others:
        return [] if text == first else None
    *between, last = others
    if not text.startswith(first):
        return None
    parts, at = [], len(first)
    for literal in between:
        found = text.find(literal, at)
        if found < 0:
            return None
        parts.append(text[at:found])
        at = found + len(literal)
    end = len(text) - len(last)
    return [*parts, text[at:end]] if end >= at and text.endswith(last) else None


class _Part(NamedTuple):
    """What stands in a text at one place; the German text says how it is told."""

    text: str
    sections: tuple[str, ...]
    depth: int

    def __format__(self, kind: str) -> str:
        if kind in {"said", "told"}:
            told = german(self.text, *self.sections, depth=self.depth)
            if told is None and kind == "told":
                raise _UntoldError(self.text)
            return self.text if told is None else told
        return _TELL[kind](self.text)


def _state(name: str) -> str:
    told = common_words().get(f"state {name}")
    return told[0] if told else "nichts mehr" if name == "nothing" else name


def _day(text: str) -> str:
    try:
        return day(date.fromisoformat(text), "de")
    except ValueError:
        return text


def _changes(text: str) -> str:
    """Return what became of fields: ``year: `1` → `2``` with the German name of the field, or a withdrawal."""
    if match := _WITHDRAWAL.match(text):
        return f"{match[1]} wird zurückgezogen" + (f", {match[2]} tritt an seine Stelle" if match[2] else "")
    return _FIELD.sub(lambda match: f"{match[1]}{field_name(match[2], 'de', '')}: ", text)


def _number(text: str) -> str:
    return _COUNTS[_ENGLISH_COUNTS.index(text)] if text in _ENGLISH_COUNTS else text


def _list(text: str) -> str:
    """Return a list of names; what stands between backticks is quoted and stays as it is."""
    parts = text.split("`")
    parts[::2] = (part.replace(" and ", " und ").replace(" or ", " oder ") for part in parts[::2])
    return "`".join(parts)


def _word(text: str) -> str:
    if " " in text:
        raise _UntoldError(text)
    return text


def _quoted(text: str) -> str:
    if "`" in text:
        raise _UntoldError(text)
    return text


def _cards(text: str) -> str:
    """Return cards with what their years mean and their files, as ```a:1` (`44`, that is AD 44 in a/1.csv)``."""
    told = _MEANT.sub(lambda match: f", das ist {_years(match[1])}", text)
    return _list(_MORE.sub(r" and \1 weitere", told))


def _years(words: str) -> str:
    """Return in German what `years_in_words` says."""
    words = words.translate(_NUMBERS)
    for pattern, told in _YEARS_SAID:
        words = pattern.sub(told, words)
    return words


_TELL: Mapping[str, Callable[[str], str]] = {
    "": str,
    "states": lambda text: ", ".join(map(_state, text.split(", "))),
    "field": lambda text: field_name(text, "de", ""),
    "fields": lambda text: ", ".join(field_name(name, "de", "") for name in text.split(", ")),
    "members": lambda text: _MEMBER.sub(lambda match: f"{match[1]} ist „{_state(match[2])}“", text),
    "extent": lambda text: text.replace(" and ", " und ").replace(" wide", " Breite").replace(" high", " Höhe"),
    "list": _list,
    "word": _word,
    "quoted": _quoted,
    "cards": _cards,
    "parts": lambda text: text.replace(" of ", " von ").replace(" from ", " aus "),
    "day": _day,
    "changes": _changes,
    "number": _number,
}
