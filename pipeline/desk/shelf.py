"""What pages show of the workspace: read once, and again when one of the files has changed. Nothing is written here."""

import threading
from collections.abc import Callable, Hashable, Iterable, Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYetError
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar, cast

from ..cards import Card, Deck, Series
from ..corrigenda import Corrigendum
from ..diagnostics import Diagnostic
from ..office import Notes
from ..office.checking import list_findings
from ..office.decks import deck_findings
from ..office.dossier import Dossier, load
from ..office.elsewhere import Elsewhere
from ..office.grading import graded
from ..office.publishing import published
from ..publish.register import Published
from ..publish.timeline import time_key
from ..workspace import Loaded, Workspace, WorkspaceError

Value = TypeVar("Value")
Stamp = tuple[Hashable, ...]

WAIT = 0.2
"""Seconds that a page waits for what takes longer; then it shows that it is being worked out."""
WORKERS = 3
"""What takes longer is worked out side by side, so that findings need not wait for a long search for pairs."""


class UnknownError(WorkspaceError):
    """The workspace has nothing of this name."""


class Row(NamedTuple):
    """A card of a deck as lists show it: `words` are what a search looks in."""

    card: Card
    words: str


class Found(NamedTuple):
    """What reading and checking found, as grave as the series say."""

    findings: tuple[Diagnostic, ...]

    def of(self, key: str) -> tuple[Diagnostic, ...]:
        """Return what is about the card with this key."""
        series, _, card = key.partition(":")
        return tuple(found for found in self.findings if found.series == series and found.card == card)


@dataclass(frozen=True, slots=True)
class _Kept:
    stamp: Stamp
    value: Future[Any]


