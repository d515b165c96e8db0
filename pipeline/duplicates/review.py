"""The questions that only a person can answer: in which order, what to show, and what each answer means."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from ..cards import Card, Series
from ..sources import format_sources
from ..years import YearError, format_year, years_in_words
from .decisions import Decisions
from .find import score_cards
from .normalise import Token
from .pair import Answer, Pair

Reply = Literal["same", "different", "conflict", "later", "undo", "quit"]
REPLIES: Mapping[str, Reply] = {
    "s": "same",
    "d": "different",
    "c": "conflict",
    "l": "later",
    "u": "undo",
    "q": "quit",
}
"""The key of each reply. *Conflict* says: one event, and one of the years is wrong."""

_WORD = re.compile(r"\w+(?:-\w+)*")
_FIRST = ("conflict", "duplicate", "uncertain")


@dataclass(frozen=True, slots=True)
class Question:
    """Two cards about which nobody has decided; `number` of `total`."""

    pair: Pair
    first: Card
    second: Card
    number: int
    total: int

    def sides(self) -> Iterator[tuple[Card, str, list[tuple[str, bool]]]]:
        """Yield each card, the language in which its text was compared, and that in pieces, true for what only it has.

        It is the comparison on which score and reasons rest, so that what is marked is what they call alone.
        """
        score = self.pair.rests_on[0] if self.pair.rests_on else score_cards(self.first, self.second)
        alignment = score.alignment
        alone = (alignment.only_ours, alignment.only_theirs)
        for card, compared, tokens in zip((self.first, self.second), score.languages, alone, strict=True):
            language = compared or next(iter(card.event), "")
            told = (token for token in tokens if not token.aside)
            yield card, language, list(_pieces(card.event.get(language, ""), told))

    def as_json(self, *, blind: bool) -> dict[str, Any]:
        """Return the question for other front ends."""
        shown: dict[str, Any] = {"ask": {"number": self.number, "total": self.total}}
        for side, (card, language, pieces) in zip("ab", self.sides(), strict=True):
            shown[side] = {
                "card": card.key,
                "event": dict(card.event),
                "comment": dict(card.comment),
                "year": card.year,
                "interval": years_in_words(card.interval) if card.interval else None,
                "sources": [format_sources((source,)) for source in card.sources],
                "language": language,
                "pieces": [{"text": text, "alone": alone} for text, alone in pieces],
            }
        if not blind:
            shown |= {"score": round(self.pair.score, 4), "verdict": self.pair.verdict, "why": self.pair.why}
        return shown


def _pieces(text: str, alone: Iterable[Token]) -> Iterator[tuple[str, bool]]:
    """Cut a text into words and what is between them; a word is marked if the other text has nothing for it."""
    marked = {word for token in alone for word in _WORD.findall(token.text)}
    end = 0
    for match in _WORD.finditer(text):
        if match.start() > end:
            yield text[end : match.start()], False
        yield match[0], bool(marked & {match[0], *match[0].split("-")})
        end = match.end()
    if end < len(text):
        yield text[end:], False


def questions(pairs: Iterable[Pair], cards: Mapping[str, Card]) -> list[Question]:
    """Return what to ask, conflicts first, the most alike first; what was decided is not asked again."""
    asked = sorted(
        (pair for pair in pairs if pair.is_open),
        key=lambda pair: (_FIRST.index(pair.verdict), -pair.score, pair.a, pair.b),
    )
    return [Question(pair, cards[pair.a], cards[pair.b], at, len(asked)) for at, pair in enumerate(asked, 1)]


def answer_of(reply: Reply) -> Answer | None:
    """Return what a reply says of the event; None if it decides nothing."""
    if reply in {"same", "conflict"}:
        return "same"
    return "different" if reply == "different" else None


class Printed(NamedTuple):
    """A card as the newest edition of its series prints it; `edition` is to be named to correct it, if it is."""

    card: Card
    series: Series
    edition: int | None = None


def disagree(first: Card, second: Card) -> bool:
    """Tell whether the years of two cards exclude each other."""
    return bool(first.interval and second.interval and not first.interval.overlaps(second.interval))


def drafts(first: Printed, second: Printed) -> tuple[str, ...]:
    """Return two commands, one of which drafts the corrigendum; none if the years do not exclude each other."""
    if not disagree(first.card, second.card):
        return ()
    sides = (first, second), (second, first)
    return tuple(_draft(wrong, right.card, year) for wrong, right in sides if (year := _year_for(wrong, right)))


def _draft(wrong: Printed, right: Card, year: str) -> str:
    reason = f"{right.key} tells the same event"
    edition = f" --edition {wrong.edition}" if wrong.edition else ""
    corrected = f"--card {wrong.card.key}{edition} --new {_quoted(year)}"
    return f"wildmix corrigenda report {corrected} --reason {_quoted(reason)}"


def _year_for(wrong: Printed, right: Printed) -> str:
    """Return the year of one card in the words of the other's series; empty if that has no words for it."""
    ours, theirs = wrong.series.year_language, right.series.year_language
    try:
        year = right.card.year if ours == theirs else format_year(right.series.read_year(right.card.year), ours)
        said = wrong.series.read_year(year).interval
    except YearError:
        return ""
    return year if right.card.interval and said.overlaps(right.card.interval) else ""


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def undone(decisions: Decisions, before: Decisions, a: str, b: str) -> Decisions:
    """Return the decisions with that on one pair as it was before."""
    answers = {key: one for key, one in decisions.answers.items() if key != (a, b)}
    if (old := before.answers.get((a, b))) is not None:
        answers[a, b] = old
    return replace(decisions, answers=answers)
