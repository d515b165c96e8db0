"""The report: one page for the author of a series, who has no wildmix. It needs no network and no other file."""

import base64
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from ..cards import Card, Deck, Edition
from ..corrigenda import STATES, Corrigendum
from ..diagnostics import Diagnostic, worst
from .german import advice, message
from .page import marked
from .register import Published
from .speech import Speech, Words, read_words
from .timeline import Bar, Scale, time_key, timeline, whole
from .words import field_name

if TYPE_CHECKING:
    from ..duplicates import Pair

_TURNING = re.compile("[\N{LEFT-TO-RIGHT EMBEDDING}-\N{RIGHT-TO-LEFT OVERRIDE}\u2066-\u2069]")
_VERDICTS = ("conflict", "duplicate", "uncertain")


def report_words() -> Words:
    """Return what the report says."""
    return read_words(__package__, "report.toml")


@dataclass(frozen=True)
class Part:
    """What the report tells of one deck; `cards` are all cards that its pairs name, by key.

    `faces` are front and back of each card as PNG files, by key; none if the cards are not shown.
    """

    deck: Deck
    language: str
    findings: Sequence[Diagnostic] = ()
    published: Published | None = None
    pairs: "Sequence[Pair]" = ()
    cards: Mapping[str, Card] = field(default_factory=dict)
    pictures: Mapping[str, tuple[bytes, bytes]] = field(default_factory=dict)
    drawn: str = ""

    def title(self, language: str) -> str:
        """Return the title of the series, or the name of the mix."""
        series = list(self.deck.series.values())
        return series[0].title(language) if len(series) == 1 else self.deck.name

    @property
    def colour(self) -> str:
        """The colour of the first series."""
        return next((series.colour.srgb for series in self.deck.series.values()), "#666666")

    @property
    def editions(self) -> tuple[Edition, ...]:
        """The editions of the series, none for a mix."""
        return self.published.series.editions if self.published else ()

    @property
    def severities(self) -> Mapping[str, int]:
        """How many findings there are of each severity."""
        return Counter(str(found.severity) for found in self.findings)

    @property
    def states(self) -> Mapping[str, int]:
        """How many corrigenda there are in each state that occurs."""
        numbers: Counter[str] = Counter(entry.status for entry in self.entries or ())
        return {state: numbers[state] for state in STATES if numbers[state]}

    @property
    def verdicts(self) -> Mapping[str, int]:
        """How many pairs there are of each verdict that occurs."""
        numbers: Counter[str] = Counter(pair.verdict for pair in self.pairs)
        return {verdict: numbers[verdict] for verdict in _VERDICTS if numbers[verdict]}

    @property
    def entries(self) -> tuple[Corrigendum, ...] | None:
        """The corrigenda, those that wait first; None for a mix, which has no list."""
        if self.published is None:
            return None
        return tuple(sorted(self.published.file, key=lambda entry: (STATES.index(entry.status), entry.number)))

    @property
    def ordered(self) -> list[Card]:
        """The cards in order of time, as far as their years can be read."""
        return sorted(self.deck.cards, key=time_key)

    @property
    def undated(self) -> int:
        """How many cards have no readable year."""
        return sum(card.interval is None for card in self.deck)

    @cached_property
    def faces(self) -> Mapping[str, tuple[str, str]]:
        """The pictures as base64."""
        return {key: (_coded(front), _coded(back)) for key, (front, back) in self.pictures.items()}

    def gap(self, pair: "Pair") -> int:
        """Return the years between two cards, 0 if they overlap or one cannot be read."""
        first, second = self.cards[pair.a].interval, self.cards[pair.b].interval
        return first.gap(second) if first and second else 0

    @cached_property
    def _by_card(self) -> Mapping[str, list[Diagnostic]]:
        grouped: dict[str, list[Diagnostic]] = {}
        for found in self.findings:
            grouped.setdefault(f"{found.series}:{found.card}", []).append(found)
        return grouped

    def of(self, card: Card) -> list[Diagnostic]:
        """Return what was found about a card."""
        return self._by_card.get(card.key, [])

    def worst(self, card: Card) -> str:
        """Return the gravest severity of what was found about a card, empty if nothing was."""
        return str(worst(self.of(card)) or "")


def report(title: str, parts: Sequence[Part], language: str, now: int, others: Sequence[Diagnostic] = ()) -> str:
    """Return the report in `language` (`de` or `en`); `now` is the year at the end of the timelines.

    `others` are findings that belong to none of the decks.
    """
    say = Speech(language, report_words())
    environment = Environment(
        loader=PackageLoader(__package__.partition(".")[0], "publish/templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    drawn = [_with_timeline(part, say, now) for part in parts]
    style = Markup(files(__package__).joinpath("report.css").read_text(encoding="utf-8"))  # noqa: S704 - our own file
    return environment.get_template("report.html").render(
        title=title,
        parts=drawn,
        others=others,
        say=say,
        style=style,
        there={card.key for part in parts for card in part.deck},
        marked=_marked,
        code=code,
        message=message,
        advice=advice,
        field=lambda name: field_name(name, language, ""),
    )


def _with_timeline(part: Part, say: Speech, now: int) -> Part:
    dated = [(card, card.interval) for card in part.deck if card.interval]
    scale = Scale(whole((dates for _, dates in dated), now), now)
    bars = [
        Bar(dates, part.deck.series_of(card).colour.srgb, card.id, f"{card.id} · {card.year}", f"#{card.key}")
        for card, dates in dated
    ]
    named = say("timeline of", part.title(say.language))
    drawn = timeline(bars, scale, say.year, named, None)
    return Part(
        part.deck,
        part.language,
        part.findings,
        part.published,
        part.pairs,
        part.cards,
        part.pictures,
        Markup(drawn),  # noqa: S704 - all text in it is escaped
    )


def _marked(old: str, new: str | None) -> tuple[Markup, Markup]:
    before, after = marked(old, new)
    return Markup(before), Markup(after)  # noqa: S704 - `marked` escapes both


def code(text: str) -> Markup:
    """Return a message with what stands between back quotes set as code.

    What would turn the direction of the text around it is shown as a sign, as on the terminal.
    """
    text = _TURNING.sub("\N{REPLACEMENT CHARACTER}", text)
    shown = (
        Markup("<code>{}</code>").format(part) if at % 2 else escape(part) for at, part in enumerate(text.split("`"))
    )
    return Markup("").join(shown)


def _coded(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
