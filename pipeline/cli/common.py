"""What all verbs share: options, one report in three formats, exit status."""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from ..cards import Deck
from ..diagnostics import Diagnostic, Severity, finding, worst
from ..workspace import Loaded, Workspace, WorkspaceError, load_bytes
from .choosing import Choice, codes
from .inputs import in_folder, is_table, read_named
from .render import github, groups, summary, text

Item = TypeVar("Item")
EVERYTHING = Choice()
STATUS_CLEAN, STATUS_FINDINGS, STATUS_USAGE = 0, 1, 2


def progress_bar(items: Iterable[Item], label: str, total: int | None = None) -> Iterator[Item]:
    """Iterate with a progress bar on stderr, on a terminal only."""
    if not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console  # noqa: PLC0415 - slow to import, seldom needed
    from rich.progress import track  # noqa: PLC0415

    yield from track(items, label, total=total, console=Console(stderr=True), transient=True)


def unusable(message: str) -> Diagnostic:
    """Return the finding about a command that was not used rightly, or a named input that cannot be used."""
    return finding("WM016", message)


def as_object(findings: Iterable[Diagnostic], checked: Mapping[str, int], results: Mapping[str, Any]) -> str:
    """Return the one object of ``--format json``."""
    report = {"findings": [found.as_json() for found in findings], "checked": dict(checked)}
    return json.dumps({**results, **report}, ensure_ascii=False)


def misuse(message: str, output: str) -> str:
    """Return what is printed in the format `output` about a command that was not used rightly."""
    return as_object([unusable(message)], {}, {}) if output == "json" else github(unusable(message))


