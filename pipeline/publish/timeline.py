"""A timeline as SVG: all cards as bars over time, from deep time to now, and above them how crowded each stretch is.

Years are spaced by the logarithm of their age, so that the last century and the age of the dinosaurs fit one picture;
the more one looks at a short stretch, the more evenly its years lie.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import accumulate
from math import exp, log

from ..cards import Card
from ..years import YearInterval
from .levels import Window, decades

SOFT = 50.0
"""Years before the end of the scale that lie nearly evenly."""

WIDTH, CROWD, AXIS, LANE, LEAST = 1200.0, 84.0, 30.0, 14.0, 4.0
BINS = 60
TICK_ROOM, TICK_LETTER, LABEL_ROOM = 74.0, 6.6, 7.2
LAST_AGE = 12_000
"""Years before 2000 from which on the past is told as an age, later than 10,000 BC in years; see `Speech.year`."""
CELLS, NAMED = 120, 10
"""Parts of the scale whose shade tells how many cards lie there; decades that are named below."""
MOST_LABELLED = 90
NARROWEST = 10
"""Years that a window holds at least."""

SayYear = Callable[[int], str]


@dataclass(frozen=True, slots=True)
class Bar:
    """One card: its years, its colour (#rrggbb), the name beside it, what it tells when looked at, where it leads."""

    dates: YearInterval
    colour: str
    label: str
    title: str
    href: str = ""


class Scale:
    """Where the years of a window lie, from 0 to 1; `end` is the year from which ages are counted."""

    def __init__(self, window: Window, end: int) -> None:
        """Take the first and the last year of the window."""
        self.first, self.last = window
        self.end = max(end, self.last)
        self._window = YearInterval(self.first, self.last)
        self._low, self._high = self._place(self.first), self._place(self.last + 1)

    def _place(self, year: float) -> float:
        return -log(1 + max(0.0, self.end + 1 - year) / SOFT)

    def at(self, year: float) -> float:
        """Return where a year begins, 0 or 1 if it lies outside."""
        return min(1.0, max(0.0, (self._place(year) - self._low) / (self._high - self._low)))

    def year(self, at: float) -> int:
        """Return the year at a place."""
        place = self._low + at * (self._high - self._low)
        return round(self.end + 1 - SOFT * (exp(-place) - 1))

    def ends(self, dates: YearInterval) -> tuple[float, float]:
        """Return where an interval begins and ends; an open end is that of the window."""
        begin = 0.0 if dates.earliest is None else self.at(dates.earliest)
        return begin, 1.0 if dates.latest is None else self.at(dates.latest + 1)

    def shows(self, dates: YearInterval) -> bool:
        """Tell whether some year of an interval lies in the window."""
        return dates.overlaps(self._window)


def whole(intervals: Iterable[YearInterval], now: int) -> Window:
    """Return the window that holds all closed ends, up to `now` at least."""
    years = [year for one in intervals for year in (one.earliest, one.latest) if year is not None]
    first = min(years, default=now - 100)
    last = max([*years, now])
    return min(first, last - NARROWEST), last


def zoomed(scale: Scale, left: float, right: float, limits: Window) -> Window:
    """Return the window between two places of the scale, which may lie outside it, moved within `limits`."""
    first, last = max(limits[0], scale.year(left)), min(limits[1], scale.year(right) - 1)
    if last - first >= NARROWEST:
        return first, last
    first = max(limits[0], min((first + last - NARROWEST) // 2, limits[1] - NARROWEST))
    return first, first + NARROWEST


def ticks(scale: Scale, width: float = WIDTH, say: SayYear = str) -> list[tuple[float, int]]:
    """Return round years with their places, the roundest first to get room; where years lie close, only round ones.

    Each has room for what is said of it, and no two say the same.
    """
    least = TICK_ROOM / width
    chosen: list[tuple[float, int, float]] = []
    told: set[str] = set()
    for power in range(10, -1, -1):
        for step in (digit * 10**power for digit in (5, 2, 1)):
            for year in _multiples(scale, step):
                place = scale.at(year)
                if abs(scale.at(year - step) - place) < least / 2:
                    break  # older ones lie closer still
                room = max(least, (TICK_LETTER * len(say(year)) + 12) / width)
                edge = max(0.4 * least, room / 2 if room > least else 0.0)
                free = all(abs(place - other) >= (room + taken) / 2 for other, _, taken in chosen)
                if edge < place < 1 - edge and free and say(year) not in told:
                    told.add(say(year))
                    chosen.append((place, year, room))
    return sorted((place, year) for place, year, _ in chosen)


def _multiples(scale: Scale, step: int) -> Iterator[int]:
    """Yield the years of the window whose printed number, AD, BC or as an age, is a multiple of `step`."""
    for number in range(scale.last // step * step, 0, -step):
        if number < scale.first:
            return
        yield number
    newest = max(1 - scale.last, 1)
    for number in range(-(-newest // step) * step, min(2 - scale.first, LAST_AGE - 1_999), step):
        yield 1 - number
    youngest = max(2_000 - scale.last, LAST_AGE)
    for age in range(-(-youngest // step) * step, 2_000 - scale.first + 1, step):
        yield 2_000 - age


def lanes(spans: Sequence[tuple[float, float]]) -> list[int]:
    """Return for each span, sorted by where they begin, the first lane in which it touches no other."""
    ends: list[float] = []
    places = []
    for begin, end in spans:
        lane = next((at for at, taken in enumerate(ends) if taken <= begin), len(ends))
        if lane == len(ends):
            ends.append(end)
        ends[lane] = end
        places.append(lane)
    return places


def timeline(  # noqa: PLR0913 - one name for each part of the picture
    bars: Iterable[Bar],
    scale: Scale,
    say: SayYear,
    named: str,
    zoom: Callable[[Window], str] | None,
    *,
    with_bars: bool = True,
) -> str:
    """Return the picture: crowding, axis and bars; `zoom` gives the address for a window, `named` says what it is.

    Instead of single bars, a row of each colour can show how many cards lie at each place, named by their labels.
    """
    placed = ((scale.ends(bar.dates), bar) for bar in bars if scale.shows(bar.dates))
    shown = sorted(placed, key=lambda row: (row[0], row[1].label))
    drawn, rows = _bars(shown) if with_bars else _shades(shown, scale, say, zoom)
    height = CROWD + AXIS + (rows + 1) * LANE
    lines = (
        f'<line x1="{place * WIDTH:.1f}" x2="{place * WIDTH:.1f}" y1="{CROWD}" y2="{height:.0f}" class="grid"/>'
        for place, _ in ticks(scale, WIDTH, say)
    )
    head = f'<svg class="timeline" viewBox="0 0 {WIDTH:g} {height:g}" role="group" aria-label="{escape(named)}">'
    return "\n".join([head, *lines, *_crowd(shown, scale, say, zoom), *_axis(scale, say), *drawn, "</svg>"])


def _axis(scale: Scale, say: SayYear) -> Iterator[str]:
    yield f'<line x1="0" x2="{WIDTH:g}" y1="{CROWD}" y2="{CROWD}" class="axis"/>'
    for place, year in ticks(scale, WIDTH, say):
        yield (
            f'<text x="{place * WIDTH:.1f}" y="{CROWD + 18:g}" text-anchor="middle" class="tick">'
            f"{escape(say(year))}</text>"
        )


Placed = tuple[tuple[float, float], Bar]
"""A bar with where it begins and ends, from 0 to 1."""


def crowding(placed: Iterable[Placed]) -> list[list[Bar]]:
    """Return the bars of each of the equal parts of the scale, by the middles of their years."""
    bins: list[list[Bar]] = [[] for _ in range(BINS)]
    for (begin, end), bar in placed:
        bins[min(BINS - 1, int((begin + end) / 2 * BINS))].append(bar)
    return bins


def _crowd(shown: Iterable[Placed], scale: Scale, say: SayYear, zoom: Callable[[Window], str] | None) -> Iterator[str]:
    bins = crowding(shown)
    most = max(map(len, bins), default=0) or 1
    wide = WIDTH / BINS
    for number, held in enumerate(bins):
        if not held:
            continue
        window = scale.year(number / BINS), max(scale.year((number + 1) / BINS) - 1, scale.year(number / BINS))
        top, parts = CROWD, []
        for colour in sorted({bar.colour for bar in held}):
            high = sum(bar.colour == colour for bar in held) / most * (CROWD - 20)
            top -= high
            parts.append(
                f'<rect x="{number * wide + 1:.1f}" y="{top:.1f}" width="{wide - 2:.1f}" height="{high:.1f}" '
                f'fill="{escape(colour)}"/>'
            )
        span = f"{say(window[0])} – {say(window[1])}: {len(held)}"
        inner = f"<title>{escape(span)}</title>{''.join(parts)}"
        count = f'<text x="{(number + 0.5) * wide:.1f}" y="{top - 4:.1f}" text-anchor="middle" class="count">'
        inner += f"{count}{len(held)}</text>"
        yield f'<a href="{escape(zoom(window))}">{inner}</a>' if zoom else f"<g>{inner}</g>"


def _bars(shown: Sequence[Placed]) -> tuple[list[str], int]:
    """Return the bars with their labels, and the number of lanes."""
    labelled = len(shown) <= MOST_LABELLED
    spans = []
    for (begin, end), bar in shown:
        left, right = begin * WIDTH, max(end * WIDTH, begin * WIDTH + LEAST)
        spans.append((left, right + (LABEL_ROOM * len(bar.label) + 8 if labelled else 3)))
    placed = lanes(spans)
    drawn = []
    for ((begin, end), bar), (_, room), lane in zip(shown, spans, placed, strict=True):
        y = CROWD + AXIS + lane * LANE
        left, right = min(begin * WIDTH, WIDTH - LEAST), max(end * WIDTH, begin * WIDTH + LEAST)
        text = ""
        if labelled:
            # Where there is no room at the right edge, the name stands before the bar.
            x, anchor = (right + 4, "start") if room <= WIDTH else (left - 4, "end")
            text = f'<text x="{x:.1f}" y="{y + 9:.1f}" text-anchor="{anchor}">{escape(bar.label)}</text>'
        rect = (
            f'<rect x="{left:.1f}" y="{y:.1f}" width="{right - left:.1f}" height="{LANE - 4:g}" rx="2" '
            f'fill="{escape(bar.colour)}"/>'
        )
        inner = f"<title>{escape(bar.title)}</title>{rect}{text}"
        drawn.append(f'<a href="{escape(bar.href)}">{inner}</a>' if bar.href else f"<g>{inner}</g>")
    return drawn, max(placed, default=0) + 1


def _shades(
    shown: Sequence[Placed], scale: Scale, say: SayYear, zoom: Callable[[Window], str] | None
) -> tuple[list[str], int]:
    """Return a row for each colour, the darker the more cards lie at a place, and the lanes it takes."""
    rows: dict[tuple[str, str], list[int]] = {}
    for (begin, end), bar in shown:
        row = rows.setdefault((bar.label, bar.colour), [0] * (CELLS + 1))
        row[min(CELLS - 1, int(begin * CELLS))] += 1
        row[min(CELLS - 1, int(end * CELLS - 1e-9)) + 1] -= 1
    drawn: list[str] = []
    for at, ((label, colour), steps) in enumerate(sorted(rows.items())):
        y = CROWD + AXIS + 3 * at * LANE
        drawn.append(f'<text x="4" y="{y + 9:.0f}" class="tick">{escape(label)}</text>')
        held = list(accumulate(steps[:CELLS]))
        for cell, number in enumerate(held):
            if number:
                drawn.append(_shade(cell, number, max(held), y + LANE, colour, scale, say, zoom))
    named, lines = _named(shown, scale, say, CROWD + AXIS + 3 * len(rows) * LANE, zoom)
    return drawn + named, 3 * len(rows) + lines


def _named(
    shown: Sequence[Placed], scale: Scale, say: SayYear, top: float, zoom: Callable[[Window], str] | None
) -> tuple[list[str], int]:
    """Return the names of the fullest decades below their places, and the lanes they take."""
    full = sorted((decade, len(held)) for decade, held in decades(((bar.dates, bar) for _, bar in shown), NAMED))
    marks = []
    for decade, number in full:
        text, place = f"{say(decade)} – {say(decade + 9)}: {number}", scale.at(decade + 5) * WIDTH
        wide = LABEL_ROOM * len(text)
        left = min(max(0.0, place - wide / 2), WIDTH - wide)
        marks.append((left, left + wide + 12, place, decade, text))
    places = lanes([(left, right) for left, right, *_ in marks])
    drawn = []
    for (left, right, place, decade, text), lane in zip(marks, places, strict=True):
        y = top + (lane + 1) * 1.3 * LANE
        middle = (left + right - 12) / 2
        label = f'<text x="{middle:.1f}" y="{y + 4:.1f}" text-anchor="middle" class="peak">{escape(text)}</text>'
        drawn.append(f'<path d="M{place:.1f} {top:.1f}V{y - 8:.1f}" class="axis"/>')
        drawn.append(f'<a href="{escape(zoom((decade, decade + 9)))}">{label}</a>' if zoom else label)
    return drawn, round(1.3 * (max(places, default=-1) + 2))


def _shade(  # noqa: PLR0913, PLR0917 - one for each part of the cell
    cell: int,
    number: int,
    most: int,
    y: float,
    colour: str,
    scale: Scale,
    say: SayYear,
    zoom: Callable[[Window], str] | None,
) -> str:
    wide = WIDTH / CELLS
    first = scale.year(cell / CELLS)
    window = first, max(first, scale.year((cell + 1) / CELLS) - 1)
    span = f"{say(window[0])} – {say(window[1])}: {number}"
    inner = (
        f'<title>{escape(span)}</title><rect x="{cell * wide:.1f}" y="{y:.0f}" width="{wide:.1f}" '
        f'height="{1.6 * LANE:.0f}" fill="{escape(colour)}" fill-opacity="{0.1 + 0.9 * (number / most) ** 0.5:.2f}"/>'
    )
    # For the mouse: the columns above and the links below lead to the same places by keyboard.
    return f'<a href="{escape(zoom(window))}" tabindex="-1">{inner}</a>' if zoom else f"<g>{inner}</g>"


def strip(intervals: Sequence[tuple[YearInterval, str, str]], say: SayYear, named: str, now: int) -> str:
    """Return a few intervals, each with its colour and name, one below the other on one scale."""
    years = [year for dates, _, _ in intervals for year in (dates.earliest, dates.latest) if year is not None]
    first, last = min(years, default=now - 100), max(years, default=now)
    edge = max(10, (last - first) // 8)
    scale = Scale((first - edge, max(last, min(last + edge, now))), max(now, last))
    height = 30 + 26 * len(intervals)
    parts = [f'<svg class="strip" viewBox="0 0 600 {height}" role="img" aria-label="{escape(named)}">']
    for place, year in ticks(scale, 600, say):
        parts.append(f'<line x1="{place * 600:.1f}" x2="{place * 600:.1f}" y1="0" y2="{height - 20}" class="grid"/>')
        parts.append(
            f'<text x="{place * 600:.1f}" y="{height - 6}" text-anchor="middle" class="tick">{escape(say(year))}</text>'
        )
    for number, (dates, colour, name) in enumerate(intervals):
        begin, end = (place * 600 for place in scale.ends(dates))
        left = min(begin, 600 - LEAST)
        parts.append(
            f'<rect x="{left:.1f}" y="{number * 26 + 4}" width="{max(LEAST, end - left):.1f}" height="16" rx="3" '
            f'fill="{escape(colour)}"><title>{escape(name)}</title></rect>'
        )
    return "\n".join([*parts, "</svg>"])


def time_key(card: Card) -> tuple[float, float, str]:
    """Return what sorts cards by time, open beginnings first; cards without a readable year stand last."""
    dates = card.interval
    if dates is None:
        return float("inf"), float("inf"), card.key
    earliest = float("-inf") if dates.earliest is None else dates.earliest
    return earliest, float("inf") if dates.latest is None else dates.latest, card.key
