"""Print profiles: everything a publisher can set about paper, cards and type. Documented in docs/printing.md."""

import re
from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from importlib.resources import files
from pathlib import PurePath
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from ..diagnostics import Diagnostic
from ..documents import read_toml
from ..sheets import CARD_SIZES, PAPERS, STOCKS, CardSize, Flip, Layout, Marks, MarkSides, Paper, most_cards, problems
from ..source import Span
from .plan import LINE, MM, SECOND_GAP, plan

SUFFIX = ".toml"
OF_FILE = "@"  # between a style and the file that stands for it
_PLACE = re.compile(r"\{[^}]*\}?")
_PROFILES = files(__package__).joinpath("profiles")

Millimetres = Annotated[float, Field(strict=True, ge=0, le=2000, allow_inf_nan=False)]
Points = Annotated[float, Field(strict=True, gt=0, le=200, allow_inf_nan=False)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Measures(_Part):
    """Width and height in millimetres, for paper or cards without a name."""

    width: Millimetres
    height: Millimetres


class Offsets(_Part):
    """Two lengths in millimetres: from the left or to the right, from above or down."""

    across: Millimetres
    along: Millimetres

    @property
    def pair(self) -> tuple[float, float]:
        """Both lengths."""
        return self.across, self.along


# Paper that is just a card with its margin, for one card a page.
CARD_PAPER = "card"


_OF_STOCK = ("paper", "card", "columns", "rows", "gap", "origin", "pitch")


class Sheet(_Part):
    """The sheet: names or measures, grid, edges in millimetres, flip, marks.

    Columns and rows that are left out are found: as many cards as the paper holds. `stock`, a perforated sheet, brings
    paper, card, grid, origin and pitch.
    """

    paper: str | Measures = "A4"
    card: str | Measures = "euro"
    stock: str | None = None
    columns: Annotated[int, Field(strict=True, ge=1, le=100)] | None = None
    rows: Annotated[int, Field(strict=True, ge=1, le=100)] | None = None
    gap: Millimetres = 0
    bleed: Millimetres = 0
    margin: Millimetres = 5
    origin: Offsets | None = None
    pitch: Offsets | None = None
    flip: Flip = Flip.LONG_EDGE
    marks: Marks = Marks.CORNER
    mark_sides: MarkSides = MarkSides.FRONT
    mark_weight: Annotated[float, Field(strict=True, gt=0, le=5, allow_inf_nan=False)] = 0.35

    @model_validator(mode="after")
    def _names_are_known(self) -> Self:
        if isinstance(self.paper, str) and self.paper.lower() not in {*PAPERS, CARD_PAPER}:
            known = ", ".join(paper.name for paper in PAPERS.values())
            raise ValueError(
                f"paper `{self.paper}` is not known; use {known}, {CARD_PAPER}, or {{ width = …, height = … }}"
            )
        if isinstance(self.card, str) and self.card not in CARD_SIZES:
            raise ValueError(
                f"card size `{self.card}` is not known; use {', '.join(CARD_SIZES)}, or {{ width = …, height = … }}"
            )
        if self.stock is not None and self.stock not in STOCKS:
            raise ValueError(f"stock `{self.stock}` is not known; use {', '.join(STOCKS)}")
        brought = [name for name in _OF_STOCK if name in self.model_fields_set]
        if self.stock is not None and brought:
            raise ValueError(f"stock `{self.stock}` brings its own {', '.join(brought)}: leave out one or the other")
        return self

    @property
    def layout(self) -> Layout:
        """The geometry of these settings."""
        if self.stock is not None:
            stock = STOCKS[self.stock]
            paper = PAPERS[stock.paper.lower()]
            columns, rows = stock.columns, stock.rows
            return Layout(
                paper, stock.card, columns, rows, 0, self.bleed, self.margin, origin=stock.origin, pitch=stock.pitch
            )
        card = (
            CARD_SIZES[self.card]
            if isinstance(self.card, str)
            else CardSize("custom", self.card.width, self.card.height)
        )
        origin, pitch = (offsets.pair if offsets else None for offsets in (self.origin, self.pitch))
        found = Layout(self._paper(card), card, 1, 1, self.gap, self.bleed, self.margin, origin, pitch)
        columns, rows = most_cards(found, self.flip)
        return replace(found, columns=self.columns or columns, rows=self.rows or rows)

    def _paper(self, card: CardSize) -> Paper:
        if not isinstance(self.paper, str):
            return Paper("custom", self.paper.width, self.paper.height)
        if self.paper.lower() == CARD_PAPER:
            edge = 2 * max(self.bleed, self.margin)
            return Paper(CARD_PAPER, card.width + edge, card.height + edge)
        return PAPERS[self.paper.lower()]


class Sizes(_Part):
    """Type sizes in points: text is set at the largest size that fits between the two."""

    largest: Points
    smallest: Points

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.smallest > self.largest:
            raise ValueError("the smallest size is above the largest")
        return self


class Align(StrEnum):
    """How lines stand: in the middle of the card, or at the left edge of its text."""

    CENTRE = "centre"
    LEFT = "left"


class Fonts(_Part):
    """TrueType files of a publisher, beside the profile, for the texts, the series at the foot, and the year."""

    text: str | None = None
    series: str | None = None
    year: str | None = None

    @property
    def styles(self) -> tuple[str, str, str]:
        """What fonts.py calls the faces of texts, of the foot and of the year."""
        own = (("Regular", self.text), ("Semibold", self.series), ("Black", self.year))
        text, series, year = (f"{style}{OF_FILE}{file}" if file else style for style, file in own)
        return text, series, year


class Type(_Part):
    """The type of a card and the white around it (`inset`, millimetres from the cut)."""

    fonts: Fonts = Fonts()
    align: Align = Align.CENTRE
    inset: Millimetres = 6
    event: Sizes = Sizes(largest=15, smallest=8)
    year: Sizes = Sizes(largest=38, smallest=14)
    comment: Sizes = Sizes(largest=8.5, smallest=6.5)
    foot: Sizes = Sizes(largest=6.5, smallest=5)
    second: Sizes = Sizes(largest=10.5, smallest=7)


class Ground(StrEnum):
    """What lies under the year: white, or a light tint of the series' colour that is printed into the bleed."""

    WHITE = "white"
    TINT = "tint"


class YearInk(StrEnum):
    """The colour of the year and of the short line below it."""

    SERIES = "series"
    BLACK = "black"


class Face(_Part):
    """How a card is dressed: ground and colour of its back, mark on its front, edition, second language, QR code.

    `code` is the address that the code leads to, with `{series}` and `{id}` where those of the card belong; `code_size`
    is its side in millimetres, white edge included.
    """

    ground: Ground = Ground.WHITE
    year: YearInk = YearInk.SERIES
    mark: Annotated[bool, Field(strict=True)] = True
    edition: Annotated[bool, Field(strict=True)] = False
    second_language: Annotated[str, Field(pattern=r"^[a-z]{2}$")] | None = None
    code: Annotated[str, Field(pattern=r"^https?://[!-~]+$", max_length=500)] | None = None
    code_size: Annotated[float, Field(strict=True, ge=8, le=60)] = 15

    @field_validator("code")
    @classmethod
    def _has_only_places_there_are(cls, value: str | None) -> str | None:
        unknown = sorted(set(_PLACE.findall(value or "")) - {"{series}", "{id}"})
        if unknown:
            raise ValueError(f"{', '.join(unknown)} in the address of the code; only {{series}} and {{id}} are known")
        return value


class Format(StrEnum):
    """What kind of files are written."""

    PDF = "pdf"
    PNG = "png"
    TABLETOP = "tabletop-simulator"


class Standard(StrEnum):
    """A standard for files that are handed to a printer."""

    NONE = "none"
    X4 = "PDF/X-4"
    X1A = "PDF/X-1a:2003"


class Colours(StrEnum):
    """How colours are written: process colours, a spot colour for each series, or those of a screen."""

    CMYK = "cmyk"
    SPOT = "spot"
    RGB = "rgb"


class File(_Part):
    """The file: format, standard, colours, resolution of pixels (dots an inch), most ink on one spot (percent)."""

    format: Format = Format.PDF
    standard: Standard = Standard.NONE
    colours: Colours = Colours.CMYK
    overprint: Annotated[bool, Field(strict=True)] = False
    dpi: Annotated[int, Field(strict=True, ge=50, le=1200)] = 300
    ink_limit: Annotated[int, Field(strict=True, ge=100, le=400)] = 300

    @model_validator(mode="after")
    def _goes_together(self) -> Self:
        if self.standard is not Standard.NONE and (self.colours is Colours.RGB or self.format is not Format.PDF):
            raise ValueError(f"{self.standard} is a PDF file in process or spot colours")
        if self.standard is Standard.NONE and (self.colours is Colours.SPOT or self.overprint):
            raise ValueError("spot colours and overprinting need a standard: PDF/X-4 or PDF/X-1a:2003")
        if self.format is not Format.PDF and self.colours is not Colours.RGB:
            raise ValueError(f'pixels are in the colours of a screen: format {self.format} needs colours = "rgb"')
        return self


class Profile(_Part):
    """A print profile: ``print/<name>.toml``."""

    title: str = ""
    sheet: Sheet = Sheet()
    type: Type = Type()
    face: Face = Face()
    file: File = File()

    @model_validator(mode="after")
    def _pictures_are_single(self) -> Self:
        single = self.sheet.paper == CARD_PAPER and self.sheet.flip is Flip.NONE
        if self.file.format is not Format.PDF and not single:
            raise ValueError(f'format {self.file.format} has one face a picture: paper = "card", flip = "none"')
        return self

    @model_validator(mode="after")
    def _text_has_room(self) -> Self:
        card = self.sheet.layout.card
        if min(card.width, card.height) - 2 * self.type.inset < 10:
            raise ValueError(
                f"an inset of {self.type.inset:g} mm leaves no room for text on a card of "
                f"{card.width:g} × {card.height:g} mm"
            )
        if self.face.code and self.face.code_size > card.width - 2 * self.type.inset:
            raise ValueError(
                f"a code of {self.face.code_size:g} mm has no room between insets of {self.type.inset:g} mm on a card "
                f"{card.width:g} mm wide"
            )
        for text, room, needed in self._rooms(card):
            if room < needed:
                raise ValueError(
                    f"a card {card.height:g} mm high has {max(0, room):.1f} mm for {text}, whose smallest size needs "
                    f"{needed:.1f} mm: make sizes of type, the code or the inset smaller"
                )
        return self

    def _rooms(self, card: CardSize) -> Iterator[tuple[str, float, float]]:
        """Iterate over the texts of a card: how high the room of each is, and one line of it at its smallest size."""
        face, sizes = self.face, self.type
        two = face.second_language is not None
        there = plan(
            card.height * MM,
            inset=sizes.inset * MM,
            foot=sizes.foot.largest,
            second=sizes.second.largest,
            code=face.code_size if face.code else 0,
            two=two,
        )
        rooms = [
            ("the event", there.first_event if two else there.event, sizes.event.smallest),
            ("the year", (there.second_year[1] if two else there.year[0], there.year[1]), sizes.year.smallest),
            ("the comment", there.comment, sizes.comment.smallest),
        ]
        if two:
            low, high = there.comment
            rooms[2] = ("two comments", (low, high - SECOND_GAP * MM), 2 * sizes.comment.smallest)
            rooms.append(("the event in the second language", there.second_event, sizes.second.smallest))
        for text, (low, high), smallest in rooms:
            yield text, (high - low) / MM, smallest * LINE / MM


def with_fonts(profile: Profile, folder: PurePath) -> Profile:
    """Return a profile whose own font files are named from `folder`, where it was read."""
    named = {kind: str(folder / file) for kind, file in profile.type.fonts if file}
    fonts = profile.type.fonts.model_copy(update=named)
    return profile.model_copy(update={"type": profile.type.model_copy(update={"fonts": fonts})}) if named else profile


def read_profile(data: bytes, name: str) -> tuple[Profile | None, list[Diagnostic]]:
    """Read a profile called `name` in findings; None, with a finding for every fault, if it cannot be used."""
    profile, findings = read_toml(data, name, Profile, "docs/printing.md", "profile")
    if profile is None:
        return None, findings
    impossible = problems(profile.sheet.layout, profile.sheet.flip, Span(name))
    return (None if impossible else profile), findings + impossible


def profile_names() -> tuple[str, ...]:
    """Return the names of the profiles that come with the program."""
    return tuple(
        sorted(entry.name.removesuffix(SUFFIX) for entry in _PROFILES.iterdir() if entry.name.endswith(SUFFIX))
    )


def profile_text(name: str) -> bytes:
    """Return the file of a profile that comes with the program; raises KeyError for a name it does not have."""
    if name not in profile_names():
        raise KeyError(name)
    return _PROFILES.joinpath(f"{name}{SUFFIX}").read_bytes()
