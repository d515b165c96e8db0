"""Characters that do not belong on a card: invisible ones, damage, markup, and typewriter habits."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib.resources import files

from ..cards import Deck
from ..column import Column
from ..diagnostics import Diagnostic
from ..tables import DAMAGE
from .report import own_series, report

# C0 and C1 controls, bidirectional embeddings, overrides and isolates, byte order marks, zero-width spaces.
_INVISIBLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_DAMAGE = re.compile(f"\ufffd|{DAMAGE.pattern}")
_MARKUP = re.compile(r"</?[a-zA-Z][^<>]*>|&(?:[a-zA-Z]{2,8}|#\d{1,6}|#x[0-9a-fA-F]{1,5});")
# Letters of alphabets that share shapes with ours: а, е, о, р, с, х; Α, Β, Ε, ο.
_FOREIGN = r"[\u0370-\u03ff\u0400-\u052f]"
_OWN = r"[A-Za-z\u00c0-\u024f]"
_WORD = re.compile(r"\w+")
_OWN_LETTER, _FOREIGN_LETTER = re.compile(_OWN), re.compile(_FOREIGN)
SINGLE = 5  # damaged texts; more are one fault of the whole table
_TYPEWRITER = re.compile(r"[\"']|(?<=\S)  +(?=\S)|``|''")


def printed(deck: Deck, *, with_year: bool = True) -> Iterator[tuple[Deck, str, Column]]:
    """Yield the columns of texts that are printed, with their names and the block of the deck they stand in."""
    for block in deck.blocks():
        for language in own_series(block).languages:
            for name in (f"event_{language}", f"comment_{language}"):
                yield block, name, block.texts(name)
        if with_year:
            yield block, "year", block.texts("year")


# Each check asks the column first: nearly all texts are clean.


def invisible_characters(deck: Deck) -> Iterator[Diagnostic]:
    """Find control characters, and characters that turn the direction of text, which hide or forge what is printed."""
    for block, name, column in printed(deck):
        for place, text in column.holding(*filter(_INVISIBLE.match, column.signs)):
            if found := _INVISIBLE.search(text):
                card = block.cards[place]
                shown = unicodedata.name(found[0], "CONTROL CHARACTER").lower()
                message = f"an invisible character in `{name}` of `{card.id}`: U+{ord(found[0]):04X} ({shown})"
                yield report("WM313", message, deck, card, name, at=found.span())


def damaged_characters(deck: Deck) -> Iterator[Diagnostic]:
    """Find replacement signs, and letters that were read in the wrong encoding once; many are one finding."""
    found: list[Diagnostic] = []
    for block, name, column in printed(deck):
        for place, text in column.holding("\ufffd", "Ã", "â€"):
            if damage := _DAMAGE.search(text):
                card = block.cards[place]
                message = f"a damaged character in `{name}` of `{card.id}`: `{damage[0]}`"
                found.append(report("WM314", message, deck, card, name, at=damage.span()))
    if len(found) > SINGLE:
        found[:] = [replace(found[0], message=f"{found[0].message} ({len(found)} texts, first here)")]
    yield from found


def markup(deck: Deck) -> Iterator[Diagnostic]:
    """Find HTML tags and entities, which would be printed as they stand."""
    for block, name, column in printed(deck, with_year=False):
        for place, text in column.holding("<", "&"):
            if found := _MARKUP.search(text):
                card = block.cards[place]
                message = f"HTML in `{name}` of `{card.id}`: `{found[0]}`"
                yield report("WM315", message, deck, card, name, at=found.span())


def typography(deck: Deck) -> Iterator[Diagnostic]:
    """Find straight quotes and double blanks."""
    for block, name, column in printed(deck, with_year=False):
        for place, text in column.holding("'", '"', "  ", "``"):
            if found := _TYPEWRITER.search(text):
                card = block.cards[place]
                what = "a double blank" if found[0].isspace() else f"a straight quote ({found[0]})"
                yield report("WM316", f"{what} in `{name}` of `{card.id}`", deck, card, name, at=found.span())


def lookalikes(deck: Deck) -> Iterator[Diagnostic]:
    """Find words that mix Latin letters with Cyrillic or Greek ones: they look right and are not."""
    for block, name, column in printed(deck):
        for place, text in column.holding(*filter(_FOREIGN_LETTER.match, column.signs)):
            if word := next(_mixed_words(text), None):
                card = block.cards[place]
                own, foreign = _OWN_LETTER.findall(word[0]), _FOREIGN_LETTER.findall(word[0])
                odd = foreign[0] if len(foreign) <= len(own) else own[0]
                at = word.start() + word[0].index(odd)
                shown = unicodedata.name(odd).lower()
                message = f"`{word[0]}` in `{name}` of `{card.id}` has a letter of another alphabet: {shown}"
                yield report("WM318", message, deck, card, name, at=(at, at + 1))


def _mixed_words(text: str) -> Iterator[re.Match[str]]:
    """Iterate over the words with letters of both kinds, in linear time."""
    return (word for word in _WORD.finditer(text) if _OWN_LETTER.search(word[0]) and _FOREIGN_LETTER.search(word[0]))


def unprintable_characters(deck: Deck) -> Iterator[Diagnostic]:
    """Find characters that no font of the cards has; printing says the same of the language that is printed."""
    covered = _covered()
    for block, name, column in printed(deck):
        for place, text in column.holding(*column.signs - covered):
            told = {*"".join(word[0] for word in _mixed_words(text)), "\ufffd"}
            missing = [sign for sign in dict.fromkeys(text) if not (sign in covered or sign in told or _hides(sign))]
            if missing:
                card = block.cards[place]
                named = ", ".join(f"`{sign}` (U+{ord(sign):04X})" for sign in missing)
                yield report("WM603", f"no font has {named} in the `{name}` of card `{card.id}`", deck, card, name)


def _hides(sign: str) -> bool:
    return sign.isspace() or bool(_INVISIBLE.match(sign))


@cache
def _covered() -> frozenset[str]:
    """Return the characters that the fonts have, from a list made of them (`make docs`): no font is read here."""
    lines = files(__package__).joinpath("glyphs.txt").read_text(encoding="ascii").splitlines()
    ranges = (line.partition("-") for line in lines if not line.startswith("#"))
    return frozenset(
        chr(code) for first, _, last in ranges for code in range(int(first, 16), int(last or first, 16) + 1)
    )
