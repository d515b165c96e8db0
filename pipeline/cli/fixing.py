"""`wildmix check --fix`: tables rewritten where that is certain, all other bytes as they were."""

from pathlib import Path

from ..ingest import apply_fixes, fixes, guess_mapping, pseudo_series
from ..tables import read_table
from ..workspace import WorkspaceError, read_input, show_path, write_whole
from .common import Run
from .render import counted, difference


def fix_tables(run: Run, names: tuple[str, ...], *, diff: bool) -> None:
    """Mend each table, or show what would change; raises WorkspaceError for what is no table of text by its path."""
    if not names:
        raise WorkspaceError("name the tables that --fix may change")
    for name in names:
        _fix(run, Path(name), diff=diff)


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
