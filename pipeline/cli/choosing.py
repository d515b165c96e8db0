"""Which findings a run shows, and how grave they are: `--select`, `--ignore`, and the severities of each series."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

import click

from ..diagnostics import Diagnostic, Severity, registry

Severities = Mapping[str, Mapping[str, str]]
"""By series and code, as series files have them."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Beginnings of codes: only `selected` ones are shown if there are any, `ignored` ones never."""

    selected: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()

    def of(self, findings: Iterable[Diagnostic], severities: Severities) -> Iterator[Diagnostic]:
        """Yield each finding that is wanted once, as grave as its series says."""
        for found in dict.fromkeys(findings):
            if self._wants(found.code) and (graded := _graded(found, severities)):
                yield graded

    def _wants(self, code: str) -> bool:
        return (not self.selected or code.startswith(self.selected)) and not code.startswith(self.ignored or ("-",))


def _graded(found: Diagnostic, severities: Severities) -> Diagnostic | None:
    severity = severities.get(found.series or "", {}).get(found.code)
    if severity is None:
        return found
    return None if severity == "ignore" else replace(found, severity=Severity(severity))


def codes(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """Split the values of an option at commas; each must be a code or the beginning of one."""
    parts = tuple(part.strip().upper() for value in values for part in value.split(",") if part.strip())
    for part in parts:
        if not any(code.startswith(part) for code in registry()):
            raise click.BadParameter(f"`{part}` begins no code; `wildmix explain` lists all")
    return parts
