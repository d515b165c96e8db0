"""Dates of a Wikidata item: from the statements in its JSON to intervals of years.

The JSON counts years as historians do: ``-0044`` is 44 BC, and there is no year 0 (its RDF counts otherwise). Centuries
and millennia are read as Wikidata shows them, rounded up: 1801 and 1900 with the precision of a century are both the
19th; decades as well, rounded down. Source: mediawiki.org, Wikibase/DataModel/JSON, and Help:Dates.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple

from ..years import YearInterval

POINTS: Mapping[str, str] = {
    "P585": "point in time",
    "P571": "inception",
    "P577": "publication date",
    "P580": "start time",
    "P582": "end time",
    "P575": "time of discovery or invention",
    "P1191": "date of first performance",
    "P1619": "date of official opening",
    "P619": "time of spacecraft launch",
    "P606": "first flight",
    "P729": "service entry",
    "P1249": "time of earliest written record",
    "P569": "date of birth",
    "P570": "date of death",
    "P576": "dissolved or abolished",
    "P3999": "date of official closure",
}
"""The properties that date an event, the likeliest of a card first."""

SPANS: tuple[tuple[str, str, str, bool], ...] = (
    ("P580", "P582", "duration", False),
    ("P569", "P570", "lifetime", True),
)
"""Pairs of properties between which something happens; whether the second may be missing: the person is alive."""

_TIME = re.compile(r"([+-])(\d{1,16})-(\d\d)-(\d\d)T\d\d:\d\d:\d\dZ")
_EARLIEST, _LATEST, _CIRCUMSTANCES, _CIRCA = "P1319", "P1326", "P1480", "Q5727902"
_JULIAN = "Q1985786"
_BOTH_CALENDARS = 1923
"""The last year in which a country still counted by the Julian calendar."""

_YEAR, _DECADE, _CENTURY, _MILLENNIUM, _DAY = 9, 8, 7, 6, 11
_PRECISIONS = {
    _MILLENNIUM: "millennium",
    _CENTURY: "century",
    _DECADE: "decade",
    _YEAR: "year",
    10: "month",
    _DAY: "day",
}

Rank = Literal["preferred", "normal"]


class Time(NamedTuple):
    """One value: the years it may mean, and the same in English words that this program reads, if there are such."""

    interval: YearInterval
    words: str


class Statement(NamedTuple):
    """One dated statement: `text` says it for people, `words` is its year as an expression, empty if there is none.

    `is_span` tells that the event may lie anywhere in it; `circa` that the date is about right.
    """

    property: str
    name: str
    interval: YearInterval
    words: str
    text: str
    rank: Rank = "normal"
    circa: bool = False
    is_span: bool = False


def time_claims(entity: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return what is needed of an item's dated statements, deprecated ones left out: small, and JSON again."""
    claims = entity.get("claims")
    return [] if not isinstance(claims, dict) else list(_claims(claims))


