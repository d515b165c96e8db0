"""What people decided about pairs of cards: ``data/decks/duplicates.csv``, remembered until one of the cards changes.

One line per pair, sorted, with the columns ``card_a, card_b, decision, decided_on, by, hash_a, hash_b``; cards are
named by their keys (``frauen:F001``), the lesser first.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import get_args

from ..cards import Card
from ..diagnostics import Diagnostic, finding
from ..source import Span
from ..tables import Row, Table, read_table, write_csv
from .pair import Answer
from .rules import Rules

COLUMNS = ("card_a", "card_b", "decision", "decided_on", "by", "hash_a", "hash_b")

_KEY = re.compile(r"[a-z][a-z0-9-]*:[^\s:/,|]+")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_HASH = re.compile(r"[0-9a-f]{16}")
_MARKERS = re.compile(rb"^(?:<{7}|={7}|>{7}|\|{7})(?: .*)?\r?$", re.MULTILINE)
_CONFLICT = re.compile(rb"^<{7}.*?(?:^>{7}[^\n]*$|\Z)", re.MULTILINE | re.DOTALL)

Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Decision:
    """One answer: are the two cards the same event? The hashes tell what the cards said when it was given."""

    a: str
    b: str
    answer: Answer
    decided_on: str
    by: str
    hash_a: str
    hash_b: str
    span: Span | None = field(default=None, compare=False)

    @property
    def told(self) -> str:
        """What was decided, by whom and when: ```same` (Eva, 2026-11-30)``."""
        known = ", ".join(filter(None, (self.by, self.decided_on)))
        return f"`{self.answer}`" + (f" ({known})" if known else "")


@dataclass(frozen=True, slots=True)
class Decisions:
    """All remembered decisions by the keys of their cards, the lesser first, and the rules that hold beside them."""

    answers: Mapping[Key, Decision] = field(default_factory=dict)
    rules: Rules = field(default_factory=Rules)

    def get(self, first: Card, second: Card) -> Decision | None:
        """Return what was decided about two cards and still holds: neither text nor year has changed since."""
        decision = self._on(first, second)
        return decision if decision and _holds(decision, first, second) else None

    def lapsed(self, first: Card, second: Card) -> Decision | None:
        """Return what was decided about two cards and holds no longer: one of them has changed."""
        decision = self._on(first, second)
        return None if decision is None or _holds(decision, first, second) else decision

    def _on(self, first: Card, second: Card) -> Decision | None:
        if not self.answers:
            return None
        a, b = sorted((first.key, second.key))
        return self.answers.get((a, b))

    def answer(self, first: Card, second: Card) -> Answer | None:
        """Return `same` or `different`, by a person, else by a rule; None if neither says anything that still holds.

        Where a person decided and a card changed since, no rule answers: a person is asked again.
        """
        if decision := self._on(first, second):
            return decision.answer if _holds(decision, first, second) else None
        ruled = self.rules.find(first, second)
        if ruled is None:
            return None
        return "same" if ruled[0] == "same" else "different"

    def with_answer(self, first: Card, second: Card, answer: Answer, decided_on: str, by: str) -> "Decisions":
        """Return the decisions with one more, in place of an older one on the same pair.

        `decided_on` is an ISO date. Raises ValueError for a card paired with itself.
        """
        if first.key == second.key:
            raise ValueError(f"`{first.key}` is one card, not a pair")
        a, b = sorted((first, second), key=lambda card: card.key)
        decision = Decision(a.key, b.key, answer, decided_on, by, card_hash(a), card_hash(b))
        return Decisions({**self.answers, (a.key, b.key): decision}, self.rules)


def _holds(decision: Decision, first: Card, second: Card) -> bool:
    """Tell whether two cards say what they said when somebody decided about them."""
    a, b = sorted((first, second), key=lambda card: card.key)
    return (decision.hash_a, decision.hash_b) == (card_hash(a), card_hash(b))


def card_hash(card: Card) -> str:
    """Return what a decision rests on, the card's texts and year, as the first 16 hexadecimal digits of a SHA-256."""
    content = json.dumps([sorted(card.event.items()), card.year], ensure_ascii=False)
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def read_decisions(data: bytes, name: str) -> tuple[Decisions, list[Diagnostic]]:
    """Read the decisions; `name` is what findings call the file. A line that cannot be used is one finding, no more."""
    if not data.strip():
        return Decisions(), []
    findings = []
    if marker := _MARKERS.search(data):
        line = data.count(b"\n", 0, marker.start()) + 1
        message = "the file holds conflict markers; the lines between them are not used"
        findings.append(finding("WM510", message, Span(name, line, 1)))
        # Lines stay where they are, so that other findings keep their places.
        data = _MARKERS.sub(b"", _CONFLICT.sub(lambda block: b"\n" * block[0].count(b"\n"), data))
    table, found = read_table(data, name, encoding="utf-8", delimiter=",")
    ignored = {"WM107", "WM113"} if marker else {"WM107"}
    findings += [one for one in found if one.code not in ignored]
    if table is None:
        return Decisions(), findings
    if missing := [column for column in COLUMNS if column not in table.header.values]:
        message = f"the decisions lack the column{'s' * (len(missing) > 1)} `{', '.join(missing)}`"
        return Decisions(), [*findings, finding("WM511", message, table.header.span)]
    return Decisions(_agreed(_decisions(table, findings), findings)), findings


