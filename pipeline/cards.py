"""The words of the trade as values: card, series, edition, deck.

A *field* is named by its column in the canonical deck: ``event_de``, ``year``, ``comment_en``, ``sources``, ``tags``,
``symbols``. The same names serve findings, corrigenda and exports.
"""

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import attrgetter
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator, model_validator

from .column import Column
from .diagnostics import Severity, registry
from .source import Span
from .sources import Source, format_sources, parse_sources
from .trusted import trusted
from .years import LANGUAGES, YearError, YearExpression, YearInterval, parse_year, parse_years, profiles

CardId = Annotated[str, StringConstraints(pattern=r"^\w[\w.-]*$", max_length=64)]
Language = Annotated[str, StringConstraints(pattern=r"^[a-z]{2}$")]
SeriesCode = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]*$")]
Percent = Annotated[int, Field(strict=True, ge=0, le=100)]
EditionNumber = Annotated[int, Field(strict=True, ge=1, le=9999)]
Year = Annotated[int, Field(strict=True, ge=-9999, le=9999)]

_TEXT_FIELD = re.compile(r"(event|comment)_([a-z]{2})")
TAG_SEPARATOR = ", "


class _Value(BaseModel):
    """An immutable document part that refuses keys it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Dating(_Value):
    """How a series means its years; what is None is taken from the profile (docs/years.md)."""

    profile: str = "rulebook"
    language: Language | None = None
    circa: Annotated[int, Field(strict=True, ge=0, le=1000)] | None = None
    reference_year: Year | None = None
    ongoing: Literal["start", "open"] | None = None

    @field_validator("profile")
    @classmethod
    def _profile_is_known(cls, value: str) -> str:
        if value not in profiles():
            raise ValueError(f"there is no profile `{value}` (known: {', '.join(profiles())})")
        return value


class Colour(_Value):
    """The colour of a series: percent of cyan, magenta, yellow, black; the same for screens; a spot ink's name."""

    cmyk: tuple[Percent, Percent, Percent, Percent]
    srgb: Annotated[str, StringConstraints(pattern=r"^#[0-9a-f]{6}$")]
    spot: str | None = None


class Edition(_Value):
    """One printing of a series. `sha256` seals the canonical deck of a released edition."""

    number: EditionNumber
    year: Year
    released: bool = False
    sha256: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")] | None = None
    cards: Annotated[int, Field(strict=True, ge=0)] | None = None

    @model_validator(mode="after")
    def _released_is_sealed(self) -> Self:
        if self.released and self.sha256 is None:
            raise ValueError(f"edition {self.number} is released but has no sha256")
        return self


class RawTable(_Value):
    """Where a publisher's table lies and how to read it; what is None is found from the file and shown.

    `file` is relative to the workspace, `columns` maps a field of the canonical deck to the heading in the table; tags
    and sources may come from several columns. `join` lists tables of further texts for these cards, found by their ids.
    """

    file: str
    edition: EditionNumber = 1
    encoding: str | None = None
    delimiter: str | None = None
    sheet: str | None = None
    columns: Mapping[str, str | tuple[str, ...]] = {}
    join: tuple[str, ...] = ()


