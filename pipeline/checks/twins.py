"""Cards that cannot be told apart by their fronts."""

import re
from collections import Counter
from collections.abc import Iterator
from string import ascii_lowercase

from ..cards import Card, Deck
from ..column import Column
from ..diagnostics import Diagnostic
from .report import report

_BRACKETED_YEAR = re.compile(r"\([^()]*\b\d{3,4}\b[^()]*\)")
FEW_LETTERS = 8
_LETTERS = ascii_lowercase.encode()
_NO_LETTERS = bytes(set(range(256)) - set(_LETTERS) - {ord("\n")})
_NOT_A_WORD = re.compile(r"[\W_]+")


def same_fronts(deck: Deck) -> Iterator[Diagnostic]:
    """Find two cards with the same event in a language, punctuation and years in brackets aside."""
    told: set[tuple[str, str]] = set()
    for language in deck.languages:
        repeated = _repeated(deck, language)
        firsts: dict[str, Card] = {}
        for block in deck.blocks() if repeated else ():
            column = block.texts(f"event_{language}")
            for place, key in enumerate(_keys(column)):
                text = _folded(column.values[place]) if hash(key) in repeated else ""
                if not text:
                    continue
                card = block.cards[place]
                first = firsts.setdefault(text, card)
                if first.key != card.key and (first.key, card.key) not in told:
                    told.add((first.key, card.key))
                    yield _twin(deck, first, card, f"event_{language}")


def _repeated(deck: Deck, language: str) -> set[int]:
    """Return the hashes of keys that several cards have: a million numbers fit where a million texts do not."""
    seen: set[int] = set()
    repeated: set[int] = set()
    for block in deck.blocks():
        hashes = list(map(hash, _keys(block.texts(f"event_{language}"))))
        different = set(hashes)
        if len(different) < len(hashes):
            repeated.update(number for number, count in Counter(hashes).items() if count > 1)
        repeated |= different & seen
        seen |= different
    return repeated


def _keys(column: Column) -> list[bytes]:
    """Return a key of each front that is quickly made and the same if the fronts are: its letters from a to z.

    Where there are few of these, or where others become such letters, it is made of the folded front.
    """
    letters = column.data.replace("ß".encode(), b"ss").lower().translate(None, _NO_LETTERS)
    keys = list(column.lines(letters))
    becoming = [sign for sign in column.signs if sign != "ß" and not sign.isascii() and _has_letters(sign.casefold())]
    odd = {place for place, _ in column.holding("(", *becoming)}
    if min(map(len, keys), default=FEW_LETTERS) < FEW_LETTERS:
        odd.update(place for place, key in enumerate(keys) if len(key) < FEW_LETTERS)
    for place in odd:
        folded = _folded(column.values[place]).encode("utf-8", "surrogatepass")
        few = folded.translate(None, _NO_LETTERS)
        keys[place] = folded if len(few) < FEW_LETTERS else few
    return keys


def _has_letters(text: str) -> bool:
    return not set(ascii_lowercase).isdisjoint(text)


def _folded(text: str) -> str:
    """Return what of a front tells cards apart: no punctuation, and no year, which must not stand there."""
    without = _BRACKETED_YEAR.sub(" ", text) if "(" in text else text
    folded = (without if without.strip() else text).casefold()
    if folded.replace(" ", "").isalnum() and "  " not in folded:
        return folded.strip()
    return _NOT_A_WORD.sub(" ", folded).strip()


def _twin(deck: Deck, first: Card, other: Card, field: str) -> Diagnostic:
    name = first.key if first.series != other.series else first.id
    if first.interval and other.interval and not first.interval.overlaps(other.interval):
        message = f"`{other.id}` (`{other.year}`) has the front of `{name}`, which says `{first.year}`"
        return report("WM308", message, deck, other, field)
    return report("WM309", f"`{other.id}` has the front of `{name}`", deck, other, field)
