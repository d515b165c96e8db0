"""What vectors tell of two texts: how near their meanings are, and which words answer each other across languages."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from .align import Alignment, Match, align
from .normalise import Text, Token, first_sentence
from .vectors import Floats, Progress, Vectors, silent

ANSWERS = 0.6
"""The likeness from which two words of different languages answer each other."""

KNOWN_ANSWERS = 0.72
"""The same for names, and for words that the lexicon knows and holds for different."""

MOST = 0.9
"""What such an answer counts at most."""

FAMILIAR, SURE = 0.35, 0.75
"""The likeness of the nearest word from which a word is less than wholly strange, and from which it is not at all."""


@lru_cache(maxsize=65536)
def tellings(text: str, aside: str = "") -> tuple[str, ...]:
    """Return what a text is compared by: the whole, its first sentence if there are more, the whole with its aside."""
    whole = text.strip()
    first = whole[: first_sentence(whole)].strip(" .;(-–—")
    told = (whole, first) if len(first) < len(whole) - 1 else (whole,)
    return (*told, f"{whole} {aside.strip()}") if aside.strip() else told


def likeness(known: Vectors, ours: Sequence[str], theirs: Sequence[str]) -> float:
    """Return how near the meanings of two texts are, 0 to 1, to three digits (computers differ in the seventh)."""
    near = _rows(known, tuple(ours)) @ _rows(known, tuple(theirs)).T
    nearest: float = max(0.0, *(max(row) for row in near.tolist()))
    return round(nearest, 3)


@lru_cache(maxsize=4096)
def _rows(known: Vectors, texts: tuple[str, ...]) -> Floats:
    """Return the vectors of some texts; the same card stands in many pairs one after the other."""
    return known.of(texts)


def prepare(known: Vectors, pairs: Iterable[tuple[Text, Text]], progress: Progress = silent) -> None:
    """Make at once the vectors of the words that pairs of two languages leave unanswered."""
    words: dict[str, None] = {}
    for ours, theirs in pairs:
        if ours.language != theirs.language:
            alignment = align(ours, theirs)
            if alignment.only_ours or alignment.only_theirs:
                words |= dict.fromkeys(token.text for text in (ours, theirs) for token in text.tokens)
    known.prepare(words, progress)


@lru_cache(maxsize=4096)
def _words(known: Vectors, text: Text) -> Floats:
    """Return the vectors of the words of a text."""
    return known.of([token.text for token in text.tokens])


@lru_cache(maxsize=4096)
def _likenesses(known: Vectors, ours: Text, theirs: Text) -> Floats:
    near: Floats = _words(known, ours) @ _words(known, theirs).T
    return near.round(3)


def answer_by_meaning(known: Vectors, ours: Text, theirs: Text, alignment: Alignment) -> Alignment:
    """Let words of different languages that are left alone answer each other if they mean nearly the same."""
    near = _likenesses(known, ours, theirs)
    alone = frozenset(alignment.only_ours), frozenset(alignment.only_theirs)
    left = {at: token for at, token in enumerate(ours.tokens) if token in alone[0]}
    right = {at: token for at, token in enumerate(theirs.tokens) if token in alone[1]}
    likely = sorted(
        (-float(near[one, other]), one, other)
        for one, token in left.items()
        for other, word in right.items()
        if near[one, other] >= _needed(token, word)
    )
    matches: list[Match] = []
    for minus, one, other in likely:
        if one in left and other in right:
            matches.append(Match(left.pop(one), right.pop(other), min(-minus, MOST)))
    return Alignment((*alignment.matches, *matches), tuple(left.values()), tuple(right.values()))


def _needed(one: Token, other: Token) -> float:
    if one.number is not None or other.number is not None:
        return 2.0
    careful = one.is_name or other.is_name or (one.meanings and other.meanings)
    return KNOWN_ANSWERS if careful else ANSWERS


def strangeness(known: Vectors, ours: Text, theirs: Text, alignment: Alignment) -> float:
    """Return the weight of the strangest word left alone, that of the text with the less strange one; 0 if none is."""
    near = _likenesses(known, ours, theirs)
    return min(
        _strangest(ours.tokens, near.max(axis=1), alignment.only_ours),
        _strangest(theirs.tokens, near.max(axis=0), alignment.only_theirs),
    )


def _strangest(tokens: Sequence[Token], nearest: Floats, alone: Iterable[Token]) -> float:
    left = set(alone)
    return max(
        (
            token.weight * (1 - min(max((float(near) - FAMILIAR) / (SURE - FAMILIAR), 0.0), 1.0))
            for token, near in zip(tokens, nearest, strict=True)
            if token in left and not token.aside
        ),
        default=0.0,
    )
