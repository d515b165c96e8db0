"""Cards to be compared, as columns: from all of them to the pairs worth comparing word by word."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product

import numpy as np

from ..cards import Card
from .bound import dots, promising
from .candidates import WORDS_WEIGHT, narrow, nearest, unit, word_rows
from .columns import Bits, Ints, Numbers, columns
from .languages import known_languages, texts_of
from .meaning import tellings
from .normalise import normalise
from .score import EventText
from .vectors import Floats, Progress, Vectors, silent, vectors

WHOLE_GROUP = 8
"""Cards with equal texts up to which each is paired with each; in a larger group each with the first only."""

_NONE = -1


class Collection:
    """Cards, named by their places, and their texts, numbered: each with what is said aside, and without."""

    def __init__(self, cards: Sequence[Card], progress: Progress = silent) -> None:
        """Read the texts of all cards, and make the vectors of those that are not known."""
        self._number: dict[EventText, int] = {}
        self._cards = len(cards)
        languages = sorted({language for card in cards for language in card.event})
        self._whole = {language: np.full(len(cards), _NONE, dtype=np.int64) for language in languages}
        self._bare = {language: np.full(len(cards), _NONE, dtype=np.int64) for language in languages}
        for at, card in enumerate(cards):
            for language, text in texts_of(card).items():
                event = EventText(text, language, card.comment.get(language, ""))
                self._whole[language][at] = self._of(event)
                self._bare[language][at] = self._of(event._replace(aside=""))
        events = list(self._number)
        self._texts = columns(normalise(*event) for event in progress(events, "reading"))
        self._known = vectors()
        self._told = None if self._known is None else _Told(self._known, events, progress)

    def _of(self, event: EventText) -> int:
        return self._number.setdefault(event, len(self._number))

    def candidates(self, neighbours: int, progress: Progress = silent) -> tuple[Ints, Ints]:
        """Return pairs of places of cards with equal texts and of cards with near ones, each once, the lesser first."""
        members = self._groups()
        pairs = [pair for group in members for pair in _within(group)]
        first = np.array([group[0] for group in members], dtype=np.int64)
        near = nearest(self._rows(first), neighbours, progress) if len(first) > 1 else np.empty((0, 2), dtype=np.int64)
        alone = np.array([len(group) == 1 for group in members], dtype=bool)
        simple = alone[near].all(axis=1)
        # A text that stands on many cards is compared through its first ones: the others are its duplicates already.
        for one, other in near[~simple].tolist():
            pairs += product(members[one][:WHOLE_GROUP], members[other][:WHOLE_GROUP])
        found = np.concatenate([np.array(pairs, dtype=np.int64).reshape(-1, 2), first[near[simple]]])
        found = np.unique(np.sort(found, axis=1), axis=0)
        return found[:, 0], found[:, 1]

    def _groups(self) -> list[list[int]]:
        """Return the cards that have a text, those with equal texts in all languages together."""
        groups: dict[tuple[int, ...], list[int]] = {}
        known = np.append(self._texts.said, _NONE)
        said = [known[row] for row in self._bare.values()]
        for at, key in enumerate(np.column_stack(said).tolist() if said else []):
            if max(key) != _NONE:
                groups.setdefault(tuple(key), []).append(at)
        return list(groups.values())

    def _rows(self, cards: Ints) -> Floats:
        """Return a row for each of these cards: their meaning and their words, in all languages."""
        owner, whole, bare = [], [], []
        for language in self._whole:
            told = np.flatnonzero(self._whole[language][cards] != _NONE)
            owner.append(told)
            whole.append(self._whole[language][cards[told]])
            bare.append(self._bare[language][cards[told]])
        row = np.concatenate(owner)
        words = word_rows(self._texts, row, np.concatenate(whole), len(cards))
        if self._told is None:
            return words
        meaning = narrow(self._told.middle(row, np.concatenate(bare), len(cards)))
        return unit(np.hstack([meaning, WORDS_WEIGHT * words]))

    def worth_comparing(self, left: Ints, right: Ints, progress: Progress = silent) -> Bits:
        """Tell which pairs of cards may be reported; the others need not be scored."""
        found = np.zeros(len(left), dtype=bool)
        rows = [np.concatenate(row) for row in zip(*self._pairs(left, right), strict=True)]
        if rows:
            places, ours, theirs = rows
            meaning = None if self._told is None else self._told.likeness(ours, theirs)
            words = None if self._known is None else self._word_vectors(self._known, ours, theirs, progress)
            found[places[promising(self._texts, ours, theirs, meaning, words, progress)]] = True
        return found

    def _pairs(self, left: Ints, right: Ints) -> Iterator[tuple[Ints, Ints, Ints]]:
        """Yield places of pairs of cards with the numbers of two of their texts, as `score_cards` compares them."""
        alone = np.ones(len(left), dtype=bool)
        for language in self._whole:
            both = (self._whole[language][left] != _NONE) & (self._whole[language][right] != _NONE)
            alone &= ~both
            yield from self._both(np.flatnonzero(both), left, right, language, language)
        known = known_languages()
        for one, other in product(self._whole, repeat=2):
            if one != other and one in known and other in known:
                crossed = alone & (self._whole[one][left] != _NONE) & (self._whole[other][right] != _NONE)
                yield from self._both(np.flatnonzero(crossed), left, right, one, other)

    def _both(self, places: Ints, left: Ints, right: Ints, one: str, other: str) -> Iterator[tuple[Ints, Ints, Ints]]:
        ours, theirs = self._whole[one][left[places]], self._whole[other][right[places]]
        yield places, ours, theirs
        bare_ours, bare_theirs = self._bare[one][left[places]], self._bare[other][right[places]]
        more = (ours != bare_ours) | (theirs != bare_theirs)
        yield places[more], bare_ours[more], bare_theirs[more]

    def _word_vectors(self, known: Vectors, ours: Ints, theirs: Ints, progress: Progress) -> Floats:
        """Return the vectors of all words, made only for texts that are compared with one of another language."""
        texts = self._texts
        foreign = texts.language[ours] != texts.language[theirs]
        needed = np.zeros(len(texts.language), dtype=bool)
        needed[ours[foreign]] = needed[theirs[foreign]] = True
        used = np.unique(texts.word[np.repeat(needed, texts.lengths)])
        written = [texts.words.tokens[at].text for at in used.tolist()]
        known.prepare(written, progress)
        found = np.zeros((len(texts.words.tokens), known.size), dtype=np.float32)
        if written:
            found[used] = known.of(written)
        return found


class _Told:
    """The vectors of what texts are compared by (`tellings`), but for what is said aside.

    Comments are longer than events: their vectors are made only for pairs that stay worth comparing without them.
    """

    def __init__(self, known: Vectors, events: Sequence[EventText], progress: Progress) -> None:
        told = [tellings(event.text) for event in events]
        number = {text: at for at, text in enumerate(dict.fromkeys(text for one in told for text in one))}
        known.prepare(number, progress)
        self._matrix = known.of(list(number))
        self._has_aside = np.array([bool(event.aside.strip()) for event in events], dtype=bool)
        longest = max(map(len, told), default=1)
        rows = [[number[text] for text in (*one, *(one[:1] * (longest - len(one))))] for one in told]
        self._rows = np.array(rows, dtype=np.int64).reshape(-1, longest)

    def likeness(self, ours: Ints, theirs: Ints) -> Numbers:
        """Return the most that the likeness of each pair of texts can be: exact unless something is said aside."""
        first = self._rows[:, 0]
        near = dots(self._matrix, first[ours], first[theirs])
        told = [(row, (row != first) | (at == 0)) for at, row in enumerate(self._rows.T)]
        for (mine, is_mine), (yours, is_yours) in list(product(told, repeat=2))[1:]:
            more = np.flatnonzero(is_mine[ours] & is_yours[theirs])
            near[more] = np.maximum(near[more], dots(self._matrix, mine[ours[more]], yours[theirs[more]]))
        return np.where(self._has_aside[ours] | self._has_aside[theirs], 1, np.maximum(near, 0))

    def middle(self, owner: Ints, text: Ints, number: int) -> Floats:
        """Return `number` rows, the middles of the texts that belong to each."""
        found = np.zeros((number, self._matrix.shape[1]), dtype=np.float32)
        np.add.at(found, owner, self._matrix[self._rows[text, 0]])
        return unit(found)


def _within(members: Sequence[int]) -> Iterator[tuple[int, int]]:
    if len(members) <= WHOLE_GROUP:
        yield from combinations(members, 2)
    else:
        yield from ((members[0], other) for other in members[1:])
