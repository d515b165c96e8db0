"""Replay a recorded game: every action judged by the rules, every verdict derived again, every claim checked."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal

from pydantic import TypeAdapter, ValidationError

from ..cards import Card, Deck
from ..diagnostics import Diagnostic, finding
from ..source import SourceText, Span
from .core import Ending, Outcome, RuleError, Rules
from .document import VERSION, End, EndClaim, Header, Line, LogError, lines
from .rulebooks import RULEBOOKS, RuleBook

_HEADER = TypeAdapter(Header)
_ANY = TypeAdapter(Any)


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """How far a replay came. `actions`, `claims` and `rounds` count what was replayed before it ended or failed."""

    file: str
    header: Header | None
    status: Literal["finished", "unfinished", "failed"]
    ending: Ending | None = None
    rounds: int = 0
    actions: int = 0
    claims: int = 0

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of the winners."""
        return tuple(self.header.players[seat] for seat in self.ending.winners) if self.header and self.ending else ()

    def as_json(self) -> dict[str, Any]:
        """Return the result as one object of ``--format json``."""
        return {
            "file": self.file,
            "rules": self.header and self.header.rules,
            "deck": self.header and self.header.deck,
            "players": list(self.header.players) if self.header else [],
            "status": self.status,
            "winners": list(self.winners),
            "reason": self.ending and self.ending.reason,
            "rounds": self.rounds,
            "actions": self.actions,
            "claims": self.claims,
        }


def read_header(text: SourceText) -> tuple[Header | None, list[Diagnostic]]:
    """Read the first line of a log; None with findings if it cannot be replayed from it."""
    try:
        line = _first(lines(text), text)
        return _header(line), []
    except LogError as error:
        return None, error.findings


def replay(text: SourceText, deck: Deck, sha256: str) -> tuple[ReplayResult, list[Diagnostic]]:
    """Replay a log on the cards of `deck`, whose file has the sum `sha256`.

    The replay stops at the first fault: what follows an illegal action means nothing. A log that ends before the game
    does is a note, not an error.
    """
    log = lines(text)
    try:
        line = _first(log, text)
        header = _header(line)
    except LogError as error:
        return ReplayResult(text.file, None, "failed"), error.findings
    try:
        game = _Game(header, line, deck, sha256)
    except LogError as error:
        return ReplayResult(text.file, header, "failed"), error.findings
    try:
        game.play(log)
    except LogError as error:
        return game.result("failed"), error.findings
    if game.ending is not None:
        return game.result("finished"), []
    return game.result("unfinished"), [game.unfinished()]


def _first(log: Iterator[Line], text: SourceText) -> Line:
    line = next(log, None)
    if line is None:
        raise LogError(finding("WM701", "the log is empty", Span(text.file)))
    return line


def _header(line: Line) -> Header:
    content = line.parse(_ANY, "WM701")
    if not isinstance(content, dict) or "replay" not in content:
        raise LogError(finding("WM701", "the first line is no header: it has no `replay`", line.place()))
    version = content["replay"]
    if type(version) is not int or version != VERSION:
        message = f"format version {json.dumps(version)} is not known; this program reads version {VERSION}"
        raise LogError(finding("WM702", message, line.place("replay")))
    header = line.parse(_HEADER, "WM701")
    if header.rules not in RULEBOOKS:
        message = f"there are no rules `{header.rules}` (known: {', '.join(RULEBOOKS)})"
        raise LogError(finding("WM703", message, line.place("rules")))
    return header


