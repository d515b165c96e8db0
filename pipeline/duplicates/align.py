"""Which words of two event texts answer each other, and which stay alone."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product, takewhile

from rapidfuzz import fuzz

from .lexicon import lexicon
from .normalise import Text, Token

SAME, SAME_MEANING, PART_OF_COMPOUND, INITIALS = 1.0, 0.9, 0.85, 0.95
LIKENESS = 0.8
"""The least likeness (rapidfuzz ratio, 0 to 1) at which two different spellings count as one word."""

SHORTEST_FUZZY, COMPOUND_LENGTH, PART_LENGTH = 5, 7, 4
"""The least letters of a word that may be misspelt, of a compound, and of a part of one."""

LONGEST_INITIALS = 5
_SHARED_PREFIX = 5
JOINING = frozenset({"de", "nl", "sv"})
"""Languages that write compounds as one word."""

_SOUNDS = str.maketrans({"c": "k", "q": "k", "y": "i", "w": "v", "z": "s"})
_FOREIGN = (("sch", "sh"), ("ph", "f"), ("th", "t"), ("tsh", "ch"), ("ck", "k"), ("ou", "u"), ("ll", "l"), ("ss", "s"))


@dataclass(frozen=True, slots=True)
class Match:
    """One token of the first text answered by one of the second, with how well (0 to 1)."""

    ours: Token
    theirs: Token
    likeness: float


@dataclass(frozen=True, slots=True)
class Alignment:
    """The answered words of two texts and what is left of either."""

    matches: tuple[Match, ...]
    only_ours: tuple[Token, ...]
    only_theirs: tuple[Token, ...]


@lru_cache(maxsize=65536)
def align(ours: Text, theirs: Text) -> Alignment:
    """Answer each word of a text by at most one of the other, the best answers first."""
    pairs = sorted(_likely(ours, theirs), key=lambda row: (-row[2], abs(row[0] - row[1]), row[0], row[1]))
    mine: dict[int, Match] = {}
    used: set[int] = set()
    for one, other, likeness in pairs:
        if one not in mine and other not in used:
            mine[one] = Match(ours.tokens[one], theirs.tokens[other], likeness)
            used.add(other)
    matches = [mine[one] for one in sorted(mine)]
    left = [token for at, token in enumerate(ours.tokens) if at not in mine]
    right = [token for at, token in enumerate(theirs.tokens) if at not in used]
    matches += _settle(ours, left, right, theirs.tokens)
    matches += [Match(match.theirs, match.ours, match.likeness) for match in _settle(theirs, right, left, ours.tokens)]
    return Alignment(
        tuple(matches),
        _unsaid(left, [match.ours for match in matches]),
        _unsaid(right, [match.theirs for match in matches]),
    )


def _unsaid(left: list[Token], answered: list[Token]) -> tuple[Token, ...]:
    """Return the words left alone, without those that the same text says again."""
    if not left:
        return ()
    said = {term for token in answered for term in _terms(token)}
    return tuple(token for token in left if said.isdisjoint(_terms(token)))


def _likely(ours: Text, theirs: Text) -> Iterator[tuple[int, int, float]]:
    """Yield the places of words that may answer each other; only words with a common key are compared at all."""
    foreign = ours.language != theirs.language
    mine, yours = _index(ours), _index(theirs)
    for one, other in {pair for key in mine.keys() & yours.keys() for pair in product(mine[key], yours[key])}:
        if likeness := _likeness(ours.tokens[one], theirs.tokens[other], foreign=foreign):
            yield one, other, likeness


@lru_cache(maxsize=65536)
def _terms(token: Token) -> tuple[str, ...]:
    return tuple(token.terms)


@lru_cache(maxsize=16384)
def _index(text: Text) -> Mapping[str, Sequence[int]]:
    """Return the places of a text's words by what another word must share to answer them."""
    places: dict[str, list[int]] = {}
    for at, token in enumerate(text.tokens):
        for key in _keys(token):
            places.setdefault(key, []).append(at)
    return places


@lru_cache(maxsize=65536)
def _keys(token: Token) -> tuple[str, ...]:
    """Return a word's stem, meanings or number, and what a slip of the pen or a foreign spelling leaves alone."""
    if token.number is not None:
        return (f"#{token.number}",)
    long = len(token.form) >= SHORTEST_FUZZY
    return (f"/{token.stem}", *token.terms, *((f"~{sounding(token.form)[:2]}",) if long else ()))