class Run:
    """One call of a verb: collects findings and counts, prints them at the end, knows the exit status."""

    def __init__(
        self, output: str, workspace: Path | None, choice: Choice = EVERYTHING, *, quiet: bool, verbose: bool
    ) -> None:
        """Begin a run that reports in format `output` what `choice` wants."""
        self.output = output
        self.quiet = quiet
        self.verbose = verbose
        self._choice = choice
        self.findings: list[Diagnostic] = []
        self.checked: Counter[str] = Counter()
        self.data_on_stdout = False
        self.must_check = True
        self.sums_up = True
        self.closing: list[str] = []
        self._results: dict[str, Any] = {}
        self._usage_errors: list[Diagnostic] = []
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

    def chosen(self, findings: Iterable[Diagnostic]) -> list[Diagnostic]:
        """Return the findings that are wanted, each once, as grave as their series say, in order of place."""
        listed = list(findings)
        chosen = self._choice.of(listed, self._severities({found.series for found in listed if found.series}))
        return sorted(chosen, key=lambda found: found.order)

    def _severities(self, codes: Iterable[str]) -> dict[str, Mapping[str, str]]:
        try:
            known = set(self.workspace.series_codes())
        except WorkspaceError:
            return {}
        read = {code: self.workspace.series(code)[0] for code in codes if code in known}
        return {code: series.severity for code, series in read.items() if series}

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
        """Report a named input that cannot be used; the run goes on and ends with status 2.

        People read it on standard error; for programs it is a finding in the report, whatever they chose.
        """
        self._usage_errors.append(unusable(message))
        if self.output == "text":
            click.echo(f"wildmix: error: {message}", err=True)

    def progress(self, items: Iterable[Item], label: str, total: int | None = None) -> Iterator[Item]:
        """Iterate with a progress bar on stderr, on a terminal only, unless quiet."""
        yield from items if self.quiet else progress_bar(items, label, total)

    def decks(self, names: Iterable[str]) -> Iterator[tuple[str, Loaded, Deck]]:
        """Load decks by name, collecting what is found in them; without names, all series and mixes of the workspace.

        Decks that cannot be used are reported and left out.
        """
        given = tuple(names) or (*self.workspace.series_codes(), *self.workspace.mix_names())
        for name in self.without_folders(given):
            try:
                loaded = self._load(name)
            except WorkspaceError as error:
                self.usage_error(str(error))
                continue
            self.add(loaded.findings)
            if loaded.deck is not None:
                yield name, loaded, loaded.deck

    def without_folders(self, names: Iterable[str]) -> Iterator[str]:
        """Replace folders by the tables in them, unless the workspace has a deck of that name."""
        for name in names:
            if name == "-" or self._is_deck(name) or not Path(name).is_dir():
                yield name
            else:
                tables, findings = in_folder(name)
                self.add(findings)
                yield from tables

    def read(self, name: str) -> tuple[str, bytes]:
        """Return what findings call an input that was named, and its bytes; raises WorkspaceError."""
        try:
            allow = self.workspace.config.fetch.allow
        except WorkspaceError:  # a table needs no workspace
            allow = ()
        return read_named(name, allow)

    def has(self, name: str) -> bool:
        """Tell whether there is a deck of this name in the workspace, or a table or folder."""
        return is_table(name) or Path(name).exists() or self._is_deck(name)

    def _is_deck(self, name: str) -> bool:
        try:
            return self.workspace.has_deck(name)
        except WorkspaceError:
            return False

    def _load(self, name: str) -> Loaded:
        # A table needs no workspace.
        if is_table(name) and not self._is_deck(name):
            return load_bytes(*self.read(name))
        try:
            workspace = self.workspace
        except WorkspaceError as error:
            raise WorkspaceError(f"there is no table `{name}`, and {error}") from None
        return workspace.load_deck(name)

    def finish(self) -> int:
        """Print the report and return the exit status."""
        looked = sum(self.checked.values())
        if self.must_check and not looked and not self._usage_errors and worst(self.findings) is not Severity.ERROR:
            self.add([finding("WM007", "nothing was checked")])
        shown = self.chosen(self.findings)
        if self.output == "json":
            # Complete, whatever -q and -v say: these are for people.
            click.echo(as_object([*self._usage_errors, *shown], self.checked, self._results))
        else:
            self._print_findings(shown)
        if self._usage_errors:
            return STATUS_USAGE
        return STATUS_FINDINGS if worst(shown) is Severity.ERROR else STATUS_CLEAN

    def _print_findings(self, findings: list[Diagnostic]) -> None:
        hidden = set() if self.verbose or self._choice.selected else {Severity.NOTE}
        if self.quiet:
            hidden = {Severity.NOTE, Severity.WARNING}
        render = github if self.output == "github" else text
        shown = [found for found in findings if found.severity not in hidden]
        for found in (*(self._usage_errors if self.output == "github" else ()), *shown):
            click.echo(render(found), err=self.data_on_stdout)
        for line in (*self.closing, *groups(shown)):
            self.say(line)
        if self.sums_up and (findings or sum(self.checked.values())):
            self.say(summary(findings, self.checked, hidden=Severity.NOTE in hidden))


def verb(function: Callable[..., None]) -> Callable[..., None]:
    """Give a verb the options of all verbs and a Run as its first argument; prints the report and exits."""

    @click.option(
        "--format", "output", type=click.Choice(["text", "json", "github"]), default="text", show_default=True
    )
    @click.option("--workspace", type=click.Path(file_okay=False, path_type=Path), help="The workspace to work on.")
    @click.option(
        "--select", multiple=True, metavar="CODES", callback=codes, help="Show these findings only: WM3,WM201."
    )
    @click.option("--ignore", multiple=True, metavar="CODES", callback=codes, help="Leave these findings out.")
    @click.option("-q", "--quiet", is_flag=True, help="Print errors only.")
    @click.option("-v", "--verbose", is_flag=True, help="Print notes too.")
    @click.pass_context
    @wraps(function)
    def call(context: click.Context, /, **options: Any) -> None:
        start = options.pop("workspace") or (Path(context.obj) if context.obj else None)
        choice = Choice(options.pop("select"), options.pop("ignore"))
        run = Run(options.pop("output"), start, choice, quiet=options.pop("quiet"), verbose=options.pop("verbose"))
        try:
            function(run, **options)
        except WorkspaceError as error:
            run.usage_error(str(error))
        except BrokenPipeError:
            raise  # nobody reads on; `stopping` ends the program
        except OSError as error:
            run.usage_error(f"{error.filename or 'file'}: {error.strerror or error}")
        context.exit(run.finish())

    return call
