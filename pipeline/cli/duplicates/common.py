"""What the verbs of duplicates and mixes share."""

from contextlib import AbstractContextManager, nullcontext

from ...workspace import Workspace, WorkspaceError
from ..common import Run


def optional_workspace(run: Run) -> Workspace | None:
    """Return the workspace, None if there is none: tables can be compared anywhere."""
    try:
        return run.workspace
    except WorkspaceError:
        return None


def known_vectors(workspace: Workspace | None) -> AbstractContextManager[None]:
    """Return where vectors are remembered: in the workspace, nowhere without one."""
    return workspace.known_vectors() if workspace else nullcontext()
