"""Who or what is told without a name: a Soviet cosmonaut, a boy pharaoh, the Portuguese capital."""

import numpy as np

from .arrays import NONE, Bits, Ints, Numbers, marked, meeting
from .side import Side, one_to_one

DESCRIBED = 0.6
"""What it counts that a word describes a name."""


def described(sides: tuple[Side, Side], free: list[Bits]) -> tuple[list[tuple[Ints, Ints, Numbers]], tuple[Bits, Bits]]:
    """Return free names, each with a free word of the other text that describes it, and what that counts.

    Then which other words of either text describe a free name of the other; these are free no longer, and nor are the
    answers. A text that leaves a name of its own does not answer another's (Catherine, the Empress Maria Theresa), and
    a nation alone tells too little to answer a name.
    """
    words = sides[0].texts.words
    found = [_describing(sides[at], sides[1 - at], free[at], free[1 - at]) for at in range(2)]
    describing = np.zeros(len(sides[0].place), dtype=bool), np.zeros(len(sides[1].place), dtype=bool)
    for at, (_, told) in enumerate(found):
        free[1 - at][told], describing[1 - at][told] = False, True
    rows = []
    for at, (names, told) in enumerate(found):
        mine, yours = sides[at], sides[1 - at]
        named = words.is_person[yours.word] | (words.is_name & (words.described != NONE))[yours.word]
        own = marked(yours.pair[free[1 - at] & named], len(mine.first))
        may = free[at][names] & ~own[mine.pair[names]] & ~words.is_place[yours.word[told]]
        best = np.lexsort((told, -words.weight[yours.word[told]], mine.pair[names]))
        best = best[may[best]]
        chosen = best[np.sort(one_to_one(names[best], told[best], mine, yours))]
        free[at][names[chosen]] = describing[1 - at][told[chosen]] = False
        answers = (names[chosen], told[chosen])
        rows.append((*(answers if at == 0 else answers[::-1]), np.full(len(chosen), DESCRIBED)))
    return rows, describing


def _describing(mine: Side, yours: Side, alone: Bits, free: Bits) -> tuple[Ints, Ints]:
    """Return names left alone in one text with the free words of the other that describe them.

    A name that both texts have says nothing of what else they tell: two finds of one discoverer. What happens, and
    numbers, are told with a name as without.
    """
    words = mine.texts.words
    names = np.flatnonzero(alone & (words.described[mine.word] != NONE))
    may = free & words.has_meaning[yours.word] & ~words.is_deed[yours.word] & ~words.has_number[yours.word]
    told = np.flatnonzero(may & marked(mine.pair[names], len(yours.first))[yours.pair])
    # Names meet words by what describes them: long texts would have too many words to try each.
    name, meant = words.describing_each(mine.word[names])
    number = int(words.meanings.max(initial=0)) + 1
    one, other = meeting(
        mine.pair[names[name]] * number + meant, yours.pair[told] * number + words.meanings[yours.word[told]]
    )
    return names[name[one]], told[other]
