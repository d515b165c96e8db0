"""Numbers in event texts: digits, Roman numerals, number words and ordinals, German and English."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from .lexicon import fold

_DE_UNITS = ["null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"]
_DE_TEENS = ["dreizehn", "vierzehn", "fünfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn"]
_DE_TENS = ["zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"]
_DE_ORDINALS = {2: "zweite", 3: "dritte", 7: "siebte", 8: "achte"}
_EN_UNITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_EN_TEENS = ["thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
_EN_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_EN_ORDINALS = {1: "first", 2: "second", 3: "third", 5: "fifth", 8: "eighth", 9: "ninth", 12: "twelfth"}
_GREAT = {"hundert": 100, "hundred": 100, "tausend": 1000, "thousand": 1000, "dutzend": 12, "dozen": 12}
_MILLIONS = {"million": 10**6, "millionen": 10**6, "milliarde": 10**9, "milliarden": 10**9, "billion": 10**9}

_LONGEST_DIGITS = 30
"""How many signs a number in digits has at most; more are no amount that anybody counts."""

_DIGITS = re.compile(r"(\d{1,3}(?:[.,’']\d{3})+|\d+)(st|nd|rd|th|er|ter|tes|ten)?$", re.IGNORECASE)
_ROMAN = re.compile(r"(X{0,3})(IX|IV|V?I{0,3})$")
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10}


class Number(NamedTuple):
    """A number and whether it counts a place in a row: ``VIII.``, ``8th``, ``achte``."""

    value: int
    ordinal: bool


@lru_cache(maxsize=65536)
def read_number(word: str, *, dot: bool = False) -> Number | None:
    """Read a number from one word as it stands in a text; `dot` says that a full stop follows (``8.`` in German)."""
    if len(word) <= _LONGEST_DIGITS and (match := _DIGITS.match(word)):
        return Number(int(re.sub(r"\D", "", match[1])), bool(match[2]) or dot)
    if word.isupper() and (len(word) > 1 or word in "VX") and _ROMAN.match(word):
        return Number(_roman(word), ordinal=True)
    return _words().get(fold(word))


def read_amount(numbers: Sequence[Number | None], folded: Sequence[str]) -> tuple[int, int] | None:
    """Read a number of several words: *four hundred and thirty-seven*, *15 million*.

    `numbers` are the numbers that the words write alone, `folded` the words. Return its value and how many words it
    has; None if the first words are no such number.
    """
    whole, part, end, great = 0, 0, 0, False
    for at, (number, word) in enumerate(zip(numbers, folded, strict=True)):
        if number is None or number.ordinal:
            if word == "and" and great and end == at:
                continue
            break
        if word in _GREAT or word in _MILLIONS:
            great = True
            if number.value < 1000:
                part = max(part, 1) * number.value
            else:
                whole, part = whole + max(part, 1) * number.value, 0
        elif at == 0 or (great and number.value < (100 if part % 100 == 0 and part else 1000)):
            part += number.value
        else:
            break
        end = at + 1
    return (whole + part, end) if great and end > 1 else None


def _roman(word: str) -> int:
    values = [_ROMAN_VALUES[letter] for letter in word]
    following = [*values[1:], 0]
    return sum(-value if value < after else value for value, after in zip(values, following, strict=True))


@cache
def _words() -> dict[str, Number]:
    """Return the folded number words; ``ein`` and ``one`` are left out, being articles and pronouns."""
    words: dict[str, Number] = {}
    for value in range(2, 100):
        german, english = _german(value), _english(value)
        words |= {fold(german): Number(value, False), fold(english): Number(value, False)}
        ordinal = _DE_ORDINALS.get(value) or german + ("te" if value < 20 else "ste")
        words |= {fold(ordinal + ending): Number(value, True) for ending in ("", "n", "r", "s", "m")}
        words[fold(_english_ordinal(value))] = Number(value, True)
    words |= {fold(word): Number(value, False) for word, value in (_GREAT | _MILLIONS).items()}
    return words


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
