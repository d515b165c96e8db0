"""Find the cards of one or several decks that tell the same event."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product

import numpy as np

from ..cards import Card
from .candidates import NEIGHBOURS, WORDS_WEIGHT, nearest, unit, word_rows
from .decisions import Decisions
from .lexicon import LEXICON_LANGUAGES, STEMMERS
from .meaning import tellings
from .normalise import normal_form, normalise
from .pair import Pair, explain, verdict
from .score import EventText, Score, prepare_texts, score_texts
from .vectors import Floats, Progress, silent, vectors

WHOLE_GROUP = 8
"""Cards with equal texts up to which each is paired with each; in a larger group each with the first only."""

_BLOCK = 65_536

LEAST_EVIDENCE = 1.5
"""The weight of shared words below which two cards are not looked at twice."""

NEAR_IN_MEANING, NEAR_IN_WORDS = 0.42, 0.12
"""The likeness of rows below which, in both, two cards are not compared word by word."""


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
    asked = set(candidate_pairs(by_key, neighbours, progress)) | {
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
    ours, theirs = _texts(first), _texts(second)
    common = [(language, language) for language in ours if language in theirs]
    known = LEXICON_LANGUAGES if vectors() is None else tuple(STEMMERS)
    crossed = [pair for pair in product(ours, theirs) if pair[0] != pair[1] and set(pair) <= set(known)]
    return [
        (
            EventText(ours[one], one, first.comment.get(one, "")),
            EventText(theirs[other], other, second.comment.get(other, "")),
        )
        for one, other in common or crossed
    ]


def _value(score: Score) -> float:
    return score.value


def unknown_languages(cards: Iterable[Card]) -> tuple[str, ...]:
    """Return the languages of these cards that have no stemmer, sorted: their words are compared as they stand."""
    return tuple(sorted({language for card in cards for language in card.event if language not in STEMMERS}))


def _texts(card: Card) -> dict[str, str]:
    return {language: text for language, text in card.event.items() if text.strip()}


def candidate_pairs(cards: Mapping[str, Card], neighbours: int, progress: Progress) -> Iterator[tuple[str, str]]:
    """Yield the pairs of keys worth comparing: cards with equal texts, and cards with near ones."""
    groups: dict[tuple[tuple[str, str], ...], list[str]] = {}
    for key, card in cards.items():
        if texts := _texts(card):
            groups.setdefault(tuple(sorted((name, normal_form(text)) for name, text in texts.items())), []).append(key)
    members = [sorted(keys) for _, keys in sorted(groups.items())]
    for keys in members:
        yield from _within(keys)
    if len(members) < 2:
        return
    first = [cards[keys[0]] for keys in members]
    for a, b in _near(first, neighbours, progress):
        # A text that stands on many cards is compared through its first ones: the others are its duplicates already.
        for one, other in product(members[a][:WHOLE_GROUP], members[b][:WHOLE_GROUP]):
            yield min(one, other), max(one, other)


def _within(members: Sequence[str]) -> Iterator[tuple[str, str]]:
    if len(members) <= WHOLE_GROUP:
        yield from combinations(members, 2)
    else:
        yield from ((members[0], other) for other in members[1:])


def _near(cards: Sequence[Card], neighbours: int, progress: Progress) -> Iterator[tuple[int, int]]:
    """Yield pairs of places of cards that are near in meaning or in words: one row and one search for all languages."""
    read = [
        [normalise(text, language, card.comment.get(language, "")) for language, text in _texts(card).items()]
        for card in progress(cards, "reading")
    ]
    words = word_rows(read)
    meanings = _meanings(cards, progress)
    rows = words if meanings is None else unit(np.hstack([meanings, WORDS_WEIGHT * words]))
    pairs = nearest(rows, neighbours, progress)
    for at in range(0, len(pairs), _BLOCK):
        left, right = pairs[at : at + _BLOCK].T
        close = np.einsum("ij,ij->i", words[left], words[right]) >= NEAR_IN_WORDS
        if meanings is not None:
            close |= np.einsum("ij,ij->i", meanings[left], meanings[right]) >= NEAR_IN_MEANING
        yield from zip(left[close].tolist(), right[close].tolist(), strict=True)


def _meanings(cards: Sequence[Card], progress: Progress) -> Floats | None:
    """Return the vector of each card, the middle of its languages; None without vectors."""
    known = vectors()
    if known is None:
        return None
    known.prepare((told for card in cards for text in _texts(card).values() for told in tellings(text)), progress)
    places, texts = zip(
        *((at, text.strip()) for at, card in enumerate(cards) for text in _texts(card).values()), strict=True
    )
    middles = np.zeros((len(cards), known.size), dtype=np.float32)
    np.add.at(middles, np.array(places), known.of(texts))
    return unit(middles)