class Series(_Value):
    """A themed set of cards: ``data/decks/<code>/series.toml``.

    `severity` says how grave a finding is in this series (`WM309 = "ignore"`), where it differs from what is usual.
    """

    code: SeriesCode
    titles: Mapping[Language, str]
    languages: Annotated[tuple[Language, ...], Field(min_length=1)]
    colour: Colour
    dating: Dating = Field(default_factory=Dating)
    editions: tuple[Edition, ...] = ()
    raw: RawTable | None = None
    credits: tuple[str, ...] = ()
    severity: Mapping[str, Literal["ignore", "note", "warning", "error"]] = {}

    @field_validator("severity")
    @classmethod
    def _grades_what_may_be_graded(cls, value: Mapping[str, str]) -> Mapping[str, str]:
        for code, severity in value.items():
            kind = registry().get(code)
            if kind is None:
                raise ValueError(f"there is no finding `{code}`")
            if kind.severity is Severity.ERROR and kind.stage != "checks" and severity != "error":
                raise ValueError(f"`{code}` stays an error: what it names is missing, sealed or unreadable")
        return value

    @field_validator("languages")
    @classmethod
    def _languages_once_each(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if len(set(value)) < len(value):
            raise ValueError("each language is named once")
        return value

    @model_validator(mode="after")
    def _years_can_be_read(self) -> Self:
        if self.year_language not in LANGUAGES:
            raise ValueError(
                f"years in `{self.year_language}` cannot be read (known: {', '.join(LANGUAGES)}); "
                "name the language of the years in `dating.language`"
            )
        return self

    @model_validator(mode="after")
    def _editions_ascend(self) -> Self:
        numbers = [edition.number for edition in self.editions]
        if numbers != sorted(set(numbers)):
            raise ValueError("editions must be listed once each, in order of their numbers")
        return self

    @property
    def newest(self) -> Edition | None:
        """The edition with the highest number, if there is one."""
        return self.editions[-1] if self.editions else None

    @property
    def year_language(self) -> str:
        """The language of the year column: the first of the series unless its dating says otherwise."""
        return self.dating.language or self.languages[0]

    @property
    def reference_year(self) -> int | None:
        """What `vor 200 Jahren` counts from: as its dating says, else the year of its editions if they share one."""
        years = {edition.year for edition in self.editions}
        if self.dating.reference_year is None and len(years) == 1:
            return years.pop()
        return self.dating.reference_year

    def edition(self, number: int) -> Edition | None:
        """Return edition `number`, None if the series has none such."""
        return next((edition for edition in self.editions if edition.number == number), None)

    def title(self, language: str) -> str:
        """Return the title in `language`, else in the series' first language, else the code."""
        return self.titles.get(language) or self.titles.get(self.languages[0]) or self.code

    def read_year(self, text: str) -> YearExpression:
        """Parse a year expression by the conventions of the series; raises YearError."""
        dating = self.dating
        return parse_year(
            text,
            self.year_language,
            dating.profile,
            self.reference_year,
            circa=dating.circa,
            ongoing=dating.ongoing,
        )

    def read_years(self, texts: Iterable[str]) -> dict[str, YearExpression | YearError]:
        """Parse a column of year expressions, each distinct one once; those that cannot be read give their error."""
        dating = self.dating
        return parse_years(
            texts,
            self.year_language,
            dating.profile,
            self.reference_year,
            circa=dating.circa,
            ongoing=dating.ongoing,
        )


class Card(_Value):
    """One card: an event in one or several languages on the front, a year expression on the back.

    `interval` and `edtf` are derived from `year`; both are empty while the expression cannot be read. `id` is unique in
    its series, never derived from text and never reused.
    """

    series: SeriesCode
    id: CardId
    event: Mapping[Language, str]
    year: str
    interval: YearInterval | None = None
    edtf: str = ""
    comment: Mapping[Language, str] = {}
    sources: tuple[Source, ...] = ()
    tags: tuple[str, ...] = ()
    symbols: str = ""

    @property
    def key(self) -> str:
        """The card's name among all series: ``frauen:F001``."""
        return f"{self.series}:{self.id}"

    def text(self, language: str) -> str:
        """Return the event in `language`, else in the first language that has one, else an empty text."""
        return self.event.get(language) or next(filter(None, self.event.values()), "")

    def value(self, name: str) -> str | None:
        """Return field `name` as printed in the canonical deck; None if a card has no such field."""
        if match := _TEXT_FIELD.fullmatch(name):
            texts: Mapping[str, str] = getattr(self, match[1])
            return texts.get(match[2], "")
        match name:
            case "year" | "symbols" | "id":
                return str(getattr(self, name))
            case "sources":
                return format_sources(self.sources)
            case "tags":
                return TAG_SEPARATOR.join(self.tags)
        return None

    def with_value(self, name: str, value: str, series: Series) -> Self:
        """Return the card with one field changed; a year is read by the conventions of `series`.

        Raises KeyError for a field that cannot be changed (the id among them) and YearError for an unreadable year.
        """
        if match := _TEXT_FIELD.fullmatch(name):
            texts = {**getattr(self, match[1]), match[2]: value}
            return self._with({match[1]: {lang: text for lang, text in texts.items() if text}})
        match name:
            case "year":
                read = series.read_year(value)
                return self._with({"year": value, "interval": read.interval, "edtf": read.edtf})
            case "sources":
                return self._with({"sources": parse_sources(value)})
            case "tags":
                return self._with({"tags": split_tags(value)})
            case "symbols":
                return self._with({"symbols": value})
        raise KeyError(name)

    def _with(self, parts: Mapping[str, Any]) -> Self:
        return trusted(type(self), {**vars(self), **parts})


def split_tags(text: str) -> tuple[str, ...]:
    """Split a cell of tags at commas, semicolons and line breaks; repeated and empty ones are dropped."""
    parts = (part.strip() for part in re.split(r"[,;\n]", text))
    return tuple(dict.fromkeys(part for part in parts if part))


def derived_year(series: Series, text: str) -> tuple[YearInterval | None, str]:
    """Return the interval and EDTF of a year expression, (None, "") if it cannot be read."""
    try:
        read = series.read_year(text)
    except YearError:
        return None, ""
    return read.interval, read.edtf


class ColumnarCards(Sequence[Card]):
    """Cards that stand in a table: whoever asks for a column gets it without the cards being made."""

    @abstractmethod
    def blocks(self) -> Iterator["ColumnarCards"]:
        """Yield the cards in order, in blocks of few, each of one series."""

    @abstractmethod
    def column(self, name: str) -> Sequence[Any]:
        """Return an attribute of all cards, ``event_<lang>`` and ``comment_<lang>`` as texts."""


BLOCK = 4_096  # cards that are looked at together, unless a reader has blocks of its own
KEPT = 32 * BLOCK  # cards at most of which what was read is kept; a larger deck is read anew in each pass


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards of one edition of a series, or of a mix, with the place where each field was read.

    `name` is what a user calls it: ``frauen/2``, a mix's name, a table's path. `series` holds every series its cards
    come from, by code. `places` maps (card key, field) to a span; it plays no part in comparisons.
    """

    name: str
    series: Mapping[str, Series]
    cards: Sequence[Card]
    edition: int | None = None
    places: Mapping[tuple[str, str], Span] = field(default_factory=dict, compare=False, repr=False)
    _texts: dict[str, Column] = field(default_factory=dict, init=False, compare=False, repr=False)
    _different: dict[str, Mapping[int, Any]] = field(default_factory=dict, init=False, compare=False, repr=False)
    _blocks: list["Deck"] = field(default_factory=list, init=False, compare=False, repr=False)

    def __iter__(self) -> Iterator[Card]:
        """Iterate over the cards in deck order."""
        return iter(self.cards)

    def __len__(self) -> int:
        """Return the number of cards."""
        return len(self.cards)

    def blocks(self) -> Iterator["Deck"]:
        """Yield decks of few cards of one series each: columns of these fit in memory, however long the deck is."""
        if not self._blocks and BLOCK < len(self) <= KEPT:
            self._blocks.extend(self._parts())
        yield from self._blocks or self._parts()

    def _parts(self) -> Iterator["Deck"]:
        parts: Iterable[Sequence[Card]]
        if isinstance(self.cards, ColumnarCards):
            parts = self.cards.blocks()
        else:
            alike = (tuple(cards) for _, cards in groupby(self.cards, attrgetter("series")))
            parts = (cards[start : start + BLOCK] for cards in alike for start in range(0, len(cards), BLOCK))
        for part in parts:
            yield self if len(part) == len(self.cards) else replace(self, cards=part)

    @property
    def was_read(self) -> bool:
        """Tell whether it was read from a table, and faults of ids and years were reported there."""
        return isinstance(self.cards, ColumnarCards)

    def column(self, name: str) -> Sequence[Any]:
        """Return an attribute of all cards in their order, ``event_<lang>`` and ``comment_<lang>`` as texts."""
        if isinstance(self.cards, ColumnarCards):
            return self.cards.column(name)
        if match := _TEXT_FIELD.fullmatch(name):
            kind, language = match.groups()
            return [getattr(card, kind).get(language, "") for card in self.cards]
        return list(map(attrgetter(name), self.cards))

    def texts(self, name: str) -> Column:
        """Return a field of all cards as a column of texts; see :meth:`blocks`."""
        if name not in self._texts:
            column = self.column(name)
            self._texts[name] = column if isinstance(column, Column) else Column(column)
        return self._texts[name]

    def different(self, name: str) -> Mapping[int, Any]:
        """Return the different values of an attribute of all cards by their identity.

        Readers give cards with the same cell one and the same value, so that what is told of it need be told once.
        """
        if name not in self._different:
            values = self.column(name)
            self._different[name] = dict(zip(map(id, values), values, strict=True))
        return self._different[name]

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of its series, each once, in the order in which they appear."""
        return tuple(dict.fromkeys(language for series in self.series.values() for language in series.languages))

    def card(self, key: str) -> Card | None:
        """Return the card with this key (``frauen:F001``), or with this id if the deck has one series only."""
        return next((card for card in self.cards if key in (card.key, card.id if len(self.series) == 1 else "")), None)

    def series_of(self, card: Card) -> Series:
        """Return the series of a card of this deck."""
        return self.series[card.series]

    def place(self, card: Card, name: str) -> Span | None:
        """Return where field `name` of `card` was read, or where the card was, None if it was made in memory."""
        return self.places.get((card.key, name)) or self.places.get((card.key, "id"))

    def fields(self) -> tuple[str, ...]:
        """Return the canonical text columns of the deck in order, the derived ones included."""
        with_symbols = any(any(block.column("symbols")) for block in self.blocks())
        return canonical_columns(self.languages, with_symbols=with_symbols)


def canonical_columns(languages: Iterable[str], *, with_symbols: bool = False) -> tuple[str, ...]:
    """Return the columns of a canonical deck in `languages`: ``id, event_<lang>…, year, …, sources, tags``."""
    langs = tuple(languages)
    return (
        "id",
        *(f"event_{lang}" for lang in langs),
        "year",
        "earliest",
        "latest",
        "edtf",
        *(f"comment_{lang}" for lang in langs),
        "sources",
        "tags",
        *(("symbols",) if with_symbols else ()),
    )
