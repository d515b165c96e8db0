"""Documents written by people: TOML read into a model, every fault at its line and column."""

import re
import tomllib
from collections.abc import Iterator
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from .diagnostics import Diagnostic, finding
from .source import SourceText, Span

Model = TypeVar("Model", bound=BaseModel)
Path = tuple[str | int, ...]

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\]]+?)\s*\]\]?")
_KEY = re.compile(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=\s*""")
_MULTILINE = re.compile(r'"""|\'\'\'')
# What pydantic calls by Python's names, in the words of TOML.
_IN_TOML = {
    "tuple_type": "should be a list",
    "list_type": "should be a list",
    "mapping_type": "should be a table",
    "dict_type": "should be a table",
    "model_type": "should be a table",
    "int_type": "should be a whole number",
    "string_type": "should be a text in quotes",
    "bool_type": "should be true or false",
}
_PLAIN_KEY = re.compile(r"[^A-Z\[]+")  # kinds are named by classes or functions
_KINDS = {"str", "int", "float", "bool"}
_AT = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)")


def decode(data: bytes, name: str) -> tuple[SourceText | None, list[Diagnostic]]:
    """Decode a document, which must be UTF-8 (a byte order mark is allowed); the first bad byte is one finding."""
    try:
        return SourceText(name, data.decode("utf-8-sig")), []
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig", errors="replace")
        line, column = SourceText(name, before).position(len(before))
        message = f"byte 0x{data[error.start]:02x} is not UTF-8"
        return None, [finding("WM001", message, Span(name, line, column))]


def read_toml(data: bytes, name: str, model: type[Model]) -> tuple[Model | None, list[Diagnostic]]:
    """Read a TOML document called `name` in findings; None when it cannot be used, with a finding for every fault."""
    source, findings = decode(data, name)
    if source is None:
        return None, findings
    try:
        content = tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        return None, [_syntax_finding(source, str(error))]
    try:
        return model.model_validate(content), []
    except ValidationError as error:
        places = toml_places(source)
        return None, [_model_finding(details, name, places) for details in _told(error)]


def _syntax_finding(source: SourceText, message: str) -> Diagnostic:
    at = _AT.search(message)
    line = int(at[1]) if at and at[1] else source.line_count
    column = int(at[2]) if at and at[2] else 1
    excerpt = source.line(line) if source.text else ""
    text = _AT.sub("", message)
    return finding("WM002", text[:1].lower() + text[1:], Span(source.file, line, column, excerpt=excerpt))


def _told(error: ValidationError) -> Iterator[Any]:
    """Iterate over the faults; of a value that fits no kind it may have, only what is wrong with the likeliest kind."""
    faults = error.errors(include_url=False)
    deep = {_keys(fault["loc"])[:at] for fault in faults for at in range(1, len(_keys(fault["loc"])))}
    told: set[Path] = set()
    for fault in faults:
        where = _keys(fault["loc"])
        if where == fault["loc"] or (where not in deep and where not in told):
            yield {**fault, "loc": where}
        told.add(where)


def _keys(where: Path) -> Path:
    """Return a path without what pydantic adds to tell apart the kinds a value may have (``card.Measures.width``)."""
    return tuple(part for part in where if isinstance(part, int) or (_PLAIN_KEY.fullmatch(part) and part not in _KINDS))


def _model_finding(details: Any, name: str, places: dict[Path, Span]) -> Diagnostic:
    where: Path = details["loc"]
    dotted = ".".join(str(part) for part in where)
    reason = _IN_TOML.get(details["type"]) or details["msg"].removeprefix("Value error, ")
    if reason[1:2].islower():
        reason = reason[:1].lower() + reason[1:]
    message = f"`{dotted}`: {reason}" if dotted else reason
    return finding("WM003", message, nearest(places, where, name))


def nearest(places: dict[Path, Span], where: Path, name: str) -> Span:
    """Return the place of the key at `where`, else of the table that holds it, else the file as a whole."""
    for length in range(len(where), 0, -1):
        if where[:length] in places:
            return places[where[:length]]
    return Span(name)


def toml_places(source: SourceText) -> dict[Path, Span]:
    """Return where each key and table of a valid TOML document begins, by its path (``("editions", 0, "year")``)."""
    places: dict[Path, Span] = {}
    counts: dict[Path, int] = {}
    table: Path = ()
    for start, text in _statements(source):
        if header := _HEADER.match(text):
            table = _enter(_split(header[2]), counts, array=header[1] == "[[")
            places.setdefault(table, source.span(start + header.start(1), start + header.end()))
        elif key := _KEY.match(text):
            path = table + _split(key[1])
            places.setdefault(path, source.span(start + key.start(1), start + len(text.rstrip())))
    return places


def _enter(names: Path, counts: dict[Path, int], *, array: bool) -> Path:
    """Return the path of a table header, with the index of the newest element after each array's name."""
    path: Path = ()
    for name in names[:-1]:
        path = (*path, name)
        if path in counts:
            path = (*path, counts[path])
    path = (*path, names[-1])
    if array:
        counts[path] = counts.get(path, -1) + 1
        path = (*path, counts[path])
    return path


def _split(dotted: str) -> Path:
    return tuple(part.strip().strip("\"'") for part in re.findall(r"""[\w-]+|"[^"]*"|'[^']*'""", dotted))


def _statements(source: SourceText) -> Iterator[tuple[int, str]]:
    """Yield (offset, text) of the lines that begin outside a multi-line string."""
    offset, inside = 0, ""
    for raw in re.split(r"(?<=\n)", source.text):
        if not inside:
            yield offset, raw
        for mark in _MULTILINE.findall(raw):
            inside = "" if mark == inside else inside or mark
        offset += len(raw)
