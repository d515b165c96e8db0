"""`wildmix ingest`: publishers' tables in, canonical decks out."""

import codecs
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import click

from ..build.joining import joined
from ..build.series_file import with_raw
from ..cards import Card, Deck, Series
from ..checks import renumbered
from ..corrigenda import FieldChange, brought_back, difference, read_corrigenda
from ..diagnostics import Diagnostic, finding
from ..ingest import deck_parts, guess_mapping, ingest, is_whole, join_texts, pseudo_series
from ..source import Span
from ..tables import Table, read_table
from ..workspace import Workspace, WorkspaceError
from .common import Run, verb
from .render import counted, printable

_DELIMITER_NAMES = {"tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";", "bar": "|"}


@dataclass(frozen=True)
class Options:
    """What a user says of all files of a run; None is found from the file or taken from the series."""

    series: str | None
    edition: int | None
    encoding: str | None
    delimiter: str | None
    sheet: str | None
    join: bool
    write: bool
    diff: bool


def _encoding(_context: click.Context, _parameter: click.Parameter, value: str | None) -> str | None:
    try:
        if value:
            codecs.lookup(value)
    except LookupError:
        raise click.BadParameter(f"`{value}` is not the name of an encoding") from None
    return value


def _delimiter(_context: click.Context, _parameter: click.Parameter, value: str | None) -> str | None:
    value = _DELIMITER_NAMES.get(value, value) if value else value
    if value is not None and (len(value) != 1 or value in '"\r\n'):
        raise click.BadParameter("must be one character, or `tab`")
    return value


@click.command(short_help="Read publishers' tables; with --write, make canonical decks.")
@click.argument("files", nargs=-1, metavar="[FILE]…")
@click.option(
    "--series", metavar="CODE", help="The series the cards belong to.  [default: the one that names the file]"
)
@click.option("--edition", type=click.IntRange(min=1), metavar="N", help="The edition of the series.")
@click.option("--encoding", callback=_encoding, help="As utf-8, cp1252, mac-roman.  [default: found from the file]")
@click.option("--delimiter", callback=_delimiter, help="One character, or tab.  [default: found from the file]")
@click.option("--sheet", metavar="NAME", help="Sheet of a workbook, by name or number.  [default: the first with data]")
@click.option(
    "--join", is_flag=True, help="FILE brings texts (translations) for the cards that are there, by their ids."
)
@click.option(
    "--write", is_flag=True, help="Write data/decks/SERIES/EDITION.csv, and what was found to the series file."
)
@click.option("--diff", is_flag=True, help="Show card by card what differs from the deck that is there.")
@verb
def command(run: Run, files: tuple[str, ...], **options: Any) -> None:
    """Read tables of cards, show how they were understood, and say what is wrong where.

    FILE is CSV, TSV, XLSX, XLS, ODS or JSON; a folder of these; an https:// address (of a Google sheet too); or `-` for
    standard input. Without FILE, the raw tables of all series are read. Nothing is written without --write, nothing if
    a record could not be read, and a released edition is only compared.
    """
    chosen = Options(**options)
    tables = []
    for file in run.progress(run.without_folders(files or _raw_tables(run)), "reading"):
        try:
            tables.append(_one(run, file, chosen))
        except WorkspaceError as error:
            run.usage_error(str(error))
    run.result("tables", tables)


def _raw_tables(run: Run) -> Iterable[str]:
    for code in run.workspace.series_codes():
        series, _ = run.workspace.series(code)
        if series and series.raw:
            yield str(run.workspace.root / series.raw.file)


def _one(run: Run, file: str, options: Options) -> dict[str, object]:
    """Read one table; raises WorkspaceError if the file or the series cannot be used."""
    name, data = run.read(file)
    series = _series(run, file, options)
    raw = series.raw if series else None
    table, findings = read_table(
        data,
        name,
        encoding=options.encoding or (raw.encoding if raw else None),
        delimiter=options.delimiter or (raw.delimiter if raw else None),
        sheet=options.sheet or (raw.sheet if raw else None),
    )
    run.add(findings)
    if table is None:
        return {"file": name, "cards": 0}
    run.say(f"{name}: {table.dialect.describe()}")
    target = _Target(run, series, options) if series else None
    series = series or pseudo_series(table)
    deck: Deck | None
    if options.join:
        deck, found = _texts(table, series, target)
    else:
        deck, found = ingest(table, series, target.edition if target else None, known=target.known if target else ())
        if deck and target:
            deck, more = joined(run.workspace, series, deck)
            found = [*found, *more]
    run.add(found)
    report = _shown(run, table, series, deck)
    if deck is not None:
        run.count("cards", len(deck))
        if target:
            report |= target.compare_and_write(deck, [*findings, *found])
            if report["kept"]:
                target.note(table, file)
    return report


def _texts(table: Table, series: Series, target: "_Target | None") -> tuple[Deck, list[Diagnostic]]:
    if target is None:
        raise WorkspaceError("say with --series which cards these texts are for")
    if target.old is None:
        raise WorkspaceError(f"edition {target.edition} of `{series.code}` has no deck yet; ingest its table first")
    return join_texts(target.old, table, series)


def _series(run: Run, file: str, options: Options) -> Series | None:
    """Return the series that was named, else the one whose raw table this is, else None (a table needs none)."""
    if options.series:
        return _usable(run, options.series)
    try:
        workspace = run.workspace
    except WorkspaceError:
        if options.write:
            raise
        return None
    for code in workspace.series_codes():
        series, _ = workspace.series(code)
        if series and series.raw and (workspace.root / series.raw.file).resolve() == Path(file).resolve():
            return series
    if options.write or options.edition:
        raise WorkspaceError(f"no series names {file} as its raw table; say which with --series")
    return None


def _usable(run: Run, code: str) -> Series:
    series, findings = run.workspace.series(code)
    run.add(findings)
    if series is None:
        raise WorkspaceError(f"the series file of `{code}` has errors")
    return series


def _shown(run: Run, table: Table, series: Series, deck: Deck | None) -> dict[str, object]:
    mapping, _ = guess_mapping(table, series.languages, series.raw.columns if series.raw else None)
    if mapping.columns:
        run.say(f"  {mapping.describe(table)}")
    records = counted(len(table.rows), "records")
    run.say(f"  {records}, {counted(len(deck) if deck else 0, 'cards')} of series `{series.code}`")
    dialect = table.dialect
    return {
        "file": table.name,
        "format": dialect.format,
        "sheet": dialect.sheet or None,
        "encoding": dialect.encoding,
        "byte_order_mark": dialect.mark,
        "delimiter": dialect.delimiter,
        "columns": {field: table.header.values[index].strip() for field, index in mapping.columns.items()},
        "series": series.code,
        "cards": len(deck) if deck else 0,
    }


class _Target:
    """The edition a table is read into: what is there, and whether it may change."""

    def __init__(self, run: Run, series: Series, options: Options) -> None:
        """Find the edition, and the cards known from it or an earlier one; raises WorkspaceError if there is none."""
        self._run = run
        self._options = options
        self._series = series
        self.edition = options.edition or (series.raw.edition if series.raw else None) or _newest(series)
        if series.edition(self.edition) is None:
            known = ", ".join(str(edition.number) for edition in series.editions) or "none"
            raise WorkspaceError(f"series `{series.code}` has no edition {self.edition} (editions: {known})")
        self._path = run.workspace.edition_path(series.code, self.edition)
        self._before = self._earlier()

    @cached_property
    def old(self) -> Deck | None:
        """The deck that is there; loaded when it is asked for, since it may be as large as the new one."""
        return self._deck(self.edition)

    @property
    def known(self) -> Iterator[Card]:
        """The cards of the edition, or of an earlier one, whose ids a table without ids takes."""
        yield from self.old or self._before or ()

    def _deck(self, number: int) -> Deck | None:
        workspace: Workspace = self._run.workspace
        if not workspace.edition_path(self._series.code, number).is_file():
            return None
        return workspace.load_edition(self._series.code, number).deck

    def _earlier(self) -> Deck | None:
        earlier = (edition.number for edition in reversed(self._series.editions) if edition.number < self.edition)
        return next((deck for number in earlier if (deck := self._deck(number))), None)

    def compare_and_write(self, deck: Deck, findings: list[Diagnostic]) -> dict[str, object]:
        """Show what would change, and write it if it was asked for and may be; `kept` if the file holds it then."""
        shown = self._run.workspace.show(self._path)
        edition = self._series.edition(self.edition)
        released = edition is not None and edition.released
        last = self.old if released else self._before
        against = [*self._brought_back(deck), *(renumbered(last, deck) if last else ())]
        self._run.add(against)
        findings = [*findings, *against]
        if self._options.diff:
            self._show_changes(deck)
        if released:
            same = self._is_same(deck)
            if not same and not any(found.code == "WM301" for found in against):
                message = f"the table gives another deck than released edition {self.edition} of `{self._series.code}`"
                self._run.add([finding("WM010", message, Span(shown), series=self._series.code)])
            return {"deck": shown, "written": False, "same": same, "kept": False}
        if not self._options.write or not self._is_whole(shown, findings):
            return {"deck": shown, "written": False, "same": self._is_same(deck), "kept": False}
        written = self._write(deck, shown)
        return {"deck": shown, "written": written, "same": not written, "kept": True}

    def note(self, table: Table, file: str) -> None:
        """Put into the series file where the cards come from and which column is what, unless it says so already."""
        workspace, raw = self._run.workspace, self._series.raw
        path = Path(file).resolve()
        if not path.is_file() or not path.is_relative_to(workspace.root):
            return
        named = path.relative_to(workspace.root).as_posix()
        columns: Mapping[str, str | Sequence[str]] = {}
        if not self._options.join:
            if raw and (workspace.root / raw.file).resolve() != path:
                return
            mapping, _ = guess_mapping(table, self._series.languages, raw.columns if raw else None)
            columns = mapping.as_given(table)
        elif raw is None:
            return
        series_path = workspace.series_path(self._series.code)
        text = workspace.read_bytes(series_path).decode("utf-8")
        noted = with_raw(text, named, self.edition, columns, [named] if self._options.join else [])
        with workspace.lock():
            if workspace.write(series_path, noted.encode("utf-8")):
                self._run.say(f"  noted in {workspace.show(series_path)}")

    def _brought_back(self, deck: Deck) -> list[Diagnostic]:
        """Return the errors that a corrigendum mended and this table has again."""
        workspace = self._run.workspace
        path = workspace.corrigenda_path(self._series.code)
        if not path.is_file():
            return []
        file, _ = read_corrigenda(workspace.read_bytes(path), workspace.show(path), self._series.code)
        return list(brought_back(file, deck, self.edition)) if file else []

    def _is_whole(self, shown: str, findings: list[Diagnostic]) -> bool:
        if is_whole(findings):
            return True
        self._run.say(f"  {shown} is not written, since the table has errors")
        return False

    def _is_same(self, deck: Deck) -> bool:
        """Tell whether the file holds this deck."""
        if not self._path.is_file():
            return False
        with self._path.open("rb") as file:
            return all(file.read(len(part)) == part for part in deck_parts(deck)) and not file.read(1)

    def _write(self, deck: Deck, shown: str) -> bool:
        with self._run.workspace.lock():
            written = self._run.workspace.write(self._path, lambda file: file.writelines(deck_parts(deck)))
        self._run.say(f"  {'wrote' if written else 'unchanged:'} {shown}")
        return written

    def _show_changes(self, deck: Deck) -> None:
        old = self.old or Deck(deck.name, deck.series, (), deck.edition)
        changes = list(difference(old, deck))
        for change in changes:
            self._run.say(printable(f"  {_change_line(change)}"))
        self._run.say(f"  {counted(len(changes), 'changes')} against {self._run.workspace.show(self._path)}")


def _change_line(change: FieldChange) -> str:
    if change.field == "id":
        return f"- {change.old}" if change.old else f"+ {change.new}"
    return f"~ {change.card} {change.field}: `{change.old}` → `{change.new}`"


def _newest(series: Series) -> int:
    return series.newest.number if series.newest else 1
