"""Comparing printed values: what counts as the same text, which words are gone, what a source states."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache

from ..cards import Card, Deck, Series
from ..sources import Source
from ..years import YearError, YearInterval, format_year, parse_year
from .model import Corrigendum

_SHAPES = {
    **dict.fromkeys("\u00a0\u202f", " "),
    **dict.fromkeys("„“”«»‟", '"'),
    **dict.fromkeys("‚‘’‹›‛", "'"),
}
_SHAPE = re.compile(f"[{''.join(_SHAPES)}]")
_WORD = re.compile(r"\w+")


@lru_cache(maxsize=65536)
def fold(text: str) -> str:
    """Return `text` with composed letters, plain spaces and straight quotes: the differences that printing makes."""
    return text if text.isascii() else _SHAPE.sub(_plain, unicodedata.normalize("NFC", text))


def _plain(shape: re.Match[str]) -> str:
    return _SHAPES[shape[0]]


def states(source: Source, interval: YearInterval, series: Series) -> bool:
    """Tell whether a source states a year that agrees with `interval`.

    A value that is no year expression in any language of the series is believed: it is a sentence for people.
    """
    if not source.states_value:
        return False
    read = list(_readings(source.states_value, series))
    return not read or any(one.overlaps(interval) for one in read)


def _readings(text: str, series: Series) -> Iterator[YearInterval]:
    for language in dict.fromkeys((*series.languages, "en")):
        try:
            yield parse_year(text, language, series.dating.profile, series.reference_year).interval
        except YearError:
            continue


def leftovers(entry: Corrigendum, card: Card, series: Series, names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Find the old value in the other fields `names` of a corrected card: (field, what stands there).

    Searched for are the old text itself, for a year also its form in the other languages and its numbers of three and
    more digits, for a factual correction of a text the words of more than three letters; what the new value says too is
    not. Of the sources only what they state is searched: a year in an address says nothing.
    """
    new = fold(entry.new or "")
    needles = [needle for needle in _needles(entry, series) if needle and not _stands_in(needle, new)]
    for name in names:
        if name == entry.field:
            continue
        text = fold(_searched_text(card, name))
        hit = next((needle for needle in needles if _stands_in(needle, text)), None)
        if hit is not None:
            yield name, hit


def _stands_in(needle: str, text: str) -> bool:
    """Tell whether `needle` stands in `text` as whole words."""
    return needle in text and re.search(rf"(?<!\w){re.escape(needle)}(?!\w)", text) is not None


def searchable(deck: Deck) -> tuple[str, ...]:
    """Return the fields of a deck in which an old value may be left."""
    return tuple(name for name in deck.fields() if name not in {"id", "earliest", "latest", "edtf"})


def _searched_text(card: Card, name: str) -> str:
    if name == "sources":
        return "\n".join(source.states_value for source in card.sources)
    return card.value(name) or ""


def _needles(entry: Corrigendum, series: Series) -> Iterator[str]:
    old = fold(entry.old)
    if entry.field == "id":
        return
    yield old
    if entry.field == "year":
        yield from (fold(form) for form in _other_forms(entry.old, series))
        yield from re.findall(r"\d{3,}", old)
    elif entry.type == "factual-text":
        yield from (word for word in _WORD.findall(old) if len(word) > 3)


def _other_forms(year: str, series: Series) -> Iterator[str]:
    try:
        read = series.read_year(year)
    except YearError:
        return
    for language in series.languages:
        yield format_year(read, language)
