"""Event texts, read once, to be compared in pairs: their words as columns, and the vectors of what they mean."""

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, product
from typing import NamedTuple

import numpy as np

from .arrays import NONE, Bits, Ints, Numbers, bits, ints, marked
from .columns import columns
from .meaning import tellings
from .normalise import Text, normalise
from .vectors import Floats, Progress, Vectors, silent, vectors

_DIGITS = 3


class EventText(NamedTuple):
    """What a card tells in one language (ISO 639-1): the event, and aside the comment on its back."""

    text: str
    language: str
    aside: str = ""


@contextmanager
def _uncollected() -> Iterator[None]:
    """Look for no circles of garbage while very many small things are made that are kept: that takes a tenth longer."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class Texts:
    """Event texts as columns, named by their places; `order` is what sorts them, so that pairs have an order too."""

    def __init__(self, events: Sequence[EventText], progress: Progress = silent) -> None:
        """Read all texts, and make the vectors of those that are not known."""
        self.events = events
        with _uncollected():
            self.columns = columns(normalise(*event) for event in progress(events, "reading"))
        self.order = np.empty(len(events), dtype=np.int64)
        ordered = sorted(range(len(events)), key=lambda at: (events[at].language, *events[at]))
        self.order[ordered] = np.arange(len(events))
        known = vectors()
        self.meanings = None if known is None else Meanings(known, events, progress)
        self._words = None if known is None else _WordVectors(known, len(self.columns.words.tokens))
        self._are_known = np.zeros(len(events), dtype=bool)

    def read(self, text: int) -> Text:
        """Return a text as it was read."""
        return normalise(*self.events[text])

    def word_vectors(self, left: Ints, right: Ints, progress: Progress = silent) -> Floats | None:
        """Return the vectors of words, at least of those in pairs of two languages; None without vectors."""
        return self.read_words(self.foreign(left, right), progress)

    def are_foreign(self, left: Ints, right: Ints) -> Bits:
        """Tell which pairs of texts are of two languages."""
        found: Bits = self.columns.language[left] != self.columns.language[right]
        return found

    def foreign(self, left: Ints, right: Ints) -> Bits:
        """Tell which texts stand in pairs of two languages."""
        apart = self.are_foreign(left, right)
        found = marked(left[apart], len(self.events))
        found[right[apart]] = True
        return found

    def read_words(self, needed: Bits, progress: Progress = silent) -> Floats | None:
        """Return the vectors of words, at least of those in the texts that are needed; None without vectors."""
        if self._words is None:
            return None
        unread = needed & ~self._are_known
        if unread.any():
            texts = self.columns
            rows = np.unique(texts.word[np.repeat(unread, texts.lengths)])
            self._words.read(rows, [texts.words.tokens[at].text for at in rows.tolist()], progress)
            self._are_known |= unread
        return self._words.matrix


class _WordVectors:
    """The vectors of different words, one row each, read when they are needed."""

    def __init__(self, known: Vectors, number: int) -> None:
        self._known = known
        self.matrix = np.zeros((number, known.size), dtype=np.float32)

    def read(self, rows: Ints, words: Sequence[str], progress: Progress) -> None:
        if words:
            self._known.prepare(words, progress)
            self.matrix[rows] = self._known.of(words)


class Meanings:
    """The vectors of what texts are compared by (`tellings`).

    Comments are longer than events: what is said aside is read when it is asked for only, `has_unread` tells of which
    texts it was not.
    """

    def __init__(self, known: Vectors, events: Sequence[EventText], progress: Progress) -> None:
        """Make the vectors of the events alone."""
        self._known, self._events = known, events
        told = [tellings(event.text) for event in events]
        each = list(chain.from_iterable(told))
        known.prepare(each, progress)
        many = ints(map(len, told))
        columns = np.arange(many.max(initial=1) + 1)
        self._places = np.full((len(events), len(columns)), NONE, dtype=np.int64)
        self._places[columns < many[:, None]] = known.places(each)
        self.has_unread = bits(bool(event.aside.strip()) for event in events)

    @property
    def size(self) -> int:
        """How many columns the vectors have."""
        return self._known.size

    def read_asides(self, texts: Ints, progress: Progress = silent) -> None:
        """Make the vectors of texts with what is said aside."""
        chosen = np.unique(texts[self.has_unread[texts]])
        if not len(chosen):
            return
        told = [tellings(self._events[at].text, self._events[at].aside)[-1] for at in chosen.tolist()]
        self._known.prepare(told, progress)
        self._places[chosen, -1] = self._known.places(told)
        self.has_unread[chosen] = False

    def likeness(self, ours: Ints, theirs: Ints) -> Numbers:
        """Return how near the meanings of two texts are, 0 to 1, to three digits (computers differ in the seventh).

        It is 1, the most that it can be, as long as something that was said aside is unread.
        """
        near = np.zeros(len(ours))
        for mine, yours in product(self._places.T, repeat=2):
            told = np.flatnonzero((mine[ours] != NONE) & (yours[theirs] != NONE))
            near[told] = np.maximum(near[told], self._known.likeness(mine[ours[told]], yours[theirs[told]]))
        return np.where(self.has_unread[ours] | self.has_unread[theirs], 1.0, near.round(_DIGITS))

    def middle(self, owner: Ints, text: Ints, number: int) -> Floats:
        """Return `number` rows, the sums of the texts that belong to each."""
        found = np.zeros((number, self._known.size), dtype=np.float32)
        np.add.at(found, owner, self._known.at(self._places[text, 0]))
        return found
