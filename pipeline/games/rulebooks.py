"""The rule sets by the names that replays use."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Any

from pydantic import BaseModel, Field, TypeAdapter

from ..years import YearInterval
from .anno_domini import AnnoDomini, Arrange, Chance, Doubt, Insert, Options
from .core import Rules
from .document import End

AnnoDominiLine = Annotated[Insert | Doubt | Arrange | Chance | End, Field(discriminator="do")]


@dataclass(frozen=True, slots=True)
class RuleBook:
    """How a rule set is made and how its options and the lines of its replays are read."""

    options: type[BaseModel]
    line: TypeAdapter[Any]
    rules: Callable[[Any, int, Mapping[str, YearInterval]], Rules[Any, Any, Any]]


RULEBOOKS: Mapping[str, RuleBook] = MappingProxyType(
    {"anno-domini": RuleBook(Options, TypeAdapter(AnnoDominiLine), AnnoDomini)}
)
