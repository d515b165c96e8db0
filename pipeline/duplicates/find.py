"""Find the cards of one or several decks that tell the same event."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from ..cards import Card
from .arrays import among, ints
from .candidates import NEIGHBOURS
from .collection import Collection
from .decisions import Decisions
from .pair import Pair, verdict
from .score import Score
from .vectors import Progress, silent, with_words_at_least


def find_pairs(
    cards: Iterable[Card],
    decisions: Decisions | None = None,
    *,
    neighbours: int = NEIGHBOURS,
    progress: Progress = silent,
) -> list[Pair]:
    """Return the pairs that tell, or may tell, the same event, sorted by keys.

    Cards are compared in each language they share, in a language that only one has with those of the other, and judged
    by the best score. Pairs that a person decided upon are always among them: `same` as duplicate or conflict,
    `different` as distinct, and what was decided before one of the cards changed as uncertain at least. Of cards with
    one key (two editions of a series) the first counts.
    """
    by_key: dict[str, Card] = {}
    for card in cards:
        by_key.setdefault(card.key, card)
    known = decisions or Decisions()
    return with_words_at_least(lambda: _find(by_key, known, neighbours, progress))


def _find(by_key: Mapping[str, Card], known: Decisions, neighbours: int, progress: Progress) -> list[Pair]:
    # A card makes its key anew whenever it is asked for it.
    keys = sorted(by_key)
    ordered = [by_key[key] for key in keys]
    collection = Collection(ordered, progress)
    left, right = collection.candidates(neighbours, progress)
    wanted = [*known.rules.pairs(by_key), *known.within(by_key)]
    asked = np.unique(ints(bisect_left(keys, a) * len(keys) + bisect_left(keys, b) for a, b in wanted))
    both = np.union1d(asked, left * len(keys) + right)
    left, right = np.divmod(both, max(len(keys), 1))
    scored = collection.judge(left, right, among(both, asked), progress)
    told = ((score, left[at], right[at]) for at, score in scored)
    pairs = (_pair(score, (keys[a], keys[b]), (ordered[a], ordered[b]), known) for score, a, b in told)
    return [pair for pair in pairs if pair.verdict != "distinct" or pair.decided]


def compare(first: Card, second: Card, decisions: Decisions | None = None) -> Pair:
    """Judge one pair of cards, as they are judged among many, but for words that are rare there."""
    return compare_all([(first, second)], decisions)[0]


def compare_all(pairs: Iterable[tuple[Card, Card]], decisions: Decisions | None = None) -> list[Pair]:
    """Judge pairs of cards; distinct ones, which are most, are not explained unless somebody decided so."""
    ordered = [(first, second) if first.key <= second.key else (second, first) for first, second in pairs]
    known = decisions or Decisions()
    scores = score_all(ordered)
    return [_pair(score, (a.key, b.key), (a, b), known) for score, (a, b) in zip(scores, ordered, strict=True)]


def _pair(score: Score, keys: tuple[str, str], cards: tuple[Card, Card], decisions: Decisions) -> Pair:
    first, second = cards
    decided = decisions.answer(first, second)
    before = decisions.before(first, second)
    rule = decisions.rule(first, second) if decided else None
    judged = verdict(score, first.interval, second.interval, decided, before)
    told = (score, first, second) if decided or judged != "distinct" else None
    return Pair(*keys, score.value, judged, decided, before, rule.told if rule else "", told)


def score_cards(first: Card, second: Card) -> Score:
    """Score two cards by the texts that agree best."""
    return score_all([(first, second)])[0]


def score_all(pairs: Sequence[tuple[Card, Card]]) -> list[Score]:
    """Score pairs of cards, which takes little longer for many than for one."""
    cards = {id(card): card for pair in pairs for card in pair}
    place = {key: at for at, key in enumerate(cards)}
    left, right = (ints(place[id(pair[side])] for pair in pairs) for side in (0, 1))
    asked = np.ones(len(pairs), dtype=bool)

    def judged() -> list[Score]:
        return [score for _, score in Collection(list(cards.values())).judge(left, right, asked)]

    return with_words_at_least(judged)
