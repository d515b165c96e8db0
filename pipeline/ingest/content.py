"""What the cells of a column look like: years, ids, sources, or texts of a language. A sample of them tells."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise

from ..tables import Table
from ..years import YearError, parse_year
from ..years.language import language_named
from .headings import function_words
from .text import normal_text, normal_year

SAMPLE = 120
MOST, FEW = 0.8, 0.2  # of the filled cells
LONGEST_YEAR, LONGEST_ID = 60, 16
_NUMBERED = re.compile(r"[A-Za-z]+[-.]?\d{1,9}|[A-Z]{1,3}|[a-z]")
_MAY_BE_YEAR = re.compile(r"\d|[IVX]{2}|[IVX]\b")
_WORD = re.compile(r"[^\W\d_]+")
_LONG_WORD = re.compile(r"[^\W\d_]{4,}")
_ROMAN = re.compile(r"[ivxlcdm]+(?:es?|[eè]mes?|th|st|nd|rd)?")
_FREE = re.compile(r"[(\[{\"'’]")  # in brackets and quotes a year may have any words
_SOURCE = re.compile(r"https?://|www\.|ISBN\b|doi:|10\.\d{4,9}/|Q[1-9]\d+$|(?:url|book|isbn|doi): ", re.IGNORECASE)
_CLEAR_VOTES, _CLEAR_LEAD = 4, 3


@dataclass(frozen=True)
class Column:
    """A sample of the filled cells of a column, in normal form, and what they look like."""

    values: tuple[str, ...]

    @cached_property
    def year_share(self) -> float:
        """The share of cells that are year expressions in one of the languages headings are understood in."""
        return self._share(is_year)

    @cached_property
    def text_share(self) -> float:
        """The share of cells that are running text: three words and more."""
        return self._share(lambda value: len(_WORD.findall(value)) >= 3 and not _SOURCE.match(value))

    @cached_property
    def source_share(self) -> float:
        """The share of cells that are addresses or numbers of sources."""
        return self._share(lambda value: _SOURCE.match(value) is not None)

    @cached_property
    def has_ids(self) -> bool:
        """Tell whether the cells name cards: running numbers, or few letters with or without one, all different."""
        numbered = len(self.values) >= 3 and all(map(_NUMBERED.fullmatch, self.values))
        return self.counts_up or (numbered and len(set(self.values)) == len(self.values))

    @cached_property
    def counts_up(self) -> bool:
        """Tell whether the cells are whole numbers that ascend evenly, as running numbers do and years do not."""
        if len(self.values) < 3 or not all(value.isdecimal() and len(value) < LONGEST_ID for value in self.values):
            return False
        steps = {int(later) - int(one) for one, later in pairwise(self.values)}
        return len(steps) == 1 and steps.pop() > 0

    @cached_property
    def language(self) -> str | None:
        """The language of the texts; None if the words that tell languages are too few or point to several."""
        return language_of(self.values)

    def _share(self, fits: Callable[[str], bool]) -> float:
        return sum(map(fits, self.values)) / len(self.values) if self.values else 0.0


def columns_of(table: Table) -> tuple[Column, ...]:
    """Return a sample of each column, from rows all over the table."""
    step = max(1, len(table.rows) // SAMPLE)
    rows = [row.values for row in table.rows[::step][:SAMPLE]]
    columns = zip(*rows, strict=True) if rows else ((),) * len(table.header)
    return tuple(Column(tuple(filter(None, map(normal_text, values)))) for values in columns)


def is_year(text: str, languages: Sequence[str] = ("de", "en", "fr", "it")) -> bool:
    """Tell whether a cell is a year expression in one of the languages."""
    if len(text) > LONGEST_YEAR or not _MAY_BE_YEAR.search(text):
        return False
    year = normal_year(text)
    words = (
        set()
        if _FREE.search(year)
        else {word for word in _LONG_WORD.findall(year.lower()) if not _ROMAN.fullmatch(word)}
    )
    return any(words <= _vocabulary(language) and _reads(year, language) for language in languages)


@cache
def _vocabulary(language: str) -> frozenset[str]:
    """Return the words that years in a language are made of: that a text with others is no year is quickly seen."""
    phrases = language_named(language).phrases
    return frozenset(word for first, rows in phrases.items() for rest, _ in rows for word in (first, *rest))


def _reads(text: str, language: str) -> bool:
    try:
        parse_year(text, language)
    except YearError:
        return False
    return True


def language_of(texts: Sequence[str]) -> str | None:
    """Return the language that the small words of `texts` tell, None if they do not tell it clearly."""
    telling = function_words()
    words = Counter(word.casefold() for text in texts for word in _WORD.findall(text))
    votes = sorted(((sum(words[word] for word in known), name) for name, known in telling.items()), reverse=True)
    (most, name), (second, _) = votes[:2]
    return name if most >= _CLEAR_VOTES and most >= _CLEAR_LEAD * second else None


def year_language(values: Sequence[str], languages: Sequence[str]) -> str:
    """Return the one of `languages` in which most of the year expressions are read; the first of equals."""
    telling = [normal_year(text) for text in dict.fromkeys(values) if _WORD.search(text)]
    read: dict[str, int] = {}
    for language in languages:
        read[language] = sum(_reads(text, language) for text in telling)
        if read[language] == len(telling):  # no other can read more
            break
    return max(read, key=read.__getitem__)
