"""Answers on pairs of cards: each kept at once, each taken back as it was."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ..cards import Card
from ..diagnostics import Severity, worst
from ..workspace import Workspace, WorkspaceError
from .journal import Journal, StaleError

if TYPE_CHECKING:
    from ..duplicates import Answer, Decision, Decisions


@dataclass(frozen=True, slots=True)
class Step:
    """One answer that was kept: what was decided on the pair before, None for nothing, and what is decided now."""

    a: str
    b: str
    before: "Decision | None"
    after: "Decision"


def remembered(journal: Journal, workspace: Workspace | None) -> "Decisions":
    """Return the decisions and rules of a workspace, none if it has none; what is found in their files is collected."""
    from ..duplicates import (  # noqa: PLC0415 - numpy takes longer to load than most verbs run
        Decisions,
        read_decisions,
        read_rules,
    )

    decisions = Decisions()
    if workspace is None:
        return decisions
    if (path := workspace.decisions_path).is_file():
        decisions, findings = read_decisions(workspace.read_bytes(path), workspace.show(path))
        journal.add(findings)
    if (path := workspace.rules_path).is_file():
        rules, findings = read_rules(workspace.read_bytes(path), workspace.show(path))
        journal.add(findings)
        decisions = Decisions(decisions.answers, rules)
    return decisions


def writable(journal: Journal) -> "Decisions":
    """Return the decisions, to be written again; raises WorkspaceError while lines of them cannot be read."""
    workspace, before = journal.workspace, len(journal.findings)
    decisions = remembered(journal, workspace)
    if worst(journal.findings[before:]) is Severity.ERROR:
        shown = workspace.show(workspace.decisions_path)
        raise WorkspaceError(f"{shown} is not rewritten while lines of it cannot be read")
    return decisions


def keep_answer(  # noqa: PLR0913, PLR0917 - one for each part of the answer
    journal: Journal,
    first: Card,
    second: Card,
    answer: "Answer",
    day: str,
    by: str,
    seen: "Decision | Literal['any'] | None" = "any",
) -> Step:
    """Keep an answer at once, under the lock; `day` is an ISO date.

    `seen` is the decision on the pair that the answer rests on: raises StaleError if there is another by now.
    """
    from ..duplicates import write_decisions  # noqa: PLC0415 - loaded already

    workspace = journal.workspace
    with workspace.lock():
        now = writable(journal)
        a, b = sorted((first.key, second.key))
        before = now.answers.get((a, b))
        if seen not in {"any", before}:
            raise StaleError(_changed(a, b, before))
        kept = now.with_answer(first, second, answer, day, by)
        workspace.write(workspace.decisions_path, write_decisions(kept))
    return Step(a, b, before, kept.answers[a, b])


def take_back(journal: Journal, step: Step) -> None:
    """Put the decision on a pair back as it was before a step; raises StaleError if it was decided anew since."""
    from ..duplicates import Decisions, undone, write_decisions  # noqa: PLC0415 - loaded already

    workspace = journal.workspace
    with workspace.lock():
        now = writable(journal)
        current = now.answers.get((step.a, step.b))
        if current != step.after:
            raise StaleError(_changed(step.a, step.b, current))
        before = Decisions({(step.a, step.b): step.before} if step.before else {})
        workspace.write(workspace.decisions_path, write_decisions(undone(now, before, step.a, step.b)))


def _changed(a: str, b: str, current: "Decision | None") -> str:
    if current is None:
        return f"`{a}` and `{b}`: the decision on them was taken back meanwhile"
    by = f" by {current.by}" if current.by else ""
    return f"`{a}` and `{b}` were decided meanwhile: {current.answer}, on {current.decided_on}{by}"
