"""What actions tell people, as lines."""

from collections.abc import Iterable
from typing import Any
from unicodedata import category

from ..corrigenda import Corrigendum, FieldChange

_STEERING = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})


def change_lines(changes: Iterable[FieldChange]) -> Iterable[str]:
    """Yield what differs between two editions, card by card."""
    last = None
    for change in changes:
        if change.card != last:
            last = change.card
            yield change.card
        if change.field == "id":
            yield "  new card" if change.new else "  withdrawn"
        else:
            yield f"  {change.field}"
            yield f"    - {one_line(change.old)}"
            yield f"    + {one_line(change.new)}"


def as_json(changes: Iterable[FieldChange]) -> list[dict[str, Any]]:
    """Return changes as JSON objects."""
    return [{"card": each.card, "field": each.field, "old": each.old, "new": each.new} for each in changes]


def one_line(text: str) -> str:
    """Return card text for a terminal: line breaks and what could steer it become visible signs; spaces are none."""
    if text.isprintable():
        return text
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if category(letter) in _STEERING else letter for letter in text.replace("\n", " ⏎ ")
    )


def state_line(entry: Corrigendum) -> str:
    """Return a line such as ``CORR-frauen-019: year of F010, verified on 2026-02-01 by editor``."""
    last = entry.history[-1]
    new = "?" if entry.new is None else entry.new
    what = f"{entry.id}: {entry.field} of {entry.card} (`{entry.old}` → `{new}`)"
    return f"{what}, {entry.status} on {last.on} by {last.by}"
