"""Conflicts between two cards that an entry of the corrigenda mends, as far as the lists tell."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..cards import Card, Series
from ..corrigenda import Corrigendum
from ..duplicates import Pair, disagree, report_help
from ..years import YearError


class Mend(NamedTuple):
    """An entry that makes the years of a pair agree, or may, and the command that takes it further, if one is left."""

    entry: str
    state: str
    command: str
    told: str

    def as_json(self) -> dict[str, Any]:
        """Return it as one object of ``--format json``."""
        return {"id": self.entry, "status": self.state, "command": self.command or None}


def mending(
    pairs: Iterable[Pair],
    cards: Mapping[str, Card],
    series: Mapping[str, Series],
    entries: Callable[[str], Iterable[Corrigendum]],
) -> dict[tuple[str, str], tuple[Mend, ...]]:
    """Return what mends pairs whose years exclude each other.

    `series` are those that have lists, and `entries` returns one by its code. An entry counts if it corrects the year
    that a card bears, and its new year is not known to disagree as well.
    """
    found = {}
    for pair in pairs:
        first, second = cards[pair.a], cards[pair.b]
        if disagree(first, second):
            sides = (first, second), (second, first)
            told = [one for wrong, right in sides for one in _mends(wrong, right, series, entries)]
            if told:
                found[pair.a, pair.b] = tuple(told)
    return found


def advice(
    pairs: Iterable[Pair],
    found: Mapping[tuple[str, str], Iterable[Mend]],
    drafted: Callable[[Pair], Sequence[str]],
) -> dict[tuple[str, str], str]:
    """Return what to do about conflicts in one sentence: the entries found, else the commands that draft one."""
    told = {}
    for pair in pairs:
        if pair.verdict != "conflict":
            continue
        if mends := found.get((pair.a, pair.b)):
            told[pair.a, pair.b] = "; ".join(mend.told for mend in mends)
        elif not pair.rule and (commands := drafted(pair)):
            told[pair.a, pair.b] = report_help(pair, commands)
    return told


def _mends(
    wrong: Card, right: Card, series: Mapping[str, Series], entries: Callable[[str], Iterable[Corrigendum]]
) -> Iterator[Mend]:
    known = series.get(wrong.series)
    for entry in entries(wrong.series) if known else ():
        is_its_year = (*entry.slot, entry.old) == (wrong.id, "year", wrong.year)
        if known and is_its_year and _may_agree(entry, right, known) and (mend := _mend(entry, known)):
            yield mend


def _may_agree(entry: Corrigendum, right: Card, series: Series) -> bool:
    if entry.new is None or right.interval is None:
        return True
    try:
        return series.read_year(entry.new).interval.overlaps(right.interval)
    except YearError:
        return True


def _next(entry: Corrigendum, series: Series) -> int:
    """Return the edition that takes an entry up: the newest, while it is not released, or the one after it."""
    newest = series.newest
    if newest and not newest.released and entry.found_in[-1] < newest.number:
        return newest.number
    return (newest.number if newest else entry.found_in[-1]) + 1


def _mend(entry: Corrigendum, series: Series) -> Mend | None:
    if entry.applied_in is not None:
        return Mend(entry.id, entry.status, "", f"{entry.id} mends it in edition {entry.applied_in}")
    if entry.status == "verified":
        command = f"wildmix corrigenda apply {series.code} --edition {_next(entry, series)}"
        return Mend(entry.id, entry.status, command, f"{entry.id} (verified) mends it: `{command}`")
    if entry.status in {"reported", "held"}:
        command = f"wildmix corrigenda verify {entry.id}{_lacking(entry)}"
        return Mend(
            entry.id, entry.status, command, f"{entry.id} ({entry.status}) mends it if it is right: `{command}`"
        )
    return None


def _lacking(entry: Corrigendum) -> str:
    """Return the options that an entry needs to be verified, since the report did not say."""
    lacking = {
        "new YEAR": entry.new is None,
        "source SOURCE": not any(source.ref and source.locator for source in entry.sources),
        "reason REASON": not entry.reason.strip(),
    }
    return "".join(f" --{option}" for option, is_lacking in lacking.items() if is_lacking)
