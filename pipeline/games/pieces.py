"""What the engine needs to know of the cards: dates and symbols of a deck, or tiles, by the names that logs use."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..cards import Card, Deck
from ..years import YearInterval
from .assyrian import TileSet
from .chance import Dice
from .we_can_play import is_anonymous

# Symbols for cards that have none, of the white and the dark side alike (those of the published cards are not known).
SYMBOLS = ("crown", "wheel", "quill", "star", "ship", "flask")


@dataclass(frozen=True, slots=True)
class Pieces:
    """The cards or tiles of a game. `sha256` is the sum of the file they were read from."""

    name: str
    sha256: str
    dates: Mapping[str, YearInterval]
    symbols: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    cards: Mapping[str, Card] = field(default_factory=dict)
    tiles: TileSet | None = None

    def __contains__(self, name: str) -> bool:
        """Tell whether there is a card or tile of this name; anonymous cards are in every deck."""
        if self.tiles is not None:
            return any(tile.id == name for tile in self.tiles.tiles)
        return name in self.cards or is_anonymous(name)

    @property
    def dated(self) -> tuple[str, ...]:
        """The names of all cards with a year, in the order of the deck."""
        return tuple(self.dates)


def of_deck(deck: Deck, sha256: str) -> Pieces:
    """Return the cards of a deck; logs call them by id, in a mix by ``series:id``."""
    single = len(deck.series) == 1
    cards = {card.id if single else card.key: card for card in deck}
    dates = {name: card.interval for name, card in cards.items() if card.interval}
    symbols = {name: pair for name, card in cards.items() if (pair := split_symbols(card.symbols))}
    return Pieces(deck.name, sha256, dates, symbols, cards)


def of_tiles(tiles: TileSet, sha256: str) -> Pieces:
    """Return the tiles of Assyrian."""
    return Pieces(tiles.name, sha256, {}, tiles=tiles)


def split_symbols(text: str) -> tuple[str, str] | None:
    """Return the symbols of the white and the dark side of ``white/dark``, None if the text is not that."""
    white, _, dark = text.partition("/")
    return (white.strip(), dark.strip()) if white.strip() and dark.strip() else None


def drawn_symbols(names: tuple[str, ...], seed: int) -> dict[str, str]:
    """Return made-up symbols for cards: each side drawn evenly and independently by `seed`, card by card in order."""
    dice = Dice(seed)
    return {name: f"{SYMBOLS[dice.below(len(SYMBOLS))]}/{SYMBOLS[dice.below(len(SYMBOLS))]}" for name in names}
