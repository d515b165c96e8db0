"""Documents written by people: TOML read into a model, every fault at its line and column."""

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from .diagnostics import Diagnostic, finding
from .source import SourceText, Span

Model = TypeVar("Model", bound=BaseModel)
Path = tuple[str | int, ...]

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\]]+?)\s*\]\]?")
_KEY = re.compile(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=\s*""")
_MULTILINE = re.compile(r'"""|\'\'\'')
# What belongs at a key, by the kind of fault that pydantic found there.
_WANTED = {
    "tuple_type": "a list",
    "list_type": "a list",
    "too_short": "a list of {min_length} or more",
    "too_long": "a list of {max_length} at most",
    "mapping_type": "a table",
    "dict_type": "a table",
    "model_type": "a table",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "finite_number": "a finite number",
    "greater_than_equal": "{ge} or more",
    "greater_than": "more than {gt}",
    "less_than_equal": "{le} or less",
    "less_than": "less than {lt}",
    "string_type": "a text in quotes",
    "string_too_short": "a text of {min_length} or more characters",
    "string_too_long": "a text of {max_length} characters at most",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "literal_error": "{expected}",
    "enum": "{expected}",
}
# What a text is that keeps to a pattern.
PATTERNS = {
    r"^[a-z]{2}$": "a language in two small letters, such as `de`",
    r"^[a-z][a-z0-9-]*$": "a code of small letters, digits and hyphens, such as `frauen`",
    r"^#[0-9a-f]{6}$": "a colour such as `#a8256f`",
    r"^[0-9a-f]{64}$": "a SHA-256 in 64 hexadecimal digits",
    r"^https?://\S+$": "an address such as `https://verlag.example`",
    r"^https?://[!-~]+$": "an address such as `https://verlag.example`",
}
_MOST_LISTED = 20
_ALIKE = 0.7  # from which on a word is taken for another one misspelt
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


def read_toml(
    data: bytes, name: str, model: type[Model], page: str = "docs/workspace.md", kind: str = "workspace"
) -> tuple[Model | None, list[Diagnostic]]:
    """Read a TOML document called `name` in findings; None when it cannot be used, with a finding for every fault.

    `page` tells users of its keys, and so does the schema `kind`.
    """
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
        told = ((where, _message(where, faults, model)) for where, faults in _told(error, content).items())
        advice = f"see {page} or `wildmix schema {kind}` for the keys and what they may hold"
        return None, [finding("WM003", text, nearest(places, where, name), help=advice) for where, text in told]


def _syntax_finding(source: SourceText, message: str) -> Diagnostic:
    at = _AT.search(message)
    line = int(at[1]) if at and at[1] else source.line_count
    column = int(at[2]) if at and at[2] else 1
    excerpt = source.line(line) if source.text else ""
    text = _AT.sub("", message)
    return finding("WM002", text[:1].lower() + text[1:], Span(source.file, line, column, excerpt=excerpt))


def _told(error: ValidationError, content: Any) -> dict[Path, list[Any]]:
    """Return the faults by their paths; a value that fits no kind it may have has one for each kind.

    If a part of such a value is at fault, its kind was the right one, and only what is wrong with the part is told. Nor
    is a list too short because a part of it does not count.
    """
    faults = [(_keys(fault, content), fault) for fault in error.errors(include_url=False)]
    deep = {where[:at] for where, _ in faults for at in range(1, len(where))}
    told: dict[Path, list[Any]] = {}
    for where, fault in faults:
        if where not in deep or (where == fault["loc"] and fault["type"] != "too_short"):
            told.setdefault(where, []).append(fault)
    return told


def _keys(fault: Any, content: Any) -> Path:
    """Return the path of a fault without what pydantic adds to tell apart the kinds of a value.

    That is the `Measures` in ``card.Measures.width``: a key stands in the document, or is missing there; the name of a
    kind does not.
    """
    where: list[str | int] = []
    for at, part in enumerate(fault["loc"], 1):
        missing = fault["type"] == "missing" and at == len(fault["loc"])
        inside = isinstance(content, Mapping) and part in content
        if isinstance(part, int) or inside or missing:
            where.append(part)
            there = inside or (isinstance(content, list) and isinstance(part, int) and part < len(content))
            content = content[part] if there else None
    return tuple(where)


def _message(where: Path, faults: list[Any], model: type[BaseModel]) -> str:
    match faults[0]["type"]:
        case "missing":
            return f"`{_named(where)}` is missing"
        case "extra_forbidden":
            *table, key = where
            inside = f" in `{_named(tuple(table))}`" if table else ""
            return f"there is no key `{key}`{inside}{likely(str(key), _known_keys(model, tuple(table)))}"
    wanted = dict.fromkeys(_wanted(fault) for fault in faults)
    if all(wanted):
        reason = f"should be {', or '.join(wanted)}"
    else:
        reason = faults[0]["msg"].removeprefix("Value error, ")
        reason = reason[:1].lower() + reason[1:] if reason[1:2].islower() else reason
    return f"`{_named(where)}`: {reason}" if where else reason


def _wanted(fault: Mapping[str, Any]) -> str:
    """Return what belongs there; empty if only the fault itself says it."""
    context = fault.get("ctx", {})
    if fault["type"] == "string_pattern_mismatch":
        return PATTERNS.get(context["pattern"], "")
    told = {key: f"{value:g}" if isinstance(value, float) else value for key, value in context.items()}
    return _WANTED.get(fault["type"], "").format(**told).replace("'", '"')


def _named(where: Path) -> str:
    """Return a path as people count, from 1: ``colour.cmyk 4``, ``series 1, earliest``."""
    text = ""
    for at, part in enumerate(where):
        if isinstance(part, int):
            text += f" {part + 1}"
        else:
            text += f"{', ' if isinstance(where[at - 1], int) else '.'}{part}" if at else part
    return text


def likely(name: str, known: Collection[str]) -> str:
    """Return the end of a sentence on a name that is not among those known: which is meant, else all there are."""
    if near := get_close_matches(name, known, 1, _ALIKE):
        return f"; is `{near[0]}` meant?"
    listed = [f"`{one}`" for one in known][:_MOST_LISTED] + ["…"] * (len(known) > _MOST_LISTED)
    return f" (known: {', '.join(listed) or 'none'})"


def _known_keys(model: type[BaseModel], table: Path) -> list[str]:
    """Return the keys that the table at a path may have, in the order of the model."""
    schema = model.model_json_schema()
    nodes = list(_kinds(schema, schema))
    for part in table:
        nodes = [kind for node in nodes for inner in _parts(node, part) for kind in _kinds(inner, schema)]
    return list(dict.fromkeys(key for node in nodes for key in node.get("properties", ())))


def _kinds(node: Any, schema: Mapping[str, Any]) -> Iterator[Any]:
    """Iterate over the kinds of value that a part of a schema allows."""
    if "$ref" in node:
        yield from _kinds(schema["$defs"][node["$ref"].rpartition("/")[2]], schema)
    else:
        yield node
        for one in node.get("anyOf", ()):
            yield from _kinds(one, schema)


def _parts(node: Any, part: str | int) -> Iterator[Any]:
    """Iterate over what a schema says of a key, or of an entry of a list."""
    inner = node.get("items") if isinstance(part, int) else node.get("properties", {}).get(part)
    other = None if isinstance(part, int) else node.get("additionalProperties")
    if isinstance(inner or other, Mapping):
        yield inner or other


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