def _agreed(decisions: Iterable[Decision], findings: list[Diagnostic]) -> dict[Key, Decision]:
    """Return the decisions by their cards; of lines that contradict each other, none counts."""
    answers: dict[Key, Decision] = {}
    open_: set[Key] = set()
    for decision in decisions:
        key = decision.a, decision.b
        if earlier := answers.get(key):
            before = earlier.span.line if earlier.span else ""
            told = f"`{decision.a}` and `{decision.b}` were decided in line {before} already"
            if earlier.answer == decision.answer:
                findings.append(finding("WM517", f"{told}, in the same way; the later line counts", decision.span))
            else:
                open_.add(key)
                message = f"{told}, as `{earlier.answer}` and here as `{decision.answer}`; neither line counts"
                findings.append(finding("WM512", message, decision.span))
                continue
        answers[key] = decision
    return {key: decision for key, decision in answers.items() if key not in open_}


def _decisions(table: Table, findings: list[Diagnostic]) -> Iterator[Decision]:
    index = {column: table.header.values.index(column) for column in COLUMNS}
    for row in table.rows:
        values = {column: row.values[at].strip() for column, at in index.items()}
        if fault := _fault(values):
            column, message = fault
            if not values[column]:
                message = f"the line has no `{column}`"
            findings.append(finding("WM511", message, row.cell(index[column]).span))
        else:
            yield _decision(values, row)


def _fault(values: Mapping[str, str]) -> tuple[str, str] | None:
    """Return the column and the words of what is wrong with a line, None if it can be used."""
    for column in ("card_a", "card_b"):
        if not _KEY.fullmatch(values[column]):
            return column, f"`{values[column]}` is not a card such as `frauen:F001`"
    if values["card_a"] == values["card_b"]:
        return "card_b", f"`{values['card_b']}` is paired with itself"
    if values["decision"] not in get_args(Answer):
        return "decision", f"`{values['decision']}` is no decision; it is `same` or `different`"
    if values["decided_on"] and not _is_date(values["decided_on"]):
        return "decided_on", f"`{values['decided_on']}` is not a date such as 2025-11-30"
    for column in ("hash_a", "hash_b"):
        if not _HASH.fullmatch(values[column]):
            return column, f"`{values[column]}` is not the hash of a card (16 hexadecimal digits)"
    return None


def _is_date(text: str) -> bool:
    """Tell whether a text is a day of the calendar, written year, month, day."""
    try:
        return bool(_DATE.fullmatch(text)) and bool(date.fromisoformat(text))
    except ValueError:
        return False


def _decision(values: Mapping[str, str], row: Row) -> Decision:
    first, second = (values["card_a"], values["hash_a"]), (values["card_b"], values["hash_b"])
    (a, hash_a), (b, hash_b) = sorted((first, second))
    answer: Answer = "same" if values["decision"] == "same" else "different"
    return Decision(a, b, answer, values["decided_on"], values["by"], hash_a, hash_b, row.span)


def write_decisions(decisions: Decisions) -> bytes:
    """Return the canonical file, sorted by the cards' keys; the same decisions give the same bytes."""
    rows = (
        (one.a, one.b, one.answer, one.decided_on, one.by, one.hash_a, one.hash_b)
        for _, one in sorted(decisions.answers.items())
    )
    return write_csv([COLUMNS, *rows])
