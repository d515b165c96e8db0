"""What can be wrong with one entry, each fault a function; the rules and `apply` ask the same ones."""

import re
from collections.abc import Iterator
from functools import cache

from ..cards import Card, Series, canonical_columns
from ..diagnostics import Diagnostic, Severity, finding
from ..sources import is_language_model, parse_sources
from ..years import YearError
from .model import CorrigendaFile, Corrigendum
from .values import fold, states, year_of

_DERIVED = frozenset({"earliest", "latest", "edtf"})
# What hides or turns the words around it (WM313); a line may break.
_CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")


@cache
def _fields(languages: tuple[str, ...]) -> frozenset[str]:
    return frozenset(canonical_columns(languages, with_symbols=True)) - _DERIVED


def report(
    code: str,
    message: str,
    file: CorrigendaFile,
    entry: Corrigendum,
    *path: str | int,
    severity: Severity | None = None,
) -> Diagnostic:
    """Make a finding about `entry` at the place of `path` in it."""
    return finding(
        code,
        f"`{entry.id}`: {message}",
        file.span(entry, *path),
        card=entry.card,
        series=file.series,
        severity=severity,
    )


def unknown_field(file: CorrigendaFile, entry: Corrigendum, series: Series) -> Diagnostic | None:
    """Refuse a field that cards of the series do not have, or that is derived from another (invariant 1)."""
    if entry.field in _fields(series.languages):
        return None
    return report("WM411", f"cards of `{series.code}` have no field `{entry.field}` to correct", file, entry, "field")


def missing_card(file: CorrigendaFile, entry: Corrigendum, edition: int) -> Diagnostic:
    """Say that an edition has no such card (invariant 1)."""
    return report("WM410", f"edition {edition} has no card `{entry.card}`", file, entry, "card")


def stale(file: CorrigendaFile, entry: Corrigendum, edition: int, printed: str) -> Diagnostic | None:
    """Refuse an old value that is not what the edition prints, quote shapes and the like aside (invariant 2)."""
    if fold(printed) == fold(entry.old):
        return None
    message = f"edition {edition} prints `{printed}` as {entry.field} of `{entry.card}`, not `{entry.old}`"
    decided = entry.status not in {"reported", "held"}
    return report("WM412", message, file, entry, "old", severity=None if decided else Severity.WARNING)


def unsound_new(file: CorrigendaFile, entry: Corrigendum, card: Card, series: Series) -> Diagnostic | None:
    """Refuse a new value that is missing though decided, changes nothing, or cannot be printed (invariant 3).

    The old value need not parse: that can be the fault. Whether a card named as successor exists is not asked here.
    """
    if entry.new is None:
        if entry.status in {"verified", "applied"}:
            return report("WM420", f"{entry.status} without a new value", file, entry)
        return None
    if entry.new == entry.old:
        return report("WM421", "the new value is the old one", file, entry, "new")
    problem = unprintable(entry, entry.new, card, series)
    return None if problem is None else report("WM422", problem, file, entry, "new")


def unprintable(entry: Corrigendum, new: str, card: Card, series: Series) -> str | None:
    """Say why a card of the series cannot print a new value; None if it can."""
    if entry.field == "id":
        return None
    if not new.strip() and entry.field.startswith(("event_", "year")):
        return f"{entry.field} cannot be empty"
    if _CONTROL.search(new):
        return "the new value holds a control character"
    if new != new.strip():
        return "the new value has blanks around it"
    if entry.field == "sources" and not parse_sources(new) and new:
        return "the new value holds no source"
    return None if entry.field.startswith(("event_", "comment_")) else _misprinted(entry, new, card, series)


def _misprinted(entry: Corrigendum, new: str, card: Card, series: Series) -> str | None:
    if entry.field == "year":
        read = year_of(new, series)
        return f"the new year `{new}` cannot be read: {read.message}" if isinstance(read, YearError) else None
    printed = card.with_value(entry.field, new, series).value(entry.field)
    return None if printed == new else f"the new value would be printed as `{printed}`"


def undoing(file: CorrigendaFile, entry: Corrigendum) -> Diagnostic | None:
    """Refuse an entry that brings back what another one corrected, unless it supersedes that one (invariant 6)."""
    for other in file.by_slot.get(entry.slot, ()):
        if other is entry:
            continue
        taken_up = other.applied_in is not None and other.applied_in != entry.applied_in
        back = entry.new is not None and fold(entry.new) == fold(other.old) and fold(entry.old) == fold(other.new or "")
        if taken_up and back and other.id not in file.ancestors(entry) and entry.id not in file.ancestors(other):
            message = f"brings back `{entry.new}`, which `{other.id}` corrected in edition {other.applied_in}"
            return report("WM444", message, file, entry, "new")
    return None


def unproven(file: CorrigendaFile, entry: Corrigendum, series: Series) -> Iterator[Diagnostic]:
    """Ask a decided entry for its reason and sources (invariant 4)."""
    models = [(index, source) for index, source in enumerate(entry.sources) if is_language_model(source)]
    for index, source in models:
        yield report("WM434", f"`{source.ref}` is a language model", file, entry, "sources", index)
    if not entry.was_verified:
        return
    if not entry.reason.strip():
        yield report("WM430", "verified without a reason", file, entry, "reason")
    if models:
        return
    if not any(source.locator and source.ref for source in entry.sources):
        yield report("WM431", "verified without a source that says where to look", file, entry, "sources")
    elif _changes_year(entry) and not _stating(entry, series):
        yield report("WM432", f"no source states the year `{entry.new}`", file, entry, "sources")


def weakly_proven(file: CorrigendaFile, entry: Corrigendum, series: Series) -> Diagnostic | None:
    """Warn of a change of year that a single source states (invariant 4); language models are reported elsewhere."""
    if not _changes_year(entry) or any(map(is_language_model, entry.sources)) or _stating(entry, series) != 1:
        return None
    return report("WM433", f"only one source states the year `{entry.new}`", file, entry, "sources")


def _changes_year(entry: Corrigendum) -> bool:
    return entry.field == "year" and entry.new not in {None, entry.old}


def _stating(entry: Corrigendum, series: Series) -> int:
    """Count the different sources that state the new year; one that cannot be read is reported elsewhere."""
    year = entry.new or ""
    read = year_of(year, series)
    if isinstance(read, YearError):
        return len(entry.sources)
    return len({(source.kind, source.ref) for source in entry.sources if states(source, year, read.interval, series)})
