"""Findings, counts and differences as lines: for people, and for GitHub's annotations."""

import difflib
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from ..diagnostics import Diagnostic, Severity, kind_of
from ..source import Span

WIDTH = 110
FEW = 10  # findings that are seen at a glance
_PLURALS = {"entry": "entries", "series": "series"}


def text(found: Diagnostic) -> str:
    """Return a finding with its place, the source line or cell, a caret under the span and the help line."""
    lines = [f"{_place(found.span)}{found.severity}[{found.code}]: {printable(found.message)}"]
    if found.span and found.span.line:
        lines += _excerpt(found.span, found.span.line)
    if found.help:
        lines.append(f"  help: {printable(found.help)}")
    return "\n".join(lines)


def _place(span: Span | None) -> str:
    if span is None:
        return ""
    if span.line is None:
        return f"{span.file}: "
    cell = f"{printable(span.cell)}: " if span.cell else ""
    return f"{span.file}:{span.line}:{span.column}: {cell}"


def _excerpt(span: Span, number: int) -> list[str]:
    """Return the source line or cell, cut to the neighbourhood of the span, and carets under it."""
    line = span.excerpt
    if line is None or not (span.cell or span.column):
        return []
    shown, before, under = _window(line, *_stretch(span, line))
    margin = " " * len(str(number))
    return [f"  {number} | {shown}", f"  {margin} | {' ' * before}{'^' * max(1, under)}"]


def _stretch(span: Span, line: str) -> tuple[int, int]:
    """Return where the span begins and ends in the line or cell shown."""
    if span.cell:
        return span.marked or (0, len(line))
    on_one_line = span.end_line == span.line and span.end_column is not None
    return (span.column or 1) - 1, span.end_column - 1 if on_one_line and span.end_column else len(line)


def _window(line: str, start: int, end: int) -> tuple[str, int, int]:
    """Return what fits of the line around a stretch, and the terminal columns before the stretch and under it."""
    start = min(start, len(line))
    while 0 < start < len(line) and not _columns(line[start]):
        start -= 1  # a mark is seen with the character that bears it
    left, right = 0, len(line)
    if len(line) > 2 * WIDTH or _width(line) > WIDTH:
        room = WIDTH - 2  # between two ellipses
        after = _width(line[start : start + room])
        left = start - _fitting(reversed(line[max(0, start - room) : start]), max(room // 2, room - after))
        while left < start and not _columns(line[left]):
            left += 1
        right = left + _fitting(line[left : left + 2 * room], room)
    opening, closing = "…" * (left > 0), "…" * (right < len(line))
    shown = f"{opening}{printable(line[left:right])}{closing}"
    return shown, len(opening) + _width(line[left:start]), _width(line[start : min(right, end)])


def _fitting(characters: Iterable[str], room: int) -> int:
    """Return how many of the characters fit into so many columns."""
    return sum(total <= room for total in accumulate(map(_columns, characters)))


def _width(line: str) -> int:
    """Return the number of terminal columns that the text takes."""
    return sum(map(_columns, line))


def printable(line: str) -> str:
    """Return the text with every character that could steer a terminal replaced by a visible one."""
    return "".join(_visible(char) for char in line)


def _visible(char: str) -> str:
    if char in "\t\r\n":
        return " "
    return "\N{REPLACEMENT CHARACTER}" if unicodedata.category(char) in {"Cc", "Cf", "Cs", "Zl", "Zp"} else char


def _columns(char: str) -> int:
    """Return the number of terminal columns that the character takes."""
    if unicodedata.category(char) in {"Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def github(found: Diagnostic) -> str:
    """Return a finding as a workflow command that GitHub shows beside the line."""
    level = "notice" if found.severity is Severity.NOTE else str(found.severity)
    span = found.span
    where = {"file": span.file, "line": span.line, "col": span.column, "endLine": span.end_line} if span else {}
    properties = {**where, "title": found.code}
    listed = ",".join(f"{key}={_escape(str(value), ':,')}" for key, value in properties.items() if value is not None)
    cell = f"{span.cell}: " if span and span.cell else ""
    message = f"{cell}{found.message}; {found.help}" if found.help else f"{cell}{found.message}"
    return f"::{level} {listed}::{_escape(message)}"


def _escape(value: str, further: str = "") -> str:
    for char in "%\r\n" + further:
        value = value.replace(char, f"%{ord(char):02X}")
    return value


def groups(findings: Sequence[Diagnostic]) -> list[str]:
    """Return how many findings there are of each kind, the most frequent first; nothing if few can be overlooked."""
    if len(findings) <= FEW:
        return []
    numbers = Counter(found.code for found in findings)
    width = len(str(max(numbers.values())))
    ordered = sorted(numbers.items(), key=lambda item: (-item[1], item[0]))
    return [f"{number:>{width}} × {code}: {kind_of(code).title}" for code, number in ordered]


def summary(findings: Iterable[Diagnostic], checked: Counter[str], *, hidden: bool) -> str:
    """Return the closing line: what was looked at and how many findings there are; `hidden` tells of notes unseen."""
    numbers = Counter(found.severity for found in findings)
    looked = ", ".join(counted(number, what) for what, number in checked.items() if number) or "nothing"
    said = (
        ", ".join(counted(numbers[severity], severity) for severity in Severity if numbers[severity]) or "no findings"
    )
    hint = "" if not hidden or not numbers[Severity.NOTE] else " (-v shows notes)"
    return f"checked {looked}: {said}{hint}"


def counted(number: int, plural_or_one: str) -> str:
    """Return a number with its noun: ``1 card``, ``2 cards``; nouns may be given in either number."""
    one = next((one for one, many in _PLURALS.items() if plural_or_one in (one, many)), plural_or_one.removesuffix("s"))
    return f"{number} {one if number == 1 else _PLURALS.get(one, one + 's')}"


def difference(name: str, old: bytes, new: bytes, encoding: str = "utf-8") -> Iterator[str]:
    """Return what differs in a file, line by line, as `diff` shows it; nothing in it can steer the terminal."""
    before, after = (data.decode(encoding, errors="replace").splitlines() for data in (old, new))
    lines = difflib.unified_diff(before, after, name, name, lineterm="", n=0)
    return map(printable, lines)
