"""The overview: what there is, what is open, what is wrong; every number leads to its list."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from flask import Blueprint, render_template, request

from ...cards import Deck, Series
from ...corrigenda import STATES
from ...diagnostics import Diagnostic, Severity
from ..desk import desk
from ..shelf import Found

pages = Blueprint("overview", __name__)

STALE, CONFLICTING = "WM412", "WM440"
MOST_LISTED = 300


class SeriesState(NamedTuple):
    """A series at a glance: the cards of its newest edition, its list by states, what was found."""

    series: Series
    deck: Deck | None
    states: Mapping[str, int]
    stale: int
    conflicting: int
    findings: Mapping[str, int] | None


@pages.get("/")
def overview() -> str:
    """Show all series and mixes."""
    shelf, pairs = desk().shelf, desk().pairs
    questions = pairs.questions(asked=False)
    current = pairs.current(asked=False)
    states = [_state(code, series) for code, series in shelf.all_series().items()]
    return render_template(
        "overview.html",
        title=desk().workspace.config.title,
        states=states,
        unreadable=[found for code in set(shelf.codes) - set(shelf.all_series()) for found in shelf.dossier(code)[1]],
        mixes=[(name, shelf.loaded(name).deck if name in shelf.mixes else None) for name in shelf.recipes],
        made=shelf.mixes,
        questions=questions,
        conflicts=None if current is None else [pair for pair in current if pair.verdict == "conflict"],
        pending=any(state.findings is None for state in states) or pairs.is_at_work(),
        all_states=STATES,
    )


def _state(code: str, series: Series) -> SeriesState:
    shelf = desk().shelf
    dossier, _ = shelf.dossier(code)
    lists = shelf.list_findings(code)
    newest = f"{code}/{series.newest.number}" if series.newest else ""
    found = shelf.findings(newest) if newest else Found(())
    by_code = Counter(one.code for one in lists.findings) if lists else Counter()
    numbers = Counter(str(one.severity) for one in (*lists.findings, *found.findings)) if lists and found else None
    return SeriesState(
        series,
        shelf.loaded(newest).deck if newest else None,
        Counter(entry.status for entry in dossier.file) if dossier else Counter(),
        by_code[STALE],
        by_code[CONFLICTING],
        numbers,
    )


@pages.get("/findings")
def findings() -> str:
    """List findings of decks and lists, by series, severity and code."""
    shelf = desk().shelf
    series = request.args.get("series", "")
    names = [name for name in (*shelf.newest(), *shelf.mixes) if not series or name.partition("/")[0] == series]
    parts = [shelf.findings(name) for name in names]
    parts += [shelf.list_findings(code) for code in shelf.codes if series in {"", code}]
    found = list(dict.fromkeys(one for part in parts if part for one in part.findings))
    wanted = [one for one in found if _wanted(one)]
    return render_template(
        "findings.html",
        findings=wanted[:MOST_LISTED],
        total=len(wanted),
        severities=Counter(str(one.severity) for one in found),
        codes=sorted(Counter(one.code for one in found).items()),
        all_severities=[str(severity) for severity in Severity],
        series=series,
        known=shelf.all_series(),
        pending=None in parts,
    )


def _wanted(found: Diagnostic) -> bool:
    severity, code = request.args.get("severity", ""), request.args.get("code", "")
    return severity in {"", str(found.severity)} and code in {"", found.code}
