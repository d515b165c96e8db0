"""What speaks for and against a pair, in words: each feature of the model that the words themselves do not show."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

SHOWN_BY_SHARED_WORDS = frozenset({"cover_low", "plenty"})
SHOWN_BY_WORDS_LEFT = frozenset({"opposed"})
"""Features that are told by naming the words that both texts have, or only one of them."""


class Reason(NamedTuple):
    """What a feature tells, and from which value on it is worth telling; ``{}`` is the value in percent."""

    words: str
    least: float = 0.5


FOR: Mapping[str, Reason] = {
    "meaning": Reason("their vectors are {} alike in meaning", 0.6),
    "uneven": Reason("one text is much the shorter, and may leave out what the other tells"),
}
AGAINST: Mapping[str, Reason] = {
    "name_clash": Reason("each has a name of which the other says nothing"),
    "number_clash": Reason("their numbers or dates differ"),
    "number_beyond": Reason("one has a number of a kind that the other lacks, or says which of several it is"),
    "replaced": Reason("between the same words each has another word"),
    "name_replaced": Reason("beside the same word each has another name or number"),
    "template": Reason("their letters are {} alike, and yet each has a word that the other lacks", 0.6),
    "deed_gap": Reason("neither tells the deed that the other tells"),
    "family_gap": Reason("they tell events of different kinds"),
    "life_gap": Reason("only one tells of a birth, a wedding or a death"),
    "negation": Reason("one of them denies it"),
    "role_swap": Reason("who did it to whom is the other way round"),
    "strange": Reason("each has a word that nothing in the other is like"),
}


def reasons(features: Mapping[str, float]) -> Iterator[str]:
    """Yield what speaks for a pair of these features, then what speaks against it."""
    for table in (FOR, AGAINST):
        told = [_told(reason, features.get(name, 0.0)) for name, reason in table.items()]
        yield from filter(None, told)


def _told(reason: Reason, value: float) -> str:
    return reason.words.format(f"{100 * value:.0f} %") if value >= reason.least else ""
