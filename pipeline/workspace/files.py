"""Files read and written, with or without a workspace: whole or not at all, and faults that name the file."""

import errno
import filecmp
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

UNFINISHED = ".wildmix-"
"""What stands in the name of a file that is being written, behind the one it will have."""

Data = bytes | Callable[[BinaryIO], object]
"""What a file shall hold: bytes, or what writes them to it part by part."""


class WorkspaceError(Exception):
    """The workspace, or an input that was named, does not exist or cannot be used: a fault of usage (status 2)."""


def show_path(path: Path) -> str:
    """Return `path` relative to the current folder where it lies below it, with forward slashes."""
    with suppress(ValueError):
        # A link is called by its own name, not by that of what it leads to.
        return (path.parent.resolve() / path.name).relative_to(Path.cwd()).as_posix()
    return path.as_posix()


def read_input(path: Path) -> bytes:
    """Return the bytes of a file; raises WorkspaceError, with the reason, if it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise WorkspaceError(f"cannot read {show_path(path)}: {error.strerror}") from error


def write_whole(path: Path, data: Data) -> bool:
    """Write beside, flush to disk, rename: a reader sees the old file or the new one, never half of it.

    Returns False, touching nothing, if the file holds these bytes already. Raises OSError if it cannot be written, and
    what a writer raises; then the old file is as it was.
    """
    return write_together({path: data})


def write_together(files: Mapping[Path, Data]) -> bool:
    """Write files that belong together: as `write_whole`, and none takes its place before all are whole beside theirs.

    On a full disk the old ones stay, all of them. Returns whether any changed.
    """
    with ExitStack() as unfinished:
        ready = []
        for path, data in files.items():
            place = path.resolve() if path.is_symlink() else path  # the file it leads to is meant, not the link
            with _told_of(place):
                if new := _beside(place, data, unfinished):
                    ready.append((place, new))
        for place, new in ready:
            with _told_of(place):
                new.chmod(_mode(place))
                new.replace(place)
    for folder in {place.parent for place, _ in ready}:
        _sync_folder(folder)
    return bool(ready)


@contextmanager
def _told_of(path: Path) -> Iterator[None]:
    """Name the file a user asked for in what goes wrong: not the one beside it, nor none, as for a full disk."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, show_path(path)) from error


def _beside(path: Path, data: Data, unfinished: ExitStack) -> Path | None:
    """Write a new file beside the old one, to leave with `unfinished`; return None if they hold the same bytes."""
    if isinstance(data, bytes) and path.is_file() and path.read_bytes() == data:
        return None
    if path.exists() and not path.is_file():
        raise OSError(errno.EEXIST, "it is no ordinary file")
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}{UNFINISHED}", dir=path.parent)
    temporary = Path(name)
    unfinished.callback(temporary.unlink, missing_ok=True)
    with os.fdopen(descriptor, "wb") as file:
        if isinstance(data, bytes):
            file.write(data)
        else:
            data(file)
        file.flush()
        if path.is_file() and filecmp.cmp(name, path, shallow=False):
            return None
        os.fsync(file.fileno())
    return temporary


def _sync_folder(path: Path) -> None:
    """Make a rename in this folder lasting; Windows cannot open folders and needs no such step."""
    if os.name == "posix":
        folder = os.open(path, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _mode(path: Path) -> int:
    """Return the permissions of the old file, or those a new file would get: a temporary file is private otherwise."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
