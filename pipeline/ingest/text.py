"""The normal form of a cell's text, and the way back from it to the text as it was written."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Sequence

from ..column import Column

_NO_BREAK = "\u00a0\u202f\u2007"
_SPACE = re.compile(r"\s+")


def normal_text(text: str) -> str:
    """Return `text` in NFC, trimmed, with each run of white space (line breaks too) as one space.

    A run of no-break spaces alone stays one no-break space: in ``5. v. Chr.`` the publisher set it on purpose.
    """
    text = unicodedata.normalize("NFC", text).strip()
    if text.isprintable() and "  " not in text:  # no white space but single blanks
        return text
    if not any(map(text.__contains__, _NO_BREAK)):
        return _with_blanks(text)
    return _SPACE.sub(_one_space, text)


def normal_column(texts: Sequence[str]) -> Column:
    """Return :func:`normal_text` of each of many texts; only those with a sign that it may change are looked at."""
    normal = list(map(str.strip, texts))
    whole = "".join(normal)
    plain = not any(map(whole.__contains__, _NO_BREAK))
    _change(normal, _with_blanks if plain else normal_text, [sign for sign in ("\n", "  ") if sign in whole])
    column = Column(normal)
    odd = [sign for sign in column.signs if not _stays(sign)]
    if not odd:
        return column
    _change(normal, normal_text, odd)
    return Column(normal)


def _with_blanks(text: str) -> str:
    return " ".join(text.split())


def _change(texts: list[str], change: Callable[[str], str], signs: Sequence[str]) -> None:
    """Change the texts in which one of these signs stands."""
    for sign in signs:
        for place in [place for place, text in enumerate(texts) if sign in text]:
            texts[place] = change(texts[place])


def _stays(sign: str) -> bool:
    """Tell whether a character is neither white space nor may form another one with its neighbours."""
    return sign.isprintable() and (sign < "\u0300" or "\u2010" <= sign < "\u2100")


def normal_year(text: str) -> str:
    """Return a year expression in normal form: as :func:`normal_text`, with plain spaces only."""
    if text.isascii() and text.isprintable() and "  " not in text:  # as nearly all are
        return text.strip()
    return " ".join(unicodedata.normalize("NFC", text).split())


def written_offset(written: str, offset: int) -> int:
    """Return the offset in `written` of the code point that stands at `offset` in its normal form."""
    # A letter after the prefix keeps its last blank from being trimmed.
    return bisect_right(range(len(written) + 1), offset, key=lambda end: len(normal_text(written[:end] + "x")) - 1) - 1


def _one_space(run: re.Match[str]) -> str:
    return run[0][0] if all(character in _NO_BREAK for character in run[0]) else " "
