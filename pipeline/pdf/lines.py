"""Lines of type: a text becomes pieces, the pieces balanced lines, the lines are fitted to a box. Pure.

What follows a piece depends on whether the line ends there: a space if it goes on, a hyphen if it ends, or nothing.
Widths are in thousandths of the type size until a size is chosen.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable
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
SHRINK = 0.95  # from a size below the smallest to the next

_SPACES = re.compile(r"[^\S\u00a0\u2007\u2009\u200a\u202f]+")
_FIXED_SPACES = re.compile(r"[\u2007\u2009\u200a\u202f]")
_INVISIBLE = re.compile(
    r"[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    r"\ufe00-\ufe0f\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff]"
)
_JOINER, _FIRST_VARIANT = "\u034f", "\ufe00"
_LETTERS = re.compile(r"[^\W\d_]+")
_EXPLICIT = re.compile(r"(?<=[^\W\d_]{3}[-–/])(?=[^\W\d_]{3})|(?<=—)(?=\S)|(?<=\d–)(?=\d)")
_DIVIDED = re.compile(r"[-–—/\u00ad\u2011]")
_TIED = re.compile(r"[–—…-]|[IVX]+\.?")
_MAY_BE_TIED = frozenset("–—…-IVX")
_ABBREVIATION = re.compile(r"\W*(?:\d{1,2}|[^\W\d_]{1,2})\.")


class Row:
    """A text in pieces, after each of which a line may end, and the widths of all stretches of them.

    Piece i is `shown[firsts[i]:lasts[i]]`; `tails[i]` follows it where a line ends there, which costs `costs[i]`. The
    line of pieces i up to, not including, j is `ends[j] - starts[i]` wide.
    """

    __slots__ = ("costs", "ends", "firsts", "lasts", "shown", "starts", "tails")

    def __init__(  # noqa: PLR0913, PLR0917 - what a row consists of, named in no order
        self, shown: str, firsts: list[int], lasts: list[int], costs: list[float], tails: list[str], face: Typeface
    ) -> None:
        """Measure the pieces of `shown`, in which words are parted by single spaces."""
        places = face.places(shown)
        self.shown, self.firsts, self.lasts, self.costs, self.tails = shown, firsts, lasts, costs, tails
        self.starts = list(map(places.__getitem__, firsts))
        self.ends = [0.0, *map(places.__getitem__, lasts)]
        for number, (last, first) in enumerate(zip(lasts, firsts[1:], strict=False)):
            if last == first:  # within a word, where a letter follows or a hyphen
                self.ends[number + 1] -= face.kern(shown[last - 1], shown[last])
                if tails[number]:
                    self.ends[number + 1] += face.width("-") + face.kern(shown[last - 1], "-")

    def cut(self, limit: float, face: Typeface) -> "Row":
        """Return the row with each piece that is wider than `limit` in its characters, letters parted by hyphens."""
        firsts, lasts, costs, tails = [], [], [], []
        for number, (first, last) in enumerate(zip(self.firsts, self.lasts, strict=True)):
            inner = range(first + 1, last) if face.width(self.shown[first:last]) > limit else ()
            firsts += [first, *inner]
            lasts += [*inner, last]
            costs += [HYPHEN_COST for _ in inner] + [self.costs[number]]
            tails += ["-" if self.shown[at - 1 : at + 1].isalpha() else "" for at in inner] + [self.tails[number]]
        return Row(self.shown, firsts, lasts, costs, tails, face)

    def __len__(self) -> int:
        """Return the number of pieces."""
        return len(self.firsts)

    def greedy(self, limit: float) -> tuple[int, ...] | None:
        """Return the ends of lines as full as they can be within `limit`, None if a piece is wider."""
        starts, ends, total = self.starts, self.ends, len(self.firsts)
        found: list[int] = []
        start = 0
        while ends[total] - (begin := starts[start]) > limit:
            end = bisect_right(starts, begin + limit, start, total)
            while end > start and ends[end] - begin > limit:
                end -= 1
            if end == start:
                return None
            found.append(end)
            start = end
        return (*found, total)

    def balanced(self, limit: float, line_cost: float) -> tuple[int, ...]:
        """Return the ends of the lines of least cost: slack squared, what ending costs, and `line_cost` for each."""
        starts, ends, tails, total = self.starts, self.ends, self.tails, len(self.firsts)
        if ends[total] <= limit:
            return (total,)
        costs = [0.0, *self.costs[:-1], 0.0]
        best, came = [0.0] + [_NEVER] * total, [0] * (total + 1)
        for start in range(total):
            so_far, begin = best[start] + line_cost, starts[start]
            for end in range(start + 1, total + 1):
                slack = 1 - (ends[end] - begin) / limit
                if slack >= 0:
                    cost = so_far + slack * slack + costs[end]
                    if cost < best[end]:
                        best[end], came[end] = cost, start
                elif not tails[end - 1]:  # what is too wide with a hyphen may not be with one more letter
                    break
        found = [total]
        while came[found[-1]]:
            found.append(came[found[-1]])
        return tuple(reversed(found))

    def width(self, start: int, end: int) -> float:
        """Return how wide the line of pieces `start` up to `end` is."""
        return self.ends[end] - self.starts[start]

    def text(self, start: int, end: int) -> str:
        """Return the line of pieces `start` up to `end` as it is printed."""
        return self.shown[self.firsts[start] : self.lasts[end - 1]] + self.tails[end - 1]


class Room(NamedTuple):
    """Where a text must fit: width and height, leading as a multiple of the size, the most lines (0: any number)."""

    width: float
    height: float
    largest: float
    smallest: float
    leading: float
    most_lines: int = 0


class Fit(NamedTuple):
    """Lines at a type size, their widths in thousandths of it. `fits` is False if it is below the smallest allowed."""

    lines: tuple[str, ...]
    widths: tuple[float, ...]
    size: float
    fits: bool


def clean(text: str) -> str:
    """Return `text` as it is set: composed, spaces single, invisible signs left out; soft hyphens stay."""
    composed = unicodedata.normalize("NFC", text)
    # What is printable has no space but the usual one, and of the invisible signs only a joiner and those of variants.
    if not composed.isprintable() or _JOINER in composed or max(composed, default="") >= _FIRST_VARIANT:
        composed = _SPACES.sub(" ", _FIXED_SPACES.sub(NO_BREAK_SPACE, _INVISIBLE.sub("", composed)))
    elif "  " in composed:
        composed = _SPACES.sub(" ", composed)
    return composed.strip()


def pieces(text: str, face: Typeface, divide: Divide) -> Row:
    """Divide a clean text whose characters all have glyphs (soft and no-break hyphens apart)."""
    words = text.split(" ")
    apart = [*map(_apart, words, words[1:]), 0.0]
    firsts, lasts, at = [], [], 0
    if divide is never and not _DIVIDED.search(text):
        for word in words:
            firsts.append(at)
            at += len(word)
            lasts.append(at)
            at += 1
        return Row(text, firsts, lasts, apart, [""] * len(words), face)
    shown, costs, tails = [], [], []
    for word, cost in zip(words, apart, strict=True):
        for part, tail, price in _parts(word, divide):
            firsts.append(at)
            at += len(part)
            lasts.append(at)
            shown.append(part)
            tails.append(tail)
            costs.append(price)
        shown.append(" ")
        tails[-1], costs[-1] = "", cost
        at += 1
    return Row("".join(shown[:-1]), firsts, lasts, costs, tails, face)


def _apart(word: str, following: str) -> float:
    """Return what it costs to end a line between two words; the first or last sign of most says so already."""
    if following[:1] in _MAY_BE_TIED and _TIED.fullmatch(following):
        return APART_COST
    return APART_COST if word[-1:] == "." and _ABBREVIATION.fullmatch(word) else 0.0


def never(_word: str) -> tuple[int, ...]:
    """Divide no word."""
    return ()


def set_text(text: str, face: Typeface, divide: Divide, room: Room) -> Fit:
    """Set a clean text: words are divided only where it would be smaller or very uneven without."""
    plain = fit(pieces(text, face, never), face, room)
    if plain.fits and plain.size == room.largest and _is_even(plain):
        return plain
    return fit(pieces(text, face, divide), face, room)


def _is_even(result: Fit) -> bool:
    """Tell whether no line but the last is much shorter than the longest."""
    widths = result.widths
    return len(widths) == 1 or min(widths[:-1]) >= UNEVEN * max(widths)


def _parts(word: str, divide: Divide) -> list[tuple[str, str, float]]:
    """Split a word where a line may end in it."""
    parts: list[tuple[str, str, float]] = []
    for section in _EXPLICIT.split(word):
        shown = section.replace(SOFT_HYPHEN, "").replace(NO_BREAK_HYPHEN, "-")
        offsets = _soft_breaks(section) if SOFT_HYPHEN in section else _dictionary_breaks(section, divide)
        bounds = [0, *offsets, len(shown)]
        for start, end in pairwise(bounds):
            parts.append((shown[start:end], "-", HYPHEN_COST))
        parts[-1] = (parts[-1][0], "", EXPLICIT_COST)
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


def fit(row: Row, face: Typeface, room: Room) -> Fit:
    """Set a row of pieces at the largest size that fits `room`; nothing is left out if none of the allowed ones does.

    The lines are balanced: nearly alike in length, few hyphens, no lonely last word where it can be helped.
    """
    size = _size(row, face, room)
    if size is None:
        return _forced(row, face, room)
    limit = room.width * 1000 / size
    ends = row.balanced(limit, 0.0)
    if len(ends) > _lines_allowed(size, face, room):
        ends = row.balanced(limit, 1000.0)
    return _set(row, ends, size, fits=True)


def _set(row: Row, ends: tuple[int, ...], size: float, *, fits: bool) -> Fit:
    starts = (0, *ends[:-1])
    return Fit(tuple(map(row.text, starts, ends)), tuple(map(row.width, starts, ends)), size, fits)


def _full_lines(row: Row, size: float, face: Typeface, room: Room) -> tuple[int, ...] | None:
    """Return the ends of lines as full as they can be at a size, None if they do not fit."""
    ends = row.greedy(room.width * 1000 / size)
    return ends if ends is not None and len(ends) <= _lines_allowed(size, face, room) else None


def _size(row: Row, face: Typeface, room: Room) -> float | None:
    """Return the largest allowed size at which a row fits, None if there is none."""
    if _full_lines(row, room.largest, face, room):
        return room.largest
    # What fits at a size fits at every smaller one, so the largest is found by halving.
    low, high = -1, int((room.largest - room.smallest) / STEP)
    while low < high:
        middle = (low + high + 1) // 2
        if _full_lines(row, room.smallest + middle * STEP, face, room):
            low = middle
        else:
            high = middle - 1
    return room.smallest + low * STEP if low >= 0 else None


def _forced(row: Row, face: Typeface, room: Room) -> Fit:
    """Set what fits at no allowed size: words wider than a line are cut anywhere, then all is made ever smaller."""
    if room.most_lines != 1:
        row = row.cut(room.width * 1000 / room.smallest, face)
    size = room.smallest
    while (ends := _full_lines(row, size, face, room)) is None:
        size *= SHRINK
    return _set(row, ends, size, fits=False)


def height(result: Fit, face: Typeface, leading: float) -> float:
    """Return how high lines stand, from the ascenders of the first to the descenders of the last."""
    return ((face.ascent - face.descent) / 1000 + (len(result.lines) - 1) * leading) * result.size


def _lines_allowed(size: float, face: Typeface, room: Room) -> int:
    """Return how many lines of `size` fit; the first needs its ascenders, the last its descenders."""
    first = (face.ascent - face.descent) * size / 1000
    if first > room.height:
        return 0
    count = int((room.height - first) / (room.leading * size) + 1e-9) + 1
    return min(count, room.most_lines) if room.most_lines else count