class Shelf:
    """Decks, lists and what was found in them, by name; names that the workspace does not have raise UnknownError."""

    def __init__(self, workspace: Workspace) -> None:
        """Read nothing yet."""
        self.workspace = workspace
        self._kept: dict[Hashable, _Kept] = {}
        self._lock = threading.Lock()
        self.closed = False
        self._tasks: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()
        for _ in range(WORKERS):  # nobody waits for them at the end: they only read
            threading.Thread(target=self._work, name="wildmix-desk", daemon=True).start()

    # Keeping ---------------------------------------------------------------------------------------------------------

    def kept(self, key: Hashable, stamp: Stamp, make: Callable[[], Value]) -> Value:
        """Return what `make` made when the stamp was the same, or makes now; two who ask at once wait for one."""
        future, mine = self._place(key, stamp)
        if mine:
            _fill(future, make)
        return cast("Value", future.result())

    def soon(self, key: Hashable, stamp: Stamp, make: Callable[[], Value]) -> Value | None:
        """Return what `make` made or makes within a moment; None while it is still at work, in the background."""
        future, mine = self._place(key, stamp)
        if mine:
            self._tasks.put((future, make))
        try:
            return cast("Value", future.result(timeout=WAIT))
        except NotYetError:
            return None

    def known(self, key: Hashable, stamp: Stamp) -> Any:
        """Return what was made with this stamp; None if nothing was, or it is still at work."""
        with self._lock:
            kept = self._kept.get(key)
        done = kept is not None and kept.stamp == stamp and kept.value.done() and not kept.value.exception()
        return kept.value.result() if kept is not None and done else None

    def _place(self, key: Hashable, stamp: Stamp) -> tuple["Future[Any]", bool]:
        with self._lock:
            kept = self._kept.get(key)
            if kept is not None and kept.stamp == stamp and not (kept.value.done() and kept.value.exception()):
                return kept.value, False
            future: Future[Any] = Future()
            self._kept[key] = _Kept(stamp, future)
            return future, True

    def close(self) -> None:
        """Begin nothing any more."""
        self.closed = True
        for _ in range(WORKERS):
            self._tasks.put(None)

    def _work(self) -> None:
        while (task := self._tasks.get()) and not self.closed:
            _fill(*task)

    # Names -----------------------------------------------------------------------------------------------------------

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of all series."""
        return self.workspace.series_codes()

    @property
    def recipes(self) -> tuple[str, ...]:
        """The names of all mixes that have a recipe."""
        return self.workspace.mix_names()

    @property
    def mixes(self) -> tuple[str, ...]:
        """The mixes that have been made."""
        return tuple(name for name in self.recipes if self.workspace.mix_path(name).is_file())

    def names(self) -> tuple[str, ...]:
        """Return the names of all decks: every edition of every series, newest first, and the mixes."""
        editions = (
            f"{code}/{edition.number}"
            for code, series in self.all_series().items()
            for edition in reversed(series.editions)
        )
        return (*editions, *self.mixes)

    def newest(self) -> tuple[str, ...]:
        """Return the names of the newest edition of each series."""
        known = self.all_series()
        return tuple(f"{code}/{one.newest.number}" for code, one in known.items() if one.newest)

    def named(self, name: str) -> str:
        """Return `name` if a deck is called so; raises UnknownError for any other name: no path is looked at."""
        if name not in self.names():
            raise UnknownError(f"there is no deck `{name}`")
        return name

    # Decks -----------------------------------------------------------------------------------------------------------

    def all_series(self) -> Mapping[str, Series]:
        """Return every series that can be read, by its code."""
        paths = [self.workspace.series_path(code) for code in self.codes]
        return self.kept("series", stamp(paths), self._all_series)

    def _all_series(self) -> Mapping[str, Series]:
        read = {code: self.workspace.series(code)[0] for code in self.codes}
        return {code: series for code, series in read.items() if series}

    def loaded(self, name: str) -> Loaded:
        """Return a deck by its full name, with what was found while reading it."""
        name = self.named(name)
        return self.kept(("deck", name), self._stamp(name), lambda: self.workspace.load_deck(name))

    def deck(self, name: str) -> Deck:
        """Return a deck; raises WorkspaceError if it cannot be used."""
        loaded = self.loaded(name)
        if loaded.deck is None:
            raise WorkspaceError(loaded.findings[0].message if loaded.findings else f"`{name}` holds no deck")
        return loaded.deck

    def _stamp(self, name: str) -> Stamp:
        code, slash, number = name.partition("/")
        space = self.workspace
        if slash:
            return stamp([space.series_path(code), space.edition_path(code, int(number))])
        # What a mixed deck is compared with may change too.
        beside = [space.recipe_path(name), space.decisions_path, space.rules_path]
        return (*self.newest_stamp(), stamp([space.mix_path(name), *beside]))

    def rows(self, name: str) -> tuple[Row, ...]:
        """Return the cards of a deck in order of time."""
        deck = self.deck(name)
        return self.kept(("rows", name), self._stamp(name), lambda: _rows(deck))

    def card(self, code: str, number: str) -> tuple[Deck, Card]:
        """Return a card as the newest edition that has it prints it, with its deck; raises UnknownError."""
        series = self.all_series().get(code)
        for edition in reversed(series.editions if series else ()):
            deck = self.loaded(f"{code}/{edition.number}").deck
            card = deck.card(f"{code}:{number}") if deck else None
            if deck and card:
                return deck, card
        raise UnknownError(f"there is no card `{code}:{number}`")

    def cards(self) -> Mapping[str, Card]:
        """Return the cards of the newest edition of every series by their keys."""
        decks = [deck for name in self.newest() if (deck := self.loaded(name).deck)]
        return self.kept("cards", self.newest_stamp(), lambda: {card.key: card for deck in decks for card in deck})

    # Corrigenda ------------------------------------------------------------------------------------------------------

    def dossier(self, code: str) -> tuple[Dossier | None, tuple[Diagnostic, ...]]:
        """Return a series with its list and all editions, None if it cannot be read, and what was found."""
        return self.kept(("dossier", code), self._list_stamp(code), lambda: self._dossier(code))

    def _dossier(self, code: str) -> tuple[Dossier | None, tuple[Diagnostic, ...]]:
        notes = Notes(self.workspace)
        dossier = load(notes, code, lambda series, number: self.loaded(f"{series}/{number}"))
        return dossier, tuple(notes.findings)

    def deck_of(self, entry: Corrigendum) -> Deck | None:
        """Return the newest edition that an entry was found in."""
        dossier, _ = self.dossier(entry.series)
        decks = dossier.decks if dossier else {}
        return next((decks[number] for number in reversed(entry.found_in) if number in decks), None)

    def dossiers(self) -> tuple[Dossier, ...]:
        """Return all series that can be read, with their lists."""
        return tuple(found for code in self.codes if (found := self.dossier(code)[0]))

    def _list_stamp(self, code: str) -> Stamp:
        space = self.workspace
        if code not in self.codes:
            raise UnknownError(f"there is no series `{code}`")
        editions = sorted(space.series_path(code).parent.glob("*.csv"))
        return stamp([space.series_path(code), space.corrigenda_path(code), *editions])

    def published(self, code: str) -> Published | None:
        """Return the list of a series with what each entry does elsewhere; None if it cannot be read."""
        dossier, _ = self.dossier(code)
        lists = (self._list_stamp(each) for each in self.codes)
        marks = (*lists, stamp([self.workspace.decisions_path, *self.workspace.replay_files()]))
        return self.kept(
            ("published", code), marks, lambda: published(Notes(self.workspace), dossier) if dossier else None
        )

    def elsewhere(self) -> Elsewhere:
        """Return what answers what entries do elsewhere, with the decks that have been read."""
        other = Elsewhere(Notes(self.workspace))
        for dossier in self.dossiers():
            other.know(dossier.series.code, dossier.decks)
        return other

    # Findings --------------------------------------------------------------------------------------------------------

    def findings(self, name: str) -> Found | None:
        """Return what reading and checking a deck found; None while it is being checked."""
        loaded = self.loaded(name)
        if loaded.deck is None:
            return Found(tuple(loaded.findings))
        deck = loaded.deck
        return self.soon(
            ("findings", name),
            self._stamp(name),
            lambda: self._graded(*loaded.findings, *deck_findings(Notes(self.workspace), deck)),
        )

    def list_findings(self, code: str) -> Found | None:
        """Return what is wrong with the corrigenda of a series; None while they are being checked."""
        dossier, found = self.dossier(code)
        if dossier is None:
            return Found(found)
        return self.soon(
            ("list findings", code),
            self._list_stamp(code),
            lambda: self._graded(*found, *list_findings(dossier, self.elsewhere())),
        )

    def _graded(self, *findings: Diagnostic) -> Found:
        severities = {code: series.severity for code, series in self.all_series().items()}
        return Found(tuple(sorted(graded(findings, severities), key=lambda found: found.order)))

    def newest_stamp(self) -> Stamp:
        """Return what changes when a card of a newest edition does."""
        return tuple((name, self._stamp(name)) for name in self.newest())


def stamp(paths: Iterable[Path]) -> Stamp:
    """Return what changes when one of the files does; a file that is not there counts too."""
    marks: list[Hashable] = []
    for path in paths:
        try:
            status = path.stat()
            marks.append((path.as_posix(), status.st_mtime_ns, status.st_size, status.st_ino))
        except OSError:
            marks.append(path.as_posix())
    return tuple(marks)


def _fill(future: "Future[Any]", make: Callable[[], Any]) -> None:
    """Make a value; what goes wrong is for those who wait."""
    try:
        future.set_result(make())
    except BaseException as error:  # noqa: BLE001 - raised again where the value is asked for
        future.set_exception(error)


def _rows(deck: Deck) -> tuple[Row, ...]:
    ordered = sorted(deck.cards, key=time_key)
    return tuple(Row(card, _words(card)) for card in ordered)


def _words(card: Card) -> str:
    texts = (card.key, card.year, *card.event.values(), *card.comment.values(), *card.tags)
    return "\n".join(texts).casefold()
