"""Which cards tell one event together: pairs joined, but never through an uncertain link."""

from collections.abc import Iterable, Sequence
from typing import Any

from .pair import Pair


def groups(pairs: Iterable[Pair]) -> list[tuple[str, ...]]:
    """Return the keys of cards that tell one event, sorted; two cards alone are a group too.

    Only duplicates and conflicts join cards. A pair that was decided or judged to be different keeps its cards apart:
    what would join them all the same is left out, the least alike first, so that no group says what somebody denied.
    """
    judged = sorted(pairs, key=lambda pair: (pair.decided != "same", -pair.score, pair.a, pair.b))
    apart: dict[str, set[str]] = {}
    for pair in judged:
        if pair.decided == "different":
            apart.setdefault(pair.a, set()).add(pair.b)
            apart.setdefault(pair.b, set()).add(pair.a)
    group: dict[str, set[str]] = {}
    for pair in judged:
        if not pair.is_same:
            continue
        theirs, ours = sorted((group.setdefault(key, {key}) for key in (pair.a, pair.b)), key=len)
        if ours is theirs or not all(ours.isdisjoint(apart.get(key, ())) for key in theirs):
            continue
        ours |= theirs
        group.update(dict.fromkeys(theirs, ours))
    joined = {id(found): found for found in group.values() if len(found) > 1}
    return sorted(tuple(sorted(found)) for found in joined.values())


CROWD = 8
"""How many cards with equal texts are told one by one; of more, all at once."""


def crowds(pairs: Iterable[Pair]) -> dict[tuple[str, str], tuple[str, ...]]:
    """Return for each pair within many cards of equal texts the keys of these, sorted."""
    alike = [pair for pair in pairs if pair.is_same and pair.is_verbatim]
    many = {key: keys for keys in groups(alike) if len(keys) > CROWD for key in keys}
    return {(pair.a, pair.b): many[pair.a] for pair in alike if pair.a in many and many[pair.a] is many.get(pair.b)}


def as_json(found: Sequence[tuple[str, ...]], pairs: Iterable[Pair]) -> list[dict[str, Any]]:
    """Return groups for ``--format json``: their cards, and whether two of them have years that exclude each other."""
    conflicts = [{pair.a, pair.b} for pair in pairs if pair.verdict == "conflict"]
    group = {key: at for at, keys in enumerate(found) for key in keys}
    torn = {group[key] for pair in conflicts for key in pair if key in group}
    return [{"cards": list(keys), "conflict": at in torn} for at, keys in enumerate(found)]
