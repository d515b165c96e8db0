"""`wildmix corrigenda list`: the entries as a table."""

from collections.abc import Iterator

import click

from ...corrigenda import STATES, Corrigendum
from ...office.dossier import load_file
from ...office.lines import one_line
from ..common import Run, verb
from .common import chosen_series, counts_line

WIDTH = 30
HEADINGS = ("id", "card", "field", "state", "print", "old", "new")


@click.command("list", short_help="List corrigenda, with counts by state.")
@click.argument("series", nargs=-1, metavar="[SERIES]…")
@click.option(
    "--state", "states", type=click.Choice(STATES), multiple=True, help="Only entries in this state; repeatable."
)
@verb
def command(run: Run, series: tuple[str, ...], states: tuple[str, ...]) -> None:
    """List corrigenda as a table, one line each, with counts by state.

    Without SERIES, those of all series. The column `print` says whether the error is open, or which edition fixed it.
    """
    run.must_check = False
    listed = []
    for code in chosen_series(run, series):
        _, file = load_file(run, code)
        if file is None:
            continue
        entries = [entry for entry in file if not states or entry.status in states]
        run.say(counts_line(code, file))
        for line in _table(entries):
            run.say(line)
        listed += [_as_json(entry) for entry in entries]
    run.result("corrigenda", listed)


def _table(entries: list[Corrigendum]) -> Iterator[str]:
    """Yield the lines of a table with columns as wide as their longest cell."""
    if not entries:
        return
    rows = [HEADINGS, *(_row(entry) for entry in entries)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _row(entry: Corrigendum) -> tuple[str, ...]:
    new = "?" if entry.new is None else entry.new
    old, new = _around_difference(one_line(entry.old), one_line(new))
    return entry.id, entry.card, entry.field, entry.status, entry.printed_state, old, new


def _around_difference(old: str, new: str) -> tuple[str, str]:
    """Cut two long texts so that the first place where they differ is seen in both."""
    same = next((place for place, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    start = max(0, same - WIDTH // 3) if max(len(old), len(new)) > WIDTH else 0
    return _cut(old, start), _cut(new, start)


def _cut(text: str, start: int) -> str:
    end = start + WIDTH
    return ("…" if start else "") + text[start:end] + ("…" if len(text) > end else "")


def _as_json(entry: Corrigendum) -> dict[str, str | None]:
    return {
        "id": entry.id,
        "card": entry.card,
        "field": entry.field,
        "state": entry.status,
        "printed": entry.printed_state,
        "old": entry.old,
        "new": entry.new,
    }
