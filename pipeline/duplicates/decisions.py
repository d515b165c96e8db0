"""What people decided about pairs of cards: ``data/decks/duplicates.csv``, remembered until one of the cards changes.

One line per pair, sorted, with the columns ``card_a, card_b, decision, decided_on, by, hash_a, hash_b``; cards are
named by their keys (``frauen:F001``), the lesser first. Columns that people add are kept. Files that were merged
may have several lines on one pair: those count that still hold.
"""

import hashlib
import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import combinations, islice
from typing import get_args

from ..cards import Card
from ..diagnostics import Diagnostic, finding
from ..source import Span
from ..tables import Row, Table, read_table, write_csv
from .pair import Answer, Before
from .rules import Rule, Rules

COLUMNS = ("card_a", "card_b", "decision", "decided_on", "by", "hash_a", "hash_b")

_KEY = re.compile(r"[a-z][a-z0-9-]*:[^\s:/,|]+")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_DATE_WITH_DOTS = re.compile(r"(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})")
_DATE_WITH_SLASHES = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")
_HASH = re.compile(r"[0-9a-f]{16}")
_MARKERS = re.compile(rb"^(?:<{7}|={7}|>{7}|\|{7})(?: .*)?\r?$", re.MULTILINE)
_CONFLICT = re.compile(rb"^<{7}.*?(?:^>{7}[^\n]*$|\Z)", re.MULTILINE | re.DOTALL)

_WRONG_QUOTES = {"WM111", "WM112"}

_MOST_SUBSETS = 1_000
"""Choices of a card's languages that are tried, so that no card of a hundred languages stops the program."""

Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Decision:
    """One answer: are the two cards the same event? The hashes tell what the cards said when it was given.

    `rivals` are the lines before it on the same pair, `more` what it has in columns that people added.
    """

    a: str
    b: str
    answer: Answer
    decided_on: str
    by: str
    hash_a: str
    hash_b: str
    span: Span | None = field(default=None, compare=False)
    rivals: "tuple[Decision, ...]" = ()
    more: tuple[str, ...] = field(default=(), compare=False)

    @property
    def lines(self) -> "tuple[Decision, ...]":
        """All lines on the pair, this one last."""
        return (*self.rivals, self)

    def holding(self, first: Card, second: Card) -> "list[Decision]":
        """Return the lines on the pair that rest on what its two cards say."""
        a, b = sorted((first, second), key=lambda card: card.key)
        return [one for one in self.lines if still_says(a, one.hash_a) and still_says(b, one.hash_b)]

    @property
    def told(self) -> str:
        """What was decided, by whom and when: ```same` (Eva, 2026-11-30)``."""
        known = ", ".join(filter(None, (self.by, self.decided_on)))
        return f"`{self.answer}`" + (f" ({known})" if known else "")


@dataclass(frozen=True, slots=True)
class Decisions:
    """All remembered decisions by the keys of their cards, the lesser first, and the rules that hold beside them.

    `columns` are those that people added to the file; `follows` is what decisions on other pairs say together.
    """

    answers: Mapping[Key, Decision] = field(default_factory=dict)
    rules: Rules = field(default_factory=Rules)
    columns: tuple[str, ...] = ()
    follows: Mapping[Key, Decision] = field(default_factory=dict)

    def get(self, first: Card, second: Card) -> Decision | None:
        """Return what was decided about two cards and still holds: neither text nor year has changed since."""
        decision = self._on(first, second)
        return agreed(decision.holding(first, second)) if decision else None

    def before(self, first: Card, second: Card) -> Before | None:
        """Return what was decided about two cards if it counts no longer: one of them changed, or `both` was said."""
        decision = self._on(first, second)
        held = decision.holding(first, second) if decision else []
        if decision is None or agreed(held):
            return None
        return "both" if held else decision.answer

    def _on(self, first: Card, second: Card) -> Decision | None:
        if not self.answers:
            return None
        a, b = sorted((first.key, second.key))
        return self.answers.get((a, b)) or self.follows.get((a, b))

    def within(self, keys: Collection[str]) -> Iterator[Key]:
        """Yield the pairs of these cards that somebody decided upon, or of which that follows."""
        yield from (pair for pair in (*self.answers, *self.follows) if pair[0] in keys and pair[1] in keys)

    def answer(self, first: Card, second: Card) -> Answer | None:
        """Return `same` or `different`, by a person, else by a rule; None if neither says anything that still holds.

        Where a person decided and a card changed since, no rule answers: a person is asked again.
        """
        if decision := self._on(first, second):
            held = agreed(decision.holding(first, second))
            return held.answer if held else None
        ruled = self.rules.find(first, second)
        if ruled is None:
            return None
        return "same" if ruled[0] == "same" else "different"

    def rule(self, first: Card, second: Card) -> Rule | None:
        """Return the rule that answers for two cards, None if a person does or no rule speaks of them."""
        ruled = None if self._on(first, second) else self.rules.find(first, second)
        return ruled[1] if ruled else None

    def with_answer(self, first: Card, second: Card, answer: Answer, decided_on: str, by: str) -> "Decisions":
        """Return the decisions with one more, in place of all older ones on the same pair.

        `decided_on` is an ISO date. Raises ValueError for a card paired with itself.
        """
        if first.key == second.key:
            raise ValueError(f"`{first.key}` is one card, not a pair")
        a, b = sorted((first, second), key=lambda card: card.key)
        older = self.answers.get((a.key, b.key))
        more = older.more if older else ()
        decision = Decision(a.key, b.key, answer, decided_on, by, card_hash(a), card_hash(b), more=more)
        return replace(self, answers={**self.answers, (a.key, b.key): decision})


