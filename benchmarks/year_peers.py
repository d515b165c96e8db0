"""Other parsers of dates behind one face: a text in, its first and last year (astronomical) out, None if refused."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from pipeline.years import YearError, parse_year

Bounds = tuple[int | None, int | None]
Call = Callable[[str, str], Any]
"""Takes text and language; what it gives differs from peer to peer, and it may raise."""
Read = Callable[[str, str], Bounds | None]


@dataclass(frozen=True, slots=True)
class Peer:
    """A parser: its distribution, the languages it is made for, how it is called, and the years of its answer."""

    name: str
    languages: tuple[str, ...]
    how: str
    load: Callable[[], Call]
    years: Callable[[Any], Bounds | None]

    def version(self) -> str:
        """Return the installed version, empty if it is not installed."""
        try:
            return version(self.name)
        except PackageNotFoundError:
            return ""

    def caller(self) -> Call:
        """Return the bare call, for measuring; what it raises is a refusal."""
        call = self.load()

        def refusing(text: str, language: str) -> Any:
            try:
                return call(text, language)
            except Exception:  # noqa: BLE001 - whatever a peer raises, it has refused
                return None

        return refusing

    def reader(self) -> Read:
        """Return the call with the years of its answer; an answer without years is a refusal."""
        call = self.caller()

        def reading(text: str, language: str) -> Bounds | None:
            answer = call(text, language)
            try:
                return self.years(answer) if answer else None
            except Exception:  # noqa: BLE001 - whatever a peer raises, it has refused
                return None

        return reading


def wildmix(text: str, language: str) -> Bounds | None:
    """Read with wildmix."""
    try:
        interval = parse_year(text, language).interval
    except YearError:
        return None
    return interval.earliest, interval.latest


def _edtf() -> Call:
    text_to_edtf = import_module("edtf").text_to_edtf
    return lambda text, _: text_to_edtf(text)


def _of_edtf(written: str) -> Bounds | None:
    if "XXXX" in written:
        return None  # any year
    open_first, open_last = written.startswith(("/", "../")), written.endswith(("/", "/.."))
    found = import_module("edtf").parse_edtf(written.strip("/").removeprefix("../").removesuffix("/.."))
    first, last = found.lower_strict().tm_year, found.upper_strict().tm_year
    return None if open_first else first, None if open_last else last


def _sari() -> Call:
    parse = import_module("sariDateParser.dateParser").parse
    return lambda text, _: parse(text)


def _undate() -> Call:
    undate = import_module("undate").Undate
    return lambda text, _: undate.parse(text, "omnibus")


def _of_undate(found: Any) -> Bounds | None:
    first, last = found.earliest, found.latest
    if isinstance(found, import_module("undate").UndateInterval):  # its ends are dates with ends of their own
        first, last = first and first.earliest, last and last.latest
    return first and first.year, last and last.year


def _dateparser() -> Call:
    parse = import_module("dateparser").parse
    return lambda text, language: parse(text, languages=[language])


def _historicaldate() -> Call:
    date = import_module("historicaldate").HDate
    return lambda text, _: date(text).pdates


def _of_days(days: Any) -> Bounds | None:
    """Return the years of dates, or of days counted from 1 January AD 1 where Python has no date."""
    first, last = (
        days[end].year if days[end] else int((days[f"ordinal_{end}"] + inside) // 365.25) + 1
        for end, inside in (("early", 30), ("late", -30))
    )
    return first, last


PEERS = (
    Peer("edtf", ("en",), "text_to_edtf(text)", _edtf, _of_edtf),
    Peer("undate", ("en",), 'Undate.parse(text, "omnibus")', _undate, _of_undate),
    Peer(
        "dateparser",
        ("de", "en", "fr", "it"),
        "dateparser.parse(text, languages=[language])",
        _dateparser,
        lambda found: (found.year, found.year),
    ),
    Peer("date-parser-sari", ("de", "en", "fr"), "sariDateParser.dateParser.parse(text)", _sari, _of_edtf),
    Peer("historicaldate", ("en",), "HDate(text).pdates", _historicaldate, _of_days),
)
