"""The feed of another publisher: bytes to entries. What cannot be read is left out, with a finding at its place."""

import json
from collections.abc import Iterator
from typing import Any

from pydantic import ValidationError

from ..corrigenda.places import JsonPlaces, Path, RepeatedKeyError, unique_keys
from ..diagnostics import Diagnostic, finding
from ..documents import decode
from ..source import SourceText, Span
from .feed import Feed, FeedEntry


def read_feed(data: bytes, name: str) -> tuple[Feed | None, list[Diagnostic]]:
    """Read a feed; `name` is what findings call it. Returns None if it cannot be used as a whole."""
    source, findings = decode(data, name)
    if source is None:
        return None, findings
    try:
        content = json.loads(source.text, object_pairs_hook=unique_keys, parse_constant=_refuse)
        if "\\ud" in source.text.lower():
            json.dumps(content, ensure_ascii=False).encode()  # half a character, which no file can hold
    except json.JSONDecodeError as error:
        place = source.span(error.pos, min(error.pos + 1, len(source.text)))
        return None, [finding("WM821", f"not JSON: {error.msg[:1].lower()}{error.msg[1:]}", place)]
    except RepeatedKeyError as error:
        return None, [finding("WM821", str(error), JsonPlaces(source).repeated_key())]
    except (ValueError, RecursionError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else "a text or number in it cannot be used"
        return None, [finding("WM821", f"no JSON that can be used: {reason}", Span(name))]
    return _validated(content, source)


def _refuse(constant: str) -> Any:
    raise ValueError(constant)


def _validated(content: Any, source: SourceText) -> tuple[Feed | None, list[Diagnostic]]:
    places = JsonPlaces(source)
    findings: list[Diagnostic] = []
    codes: set[str] = set()
    for number, series in _lists(content):
        path: Path = ("series", number)
        code = series.get("code")
        if isinstance(code, str) and code in codes:
            findings.append(finding("WM821", f"series `{code}` is listed twice", places.span((*path, "code"))))
            series["corrigenda"] = []
            continue
        codes.add(str(code))
        series["corrigenda"], found = _entries(series, code, places, path)
        findings += found
    try:
        return Feed.model_validate(content), findings
    except ValidationError as error:
        return None, [*_faults(error, places, (), None), *findings]


def _entries(
    series: dict[str, Any], code: Any, places: JsonPlaces, path: Path
) -> tuple[list[FeedEntry], list[Diagnostic]]:
    """Return the entries of a series that can be read, each once."""
    good: dict[str, FeedEntry] = {}
    findings: list[Diagnostic] = []
    for index, row in enumerate(series["corrigenda"]):
        here = (*path, "corrigenda", index)
        try:
            entry = FeedEntry.model_validate(row)
        except ValidationError as error:
            findings += _faults(error, places, here, row.get("id") if isinstance(row, dict) else None)
            continue
        if entry.id in good:
            problem = "is listed twice"
        elif entry.series != code:
            problem = f"is an id of series `{entry.series}`, listed with series `{code}`"
        else:
            good[entry.id] = entry
            continue
        findings.append(finding("WM821", f"`{entry.id}` {problem}", places.span((*here, "id"))))
    return [*good.values()], findings


def _lists(content: Any) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the series of a feed that have a list of entries, with their places; what else is wrong pydantic says."""
    listed = content.get("series") if isinstance(content, dict) else None
    for number, series in enumerate(listed if isinstance(listed, list) else ()):
        if isinstance(series, dict) and isinstance(series.get("corrigenda"), list):
            yield number, series


def _faults(error: ValidationError, places: JsonPlaces, path: Path, name: Any) -> Iterator[Diagnostic]:
    for fault in error.errors(include_url=False, include_context=False, include_input=False):
        where = ".".join(map(str, fault["loc"])) or "feed"
        reason = fault["msg"].removeprefix("Value error, ")
        message = f"`{where}`: {reason[:1].lower()}{reason[1:]}"
        if isinstance(name, str):
            message = f"`{name}`: {message}"
        yield finding("WM821", message, places.span((*path, *fault["loc"])))
