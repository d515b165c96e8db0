"""What the verbs of duplicates and mixes share."""

from typing import TYPE_CHECKING

from ...workspace import Workspace, WorkspaceError
from ..common import Run

if TYPE_CHECKING:
    from ...duplicates import Decisions


def optional_workspace(run: Run) -> Workspace | None:
    """Return the workspace, None if there is none: tables can be compared anywhere."""
    try:
        return run.workspace
    except WorkspaceError:
        return None


def remembered(run: Run, workspace: Workspace | None) -> "Decisions":
    """Return the decisions of a workspace, none if it has none; what is found in their file is collected."""
    from ...duplicates import Decisions, read_decisions  # noqa: PLC0415 - pandas takes longer to load than most verbs run

    if workspace is None or not workspace.decisions_path.is_file():
        return Decisions()
    path = workspace.decisions_path
    decisions, findings = read_decisions(workspace.read_bytes(path), workspace.show(path))
    run.add(findings)
    return decisions