def _likeness(one: Token, other: Token, *, foreign: bool) -> float:
    if one.number is not None or other.number is not None:
        return SAME if one.number == other.number else 0.0
    if one.stem == other.stem and (not foreign or one.is_name or other.is_name or len(one.stem) >= PART_LENGTH):
        return SAME
    if one.meanings or other.meanings:
        return SAME_MEANING if one.meanings & other.meanings else spelling(one, other, foreign=foreign, least=0.88)
    return spelling(one, other, foreign=foreign, least=LIKENESS)


def spelling(one: Token, other: Token, *, foreign: bool, least: float) -> float:
    """Compare two spellings: slips of the pen, inflections that the stemmer left, cognates and foreign names."""
    first, second = (sounding(one.form), sounding(other.form)) if foreign else (one.form, other.form)
    if min(len(first), len(second)) < SHORTEST_FUZZY or first[0] != second[0]:
        return 0.0
    likeness = fuzz.ratio(first, second) / 100
    if likeness >= least:
        return likeness
    shorter = min(len(one.stem), len(other.stem))
    prefix = _prefix(one.stem, other.stem)
    both_words = not (one.is_name or other.is_name)
    return 0.8 if both_words and prefix >= max(_SHARED_PREFIX, 0.85 * shorter) else 0.0


def _prefix(first: str, second: str) -> int:
    """Return how many letters two words share from the beginning."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False)))


@lru_cache(maxsize=65536)
def sounding(form: str) -> str:
    """Respell a word so that German and English spellings of one name come together: Kolumbus, Columbus."""
    for old, new in _FOREIGN:
        form = form.replace(old, new)
    return form.translate(_SOUNDS)


def _settle(text: Text, left: list[Token], right: list[Token], theirs: tuple[Token, ...]) -> list[Match]:
    """Take tokens of `text` out of `left` (and `right`) that are compounds or initials of words of the other side."""
    found = []
    joins = text.language in JOINING
    for token in tuple(left):
        if token.meanings or token.number is not None:
            continue
        parts = (joins and _parts(token, theirs)) or _spelled_out(token, theirs)
        if not parts:
            continue
        left.remove(token)
        likeness = INITIALS if len(token.text) == len(parts) else PART_OF_COMPOUND
        found.append(Match(token, parts[0], likeness))
        for part in parts:
            if part in right:
                right.remove(part)
    return found


def _parts(compound: Token, words: Iterable[Token]) -> list[Token]:
    """Return the words that make up a long unknown noun: Pockenimpfung answers impft and Pocken."""
    if len(compound.form) < COMPOUND_LENGTH or not compound.text[:1].isupper():
        return []
    inside = [
        word
        for word in words
        if PART_LENGTH <= len(word.stem) < len(compound.form)
        and (compound.form.startswith(word.stem) or word.stem in compound.form[3:])
    ]
    return inside if sum(len(word.stem) for word in inside) >= 0.4 * len(compound.form) else []


def _spelled_out(short: Token, words: tuple[Token, ...]) -> list[Token]:
    """Return the words whose initials an abbreviation is: DDR, JFK."""
    length = len(short.text)
    if not (2 <= length <= LONGEST_INITIALS and short.text.isupper()):
        return []
    for start in range(len(words) - length + 1):
        row = words[start : start + length]
        if "".join(word.text[:1] for word in row).upper() == short.text:
            return list(row)
    return []


def opposed(alignment: Alignment) -> tuple[Token, Token] | None:
    """Return two words left over that say the opposite of each other, such as *opens* and *closes*."""
    table = lexicon()
    ours, theirs = (
        [token for token in tokens if token.meanings and not token.aside]
        for tokens in (alignment.only_ours, alignment.only_theirs)
    )
    said = {meaning for token in theirs for meaning in token.meanings}
    for one in ours:
        if any(not said.isdisjoint(table.concepts[meaning].opposite) for meaning in one.meanings):
            for other in theirs:
                if table.opposed(one.meanings, other.meanings):
                    return one, other
    return None
