"""Which pairs of texts are worth comparing: for each its nearest neighbours, never all above a threshold.

The vectors are TF-IDF of stems and meanings, joined by three-letter pieces of words that the lexicon does not know. The
search is exact, over an inverted index; it takes seconds for ten thousand texts.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt
import pandas as pd

from .normalise import Text

Places = npt.NDArray[np.intp]
Floats = npt.NDArray[np.float64]

NEIGHBOURS = 10
"""How many neighbours of each text are compared."""

PIECE_WEIGHT = 0.35
"""What a three-letter piece counts beside a whole word."""

_COMMON_SHARE, _ALWAYS_KEPT = 0.1, 1000
_PIECE = 3


def nearest(texts: Sequence[Text], neighbours: int = NEIGHBOURS, *, across: bool = False) -> pd.DataFrame:
    """Return the columns `a`, `b` (positions in `texts`, a < b): each text with its nearest `neighbours`.

    With `across`, only pairs of two languages are meant. Texts that share no term are never paired.
    """
    documents = [_terms(text) for text in texts]
    rows, columns, values, width = _vectors(documents)
    order = np.argsort(columns, kind="stable")
    starts = np.searchsorted(columns[order], np.arange(width + 1))
    by_term_rows, by_term_values = rows[order], values[order]
    languages = np.array([text.language for text in texts])
    bounds = np.searchsorted(rows, np.arange(len(texts) + 1))
    found = []
    for at in range(len(texts)):
        own = slice(bounds[at], bounds[at + 1])
        likeness = np.zeros(len(texts))
        for term, weight in zip(columns[own], values[own], strict=True):
            posting = slice(starts[term], starts[term + 1])
            likeness[by_term_rows[posting]] += weight * by_term_values[posting]
        likeness[at] = 0
        if across:
            likeness[languages == languages[at]] = 0
        best = _best(likeness, neighbours)
        found.append(np.column_stack([np.minimum(best, at), np.maximum(best, at)]))
    pairs = pd.DataFrame(np.concatenate(found) if found else np.empty((0, 2), dtype=np.intp), columns=["a", "b"])
    return pairs.drop_duplicates().sort_values(["a", "b"], ignore_index=True)


def _best(likeness: Floats, number: int) -> Places:
    """Return the positions of the `number` highest values above zero; ties go to the lower position."""
    positive = np.flatnonzero(likeness > 0)
    order = np.lexsort((positive, -np.round(likeness[positive], 9)))
    chosen: Places = positive[order[:number]]
    return chosen


def _terms(text: Text) -> Mapping[str, float]:
    """Return the terms of a text with how much each counts in it."""
    terms: dict[str, float] = defaultdict(float)
    for token in text.tokens:
        for term in token.terms:
            terms[term] += token.weight
        if not token.meanings and token.number is None:
            for piece in _pieces(token.form):
                terms[piece] += PIECE_WEIGHT * token.weight
    return terms


def _pieces(form: str) -> Iterator[str]:
    word = f"_{form.replace('c', 'k')}_"
    yield from (f"~{word[at : at + _PIECE]}" for at in range(len(word) - _PIECE + 1))


def _vectors(documents: Iterable[Mapping[str, float]]) -> tuple[Places, Places, Floats, int]:
    """Return row, column and value of the normalised TF-IDF matrix, sorted by row, and its width.

    In a large collection, terms that stand in a tenth of all texts are left out: they cost the most and tell the least.
    """
    documents = list(documents)
    frequency = Counter(term for terms in documents for term in terms)
    most = max(_ALWAYS_KEPT, _COMMON_SHARE * len(documents))
    number = {term: at for at, term in enumerate(term for term, count in frequency.items() if count <= most)}
    rows, columns, values = [], [], []
    for row, terms in enumerate(documents):
        weighted = {
            number[term]: math.sqrt(count) * (math.log(len(documents) / frequency[term]) + 0.1)
            for term, count in terms.items()
            if term in number
        }
        length = math.sqrt(sum(value * value for value in weighted.values())) or 1.0
        rows += [row] * len(weighted)
        columns += list(weighted)
        values += [value / length for value in weighted.values()]
    return np.array(rows, dtype=np.intp), np.array(columns, dtype=np.intp), np.array(values), len(number)
