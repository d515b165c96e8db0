"""Files read and written, with or without a workspace: whole or not at all, and faults that name the file."""

import errno
import filecmp
import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
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
        return path.resolve().relative_to(Path.cwd()).as_posix()
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
    if path.is_symlink():
        path = path.resolve()  # the file it leads to is meant, not the link
    if isinstance(data, bytes) and path.is_file() and path.read_bytes() == data:
        return False
    if path.exists() and not path.is_file():
        raise OSError(errno.EEXIST, "it is no ordinary file", show_path(path))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        changed = _replace(path, data)
    except OSError as error:
        # Not the file beside it, nor none, as for a full disk: a user knows the one that was asked for.
        raise OSError(error.errno, error.strerror, show_path(path)) from error
    if changed:
        _sync_folder(path.parent)
    return changed


def _replace(path: Path, data: Data) -> bool:
    """Put a new file in the place of the old one, unless they hold the same bytes."""
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}{UNFINISHED}", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            if isinstance(data, bytes):
                file.write(data)
            else:
                data(file)
            file.flush()
            if path.is_file() and filecmp.cmp(name, path, shallow=False):
                return False
            os.fsync(file.fileno())
        temporary.chmod(_mode(path))
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)  # which is renamed if all went well
    return True


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
