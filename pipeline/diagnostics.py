"""Findings: what a check says, where, and what to do about it.

Every kind of finding has a stable code whose title, severity and explanation stand in ``findings/*.toml``, one file per
stage, titles and help in English and German. `wildmix explain CODE` prints them and docs/findings.md is made from them.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from .source import Span


class Severity(StrEnum):
    """How grave a finding is; an error makes a command end with status 1."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class FindingKind:
    """One entry of the registry of codes."""

    code: str
    title: str
    severity: Severity
    explanation: str
    help: str
    stage: str
    title_de: str
    help_de: str

    def named(self, language: str) -> str:
        """Return the title, in German for `de`."""
        return self.title_de if language == "de" else self.title

    def advice(self, language: str) -> str:
        """Return what to do about it, in German for `de`."""
        return self.help_de if language == "de" else self.help


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. `card` and `series` name what it is about, as far as known."""

    code: str
    message: str
    severity: Severity
    span: Span | None = None
    help: str = ""
    card: str | None = None
    series: str | None = None

    @property
    def order(self) -> tuple[str, int, int, str, str]:
        """Sort key: place first, then code and message."""
        return *(self.span.order if self.span else ("", 0, 0)), self.code, self.message

    def as_json(self) -> dict[str, str | int | None]:
        """Return the finding as one object of ``--format json``."""
        span = self.span or Span("")
        return {
            "code": self.code,
            "severity": str(self.severity),
            "message": self.message,
            "file": span.file or None,
            "line": span.line,
            "column": span.column,
            "end_line": span.end_line,
            "end_column": span.end_column,
            "card": self.card,
            "series": self.series,
            "help": self.help,
            **({"cell": span.cell} if span.cell else {}),
        }


# The files of each hundred of codes: what knows one code need not read all.
STAGES: Mapping[str, tuple[str, ...]] = {
    "0": ("workspace",),
    "1": ("tables", "ingest"),
    "2": ("years",),
    "3": ("checks",),
    "4": ("corrigenda",),
    "5": ("duplicates", "mix"),
    "6": ("print",),
    "7": ("replays",),
    "8": ("evidence",),
}


@cache
def registry() -> Mapping[str, FindingKind]:
    """Return every kind of finding by its code, in order of the codes."""
    return MappingProxyType({code: kind for hundred in STAGES for code, kind in _kinds(hundred).items()})


def kind_of(code: str) -> FindingKind:
    """Return the kind of finding of a code such as `WM201`; raises KeyError for a code that is not registered."""
    return _kinds(code[2:3])[code]


@cache
def _kinds(hundred: str) -> Mapping[str, FindingKind]:
    kinds = {}
    for stage in STAGES[hundred]:
        text = files(__package__).joinpath("findings", f"{stage}.toml").read_text(encoding="utf-8")
        for code, row in tomllib.loads(text).items():
            kinds[code] = FindingKind(
                code,
                row["title"],
                Severity(row["severity"]),
                row["explanation"].strip(),
                row["help"],
                stage,
                row["title_de"],
                row["help_de"],
            )
    return MappingProxyType(dict(sorted(kinds.items())))


def finding(  # noqa: PLR0913 - one name for each part of a finding
    code: str,
    message: str,
    span: Span | None = None,
    *,
    help: str | None = None,  # noqa: A002 - the word users see
    card: str | None = None,
    series: str | None = None,
    severity: Severity | None = None,
) -> Diagnostic:
    """Make a finding of a registered kind; help and severity default to what the registry says.

    Raises KeyError for a code that is not registered: that is a fault of the program, never of its input.
    """
    kind = kind_of(code)
    return Diagnostic(code, message, severity or kind.severity, span, kind.help if help is None else help, card, series)


def worst(findings: Iterable[Diagnostic]) -> Severity | None:
    """Return the gravest severity among `findings`, None if there are none."""
    present = {found.severity for found in findings}
    return next((severity for severity in Severity if severity in present), None)
