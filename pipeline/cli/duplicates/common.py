"""What the verbs of duplicates and mixes share."""

from contextlib import AbstractContextManager, nullcontext
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


def known_vectors(workspace: Workspace | None) -> AbstractContextManager[None]:
    """Return where vectors are remembered: in the workspace, nowhere without one."""
    return workspace.known_vectors() if workspace else nullcontext()


def remembered(run: Run, workspace: Workspace | None) -> "Decisions":
    """Return the decisions and rules of a workspace, none if it has none; what is found in their files is collected."""
    from ...duplicates import (  # noqa: PLC0415 - numpy takes longer to load than most verbs run
        Decisions,
        read_decisions,
        read_rules,
    )

    decisions = Decisions()
    if workspace is None:
        return decisions
    if (path := workspace.decisions_path).is_file():
        decisions, findings = read_decisions(workspace.read_bytes(path), workspace.show(path))
        run.add(findings)
    if (path := workspace.rules_path).is_file():
        rules, findings = read_rules(workspace.read_bytes(path), workspace.show(path))
        run.add(findings)
        decisions = Decisions(decisions.answers, rules)
    return decisions
