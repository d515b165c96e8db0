"""A card beside the dates of the item of Wikidata that it names."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from ..cards import Card, Series
from ..years import YearError, YearInterval, format_year, parse_year, profiles
from .wikidata import Statement

Outcome = Literal["agrees", "within", "differs", "undated"]
OUTCOMES: tuple[Outcome, ...] = ("agrees", "within", "differs", "undated")


class Comparison(NamedTuple):
    """`agrees` with a date; only `within` a life or a duration; `differs` from all; `undated`: one side has no date.

    `new` is what the card would print if the item is right: empty unless its dates of the best rank are one.
    """

    outcome: Outcome
    dates: tuple[Statement, ...]
    new: str = ""


def compare(card: Card, series: Series, dates: Iterable[Statement]) -> Comparison:
    """Compare the interval of a card with the dates of an item."""
    known = tuple(dates)
    own = card.interval
    if own is None or not known:
        return Comparison("undated", known)
    circa = _circa(series)
    if any(own.overlaps(_widened(one, circa)) for one in known if not one.is_span):
        return Comparison("agrees", known)
    if any(own.overlaps(one.interval) for one in known if one.is_span):
        return Comparison("within", known)
    return Comparison("differs", known, _new(known, series))


def _circa(series: Series) -> int:
    width = series.dating.circa
    return profiles()[series.dating.profile].circa if width is None else width


def _widened(one: Statement, circa: int) -> YearInterval:
    return one.interval.widened(circa) if one.circa else one.interval


def _new(dates: tuple[Statement, ...], series: Series) -> str:
    """Return the year that the item gives, in the words of the series; empty if it gives several, or none to print."""
    points = [one for one in dates if not one.is_span]
    preferred = [one for one in points if one.rank == "preferred"]
    said = {one.words for one in preferred or points}
    if len(said) == 1 and (words := said.pop()):
        return in_words(words, series)
    span = next((one for one in dates if one.is_span and one.property == "P580–P582"), None)
    if span and {one.property for one in points} == {"P580", "P582"} and len(points) == 2:
        ends = [in_words(one.words, series) for one in points]
        return f"{ends[0]}–{ends[1]}" if all(end.isdecimal() for end in ends) else ""
    return ""


def in_words(words: str, series: Series) -> str:
    """Return an English year expression as the series prints years, an empty text if it cannot."""
    try:
        meant = parse_year(words, "en")
        printed = format_year(meant, series.year_language)
        return printed if series.read_year(printed).interval.overlaps(meant.interval) else ""
    except YearError:
        return ""
