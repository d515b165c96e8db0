"""Typography before grammar: every dash, space, quote and digit of Unicode becomes the plain one, with offsets kept."""

import re
import unicodedata
from functools import cache

_DASHES = "‐‑‒–—―−﹘﹣－⁃⸺⸻〜"
_SPACES = "\t\n\r\v\f\x85\u00a0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
_QUOTES = "’‘ʼ′´`＇ʹ"
QUOTES = ("'", *_QUOTES)
"""What is read as an apostrophe."""
_SLASHES = "⁄∕／"
_INVISIBLE = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_ODD = re.compile(f"[{_INVISIBLE}Ⅰ-ⅿ]")
_FULLWIDTH = {ord("０") + digit: str(digit) for digit in range(10)} | {
    ord("（"): "(",
    ord("）"): ")",
    ord("～"): "~",
    ord("？"): "?",
}


@cache
def _table() -> dict[int, str]:
    table = dict(_FULLWIDTH)
    for characters, plain in ((_DASHES, "-"), (_SPACES, " "), (_QUOTES, "'"), (_SLASHES, "/")):
        table |= dict.fromkeys(map(ord, characters), plain)
    return table


def plain(text: str) -> tuple[str, list[int] | None]:
    """Return `text` in plain typography, and the offset of each of its characters in `text` (None: unchanged).

    Combining accents are composed, Roman numeral characters (Ⅻ) spelled in letters, invisible characters dropped.
    """
    if text.isascii() and text.isprintable():
        return text, None
    translated = text.translate(_table())
    if unicodedata.is_normalized("NFC", translated) and not _ODD.search(translated):
        return translated, None
    pieces: list[str] = []
    offsets: list[int] = []
    for offset, character in enumerate(translated):
        if character in _INVISIBLE:
            continue
        if unicodedata.combining(character) and pieces:
            composed = unicodedata.normalize("NFC", pieces[-1] + character)
            if len(composed) == 1:
                pieces[-1] = composed
                continue
        spelled = unicodedata.normalize("NFKC", character) if "Ⅰ" <= character <= "ⅿ" else character
        pieces.extend(spelled)
        offsets.extend([offset] * len(spelled))
    return "".join(pieces), offsets
