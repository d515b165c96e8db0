"""The file ``corrigenda.json``: bytes to entries, entries to bytes."""

import json
import re
from collections.abc import Iterable
from typing import Any

from pydantic import ValidationError

from ..diagnostics import Diagnostic, finding
from ..documents import decode
from ..source import Span
from .model import CorrigendaDocument, CorrigendaFile, Corrigendum
from .places import JsonPlaces, Path, RepeatedKeyError, unique_keys

_HALF = re.compile(r"\\u[dD][89a-fA-F]")


def read_corrigenda(data: bytes, file: str, series: str) -> tuple[CorrigendaFile | None, list[Diagnostic]]:
    """Read the corrigenda of `series`; `file` is what findings call the file.

    An entry that cannot be read is left out with one finding per fault, the others are read. Returns None if the file
    as a whole cannot be read.
    """
    source, findings = decode(data, file)
    if source is None:
        return None, findings
    try:
        content = json.loads(source.text, object_pairs_hook=unique_keys, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        place = source.span(error.pos, min(error.pos + 1, len(source.text)))
        return None, [finding("WM401", f"not JSON: {_lower(error.msg)}", place, series=series)]
    except RepeatedKeyError as error:
        return None, [finding("WM401", str(error), JsonPlaces(source).repeated_key(), series=series)]
    except (ValueError, RecursionError) as error:
        reason = str(error) if isinstance(error, ValueError) else "nested too deeply"
        return None, [finding("WM401", f"not JSON that can be used: {reason}", Span(file), series=series)]
    return _read_document(content, JsonPlaces(source), series)


def write_corrigenda(file: CorrigendaFile) -> bytes:
    """Return the bytes of ``corrigenda.json``: sorted by number, two spaces, UTF-8, a final line break.

    Parts that are empty are not written.
    """
    document = CorrigendaDocument(series=file.series, corrigenda=tuple(sorted(file, key=lambda entry: entry.number)))
    return (document.model_dump_json(exclude_defaults=True, indent=2) + "\n").encode()


def _read_document(content: Any, places: JsonPlaces, series: str) -> tuple[CorrigendaFile | None, list[Diagnostic]]:
    rows = content.get("corrigenda") if isinstance(content, dict) else None
    if not isinstance(rows, list):
        message = 'the file is not an object of the form {"series": …, "corrigenda": [ … ]}'
        return None, [finding("WM402", message, places.span(("corrigenda",)), series=series)]
    findings = list(_check_head(content, places, series))
    entries: dict[str, Corrigendum] = {}
    positions: dict[str, int] = {}
    numbers: dict[int, str] = {}
    halves = _HALF.search(places.source.text)
    for index, row in enumerate(rows):
        if half := _half_character(row, ("corrigenda", index)) if halves else None:
            message = "a text holds half a character (`\\ud800` to `\\udfff` without its other half)"
            findings.append(finding("WM402", message, places.span(half), series=series))
            continue
        try:
            entry = Corrigendum.model_validate(row)
        except ValidationError as error:
            findings += _shape_faults(error, row, ("corrigenda", index), places, series)
            continue
        if entry.number in numbers:
            message = f"the number of `{entry.id}` is taken by `{numbers[entry.number]}`"
            place = places.span(("corrigenda", index, "id"))
            findings.append(finding("WM403", message, place, card=entry.card, series=series))
            continue
        numbers[entry.number] = entry.id
        entries[entry.id], positions[entry.id] = entry, index
    findings += _check_order(entries.values(), positions, places, series)
    ordered = tuple(sorted(entries.values(), key=lambda entry: entry.number))
    unread = frozenset(_id(row) for row in rows) - entries.keys()
    whole = len(ordered) == len(rows)
    return CorrigendaFile(series, ordered, places, positions, whole=whole, unread=unread), findings


def _id(row: Any) -> str:
    """Return the id of an entry that may be of any form, an empty text if it has none."""
    name = row.get("id") if isinstance(row, dict) else None
    return name if isinstance(name, str) else ""


def _check_head(content: dict[str, Any], places: JsonPlaces, series: str) -> Iterable[Diagnostic]:
    if content.get("series") != series:
        message = f"the file says series `{content.get('series')}` but lies with series `{series}`"
        yield finding("WM405", message, places.span(("series",)), series=series)
    for key in content.keys() - {"series", "corrigenda"}:
        yield finding("WM402", f"`{key}`: unknown key", places.span((key,)), series=series)


def _check_order(
    entries: Iterable[Corrigendum], positions: dict[str, int], places: JsonPlaces, series: str
) -> Iterable[Diagnostic]:
    """Report entries of another series, and the first entry that stands out of order."""
    highest: Corrigendum | None = None
    ordered = True
    for entry in entries:
        place = ("corrigenda", positions[entry.id], "id")
        if entry.series != series:
            message = f"`{entry.id}` is an id of series `{entry.series}`"
            yield finding("WM405", message, places.span(place), card=entry.card, series=series)
        if highest and entry.number < highest.number and ordered:
            message = f"`{entry.id}` stands after `{highest.id}`"
            ordered = False
            yield finding("WM404", message, places.span(place), card=entry.card, series=series)
        highest = entry


def _shape_faults(
    error: ValidationError, row: Any, path: Path, places: JsonPlaces, series: str
) -> Iterable[Diagnostic]:
    """Turn each fault that pydantic found into a finding at its key."""
    card = row.get("card") if isinstance(row, dict) else None
    name = row.get("id") if isinstance(row, dict) else None
    for fault in error.errors(include_url=False, include_context=False, include_input=False):
        where = ".".join(str(part) for part in fault["loc"]) or "entry"
        message = f"`{where}`: {_lower(fault['msg'].removeprefix('Value error, '))}"
        if isinstance(name, str):
            message = f"`{name}`: {message}"
        place = places.span((*path, *fault["loc"]))
        yield finding("WM402", message, place, card=card if isinstance(card, str) else None, series=series)


def _half_character(part: Any, path: Path) -> Path | None:
    """Return the path of a text that no file can hold."""
    if isinstance(part, str):
        return path if any("\ud800" <= letter <= "\udfff" for letter in part) else None
    inner = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    return next((found for key, value in inner if (found := _half_character(value, (*path, key)))), None)


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"`{name}` is no value of JSON")


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
