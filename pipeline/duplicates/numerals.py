"""Numbers in event texts, German and English: digits, Roman numerals, number words, ordinals, several words together.

One amount is one number however it is written; texts of other languages have digits, and great numbers after them.
What stays open is decided by the language of the text: ``1.500`` is 1500 in German and 1.5 in English, ``1,500`` the
other way round, though somebody may have copied it from the other language; a German *Billion* is a million millions.
A mark with other than three digits behind it is a decimal point in every language (``2.5``), even in a time of the day
(``9.30``). Three digits after a space belong to the digits before it (``12 000``), even where two numbers meet, and two
after a year and a dash are a year (``1914–18``). *2.5m* are metres. *Two thirds* is a two; halves without a greater
number (*half the people*), dates in digits (``20.7.1969``) and decades in words (*the twenties*) are no numbers.
"""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import NamedTuple

from .lexicon import fold

_DE_UNITS = ["null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"]
_DE_TEENS = ["dreizehn", "vierzehn", "fünfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn"]
_DE_TENS = ["zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"]
_DE_ORDINALS = {1: "erste", 2: "zweite", 3: "dritte", 7: "siebte", 8: "achte"}
_EN_UNITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_EN_TEENS = ["thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
_EN_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_EN_ORDINALS = {1: "first", 2: "second", 3: "third", 5: "fifth", 8: "eighth", 9: "ninth", 12: "twelfth"}
_DE_GREAT = {"hundert": 100, "tausend": 1000, "dutzend": 12, "million": 10**6, "milliarde": 10**9, "billion": 10**12}
_EN_GREAT = {"hundred": 100, "thousand": 1000, "dozen": 12, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_MANY = {
    "de": {"millionen": 10**6, "milliarden": 10**9, "billionen": 10**12, "mio": 10**6, "mrd": 10**9, "tsd": 1000},
    "en": {"millions": 10**6, "billions": 10**9, "mn": 10**6, "bn": 10**9},
    "fr": {"mille": 1000, "millions": 10**6, "milliards": 10**9, "million": 10**6, "milliard": 10**9},
    "it": {"mila": 1000, "milioni": 10**6, "miliardi": 10**9, "milione": 10**6, "miliardo": 10**9},
}
"""Great numbers that are none alone, being plurals (*Millionen hungern*), but count after a number."""

_ONE = frozenset("ein eine einem einen einer eines one a an un".split())  # noqa: SIM905
_HALF = frozenset("halb halbe halben halbes half".split())  # noqa: SIM905
_ARTICLES = frozenset({"a", "an"})
_AND_A_HALF = ["and", "a", "half"]
OPENING = _ONE | _HALF
"""Words that begin an amount if a great number follows, and are none alone: *a dozen*, *eine halbe Million*."""

CONTINUING = _HALF | _ARTICLES | {"and", "one"} | {word for many in _MANY.values() for word in many}
"""Words, none of them a number alone, that an amount may go on with."""

VAGUE = frozenset("several some few many mehrere einige wenige viele paar".split())  # noqa: SIM905
"""Words after which a great number says no amount: *several hundred*."""

_LONGEST = 60
"""How many letters a number in words has at most."""

_LONGEST_DIGITS = 30
"""How many signs a number in digits has at most; more are no amount that anybody counts."""

DIGITS = r"\d+(?:[.,’']\d+)*[½¼¾]?|[½¼¾]"
"""The pattern of a number in digits."""

_DIGITS = re.compile(r"(\d[\d.,’']*)?([½¼¾]?)(st|nd|rd|th|er|ter|tes|ten)?$", re.IGNORECASE)
_PARTS = {"": Fraction(0), "½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}
_APART = re.compile(r"\d[\s–/-]\d")
_SPACED = re.compile(r"(?<![\d.,’])\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+(?!\d)")
_YEARS = re.compile(r"\b([12]\d)(\d\d)([-–/])(\d\d)\b(?![-–/.])")
_ROMAN = re.compile(r"(XL|L?X{0,3})(IX|IV|V?I{0,3})$")
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50}
_NOT_ROMAN = frozenset({"I", "L", "XL", "LI"})
_ENDING = re.compile(r"ste[nrsm]?$")
_COUNTED = re.compile(r"(.{3,}?)(jahr|tag|stund|woch|monat|minut|mal|fach|kopf|stock)(?:ig)?(?:e[nmrs]?)?$")


class Number(NamedTuple):
    """A number and whether it counts a place in a row: ``VIII.``, ``8th``, ``achte``."""

    value: Fraction | int
    ordinal: bool


def with_whole_numbers(text: str) -> str:
    """Join digits that stand apart (``12 000``), and write the century of a second year out (``1914–18``)."""
    if not _APART.search(text):
        return text
    text = _SPACED.sub(lambda digits: re.sub(r"\s", "’", digits[0]), text)
    return _YEARS.sub(lambda years: "".join((*years.groups()[:3], years[1] * (years[2] < years[4]), years[4])), text)


@lru_cache(maxsize=65536)
def read_number(word: str, language: str) -> Number | None:
    """Read a number from one word as it stands in a text of a language (ISO 639-1)."""
    if len(word) > _LONGEST:
        return None
    if word[:1].isnumeric():
        return _digits(word, language)
    if word.isupper() and word not in _NOT_ROMAN and _ROMAN.match(word):
        return Number(_roman(word), ordinal=True)
    folded = fold(word)
    return _words(language).get(folded) or (_german_amount(folded) if language == "de" else None)


def read_counted(folded: str) -> tuple[Number, str] | None:
    """Return the number and the stem of what it counts, of a German word that has both: *dreißigjährig*, *zehnmal*."""
    if not (match := _COUNTED.match(folded)):
        return None
    number = _words("de").get(match[1]) or _german_amount(match[1])
    return (number, match[2]) if number and not number.ordinal else None


def _digits(word: str, language: str) -> Number | None:
    match = _DIGITS.match(word)
    if not match or len(word) > _LONGEST_DIGITS:
        return None
    value = _plain(match[1] or "0", "." if language == "en" else ",")
    return None if value is None else Number(value + _PARTS[match[2]], bool(match[3]))


def _plain(digits: str, point: str) -> Fraction | None:
    """Return the value of digits with marks between them, None if the marks are those of a date or a version."""
    marks, (first, *groups) = re.sub(r"\d", "", digits), re.split(r"\D", digits)
    in_threes = len(first) <= 3 and first != "0" and all(len(group) == 3 for group in groups)
    if not marks or (in_threes and marks != point and len({*marks}) == 1):
        return Fraction(int(first + "".join(groups)))
    whole, mark, part = digits[: -len(groups[-1]) - 1], marks[-1], groups[-1]
    before = None if mark in whole or mark not in ".," else _plain(whole, mark)
    return None if before is None else before + Fraction(int(part), 10 ** len(part))


def _german_amount(folded: str) -> Number | None:
    """Read a German number word from a hundred on, or one with a half."""
    if (whole := folded.removesuffix("einhalb")) != folded:
        number = _german_part(whole)
        return number and Number(number.value + Fraction(1, 2), ordinal=False)
    return _german_part(folded) if "hundert" in folded or "tausend" in folded else None


def _german_part(folded: str) -> Number | None:
    for word, scale in (("tausend", 1000), ("hundert", 100)):
        head, found, rest = folded.partition(word)
        if found:
            many = _german_part(head) if head else Number(1, ordinal=False)
            more = Number(0, bool(rest)) if not rest or _ENDING.match(rest) else _german_part(rest.removeprefix("und"))
            fits = many and more and not many.ordinal and many.value < 1000 and more.value < scale
            return Number(many.value * scale + more.value, more.ordinal) if many and more and fits else None
    return Number(1, ordinal=False) if folded in {"ein", "eins"} else _words("de").get(folded)


def read_amount(words: Sequence[str], numbers: Sequence[Number | None], language: str) -> tuple[Number, int] | None:
    """Read a number of several words: *four hundred and thirty-seven*, *15 million*, *eine halbe Million*.

    `words` are folded, `numbers` what each writes alone. Return the number and how many words it has; None if the first
    words are no such number.
    """
    return _Amount(words, numbers, language).read()


class _Amount:
    """A number of several words, read group by group, each followed by a great number less than the one before."""

    def __init__(self, words: Sequence[str], numbers: Sequence[Number | None], language: str) -> None:
        greats = _greats(language)
        self._words = [*words, "", "", ""]
        self._greats = [greats.get(word, 0) for word in self._words]
        self._numbers = [*numbers, None, None, None]

    def read(self) -> tuple[Number, int] | None:
        total, least, at, ordinal = Fraction(0), 0, 0, False
        while not ordinal:
            start = at + (self._words[at] == "and" and at > 0)
            number, end = self._group(start)
            great = 0 if number.ordinal else self._greats[end]
            size = number.value * (great or 1)
            if (end == start and (at or not great)) or (least and size >= least):
                break
            total, at, ordinal = total + size, end + (great > 0), number.ordinal
            if at > end and self._words[at : at + 3] == _AND_A_HALF:
                total, at, great = total + Fraction(great, 2), at + 3, 0
            if great < 1000:
                break
            least = great
        return (Number(total, ordinal), at) if at > 1 else None

    def _group(self, at: int) -> tuple[Number, int]:
        """Return the number that begins here, and where it ends: with hundreds, but no greater number; 1 if none."""
        number, end = (None if at else self._opening()) or self._small(at) or (Number(1, ordinal=False), at)
        if number.ordinal:
            return number, end
        if self._greats[end] == 100:
            number, end = Number(number.value * 100, ordinal=False), end + 1
            more, after = self._small(end + (self._words[end] == "and")) or (None, 0)
            if more and more.value < 100 and self._greats[after] not in {12, 100}:
                number, end = Number(number.value + more.value, more.ordinal), after
        elif end > at and self._words[end : end + 3] == _AND_A_HALF:
            number, end = Number(number.value + Fraction(1, 2), ordinal=False), end + 3
        last = self._numbers[end]
        if end > at and last and last.ordinal and last.value in {100, 1000, 10**6} and self._words[end].isalpha():
            number, end = Number(number.value * last.value, ordinal=True), end + 1
        return number, end

    def _opening(self) -> tuple[Number, int] | None:
        """Return one or a half before a great number."""
        at = int(self._words[0] in _ONE)
        if self._words[at] in _HALF:
            end = at + 1 + (self._words[at + 1] in _ARTICLES)
            return (Number(Fraction(1, 2), ordinal=False), end) if self._greats[end] else None
        is_one = at and (self._greats[1] or (self._words[0] == "one" and self._words[1:4] == _AND_A_HALF))
        return (Number(1, ordinal=False), 1) if is_one else None

    def _small(self, at: int) -> tuple[Number, int] | None:
        """Return a number that is none of the great ones, two words if it has tens and units or is a year."""
        number = Number(1, ordinal=False) if self._words[at] == "one" and at else self._numbers[at]
        if not number or self._greats[at]:
            return None
        if number.ordinal or not self._words[at][:1].isalpha() or at + 1 >= len(self._numbers):
            return number, at + 1
        more = Number(1, ordinal=False) if self._words[at + 1] == "one" else self._numbers[at + 1]
        if more and self._words[at + 1][:1].isalpha() and not self._greats[at + 1]:
            if number.value in range(20, 100, 10) and 0 < more.value < 10:
                return Number(number.value + more.value, more.ordinal), at + 2
            if number.value in range(10, 21) and more.value in range(10, 100) and not more.ordinal:
                units = self._small(at + 1) or (more, at + 2)
                return Number(number.value * 100 + units[0].value, units[0].ordinal), units[1]
        return number, at + 1


def is_great(folded: str, language: str) -> bool:
    """Tell whether a folded word is a great number, of which there may be several."""
    return folded in _greats(language) or folded in {"zehntausend", "hunderttausend"}


@cache
def _greats(language: str) -> Mapping[str, int]:
    return {"de": _DE_GREAT, "en": _EN_GREAT}.get(language, {}) | _MANY.get(language, {})


def _roman(word: str) -> int:
    values = [_ROMAN_VALUES[letter] for letter in word]
    following = [*values[1:], 0]
    return sum(-value if value < after else value for value, after in zip(values, following, strict=True))


@cache
def _words(language: str) -> dict[str, Number]:
    """Return the folded number words; ``eins`` and ``one`` are left out, being pronouns."""
    return {"de": _german_words, "en": _english_words}.get(language, dict[str, Number])()


def _german_words() -> dict[str, Number]:
    words = {"anderthalb": Number(Fraction(3, 2), ordinal=False)}
    for value in range(2, 100):
        words[fold(_german(value))] = Number(value, ordinal=False)
    for value in range(1, 100):
        ordinal = _DE_ORDINALS.get(value) or _german(value) + ("te" if value < 20 else "ste")
        words |= {fold(ordinal + ending): Number(value, ordinal=True) for ending in ("", "n", "r", "s", "m")}
    words |= {f"millionste{ending}": Number(10**6, ordinal=True) for ending in ("", "n", "r", "s", "m")}
    return words | {word: Number(value, ordinal=False) for word, value in _DE_GREAT.items()}


def _english_words() -> dict[str, Number]:
    words = {fold(_english(value)): Number(value, ordinal=False) for value in range(2, 100)}
    words |= {fold(_english_ordinal(value)): Number(value, ordinal=True) for value in range(1, 100)}
    for word, value in _EN_GREAT.items():
        words |= {word: Number(value, ordinal=False), f"{word}th": Number(value, ordinal=True)}
    return words | {"twice": Number(2, ordinal=False), "thrice": Number(3, ordinal=False)}


def _german(value: int) -> str:
    if value < 20:
        return (_DE_UNITS + _DE_TEENS)[value]
    tens, unit = divmod(value, 10)
    return ("" if unit == 0 else ("ein" if unit == 1 else _DE_UNITS[unit]) + "und") + _DE_TENS[tens - 2]


def _english(value: int) -> str:
    if value < 20:
        return (_EN_UNITS + _EN_TEENS)[value]
    tens, unit = divmod(value, 10)
    return _EN_TENS[tens - 2] + ("" if unit == 0 else "-" + _EN_UNITS[unit])


def _english_ordinal(value: int) -> str:
    if value < 20:
        return _EN_ORDINALS.get(value) or _english(value) + "th"
    tens, unit = divmod(value, 10)
    if unit == 0:
        return _EN_TENS[tens - 2][:-1] + "ieth"
    return _EN_TENS[tens - 2] + "-" + (_EN_ORDINALS.get(unit) or _EN_UNITS[unit] + "th")
