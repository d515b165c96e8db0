"""Which character separates the cells of a table: found from the whole file."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

CANDIDATES = (";", ",", "\t", "|")
_HINT = re.compile(r"sep=([^\r\n])(?:\r\n|\n|\r)", re.IGNORECASE)
# The quote comes first and what stands before it after, since a search for one character is fast.
_QUOTED = re.compile(r'"(?:(?<=[;,\t|\r\n]")|(?<=[;,\t|\r\n] ")|(?<=\A"))(?:[^"]++|"")*+"[ ]*(?=[;,\t|\r\n]|\Z)')
_LINE_BREAK = re.compile(r"\r\n|\n|\r")
_PIECE = 1_000_000
_FIRST = 60  # lines that tell whether the first one is like the others


def spreadsheet_hint(text: str) -> tuple[str | None, int]:
    """Return the delimiter that a first line ``sep=;`` names, as Excel writes it, and where the table begins."""
    match = _HINT.match(text)
    return (match[1], match.end()) if match else (None, 0)


def find_delimiter(text: str) -> str:
    """Return the candidate that cuts most lines into as many cells as the header, empty if none cuts the header.

    Quoted cells are taken out first, so that neither their line breaks nor their commas count. The header is the first
    line, but where a title stands above it: then it is the first of the many lines that are cut alike.
    """
    first = list(islice(_unquoted_lines(text), _FIRST))
    header = next((line for line in first if _cut(line) and _is_usual(line, first)), "".join(first[:1]))
    widths = _cut(header)
    if len(widths) < 2:
        return next(iter(widths), "")
    agreeing = Counter(
        candidate
        for line in _unquoted_lines(text)
        for candidate, width in widths.items()
        if line.count(candidate) == width
    )
    return max(widths, key=lambda candidate: (agreeing[candidate], widths[candidate]))


def _cut(line: str) -> dict[str, int]:
    """Return how often each candidate that stands in a line stands there."""
    return {candidate: width for candidate in CANDIDATES if (width := line.count(candidate))}


def _is_usual(line: str, lines: Sequence[str]) -> bool:
    """Tell whether some candidate cuts at least a third of the lines as it cuts this one."""
    alike = (sum(other.count(sign) == width for other in lines) for sign, width in _cut(line).items())
    return any(3 * number >= len(lines) for number in alike)


def _unquoted_lines(text: str) -> Iterator[str]:
    """Yield the lines that are not blank, without their quoted cells; a long text is taken piece by piece."""
    for piece in _pieces(text):
        plain = _QUOTED.sub("", piece) if '"' in piece else piece
        yield from (line for line in _LINE_BREAK.split(plain) if line and not line.isspace())


def _pieces(text: str) -> Iterator[str]:
    start = 0
    while start < len(text):
        found = _LINE_BREAK.search(text, start + _PIECE)
        end = found.end() if found else len(text)
        yield text[start:end]
        start = end


def find_line_break(text: str) -> str:
    """Return the most frequent line break, LF if there is none."""
    if "\r" not in text:
        return "\n"
    pairs = text.count("\r\n")
    counts = {"\n": text.count("\n") - pairs, "\r\n": pairs, "\r": text.count("\r") - pairs}
    return max(counts, key=lambda line_break: counts[line_break])
