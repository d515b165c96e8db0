"""Why a year means what it means, and why a pair is one event, in the language of the reader: in German too."""

from collections.abc import Sequence
from typing import NamedTuple

from ..cards import Card, Series
from ..diagnostics import kind_of
from ..publish.german import german
from ..years import YearError
from ..years.explain import explain
from ..years.profile import Profile, profile_named


class Told(NamedTuple):
    """What is told in the language of the reader, and what only English has: a quotation."""

    text: str
    quoted: str = ""


def explained(card: Card, series: Series, language: str) -> Told:
    """Return why the year of a card means what it means, or why it cannot be read."""
    try:
        said = explain(series.read_year(card.year), conventions(series))
    except YearError as error:
        return _unreadable(error, language)
    if language != "de":
        return Told(said)
    reasons = [reason for part in said.partition(": ")[2].split("; ") for reason in _divided(part) if reason]
    return _in_german(reasons, "reasons", said)


def because(reasons: Sequence[str], language: str) -> Told:
    """Return why two cards are one event, or may be."""
    said = "; ".join(reasons)
    return _in_german(reasons, "pairs", said) if language == "de" else Told(said)


def _in_german(reasons: Sequence[str], section: str, said: str) -> Told:
    told = [german(reason, section) for reason in reasons]
    if None in told:  # a reason that has no German words yet
        return Told("", said)
    return Told("; ".join(filter(None, told)))


def _unreadable(error: YearError, language: str) -> Told:
    perhaps = f"perhaps {' or '.join(error.suggestions)}" if error.suggestions else ""
    why = "; ".join(filter(None, (error.message, perhaps)))
    if language != "de":
        return Told(why)
    title = f"{kind_of('WM201').named(language)}."
    told, meant = german(error.message, "years"), german(perhaps, "advice")
    if told is None:
        return Told(title, why)
    return Told(f"{title} {told}{f' Gemeint ist {meant}?' if meant else ''}")


def conventions(series: Series) -> Profile:
    """Return how a series means its years."""
    profile = profile_named(series.dating.profile)
    return profile if series.dating.circa is None else profile._replace(circa=series.dating.circa)


def _divided(part: str) -> tuple[str, str]:
    """Take off what is said of the year 0 at the end."""
    last = "there is no year 0"
    return (part.removesuffix(last).removesuffix(", and "), last) if part.endswith(last) else (part, "")
