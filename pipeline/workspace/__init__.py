"""The workspace on disk: configuration, paths, decks, the lock, and writing that is whole or not at all."""

from .config import CONFIG, Config, Fetching
from .files import WorkspaceError, read_input, show_path, write_together, write_whole
from .folder import CACHE, LOCK, RECIPE_SUFFIX, Loaded, Workspace, load_bytes, load_deck, load_table

__all__ = [
    "CACHE",
    "CONFIG",
    "LOCK",
    "RECIPE_SUFFIX",
    "Config",
    "Fetching",
    "Loaded",
    "Workspace",
    "WorkspaceError",
    "load_bytes",
    "load_deck",
    "load_table",
    "read_input",
    "show_path",
    "write_together",
    "write_whole",
]
