"""What did not happen: the deed that the first sentence of a text denies."""

import re
from bisect import bisect_left
from collections.abc import Sequence

from .arrays import NONE
from .forms import Word
from .lexicon import DEEDS, DENYING, NEARLY, NEGATIONS, PREVENTING, REFUSING, fold, without_zu

SOMETHING = -2
"""What a text denies that tells of a failure or a refusal, and no word of it says of what."""

_HARDLY = frozenset({"quite", "only", "just", "ganz", "nur"})
"""Words that take back a *not* before them."""
_CONTRACTED = frozenset(
    map(fold, "ain aren can couldn didn doesn don hadn hasn haven isn shouldn wasn weren won wouldn".split())  # noqa: SIM905
)
"""What stands before the *t* of *doesn't*."""
_HOW_MUCH = re.compile(
    r"(?:all|ganz|gesamt|halb|jed|komplett|vollig|vollstandig)(?:e[mnrs]?)?|eine?|einhundert\w*|restlos|nur|so|zur"
)
"""Words before which *almost* tells how much: *fast alle*, *fast ganz*."""
_WOULD_HAVE = frozenset(map(fold, ("hätte", "hätten", "wäre", "wären")))
"""What stands before *beinahe* and far from the deed: *Scott hätte beinahe den Südpol erreicht*."""
_ARTICLES = frozenset({"der", "die", "das", "den", "dem"})
_AT = {("bei",), ("beim",)}
_DUE = fold("due")


def denied(language: str, folded: Sequence[str], told: Sequence[tuple[Word, int]]) -> int:
    """Return which word a first sentence denies: NONE if it denies nothing, SOMETHING if no word says what it denies.

    What denies is *not*, *almost* before a deed, and what tells of a failure or a refusal.
    """
    own = [(word, at) for word, at in told if at < len(folded)]
    if not NEGATIONS.isdisjoint(folded) and (found := _negated(folded, own)) != NONE:
        return found
    nearly = NEARLY.get(language, frozenset())
    if not nearly.isdisjoint(folded) and (found := _nearly(nearly, folded, own)) != NONE:
        return found
    refusals = [place for place, (word, _) in enumerate(own) if _is_refusal(word)]
    if refused := [place for place in (_refused(folded, own, place) for place in refusals) if place != NONE]:
        return refused[0]
    return SOMETHING if any(not DENYING.isdisjoint(own[place][0].meanings) for place in refusals) else NONE


def _negated(folded: Sequence[str], own: Sequence[tuple[Word, int]]) -> int:
    """Return which word a *not* denies: the next, or the last one before.

    *Not only* denies nothing, *no. 36* is a number, and phrases (*not guilty*) mean what they say.
    """
    spans = [(at, at + word.text.count(" ")) for word, at in own]
    for place, (before, word, after) in enumerate(zip(("", *folded), folded, (*folded[1:], ""), strict=False)):
        is_denial = word in NEGATIONS if word != "t" else before in _CONTRACTED
        if is_denial and after not in _HARDLY and not after[:1].isdigit():
            next_one = bisect_left(spans, (place, 0))
            in_phrase = next_one < len(spans) and spans[next_one][0] == place
            if spans and not in_phrase and not (next_one and spans[next_one - 1][1] >= place):
                return min(next_one, len(spans) - 1)
    return NONE


def _nearly(nearly: frozenset[str], folded: Sequence[str], own: Sequence[tuple[Word, int]]) -> int:
    """Return which deed nearly happened: the next word, or in German the verb before (*erreicht fast den Südpol*).

    Where *almost* tells how much, all the rest happened: *fast hundert*, *fast die ganze Stadt*.
    """
    for at in [at for at, word in enumerate(folded) if word in nearly]:
        place = bisect_left(own, at, key=lambda one: one[1])
        after = next((word for word in folded[at + 1 : at + 3] if word not in _ARTICLES), "")
        if place < len(own) and own[place][1] == at + 1 and own[place][0].kind in DEEDS:
            return place
        if not _WOULD_HAVE.isdisjoint(folded[max(at - 3, 0) : at]):
            return max((other for other in range(place, len(own)) if own[other][0].kind in DEEDS), default=NONE)
        how_much = bool(_HOW_MUCH.fullmatch(after)) or (place < len(own) and own[place][0].number is not None)
        if place and own[place - 1][1] == at - 1 and _is_verb(own[place - 1][0]) and not how_much:
            return place - 1
    return NONE


def _is_verb(word: Word) -> bool:
    return word.kind in DEEDS and word.text.islower()


def _is_refusal(word: Word) -> bool:
    return not DENYING.isdisjoint(word.meanings) or word.form in REFUSING or word.form in PREVENTING


def _refused(folded: Sequence[str], own: Sequence[tuple[Word, int]], place: int) -> int:
    """Return which deed a refusal or failure denies, NONE if none: *fails to reach*, *lehnt den Beitritt ab*."""
    word, at = own[place]
    after = range(place + 1, len(own))
    end = at + word.text.count(" ") + 1
    infinitive = next((later for later in after if _is_infinitive(folded, *own[later], end)), NONE)
    fails = "fail" in word.meanings and folded[end : end + 1] not in _AT
    if infinitive != NONE or word.form in REFUSING or fails:
        return infinitive
    deeds = [other for other, (one, _) in enumerate(own) if one.kind in DEEDS]
    # A word may stand between: *lehnt erneut den Beitritt ab*, *verweigert in Worms den Widerruf*.
    if nearest := next((other for other in deeds if place < other <= place + 2), 0):
        return nearest
    return max((other for other in deeds if other < place), default=NONE) if word.form in PREVENTING else NONE


def _is_infinitive(folded: Sequence[str], word: Word, at: int, end: int) -> bool:
    """Tell whether a word behind a refusal that ends before `end` is what is refused: *to reach*, *beizutreten*.

    A word unknown may be a thing, unless it follows at once.
    """
    if _is_verb(word) or (word.kind == "word" and word.text.islower()):
        before, first = folded[at - 2 : at] if at > 1 else ("", folded[at - 1])
        is_told = first == "zu" or without_zu(word.form) is not None
        return is_told or (first == "to" and before != _DUE and (_is_verb(word) or at == end + 1))
    return False
