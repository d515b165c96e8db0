"""Find the cards of one or several decks that tell the same event."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product

import pandas as pd

from ..cards import Card
from .candidates import NEIGHBOURS, nearest
from .decisions import Decisions
from .lexicon import LEXICON_LANGUAGES, STEMMERS
from .normalise import normal_form, normalise
from .pair import Pair, explain, verdict
from .score import EventText, Score, score_texts

WHOLE_GROUP = 8
"""Cards with equal texts up to which each is paired with each; in a larger group each with the first only."""

LEAST_EVIDENCE = 1.5
"""The weight of shared words below which two cards are not looked at twice."""

Progress = Callable[[Sequence[tuple[str, str]]], Iterable[tuple[str, str]]]


def find_pairs(
    cards: Iterable[Card],
    decisions: Decisions | None = None,
    *,
    neighbours: int = NEIGHBOURS,
    progress: Progress = lambda pairs: pairs,
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
    asked = set(_candidates(by_key, neighbours)) | {
        pair for pair in known.answers if pair[0] in by_key and pair[1] in by_key
    }
    pairs = []
    for a, b in progress(sorted(asked)):
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
    ours, theirs = _texts(first), _texts(second)
    common = [(language, language) for language in ours if language in theirs]
    crossed = [pair for pair in product(ours, theirs) if pair[0] != pair[1] and set(pair) <= set(LEXICON_LANGUAGES)]
    best = score_texts(EventText("", "de"), EventText("", "de"))
    for one, other in common or crossed:
        here, there = EventText(ours[one], one), EventText(theirs[other], other)
        comments = first.comment.get(one, ""), second.comment.get(other, "")
        score = score_texts(here._replace(aside=comments[0]), there._replace(aside=comments[1]))
        best = max(best, score, key=_value)
        # Cards that share next to nothing with their comments share no more without them.
        if any(comments) and score.evidence >= LEAST_EVIDENCE:
            best = max(best, score_texts(here, there), key=_value)
    return best


def _value(score: Score) -> float:
    return score.value


def unknown_languages(cards: Iterable[Card]) -> tuple[str, ...]:
    """Return the languages of these cards that have no stemmer, sorted: their words are compared as they stand."""
    return tuple(sorted({language for card in cards for language in card.event if language not in STEMMERS}))


def _texts(card: Card) -> dict[str, str]:
    return {language: text for language, text in card.event.items() if text.strip()}


def _candidates(cards: Mapping[str, Card], neighbours: int) -> Iterator[tuple[str, str]]:
    """Yield the pairs of keys worth comparing: cards with equal texts, and cards with near ones."""
    table = pd.DataFrame(
        [
            (key, language, text, card.comment.get(language, ""))
            for key, card in cards.items()
            for language, text in _texts(card).items()
        ],
        columns=["card", "language", "text", "comment"],
    )
    table["normal"] = table["text"].map(normal_form)
    groups = (
        table.groupby(["language", "normal"], sort=True)
        .agg({"card": list, "text": "first", "comment": "first"})
        .reset_index()
    )
    for members in groups["card"]:
        yield from _within(members)
    languages = sorted(set(table["language"]))
    for language in languages:
        here = groups[groups["language"] == language]
        yield from _near(here, neighbours, across=False)
    for one, other in combinations([language for language in languages if language in LEXICON_LANGUAGES], 2):
        yield from _near(_only_in_one(groups, table, one, other), neighbours, across=True)


def _within(members: Sequence[str]) -> Iterator[tuple[str, str]]:
    unique = sorted(set(members))
    if len(unique) <= WHOLE_GROUP:
        yield from combinations(unique, 2)
    else:
        yield from ((unique[0], other) for other in unique[1:])


def _near(groups: pd.DataFrame, neighbours: int, *, across: bool) -> Iterator[tuple[str, str]]:
    members: list[list[str]] = groups["card"].to_list()
    columns = groups[["text", "language", "comment"]]
    texts = [normalise(*row) for row in columns.itertuples(index=False)]
    for a, b in nearest(texts, neighbours, across=across).itertuples(index=False):
        # A text that stands on many cards is compared through its first ones: the others are its duplicates already.
        for one, other in product(members[a][:WHOLE_GROUP], members[b][:WHOLE_GROUP]):
            if one != other:
                yield min(one, other), max(one, other)


def _only_in_one(groups: pd.DataFrame, table: pd.DataFrame, one: str, other: str) -> pd.DataFrame:
    """Return the texts of cards that have exactly one of two languages."""
    having = {language: set(table.loc[table["language"] == language, "card"]) for language in (one, other)}
    alone = having[one] ^ having[other]
    chosen = groups[groups["language"].isin([one, other])].copy()
    chosen["card"] = [[card for card in members if card in alone] for members in chosen["card"]]
    return chosen[chosen["card"].map(bool)]
