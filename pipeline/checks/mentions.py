"""Years and centuries mentioned in running text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..column import Column
from ..years import YearError, YearInterval, parse_year

_BC = r"v\.\s?Chr\.|vor Christus|v\.\s?u\.\s?Z\.|B\.?C\.?(?:E\b\.?)?|av\.\s?J\.-C\.|a\.\s?C\."
_AD = r"n\.\s?Chr\.|nach Christus|u\.\s?Z\.|A\.?D\b\.?|C\.?E\b\.?|apr\.\s?J\.-C\.|d\.\s?C\."
# What follows a number that counts something; a year is followed by none of these.
_UNIT = (
    r"[-\s]?(?:%|°|k?m\b|cm\b|kg\b|Tonnen|tons|Meter|metres|Kilometer|kilomet|Meilen|miles|Seemeilen|Fuß|feet|Pfund|pounds|"
    r"Mark\b|Gulden|Dollar|Franken|Euro|Frauen|Männer|Menschen|Kinder|Soldaten|Schiffe|women|men\b|people|soldiers|ships|"
    r"Tage|days|Stunden|hours|Jahr(?:e|en|tausend\w*|million\w*)?\b|jähr|years|Seiten|pages|Mal\b|times\b|Stück|PS\b|"
    r"ans\b|années|anni\b|hommes|femmes|soldats|uomini|donne|soldati|mètres|metri\b|kilomèt|chilomet|jours|giorni)"
)
# Words for thousands and more, and the geologists' signs for them, unless a word that looks like one begins a name.
_SCALE = (
    r"(?:Mio|Mrd|Tsd|tausend|Tausend|thousand|mille\b|mila\b|millier|migliai|[Mm]il(?:l?ion|l[oó]n|l?iard)|"
    r"[BbTt]illion|bn\b|[kMG]yr\b|[kmb]ya\b|[kMG]a\b(?!\s[A-Z][a-z]))"
)
# Two numbers may share the word: between 232 and 234 million; thousands may be set apart: 300 000.
_COUNTED = rf"(?:\s?(?:[-–—]|to|bis|and|und|or|oder|et|ou|à|a|e|o|y)\s?\d+(?:[.,]\d+)?)?[-\s]?{_SCALE}"
_GROUPED = r"[\u00a0\u202f’']\d{3}(?!\d)|\s000(?!\d)"
# Two patterns that take long to compile are compiled by the first text that may hold what they find.
_YEAR = (
    rf"(?<![\d.,/])(?P<digits>\d{{1,4}})(?P<era>\s?(?:(?P<bc>{_BC})|{_AD}))?"
    rf"(?![\d]|[.,]\d|{_UNIT}|{_COUNTED}|{_GROUPED})"
)
_ORDINAL = (
    r"\d{1,2}(?:\.|st|nd|rd|th|e|ème)|[IVX]{1,5}(?:\.|e|ème)?|"
    r"(?:ein-?und|zwei-?und)?(?:ers|zwei|drit|vier|fünf|sechs|sieb|ach|neun|zehn|elf|zwölf|dreizehn|vierzehn|fünfzehn|"
    r"sechzehn|siebzehn|achtzehn|neunzehn|zwanzigs)te[ns]?|"
    r"(?:twenty-)?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|"
    r"fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth)"
)
_CENTURY = (
    rf"(?i)\b(?P<ordinal>{_ORDINAL})[\s-](?P<word>Jahrhundert|Jh\.|Jhd?t?\.|century|siècle|secolo)(?:s|es)?"
    rf"(?P<era>\s?(?:{_BC}))?"
)
# One of these stands in every century and decade; they are found faster than these are.
_TELLING = ("jahr", "jh.", "jhd.", "jht.", "jhdt.", "century", "siècle", "secolo", "0s")
_TELLING_BYTES = tuple(form.encode("utf-8") for word in _TELLING for form in {word, word.replace("è", "È")})
_DIGIT = re.compile(r"\d")
_DECADE = re.compile(r"\b\d{3}0(?:er\s+Jahren?|s\b)")


@dataclass(frozen=True, slots=True)
class Mention:
    """A time named in a text; `digits` is empty unless it is a plain year, `has_era` tells of an era word."""

    start: int
    end: int
    interval: YearInterval
    digits: str = ""
    has_era: bool = False


def with_digits(column: Column) -> Iterator[tuple[int, str]]:
    """Yield place and text of the texts that may hold a year."""
    digits = tuple(sign for sign in column.signs if sign.isdecimal())
    texts = enumerate(column.values if digits else ())
    return ((place, text) for place, text in texts if _DIGIT.search(text))


def with_periods(column: Column) -> Iterator[tuple[int, str]]:
    """Yield place and text of the texts that may hold a century or a decade."""
    return column.holding_in_any_case(*_TELLING_BYTES)


def years_in(text: str) -> Iterator[Mention]:
    """Yield the plain years in `text`: three or four digits, fewer with an era word; no quantities."""
    if not _DIGIT.search(text):
        return
    for match in re.finditer(_YEAR, text):
        digits, has_era = match["digits"], bool(match["era"])
        if (len(digits) >= 3 or has_era) and int(digits):
            year = 1 - int(digits) if match["bc"] else int(digits)
            yield Mention(match.start(), match.end(), YearInterval(year, year), digits, has_era)


def periods_in(text: str, language: str) -> Iterator[Mention]:
    """Yield the centuries and decades that `text` names in digits or words, as far as the year parser knows them."""
    lowered = text.lower()
    if not any(word in lowered for word in _TELLING):
        return
    for match in (*re.finditer(_CENTURY, text), *_DECADE.finditer(text)):
        expression = match[0].replace("-", " ")
        if match.re.pattern == _CENTURY:
            expression = f"{match['ordinal']} {match['word']}{match['era'] or ''}"
        try:
            yield Mention(match.start(), match.end(), parse_year(expression, language).interval)
        except YearError:
            continue
