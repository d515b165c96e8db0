"""What printing gives: files by their endings, and counts."""

from collections.abc import Mapping
from dataclasses import dataclass

# Stands in a file for where the files beside it are, all but their endings, until that is known.
FOLDER = "wildmix-folder:"


@dataclass(frozen=True, slots=True)
class PrintedDeck:
    """What was made of a deck: files by what their names add to that of the deck (`.pdf`, `-backs.pdf`)."""

    files: Mapping[str, bytes]
    sheets: int
    pages: int
    cards: int
