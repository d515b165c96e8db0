"""Findings and counts as lines: for people, and for GitHub's annotations."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence

from ..diagnostics import Diagnostic, Severity, registry
from ..source import Span

WIDTH = 110
FEW = 10  # findings that are seen at a glance
_PLURALS = {"entry": "entries", "series": "series"}


def text(found: Diagnostic) -> str:
    """Return a finding with its place, the source line, a caret under the span and the help line."""
    lines = [f"{_place(found.span)}{found.severity}[{found.code}]: {_printable(found.message)}"]
    if found.span and found.span.cell and found.span.excerpt:
        lines.append(f"  {found.span.line} | {_printable(found.span.excerpt[:WIDTH])}")
    elif found.span and found.span.excerpt is not None and found.span.line and found.span.column:
        lines += _excerpt(found.span, found.span.excerpt, found.span.line, found.span.column)
    if found.help:
        lines.append(f"  help: {_printable(found.help)}")
    return "\n".join(lines)


def _place(span: Span | None) -> str:
    if span is None:
        return ""
    if span.line is None:
        return f"{span.file}: "
    cell = f"{_printable(span.cell)}: " if span.cell else ""
    return f"{span.file}:{span.line}:{span.column}: {cell}"


def _excerpt(span: Span, line: str, number: int, column: int) -> list[str]:
    """Return the source line, cut to the neighbourhood of the span, and carets under it."""
    on_one_line = span.end_line == number and span.end_column is not None
    end = span.end_column if on_one_line and span.end_column is not None else len(line) + 1
    first = max(0, column - 1 - WIDTH // 2) if len(line) > WIDTH else 0
    shown = line[first : first + WIDTH]
    before = _printable(shown[: column - 1 - first])
    under = _printable(shown[column - 1 - first : end - 1 - first])
    margin = " " * len(str(number))
    return [
        f"  {number} | {_printable(shown)}",
        f"  {margin} | {' ' * _width(before)}{'^' * max(1, _width(under))}",
    ]


def _printable(line: str) -> str:
    """Return the text with every character that could steer a terminal replaced by a visible one."""
    return "".join(_visible(char) for char in line)


def _visible(char: str) -> str:
    if char == "\t":
        return " "
    return "\N{REPLACEMENT CHARACTER}" if unicodedata.category(char) in {"Cc", "Cf", "Cs", "Zl", "Zp"} else char


def _width(line: str) -> int:
    """Return the number of terminal columns that the text takes."""
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in line)
    return len(line) + wide - sum(unicodedata.combining(char) > 0 for char in line)


def github(found: Diagnostic) -> str:
    """Return a finding as a workflow command that GitHub shows beside the line."""
    level = "notice" if found.severity is Severity.NOTE else str(found.severity)
    span = found.span
    where = {"file": span.file, "line": span.line, "col": span.column, "endLine": span.end_line} if span else {}
    properties = {**where, "title": found.code}
    listed = ",".join(f"{key}={_escape(str(value), ':,')}" for key, value in properties.items() if value is not None)
    message = f"{found.message}; {found.help}" if found.help else found.message
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
    return [f"{number:>{width}} × {code}: {registry()[code].title}" for code, number in ordered]


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
