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
