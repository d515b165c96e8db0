"""One text of each of many pairs, with the words of all in a row."""

from dataclasses import dataclass

import numpy as np

from .arrays import Ints, spans
from .columns import Columns


@dataclass(frozen=True, slots=True)
class Side:
    """One text of each pair: the words of all in a row, those of pair `p` from `first[p]` on.

    Each word has its place in `texts`, and its row among their different words.
    """

    texts: Columns
    text: Ints
    lengths: Ints
    first: Ints
    pair: Ints
    place: Ints
    word: Ints


def side_of(texts: Columns, text: Ints) -> Side:
    """Return these texts, the one of each pair."""
    lengths = texts.lengths[text]
    place, pair = spans(texts.start[text], lengths), np.repeat(np.arange(len(text)), lengths)
    return Side(texts, text, lengths, np.cumsum(lengths) - lengths, pair, place, texts.word[place])


def one_to_one(one: Ints, other: Ints, ours: Side, theirs: Side) -> Ints:
    """Return which answers, given the best first in each pair, are left if each word is used once."""
    live = np.arange(len(one))
    first, second = (np.zeros(len(side.place), dtype=np.int64) for side in (ours, theirs))
    used = np.zeros(len(ours.place), dtype=bool), np.zeros(len(theirs.place), dtype=bool)
    chosen = []
    while len(live):
        # An answer that comes first for both of its words is one that choosing them one by one would choose.
        here, there, at = one[live], other[live], np.arange(len(live))
        first[here[::-1]] = second[there[::-1]] = at[::-1]
        best = (first[here] == at) & (second[there] == at)
        chosen.append(live[best])
        used[0][here[best]] = used[1][there[best]] = True
        live = live[~(used[0][here] | used[1][there])]
    return np.concatenate(chosen) if chosen else live
