"""Why a year means what it means, in the language of the reader: the reasons of `wildmix year`, in German too."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from ..cards import Card, Series
from ..years import YearError
from ..years.explain import explain
from ..years.profile import Profile, profile_named

_COUNTS: Mapping[str, str] = {
    "no": "null",
    "one": "ein",
    "two": "zwei",
    "three": "drei",
    "four": "vier",
    "five": "fünf",
    "six": "sechs",
    "seven": "sieben",
    "eight": "acht",
    "nine": "neun",
    "ten": "zehn",
}


def explained(card: Card, series: Series, language: str) -> tuple[str, str]:
    """Return why the year of a card means what it means, and the language that is said in; why it cannot be read."""
    try:
        said = explain(series.read_year(card.year), conventions(series))
    except YearError as error:
        perhaps = f"; perhaps {' or '.join(error.suggestions)}" if error.suggestions else ""
        return f"{error.message}{perhaps}", "en"
    if language != "de":
        return said, "en"
    reasons = [reason for part in said.partition(": ")[2].split("; ") for reason in _divided(part) if reason]
    told = [_german(reason) for reason in reasons]
    if None in told:  # a reason that has no German words yet
        return said, "en"
    return "; ".join(filter(None, told)), "de"


def conventions(series: Series) -> Profile:
    """Return how a series means its years."""
    profile = profile_named(series.dating.profile)
    return profile if series.dating.circa is None else profile._replace(circa=series.dating.circa)


def _divided(part: str) -> tuple[str, str]:
    """Take off what is said of the year 0 at the end."""
    last = "there is no year 0"
    return (part.removesuffix(last).removesuffix(", and "), last) if part.endswith(last) else (part, "")


def _german(reason: str) -> str | None:
    for pattern, german in _reasons():
        if match := pattern.fullmatch(reason):
            return german.format(*(_COUNTS.get(word, word) for word in match.groups()))
    return None


@cache
def _reasons() -> tuple[tuple[re.Pattern[str], str], ...]:
    rows = tomllib.loads(files(__package__).joinpath("explained.toml").read_text(encoding="utf-8"))
    return tuple(
        (re.compile(re.sub(r"\\{\d\\}", "(.+?)", re.escape(english))), german) for english, german in rows.items()
    )
