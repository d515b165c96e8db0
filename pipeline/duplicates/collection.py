"""Cards to be compared: which are near each other, and how well the best of their texts agree."""

from collections.abc import Iterator, Sequence
from heapq import merge
from itertools import combinations, product
from operator import itemgetter

import numpy as np

from ..cards import Card
from .arrays import NONE, Bits, Ints, Numbered, Numbers, blocks, marked, spans
from .candidates import nearest
from .languages import known_languages, texts_of
from .parallel import in_threads
from .rows import WordRows, axes_of, joined_rows
from .score import Rarity, Rows, Score, Scores, compare, is_worth_telling, score
from .texts import EventText, Texts
from .vectors import Floats, Progress, silent

WHOLE_GROUP = 8
"""Cards with equal texts up to which each is paired with each; in a larger group each with the first only."""

LEAST_EVIDENCE = 1.5
"""The weight of shared words below which two cards are not looked at twice."""

RARE_WORDS = 3.8
"""How many words that no third card has two cards must share, or more that few have, before a person should look."""

FEWEST_CARDS = 100
"""As many cards count as there at least: among fewer, no word is rare because only two have it."""


class Collection:
    """Cards, named by their places, and their texts, numbered: each with what is said aside, and without."""

    def __init__(self, cards: Sequence[Card], progress: Progress = silent) -> None:
        """Read the texts of all cards, and make the vectors of those that are not known."""
        number = Numbered[EventText]()
        self._cards = len(cards)
        languages = sorted({language for card in cards for language in card.event})
        self._whole = {language: np.full(len(cards), NONE, dtype=np.int64) for language in languages}
        self._bare = {language: np.full(len(cards), NONE, dtype=np.int64) for language in languages}
        for at, card in enumerate(cards):
            for language, text in texts_of(card).items():
                event = EventText(text, language, card.comment.get(language, ""))
                self._whole[language][at] = number.of(event)
                self._bare[language][at] = number.of(event._replace(aside=""))
        self.texts = Texts(list(number.known), progress)
        least = RARE_WORDS * np.log(max(len(cards), FEWEST_CARDS) / 2)
        self._rarity = Rarity(self._rarity_of_words(), float(least))

    def _rarity_of_words(self) -> Numbers:
        """Return the logarithm of how many cards of its language there are for each that has a word."""
        texts, words = self.texts.columns, self.texts.columns.words
        terms = int(words.term.max(initial=0)) + 1
        found = np.zeros(len(words.tokens))
        for whole in self._whole.values():
            told = whole[whole != NONE]
            lengths = texts.lengths[told]
            word = texts.word[spans(texts.start[told], lengths)]
            once = np.unique(np.repeat(np.arange(len(told)), lengths) * terms + words.term[word])
            cards = np.bincount(once % terms, minlength=terms)
            found[word] = np.log(len(told) / cards[words.term[word]])
        return found

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
        left, right = np.divmod(np.sort(found.min(axis=1) * self._cards + found.max(axis=1)), max(self._cards, 1))
        return left, right

    def _groups(self) -> list[list[int]]:
        """Return the cards that have a text, those with equal texts in all languages together."""
        groups: dict[tuple[int, ...], list[int]] = {}
        known = np.append(self.texts.columns.said, NONE)
        said = [known[row] for row in self._bare.values()]
        for at, key in enumerate(np.column_stack(said).tolist() if said else []):
            if max(key) != NONE:
                groups.setdefault(tuple(key), []).append(at)
        return list(groups.values())

    def _rows(self, cards: Ints) -> Floats:
        """Return a row for each of these cards: their meaning and their words, in all languages."""
        owner, whole, bare = [], [], []
        for language in self._whole:
            told = np.flatnonzero(self._whole[language][cards] != NONE)
            owner.append(told)
            whole.append(self._whole[language][cards[told]])
            bare.append(self._bare[language][cards[told]])
        row, plain, meanings = np.concatenate(owner), np.concatenate(bare), self.texts.meanings
        words = WordRows(self.texts.columns, row, np.concatenate(whole), len(cards))
        if meanings is None:
            return np.concatenate(list(words))
        axes = axes_of(meanings, row, plain, len(cards))
        return joined_rows(meanings, row, plain, words, axes)

    def judge(self, left: Ints, right: Ints, asked: Bits, progress: Progress = silent) -> Iterator[tuple[int, Score]]:
        """Score pairs of cards, the place of each with its score; only of those that may be reported or are asked for.

        Cards are compared in each language they share, those that only one has with those of the other, if both are
        known, and the best score counts.
        Fronts hide names that backs tell, so that the comments count beside the events.
        """
        foreign = np.zeros(len(self.texts.events), dtype=bool)
        for _, ours, theirs, *_ in self._pairs(left, right):
            foreign |= self.texts.foreign(ours, theirs)
        self.texts.read_words(foreign, progress)
        work = np.zeros(len(left))
        for place, ours, theirs, *_ in self._pairs(left, right):
            work[place] += self.texts.columns.work(ours, theirs)
        each = list(blocks(work))
        scored = in_threads(lambda block: self._compared(left[block], right[block], asked[block]), each)
        found = [next(scored) for _ in progress(each, "comparing")]
        if not found:
            return iter(())
        place = np.concatenate([place + block.start for (place, _), block in zip(found, each, strict=True)])
        return self._best(place, np.concatenate([rows for _, rows in found]), asked, progress)

    def _compared(self, left: Ints, right: Ints, asked: Bits) -> tuple[Ints, Rows]:
        """Return, for pairs that may be reported, all scores in which they are compared, and of which pair each is."""
        told = zip(*self._pairs(left, right), strict=True)
        place, ours, theirs, bare_ours, bare_theirs = map(np.concatenate, told)
        whole = compare(self.texts, ours, theirs, self._rarity)
        rows = whole.rows
        # Cards that share next to nothing with their comments share no more without them.
        more = np.flatnonzero(((ours != bare_ours) | (theirs != bare_theirs)) & (whole.evidence >= LEAST_EVIDENCE))
        if len(more):
            rows = np.concatenate([rows, compare(self.texts, bare_ours[more], bare_theirs[more]).rows])
            place = np.concatenate([place, place[more]])
        worth = asked | marked(place[is_worth_telling(rows)], len(left))
        chosen = np.flatnonzero(worth[place])
        return place[chosen], rows[chosen]

    def _best(self, place: Ints, rows: Rows, asked: Bits, progress: Progress) -> Iterator[tuple[int, Score]]:
        """Yield the best score of each pair, once all that it rests on is read; first comes the whole text."""
        if (meanings := self.texts.meanings) is not None:
            foreign = np.flatnonzero(self.texts.are_foreign(rows["left"], rows["right"]))
            ours, theirs = rows["left"][foreign], rows["right"][foreign]
            unread = foreign[meanings.has_unread[ours] | meanings.has_unread[theirs]]
            if len(unread):
                meanings.read_asides(np.concatenate([ours, theirs]), progress)
                again = score(self.texts, rows["left"][unread], rows["right"][unread], progress, rarity=self._rarity)
                rows[unread] = again
        # What a person should look at whatever its score comes before what nobody need see.
        order = np.lexsort((-rows["value"], ~is_worth_telling(rows), place))
        ordered = place[order]
        best = order[np.append(True, ordered[1:] != ordered[:-1])[: len(order)]]
        best = best[asked[place[best]] | is_worth_telling(rows[best])]
        nothing = np.flatnonzero(asked & ~marked(place[best], len(asked))).tolist()
        found = zip(map(int, place[best]), Scores(self.texts, rows[best]).each(), strict=True)
        return merge(found, ((at, Score(0.0)) for at in nothing), key=itemgetter(0))

    def _pairs(self, left: Ints, right: Ints) -> Iterator[tuple[Ints, Ints, Ints, Ints, Ints]]:
        """Yield places of pairs of cards with the numbers of two texts, with what is said aside and without."""
        for language in self._whole:
            both = (self._whole[language][left] != NONE) & (self._whole[language][right] != NONE)
            yield self._both(np.flatnonzero(both), left, right, language, language)
        known = known_languages()
        for one, other in product(self._whole, repeat=2):
            if one != other and one in known and other in known:
                crossed = (self._whole[one][left] != NONE) & (self._whole[other][right] != NONE)
                crossed &= (self._whole[one][right] == NONE) | (self._whole[other][left] == NONE)
                yield self._both(np.flatnonzero(crossed), left, right, one, other)

    def _both(self, place: Ints, left: Ints, right: Ints, one: str, other: str) -> tuple[Ints, Ints, Ints, Ints, Ints]:
        ours, theirs = left[place], right[place]
        texts = self._whole[one][ours], self._whole[other][theirs], self._bare[one][ours], self._bare[other][theirs]
        return place, *texts


def _within(members: Sequence[int]) -> Iterator[tuple[int, int]]:
    if len(members) <= WHOLE_GROUP:
        yield from combinations(members, 2)
    else:
        yield from ((members[0], other) for other in members[1:])
