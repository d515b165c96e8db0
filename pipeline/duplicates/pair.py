"""The verdict on two cards: by their texts first, by their years second."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Literal

from ..cards import Card
from ..years import YearInterval, years_in_words
from .lexicon import lexicon
from .normalise import Token
from .reasons import reasons
from .score import Alignment, Match, Score, weights
from .vectors import LONGEST

Verdict = Literal["duplicate", "conflict", "uncertain", "distinct"]
Answer = Literal["same", "different"]
Before = Literal["same", "different", "both"]
"""What counts no longer: an answer on cards that read otherwise, or two that contradict each other."""

_MOST_OF_A_SOURCE = 60


@dataclass(frozen=True, slots=True)
class Pair:
    """Two cards (keys, a < b), how alike their texts are (0 to 1), and what that means.

    `decided` is what a person or a rule said of the pair, None while nobody did, and `rule` names the rule; `before` is
    what somebody said of it when one of the cards read otherwise, `both` if people contradict each other.
    """

    a: str
    b: str
    score: float
    verdict: Verdict
    decided: Answer | None = None
    before: Before | None = None
    rule: str = ""
    rests_on: tuple[Score, Card, Card] | None = field(default=None, repr=False, compare=False)

    @property
    def reasons(self) -> tuple[str, ...]:
        """What the judgement rests on; looked up when somebody asks, since most pairs are only counted."""
        if self.rests_on is None:
            return ()
        return (*([_BEFORE[self.before]] if self.before else ()), *explain(*self.rests_on))

    @property
    def why(self) -> str:
        """The reasons in one sentence."""
        return "; ".join(self.reasons)

    @property
    def is_verbatim(self) -> bool:
        """Tell whether nobody decided, and the two say the same in the same words."""
        return self.decided is None and self.score == 1.0 and bool(self.rests_on and not self.rests_on[0].features)

    @property
    def is_open(self) -> bool:
        """Tell whether the two are, or may be, one event, and nobody decided."""
        return self.decided is None and self.verdict != "distinct"

    @property
    def is_same(self) -> bool:
        """Tell whether the two count as one event."""
        return self.verdict in {"duplicate", "conflict"}

    def as_json(self) -> dict[str, str | float | None]:
        """Return the pair as one object of ``--format json``."""
        return {
            "a": self.a,
            "b": self.b,
            "score": round(self.score, 4),
            "verdict": self.verdict,
            "why": self.why,
            "decided": self.decided,
        }


_BEFORE: Mapping[Before, str] = {
    "same": "it was decided to be one event when a card read otherwise",
    "different": "it was decided to be two events when a card read otherwise",
    "both": "it was decided to be one event and to be two events",
}


def verdict(
    score: Score,
    first: YearInterval | None,
    second: YearInterval | None,
    decided: Answer | None = None,
    before: Before | None = None,
) -> Verdict:
    """Judge a pair: a year can turn a duplicate into a conflict and nothing else; an unknown year agrees with all.

    Two texts on one person, with two who changed places, of which one denies the other, with words that few other cards
    have, or of which somebody decided `before` one of them changed, or people decided both, are never distinct without
    a look.
    """
    if decided == "different":
        return "distinct"
    limits = weights()
    if decided is None and (score.value < limits.duplicate or score.is_contrary or score.is_described):
        return "uncertain" if score.value >= limits.uncertain or score.is_open or before else "distinct"
    return "conflict" if first and second and not first.overlaps(second) else "duplicate"


def explain(score: Score, first: Card, second: Card) -> Iterator[str]:
    """Yield what a pair rests on: shared words, what is for and against it, words left alone, years.

    pipeline/publish/german.toml has German words for each.
    """
    alignment, features = score.alignment, score.features
    yield _shared(alignment) if features else _same_words(first, second, score.value)
    if score.value < weights().uncertain and alignment.person:
        yield f"both tell of {' '.join(token.text for token in alignment.person)}"
    if score.value < weights().uncertain and score.is_rare:
        yield "few other cards have these words"
    if features.get("opposed") and (against := _opposed(alignment)):
        yield f"`{against[0].text}` and `{against[1].text}` say the opposite"
    yield from reasons(features)
    for card, tokens in ((first, alignment.only_ours), (second, alignment.only_theirs)):
        if tokens:
            yield from _alone(card, tokens)
    yield from _years(first, second)


def _opposed(alignment: Alignment) -> tuple[Token, Token] | None:
    """Return two words left over that say the opposite of each other, such as *opens* and *closes*."""
    for one, other in product(alignment.only_ours, alignment.only_theirs):
        if not (one.aside or other.aside) and lexicon().opposed(one.word.meanings, other.word.meanings):
            return one, other
    return None


def _same_words(first: Card, second: Card, value: float) -> str:
    """Say that the texts have the same words, of longer ones than are read that they begin with them."""
    if not value:
        return "no words to compare"
    is_long = any(len(text) > LONGEST for card in (first, second) for text in card.event.values())
    return "the texts begin with the same words" if is_long else "the texts have the same words"


def _shared(alignment: Alignment) -> str:
    return f"both have {_listed_matches(alignment.matches)}" if alignment.matches else "no word is shared"


def _listed_matches(matches: tuple[Match, ...]) -> str:
    strongest = sorted(matches, key=lambda match: -match.ours.weight * match.likeness)
    shown = dict.fromkeys(
        f"`{match.ours.text}`"
        if match.ours.word.form == match.theirs.word.form
        else f"`{match.ours.text}`/`{match.theirs.text}`"
        for match in strongest
    )
    return ", ".join(list(shown)[:5])


def _listed(tokens: tuple[Token, ...], most: int = 5) -> str:
    shown = list(dict.fromkeys(f"`{token.text}`" for token in tokens))
    return ", ".join(shown[:most]) + (f" (and {len(shown) - most} more)" if len(shown) > most else "")


def _alone(card: Card, tokens: tuple[Token, ...]) -> Iterator[str]:
    """Yield the words that only one card has, those of its comment apart."""
    told = tuple(token for token in tokens if not token.aside)
    aside = tuple(token for token in tokens if token.aside)
    if told:
        yield f"only {card.key} has {_listed(told)}"
    if aside:
        yield f"only the comment of {card.key} has {_listed(aside, 3)}"


def _years(first: Card, second: Card) -> Iterator[str]:
    """Yield what the years say, and of years that exclude each other what each card rests on."""
    if first.interval is None or second.interval is None:
        yield "a year that cannot be read agrees with any"
        return
    ours, theirs = (_year(card.year, years_in_words(card.interval)) for card in (first, second) if card.interval)
    gap = first.interval.gap(second.interval)
    if not gap:
        yield f"both say {ours}" if ours == theirs else f"the years {ours} and {theirs} overlap"
        return
    yield f"the years {ours} and {theirs} lie {gap} year{'s' * (gap > 1)} apart"
    if slip := slip_of(first.interval, second.interval):
        yield slip
    for card in (first, second):
        yield f"{card.key} cites {_cited(card) or 'no source'}"


def _year(said: str, meant: str) -> str:
    return f"`{said}`" if said == meant.removeprefix("AD ") else f"`{said}` ({meant})"


def _cited(card: Card) -> str:
    """Return the names of a card's first sources, short, with the years that they state."""
    return "; ".join(
        _short(source.ref) + (f" ({source.states_value})" if source.states_value else "") for source in card.sources[:2]
    )


