"""Which findings a run shows, and how grave they are: `--select`, `--ignore`, and the severities of each series."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import click

from ..diagnostics import Diagnostic, registry
from ..office.grading import Severities, graded


@dataclass(frozen=True, slots=True)
class Choice:
    """Beginnings of codes: only `selected` ones are shown if there are any, `ignored` ones never."""

    selected: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()

    def of(self, findings: Iterable[Diagnostic], severities: Severities) -> Iterator[Diagnostic]:
        """Yield each finding that is wanted once, as grave as its series says."""
        return graded((found for found in findings if self._wants(found.code)), severities)

    def _wants(self, code: str) -> bool:
        return (not self.selected or code.startswith(self.selected)) and not code.startswith(self.ignored or ("-",))


def codes(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """Split the values of an option at commas; each must be a code or the beginning of one."""
    parts = tuple(part.strip().upper() for value in values for part in value.split(",") if part.strip())
    for part in parts:
        if not any(code.startswith(part) for code in registry()):
            raise click.BadParameter(f"`{part}` begins no code; `wildmix explain` lists all")
    return parts
