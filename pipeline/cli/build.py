"""``wildmix build``: the whole pipeline, and a table of what it read, checked, found and wrote."""

from collections import Counter
from pathlib import Path

import click

from ..build.pipeline import Build
from ..build.stage import Stage
from ..diagnostics import Severity
from ..workspace import Workspace
from .common import Run, verb
from .render import counted, difference


@click.command(short_help="Run the whole pipeline on the workspace.")
@click.option("--diff", is_flag=True, help="Show what would change; write nothing.")
@verb
def command(run: Run, *, diff: bool) -> None:
    """Read tables, derive and check decks, apply corrigenda, compare, mix, print, replay: everything, in order.

    Each file is written whole or not at all, and only if its bytes change. A faulty series stops no other.
    """
    workspace = run.workspace
    with workspace.lock():
        build = Build(workspace, Shower(run, workspace) if diff else workspace.write)
        stages = [stage() for stage in run.progress(build.stages(), "building")]
    for stage in stages:
        run.add(stage.findings)
        stage.findings = run.chosen(stage.findings)
        for what, number in stage.checked.items():
            run.checked[what] = max(run.checked[what], number)
    run.result("stages", [_as_json(stage) for stage in stages])
    if run.verbose:
        for stage in stages:
            for remark in stage.remarks:
                run.say(f"{stage.name}: {remark}")
    run.closing = _table(stages)


class Shower:
    """Stands in for writing: shows the difference of a text, the name of any other file."""

    def __init__(self, run: Run, workspace: Workspace) -> None:
        """Show differences on `run`."""
        self._run = run
        self._workspace = workspace

    def __call__(self, path: Path, data: bytes) -> bool:
        """Show what writing `data` to `path` would change; True if it would."""
        old = path.read_bytes() if path.is_file() else b""
        if old == data and path.is_file():
            return False
        shown = self._workspace.show(path)
        if path.suffix == ".pdf":
            self._run.say(f"would write {shown} ({len(data)} bytes)")
            return True
        for line in difference(shown, old, data):
            self._run.say(line)
        return True


def _as_json(stage: Stage) -> dict[str, object]:
    return {
        "stage": stage.name,
        "read": dict(stage.read),
        "checked": dict(stage.checked),
        "findings": {str(severity): number for severity, number in _numbers(stage).items()},
        "written": stage.written,
        "unchanged": stage.unchanged,
    }


def _numbers(stage: Stage) -> Counter[Severity]:
    return Counter(found.severity for found in stage.findings)


def _table(stages: list[Stage]) -> list[str]:
    rows = [("stage", "read", "checked", "found", "wrote"), *(_row(stage) for stage in stages)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return [lines[0], "  ".join("─" * width for width in widths), *lines[1:]]


def _row(stage: Stage) -> tuple[str, ...]:
    read, checked = (
        ", ".join(counted(n, what) for what, n in kinds.items() if n) for kinds in (stage.read, stage.checked)
    )
    numbers = _numbers(stage)
    found = ", ".join(counted(numbers[severity], severity) for severity in Severity if numbers[severity])
    wrote = [counted(stage.written, "files")] if stage.written else []
    wrote += [f"{stage.unchanged} unchanged"] if stage.unchanged else []
    return stage.name, read or "–", checked or "–", found or "–", ", ".join(wrote) or "–"
