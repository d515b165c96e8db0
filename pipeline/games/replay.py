"""Replay a recorded game: every action judged by the rules, every verdict derived again, every claim checked."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Literal

import msgspec
from msgspec import structs
from pydantic import TypeAdapter, ValidationError

from ..diagnostics import Diagnostic, finding
from ..source import SourceText, Span
from ..years import years_in_words
from .core import Ending, Outcome, RuleError, Rules
from .document import VERSION, End, EndClaim, Header, Line, LogError, first_line, numbered
from .pieces import Pieces, split_symbols
from .rulebooks import RULEBOOKS, RuleBook
from .timeline_twist import rank
from .turning import responsible, turned

_HEADER = TypeAdapter(Header)
_ANY = TypeAdapter(Any)


@dataclass(frozen=True, slots=True)
class Flip:
    """A verdict that comes out differently on other cards; `cards` are the two that decide it."""

    file: str
    line: int
    fact: str
    before: object
    after: object
    cards: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the flip as one object of ``--format json``."""
        return {
            "file": self.file,
            "line": self.line,
            "fact": self.fact,
            "before": self.before,
            "after": self.after,
            "cards": list(self.cards),
        }


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """How far a replay came. `actions`, `claims` and `rounds` count what was replayed before it ended or failed."""

    file: str
    header: Header | None
    status: Literal["finished", "unfinished", "failed", "left out"]
    ending: Ending | None = None
    rounds: int = 0
    actions: int = 0
    claims: int = 0
    flips: tuple[Flip, ...] = ()

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of the winners."""
        return tuple(self.header.players[seat] for seat in self.ending.winners) if self.header and self.ending else ()

    @property
    def rank(self) -> str | None:
        """What the rules call the score of the team, None where there is none."""
        return None if self.ending is None or self.ending.score is None else rank(self.ending.score)

    def as_json(self) -> dict[str, Any]:
        """Return the result as one object of ``--format json``."""
        return {
            "file": self.file,
            "rules": self.header and self.header.rules,
            "deck": self.header and self.header.deck,
            "players": list(self.header.players) if self.header else [],
            "status": self.status,
            "winners": list(self.winners),
            "score": self.ending and self.ending.score,
            "rank": self.rank,
            "reason": self.ending and self.ending.reason,
            "rounds": self.rounds,
            "actions": self.actions,
            "claims": self.claims,
        }


def read_header(text: SourceText) -> tuple[Header | None, list[Diagnostic]]:
    """Read the first line of a log; None with findings if it cannot be replayed from it."""
    try:
        return _header(first_line(text)), []
    except LogError as error:
        return None, error.findings


def replay(text: SourceText, pieces: Pieces, against: Pieces | None = None) -> tuple[ReplayResult, list[Diagnostic]]:
    """Replay a log on the cards it was recorded with; `against` other cards, name each verdict that would flip.

    The replay stops at the first fault: what follows an illegal action means nothing. A log that ends before the game
    does is a note, not an error.
    """
    try:
        line = first_line(text)
        header = _header(line)
    except LogError as error:
        return ReplayResult(text.file, None, "failed"), error.findings
    try:
        game = _Game(header, line, pieces, against)
    except LogError as error:
        return ReplayResult(text.file, header, "failed"), error.findings
    try:
        game.play(islice(numbered(text), line.number, None))
    except LogError as error:
        return game.result("failed"), [*game.flipped, *error.findings]
    if game.ending is not None:
        return game.result("finished"), game.flipped
    return game.result("unfinished"), [*game.flipped, game.unfinished()]


def _header(line: Line) -> Header:
    try:
        header = _HEADER.validate_json(line.text)
    except ValidationError:
        header = _refused(line)
    if line.text.count(":") != len(header.model_fields_set) + len(header.options) + len(header.symbols):
        line.check_keys("WM701")
    if header.rules not in RULEBOOKS:
        message = f"there are no rules `{header.rules}` (known: {', '.join(RULEBOOKS)})"
        raise LogError(finding("WM703", message, line.place("rules")))
    return header


def _refused(line: Line) -> Header:
    """Say what is wrong with a first line that is no header: first of all, what it is instead."""
    content = line.parse(_ANY, "WM701")
    line.check_keys("WM701")
    if not isinstance(content, dict) or "replay" not in content:
        raise LogError(finding("WM701", "the first line is no header: it has no `replay`", line.place()))
    version = content["replay"]
    if type(version) is not int or version != VERSION:
        message = f"format version {json.dumps(version)} is not known; this program reads version {VERSION}"
        raise LogError(finding("WM702", message, line.place("replay")))
    return line.parse(_HEADER, "WM701")


class _Game:
    """A game as far as it was replayed."""

    def __init__(self, header: Header, line: Line, pieces: Pieces, against: Pieces | None) -> None:
        """Check the header against the cards and deal; raises LogError."""
        if pieces.sha256 != header.sha256:
            message = (
                f"deck `{header.deck}` has the sum {pieces.sha256[:12]}…, "
                f"the game was recorded with {header.sha256[:12]}…"
            )
            raise LogError(finding("WM704", message, line.place("sha256")))
        self._header = header
        self._line = line
        self._book = RULEBOOKS[header.rules]
        self._pieces = with_symbols(pieces, header, line)
        self._rules = self._seat_players(self._book, self._pieces)
        try:
            self._state, _ = self._rules.start(header.order)
        except RuleError as error:
            self._check_known(pieces)
            raise LogError(finding("WM706", str(error), _where(error, header, line))) from None
        self._place = line.number, line.text
        self._claims = 0
        self._flips: list[Flip] = []
        self._undated: set[str] = set()
        self.flipped: list[Diagnostic] = []
        self._against = against
        others = against and replace(against, symbols=self._pieces.symbols)
        self._others = self._seat_players(self._book, others) if others else None

    def _check_known(self, pieces: Pieces) -> None:
        for number, card in enumerate(self._header.order):
            if card not in pieces:
                raise LogError(self._unknown(card, self._line.place("order", number)))

    def _seat_players(self, book: RuleBook, pieces: Pieces) -> Rules[Any, Any]:
        try:
            options = book.options_of(json.dumps(self._header.options))
        except ValidationError as error:
            faults = error.errors(include_url=False)
            raise LogError(*self._line.faults(faults, "WM706", "options")) from None
        return book.rules(options, len(self._header.players), pieces)

    def _unknown(self, card: str, span: Span) -> Diagnostic:
        return finding("WM705", f"card `{card}` is not in deck `{self._header.deck}`", span, card=card)

    @property
    def ending(self) -> Ending | None:
        """How the game ended, None while it goes on."""
        return self._rules.ending(self._state)

    def play(self, log: Iterator[tuple[int, str]]) -> None:
        """Replay the actions; raises LogError at the first fault."""
        read, apply, keys = self._book.read, self._rules.apply, self._book.keys
        state, claims, others = self._state, self._book.claims, self._others
        for place in log:
            text = place[1]
            try:
                action = read(text)
            except (msgspec.DecodeError, RecursionError) as error:
                if not text or text.isspace():
                    continue
                self._place = place
                raise self._here().unread(error) from None
            self._place = place
            kind = type(action)
            # With no more colons than keys that must be there, none stands twice.
            if (more := text.count(":") - keys[kind]) and more != _claimed(action):
                self._here().check_keys("WM708")
            if kind is End:
                self._check_end(action)
                break
            try:
                after, events = apply(state, action)
            except RuleError as error:
                raise self._refused(error, action) from None
            if kind in claims:
                if action.claim is not None:
                    self._check(action.claim, events)
                if others is not None:
                    self._judge_again(others, action, self._rules.outcome(events))
            self._state = state = after
        self._check_closed(log)

    def _check_closed(self, log: Iterator[tuple[int, str]]) -> None:
        """Raise LogError if anything follows the `end`."""
        for place in log:
            if place[1].strip():
                self._place = place
                raise LogError(finding("WM708", "a line follows the `end` of the game", self._here().place()))

    def _here(self) -> Line:
        return Line(self._line.source, *self._place)

    def _refused(self, error: RuleError, action: Any) -> LogError:
        span = _where(error, action, self._here())
        if error.card is not None and error.card not in self._pieces:
            return LogError(self._unknown(error.card, span))
        return LogError(finding("WM709", str(error), span, card=error.card))

    def _check(self, claim: Any, events: Any) -> None:
        facts, claims = self._rules.facts(events), structs.asdict(claim)
        if claims == facts:
            self._claims += len(facts)
            return
        for name, claimed in claims.items():
            if claimed is None:
                continue
            derived = facts.get(name)
            if claimed != derived:
                why = self._rules.outcome(events).why
                message = f"claimed is `{name}` {json.dumps(claimed)}, the rules give {json.dumps(derived)}"
                message = f"{message}: {why}" if why else message
                raise LogError(finding("WM710", message, self._here().place("claim", name)))
            self._claims += 1

    def _judge_again(self, others: Rules[Any, Any], action: Any, outcome: Outcome) -> None:
        """Judge the situation by the other cards; a card that has no year there is named once."""
        try:
            other = others.outcome(others.apply(self._state, action)[1])
        except KeyError as error:
            card = str(error.args[0])
            if card not in self._undated:
                self._undated.add(card)
                message = f"card `{card}` has no year in `{self._against and self._against.name}`"
                self.flipped.append(finding("WM714", message, self._here().place("do"), card=card))
            return
        self._compare(outcome, other)

    def _compare(self, outcome: Outcome, other: Outcome) -> None:
        """Name the verdict that flips on the other cards."""
        assert self._against is not None  # noqa: S101 - there are rules for it
        found = turned(outcome, other)
        if found is None:
            return
        name, before, after, judged_by = found
        cards = responsible(judged_by, self._pieces.dates, self._against.dates)
        line = self._here()
        changed = [
            f"`{card}` is {years_in_words(self._pieces.dates[card])} in `{self._pieces.name}`, "
            f"{years_in_words(self._against.dates[card])} in `{self._against.name}`"
            for card in cards
            if self._pieces.dates[card] != self._against.dates[card]
        ]
        self._flips.append(Flip(line.source.file, line.number, name, before, after, cards))
        message = f"`{name}` is {json.dumps(before)}, and {json.dumps(after)} with `{self._against.name}`"
        why = "; ".join([other.why, *changed] if other.why else changed)
        where = line.place("claim", name) if f'"{name}"' in line.text else line.place("do")
        self.flipped.append(finding("WM713", f"{message}: {why}" if why else message, where, card=cards[0]))

    def _check_end(self, action: End) -> None:
        ending = self.ending
        if ending is None:
            raise LogError(
                finding("WM710", "the log says that the game is over, but it goes on", self._here().place("do"))
            )
        if action.claim is None:
            return
        if _seats(action.claim) != ending.winners:
            message = f"claimed is `winner` {json.dumps(action.claim.winner)}, the rules give {_winner(ending)}"
            raise LogError(finding("WM710", message, self._here().place("claim", "winner")))
        if action.claim.score not in {None, ending.score}:
            message = f"claimed is `score` {action.claim.score}, the rules give {json.dumps(ending.score)}"
            raise LogError(finding("WM710", message, self._here().place("claim", "score")))
        self._claims += 1 + (action.claim.score is not None)

    def unfinished(self) -> Diagnostic:
        """Return the note on a log that ends before the game does."""
        actor = self._rules.actor(self._state)
        due = "a chance event is due" if actor is None else f"seat {actor} (`{self._header.players[actor]}`) is on turn"
        message = f"the log ends in round {self._rules.rounds(self._state)}: {due}"
        return finding("WM711", message, self._here().place())

    def result(self, status: Literal["finished", "unfinished", "failed"]) -> ReplayResult:
        """Return how far the game came."""
        return ReplayResult(
            self._line.source.file,
            self._header,
            status,
            self.ending,
            self._rules.rounds(self._state),
            self._state.actions,
            self._claims,
            tuple(self._flips),
        )


def with_symbols(pieces: Pieces, header: Header, line: Line) -> Pieces:
    """Return the cards with the symbols that the header gives them; raises LogError for one that is no pair."""
    if not header.symbols:
        return pieces
    symbols = dict(pieces.symbols)
    for card, text in header.symbols.items():
        pair = split_symbols(text)
        if pair is None:
            message = f"TTK-7: `{text}` is no pair of symbols `white/dark`"
            raise LogError(finding("WM706", message, line.place("symbols", card), card=card))
        if card not in pieces:
            message = f"card `{card}` is not in deck `{header.deck}`"
            raise LogError(finding("WM705", message, line.place("symbols", card), card=card))
        symbols[card] = pair
    return replace(pieces, symbols=symbols)


def _claimed(action: Any) -> int:
    """Return how many keys the claim of an action takes, its own included."""
    claim = getattr(action, "claim", None)
    if claim is None:
        return 0
    given = structs.astuple(claim)
    return 1 + len(given) - given.count(None)


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
