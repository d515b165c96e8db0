"""Recipes of mixes: ``data/decks/<mix>.mix.toml``."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import PurePath
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, PrivateAttr, model_validator

from ..cards import Card, Language, SeriesCode
from ..diagnostics import Diagnostic
from ..documents import Path, decode, nearest, read_toml, toml_places
from ..source import Span
from ..years import LANGUAGES, YearError, parse_year

SUFFIX = ".mix.toml"

HAND = 9
"""Cards that each player is dealt in Anno Domini."""


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


def _one_or_more(value: object) -> object:
    if value == "all" or (type(value) is int and value >= 1):
        return value
    raise ValueError('should be a whole number from 1 on, or "all"')


def _number_or_text(value: object) -> object:
    if type(value) in {int, str}:
        return value
    raise ValueError("should be a whole number or a text in quotes")


def _astronomical(value: object) -> object:
    if type(value) is int:
        return value
    meant = _year_meant(value) if isinstance(value, str) else None
    raise ValueError(
        "should be a whole number, such as 1500, or -43 for 44 BC"
        if meant is None
        else f"should be a whole number: write {meant} for `{value}`"
    )


def _year_meant(text: str) -> int | None:
    """Return the year that a text names in any language; None if it names none, or more than one."""
    for language in LANGUAGES:
        with suppress(YearError):
            years = parse_year(text, language).interval
            if years.earliest == years.latest:
                return years.earliest
    return None


Limit = Annotated[int, BeforeValidator(_astronomical)]
"""An astronomical year, a whole number: neither `true` nor 48.0 nor "48" is one."""


def _not_empty(series: tuple["Share", ...]) -> tuple["Share", ...]:
    if not series:
        raise ValueError("a mix draws from one series at least")
    return series


def _in_a_language(title: Mapping[Language, str]) -> Mapping[Language, str]:
    if not title:
        raise ValueError("a mix has its title in one language at least")
    return title


class Share(_Value):
    """What a mix takes from one series.

    `edition` is the newest by default. `share` takes the place of `count` in a recipe with a `total`: what this series
    gives beside the shares of the others. Only cards are taken that have one of `tags` (if any are named) and whose
    whole interval lies between `earliest` and `latest` (astronomical years: 44 BC is −43), if these are given.
    """

    code: SeriesCode
    edition: Annotated[int, Field(ge=1, strict=True)] | None = None
    count: Annotated[Annotated[int, Field(ge=1)] | Literal["all"], BeforeValidator(_one_or_more)] = "all"
    share: Annotated[float, Field(gt=0, strict=True, allow_inf_nan=False)] | None = None
    tags: tuple[str, ...] = ()
    earliest: Limit | None = None
    latest: Limit | None = None

    @model_validator(mode="after")
    def _limits_ascend(self) -> "Share":
        if self.earliest is not None and self.latest is not None and self.earliest > self.latest:
            raise ValueError(f"earliest {self.earliest} is after latest {self.latest}")
        if self.share is not None and self.count != "all":
            raise ValueError("a series has a `count` or a `share`, not both")
        return self

    def admits(self, card: Card) -> bool:
        """Tell whether a card with a readable year passes the filters of this share."""
        if self.tags and not set(self.tags) & set(card.tags):
            return False
        if self.earliest is None and self.latest is None:
            return True
        years = card.interval
        return (
            years is not None
            and (self.earliest is None or (years.earliest is not None and years.earliest >= self.earliest))
            and (self.latest is None or (years.latest is not None and years.latest <= self.latest))
        )


class Recipe(_Value):
    """A mix: ``data/decks/<mix>.mix.toml``.

    The order of `series` is their rank: of one event told twice, the card of the earlier series is kept, unless
    `duplicates` says otherwise. Cards that lack a text in one of `languages` are not drawn, nor are those that lack
    symbols where these are wanted and not made up. A `total` is shared out among the series that name no `count`; with
    `players` alone it is twice what they are dealt, and one card to begin with.
    """

    title: Annotated[
        Mapping[Language, str], AfterValidator(_in_a_language), Field(json_schema_extra={"minProperties": 1})
    ]
    seed: Annotated[int | str, BeforeValidator(_number_or_text)]
    languages: tuple[Language, ...] = ()
    total: Annotated[int, Field(ge=1, strict=True)] | None = None
    players: Annotated[int, Field(ge=2, strict=True)] | None = None
    spread: Literal["as-drawn", "even"] = "as-drawn"
    difficulty: Literal["any", "easy", "hard"] = "any"
    symbols: Annotated[bool, Field(strict=True)] | Literal["made-up"] = False
    duplicates: Literal["keep-first", "newest-edition", "better-sources", "ask"] = "keep-first"
    conflicts: Literal["refuse", "leave-out"] = "refuse"
    series: Annotated[tuple[Share, ...], AfterValidator(_not_empty), Field(json_schema_extra={"minItems": 1})]

    @model_validator(mode="after")
    def _shares_have_a_total(self) -> "Recipe":
        if self.size is None and any(share.share is not None for share in self.series):
            raise ValueError("a `share` needs a `total` of the mix, or `players`")
        counted = sum(share.count for share in self.series if share.count != "all")
        if self.total is not None and counted > self.total:
            raise ValueError(f"the counts of the series are {counted} cards, more than the total of {self.total}")
        return self

    @property
    def size(self) -> int | None:
        """How many cards the mix is to have; None if the counts of its series say so."""
        if self.total is None and self.players is not None and all(one.count == "all" for one in self.series):
            return 2 * HAND * self.players + 1
        return self.total

    @property
    def counted(self) -> int | None:
        """How many cards the counts of the series are together; None if a series names none."""
        counts = [one.count for one in self.series if one.count != "all"]
        return sum(counts) if len(counts) == len(self.series) else None

    _file: str = PrivateAttr(default="mix")
    _places: dict[Path, Span] = PrivateAttr(default_factory=dict)

    @property
    def name(self) -> str:
        """What users call the mix: its file's name without ``.mix.toml``."""
        return PurePath(self._file).name.removesuffix(SUFFIX)

    def place(self, *where: str | int) -> Span:
        """Return where a key stands in the recipe's file, else the table that would hold it, else the file."""
        return nearest(self._places, where, self._file)


def read_recipe(data: bytes, name: str) -> tuple[Recipe | None, list[Diagnostic]]:
    """Read a recipe; `name` is its file, as findings call it, and gives the mix its name."""
    recipe, findings = read_toml(data, name, Recipe, "docs/mix.md", "mix")
    if recipe is not None:
        source, _ = decode(data, name)
        # A recipe is a value with a memory of its file; both are set once, here.
        recipe._file = name  # noqa: SLF001 - its own module
        recipe._places = toml_places(source) if source else {}  # noqa: SLF001 - likewise
    return recipe, findings
