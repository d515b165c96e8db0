"""Lines of type: a text becomes pieces, the pieces balanced lines, the lines are fitted to a box. Pure.

A piece is followed by a joint that says what happens there: a space, a hyphen that appears only if the line ends, a
division that needs none. Widths are in thousandths of the type size until a size is chosen.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

from .fonts import Typeface

Divide = Callable[[str], tuple[int, ...]]

SOFT_HYPHEN = "\u00ad"
NO_BREAK_SPACE = "\u00a0"
NO_BREAK_HYPHEN = "\u2011"

# Costs of a line's end, against the cost 1 of a line that is wholly empty.
HYPHEN_COST = 0.6
EXPLICIT_COST = 0.03
APART_COST = 0.5  # `St.` and its name, `Ludwig` and `XV.`, a dash and the word before it

_NEVER = float("inf")
UNEVEN = 0.5  # of the longest line: a shorter one, but the last, calls for division
STEP = 0.25  # points between the sizes that are tried

_SPACES = re.compile(r"[^\S\u00a0\u2007\u2009\u200a\u202f]+")
_FIXED_SPACES = re.compile(r"[\u2007\u2009\u200a\u202f]")
_INVISIBLE = re.compile(
    r"[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]"
)
_LETTERS = re.compile(r"[^\W\d_]+")
_EXPLICIT = re.compile(r"(?<=[^\W\d_]{3}[-–/])(?=[^\W\d_]{3})|(?<=—)(?=\S)|(?<=\d–)(?=\d)")
_DIVIDED = re.compile(r"[-–—/\u00ad\u2011]")
_TIED = re.compile(r"[–—…-]|[IVX]+\.?")
_MAY_BE_TIED = frozenset("–—…-IVX")
_ABBREVIATION = re.compile(r"\W*(?:\d{1,2}|[^\W\d_]{1,2})\.")


class Joint(Enum):
    """What stands between two pieces."""

    SPACE = "space"
    HYPHEN = "hyphen"
    EXPLICIT = "explicit"


class Piece(NamedTuple):
    """Letters that stay together, and the joint after them with the cost of ending a line there.

    `ending` is added to the width where a line ends after the piece (its hyphen), `going_on` where it does not (a
    space, or the kerning with the next letter).
    """

    text: str
    width: float
    joint: Joint
    cost: float
    ending: float
    going_on: float


class Fit(NamedTuple):
    """Lines at a type size, their widths in thousandths of it. `fits` is False if it is below the smallest allowed."""

    lines: tuple[str, ...]
    widths: tuple[float, ...]
    size: float
    fits: bool


def clean(text: str) -> str:
    """Return `text` as it is set: composed, spaces single, invisible signs left out; soft hyphens stay."""
    composed = unicodedata.normalize("NFC", text)
    return _SPACES.sub(" ", _FIXED_SPACES.sub(NO_BREAK_SPACE, _INVISIBLE.sub("", composed))).strip()


def pieces(text: str, face: Typeface, divide: Divide) -> tuple[Piece, ...]:
    """Divide a clean text whose characters all have glyphs (soft and no-break hyphens apart)."""
    result: list[Piece] = []
    words = text.split(" ")
    width, space, hyphen = face.width, face.width(" "), face.width("-")
    for word, following in zip(words, [*words[1:], ""], strict=True):
        last = word
        if divide is not never or _DIVIDED.search(word):
            parts = _parts(word, divide)
            last = parts[-1][0]
            for (part, joint, cost), (after, _, _) in pairwise(parts):
                ending = hyphen + face.kern(part[-1:], "-") if joint is Joint.HYPHEN else 0.0
                going_on = face.kern(part[-1:], after[:1])
                result.append(Piece(part, width(part), joint, cost, ending, going_on))
        cost = APART_COST if _belong_together(word, following) else 0.0
        result.append(Piece(last, width(last), Joint.SPACE, cost, 0.0, space))
    return tuple(result)


def _belong_together(word: str, following: str) -> bool:
    """Tell whether a line should rather not end between two words; the first sign of most says so already."""
    if following[:1] in _MAY_BE_TIED and _TIED.fullmatch(following):
        return True
    return word[-1:] == "." and bool(_ABBREVIATION.fullmatch(word))


def never(_word: str) -> tuple[int, ...]:
    """Divide no word."""
    return ()


def set_text(text: str, face: Typeface, divide: Divide, room: "Room") -> "Fit":
    """Set a clean text: words are divided only where it would be smaller or very uneven without."""
    plain = fit(pieces(text, face, never), face, room)
    if plain.fits and plain.size == room.largest and _is_even(plain):
        return plain
    return fit(pieces(text, face, divide), face, room)


def _is_even(result: "Fit") -> bool:
    """Tell whether no line but the last is much shorter than the longest."""
    widths = result.widths
    return len(widths) == 1 or min(widths[:-1]) >= UNEVEN * max(widths)


def _parts(word: str, divide: Divide) -> list[tuple[str, Joint, float]]:
    """Split a word where a line may end in it."""
    parts: list[tuple[str, Joint, float]] = []
    for section in _EXPLICIT.split(word):
        shown = section.replace(SOFT_HYPHEN, "").replace(NO_BREAK_HYPHEN, "-")
        offsets = _soft_breaks(section) if SOFT_HYPHEN in section else _dictionary_breaks(section, divide)
        bounds = [0, *offsets, len(shown)]
        for start, end in pairwise(bounds):
            parts.append((shown[start:end], Joint.HYPHEN, HYPHEN_COST))
        parts[-1] = (parts[-1][0], Joint.EXPLICIT, EXPLICIT_COST)
    return parts


def _soft_breaks(word: str) -> list[int]:
    found, shown = [], 0
    for character in word:
        if character != SOFT_HYPHEN:
            shown += 1
        elif 0 < shown < len(word.replace(SOFT_HYPHEN, "")) and shown not in found:
            found.append(shown)
    return found


def _dictionary_breaks(word: str, divide: Divide) -> list[int]:
    if NO_BREAK_HYPHEN in word or NO_BREAK_SPACE in word or "-" in word:
        return []  # a divided word with a hyphen of its own is hard to read
    return [letters.start() + at for letters in _LETTERS.finditer(word) for at in divide(letters[0])]


class _Measure:
    """The widths of all stretches of a row of pieces, in thousandths of the type size."""

    def __init__(self, row: Sequence[Piece]) -> None:
        self.row = row
        # The line of pieces i up to, not including, j is `ends[j] - starts[i]` wide.
        self._starts, self._ends = [0.0], [0.0]
        for piece in row:
            end = self._starts[-1] + piece.width
            self._ends.append(end + piece.ending)
            self._starts.append(end + piece.going_on)

    def greedy(self, limit: float) -> tuple[int, ...] | None:
        """Return the ends of lines as full as they can be within `limit`, None if a piece is wider."""
        ends: list[int] = []
        start = 0
        while start < len(self.row):
            end = fitting = start
            while end < len(self.row) and self._starts[end] - self._starts[start] <= limit:
                end += 1
                if self._ends[end] - self._starts[start] <= limit:
                    fitting = end
            if fitting == start:
                return None
            ends.append(fitting)
            start = fitting
        return tuple(ends)

    def balanced(self, limit: float, line_cost: float) -> tuple[int, ...]:
        """Return the ends of the lines of least cost: slack squared, the joint's cost, and `line_cost` for each."""
        if len(self.row) == 1:
            return (1,)
        total, starts, ends_at = len(self.row), self._starts, self._ends
        endings = [0.0, *(piece.cost + line_cost for piece in self.row[:-1]), line_cost]
        solid = [start + piece.width for start, piece in zip(starts, self.row, strict=False)]
        best = [0.0] + [_NEVER] * total
        came = [0] * (total + 1)
        for start in range(total):
            so_far = best[start]
            if so_far == _NEVER:
                continue
            begin = starts[start]
            for end in range(start + 1, total + 1):
                if solid[end - 1] - begin > limit:
                    break
                width = ends_at[end] - begin
                cost = so_far + (1 - width / limit) ** 2 + endings[end]
                if width <= limit and cost < best[end]:
                    best[end], came[end] = cost, start
        ends = [total]
        while came[ends[-1]]:
            ends.append(came[ends[-1]])
        return tuple(reversed(ends))

    def width(self, start: int, end: int) -> float:
        """Return how wide the line of pieces `start` up to `end` is."""
        return self._ends[end] - self._starts[start]

    def text(self, start: int, end: int) -> str:
        """Return the line of pieces `start` up to `end` as it is printed."""
        shown = "".join(piece.text + (" " if piece.joint is Joint.SPACE else "") for piece in self.row[start:end])
        return shown.rstrip(" ") + ("-" if self.row[end - 1].joint is Joint.HYPHEN else "")


