"""``wildmix init``: a workspace that builds, from nothing or around a table."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import click

from ..build.series_file import new_series_file
from ..diagnostics import Severity
from ..ingest import guess_mapping, ingest, is_whole, pseudo_series
from ..tables import read_table
from ..workspace import CONFIG, WorkspaceError, read_input, show_path, write_whole
from .common import STATUS_USAGE, Run

Files = list[tuple[Path, bytes]]


@click.command(short_help="Make a workspace.")
@click.option(
    "--from", "table", type=click.Path(path_type=Path), metavar="TABLE", help="Make a series of this table of cards."
)
@click.argument("folder", default=".", type=click.Path(file_okay=False, path_type=Path))
@click.pass_context
def command(context: click.Context, folder: Path, table: Path | None) -> None:
    """Make a workspace in FOLDER (default: here) with a small series in it; `wildmix build` works there at once.

    With --from, its series is made of your table instead: code and title from the file's name, languages, columns and
    a colour as they are found, all of it in a series file to change. In a workspace that is there, a series is added.
    A table with errors that `wildmix ingest` would refuse makes none. Files that are already there stay as they are.
    """
    run = Run("text", None, quiet=False, verbose=False)
    run.must_check = False
    try:
        wanted = _around(run, table, folder) if table else _starter(folder)
        written = [path for path, data in wanted if not path.exists() and write_whole(path, data)]
    except WorkspaceError as error:
        click.echo(f"wildmix: error: {error}", err=True)
        context.exit(STATUS_USAGE)
    except OSError as error:
        click.echo(f"wildmix: error: cannot write {error.filename}: {error.strerror}", err=True)
        context.exit(STATUS_USAGE)
    if not wanted:
        run.closing.append("nothing is written: mend the table, then run `wildmix init` again")
    status = run.finish()
    for path in written:
        click.echo(f"wrote {show_path(path)}")
    if wanted:
        here = folder.resolve() == Path.cwd()
        click.echo(f"next: {'' if here else f'cd {show_path(folder)} && '}wildmix build")
    context.exit(status)


def _starter(folder: Path) -> Files:
    """Return the files of a new workspace, the configuration last: without it the folder is no workspace yet.

    Raises WorkspaceError if it is one already.
    """
    if (folder / CONFIG).exists():
        raise WorkspaceError(f"{show_path(folder / CONFIG)} exists: this is a workspace already")
    pairs = [(folder / "/".join(parts), data) for parts, data in _bundled()]
    return sorted(pairs, key=lambda pair: pair[0].name == CONFIG)


def _bundled() -> Iterator[tuple[tuple[str, ...], bytes]]:
    yield from ((parts, item.read_bytes()) for parts, item in _walk(files("pipeline") / "starter", ()))


def _walk(item: Traversable, parts: tuple[str, ...]) -> list[tuple[tuple[str, ...], Traversable]]:
    if item.is_file():
        return [(parts, item)]
    children = sorted(item.iterdir(), key=lambda child: child.name)
    return [pair for child in children for pair in _walk(child, (*parts, child.name))]


@dataclass(frozen=True, slots=True)
class _Places:
    """Where the parts of a series made of a table lie."""

    folder: Path
    code: str
    table: Path

    @property
    def raw(self) -> Path:
        """Return the table itself if it is where tables belong, else its copy there."""
        home = self.folder / "data" / "raw"
        return self.table if self.table.resolve().parent == home.resolve() else home / self.table.name

    @property
    def series(self) -> Path:
        return self.folder / "data" / "decks" / self.code / "series.toml"


def _around(run: Run, path: Path, folder: Path) -> Files:
    """Return the files of a workspace around a table, and say what was found; none if `wildmix ingest` would refuse it.

    Raises WorkspaceError if the table cannot be read or stands in the way of what is there.
    """
    data = read_input(path)
    table, findings = read_table(data, show_path(path))
    if table is None:
        run.add(findings)
        return []
    series = pseudo_series(table)
    deck, found = ingest(table, series, None)
    findings += found
    run.add(finding for finding in findings if finding.severity is Severity.ERROR)
    if deck and run.findings:
        run.count("cards", len(deck))
    if deck is None or not is_whole(findings):
        return []
    places = _Places(folder, series.code, path)
    _refuse_what_is_there(places, data)
    mapping, _ = guess_mapping(table, series.languages)
    languages = ", ".join(f"`{name}`" for name in series.languages)
    click.echo(f"{show_path(path)}: {table.dialect.describe()}")
    click.echo(f"  {mapping.describe(table)}")
    click.echo(f"  {len(deck)} cards of series `{series.code}` in {languages}")
    raw = places.raw.resolve().relative_to(folder.resolve()).as_posix()
    text = new_series_file(series, _title(path.stem, series.code), raw, mapping.as_given(table), date.today().year)
    return [(places.raw, data), (places.series, text.encode("utf-8")), *_settings(folder, series.languages[0])]


def _title(stem: str, code: str) -> str:
    """Return the name of a table as the title of a series, its code if there is no word in it: ``My cards``."""
    words = stem.replace("_", " ").replace("-", " ").strip() or code
    return words[:1].upper() + words[1:]


def _settings(folder: Path, language: str) -> Files:
    """Return the print profiles and the configuration of a new workspace."""
    config = f'title = "Meine Spielkarten"\nprint_language = "{language}"\nprint_profile = "home"\n'
    profiles = [(folder / "/".join(parts), data) for parts, data in _bundled() if parts[0] == "print"]
    return [*profiles, (folder / CONFIG, config.encode("utf-8"))]


def _refuse_what_is_there(places: _Places, data: bytes) -> None:
    if places.series.exists():
        raise WorkspaceError(f"{show_path(places.series)} exists; rename the table, its name is that of the series")
    if places.raw.exists() and read_input(places.raw) != data:
        raise WorkspaceError(f"{show_path(places.raw)} is there already, and another table")
