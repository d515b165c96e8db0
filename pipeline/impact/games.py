"""Recorded games under a correction: which verdicts would flip, and which two cards decide (invariant 15)."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from msgspec import DecodeError
from pydantic import ValidationError

from ..cards import Deck, Series
from ..corrigenda import Corrigendum
from ..games.core import RuleError, Rules
from ..games.document import End, Header, LogError, first_line, lines
from ..games.pieces import of_deck
from ..games.replay import read_header, with_symbols
from ..games.rulebooks import RULEBOOKS
from ..games.turning import turned
from ..source import SourceText
from ..years import YearError, YearInterval


@dataclass(frozen=True, slots=True)
class Recorded:
    """A recorded game with the deck it was played with, whose file has the sum `sha256`."""

    text: SourceText
    deck: Deck
    sha256: str


@dataclass(frozen=True, slots=True)
class Flip:
    """A verdict that depends on an entry: `before` with the printed year, `after` with the corrected one.

    `pair` are the two cards that cannot stand in their order in the row that counts as wrong.
    """

    entry: str
    file: str
    line: int
    before: bool
    after: bool
    pair: tuple[str, str]

    def as_json(self) -> dict[str, Any]:
        """Return the flip as one object of ``--format json`` and of the feed."""
        return {
            "game": self.file,
            "line": self.line,
            "before": self.before,
            "after": self.after,
            "pair": list(self.pair),
        }


@dataclass(frozen=True, slots=True)
class _Variant:
    """The rules of a game with the old and with the new year of one card."""

    entry: str
    before: Rules[Any, Any]
    after: Rules[Any, Any]


def flips(game: Recorded, entries: Iterable[Corrigendum]) -> list[Flip]:
    """Return the verdicts of a recorded game that are not the same with the old and with the new year of an entry.

    Every row is judged as it lay; that the rest of the game would have gone another way is not followed. A game that
    does not fit its deck, or breaks off, is looked at as far as it goes: `wildmix replay` tells what is wrong with it.
    """
    header, _ = read_header(game.text)
    if header is None or header.sha256 != game.sha256:
        return []
    pieces = of_deck(game.deck, game.sha256)
    moved = dict(_moved(game.deck, header, entries))
    if not moved:
        return []
    book = RULEBOOKS[header.rules]
    try:
        options = book.options.model_validate_json(json.dumps(header.options))
        pieces = with_symbols(pieces, header, first_line(game.text))
    except (ValidationError, LogError):
        return []

    def rules(card: str, date: YearInterval) -> Rules[Any, Any]:
        return book.rules(options, len(header.players), replace(pieces, dates={**pieces.dates, card: date}))

    variants = [_Variant(entry, rules(card, old), rules(card, new)) for entry, (card, old, new) in moved.items()]
    return list(_played(game.text, header, book.rules(options, len(header.players), pieces), variants))


def _moved(
    deck: Deck, header: Header, entries: Iterable[Corrigendum]
) -> Iterator[tuple[str, tuple[str, YearInterval, YearInterval]]]:
    """Yield the entries that move a card of this game, with its name there and both dates."""
    dealt = set(header.order)
    for entry in entries:
        series = deck.series.get(entry.series)
        name = _name(deck, entry.series, entry.card)
        if series is None or name not in dealt or entry.field != "year" or entry.new is None:
            continue
        old, new = _interval(entry.old, series), _interval(entry.new, series)
        if old and new and old != new:
            yield entry.id, (name, old, new)


def _played(text: SourceText, header: Header, rules: Rules[Any, Any], variants: Iterable[_Variant]) -> Iterator[Flip]:
    """Replay a game as it was, and judge every row with both dates of each entry."""
    book = RULEBOOKS[header.rules]
    log = lines(text)
    next(log, None)
    try:
        state, _ = rules.start(header.order)
        for number, line in log:
            action = book.read(line)
            if isinstance(action, End):
                return
            after, events = rules.apply(state, action)
            if "correct" in rules.outcome(events).facts:
                for variant in variants:
                    yield from _flip(variant, state, action, text.file, number)
            state = after
    except (RuleError, DecodeError):
        return


def _flip(variant: _Variant, state: Any, action: Any, file: str, line: int) -> Iterator[Flip]:
    before, after = (rules.outcome(rules.apply(state, action)[1]) for rules in (variant.before, variant.after))
    found = turned(before, after)
    if found and found.fact == "correct" and len(found.cards) == 2:
        yield Flip(variant.entry, file, line, bool(found.before), bool(found.after), found.cards)


def _name(deck: Deck, series: str, card: str) -> str:
    """Return what logs call a card: its id in a deck of one series, ``series:id`` in a mix."""
    return card if len(deck.series) == 1 else f"{series}:{card}"


def _interval(text: str, series: Series) -> YearInterval | None:
    try:
        return series.read_year(text).interval
    except YearError:
        return None
