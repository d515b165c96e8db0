"""Corrigenda as values: one entry corrects one field of one printed card.

The states and their order follow the RFC Editor's errata; nothing is edited in place: every change of state is appended
to the history of its entry, and the state is the last one. What the models refuse is the *shape* of a file; what an
entry says about cards is judged by the rules (``entry_rules``, ``file_rules``).
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, field_validator

from ..cards import CardId, Language, SeriesCode
from ..source import Span
from ..sources import Source
from .places import JsonPlaces

State = Literal["reported", "verified", "rejected", "held", "withdrawn", "applied", "superseded"]
Type = Literal[
    "factual-year", "factual-text", "precision", "editorial", "translation", "source", "clarification", "identity"
]

STATES: tuple[State, ...] = ("reported", "held", "verified", "applied", "rejected", "withdrawn", "superseded")
TRANSITIONS: Mapping[State, tuple[State, ...]] = {
    "reported": ("verified", "rejected", "held", "withdrawn", "superseded"),
    "held": ("verified", "rejected", "superseded"),
    "verified": ("applied", "superseded"),
    "applied": ("verified", "superseded"),
    "rejected": ("superseded",),
    "withdrawn": ("superseded",),
    "superseded": (),
}
"""What may follow each state; an entry begins as reported. ``applied`` back to ``verified`` is a revert."""

Items = TypeVar("Items", bound=tuple[Any, ...])

_ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_ID = re.compile(r"CORR-(?P<series>[a-z][a-z0-9-]*)-(?P<number>\d{1,9})")


def _not_empty(items: Items) -> Items:
    """Refuse an empty list, once its items are sound; pydantic's own test of length would add a fault to theirs."""
    if not items:
        raise ValueError("at least one is needed")
    return items


def _only_iso(value: object) -> object:
    """Refuse what pydantic would also read as a date: time stamps and numbers."""
    if isinstance(value, date) or (isinstance(value, str) and _ISO_DATE.fullmatch(value)):
        return value
    raise ValueError("a date is written as year, month and day: 2026-03-31")


IsoDate = Annotated[date, BeforeValidator(_only_iso)]
EntryId = Annotated[
    str, StringConstraints(pattern=rf"^{_ID.pattern.replace('?P<series>', '').replace('?P<number>', '')}$")
]
Code = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]*$")]
EditionNumber = Annotated[int, Field(ge=1, strict=True)]
_FILLED = Field(json_schema_extra={"minItems": 1})


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Change(_Value):
    """One change of state: when, by whom (a role or code, never a name), why; `edition` where it was applied."""

    state: State
    on: IsoDate
    by: Code
    note: str = ""
    edition: EditionNumber | None = None


class Corrigendum(_Value):
    """One entry of a corrigenda list.

    `field` is a column of the canonical deck (``event_de``, ``year`` …; ``id`` withdraws the card, `new` then names the
    card that takes its place, or is empty). `old` is the text exactly as printed, `new` may be missing while the entry
    is not verified. `group` joins entries that are applied together or not at all.
    """

    id: EntryId
    card: CardId
    found_in: Annotated[tuple[EditionNumber, ...], _FILLED, AfterValidator(_not_empty)]
    field: str
    old: str
    new: str | None = None
    type: Type
    reason: str = ""
    reason_code: Code | None = None
    sources: tuple[Source, ...] = ()
    status: State
    reported_by: tuple[Code, ...] = ()
    reported_on: IsoDate
    history: Annotated[tuple[Change, ...], _FILLED, AfterValidator(_not_empty)]
    supersedes: EntryId | None = None
    duplicate_of: EntryId | None = None
    group: Code | None = None
    translations: Mapping[Language, Literal["done", "open"]] = {}

    @field_validator("found_in")
    @classmethod
    def _ascends(cls, editions: tuple[int, ...]) -> tuple[int, ...]:
        if list(editions) != sorted(set(editions)):
            raise ValueError("editions are listed once each, the lowest first")
        return editions

    @property
    def number(self) -> int:
        """The running number in the id."""
        return int(self.id.rpartition("-")[2])

    @property
    def series(self) -> str:
        """The series in the id."""
        return self.id.removeprefix("CORR-").rpartition("-")[0]

    @property
    def slot(self) -> tuple[str, str]:
        """The printed place it corrects: card and field."""
        return self.card, self.field

    @property
    def applied_in(self) -> int | None:
        """The edition that took it up, None if none did or it was reverted; a superseded entry keeps its edition."""
        for change in reversed(self.history):
            if change.state in {"applied", "verified"}:
                return change.edition if change.state == "applied" else None
        return None

    @property
    def was_verified(self) -> bool:
        """Tell whether somebody ever decided that it is right."""
        return any(change.state in {"verified", "applied"} for change in self.history)

    @property
    def printed_state(self) -> str:
        """``open``, ``fixed in edition E``, or an empty text for an entry that never asked for a change that counts."""
        if self.applied_in is not None:
            return f"fixed in edition {self.applied_in}"
        return "open" if self.status in {"reported", "held", "verified"} else ""