def _short(ref: str) -> str:
    """Return the site of an address, the beginning of another long name."""
    _, is_address, rest = ref.partition("://")
    name = rest.partition("/")[0] if is_address else ref
    return name if len(name) <= _MOST_OF_A_SOURCE else f"{name[:_MOST_OF_A_SOURCE]}…"


def slip_of(first: YearInterval, second: YearInterval) -> str:
    """Say which slip would explain two years that exclude each other: an era, a year zero, or both; else nothing.

    An era is wrong if the same count of years in the other era agrees with the other card.
    """
    mirrored = _mirrored(first, second)
    if mirrored and mirrored.overlaps(second):
        return "an era is wrong or missing in one of them"
    if mirrored and mirrored.gap(second) == 1:
        return "an era is wrong or missing in one of them, and perhaps somebody counted a year zero"
    latest = [interval.latest for interval in (first, second)]
    if first.gap(second) == 1 and all(year is not None and year <= 1 for year in latest):
        return "perhaps somebody counted a year zero"
    return ""


def _mirrored(first: YearInterval, second: YearInterval) -> YearInterval | None:
    """Return the first interval in the era of the second, None unless each lies in an era of its own, as a whole."""
    before, after = sorted((first, second), key=lambda each: each.latest is None or each.latest > 0)
    closed = None not in {first.earliest, first.latest, second.earliest, second.latest}
    if not closed or (before.latest or 0) > 0 or (after.earliest or 0) < 1:
        return None
    assert first.earliest is not None  # noqa: S101 - closed
    assert first.latest is not None  # noqa: S101 - closed
    return YearInterval(1 - first.latest, 1 - first.earliest)
