"""How numbers, days and years are said in German and English, and words that stand in files, both side by side."""

import tomllib
from collections.abc import Mapping
from datetime import date
from functools import cache
from importlib.resources import files

from ..diagnostics import kind_of
from ..years import YearInterval
from .words import day

Words = Mapping[str, tuple[str, str]]
"""What is said for each key, in the order of LANGUAGES."""

LANGUAGES = ("de", "en")

_POINTS = str.maketrans(",.", ".,")


@cache
def read_words(package: str, name: str) -> Words:
    """Return the words in a file of a package."""
    text = files(package).joinpath(name).read_text(encoding="utf-8")
    return {key: (german, english) for key, (german, english) in tomllib.loads(text).items()}


def common_words() -> Words:
    """Return the words for years."""
    return read_words(__package__, "speech.toml")


class Speech:
    """Speaks one language: ``say("cards", 3)``. Forms of one and many are divided by a bar."""

    def __init__(self, language: str, words: Words) -> None:
        """Speak `language`, one of LANGUAGES, with these words beside the common ones."""
        self.language = language
        self._at = LANGUAGES.index(language)
        self._words = {**common_words(), **words}

    def __call__(self, key: str, *values: object) -> str:
        """Return the words for `key` with values put in; raises KeyError for what is no key."""
        text = self._words[key][self._at]
        if "|" in text:
            one, _, many = text.partition("|")
            text = one if values and values[0] == 1 else many
        return text.format(*(self.number(value) if isinstance(value, int | float) else value for value in values))

    def number(self, value: float) -> str:
        """Return a number as it is written: ``11.088`` and ``2,5``, ``11,088`` and ``2.5``."""
        written = f"{value:,}" if isinstance(value, int) else f"{value:,g}"
        return written.translate(_POINTS) if self.language == "de" else written

    def percent(self, share: float) -> str:
        """Return a share as percent: ``4,2 %``, ``4.2%``."""
        return f"{100 * share:.1f} %".replace(".", ",") if self.language == "de" else f"{100 * share:.1f}%"

    def decimal(self, value: float) -> str:
        """Return a number with one decimal as it is written: ``55,5``, ``55.5``."""
        return f"{value:.1f}".replace(".", ",") if self.language == "de" else f"{value:.1f}"

    def day(self, on: date) -> str:
        """Return a day as it is written: ``31.3.2026``, ``31 Mar 2026``."""
        return day(on, self.language)

    def title(self, code: str) -> str:
        """Return what a kind of finding is called, as the beginning of a sentence."""
        title = kind_of(code).named(self.language)
        return title[:1].upper() + title[1:]

    def year(self, year: int) -> str:
        """Return an astronomical year as it is written: ``44 v. Chr.``, ``44 BC``."""
        if year < -9999:
            return self("years ago", self._age(f"{2000 - year:,}")) if year > -998_000 else self._long_ago(year)
        return str(year) if year > 0 else self("bc", str(1 - year) if year > -9999 else self._age(f"{1 - year:,}"))

    def _long_ago(self, year: int) -> str:
        millions = max(1.0, -year / 1_000_000)
        rounded = float(f"{millions:.3g}")
        return self("million years ago", self._age(f"{rounded:,g}" if rounded < 1_000 else f"{millions:,.0f}"))

    def _age(self, number: str) -> str:
        """Return an age as it is written: in German in groups, since a point within it would be ambiguous."""
        return number.translate({ord(","): "\u202f", ord("."): ","}) if self.language == "de" else number

    def years(self, interval: YearInterval | None) -> str:
        """Return an interval as it is written: ``1490–1510``, ``ab 1900``."""
        if interval is None:
            return self("unreadable")
        earliest, latest = interval.earliest, interval.latest
        if earliest is None:
            return self("any year") if latest is None else self("up to", self.year(latest))
        if latest is None:
            return self("from year", self.year(earliest))
        return self.year(earliest) if earliest == latest else f"{self.year(earliest)} – {self.year(latest)}"
