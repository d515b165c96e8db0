"""Pairs of cards that tell one event, as they stand now: compared once, judged by what is decided."""

import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ..cards import Card
from ..office import Notes
from ..office.review import PutOff, Step, Trail, remembered
from .shelf import Shelf, Stamp, stamp

if TYPE_CHECKING:
    from ..duplicates import Decisions, Pair, Question


class Turns:
    """A lock that somebody who works for long lends to others between two steps."""

    def __init__(self) -> None:
        """Let nobody wait yet."""
        self._lock = threading.RLock()
        self._waiting = 0

    def __enter__(self) -> None:
        """Wait for a turn."""
        self._waiting += 1
        self._lock.acquire()
        self._waiting -= 1

    def __exit__(self, *fault: object) -> None:
        """End it."""
        self._lock.release()

    def give_way(self) -> None:
        """Let others have their turn, if there are any."""
        if self._waiting:
            self._lock.release()
            time.sleep(0.02)
            self._lock.acquire()


comparing = Turns()
"""Held by whoever compares texts: the vectors of this process grow, and are not shared well."""

MOST_UNASKED = 1_500
"""Cards up to which pairs are looked for before anybody asks for them."""


class Judged(NamedTuple):
    """How far a review is: pairs that are decided, and those still open."""

    decided: int
    left: int


class Pairs:
    """Finds pairs among the newest editions of all series, in the background."""

    def __init__(self, shelf: Shelf) -> None:
        """Look for nothing yet."""
        self._shelf = shelf
        self.trail = Trail(shelf.workspace)
        self.at_work: tuple[int, int] | None = None
        """The stage of the search and how much of it is done, as percent."""

    @contextmanager
    def matching(self) -> Iterator[None]:
        """Compare texts alone, with what earlier runs read of them."""
        with comparing, self._shelf.workspace.known_vectors():
            yield

    def warm(self) -> None:
        """Load what compares texts, so that the first letter is matched at once."""
        from ..letters import find_card  # noqa: PLC0415 - as below

        with self.matching():
            find_card("wildmix", list(self._shelf.cards().values())[:1])

    def decisions(self) -> "Decisions":
        """Return the decisions and rules as they stand."""
        space = self._shelf.workspace
        paths = [space.decisions_path, space.rules_path]
        return self._shelf.kept("decisions", stamp(paths), lambda: remembered(Notes(space), space))

    def _stamp(self) -> Stamp:
        space = self._shelf.workspace
        return (*self._shelf.newest_stamp(), stamp([space.decisions_path, space.rules_path]))

    def found(self, *, asked: bool = True) -> "Mapping[tuple[str, str], Pair] | None":
        """Return the pairs that texts and rules make, whatever people decided; None while they are looked for.

        Unless somebody `asked`, many cards are not compared.
        """
        cards = self._shelf.cards()
        mark = (*self._shelf.newest_stamp(), stamp([self._shelf.workspace.rules_path]))
        if not asked and len(cards) > MOST_UNASKED:
            return cast("Mapping[tuple[str, str], Pair] | None", self._shelf.known("found pairs", mark))
        return self._shelf.soon("found pairs", mark, lambda: self._find(cards))

    def is_at_work(self) -> bool:
        """Tell whether pairs are being looked for, so that they will be there soon."""
        few = len(self._shelf.cards()) <= MOST_UNASKED
        return self.at_work is not None or (few and self.found(asked=False) is None)

    def _find(self, cards: Mapping[str, Card]) -> "Mapping[tuple[str, str], Pair]":
        from ..duplicates import Decisions, find_pairs  # noqa: PLC0415 - numpy takes longer to load than the server

        rules = Decisions(rules=self.decisions().rules)
        try:
            with self.matching():
                pairs = find_pairs(cards.values(), rules, progress=self._progress)
        finally:
            self.at_work = None
        return {(pair.a, pair.b): pair for pair in pairs}

    def _progress(self, items: Sequence[Any], label: str) -> Iterable[Any]:
        del label  # is English
        stage = self.at_work[0] + 1 if self.at_work else 1
        for at, item in enumerate(items):
            if self._shelf.closed:
                raise InterruptedError("the desk is closed")
            comparing.give_way()
            self.at_work = stage, 100 * at // max(1, len(items))
            yield item

    def current(self, *, asked: bool = True) -> "Sequence[Pair] | None":
        """Return the pairs with what is decided on them; None while they are looked for."""
        found = self.found(asked=asked)
        if found is None:
            return None
        return self._shelf.kept("current pairs", self._stamp(), lambda: self._decided(found))

    def _decided(self, found: "Mapping[tuple[str, str], Pair]") -> "Sequence[Pair]":
        from ..duplicates import closed, compare_all  # noqa: PLC0415 - loaded already

        cards = self._shelf.cards()
        decisions = closed(self.decisions(), cards)
        asked = list(decisions.within(cards))
        with comparing:
            judged = compare_all([(cards[a], cards[b]) for a, b in asked], decisions)
        pairs = {**found, **dict(zip(asked, judged, strict=True))}
        return [pairs[key] for key in sorted(pairs)]

    def questions(self, *, asked: bool = True) -> "list[Question] | None":
        """Return what is left to judge, pairs that were put off last; None while pairs are looked for."""
        from ..duplicates import questions  # noqa: PLC0415 - as above

        pairs = self.current(asked=asked)
        if pairs is None:
            return None
        open_ = questions(pairs, self._shelf.cards())
        later = {(step.a, step.b): at for at, step in enumerate(self.trail.steps()) if isinstance(step, PutOff)}
        return sorted(open_, key=lambda question: later.get((question.pair.a, question.pair.b), -1))

    def judged(self) -> Judged:
        """Return how far the review is."""
        pairs = self.current() or ()
        decided = sum(pair.decided is not None for pair in pairs)
        return Judged(decided, len(self.questions() or ()))

    def of(self, key: str) -> "list[Pair] | None":
        """Return the pairs that a card is in; None while pairs are looked for."""
        pairs = self.current(asked=False)
        return None if pairs is None else [pair for pair in pairs if key in {pair.a, pair.b}]

    def last(self) -> Step | PutOff | None:
        """Return the last step of the review, None at its beginning."""
        steps = self.trail.steps()
        return steps[-1] if steps else None
