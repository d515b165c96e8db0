"""From text to tokens: numbers, ordinals, Roman numerals, the words of a language, marks.

A token can have several senses (German `vor` is `before` and begins an age, English `c.` is `around` and `century`);
the grammar takes the one that fits.
"""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from .language import Language, Senses

_TOKEN = re.compile(
    r"""(?P<space>\ +)
    | (?P<mask> \d\d(?:--|[xX]{2}|__|\.\.)(?![\w.-]) | \d{3}[xX_](?!\w) | \d{3}-(?=\ *[\])?]*$) )
    | (?P<iso> \d{4}(?:-\d\d-\d\d|(?P<to>[./])\d{1,2}(?P=to)\d{1,2})(?!\d) )
    | (?P<date> \d{1,2}(?P<dot>[./-])\ ?\d{1,2}(?P=dot)\ ?\d{1,4}(?!\d) )
    | (?P<day> \d{1,2}\.\ ?\d{1,2}\.(?=\ ?[-/]|\ +bis\b) )
    | (?P<grouped> \d{1,3}(?P<group>['.,\ ])\d{3}(?:(?P=group)\d{3})*(?!\d) )
    | (?P<decimal> \d+[.,]\d+(?!\d) )
    | (?P<number> \d+\.? )
    | (?P<word> 's\b | [^\W\d_]+'?\.? )
    | (?P<mark> [(\[]\ *\?+\ *[)\]] | \?+ )
    | (?P<dash> -+ ) | (?P<slash> / ) | (?P<comma> [,;] ) | (?P<open> [(\[] ) | (?P<close> [)\]] ) | (?P<around> [~≈] )
    | (?P<other> . )""",
    re.VERBOSE,
)
_DIGITS = re.compile(r"\d+")
_ROMAN = re.compile(r"(X{0,3})(IX|IV|V?I{0,3})")
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10}
_SIMPLE: dict[str, Senses] = {
    kind: {kind: True} for kind in ("mark", "dash", "slash", "comma", "open", "close", "around")
}
_UNKNOWN: Senses = {}

Value = Callable[[int, int], int]
"""Gives the value of the digits between two places of a text. What is read depends on digits through it only."""


class Token(NamedTuple):
    """A piece of text with its senses; `start` and `end` count in the plain text."""

    text: str
    start: int
    end: int
    senses: Senses

    @property
    def digits(self) -> int:
        """The number of digits written, without a dot or grouping."""
        return sum(map(str.isdigit, self.text))

    @property
    def padded(self) -> bool:
        """Tell whether a number is written with a leading zero."""
        return self.digits > 1 and bool(self.senses["number"] < 10 ** (self.digits - 1))


def scan(text: str, language: Language, value: Value) -> list[Token]:
    """Return the tokens of plain `text`; words that are unknown have no sense."""
    pieces = [(match.lastgroup or "", match[0], match.start()) for match in _TOKEN.finditer(text)]
    pieces = [piece for piece in pieces if piece[0] != "space"]
    tokens: list[Token] = []
    at = 0
    bracketed = False
    while at < len(pieces):
        kind, _, start = pieces[at]
        taken = 1
        if kind in ("word", "dash", "other"):
            senses, taken = _phrase(pieces, at, language)
            if not senses:
                senses = _SIMPLE.get(kind, _UNKNOWN)
        elif kind in ("number", "grouped"):
            senses, taken = _number(pieces, at, language, value)
        elif kind in ("date", "day", "iso", "decimal", "mask"):
            senses = {kind: _parts(pieces[at], value)}
        else:
            senses = _SIMPLE[kind]
        _, last, last_start = pieces[at + taken - 1]
        end = last_start + len(last)
        tokens.append(Token(text[start:end], start, end, senses))
        at += taken
        bracketed |= kind == "open"
        if not senses and not bracketed:
            break  # it will be refused, whatever follows
    return tokens


def _key(piece: str) -> str:
    return piece.rstrip(".").lower()


def _phrase(pieces: list[tuple[str, str, int]], at: int, language: Language) -> tuple[Senses, int]:
    """Return the senses of the longest phrase that begins here, and its length; Roman numerals are added."""
    piece = pieces[at][1]
    found: Senses = _UNKNOWN
    length = 1
    for rest, senses in language.phrases.get(_key(piece), ()):
        end = at + 1 + len(rest)
        if end <= len(pieces) and all(_says(pieces[at + 1 + i][1], word, piece) for i, word in enumerate(rest)):
            found, length = senses, end - at
            break
    if length == 1 and (roman := roman_value(piece.rstrip("."), language, known=bool(found))):
        found = {"roman": roman, **found}
        if _has_sign(pieces, at, language):
            return {"roman": roman}, 2
    return found, length


def _says(piece: str, word: str, first: str) -> bool:
    """Tell whether a piece is this word of a phrase; `VI e V secolo` has a number, not the era `e. v.`, in it."""
    return _key(piece) == word and not (piece in _ROMAN_VALUES and first.islower() and not first.endswith("."))


def _has_sign(pieces: list[tuple[str, str, int]], at: int, language: Language) -> bool:
    """Tell whether the sign of an ordinal follows, as in `XIX°`."""
    _, piece, start = pieces[at]
    kind, sign, sign_start = pieces[at + 1] if at + 1 < len(pieces) else ("", "", 0)
    return kind == "other" and sign_start == start + len(piece) and sign in language.suffixes


def roman_value(word: str, language: Language, *, known: bool = False) -> int:
    """Return the value of a Roman numeral to 39, also with an ordinal ending (XIXe), 0 if it is none.

    Small letters count only when the word has no other meaning and more than one letter.
    """
    for ending in ("", *language.suffixes):
        stem = word.removesuffix(ending)
        if ending and stem == word:
            continue
        if not stem.isupper():
            if known or len(stem) < 2 or not stem.islower():
                continue
            stem = stem.upper()
        if stem and (match := _ROMAN.fullmatch(stem)):
            values = [_ROMAN_VALUES[letter] for letter in match[0]]
            return sum(-v if any(v < w for w in values[i + 1 :]) else v for i, v in enumerate(values))
    return 0


def _parts(piece: tuple[str, str, int], value: Value) -> tuple[int, ...]:
    """Return the values of the numbers in a piece."""
    _, text, start = piece
    return tuple(value(start + run.start(), start + run.end()) for run in _DIGITS.finditer(text))


def _number(pieces: list[tuple[str, str, int]], at: int, language: Language, value: Value) -> tuple[Senses, int]:
    kind, piece, start = pieces[at]
    if kind == "grouped":
        first, *groups = _parts(pieces[at], value)
        for group in groups:
            first = first * 1000 + group
        return {"number": first, "grouped": piece.lstrip("0123456789")[0]}, 1
    senses: dict[str, Any] = {"number": value(start, start + len(piece.rstrip(".")))}
    if piece.endswith("."):
        senses["dotted"] = True
        if "." in language.suffixes:
            senses["ordinal"] = senses["number"]
    elif at + 1 < len(pieces):
        _, suffix, suffix_start = pieces[at + 1]
        if suffix_start == start + len(piece) and _key(suffix) in language.suffixes:
            return {"ordinal": senses["number"]}, 2
    return senses, 1
