"""Where a word may be divided, from the patterns that pyphen brings along.

The patterns are those of LibreOffice, for some languages in two levels: the joints of compounds, then the syllables of
each part. pyphen reads both levels as one and gives, for German, `Kauf-mann-s-toch-ter` and `kop-f-über`; applied as
their authors meant, the first level gives `Worts-piel`. Words are divided here only where the syllables of the whole
word and those of its parts agree: too seldom rather than wrongly. pyphen also takes more than a second to read the
78,000 German patterns.
"""

from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path

from pyphen import LANGUAGES  # type: ignore[import-untyped]  # pyphen has no types

# Letters that stay together at the beginning and at the end of a word.
LEFT, RIGHT = 3, 3
# Likewise within a part of a compound (COMPOUNDLEFTHYPHENMIN of the German patterns).
PART_MINIMUM = 2

_NEXT_LEVEL = b"\nNEXTLEVEL\n"
_DIGITS = b"0123456789"
_LONGEST = 40  # bytes; no pattern is longer


class Hyphenator:
    """Divides the words of one language."""

    def __init__(self, path: Path | None) -> None:
        """Read the pattern file at `path`; without one, words have no divisions."""
        data = path.read_bytes() if path else b"ascii"
        name, _, text = (data.replace(b"\r\n", b"\n") if b"\r" in data else data).partition(b"\n")
        encoding = name.decode("ascii").strip().lower().removeprefix("microsoft-")
        first, has_two, second = text.partition(_NEXT_LEVEL)
        self._compounds = _Patterns(first if has_two else b"", encoding)
        self._syllables = _Patterns(second if has_two else first, encoding)
        self._known: dict[str, tuple[int, ...]] = {}

    def breaks(self, word: str) -> tuple[int, ...]:
        """Return the offsets in `word` (letters only) before which it may be divided, ascending."""
        found = self._known.get(word)
        if found is None:
            found = self._known[word] = self._find(word.lower()) if len(word) >= LEFT + RIGHT else ()
        return found

    def _find(self, word: str) -> tuple[int, ...]:
        syllables = self._syllables.breaks(word) & set(range(LEFT, len(word) - RIGHT + 1))
        if syllables and (joints := sorted(self._compounds.breaks(word))):
            parts = pairwise([0, *joints, len(word)])
            inside = {
                start + offset
                for start, end in parts
                for offset in self._syllables.breaks(word[start:end])
                if PART_MINIMUM <= offset <= end - start - PART_MINIMUM
            }
            syllables &= inside | set(joints)
        return tuple(sorted(syllables))


class _Patterns:
    """One level of Liang's patterns: `a1bc` allows a division after `a`, an even number forbids one.

    They are kept as the bytes of their file: to decode the 78,000 of German takes as long as to set fifty cards.
    """

    def __init__(self, text: bytes, encoding: str) -> None:
        self._encoding = encoding
        # Digits are taken out of the whole text at once: one pattern after another takes ten times as long.
        letters = text.translate(None, _DIGITS).split(b"\n")
        self._patterns: Mapping[bytes, bytes] = dict(zip(letters, text.split(b"\n"), strict=True))

    def breaks(self, word: str) -> set[int]:
        """Return the offsets that the patterns allow."""
        padded = f".{word}.".encode(self._encoding, "replace")
        get, total = self._patterns.get, len(padded)
        found = [
            (start, pattern)
            for start in range(total)
            for end in range(start + 1, min(total, start + _LONGEST) + 1)
            if (pattern := get(padded[start:end]))
        ]
        levels = bytearray(total + 1)
        for start, pattern in found:
            if b"/" in pattern:
                continue  # it changes letters at the division, which no language of the decks needs
            at = start
            for sign in pattern:
                if sign in _DIGITS:
                    levels[at] = max(levels[at], sign - _DIGITS[0])
                else:
                    at += 1
        allowed = [at for at, level in enumerate(levels) if level % 2]
        if total != len(word) + 2:  # some letters are several bytes
            allowed = [len(padded[:at].decode(self._encoding, "replace")) for at in allowed]
        return {at - 1 for at in allowed if 1 < at <= len(word) + 1}


@cache
def hyphenator(language: str) -> Hyphenator:
    """Return the divider of words in `language` (two letters)."""
    return Hyphenator(LANGUAGES.get("en_US" if language == "en" else language))


def has_patterns(language: str) -> bool:
    """Tell whether words of this language can be divided."""
    return language in LANGUAGES
