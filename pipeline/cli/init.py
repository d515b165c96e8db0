"""``wildmix init``: a workspace that builds, from nothing."""

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import click

from ..workspace import CONFIG, show_path, write_whole


@click.command(short_help="Make a workspace.")
@click.argument("folder", default=".", type=click.Path(file_okay=False, path_type=Path))
@click.pass_context
def command(context: click.Context, folder: Path) -> None:
    """Make a workspace in FOLDER (default: here) with a small series in it; `wildmix build` works there at once.

    Files that are already there stay as they are; a folder that is a workspace already is refused.
    """
    if (folder / CONFIG).exists():
        click.echo(f"wildmix: error: {show_path(folder / CONFIG)} exists: this is a workspace already", err=True)
        context.exit(2)
    try:
        written = [path for path, data in _starter(folder) if not path.exists() and write_whole(path, data)]
    except OSError as error:
        click.echo(f"wildmix: error: cannot write {error.filename}: {error.strerror}", err=True)
        context.exit(2)
    for path in written:
        click.echo(f"wrote {show_path(path)}")
    click.echo(f"next: cd {show_path(folder)} && wildmix build")


def _starter(folder: Path) -> list[tuple[Path, bytes]]:
    """Return the files of a new workspace, the configuration last: without it the folder is no workspace yet."""
    root = files("pipeline") / "starter"
    pairs = [(folder / "/".join(parts), item.read_bytes()) for parts, item in _walk(root, ())]
    return sorted(pairs, key=lambda pair: pair[0].name == CONFIG)


def _walk(item: Traversable, parts: tuple[str, ...]) -> list[tuple[tuple[str, ...], Traversable]]:
    if item.is_file():
        return [(parts, item)]
    children = sorted(item.iterdir(), key=lambda child: child.name)
    return [pair for child in children for pair in _walk(child, (*parts, child.name))]
