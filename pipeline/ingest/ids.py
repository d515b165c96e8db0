"""Ids of cards: as given, else as the card had before, else the next free number."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..cards import Card

LONGEST = 64
VALID_ID = re.compile(rf"\w[\w.-]{{0,{LONGEST - 1}}}+")
_VALID_IDS = re.compile(rf"{VALID_ID.pattern}(?:\n{VALID_ID.pattern})*+")
FLOAT_ID = re.compile(r"\d+[.,]0+")
_NUMBERED = re.compile(r"(.*?)(\d+)")


def clean_id(text: str) -> str:
    """Return an id as it is compared: NFC, trimmed."""
    return unicodedata.normalize("NFC", text).strip()


def clean_ids(texts: Sequence[str]) -> list[str]:
    """Return :func:`clean_id` of each of many ids."""
    return list(map(str.strip if "".join(texts).isascii() else clean_id, texts))


def odd_ids(ids: Sequence[str]) -> Iterator[int]:
    """Yield the places (from 0) of what cannot be an id or is a number with decimals."""
    letters = "".join(ids)
    if letters.isascii() and letters.isalnum() and all(ids) and max(map(len, ids)) <= LONGEST:
        return iter(())
    whole = "\n".join(ids)
    if "." not in whole and whole.count("\n") == len(ids) - 1 and _VALID_IDS.fullmatch(whole):
        return iter(())
    return (place for place, text in enumerate(ids) if not VALID_ID.fullmatch(text) or FLOAT_ID.fullmatch(text))


class Numbering:
    """Gives the next free number in the way the other ids are written: ``F100`` after ``F099``, ``3`` after ``2``."""

    def __init__(self, taken: Iterable[str]) -> None:
        """Take the ids in use, withdrawn ones included."""
        numbered = [match for text in taken if (match := _NUMBERED.fullmatch(text))]
        prefixes = Counter(match[1] for match in numbered)
        self._prefix = prefixes.most_common(1)[0][0] if prefixes else ""
        digits = [match[2] for match in numbered if match[1] == self._prefix]
        self._last = max(map(int, digits), default=0)
        self._width = max((len(text) for text in digits if text.startswith("0")), default=0)

    def next(self) -> str:
        """Return a number that no card has yet."""
        self._last += 1
        return f"{self._prefix}{self._last:0{self._width}d}"


class KnownCards:
    """Finds the id a card had in an earlier import by its exact event text, in any language; each id once."""

    def __init__(self, cards: Iterable[Card]) -> None:
        """Take the cards of the earlier import."""
        self._ids: dict[tuple[str, str], list[str]] = {}
        self._used: set[str] = set()
        self.ids: list[str] = []
        for card in cards:
            self.ids.append(card.id)
            for item in card.event.items():
                self._ids.setdefault(item, []).append(card.id)

    @property
    def are_none(self) -> bool:
        """Tell whether this is the first import."""
        return not self.ids

    def id_of(self, event: Mapping[str, str]) -> str | None:
        """Return the id of the card with one of these texts, None if there is none or it is taken."""
        for item in event.items():
            for card_id in self._ids.get(item, ()):
                if card_id not in self._used:
                    self._used.add(card_id)
                    return card_id
        return None


def id_order(card_id: str) -> tuple[tuple[str, int], ...]:
    """Return the sort key of an id: digits count as numbers, so that 10 comes after 9; ties by the text itself."""
    parts = re.split(r"(\d+)", card_id)
    pairs = zip(parts[::2], [*parts[1::2], "-1"], strict=True)
    return (*((text, int(digits)) for text, digits in pairs), (card_id, 0))
