"""Characters that do not belong on a card: invisible ones, damage, markup, and typewriter habits."""

import re
import unicodedata
from collections.abc import Iterator

from ..cards import Card, Deck
from ..diagnostics import Diagnostic
from .report import report

# C0 and C1 controls, bidirectional embeddings, overrides and isolates, byte order marks, zero-width spaces.
_INVISIBLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_DAMAGE = re.compile(
    "\ufffd|Ã[\u00a4\u00b6\u00bc\u0178\u201e\u2013\u0153\u00a9\u00a8\u00a0\u00a7]|â€[\u0153\u017e\u2122\u201c\u02dc]"
)
_MARKUP = re.compile(r"</?[a-zA-Z][^<>]*>|&(?:[a-zA-Z]{2,8}|#\d{1,6}|#x[0-9a-fA-F]{1,5});")
_TYPEWRITER = re.compile(r"[\"']|(?<=\S)  +(?=\S)|``|''")


def text_fields(deck: Deck, card: Card) -> Iterator[tuple[str, str]]:
    """Yield name and value of every text of a card that is printed."""
    series = deck.series_of(card)
    for kind, texts in (("event", card.event), ("comment", card.comment)):
        yield from ((f"{kind}_{language}", texts[language]) for language in series.languages if language in texts)


def invisible_characters(deck: Deck) -> Iterator[Diagnostic]:
    """Find control characters, and characters that turn the direction of text, which hide or forge what is printed."""
    for card in deck:
        for name, text in (*text_fields(deck, card), ("year", card.year)):
            if found := _INVISIBLE.search(text):
                shown = unicodedata.name(found[0], "CONTROL CHARACTER").lower()
                message = f"an invisible character in `{name}` of `{card.id}`: U+{ord(found[0]):04X} ({shown})"
                yield report("WM313", message, deck, card, name, at=found.span())


def damaged_characters(deck: Deck) -> Iterator[Diagnostic]:
    """Find replacement signs, and letters that were read in the wrong encoding once."""
    for card in deck:
        for name, text in (*text_fields(deck, card), ("year", card.year)):
            if found := _DAMAGE.search(text):
                message = f"a damaged character in `{name}` of `{card.id}`: `{found[0]}`"
                yield report("WM314", message, deck, card, name, at=found.span())


def markup(deck: Deck) -> Iterator[Diagnostic]:
    """Find HTML tags and entities, which would be printed as they stand."""
    for card in deck:
        for name, text in text_fields(deck, card):
            if found := _MARKUP.search(text):
                message = f"HTML in `{name}` of `{card.id}`: `{found[0]}`"
                yield report("WM315", message, deck, card, name, at=found.span())


def typography(deck: Deck) -> Iterator[Diagnostic]:
    """Find straight quotes and double blanks."""
    for card in deck:
        for name, text in text_fields(deck, card):
            if found := _TYPEWRITER.search(text):
                what = "a double blank" if found[0].isspace() else f"a straight quote ({found[0]})"
                yield report("WM316", f"{what} in `{name}` of `{card.id}`", deck, card, name, at=found.span())
