"""One fault, one finding: what reading and checking both see of a fault is told by one of them."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from ..diagnostics import Diagnostic
from ..source import Span

_BYTES = frozenset({"WM104", "WM106"})  # bytes that are no character: read as �, which WM314 finds in the texts
_BLANK = frozenset({"WM124", "WM201", "WM302", "WM303"})  # what there is to say of a blank cell
_USELESS = frozenset({"WM125", "WM201"})  # a time of day that cannot be an id or a year
_DIFFERENCES = frozenset({"WM480", "WM482"})  # a field, or a card, of an edition that nothing brought there
_BESIDE_EDITIONS = _DIFFERENCES | {"WM412", "WM481", "WM483"}  # what lists and editions say of each other
_Place = tuple[str, int | None, int | None]


def each_once(findings: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the findings without those that say again what another one says.

    Damaged texts are told by the bytes that are none, else by card and not for the file as well; blank cells in a
    column of a workbook whose formulas have no result by what is wrong with the formulas; times of day that are no id
    or year, each by itself and not for the column as well. That a released edition was changed is told by its seal,
    where it differs from what its corrigenda make if that is known, and not by what no longer fits it as well.
    """
    listed = list(dict.fromkeys(findings))
    broken = {found.series for found in listed if found.code == "WM005" and found.series}
    files = {found.span.file for found in listed if found.code in _BYTES and found.span}
    damaged = {_place(found) for found in listed if found.code == "WM314"}
    useless = {_place(found) for found in listed if found.code in _USELESS}
    formulas = {_column(found) for found in listed if found.code == "WM152"}

    def is_told(found: Diagnostic) -> bool:
        if found.code in _BESIDE_EDITIONS and found.series in broken:
            return True
        if found.span is None:
            return False
        if found.code == "WM314":
            return found.span.file in files
        if found.code == "WM105":
            return _place(found) in damaged
        if found.code == "WM150":
            return _place(found) in useless
        return found.code in _BLANK and not found.span.excerpt and _column(found) in formulas

    places = {found.span.file: found.span for found in reversed(listed) if found.span and found.code in _DIFFERENCES}
    return [_seal(found, places) for found in listed if not is_told(found)]


def _seal(found: Diagnostic, places: Mapping[str, Span]) -> Diagnostic:
    if found.code != "WM005" or found.span is None:
        return found
    return replace(found, span=places.get(found.span.file, found.span))


def _place(found: Diagnostic) -> _Place | None:
    return (found.span.file, found.span.line, found.span.column) if found.span else None


def _column(found: Diagnostic) -> tuple[str, int | None] | None:
    return (found.span.file, found.span.column) if found.span and found.span.cell else None
