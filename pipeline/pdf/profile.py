"""Print profiles: everything a publisher can set about paper, cards and type. Documented in docs/printing.md."""

from importlib.resources import files
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from ..diagnostics import Diagnostic
from ..documents import read_toml
from ..sheets import CARD_SIZES, PAPERS, CardSize, Flip, Layout, Marks, Paper, problems
from ..source import Span

SUFFIX = ".toml"
_PROFILES = files(__package__).joinpath("profiles")

Millimetres = Annotated[float, Field(ge=0, le=2000, allow_inf_nan=False)]
Points = Annotated[float, Field(gt=0, le=200, allow_inf_nan=False)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Measures(_Part):
    """Width and height in millimetres, for paper or cards without a name."""

    width: Millimetres
    height: Millimetres


class Sheet(_Part):
    """The sheet: names or measures, grid, edges in millimetres, flip, marks."""

    paper: str | Measures = "A4"
    card: str | Measures = "euro"
    columns: Annotated[int, Field(ge=1, le=100)] = 3
    rows: Annotated[int, Field(ge=1, le=100)] = 3
    gap: Millimetres = 0
    bleed: Millimetres = 0
    margin: Millimetres = 5
    flip: Flip = Flip.LONG_EDGE
    marks: Marks = Marks.CORNER

    @model_validator(mode="after")
    def _names_are_known(self) -> Self:
        if isinstance(self.paper, str) and self.paper.lower() not in PAPERS:
            known = ", ".join(paper.name for paper in PAPERS.values())
            raise ValueError(f"paper `{self.paper}` is not known; use {known}, or {{ width = …, height = … }}")
        if isinstance(self.card, str) and self.card not in CARD_SIZES:
            raise ValueError(
                f"card size `{self.card}` is not known; use {', '.join(CARD_SIZES)}, or {{ width = …, height = … }}"
            )
        return self

    @property
    def layout(self) -> Layout:
        """The geometry of these settings."""
        paper = (
            PAPERS[self.paper.lower()]
            if isinstance(self.paper, str)
            else Paper("custom", self.paper.width, self.paper.height)
        )
        card = (
            CARD_SIZES[self.card]
            if isinstance(self.card, str)
            else CardSize("custom", self.card.width, self.card.height)
        )
        return Layout(paper, card, self.columns, self.rows, self.gap, self.bleed, self.margin)


class Sizes(_Part):
    """Type sizes in points: text is set at the largest size that fits between the two."""

    largest: Points
    smallest: Points

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.smallest > self.largest:
            raise ValueError("the smallest size is above the largest")
        return self


class Type(_Part):
    """The type of a card and the white around it (`inset`, millimetres from the cut)."""

    inset: Millimetres = 6
    event: Sizes = Sizes(largest=15, smallest=8)
    year: Sizes = Sizes(largest=38, smallest=14)
    comment: Sizes = Sizes(largest=8.5, smallest=6.5)
    foot: Sizes = Sizes(largest=6.5, smallest=5)


class Profile(_Part):
    """A print profile: ``print/<name>.toml``."""

    title: str = ""
    sheet: Sheet = Sheet()
    type: Type = Type()

    @model_validator(mode="after")
    def _text_has_room(self) -> Self:
        card = self.sheet.layout.card
        if min(card.width, card.height) - 2 * self.type.inset < 10:
            raise ValueError(
                f"an inset of {self.type.inset:g} mm leaves no room for text on a card of "
                f"{card.width:g} × {card.height:g} mm"
            )
        return self


def read_profile(data: bytes, name: str) -> tuple[Profile | None, list[Diagnostic]]:
    """Read a profile called `name` in findings; None, with a finding for every fault, if it cannot be used."""
    profile, findings = read_toml(data, name, Profile)
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
