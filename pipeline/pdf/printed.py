"""What printing gives: files by their endings, and counts."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PrintedDeck:
    """What was made of a deck: files by what their names add to that of the deck (`.pdf`, `-backs.pdf`)."""

    files: Mapping[str, bytes]
    sheets: int
    pages: int
    cards: int
