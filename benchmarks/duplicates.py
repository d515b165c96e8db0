"""Finding planted pairs among made-up cards: time and recall, beside rapidfuzz on the same texts.

Run by name (`python -m benchmarks duplicates`): it takes minutes. The second search finds the vectors and what was read
of the texts in memory, so it is faster than a new process with remembered vectors.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rapidfuzz import fuzz, process

from pipeline.cards import Card
from pipeline.duplicates import find_pairs
from pipeline.duplicates.candidates import NEIGHBOURS
from pipeline.duplicates.find import candidate_pairs
from pipeline.duplicates.vectors import silent, vectors

from .measure import Row
from .planted import planted

NUMBER = 33 * 336


def rows(number: int = NUMBER) -> Iterator[Row]:
    """Measure the search without and with known vectors, its candidates alone, and rapidfuzz."""
    deck = planted(number)
    cards = {card.key: card for card in deck.cards}
    first, found = _timed(lambda: {(pair.a, pair.b) for pair in find_pairs(deck.cards)})
    candidates, near = _timed(lambda: set(candidate_pairs(cards, NEIGHBOURS, silent)))
    again, _ = _timed(lambda: set(map(id, find_pairs(deck.cards))))
    peer, theirs = _timed(lambda: _by_rapidfuzz(cards))
    wanted = len(deck.pairs)
    made = known.count if (known := vectors()) else 0
    note = f"{made} vectors made; {len(found & deck.pairs) / wanted:.3f} of {wanted} planted pairs named"
    yield Row(f"duplicates, {number} cards, no vectors known", first, "rapidfuzz cdist ≥ 70", peer, note=note)
    note = f"recall {len(near & deck.pairs) / wanted:.3f}, {2 * len(near) / number:.1f} candidates a card"
    yield Row(f"duplicates, {number} cards, candidates", candidates, "rapidfuzz cdist ≥ 70", peer, note=note)
    note = f"recall of rapidfuzz {len(theirs & deck.pairs) / wanted:.3f}"
    yield Row(f"duplicates, {number} cards, vectors known", again, "rapidfuzz cdist ≥ 70", peer, note=note)


def _timed(job: Callable[[], set[Any]]) -> tuple[float, set[Any]]:
    begin = time.perf_counter()
    found = job()
    return time.perf_counter() - begin, found


def _by_rapidfuzz(cards: Mapping[str, Card]) -> set[tuple[str, str]]:
    keys = list(cards)
    texts = [cards[key].text("de") for key in keys]
    found = set()
    for start in range(0, len(keys), 1000):
        near = process.cdist(texts[start : start + 1000], texts, scorer=fuzz.ratio, score_cutoff=70, workers=-1)
        for row, column in zip(*near.nonzero(), strict=True):
            if start + row < column:
                found.add((min(keys[start + row], keys[column]), max(keys[start + row], keys[column])))
    return found
