"""Tables named on the command line: a file, a folder, standard input, or an address on the web."""

import sys
from collections.abc import Collection
from pathlib import Path

from ..diagnostics import Diagnostic, finding
from ..fetch import is_address
from ..source import Span
from ..workspace import WorkspaceError, read_input, show_path

STDIN = "<stdin>"
TEXT_ENDINGS = frozenset({".csv", ".tsv", ".tab"})
_ENDINGS = TEXT_ENDINGS | {".json", ".xlsx", ".xlsm", ".xls", ".ods"}


def is_table(name: str) -> bool:
    """Tell whether a name is that of a table, wherever it is: not of a deck of the workspace."""
    return name == "-" or is_address(name) or Path(name).is_file()


def in_folder(name: str) -> tuple[list[str], list[Diagnostic]]:
    """Return the tables in a folder, sorted by name, with a finding if there are none."""
    tables = sorted(path for path in Path(name).iterdir() if path.suffix.lower() in _ENDINGS and _is_meant(path))
    findings = [] if tables else [finding("WM158", "the folder holds no tables", Span(show_path(Path(name))))]
    return list(map(str, tables)), findings


def _is_meant(path: Path) -> bool:
    """Tell whether a file in a folder is a table of the user: not hidden, not an office program's lock."""
    return path.is_file() and not path.name.startswith((".", "~$"))


def read_named(name: str, allow: Collection[str]) -> tuple[str, bytes]:
    """Return what findings call an input, and its bytes; raises WorkspaceError if it cannot be read.

    `allow` names the hosts of private networks that may be asked.
    """
    if name == "-":
        return STDIN, sys.stdin.buffer.read()
    if is_address(name):
        return name, _fetched(name, allow)
    path = Path(name)
    return show_path(path), read_input(path)


def _fetched(address: str, allow: Collection[str]) -> bytes:
    from ..fetch.download import FetchError, fetch  # noqa: PLC0415 - requests takes long to load, and is seldom needed

    try:
        return fetch(address, allow=allow)
    except FetchError as error:
        raise WorkspaceError(str(error)) from None