@dataclass(frozen=True, slots=True)
class Room:
    """Where a text must fit: width and height, leading as a multiple of the size, the most lines (0: any number)."""

    width: float
    height: float
    largest: float
    smallest: float
    leading: float
    most_lines: int = 0


def fit(row: Sequence[Piece], face: Typeface, room: Room) -> Fit:
    """Set a row of pieces at the largest size that fits `room`, below the smallest one if it must be: never cut.

    The lines are balanced: nearly alike in length, few hyphens, no lonely last word where it can be helped. Text that
    fits at no allowed size is broken greedily, since it will not stay so.
    """
    measure = _Measure(row)
    size, fits = _size(measure, face, room)
    limit = room.width * 1000 / size
    ends = measure.balanced(limit, 0.0) if fits else measure.greedy(limit) or (len(row),)
    if len(ends) > _lines_allowed(size, face, room):
        ends = measure.balanced(limit, 1000.0)
    starts = (0, *ends[:-1])
    lines = tuple(map(measure.text, starts, ends))
    return Fit(lines, tuple(map(measure.width, starts, ends)), size, fits)


def _size(measure: _Measure, face: Typeface, room: Room) -> tuple[float, bool]:
    def fits(size: float) -> bool:
        ends = measure.greedy(room.width * 1000 / size)
        return ends is not None and len(ends) <= _lines_allowed(size, face, room)

    steps = int((room.largest - room.smallest) / STEP)
    if fits(room.largest):
        return room.largest, True
    # What fits at a size fits at every smaller one, so the largest is found by halving.
    low, high = -1, steps
    while low < high:
        middle = (low + high + 1) // 2
        if fits(room.smallest + middle * STEP):
            low = middle
        else:
            high = middle - 1
    if low >= 0:
        return room.smallest + low * STEP, True
    size = room.smallest
    while not fits(size):
        size *= 0.95
    return size, False


def _lines_allowed(size: float, face: Typeface, room: Room) -> int:
    """Return how many lines of `size` fit; the first needs its ascenders, the last its descenders."""
    first = (face.ascent - face.descent) * size / 1000
    if first > room.height:
        return 0
    count = int((room.height - first) / (room.leading * size) + 1e-9) + 1
    return min(count, room.most_lines) if room.most_lines else count
