"""Comparing printed values: what counts as the same text, which words are gone, what a source states."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from typing import TypeAlias

from ..cards import TAG_SEPARATOR, Card, Series
from ..sources import Source
from ..years import YearError, YearExpression, YearInterval, format_year, parse_year
from .model import Corrigendum

_SHAPES = {
    **dict.fromkeys("\u00a0\u202f", " "),
    **dict.fromkeys("„“”«»‟", '"'),
    **dict.fromkeys("‚‘’‹›‛", "'"),
}
_SHAPE = re.compile(f"[{''.join(_SHAPES)}]")
_WORD = re.compile(r"\w+")
_NUMBER = re.compile(r"\d{3,}")
PLAIN_YEAR = re.compile(r"[12]\d{3}|[1-9]\d\d", re.ASCII)
"""A year that every language writes as it stands here."""

Readings: TypeAlias = tuple[YearInterval, ...]


@lru_cache(maxsize=65536)
def fold(text: str) -> str:
    """Return `text` with composed letters, plain spaces and straight quotes: the differences that printing makes."""
    return text if text.isascii() else _SHAPE.sub(_plain, unicodedata.normalize("NFC", text))


def _plain(shape: re.Match[str]) -> str:
    return _SHAPES[shape[0]]


def year_of(text: str, series: Series) -> YearExpression | YearError:
    """Return what a year means by the conventions of a series, or the error that refuses it; each is read once."""
    dating = series.dating
    return _year(text, series.year_language, dating.profile, series.reference_year, dating.circa, dating.ongoing)


@lru_cache(maxsize=65536)
def _year(  # noqa: PLR0913, PLR0917 - the conventions of a series, one by one
    text: str, language: str, profile: str, reference_year: int | None, circa: int | None, ongoing: str | None
) -> YearExpression | YearError:
    try:
        return parse_year(text, language, profile, reference_year, circa=circa, ongoing=ongoing)
    except YearError as error:
        return error


def states(source: Source, year: str, interval: YearInterval, series: Series) -> bool:
    """Tell whether a source states a year that agrees with `year`, which means `interval`.

    A value that is no year expression in any language of the series is believed: it is a sentence for people.
    """
    stated = source.states_value
    if not stated or stated == year:
        return bool(stated)
    read = _readings(stated, series.languages, series.dating.profile, series.reference_year)
    return not read or any(one.overlaps(interval) for one in read)


@lru_cache(maxsize=65536)
def _readings(text: str, languages: tuple[str, ...], profile: str, reference_year: int | None) -> Readings:
    """Return what a text means as a year in each language in which it is one."""
    intervals = []
    for language in dict.fromkeys((*languages, "en")):
        with suppress(YearError):
            intervals.append(parse_year(text, language, profile, reference_year).interval)
    return tuple(intervals)


def leftovers(entry: Corrigendum, card: Card, series: Series) -> Iterator[tuple[str, str]]:
    """Find the old value in the other fields of a corrected card: (field, what stands there).

    Searched for are the old text itself, for a year also its form in the other languages and its numbers of three and
    more digits, for a factual correction of a text the words of more than three letters; what the new value says too is
    not. Of the sources only what they state is searched: a year in an address says nothing.
    """
    texts = [(name, text) for name, text in _searched(card, series.languages) if text and name != entry.field]
    whole = fold("\n".join([text for _, text in texts]))
    needles = [needle for needle in _needles(entry, series) if needle and needle in whole]
    new = fold(entry.new or "")
    for name, text in texts if needles else ():
        folded = fold(text)
        hit = next((needle for needle in needles if _stands_in(needle, folded) and not _stands_in(needle, new)), None)
        if hit is not None:
            yield name, hit


def _stands_in(needle: str, text: str) -> bool:
    """Tell whether `needle` stands in `text` as whole words."""
    return needle in text and re.search(rf"(?<!\w){re.escape(needle)}(?!\w)", text) is not None


def _searched(card: Card, languages: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the fields of a card in which an old value may be left, with their texts, in the order of the deck."""
    texts = [(language, card.event.get(language, ""), card.comment.get(language, "")) for language in languages]
    yield from ((f"event_{language}", event) for language, event, _ in texts)
    yield "year", card.year
    yield from ((f"comment_{language}", comment) for language, _, comment in texts)
    yield "sources", "\n".join([source.states_value for source in card.sources])
    yield "tags", TAG_SEPARATOR.join(card.tags)
    yield "symbols", card.symbols


def _needles(entry: Corrigendum, series: Series) -> Iterator[str]:
    old = fold(entry.old)
    if entry.field == "id":
        return
    yield old
    if entry.field == "year":
        if PLAIN_YEAR.fullmatch(old):
            return
        read = year_of(entry.old, series)
        yield from () if isinstance(read, YearError) else _forms(read, series.languages)
        yield from _NUMBER.findall(old)
    elif entry.type == "factual-text":
        yield from (word for word in _WORD.findall(old) if len(word) > 3)


@lru_cache(maxsize=8192)
def _forms(year: YearExpression, languages: tuple[str, ...]) -> tuple[str, ...]:
    forms = []
    for language in languages:
        with suppress(YearError):  # no words of that language say it
            forms.append(fold(format_year(year, language)))
    return tuple(forms)


def agree(one: str | None, other: str | None, series: Series, field: str) -> bool:
    """Tell whether two new values are the same text, or the same years."""
    if one is None or other is None:
        return one is other
    if fold(one) == fold(other):
        return True
    if field != "year":
        return False
    try:
        return series.read_year(one).interval == series.read_year(other).interval
    except YearError:
        return False
