"""What all verbs share: options, one report in three formats, exit status."""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from ..cards import Deck
from ..diagnostics import Diagnostic, Severity, finding, worst
from ..workspace import Loaded, Workspace, WorkspaceError, load_table
from .render import github, summary, text

Item = TypeVar("Item")
STATUS_CLEAN, STATUS_FINDINGS, STATUS_USAGE = 0, 1, 2


class Run:
    """One call of a verb: collects findings and counts, prints them at the end, knows the exit status."""

    def __init__(self, output: str, workspace: Path | None, *, quiet: bool, verbose: bool) -> None:
        """Begin a run that reports in format `output`."""
        self.output = output
        self.quiet = quiet
        self.verbose = verbose
        self.findings: list[Diagnostic] = []
        self.checked: Counter[str] = Counter()
        self.data_on_stdout = False
        self.must_check = True
        self.closing: list[str] = []
        self._results: dict[str, Any] = {}
        self._usage_errors = 0
        self._start = workspace
        self._workspace: Workspace | None = None

    @property
    def workspace(self) -> Workspace:
        """The workspace named by --workspace or stood in; raises WorkspaceError if there is none."""
        if self._workspace is None:
            self._workspace = Workspace.find(self._start or Path.cwd())
        return self._workspace

    def add(self, findings: Iterable[Diagnostic]) -> None:
        """Collect findings."""
        self.findings.extend(findings)

    def count(self, what: str, number: int = 1) -> None:
        """Add to the number of things of this kind that were looked at."""
        self.checked[what] += number

    def result(self, key: str, value: Any) -> None:
        """Add a key to the one object that --format json prints."""
        self._results[key] = value

    def say(self, line: str = "") -> None:
        """Print a line for people; nothing with -q or in the other formats."""
        if self.output == "text" and not self.quiet:
            click.echo(line, err=self.data_on_stdout)

    def usage_error(self, message: str) -> None:
        """Report a named input that cannot be used; the run goes on and ends with status 2."""
        self._usage_errors += 1
        click.echo(f"wildmix: error: {message}", err=True)

    def progress(self, items: Iterable[Item], label: str, total: int | None = None) -> Iterator[Item]:
        """Iterate with a progress bar on stderr, on a terminal only."""
        if self.quiet or not sys.stderr.isatty():
            yield from items
            return
        from rich.console import Console  # noqa: PLC0415 - slow to import, seldom needed
        from rich.progress import track  # noqa: PLC0415

        yield from track(items, label, total=total, console=Console(stderr=True), transient=True)

    def decks(self, names: Iterable[str]) -> Iterator[tuple[str, Loaded, Deck]]:
        """Load decks by name, collecting what is found in them; without names, all series and mixes of the workspace.

        Decks that cannot be used are reported and left out.
        """
        for name in tuple(names) or (*self.workspace.series_codes(), *self.workspace.mix_names()):
            try:
                loaded = self._load(name)
            except WorkspaceError as error:
                self.usage_error(str(error))
                continue
            self.add(loaded.findings)
            if loaded.deck is not None:
                yield name, loaded, loaded.deck

    def _load(self, name: str) -> Loaded:
        try:
            return self.workspace.load_deck(name)
        except WorkspaceError:
            # A table needs no workspace.
            if Path(name).is_file():
                return load_table(Path(name))
            raise

    def finish(self) -> int:
        """Print the report and return the exit status."""
        looked = sum(self.checked.values())
        if self.must_check and not looked and not self._usage_errors and worst(self.findings) is not Severity.ERROR:
            self.add([finding("WM007", "nothing was checked")])
        self.findings.sort(key=lambda found: found.order)
        if self.output == "json":
            report = {"findings": [found.as_json() for found in self.findings], "checked": dict(self.checked)}
            click.echo(json.dumps({**self._results, **report}, ensure_ascii=False))
        else:
            self._print_findings()
        if self._usage_errors:
            return STATUS_USAGE
        return STATUS_FINDINGS if worst(self.findings) is Severity.ERROR else STATUS_CLEAN

    def _print_findings(self) -> None:
        hidden = set() if self.verbose else {Severity.NOTE}
        if self.quiet:
            hidden = {Severity.NOTE, Severity.WARNING}
        render = github if self.output == "github" else text
        for found in self.findings:
            if found.severity not in hidden:
                click.echo(render(found), err=self.data_on_stdout)
        for line in self.closing:
            self.say(line)
        if self.findings or sum(self.checked.values()):
            self.say(summary(self.findings, self.checked, verbose=self.verbose))


def verb(function: Callable[..., None]) -> Callable[..., None]:
    """Give a verb the options of all verbs and a Run as its first argument; prints the report and exits."""

    @click.option(
        "--format", "output", type=click.Choice(["text", "json", "github"]), default="text", show_default=True
    )
    @click.option("--workspace", type=click.Path(file_okay=False, path_type=Path), help="The workspace to work on.")
    @click.option("-q", "--quiet", is_flag=True, help="Print errors only.")
    @click.option("-v", "--verbose", is_flag=True, help="Print notes too.")
    @click.pass_context
    @wraps(function)
    def call(
        context: click.Context,
        /,
        *,
        output: str,
        workspace: Path | None,
        quiet: bool,
        verbose: bool,
        **arguments: Any,
    ) -> None:
        start = workspace or (Path(context.obj) if context.obj else None)
        run = Run(output, start, quiet=quiet, verbose=verbose)
        try:
            function(run, **arguments)
        except WorkspaceError as error:
            run.usage_error(str(error))
        except OSError as error:
            run.usage_error(f"{error.filename or 'file'}: {error.strerror or error}")
        context.exit(run.finish())

    return call
