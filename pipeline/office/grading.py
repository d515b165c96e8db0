"""How grave findings are in each series."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from ..diagnostics import Diagnostic, Severity
from .faults import each_once

Severities = Mapping[str, Mapping[str, str]]
"""By series and code, as series files have them."""


def graded(findings: Iterable[Diagnostic], severities: Severities) -> Iterator[Diagnostic]:
    """Yield each fault once, as grave as its series says; what the series ignores is left out."""
    for found in each_once(findings):
        severity = severities.get(found.series or "", {}).get(found.code)
        if severity is None:
            yield found
        elif severity != "ignore":
            yield replace(found, severity=Severity(severity))
