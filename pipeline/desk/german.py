"""What commands and rules tell in English, in German: german.toml holds both, sentence by sentence."""

import re
import tomllib
from collections.abc import Callable, Mapping
from datetime import date
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from ..publish.words import day, field_name
from .words import words

Templates = Mapping[str, Mapping[str, str]]

MOST_READ = 4_000
"""Characters of a text that is looked up; longer ones stay as they are."""

_COUNTS = ("null", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn")
_ENGLISH_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_FIELD = re.compile(r"(^|; )([a-z]+(?:_[a-z]{2,3})?): (?=`)")
_WITHDRAWAL = re.compile(r"^withdrawal of (\S+?)(?:, (\S+) takes its place)?$")
_PLACE = re.compile(r"\\{\d\\}")


def german(text: str, *sections: str) -> str | None:
    """Return what an English text of these sections says in German; None if they do not have it."""
    if len(text) > MOST_READ:
        return None
    for pattern, told in _patterns(sections):
        if match := pattern.fullmatch(text):
            return told.format(*(_Part(part, sections) for part in match.groups()))
    return None


@cache
def templates() -> Templates:
    """Return the German text for each English one, by sections."""
    return tomllib.loads(files(__package__).joinpath("german.toml").read_text(encoding="utf-8"))


@cache
def _patterns(sections: tuple[str, ...]) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return the texts as patterns, those that say most first."""
    rows = [row for section in sections for row in templates()[section].items()]
    ordered = sorted(rows, key=lambda row: -len(_PLACE.sub("", re.escape(row[0]))))
    return tuple((re.compile(_PLACE.sub("(.*?)", re.escape(english)), re.DOTALL), told) for english, told in ordered)


class _Part(NamedTuple):
    """What stands in a text at one place; the German text says how it is told."""

    text: str
    sections: tuple[str, ...]

    def __format__(self, kind: str) -> str:
        if kind == "said":
            return german(self.text, *self.sections) or self.text
        return _TELL[kind](self.text)


def _state(name: str) -> str:
    told = words().get("nothing more" if name == "nothing" else f"state {name}")
    return told[0] if told else name


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


_TELL: Mapping[str, Callable[[str], str]] = {
    "": str,
    "states": lambda text: ", ".join(map(_state, text.split(", "))),
    "field": lambda text: field_name(text, "de", ""),
    "day": _day,
    "changes": _changes,
    "number": _number,
}
