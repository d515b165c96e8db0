"""Decisions on entries: every change of state is appended to the history, with date and decider; nothing is edited.

What a report left empty (the new value, the reason, sources) may be filled in when it is decided on; what it says is
never changed: a better value is a new entry that supersedes the old one.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Literal, NamedTuple

from ..sources import Source
from .model import TRANSITIONS, Change, CorrigendaFile, Corrigendum


class NotAllowedError(ValueError):
    """A decision that the states, the dates or what the entry says already do not allow; the text says why."""


class Supplement(NamedTuple):
    """What a decision adds to an entry; parts that are empty add nothing."""

    new: str | None = None
    reason: str = ""
    reason_code: str | None = None
    sources: tuple[Source, ...] = ()
    translations: Mapping[str, Literal["done", "open"]] = {}
    group: str | None = None
    duplicate_of: str | None = None
    supersedes: str | None = None


NOTHING = Supplement()


def find(file: CorrigendaFile, name: str) -> Corrigendum:
    """Return the entry called `name`, however many zeros its number has; raises NotAllowedError if there is none."""
    head, _, number = name.rpartition("-")
    if head == f"CORR-{file.series}" and number.isdecimal():
        for entry in file:
            if entry.number == int(number):
                return entry
    raise NotAllowedError(f"series `{file.series}` has no corrigendum `{name}`")


def decide(
    file: CorrigendaFile,
    names: Iterable[str],
    change: Change,
    supplement: Supplement = NOTHING,
    *,
    reverting: bool = False,
) -> CorrigendaFile:
    """Return the file with `change` appended to the entries `names`; raises NotAllowedError if it is not allowed.

    All are decided or none. `applied` is not decided but follows from an edition (:func:`mark_applied`); back to
    `verified` leads only `reverting`. How the translations of a verified entry stand may be said later, and again: that
    changes no state.
    """
    changed = {}
    for name in names:
        found = find(file, name)
        if not reverting and _says_how_translations_stand(found, change, supplement):
            changed[found.id] = supplemented(found, supplement)
            continue
        if found.status == "applied" and change.state == "verified" and not reverting:
            message = f"{found.id} is verified, and edition {found.applied_in} has taken it up"
            raise NotAllowedError(f"{message}; to take it out again, use `wildmix corrigenda revert`")
        entry = supplemented(found, supplement)
        changed[entry.id] = moved(entry, change)
    return with_entries(file, changed.values())


def _says_how_translations_stand(entry: Corrigendum, change: Change, supplement: Supplement) -> bool:
    """Tell whether a decision adds nothing to an entry that was verified before but this."""
    only = supplement == NOTHING._replace(translations=supplement.translations) and bool(supplement.translations)
    return only and not change.note and change.state == "verified" and entry.status in {"verified", "applied"}


def moved(entry: Corrigendum, change: Change) -> Corrigendum:
    """Return the entry with a change of state appended; raises NotAllowedError for one that is not allowed."""
    if change.state not in TRANSITIONS[entry.status]:
        after = ", ".join(TRANSITIONS[entry.status]) or "nothing"
        hint = "; to reopen it, report it anew with --supersedes" if entry.status != "superseded" else ""
        raise NotAllowedError(f"{entry.id} is {entry.status} and cannot become {change.state} (only {after}){hint}")
    last = entry.history[-1]
    if change.on < last.on:
        raise NotAllowedError(
            f"{entry.id} was {last.state} on {last.on}, after {change.on}; give a later day with --on"
        )
    return entry.model_copy(update={"status": change.state, "history": (*entry.history, change)})


def supersede(file: CorrigendaFile, old: str, new: str, change: Change) -> CorrigendaFile:
    """Return the file in which entry `new` takes the place of `old`, to which `change` is appended.

    The newer one corrects the same field of the same card and says what to print there, and joins the group of one that
    is not printed yet. Raises NotAllowedError if they do not fit, or the change is not allowed.
    """
    older, newer = find(file, old), find(file, new)
    if older.id == newer.id or newer.id in file.ancestors(older):
        raise NotAllowedError(f"{newer.id} cannot supersede {older.id}: that would be a circle")
    if older.slot != newer.slot:
        message = f"{newer.id} corrects {newer.field} of `{newer.card}`, {older.id} {older.field} of `{older.card}`"
        raise NotAllowedError(f"{message}; a successor corrects the same field of the same card")
    if newer.new is None:
        raise NotAllowedError(f"what takes the place of {older.id} must say what to print instead; give it with --new")
    group = older.group if older.applied_in is None and newer.group is None else None
    newer = supplemented(newer, Supplement(supersedes=older.id, group=group))
    noted = change.model_copy(update={"note": change.note or f"See {newer.id}."})
    return with_entries(file, (moved(older, noted), newer))


def supplemented(entry: Corrigendum, supplement: Supplement) -> Corrigendum:
    """Return the entry with what it lacked; raises NotAllowedError where it says something else already."""
    update: dict[str, Any] = {}
    for name in ("new", "reason", "reason_code", "group", "duplicate_of", "supersedes"):
        given, there = getattr(supplement, name), getattr(entry, name)
        if given in {None, ""} or given == there:
            continue
        if there not in {None, ""}:
            message = f"{entry.id} has `{there}` as {name} already, and nothing is edited in place"
            raise NotAllowedError(f"{message}; report anew with --supersedes {entry.id}")
        update[name] = given
    if more := [source for source in supplement.sources if source not in entry.sources]:
        update["sources"] = (*entry.sources, *more)
    if supplement.translations:
        update["translations"] = {**entry.translations, **supplement.translations}
    return entry.model_copy(update=update) if update else entry


def with_entries(file: CorrigendaFile, entries: Iterable[Corrigendum]) -> CorrigendaFile:
    """Return the file with `entries` in place of those with their ids; new ones are added in order of numbers."""
    merged = {**file.by_id, **{entry.id: entry for entry in entries}}
    return replace(file, entries=tuple(sorted(merged.values(), key=lambda entry: entry.number)))


def next_id(file: CorrigendaFile) -> str:
    """Return the id of the next new entry; numbers are never used again."""
    highest = max((entry.number for entry in file), default=0)
    return f"CORR-{file.series}-{highest + 1:03d}"
