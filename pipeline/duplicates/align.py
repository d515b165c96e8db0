"""Which words of two texts answer each other, and which stay alone: for many pairs of texts at once."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from .arrays import NONE, Bits, Ints, Numbers, among, blocks, different, marked, meeting, spans, totals
from .columns import Columns, Words
from .fame import described
from .gaps import gaps
from .side import Side, one_to_one, side_of
from .spelling import LONGEST_INITIALS, PART_LENGTH, Spellings
from .vectors import Floats, dots

SAME, SAME_MEANING, PART_OF_COMPOUND, INITIALS = 1.0, 0.9, 0.85, 0.95
"""What an answer counts: the same word, another with its meaning, a part of a compound, initials."""

LIKENESS, KNOWN_LIKENESS = 0.8, 0.88
"""The least likeness (rapidfuzz ratio, 0 to 1) at which two spellings count as one word; if the lexicon knows one."""

ANSWERS, KNOWN_ANSWERS, MOST = 600, 720, 900
"""The likeness of vectors, in thousandths, from which two words of different languages answer each other; the same for
names, and for words that the lexicon knows and holds for different; and what such an answer counts at most."""

ENOUGH = 3
"""How many words must be answered before others, spelt nearly alike, count as slips of the pen."""

_THOUSAND = 1000
_CODES, _ROOM, _FEW = 0x110000, 64, 400

_ERROR, _NEAR = 2e-4, (ANSWERS - 1) / _THOUSAND
"""More than a product of vectors differs from the same product in another order; less than any answer counts."""


@dataclass(slots=True)
class Aligned:
    """Pairs of texts: the words `ours` (of the first) that are answered by `theirs`, and which words stay `alone`.

    Words are places in the rows of the two sides; answers are sorted by pairs. `likeness` is what an answer counts, 0
    to 1. Words `describing` a name of the other text neither answer one nor stay alone; those of the first text whose
    answers are a name and what describes it are told `by_description`. `nearest` is, for words alone in pairs of two
    languages, how near in meaning the nearest word of the other text is, 0 to 1; None without vectors.
    """

    sides: tuple[Side, Side]
    foreign: Bits
    ours: Ints
    theirs: Ints
    likeness: Numbers
    alone: tuple[Bits, Bits]
    describing: tuple[Bits, Bits]
    by_description: Bits
    nearest: tuple[Numbers, Numbers] | None

    @property
    def pair(self) -> Ints:
        """The pair of each answer."""
        return self.sides[0].pair[self.ours]


def align(texts: Columns, left: Ints, right: Ints, vectors: Floats | None) -> Aligned:
    """Answer each word of a text by at most one of the other, the best answers first; `vectors` has a row a word."""
    sides = side_of(texts, left), side_of(texts, right)
    foreign = texts.language[left] != texts.language[right]
    ours, theirs, likeness = _answered(*sides)
    free = [~marked(ours, len(sides[0].place)), ~marked(theirs, len(sides[1].place))]
    rows = [(ours, theirs, likeness)]
    for mine, yours in ((0, 1), (1, 0)):
        whole, part, counts, parts = _settled(sides[mine], sides[yours], free[mine])
        free[mine][whole] = free[yours][parts] = False
        rows.append((whole, part, counts) if mine == 0 else (part, whole, counts))
    rows.append(_misspelt(sides, free, *(np.concatenate(row) for row in list(zip(*rows, strict=True))[:2])))
    free[0][rows[-1][0]] = free[1][rows[-1][1]] = False
    answers, describing = described(sides, free)
    rows += answers
    by_description = marked(np.concatenate([one for one, _, _ in answers]), len(sides[0].place))
    ours, theirs, likeness = (np.concatenate(row) for row in zip(*rows, strict=True))
    free[0] &= ~_inside(sides[0], sides[1], free[0], theirs)
    free[1] &= ~_inside(sides[1], sides[0], free[1], ours)
    alone = _unsaid(sides[0], free[0], ours), _unsaid(sides[1], free[1], theirs)
    found = Aligned(sides, foreign, ours, theirs, likeness, alone, describing, by_description, None)
    if vectors is not None:
        _answer_by_meaning(found, vectors)
    order = np.argsort(found.pair, kind="stable")
    found.ours, found.theirs, found.likeness = found.ours[order], found.theirs[order], found.likeness[order]
    return found


def _keyed(side: Side, number: int) -> tuple[Ints, Ints]:
    """Return a number for each key of each word and its pair, and the words; there are so many keys."""
    words = side.texts.words
    begin = words.first_key[side.word]
    many = words.first_key[side.word + 1] - begin
    word = np.repeat(np.arange(len(side.word)), many)
    return side.pair[word] * number + words.keys[spans(begin, many)], word


def _met(ours: Side, theirs: Side) -> tuple[Ints, Ints]:
    """Return the words of the first with those of the second text of each pair that may answer each other."""
    number = int(ours.texts.words.keys.max(initial=0)) + 1
    (our_keys, mine), (their_keys, yours) = (_keyed(side, number) for side in (ours, theirs))
    one, other = meeting(our_keys, their_keys)
    wide = len(theirs.place)
    return np.divmod(np.unique(mine[one] * wide + yours[other]), max(wide, 1))


def _answered(ours: Side, theirs: Side) -> tuple[Ints, Ints, Numbers]:
    """Return which words answer each other by stem, meaning, number or spelling."""
    words = ours.texts.words
    one, other = _met(ours, theirs)
    first, second, back = different(ours.word[one], theirs.word[other], len(words.tokens))
    alike = _alike(words, first, second)
    values, rank = np.unique(-alike, return_inverse=True)
    kept = alike[back] > 0
    one, other, back = one[kept], other[kept], back[kept]
    pair = ours.pair[one]
    apart = np.abs(one - ours.first[pair] - (other - theirs.first[pair]))
    best = np.argsort((pair * len(values) + rank[back]) * (1 + apart.max(initial=0)) + apart, kind="stable")
    chosen = np.sort(best[one_to_one(one[best], other[best], ours, theirs)])
    return one[chosen], other[chosen], alike[back[chosen]]


def _alike(words: Words, ours: Ints, theirs: Ints) -> Numbers:
    """Return how well pairs of words answer each other, 0 to 1."""
    spellings = words.spellings
    foreign = words.language[ours] != words.language[theirs]
    sure = ~foreign | words.is_name[ours] | words.is_name[theirs] | words.has_number[ours]
    same = (words.term[ours] == words.term[theirs]) & (sure | (spellings.stem_length[ours] >= PART_LENGTH))
    linked = words.are_linked(ours, theirs)
    found = np.where(same, SAME, np.where(linked, SAME_MEANING, 0.0))
    known = (words.has_meaning[ours] & ~words.is_name[ours]) | (words.has_meaning[theirs] & ~words.is_name[theirs])
    least = np.where(known, KNOWN_LIKENESS, LIKENESS)
    # Two names that the lexicon knows and holds for different are no slips of each other: Northwest, Northeast Passage.
    two_names = words.is_name[ours] & words.is_name[theirs] & words.has_meaning[ours] & words.has_meaning[theirs]
    for is_foreign in (False, True):
        rest = np.flatnonzero((found == 0) & (foreign == is_foreign) & ~two_names)
        found[rest] = spellings.alike(ours[rest], theirs[rest], least[rest], foreign=is_foreign)
    return found


def _settled(mine: Side, yours: Side, free: Bits) -> tuple[Ints, Ints, Numbers, Ints]:
    """Return the free words that are compounds or initials of words of the other text, and the first of these words.

    Then what that answer counts, and all words that are in the compound or that the initials stand for.
    """
    spellings = mine.texts.words.spellings
    word, unused = mine.word, free.copy()
    whole, part = _joined(spellings, np.flatnonzero(free & spellings.may_join[word]), mine, yours)
    unused[whole] = False
    short, begin = _spelled_out(spellings, np.flatnonzero(unused & spellings.may_abbreviate[word]), mine, yours)
    joined, first = np.unique(whole, return_index=True)
    found = np.concatenate([joined, short])
    counts = np.repeat([PART_OF_COMPOUND, INITIALS], [len(joined), len(short)])
    parts = np.concatenate([part, spans(begin, spellings.initials(word[short]))])
    order = np.argsort(found)
    return found[order], np.concatenate([part[first], begin])[order], counts[order], parts


def _joined(spellings: Spellings, whole: Ints, mine: Side, yours: Side) -> tuple[Ints, Ints]:
    """Return compounds, each as often as there are words of the other text in it, and these words."""
    if not len(whole):
        return whole, whole
    word, number = mine.word[whole], len(spellings.part)
    row, stem = spellings.parts(word)
    may = np.flatnonzero(spellings.may_be_part[yours.word] & marked(mine.pair[whole], len(yours.first))[yours.pair])
    one, other = meeting(
        mine.pair[whole[row]] * number + stem, yours.pair[may] * number + spellings.part[yours.word[may]]
    )
    row, part = row[one], may[other]
    order = np.lexsort((part, row))
    row, part = row[order], part[order]
    letters = totals(row, spellings.part_length[yours.word[part]], len(whole))
    different_parts = np.bincount(
        np.unique(row * number + spellings.part[yours.word[part]]) // number, minlength=len(whole)
    )
    # Elsewhere than in German, only neighbours are written as one: a ship in a war is no warship.
    place = yours.place[part]
    first, last = np.full(len(whole), np.iinfo(np.int64).max), np.full(len(whole), NONE)
    np.minimum.at(first, row, place)
    np.maximum.at(last, row, place)
    enough = (spellings.is_made_of(word, letters, different_parts) & (spellings.joins[word] | (last - first == 1)))[row]
    return whole[row[enough]], part[enough]


def _inside(mine: Side, yours: Side, free: Bits, answered: Ints) -> Bits:
    """Tell which free words are parts of answered compounds of the other text: filter for coffee.

    `answered` are the answered words of the other text.
    """
    spellings = mine.texts.words.spellings
    word = yours.word[answered]
    whole = np.unique(answered[spellings.may_join[word] & spellings.joins[word] & ~spellings.is_phrase[word]])
    if not len(whole):
        return np.zeros(len(free), dtype=bool)
    row, stem = spellings.parts(yours.word[whole])
    part, number = np.flatnonzero(free & spellings.may_be_part[mine.word]), len(spellings.part)
    keys = np.unique(yours.pair[whole[row]] * number + stem)
    return marked(part[among(mine.pair[part] * number + spellings.part[mine.word[part]], keys)], len(free))


def _spelled_out(spellings: Spellings, short: Ints, mine: Side, yours: Side) -> tuple[Ints, Ints]:
    """Return initials, and the first of the words of the other text that they stand for: DDR, JFK."""
    if not len(short):
        return short, short
    word, pair = mine.word[short], mine.pair[short]
    may = np.flatnonzero(marked(pair, len(yours.first))[yours.pair])
    row, begin = meeting(
        pair * _CODES + spellings.letters(word, 0), yours.pair[may] * _CODES + spellings.initial[yours.word[may]]
    )
    begin = may[begin]
    size, end = spellings.initials(word), (yours.first + yours.lengths)[pair]
    fits = begin + size[row] <= end[row]
    row, begin = row[fits], begin[fits]
    for place in range(1, LONGEST_INITIALS):
        inside = np.flatnonzero(size[row] > place)
        next_word = yours.word[begin[inside] + place]
        wrong = inside[spellings.initial[next_word] != spellings.letters(word[row[inside]], place)]
        row, begin = np.delete(row, wrong), np.delete(begin, wrong)
    found, first = np.unique(row, return_index=True)
    return short[found], begin[first]


def _misspelt(sides: tuple[Side, Side], free: list[Bits], ours: Ints, theirs: Ints) -> tuple[Ints, Ints, Numbers]:
    """Return free words that are spelt nearly alike and stand beside the same words: slips of the pen, cognates.

    Two words that the lexicon knows are no slips of each other, and where little else is answered Manet is not Monet.
    """
    words = sides[0].texts.words
    enough = np.bincount(sides[0].pair[ours], minlength=len(sides[0].first)) >= ENOUGH
    may = [bits & enough[side.pair] & ~words.has_number[side.word] for side, bits in zip(sides, free, strict=True)]
    rows = []
    beside = _beside_names(sides, (may[0], may[1]), ours, theirs)
    for one, other in (*beside, *gaps(sides, ours, theirs).facing((may[0], may[1]))):
        mine, yours = sides[0].word[one], sides[1].word[other]
        near = words.spellings.may_be_near(mine, yours) & ~(words.has_meaning[mine] & words.has_meaning[yours])
        rows.append((one[near], other[near]))
    one, other = (np.concatenate(row) for row in zip(*rows, strict=True))
    alike = words.spellings.nearly(sides[0].word[one], sides[1].word[other])
    kept = np.flatnonzero(alike > 0)
    best = kept[np.lexsort((-alike[kept], sides[0].pair[one[kept]]))]
    chosen = best[np.sort(one_to_one(one[best], other[best], *sides))]
    return one[chosen], other[chosen], alike[chosen]


def _beside_names(
    sides: tuple[Side, Side], may: tuple[Bits, Bits], ours: Ints, theirs: Ints
) -> Iterator[tuple[Ints, Ints]]:
    """Yield free words of names with those that stand before or after the same answered word: Ray Kroc, Ray Croc."""
    answer = np.full(len(sides[0].place), NONE)
    answer[ours] = theirs
    for step in (1, -1):
        one = _in_a_name(sides[0], np.flatnonzero(may[0]), -step)
        one = one[answer[one - step] != NONE]
        known = _in_a_name(sides[1], np.unique(answer[one - step]), step)
        one = one[among(answer[one - step], known)]
        other = answer[one - step] + step
        yield one[may[1][other]], other[may[1][other]]


def _in_a_name(side: Side, at: Ints, step: int) -> Ints:
    """Return those words that are in one name with the word so many places on."""
    at = at[(at + step >= 0) & (at + step < len(side.pair))]
    leader = side.texts.leader[side.place]
    is_one = (side.pair[at + step] == side.pair[at]) & (leader[at] != NONE) & (leader[at + step] == leader[at])
    found: Ints = at[is_one]
    return found


def _unsaid(side: Side, free: Bits, answered: Ints) -> Bits:
    """Tell which of the free words say what no answered word of the same text says too."""
    texts = side.texts
    many = texts.again[side.place + 1] - texts.again[side.place]
    again = np.flatnonzero(many)
    if not len(again):
        return free
    word = np.repeat(again, many[again])
    term = texts.repeats[spans(texts.again[side.place[again]], many[again])]
    key = side.pair[word] * (int(term.max()) + 1) + term
    said = np.unique(key[marked(answered, len(free))[word]])
    return free & ~marked(word[among(key, said)], len(free))


def _answer_by_meaning(found: Aligned, vectors: Floats) -> None:
    """Let words of different languages that are left alone answer each other if they mean nearly the same."""
    ours, theirs = found.sides
    words = ours.texts.words
    nearest = np.zeros(len(ours.place)), np.zeros(len(theirs.place))
    one, other = (np.concatenate(row) for row in zip(*_near_words(found, vectors), strict=True))
    mine, yours = ours.word[one], theirs.word[other]
    near = _near(vectors, mine, yours)
    np.maximum.at(nearest[0], one, near / _THOUSAND)
    np.maximum.at(nearest[1], other, near / _THOUSAND)
    careful = words.is_name[mine] | words.is_name[yours] | (words.has_meaning[mine] & words.has_meaning[yours])
    answers = near >= np.where(careful, KNOWN_ANSWERS, ANSWERS)
    answers &= ~(words.has_number[mine] | words.has_number[yours])
    answers &= found.alone[0][one] & found.alone[1][other]
    rows = np.flatnonzero(answers)
    rows = rows[np.lexsort((other[rows], one[rows]))]
    one, other, near = one[rows], other[rows], near[rows]
    best = np.argsort(ours.pair[one] * (4 * _THOUSAND) + 2 * _THOUSAND - near, kind="stable")
    chosen = best[np.sort(one_to_one(one[best], other[best], ours, theirs))]
    found.ours = np.concatenate([found.ours, one[chosen]])
    found.theirs = np.concatenate([found.theirs, other[chosen]])
    found.likeness = np.concatenate([found.likeness, np.minimum(near[chosen], MOST) / _THOUSAND])
    found.alone[0][one[chosen]] = found.alone[1][other[chosen]] = False
    found.nearest = nearest


def _near_words(found: Aligned, vectors: Floats) -> Iterator[tuple[Ints, Ints]]:
    """Yield words that stay alone in pairs of two languages with the nearest of the other text, and with all near ones.

    A word without an answer speaks against a pair only if the other text has one too. Of short texts all words are
    yielded; longer ones are sieved first, those that are equally long together.
    """
    ours, theirs = found.sides
    shape = ours.lengths * (1 + theirs.lengths.max(initial=0)) + theirs.lengths
    left_over = (
        marked(side.pair[alone], len(found.foreign)) for side, alone in zip(found.sides, found.alone, strict=True)
    )
    unanswered = found.foreign & np.logical_and(*left_over)
    short = ours.lengths * theirs.lengths <= _FEW
    yield _each_with_each(found, np.flatnonzero(unanswered & short))
    foreign = np.flatnonzero(unanswered & ~short)
    foreign = foreign[np.argsort(shape[foreign], kind="stable")]
    for same in np.split(foreign, np.flatnonzero(np.diff(shape[foreign])) + 1) if len(foreign) else ():
        many = int(ours.lengths[same[0]]), int(theirs.lengths[same[0]])
        for block in blocks(np.full(len(same), many[0] * many[1] + _ROOM * (many[0] + many[1]))):
            one = ours.first[same[block], None] + np.arange(many[0])
            other = theirs.first[same[block], None] + np.arange(many[1])
            near = vectors.take(ours.word[one], axis=0) @ vectors.take(theirs.word[other], axis=0).transpose(0, 2, 1)
            least = np.minimum(near.max(axis=2), _NEAR), near.max(axis=1)
            rows, columns = (
                np.where(alone[at], most - _ERROR, np.inf)
                for alone, at, most in zip(found.alone, (one, other), least, strict=True)
            )
            pair, mine, yours = np.nonzero((near >= rows[:, :, None]) | (near >= columns[:, None, :]))
            yield one[pair, mine], other[pair, yours]


def _each_with_each(found: Aligned, pairs: Ints) -> tuple[Ints, Ints]:
    """Return each word of some pairs that stays alone with all words of the other text."""
    ours, theirs = found.sides
    mine = spans(ours.first[pairs], ours.lengths[pairs])
    begin, many = theirs.first[ours.pair[mine]], theirs.lengths[ours.pair[mine]]
    one, other = np.repeat(mine, many), spans(begin, many)
    alone = found.alone[0][one] | found.alone[1][other]
    return one[alone], other[alone]


def _near(vectors: Floats, ours: Ints, theirs: Ints) -> Ints:
    """Return how near the meanings of words are, in thousandths (computers differ in the seventh digit)."""
    one, other, back = different(ours, theirs, len(vectors))
    found: Ints = np.rint(_THOUSAND * dots(vectors.__getitem__, one, other)).astype(np.int64)[back]
    return found
