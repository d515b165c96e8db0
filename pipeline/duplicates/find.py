"""Find the cards of one or several decks that tell the same event."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from ..cards import Card
from .candidates import NEIGHBOURS
from .collection import Collection
from .decisions import Decisions
from .languages import known_languages, texts_of
from .pair import Pair, explain, verdict
from .score import EventText, Score, prepare_texts, score_texts
from .vectors import Progress, silent, vectors

LEAST_EVIDENCE = 1.5
"""The weight of shared words below which two cards are not looked at twice."""


def find_pairs(
    cards: Iterable[Card],
    decisions: Decisions | None = None,
    *,
    neighbours: int = NEIGHBOURS,
    progress: Progress = silent,
) -> list[Pair]:
    """Return the pairs that tell, or may tell, the same event, sorted by keys.

    Cards are compared in each language they share and judged by the best score; cards that share none, German with
    English, by the lexicon. Pairs that a person decided upon are always among them: `same` as duplicate or conflict,
    `different` as distinct. Of cards with one key (two editions of a series) the first counts.
    """
    by_key: dict[str, Card] = {}
    for card in cards:
        by_key.setdefault(card.key, card)
    known = decisions or Decisions()
    asked = set(_worth_comparing(by_key, neighbours, progress)) | {
        pair for pair in known.answers if pair[0] in by_key and pair[1] in by_key
    }
    asked.update(known.rules.pairs(by_key))
    if vectors() is not None:
        prepare_texts([pair for a, b in asked for pair in _with_asides(by_key[a], by_key[b])], progress)
    pairs = []
    for a, b in progress(sorted(asked), "comparing"):
        pair = compare(by_key[a], by_key[b], known)
        if pair.verdict != "distinct" or pair.decided:
            pairs.append(pair)
    return pairs


def _worth_comparing(cards: Mapping[str, Card], neighbours: int, progress: Progress) -> Iterator[tuple[str, str]]:
    """Yield the candidates that may be reported."""
    keys = sorted(cards)
    collection = Collection([cards[key] for key in keys], progress)
    left, right = collection.candidates(neighbours, progress)
    kept = collection.worth_comparing(left, right, progress)
    yield from ((keys[a], keys[b]) for a, b in zip(left[kept].tolist(), right[kept].tolist(), strict=True))


def compare(first: Card, second: Card, decisions: Decisions | None = None) -> Pair:
    """Judge one pair of cards; distinct ones, which are most, are not explained unless somebody decided so."""
    if second.key < first.key:
        first, second = second, first
    best = score_cards(first, second)
    decided = decisions.answer(first, second) if decisions else None
    judged = verdict(best, first.interval, second.interval, decided)
    why = explain(best, first, second) if decided or judged != "distinct" else ""
    return Pair(first.key, second.key, best.value, judged, why, decided)


def score_cards(first: Card, second: Card) -> Score:
    """Score two cards in each language they share, else in the languages that the lexicon joins; keep the best.

    Fronts hide names that backs tell, so that the comments count beside the events.
    """
    best = score_texts(EventText("", "de"), EventText("", "de"))
    for here, there in _with_asides(first, second):
        score = score_texts(here, there)
        best = max(best, score, key=_value)
        # Cards that share next to nothing with their comments share no more without them.
        if (here.aside or there.aside) and score.evidence >= LEAST_EVIDENCE:
            best = max(best, score_texts(here._replace(aside=""), there._replace(aside="")), key=_value)
    return best


def _with_asides(first: Card, second: Card) -> list[tuple[EventText, EventText]]:
    """Return the texts of two cards that are compared: in the languages they share, else across all that are known."""
    ours, theirs = texts_of(first), texts_of(second)
    joined = [(language, language) for language in ours if language in theirs]
    if not joined:
        known = known_languages()
        joined = [pair for pair in product(ours, theirs) if pair[0] != pair[1] and known.issuperset(pair)]
    return [
        (
            EventText(ours[one], one, first.comment.get(one, "")),
            EventText(theirs[other], other, second.comment.get(other, "")),
        )
        for one, other in joined
    ]


def _value(score: Score) -> float:
    return score.value
