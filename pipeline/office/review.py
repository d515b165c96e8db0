"""Answers on pairs of cards: each kept at once, each taken back as it was."""

import json
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from ..cards import Card, Deck
from ..diagnostics import Severity, worst
from ..foreign_json import parse_json
from ..workspace import CACHE, Workspace, WorkspaceError, write_whole
from .journal import Journal, StaleError

if TYPE_CHECKING:
    from ..duplicates import Answer, Decision, Decisions

MOST_STEPS = 10_000
"""Steps that a trail remembers."""


@dataclass(frozen=True, slots=True)
class Step:
    """One answer that was kept: what was decided on the pair before, None for nothing, and what is decided now."""

    a: str
    b: str
    before: "Decision | None"
    after: "Decision"

    @property
    def replaced(self) -> str:
        """Whose answers this one took the place of, ```same` (Eva, 2026-11-30)``; empty if there was none but this."""
        return (
            " and ".join(line.told for line in self.before.lines) if self.before and self.before != self.after else ""
        )

    def before_as_json(self) -> dict[str, str] | None:
        """Return the answer that this one took the place of."""
        if self.before is None or self.before == self.after:
            return None
        return {"decision": self.before.answer, "by": self.before.by, "decided_on": self.before.decided_on}


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
    # Whatever lies there is read, so that a folder of that name is told of.
    if (path := workspace.decisions_path).exists():
        decisions, findings = read_decisions(workspace.read_bytes(path), workspace.show(path))
        journal.add(findings)
    if (path := workspace.rules_path).exists():
        rules, findings = read_rules(workspace.read_bytes(path), workspace.show(path), workspace.series_codes())
        journal.add(findings)
        decisions = replace(decisions, rules=rules)
    return decisions


def named_decks(workspace: Workspace, decisions: "Decisions") -> list[Deck]:
    """Return the newest editions of the series that decisions name; what is wrong with them, their check tells."""
    codes = {key.partition(":")[0] for pair in decisions.answers for key in pair} & {*workspace.series_codes()}
    return [deck for code in sorted(codes) if (deck := workspace.load_edition(code).deck)]


def named_cards(workspace: Workspace, decisions: "Decisions") -> dict[str, Card]:
    """Return the cards that decisions name, by key, as the newest editions have them."""
    decks = {code: deck for deck in named_decks(workspace, decisions) for code in deck.series}
    keys = sorted({key for pair in decisions.answers for key in pair})
    found = ((key, decks[code].card(key)) for key in keys if (code := key.partition(":")[0]) in decks)
    return {key: card for key, card in found if card}


def wholly_remembered(journal: Journal) -> "Decisions | None":
    """Return the decisions and rules; None, with findings, while a part of them cannot be read."""
    before = len(journal.findings)
    decisions = remembered(journal, journal.workspace)
    return None if worst(journal.findings[before:]) is Severity.ERROR else decisions


def writable(journal: Journal) -> "Decisions":
    """Return the decisions, to be written again; raises WorkspaceError while they, or the rules, cannot be read."""
    workspace = journal.workspace
    before = len(journal.findings)
    if (decisions := wholly_remembered(journal)) is None:
        shown, rules = workspace.show(workspace.decisions_path), workspace.show(workspace.rules_path)
        errors = (one for one in journal.findings[before:] if one.severity is Severity.ERROR)
        if all(one.span and one.span.file == rules for one in errors):
            raise WorkspaceError(f"{shown} is not rewritten while {rules} cannot be read")
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
    on = f", on {current.decided_on}" if current.decided_on else ""
    by = f" by {current.by}" if current.by else ""
    return f"`{a}` and `{b}` were decided meanwhile: {current.answer}{on}{by}"


@dataclass(frozen=True, slots=True)
class PutOff:
    """A pair that was left for later."""

    a: str
    b: str


class Trail:
    """The way through a review, so that any number of steps can be taken back, also after the program was ended.

    It lies in ``.wildmix-cache/review.json``; without it nothing is lost but the way back. Hold no lock to call it.
    """

    def __init__(self, workspace: Workspace) -> None:
        """Keep the trail of this workspace."""
        self._workspace = workspace
        self._path = workspace.root / CACHE / "review.json"

    def steps(self) -> "list[Step | PutOff]":
        """Return the steps in order; a file that cannot be read is an empty one."""
        from ..duplicates import Decision  # noqa: PLC0415 - loaded already

        def decision(row: Any) -> Decision:
            # Columns that people added, and other lines on the pair, are missing in an older trail.
            (a, b, answer, on, by, hash_a, hash_b), rest = map(str, row[:7]), row[7:]
            more, rivals = rest or ((), ())
            said: Answer = "same" if answer == "same" else "different"
            before = tuple(map(decision, rivals))
            return Decision(a, b, said, on, by, hash_a, hash_b, rivals=before, more=tuple(map(str, more)))

        try:
            rows = parse_json(self._path.read_bytes())
            return [
                Step(str(a), str(b), decision(before) if before else None, decision(after)) if after else PutOff(a, b)
                for a, b, before, after in rows
            ]
        except (OSError, ValueError, TypeError):
            return []

    def add(self, step: "Step | PutOff") -> None:
        """Remember one more step."""
        with self._workspace.lock():
            self._write([*self.steps(), step])

    def drop(self, step: "Step | PutOff") -> None:
        """Forget the last step, if it is this one."""
        with self._workspace.lock():
            steps = self.steps()
            if steps and steps[-1] == step:
                self._write(steps[:-1])

    def _write(self, steps: "list[Step | PutOff]") -> None:
        rows = [
            [step.a, step.b, _row(step.before), _row(step.after)]
            if isinstance(step, Step)
            else [step.a, step.b, None, None]
            for step in steps[-MOST_STEPS:]
        ]
        with suppress(OSError):  # a cache that cannot be written is no fault
            write_whole(self._path.parent / ".gitignore", b"*\n")
            write_whole(self._path, json.dumps(rows, ensure_ascii=False).encode())


def _row(decision: "Decision | None") -> list[Any] | None:
    if decision is None:
        return None
    one = decision
    rivals = [_row(line) for line in one.rivals]
    return [one.a, one.b, one.answer, one.decided_on, one.by, one.hash_a, one.hash_b, list(one.more), rivals]
