"""`wildmix check --fix`: tables rewritten where that is certain, all other bytes as they were."""

from collections.abc import Sequence
from itertools import chain
from pathlib import Path

from ..ingest import apply_fixes, fixes, guess_mapping, pseudo_series
from ..tables import read_table
from ..workspace import WorkspaceError, read_input, show_path, write_whole
from .common import Run
from .inputs import TEXT_ENDINGS, in_folder
from .render import counted, difference


def fix_tables(run: Run, names: tuple[str, ...], *, diff: bool) -> None:
    """Mend each table, or show what would change; raises WorkspaceError for what is no table of text by its path."""
    if not names:
        raise WorkspaceError("name the tables that --fix may change")
    for path in chain.from_iterable(map(_named, names)):
        _fix(run, path, diff=diff)


def _named(name: str) -> Sequence[Path]:
    """Return what a name stands for: a folder for its tables of text, since no other ones can be mended."""
    if not Path(name).is_dir():
        return (Path(name),)
    tables, _ = in_folder(name)
    return [path for path in map(Path, tables) if path.suffix.lower() in TEXT_ENDINGS]


def _fix(run: Run, path: Path, *, diff: bool) -> None:
    if not path.is_file() or _is_canonical(run, path):
        raise WorkspaceError(f"--fix changes tables of publishers, and `{path}` is none; decks take corrigenda")
    data = read_input(path)
    table, _ = read_table(data, show_path(path))
    if table is None:
        return
    series = pseudo_series(table)
    mapping, _ = guess_mapping(table, series.languages)
    try:
        new, number = apply_fixes(data, table, fixes(table, mapping, series))
    except ValueError as error:
        raise WorkspaceError(str(error)) from error
    if diff:
        for line in difference(table.name, data, new, table.dialect.encoding):
            run.say(line)
    elif number:
        write_whole(path, new)
    run.say(f"{table.name}: {'would mend' if diff else 'mended'} {counted(number, 'cells')}")


def _is_canonical(run: Run, path: Path) -> bool:
    try:
        return path.resolve().is_relative_to(run.workspace.decks_folder)
    except WorkspaceError:
        return False
