"""Which character separates the cells of a table: found from the whole file."""

import re
from collections import Counter

CANDIDATES = (";", ",", "\t", "|")
_HINT = re.compile(r"sep=([^\r\n])(?:\r\n|\n|\r)", re.IGNORECASE)
_QUOTED = re.compile(r'(?:^|(?<=[;,\t|\r\n]))[ ]*"(?:[^"]++|"")*+"[ ]*(?=[;,\t|\r\n]|\Z)')
_LINE_BREAK = re.compile(r"\r\n|\n|\r")


def spreadsheet_hint(text: str) -> tuple[str | None, int]:
    """Return the delimiter that a first line ``sep=;`` names, as Excel writes it, and where the table begins."""
    match = _HINT.match(text)
    return (match[1], match.end()) if match else (None, 0)


def find_delimiter(text: str) -> str:
    """Return the candidate that cuts most lines into as many cells as the header, empty if none cuts the header.

    Quoted cells are taken out first, so that neither their line breaks nor their commas count.
    """
    lines = [line for line in _LINE_BREAK.split(_QUOTED.sub("", text)) if line and not line.isspace()]
    if not lines:
        return ""
    scores = {}
    for candidate in CANDIDATES:
        if width := lines[0].count(candidate):
            agreeing = sum(line.count(candidate) == width for line in lines)
            scores[candidate] = (agreeing / len(lines), width)
    return max(scores, key=lambda candidate: scores[candidate]) if scores else ""


def find_line_break(text: str) -> str:
    """Return the most frequent line break, LF if there is none."""
    counts = Counter(match[0] for match in _LINE_BREAK.finditer(text))
    return counts.most_common(1)[0][0] if counts else "\n"