class CorrigendaDocument(_Value):
    """The file ``corrigenda.json`` as a whole."""

    series: SeriesCode
    corrigenda: tuple[Corrigendum, ...]


@dataclass(frozen=True)
class CorrigendaFile:
    """The entries of one series that could be read, in order of their numbers, and where they were read.

    `positions` maps an id to its index in the JSON list; both it and `places` are for findings only. A file is not
    `whole` if an entry could not be read: no edition is derived from it, since that correction would be lost. `unread`
    are the ids of such entries, an empty text for one that has no id.
    """

    series: str
    entries: tuple[Corrigendum, ...] = ()
    places: JsonPlaces | None = field(default=None, compare=False, repr=False)
    positions: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)
    whole: bool = field(default=True, compare=False)
    unread: frozenset[str] = field(default=frozenset(), compare=False)

    def __iter__(self) -> Iterator[Corrigendum]:
        """Iterate over the entries in order of their numbers."""
        return iter(self.entries)

    def __len__(self) -> int:
        """Return the number of entries."""
        return len(self.entries)

    @cached_property
    def by_id(self) -> Mapping[str, Corrigendum]:
        """The entries by their ids."""
        return {entry.id: entry for entry in self.entries}

    @cached_property
    def by_slot(self) -> Mapping[tuple[str, str], tuple[Corrigendum, ...]]:
        """The entries by the printed places they correct."""
        slots: dict[tuple[str, str], list[Corrigendum]] = {}
        for entry in self.entries:
            slots.setdefault(entry.slot, []).append(entry)
        return {slot: tuple(entries) for slot, entries in slots.items()}

    @cached_property
    def groups(self) -> Mapping[str, tuple[Corrigendum, ...]]:
        """The entries of each group that nothing supersedes yet."""
        groups: dict[str, tuple[Corrigendum, ...]] = {}
        for entry in self.entries:
            if entry.group and entry.status != "superseded":
                groups[entry.group] = (*groups.get(entry.group, ()), entry)
        return groups

    def span(self, entry: Corrigendum, *path: str | int) -> Span | None:
        """Return the place of `entry`, or of a part of it, in the file; None if it was made in memory."""
        index = self.positions.get(entry.id)
        if self.places is None or index is None:
            return None
        return self.places.span(("corrigenda", index, *path))

    def lacks(self, name: str) -> bool:
        """Tell whether there is surely no entry of this id, not even one that could not be read."""
        return name not in self.by_id and name not in self.unread and "" not in self.unread

    def in_circle(self, entry: Corrigendum) -> bool:
        """Tell whether `entry` supersedes itself, directly or through others."""
        return entry.supersedes is not None and entry.id in self.ancestors(entry)

    def ancestors(self, entry: Corrigendum) -> frozenset[str]:
        """Return the ids that `entry` supersedes, directly or through others; circles end too."""
        seen: set[str] = set()
        older = entry.supersedes
        while older is not None and older not in seen:
            seen.add(older)
            older = self.by_id[older].supersedes if older in self.by_id else None
        return frozenset(seen)