def _claims(claims: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for name in POINTS:
        listed = claims.get(name)
        for claim in listed if isinstance(listed, list) else ():
            if value := _value(claim):
                yield {"property": name, **value}


def _value(claim: Any) -> dict[str, Any] | None:
    """Return the parts of one statement; None if it is deprecated, says that the value is unknown, or is damaged."""
    try:
        value, rank = claim["mainsnak"]["datavalue"]["value"], claim["rank"]
        if rank not in {"preferred", "normal"} or _TIME.fullmatch(value["time"]) is None:
            return None
        qualifiers = claim.get("qualifiers", {})
        times = {
            name: [_plain(snak["datavalue"]["value"]) for snak in qualifiers.get(name, ()) if "datavalue" in snak]
            for name in (_EARLIEST, _LATEST)
        }
        circumstances = [snak["datavalue"]["value"]["id"] for snak in qualifiers.get(_CIRCUMSTANCES, ())]
        return {**_plain(value), "rank": rank, "bounds": times, "circa": _CIRCA in circumstances}
    except (KeyError, TypeError, AttributeError, ValueError):
        return None


def _plain(value: Mapping[str, Any]) -> dict[str, Any]:
    model = str(value["calendarmodel"]).rpartition("/")[2]
    return {"time": str(value["time"]), "precision": int(value["precision"]), "julian": model == _JULIAN}


def statements(claims: Iterable[Mapping[str, Any]]) -> tuple[Statement, ...]:
    """Return the dates of an item as intervals, preferred ones first; what lies between two dates as spans behind."""
    points = [statement for claim in claims if (statement := _statement(claim))]
    order = list(POINTS)
    points.sort(key=lambda one: (one.rank != "preferred", order.index(one.property)))
    return (*points, *_spans(points))


def _statement(claim: Mapping[str, Any]) -> Statement | None:
    read = _read(claim)
    if read is None:
        return None
    interval, words, circa = read.interval, read.words, bool(claim["circa"])
    bounds = [found.interval for listed in claim["bounds"].values() for one in listed if (found := _read(one))]
    for bound in bounds:
        interval = interval.hull(bound)
    name = POINTS[claim["property"]]
    text = f"{name} {'c. ' if circa else ''}{_shown(claim, words)}"
    if bounds:
        words = ""  # a span of its own, which somebody should word
    elif circa and words:
        words = f"c. {words}"
    return Statement(claim["property"], name, interval, words, text, claim["rank"], circa)


def _read(value: Mapping[str, Any]) -> Time | None:
    return read_time(value["time"], value["precision"], julian=value["julian"])


def _shown(value: Mapping[str, Any], words: str) -> str:
    """Return a value for people: ``12.10.1492 (day, Julian)``."""
    precision = value["precision"]
    digits, _, rest = value["time"][1:].partition("-")
    month, day = rest[:2], rest[3:5]
    era = " BC" if value["time"].startswith("-") else ""
    shown = words or f"{int(digits)}{era}"
    if precision >= _DAY:
        shown = f"{int(day)}.{int(month)}.{int(digits)}{era}"
    elif precision > _YEAR:
        shown = f"{int(month)}/{int(digits)}{era}"
    kind = _PRECISIONS.get(min(precision, _DAY)) or f"give or take {10 ** (_YEAR - precision):,} years"
    return f"{shown} ({kind}{', Julian' if value['julian'] and precision > _YEAR else ''})"


def _spans(points: Iterable[Statement]) -> Iterator[Statement]:
    known = list(points)
    for first, last, name, may_be_open in SPANS:
        starts = [one.interval.earliest for one in known if one.property == first]
        ends = [one.interval.latest for one in known if one.property == last]
        if not starts or not (ends or may_be_open):
            continue
        start = None if None in starts else min(year for year in starts if year is not None)
        end = None if None in ends or not ends else max(year for year in ends if year is not None)
        if start is None or end is None or start <= end:
            yield Statement(f"{first}–{last}", name, YearInterval(start, end), "", name, is_span=True)


def read_time(time: str, precision: int, *, julian: bool) -> Time | None:
    """Return the years that a time of the JSON may mean; None for what cannot be read, a year 0 among it.

    `precision` is Wikidata's: 11 a day, 10 a month, 9 a year, 8 a decade, 7 a century, 6 a millennium, 0 a billion
    years. A date near the turn of a year in one calendar lies in the neighbouring year of the other: it may mean both,
    since nobody knows by which one a card counts.
    """
    match = _TIME.fullmatch(time)
    if match is None or not int(match[2]) or not 0 <= precision <= 14:
        return None
    number, is_bc = int(match[2]), match[1] == "-"
    era = " BC" if is_bc else ""
    year = 1 - number if is_bc else number
    if precision >= _YEAR:
        day = int(match[4]) if precision >= _DAY else 0
        interval = _in_both_calendars(year, int(match[3]) if precision > _YEAR else 0, day, julian=julian)
        return Time(interval, f"{'' if is_bc or number >= 100 else 'AD '}{number}{era}")
    if precision == _DECADE:
        low = number // 10 * 10
        return Time(_interval(max(low, 1), low + 9, is_bc=is_bc), f"{low}s{era}" if low else "")
    size = 10 ** (_YEAR - precision)
    if precision < _MILLENNIUM:
        return Time(YearInterval(year - size, year + size), "")
    ordinal = -(-number // size)
    interval = _interval((ordinal - 1) * size + 1, ordinal * size, is_bc=is_bc)
    return Time(interval, f"{_ordinal(ordinal)} {_PRECISIONS[precision]}{era}")


def _interval(low: int, high: int, *, is_bc: bool) -> YearInterval:
    """Return the years from `low` to `high` of an era, counted away from its beginning."""
    return YearInterval(1 - high, 1 - low) if is_bc else YearInterval(low, high)


def _ordinal(number: int) -> str:
    ending = "th" if number % 100 in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _in_both_calendars(year: int, month: int, day: int, *, julian: bool) -> YearInterval:
    """Return the years of a day, or of a month where `day` is 0, by either calendar; `month` may be 0 as well."""
    both = YearInterval(year, year)
    if not 1 <= month <= 12 or year > _BOTH_CALENDARS:
        return both
    for one in (day,) if day else (1, 31):
        other = _year_of(_day_number(year, month, one, gregorian=not julian), gregorian=julian)
        both = both.hull(YearInterval(other, other))
    return both


def _day_number(year: int, month: int, day: int, *, gregorian: bool) -> int:
    """Return the Julian day number of a date; years are astronomical (Richards 2013, Explanatory Supplement, 15.11)."""
    january_or_february = (14 - month) // 12
    years = year + 4800 - january_or_february
    days = day + (153 * (month + 12 * january_or_february - 3) + 2) // 5 + 365 * years + years // 4
    return days - years // 100 + years // 400 - 32045 if gregorian else days - 32083


def _year_of(number: int, *, gregorian: bool) -> int:
    """Return the astronomical year of a Julian day number, the inverse of the above."""
    centuries, rest = 0, number + 32082
    if gregorian:
        rest = number + 32044
        centuries = (4 * rest + 3) // 146097
        rest -= 146097 * centuries // 4
    years = (4 * rest + 3) // 1461
    months = (5 * (rest - 1461 * years // 4) + 2) // 153
    return 100 * centuries + years - 4800 + months // 10
