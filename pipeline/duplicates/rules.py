"""Definite rules beside the model: ``data/decks/duplicates.toml``.

A rule tells by words of the texts, or by series, that two cards always or never tell the same event::

    [[never]]
    both = ["Weltmeister"]       # both cards have these words
    only_one = ["1954"]          # exactly one of them has these
    series = ["sport", "frauen"] # the one is of the first, the other of the second series
    note = "each world cup is an event of its own"

What a person decided about two cards comes before rules; *never* comes before *always*.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from ..cards import Card
from ..diagnostics import Diagnostic, finding
from ..documents import decode, likely, nearest, read_toml, toml_places
from .normalise import normal_form

MOST_OF_A_RULE = 50
"""Cards that one rule may pair each with each; of more, each is paired with the first only."""


def _comparable(word: str) -> str:
    if not normal_form(word).strip():
        raise ValueError(f"`{word}` has no letter or digit, and no text is compared by anything else")
    return word


Words = tuple[Annotated[str, Field(min_length=1), AfterValidator(_comparable)], ...]


class Rule(BaseModel):
    """What two cards must have for a rule to speak of them; words are compared without case and accents."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        json_schema_extra={"anyOf": [{"required": [name]} for name in ("both", "only_one", "series")]},
    )

    both: Words = ()
    only_one: Words = ()
    series: Annotated[tuple[str, ...], Field(max_length=2, json_schema_extra={"minItems": 2})] = ()
    note: str = ""

    @model_validator(mode="after")
    def _says_something(self) -> "Rule":
        if not (self.both or self.only_one or self.series):
            raise ValueError("a rule needs `both`, `only_one` or `series`")
        if self.series and len(self.series) != 2:
            raise ValueError("`series` names two series; name one twice for cards of the same series")
        if self.only_one and all(any(_spaced(one) in _spaced(word) for word in self.both) for one in self.only_one):
            raise ValueError("no two cards can meet it: what `only_one` names, both have by `both`")
        return self

    @property
    def told(self) -> str:
        """The words and series that it names, by which people find it."""
        return ", ".join(f"`{name}`" for name in (*self.both, *self.only_one, *self.series))

    def covers(self, first: Card, second: Card) -> bool:
        """Tell whether the rule speaks of two cards."""
        if self.series and sorted(self.series) != sorted((first.series, second.series)):
            return False
        if not (_has(first, self.both) and _has(second, self.both)):
            return False
        return not self.only_one or _has(first, self.only_one) != _has(second, self.only_one)


class Always(Rule):
    """A rule that makes one event of two cards: the words that both have are needed, or it would make one of all."""

    both: Annotated[Words, Field(min_length=1)]


class Rules(BaseModel):
    """The rules of a workspace."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    always: tuple[Always, ...] = ()
    never: tuple[Rule, ...] = ()

    def find(self, first: Card, second: Card) -> tuple[str, Rule] | None:
        """Return the answer (`same`, `different`) and the rule that gives it, None if no rule speaks of the cards."""
        for answer, rules in (("different", self.never), ("same", self.always)):
            for rule in rules:
                if rule.covers(first, second):
                    return answer, rule
        return None

    def pairs(self, cards: Mapping[str, Card]) -> Iterator[tuple[str, str]]:
        """Yield the pairs of cards that a rule declares to be the same event, however unlike they are."""
        for rule in self.always:
            keys = sorted(key for key, card in cards.items() if _has(card, rule.both))
            few = len(keys) <= MOST_OF_A_RULE
            asked = combinations(keys, 2) if few else ((keys[0], other) for other in keys[1:])
            yield from ((a, b) for a, b in asked if rule.covers(cards[a], cards[b]))


def _has(card: Card, words: Iterable[str]) -> bool:
    texts = (*card.event.values(), *card.comment.values())
    return all(any(_spaced(word) in _spaced(text) for text in texts) for word in words)


@lru_cache(maxsize=65536)
def _spaced(text: str) -> str:
    """Return the normal form of a text between blanks; many rules ask for it again and again."""
    return f" {normal_form(text)} "


def read_rules(data: bytes, name: str, series: Collection[str] | None = None) -> tuple[Rules, list[Diagnostic]]:
    """Read the rules; `name` is what findings call the file. A file that cannot be read is no rules and findings.

    `series` are the codes of all series there are, None if nobody knows them.
    """
    rules, findings = read_toml(data, name, Rules, "docs/duplicates.md", "duplicates")
    if rules is None:
        return Rules(), findings
    return rules, findings if series is None else [*findings, *_unknown_series(rules, data, name, series)]


def _unknown_series(rules: Rules, data: bytes, name: str, series: Collection[str]) -> Iterator[Diagnostic]:
    """Yield the series in rules that there are none of, so that the rule speaks of no card."""
    source, _ = decode(data, name)
    places = toml_places(source) if source else {}
    for kind, known in (("always", rules.always), ("never", rules.never)):
        for number, rule in enumerate(known):
            for code in dict.fromkeys(rule.series):
                if code not in series:
                    place = nearest(places, (kind, number, "series"), name)
                    yield finding("WM519", f"there is no series `{code}`{likely(code, series)}", place)
