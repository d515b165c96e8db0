"""The list for programs: a JSON feed with all states, described by a schema, and a CSV table of the same entries."""

import json
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from ..cards import Language, SeriesCode
from ..corrigenda import Corrigendum
from ..corrigenda.model import IsoDate
from ..ingest.spreadsheets import disarmed
from ..tables import write_csv
from .characters import harmless
from .register import Published

VERSION = 1
CSV_COLUMNS = (
    "id",
    "series",
    "card",
    "field",
    "state",
    "printed",
    "fixed_in",
    "found_in",
    "old",
    "new",
    "type",
    "effect",
    "reason",
    "sources",
    "reported_on",
    "decided_on",
    "supersedes",
    "duplicate_of",
    "group",
)


def _no_other_number(value: object) -> object:
    """Refuse what Python takes for the number 1 and JSON does not: true, 1.0."""
    if type(value) is not int:
        raise ValueError("a whole number is needed")
    return value


_Whole = Annotated[int, Field(strict=True)]
_Truth = Annotated[bool, Field(strict=True)]


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class FeedGame(_Value):
    """A recorded game in which a row is judged the other way with the corrected year; `pair` decides."""

    game: str
    line: _Whole
    before: _Truth
    after: _Truth
    pair: tuple[str, str]


class FeedCard(_Value):
    """A card of another series that tells the same event; `agrees` is null if the years cannot be compared."""

    card: str
    year: str
    agrees: _Truth | None


class FeedEntry(Corrigendum):
    """An entry of the list, with the event of its card, the edition that mended it, and what it does elsewhere."""

    event: Mapping[Language, str] = {}
    fixed_in: _Whole | None = None
    effect: Literal["order", "visible", "cosmetic"] | None = None
    also_affects: tuple[FeedCard, ...] = ()
    games: tuple[FeedGame, ...] = ()


class FeedEdition(_Value):
    """An edition of a series; `sha256` is the sum of its released deck."""

    number: _Whole
    year: _Whole
    released: _Truth
    sha256: str | None = None


class FeedSeries(_Value):
    """A series with its list, in order of numbers. `updated` is the day of the last change of state."""

    code: SeriesCode
    titles: Mapping[Language, str]
    languages: tuple[Language, ...]
    editions: tuple[FeedEdition, ...]
    updated: IsoDate | None
    corrigenda: tuple[FeedEntry, ...]


class Feed(_Value):
    """All published lists: ``corrigenda.json``. Entries of every state are in it; `status` says which is which."""

    feed: Annotated[Literal[1], BeforeValidator(_no_other_number), Field(description="Version of the format.")]
    title: str
    series: tuple[FeedSeries, ...]


_JSON = json.JSONEncoder(ensure_ascii=False)


def feed(title: str, parts: Iterable[str]) -> bytes:
    """Return the feed as JSON, of the parts of its series: the same bytes for the same lists."""
    series = ",\n".join(parts)
    return f'{{"feed": {VERSION}, "title": {_JSON.encode(title)}, "series": [\n{series}\n]}}\n'.encode()


def feed_part(published: Published) -> str:
    """Return the part of a series in the feed, an entry a line; empty parts of an entry are left out."""
    series = published.series
    head = {
        "code": series.code,
        "titles": dict(series.titles),
        "languages": list(series.languages),
        "editions": [
            one.model_dump(include={"number", "year", "released", "sha256"}, exclude_none=True)
            for one in series.editions
        ],
        "updated": published.updated.isoformat() if published.updated else None,
    }
    entries = ",\n".join(_JSON.encode(_entry(published, entry)) for entry in published.file)
    return f'{_JSON.encode(head)[:-1]}, "corrigenda": [\n{entries}\n]}}'


def _entry(published: Published, entry: Corrigendum) -> dict[str, Any]:
    content = entry.model_dump(mode="json", exclude_defaults=True)
    card, does = published.newest_cards.get(entry.card), published.of(entry)
    more = {
        "event": dict(card.event) if card else {},
        "fixed_in": entry.applied_in,
        "effect": does.effect,
        "also_affects": [other.as_json() for other in does.also_affects],
        "games": [flip.as_json() for flip in does.games],
    }
    return content | {name: value for name, value in more.items() if value not in (None, [], {})}


def table(parts: Iterable[bytes]) -> bytes:
    """Return all entries as a CSV table, one line each, of the parts of their series."""
    return b"".join([write_csv([CSV_COLUMNS]), *parts])


def table_part(published: Published) -> bytes:
    """Return the lines of the entries of a series in the table; what a spreadsheet would take for a formula is none."""
    return write_csv(_row(published, entry) for entry in published.file)


def _row(published: Published, entry: Corrigendum) -> tuple[str, ...]:
    decided = entry.history[-1].on.isoformat() if len(entry.history) > 1 else ""
    sources = " | ".join(
        ", ".join(filter(None, (source.ref, source.locator, source.states_value))) for source in entry.sources
    )
    return (
        entry.id,
        published.code,
        entry.card,
        entry.field,
        entry.status,
        entry.printed_state,
        "" if entry.applied_in is None else str(entry.applied_in),
        " ".join(map(str, entry.found_in)),
        _cell(entry.old),
        _cell(entry.new or ""),
        entry.type,
        published.of(entry).effect or "",
        _cell(entry.reason),
        _cell(sources),
        entry.reported_on.isoformat(),
        decided,
        entry.supersedes or "",
        entry.duplicate_of or "",
        entry.group or "",
    )


def _cell(text: str) -> str:
    """Return a text as a spreadsheet may show it: no formula, and nothing that turns what follows."""
    return disarmed(harmless(text))
