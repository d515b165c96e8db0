"""The replay as a document: JSON Lines, a header and then one action a line, with the place of every fault."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeVar

import msgspec
from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter, ValidationError, field_validator

from ..diagnostics import Diagnostic, finding
from ..source import SourceText, Span
from .core import ActionLine, Claim

VERSION: Final = 1
Parsed = TypeVar("Parsed")
Path = tuple[str | int, ...]

_UNKNOWN_NAME = {"extra_forbidden", "unexpected_keyword_argument"}
_LINE_BREAK = re.compile(r"\r\n|\n|\r")
_NOT_BLANK = re.compile(r"\S")
_BLANK = re.compile(r"\s*")
# What msgspec says of a line that is JSON but no action, and the words for the types that it names.
_REFUSAL = re.compile(
    r"(?:Expected `(?P<expected>\w+)(?: \| [^`]*)?`|Object missing required field `(?P<missing>\w+)`"
    r"|Object contains unknown field `(?P<unknown>.*?)`|.*?)(?:, got .*?)?(?: - at `\$\.?(?P<path>.*)`)?",
    re.DOTALL,
)
_WANTED = {
    "int": "a valid integer",
    "str": "a valid string",
    "bool": "a valid boolean",
    "array": "a valid array",
    "object": "an object",
}
_DECODER = json.JSONDecoder()


class Header(BaseModel):
    """The first line of a replay: what was played, with which cards, by whom, and how the deck lay."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    replay: Annotated[int, Field(ge=VERSION, le=VERSION, description="Version of the format.")]
    rules: Annotated[str, Field(description="Name of the rule set, for example `anno-domini`.")]
    options: Annotated[
        dict[str, JsonValue], Field(description="Options that differ from the rule set's defaults.")
    ] = {}
    deck: Annotated[str, Field(min_length=1, description="Name of the deck, edition included: `frauen/2`.")]
    sha256: Annotated[
        str, Field(pattern=r"^[0-9a-f]{64}$", description="Sum of the canonical deck file that was played with.")
    ]
    players: Annotated[tuple[str, ...], Field(description="Names of the players in order of their seats, 0 first.")]
    order: Annotated[tuple[str, ...], Field(min_length=1, description="The shuffled cards by id, top card first.")]
    symbols: Annotated[
        dict[str, str],
        Field(description="Symbols by card, `white/dark`, for cards that bear none; they may be made up."),
    ] = {}
    note: Annotated[str, Field(description="What the game shows, for people.")] = ""

    @field_validator("players")
    @classmethod
    def _names_can_be_shown(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if not all(map(can_be_shown, value)):
            raise ValueError("a player has a name of letters that can be printed")
        return value


def can_be_shown(name: str) -> bool:
    """Tell whether the name of a player can be shown to people."""
    return bool(name.strip()) and name.isprintable()


class EndClaim(Claim, frozen=True):
    """Who won: a seat, several seats that share a tie, or null if nobody did; in a team game the `score`."""

    winner: int | tuple[int, ...] | None
    score: int | None = None


class End(ActionLine, frozen=True):
    """The game is over here; no line follows."""

    claim: EndClaim | None = None


class LogError(Exception):
    """A log that cannot be replayed further; `findings` say why. Never leaves this package."""

    def __init__(self, *findings: Diagnostic) -> None:
        """Keep the findings."""
        super().__init__(findings)
        self.findings = list(findings)


@dataclass(frozen=True, slots=True)
class Line:
    """One physical line of a log that is not blank."""

    source: SourceText
    number: int
    text: str

    def parse(self, reader: TypeAdapter[Parsed], code: str) -> Parsed:
        """Read the line; raises LogError with WM707 for a line that is no JSON, with `code` for any other fault."""
        try:
            return reader.validate_json(self.text)
        except ValidationError as error:
            raise self.refused(error, code) from None

    def unread(self, error: msgspec.DecodeError | RecursionError) -> LogError:
        """Return what is said of a line that is no action: the first fault, WM707 if it is no JSON."""
        try:
            content = json.loads(self.text)
        except (ValueError, RecursionError):
            return LogError(self._broken(str(error)))
        if not isinstance(error, msgspec.ValidationError):
            return LogError(self._broken(str(error)))
        self.check_keys("WM708")
        refusal = _REFUSAL.fullmatch(str(error))
        assert refusal is not None  # noqa: S101 - its last alternative matches every text
        path = _path(refusal["path"] or "")
        if path == ("do",) or (not path and refusal["missing"] == "do"):
            return LogError(finding("WM708", _unknown_action(content), self.place("do")))
        name = refusal["missing"] or refusal["unknown"]
        dotted = ".".join(map(str, (*path, name) if name else path))
        if refusal["missing"]:
            return LogError(finding("WM708", f"`{dotted}` is missing", self.place(*path)))
        if refusal["unknown"]:
            return LogError(finding("WM708", f"`{dotted}` is not known here", self.place(*path, name)))
        wanted = _WANTED.get(refusal["expected"])
        message = f"input should be {wanted}" if wanted else _lowered(str(error).split(" - at")[0])
        return LogError(finding("WM708", f"`{dotted}`: {message}" if dotted else message, self.place(*path)))

    def refused(self, error: ValidationError, code: str) -> LogError:
        """Return what is said of a line that a model refuses."""
        faults = error.errors(include_url=False)
        if faults[0]["type"] == "json_invalid":
            return LogError(self._broken(faults[0]["msg"]))
        return LogError(*self.faults(faults, code))

    def faults(self, faults: Sequence[Any], code: str, *prefix: str) -> list[Diagnostic]:
        """Return findings for what a model refuses in the value at `prefix`, one for each place.

        The alternatives of one value fail together, and a misspelt name leaves another one missing: both are one fault.
        """
        unknown = any(fault["type"] in _UNKNOWN_NAME for fault in faults)
        told = [fault for fault in faults if not (unknown and fault["type"] == "missing")]
        found = [self._fault(fault, code, prefix) for fault in told]
        return list({each.span: each for each in reversed(found)}.values())[::-1]

    def check_keys(self, code: str) -> None:
        """Raise LogError with `code` if an object of the line names a key twice: readers would keep the last alone."""
        try:
            path = _repeated(json.loads(self.text, object_pairs_hook=_Pairs), ())
        except (RecursionError, ValueError) as error:
            raise LogError(self._broken(str(error))) from None
        if path is not None:
            dotted = ".".join(map(str, path))
            raise LogError(finding(code, f"`{dotted}` stands in the line twice", self.place(*path)))

    def _broken(self, message: str) -> Diagnostic:
        """Return the finding for a line that is not JSON, at the place where Python's own reader stops."""
        at = 0
        try:
            json.loads(self.text)
        except json.JSONDecodeError as error:
            message, at = error.msg, error.pos
        except (RecursionError, ValueError):
            message = "it is nested too deeply or holds a number of too many digits"
        cut = self.number == self.source.line_count and not self.source.text.endswith(("\n", "\r"))
        what = "the log breaks off in this line" if cut else "the line is not valid JSON"
        return finding("WM707", f"{what}: {_lowered(message)}", self._stretch(at, len(self.text)))

    def _fault(self, fault: Any, code: str, prefix: Path) -> Diagnostic:
        kind: str = fault["type"]
        path: Path = prefix + fault["loc"]
        known = path if kind == "missing" else path[: locate(self.text, path)[2]]
        dotted = ".".join(map(str, known))
        if kind == "missing":
            message = f"`{dotted}` is missing"
        elif kind in _UNKNOWN_NAME:
            message = f"`{dotted}` is not known here"
        else:
            message = f"`{dotted}`: {_lowered(fault['msg'])}" if dotted else _lowered(fault["msg"])
        return finding(code, message, self.place(*path))

    def place(self, *path: str | int) -> Span:
        """Return the place of the value at `path`, or of the nearest value around it that is there."""
        start, end, _ = locate(self.text, path)
        return self._stretch(start, end)

    def _stretch(self, start: int, end: int) -> Span:
        return Span(self.source.file, self.number, start + 1, self.number, end + 1, excerpt=self.text)


def numbered(source: SourceText) -> Iterator[tuple[int, str]]:
    """Return number and text of all lines of a log, blank ones too."""
    text = source.text
    return enumerate(_LINE_BREAK.split(text) if "\r" in text else text.split("\n"), 1)


def lines(source: SourceText) -> Iterator[tuple[int, str]]:
    """Return number and text of the lines of a log that are not blank."""
    return (line for line in numbered(source) if line[1].strip())


def first_line(source: SourceText) -> Line:
    """Return the line with the header; raises LogError for an empty log."""
    found = _NOT_BLANK.search(source.text)
    if found is None:
        raise LogError(finding("WM701", "the log is empty", Span(source.file)))
    *blank, begun = _LINE_BREAK.split(source.text[: found.start()])
    text, _, _ = source.text[found.start() - len(begun) :].partition("\n")
    return Line(source, 1 + len(blank), text.partition("\r")[0])


def locate(text: str, path: Path) -> tuple[int, int, int]:
    """Return start and end of the value at `path` in a valid JSON text, and how many parts of the path were found.

    If not all of them were, the place is that of the value around the first that is missing.
    """
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return 0, len(text), 0  # no place within it can be trusted
    start, found = _skip(text, 0), 0
    for key in path:
        child = _child(text, start, key)
        if child is None:
            break
        start, found = child, found + 1
    return start, _DECODER.raw_decode(text, start)[1], found


def _child(text: str, start: int, key: str | int) -> int | None:
    """Return where the value of `key` begins in the object or array that begins at `start`, None if it has none."""
    if text[start] not in "{[":
        return None
    is_object, at, number = text[start] == "{", _skip(text, start + 1), 0
    found = None
    while text[at] not in "}]":
        name: str | int = number
        if is_object:
            name, at = _DECODER.raw_decode(text, at)
            at = _skip(text, _skip(text, at) + 1)
        if name == key:
            found = at
        at = _skip(text, _DECODER.raw_decode(text, at)[1])
        if text[at] == ",":
            at = _skip(text, at + 1)
        number += 1
    return found


def _skip(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    return blank.end() if blank else at


class _Pairs(list[tuple[str, Any]]):
    """The keys and values of an object as they stand."""


def _repeated(value: Any, path: Path) -> Path | None:
    """Return the path of the first key that an object names twice, None if each stands once."""
    if not isinstance(value, list):
        return None
    seen: set[str | int] = set()
    for name, child in value if isinstance(value, _Pairs) else enumerate(value):
        if name in seen:
            return (*path, name)
        seen.add(name)
        if found := _repeated(child, (*path, name)):
            return found
    return None


def _path(dotted: str) -> Path:
    """Return the path that msgspec writes as ``claim.scores[1]``."""
    return tuple(int(part) if part.isdecimal() else part for part in re.findall(r"[^.\[\]]+", dotted))


def _unknown_action(content: Any) -> str:
    return f"there is no action `{content['do']}`" if "do" in content else "`do` is missing: the line is no action"


def _lowered(message: str) -> str:
    text = message.removeprefix("Value error, ")
    return text[:1].lower() + text[1:]