class _Game:
    """A game as far as it was replayed."""

    def __init__(self, header: Header, line: Line, deck: Deck, sha256: str) -> None:
        """Check the header against the cards and deal; raises LogError."""
        if sha256 != header.sha256:
            message = (
                f"deck `{header.deck}` has the sum {sha256[:12]}…, the game was recorded with {header.sha256[:12]}…"
            )
            raise LogError(finding("WM704", message, line.place("sha256")))
        self._header = header
        self._cards = _names(deck)
        self._line = line
        for index, card in enumerate(header.order):
            if card not in self._cards:
                raise LogError(self._unknown(card, line.place("order", index)))
        self._book = RULEBOOKS[header.rules]
        self._rules = self._seat_players(self._book)
        try:
            self._state, _ = self._rules.start(header.order)
        except RuleError as error:
            raise LogError(finding("WM706", str(error), _where(error, header, line))) from None
        self._actions = self._claims = 0

    def _seat_players(self, book: RuleBook) -> Rules[Any, Any, Any]:
        try:
            options = book.options.model_validate_json(json.dumps(self._header.options))
        except ValidationError as error:
            faults = error.errors(include_url=False)
            raise LogError(*self._line.faults(faults, "WM706", "options")) from None
        dates = {name: card.interval for name, card in self._cards.items() if card.interval}
        return book.rules(options, len(self._header.players), dates)

    def _unknown(self, card: str, span: Span) -> Diagnostic:
        return finding("WM705", f"card `{card}` is not in deck `{self._header.deck}`", span, card=card)

    @property
    def ending(self) -> Ending | None:
        """How the game ended, None while it goes on."""
        return self._rules.ending(self._state)

    def play(self, log: Iterator[Line]) -> None:
        """Replay the actions; raises LogError at the first fault."""
        closed = False
        for line in log:
            if closed:
                raise LogError(finding("WM708", "a line follows the `end` of the game", line.place()))
            self._line = line
            action = line.parse(self._book.line, "WM708")
            if isinstance(action, End):
                self._check_end(action)
                closed = True
            else:
                self._act(action)

    def _act(self, action: Any) -> None:
        try:
            self._state, events = self._rules.apply(self._state, action)
        except RuleError as error:
            span = _where(error, action, self._line)
            if error.card is not None and error.card not in self._cards:
                raise LogError(self._unknown(error.card, span)) from None
            raise LogError(finding("WM709", str(error), span, card=error.card)) from None
        self._actions += 1
        claim = getattr(action, "claim", None)
        if claim is not None:
            self._check(claim, self._rules.outcome(events))

    def _check(self, claim: Any, outcome: Outcome) -> None:
        for field in fields(claim):
            claimed = getattr(claim, field.name)
            if claimed is None:
                continue
            derived = outcome.facts[field.name]
            if claimed != derived:
                message = f"claimed is `{field.name}` {json.dumps(claimed)}, the rules give {json.dumps(derived)}"
                reason = f": {outcome.why}" if outcome.why else ""
                raise LogError(finding("WM710", message + reason, self._line.place("claim", field.name)))
            self._claims += 1

    def _check_end(self, action: End) -> None:
        ending = self.ending
        if ending is None:
            raise LogError(
                finding("WM710", "the log says that the game is over, but it goes on", self._line.place("do"))
            )
        if action.claim is None:
            return
        if _seats(action.claim) != ending.winners:
            message = f"claimed is `winner` {json.dumps(action.claim.winner)}, the rules give {_winner(ending)}"
            raise LogError(finding("WM710", message, self._line.place("claim", "winner")))
        self._claims += 1

    def unfinished(self) -> Diagnostic:
        """Return the note on a log that ends before the game does."""
        actor = self._rules.actor(self._state)
        due = "a chance event is due" if actor is None else f"seat {actor} (`{self._header.players[actor]}`) is on turn"
        return finding("WM711", f"the log ends in round {self._rules.rounds(self._state)}: {due}", self._line.place())

    def result(self, status: Literal["finished", "unfinished", "failed"]) -> ReplayResult:
        """Return how far the game came."""
        return ReplayResult(
            self._line.source.file,
            self._header,
            status,
            self.ending,
            self._rules.rounds(self._state),
            self._actions,
            self._claims,
        )


def _names(deck: Deck) -> Mapping[str, Card]:
    """Return the cards by the names that logs use: ids in a deck of one series, ``series:id`` in a mix."""
    single = len(deck.series) == 1
    return {card.id if single else card.key: card for card in deck}


def _where(error: RuleError, document: object, line: Line) -> Span:
    """Return the place of the part that is at fault, in a list the place of the card."""
    path: tuple[str | int, ...] = tuple(error.part.split("."))
    listed = getattr(document, error.part, None)
    if isinstance(listed, tuple) and error.card in listed:
        path = (*path, len(listed) - 1 - listed[::-1].index(error.card))
    return line.place(*path)


def _seats(claim: EndClaim) -> tuple[int, ...]:
    if claim.winner is None:
        return ()
    return (claim.winner,) if isinstance(claim.winner, int) else tuple(sorted(claim.winner))


def _winner(ending: Ending) -> str:
    """Return the winners as a claim would name them."""
    return json.dumps(ending.winners[0] if len(ending.winners) == 1 else list(ending.winners) or None)
