"""The normal form of a cell's text, and the way back from it to the text as it was written."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence

_NO_BREAK = "\u00a0\u202f\u2007"
_SPACE = re.compile(r"\s+")
_UNUSUAL_SPACE = re.compile(r"[^\S ]|  ")


def normal_text(text: str) -> str:
    """Return `text` in NFC, trimmed, with each run of white space (line breaks too) as one space.

    A run of no-break spaces alone stays one no-break space: in ``5. v. Chr.`` the publisher set it on purpose.
    """
    text = unicodedata.normalize("NFC", text).strip()
    if text.isprintable() and "  " not in text:  # no white space but single blanks
        return text
    return _SPACE.sub(_one_space, text) if _UNUSUAL_SPACE.search(text) else text


def normal_texts(texts: Sequence[str]) -> list[str]:
    """Return :func:`normal_text` of each of many texts, which hardly ever changes one."""
    whole = "".join(texts)
    if not unicodedata.is_normalized("NFC", whole):
        return list(map(normal_text, texts))
    if whole.isprintable() and "  " not in whole:
        return list(map(str.strip, texts))
    stripped = map(str.strip, texts)
    return [text if text.isprintable() and "  " not in text else normal_text(text) for text in stripped]


def normal_year(text: str) -> str:
    """Return a year expression in normal form: as :func:`normal_text`, with plain spaces only."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def written_offset(written: str, offset: int) -> int:
    """Return the offset in `written` of the code point that stands at `offset` in its normal form."""
    # A letter after the prefix keeps its last blank from being trimmed.
    return bisect_right(range(len(written) + 1), offset, key=lambda end: len(normal_text(written[:end] + "x")) - 1) - 1


def _one_space(run: re.Match[str]) -> str:
    return run[0][0] if all(character in _NO_BREAK for character in run[0]) else " "