def agreed(lines: Iterable[Decision]) -> Decision | None:
    """Return the last of some lines on one pair; None if there are none or they contradict each other."""
    held = list(lines)
    return held[-1] if len({one.answer for one in held}) == 1 else None


def card_hash(card: Card) -> str:
    """Return what a decision rests on, the card's texts and year, as the first 16 hexadecimal digits of a SHA-256."""
    return _hash(sorted(card.event.items()), card.year)


def _hash(texts: Iterable[tuple[str, str]], year: str) -> str:
    content = json.dumps([list(texts), year], ensure_ascii=False)
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def still_says(card: Card, digest: str) -> bool:
    """Tell whether a card says what it said when it had this hash; texts in other languages may have been added."""
    texts = sorted(card.event.items())
    fewer = (some for number in range(len(texts) - 1, 0, -1) for some in combinations(texts, number))
    return digest == card_hash(card) or any(digest == _hash(some, card.year) for some in islice(fewer, _MOST_SUBSETS))


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
    table, found = _table(data, name)
    ignored = {"WM107", "WM113"} if marker else {"WM107"}
    findings += [one for one in found if one.code not in ignored]
    if table is None:
        return Decisions(), findings
    if missing := _missing(table):
        if any(one.code == "WM108" for one in found):
            return Decisions(), findings  # the one heading stands in the place of another
        message = f"the decisions lack the column{'s' * (len(missing) > 1)} `{', '.join(missing)}`"
        what_next = f"let the first line be `{','.join(COLUMNS)}`"
        return Decisions(), [*findings, finding("WM511", message, table.header.span, help=what_next)]
    columns = tuple(table.header.values[at] for at in _added(table))
    return Decisions(_by_pair(_decisions(table, findings)), columns=columns), findings


def decide_help(a: str, b: str, *answers: str) -> str:
    """Return the line that decides a pair, to be copied."""
    first, *others = answers or ("same", "different")
    return f"decide it: `wildmix duplicates decide {a} {b} {first}`" + "".join(f" or `{other}`" for other in others)


def _table(data: bytes, name: str) -> tuple[Table | None, list[Diagnostic]]:
    """Read the file as it is written, or else, as a spreadsheet may have saved it, as any table is read."""
    table, found = read_table(data, name, encoding="utf-8", delimiter=",")
    is_plain = table and not _missing(table) and not any(one.code == "WM104" for one in found)
    return (table, found) if is_plain else read_table(data, name)


def _places(table: Table) -> dict[str, int]:
    """Return where our columns stand, the first of each heading; case and blanks around it do not matter."""
    headings = [heading.strip().casefold() for heading in table.header.values]
    return {column: headings.index(column) for column in COLUMNS if column in headings}


def _missing(table: Table) -> list[str]:
    known = _places(table)
    return [column for column in COLUMNS if column not in known]


def _added(table: Table) -> list[int]:
    """Return the places of the columns that people added."""
    ours = set(_places(table).values())
    return [at for at in range(len(table.header.values)) if at not in ours]


def _by_pair(decisions: Iterable[Decision]) -> dict[Key, Decision]:
    """Return the last line on each pair, with those before it."""
    lines: dict[Key, list[Decision]] = {}
    for one in decisions:
        lines.setdefault((one.a, one.b), []).append(one)
    return {key: replace(last, rivals=tuple(before)) for key, (*before, last) in lines.items()}


def _decisions(table: Table, findings: list[Diagnostic]) -> Iterator[Decision]:
    index, added = _places(table), _added(table)
    torn = {one.span.line or 0 for one in findings if one.span and one.code in _WRONG_QUOTES}
    for row in table.rows:
        values = {column: row.values[at].strip() for column, at in index.items()}
        values["decided_on"] = _iso(values["decided_on"])
        if fault := _fault(values):
            column, message = fault
            if not values[column]:
                message = f"the line has no `{column}`"
            if row.span.line not in torn:  # else that was told
                findings.append(finding("WM511", message, row.cell(index[column]).span, help=_anew(values)))
        else:
            yield replace(_decision(values, row), more=tuple(row.values[at] for at in added))


def _anew(values: Mapping[str, str]) -> str | None:
    """Return what to do about a line that cannot be used, None if it does not tell of which pair it is."""
    a, b = values["card_a"], values["card_b"]
    is_pair = a != b and _KEY.fullmatch(a) and _KEY.fullmatch(b)
    return f"correct the line, or take it out and {decide_help(a, b)}" if is_pair else None


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


def _iso(text: str) -> str:
    """Return a day as a spreadsheet may have written it in ISO form; the text as it stands if it can be two, or none.

    Of 12/31/2026 only one number can be the month, of 05/04/2026 both.
    """
    if match := _DATE_WITH_DOTS.fullmatch(text):
        orders = [match.group(3, 2, 1)]
    elif match := _DATE_WITH_SLASHES.fullmatch(text):
        orders = [match.group(3, 1, 2), match.group(3, 2, 1)]
    else:
        return text
    told = (f"{year}-{month:0>2}-{day:0>2}" for year, month, day in orders)
    days = sorted(set(filter(_is_date, told)))
    return days[0] if len(days) == 1 else text


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
    blank = ("",) * len(decisions.columns)
    rows = (
        (one.a, one.b, one.answer, one.decided_on, one.by, one.hash_a, one.hash_b, *(*one.more, *blank)[: len(blank)])
        for _, last in sorted(decisions.answers.items())
        for one in last.lines
    )
    return write_csv([(*COLUMNS, *decisions.columns), *rows])
