"""The rules of a corrigenda file, a flat tuple; each is ``rule(file, printed) -> Iterator[Diagnostic]``.

The numbers are those of the invariants of the model in docs/corrigenda.md.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import TypeAlias

from ..diagnostics import Diagnostic
from . import faults
from .faults import report
from .model import TRANSITIONS, CorrigendaFile, Corrigendum
from .printed import Printed
from .values import fold

Rule: TypeAlias = Callable[[CorrigendaFile, Printed], Iterator[Diagnostic]]


def known_editions(file: CorrigendaFile, printed: Printed) -> Iterator[Diagnostic]:
    """1: every edition in which an error was found exists."""
    for entry in file:
        for index, edition in enumerate(entry.found_in):
            if edition not in printed.decks:
                yield report("WM413", f"there is no edition {edition}", file, entry, "found_in", index)


def known_cards(file: CorrigendaFile, printed: Printed) -> Iterator[Diagnostic]:
    """1: the card exists in every edition in which the error was found."""
    for entry in file:
        for edition in entry.found_in:
            if edition in printed.decks and printed.card(edition, entry.card) is None:
                yield faults.missing_card(file, entry, edition)
                break


def known_fields(file: CorrigendaFile, printed: Printed) -> Iterator[Diagnostic]:
    """1: the field is one that can be corrected."""
    if printed.series:
        for entry in file:
            if fault := faults.unknown_field(file, entry, printed.series):
                yield fault


def printed_values(file: CorrigendaFile, printed: Printed) -> Iterator[Diagnostic]:
    """2: the old value is what is printed; entries that were turned down may err.

    That an entry was found in the edition which mended it, or a later one, is told elsewhere (WM473).
    """
    for entry in file:
        if entry.status in {"rejected", "withdrawn"} or (entry.status == "superseded" and entry.applied_in is None):
            continue
        for edition in entry.found_in:
            value = printed.value(edition, entry)
            fault = None if value is None else faults.stale(file, entry, edition, value)
            if fault and (entry.applied_in is None or edition < entry.applied_in):
                yield fault
                break


def all_printings(file: CorrigendaFile, printed: Printed) -> Iterator[Diagnostic]:
    """2: an error that several editions print is listed with all of them, up to the one that mended it."""
    for entry in printed.open_to_change:
        if same := printed.more_printings(entry):
            message = f"edition {', '.join(map(str, same))} prints the old value too"
            yield report("WM414", message, file, entry, "found_in")


def sound_values(file: CorrigendaFile, printed: Printed) -> Iterator[Diagnostic]:
    """3: the new value differs and parses."""
    for entry in file:
        card = printed.card(entry.found_in[-1], entry.card)
        known = card is not None and printed.series and not faults.unknown_field(file, entry, printed.series)
        if card is None or printed.series is None or not known or entry.status in {"rejected", "withdrawn"}:
            continue
        if fault := faults.unsound_new(file, entry, card, printed.series):
            yield fault
        elif entry.field == "id" and entry.new and printed.card(entry.found_in[-1], entry.new) is None:
            yield report("WM422", f"there is no card `{entry.new}` to take its place", file, entry, "new")
        elif entry.new == card.value(entry.field) and fold(entry.old) == fold(entry.new):
            message = f"edition {entry.found_in[-1]} prints the new value already"
            yield report("WM421", message, file, entry, "new")


def proven(file: CorrigendaFile, printed: Printed) -> Iterator[Diagnostic]:
    """4: what was verified has a reason and a source with a locator; a language model is no source."""
    if printed.series:
        for entry in file:
            yield from faults.unproven(file, entry, printed.series)


def well_proven(file: CorrigendaFile, printed: Printed) -> Iterator[Diagnostic]:
    """4: a change of year that can still be stopped is stated by two sources."""
    if printed.series:
        for entry in printed.open_to_change:
            if fault := faults.weakly_proven(file, entry, printed.series):
                yield fault


def no_conflicts(file: CorrigendaFile, printed: Printed) -> Iterator[Diagnostic]:
    """6: no two verified entries correct the same field of a card, unless one supersedes the other."""
    del printed
    for entries in conflicts(file, [entry for entry in file if entry.status == "verified"]):
        if not any(map(file.in_circle, entries)):
            yield conflict(file, entries)


def conflicts(file: CorrigendaFile, entries: list[Corrigendum]) -> list[tuple[Corrigendum, ...]]:
    """Return the entries that contradict each other, one tuple for each field of a card.

    Entries that supersede each other in a circle contradict each other too.
    """
    slots: dict[tuple[str, str], list[Corrigendum]] = {}
    for entry in entries:
        slots.setdefault(entry.slot, []).append(entry)
    clashes = []
    for rivals in slots.values():
        beaten = frozenset().union(*(file.ancestors(entry) for entry in rivals)) if len(rivals) > 1 else frozenset()
        left = tuple(entry for entry in rivals if entry.id not in beaten)
        if len(left) != 1:
            clashes.append(left or tuple(rivals))
    return clashes


def conflict(file: CorrigendaFile, entries: tuple[Corrigendum, ...]) -> Diagnostic:
    """Say which entries contradict each other, at the last of them, or that they go in a circle, at the first."""
    first, *_ = entries
    if file.in_circle(first):
        return circle(file, first)
    *others, last = entries
    names = ", ".join(f"`{entry.id}`" for entry in others)
    return report("WM440", f"corrects {last.field} of `{last.card}`, and so does {names}", file, last, "field")


def nothing_undone(file: CorrigendaFile, printed: Printed) -> Iterator[Diagnostic]:
    """6: values may come back, but only by an entry that supersedes the one which corrected them."""
    for entry in printed.open_to_change:
        if fault := faults.undoing(file, entry):
            yield fault


def sound_links(file: CorrigendaFile, printed: Printed) -> Iterator[Diagnostic]:
    """6: what an entry supersedes or repeats exists; a successor corrects the same field of the same card."""
    del printed
    for entry in file:
        for name in ("supersedes", "duplicate_of"):
            other = getattr(entry, name)
            if other is not None and (file.lacks(other) or other == entry.id):
                problem = "itself" if other == entry.id else f"`{other}`, which does not exist"
                yield report("WM441", f"{name.replace('_', ' ')} {problem}", file, entry, name)
        older = file.by_id.get(entry.supersedes or "")
        if older and older is not entry and older.slot != entry.slot:
            message = f"supersedes `{older.id}`, which corrects {older.field} of `{older.card}`"
            yield report("WM441", message, file, entry, "supersedes")
        first = file.by_id.get(entry.duplicate_of or "")
        if first and first.card != entry.card:
            message = f"repeats `{first.id}`, which is about card `{first.card}`"
            yield report("WM441", message, file, entry, "duplicate_of")
        elif entry.duplicate_of and entry.status != "rejected":
            message = f"repeats `{entry.duplicate_of}` but is {entry.status}"
            yield report("WM441", message, file, entry, "duplicate_of")


def no_circles(file: CorrigendaFile, printed: Printed) -> Iterator[Diagnostic]:
    """6: no entry supersedes itself through others; one finding for each circle."""
    del printed
    told: set[str] = set()
    for entry in file:
        older = file.ancestors(entry)
        if file.in_circle(entry) and entry.supersedes != entry.id and entry.id not in told:
            told |= older
            yield circle(file, entry)


def circle(file: CorrigendaFile, entry: Corrigendum) -> Diagnostic:
    """Say that an entry supersedes itself, and through which others."""
    names = ", ".join(f"`{name}`" for name in sorted(file.ancestors(entry) - {entry.id}))
    return report("WM442", f"supersedes itself through {names}", file, entry, "supersedes")


def superseded_by_something(file: CorrigendaFile, printed: Printed) -> Iterator[Diagnostic]:
    """6: an entry is superseded if and only if a newer one that counts supersedes it; circles are told elsewhere."""
    del printed
    successors: dict[str, list[Corrigendum]] = {}
    for entry in file:
        if entry.supersedes and not file.in_circle(entry):
            successors.setdefault(entry.supersedes, []).append(entry)
    for entry in file:
        newer = successors.get(entry.id, [])
        if entry.status == "superseded" and not newer and file.whole and not file.in_circle(entry):
            yield report("WM443", "superseded, but by no entry", file, entry, "status")
        decided = [other for other in newer if other.status in {"verified", "applied"}]
        if entry.status != "superseded" and decided:
            yield report("WM443", f"{entry.status}, though `{decided[0].id}` supersedes it", file, entry, "status")


def whole_groups(file: CorrigendaFile, printed: Printed) -> Iterator[Diagnostic]:
    """7: the entries of a group are verified and applied together; a successor of one not yet applied joins it."""
    del printed
    for name, members in file.groups.items():
        at_work = [entry for entry in members if entry.status in {"verified", "applied"}]
        if at_work and len({(entry.status, entry.applied_in) for entry in members}) > 1:
            what = ", ".join(f"`{entry.id}` is {entry.status}" for entry in members)
            yield report("WM450", f"group `{name}` is not whole: {what}", file, at_work[0], "group")
    for entry in file:
        older = file.by_id.get(entry.supersedes or "")
        in_group = older and older.group in file.groups and older.applied_in is None
        if older and in_group and entry.group != older.group:
            message = f"supersedes `{older.id}` of group `{older.group}` but is not in that group"
            yield report("WM451", message, file, entry, "supersedes")


def translations_listed(file: CorrigendaFile, printed: Printed) -> Iterator[Diagnostic]:
    """8: a factual correction of a text says for every other language whether that is mended."""
    if printed.series is None:
        return
    for entry in printed.open_to_change:
        if entry.type != "factual-text" or not entry.field.startswith(("event_", "comment_")):
            continue
        own = entry.field.rpartition("_")[2]
        silent = [lang for lang in printed.series.languages if lang != own and lang not in entry.translations]
        if silent:
            yield report("WM461", f"says nothing of the text in {', '.join(silent)}", file, entry, "translations")


def allowed_histories(file: CorrigendaFile, printed: Printed) -> Iterator[Diagnostic]:
    """14: an entry begins as reported, changes state only as allowed, and its state is the last of its history."""
    del printed
    for entry in file:
        steps = [None, *(change.state for change in entry.history)]
        for index, (before, after) in enumerate(pairwise(steps)):
            if before is None and after != "reported":
                yield report("WM470", f"begins as {after}, not as reported", file, entry, "history", index, "state")
                break
            if before is not None and after not in TRANSITIONS[before]:
                yield report("WM470", f"{before} cannot become {after}", file, entry, "history", index, "state")
                break
        if entry.status != entry.history[-1].state:
            message = f"is {entry.status}, but its history ends with {entry.history[-1].state}"
            yield report("WM471", message, file, entry, "status")


def dates_in_order(file: CorrigendaFile, printed: Printed) -> Iterator[Diagnostic]:
    """14: the history begins on the day of the report and goes forward."""
    del printed
    for entry in file:
        if entry.history[0].on != entry.reported_on:
            message = f"reported on {entry.reported_on}, but its history begins on {entry.history[0].on}"
            yield report("WM472", message, file, entry, "reported_on")
        for index, (before, after) in enumerate(pairwise(entry.history), start=1):
            if after.on < before.on:
                message = f"{after.state} on {after.on}, before {before.state} on {before.on}"
                yield report("WM472", message, file, entry, "history", index, "on")
                break


def reported_in_time(file: CorrigendaFile, printed: Printed) -> Iterator[Diagnostic]:
    """14: nobody finds an error in an edition years before it appeared."""
    editions = printed.series.editions if printed.series else ()
    years = {edition.number: edition.year for edition in editions}
    for entry in file:
        first = entry.found_in[0]
        if entry.reported_on.year < years.get(first, 0):
            message = f"reported on {entry.reported_on}, but edition {first} is of {years[first]}"
            yield report("WM475", message, file, entry, "reported_on")


def editions_named(file: CorrigendaFile, printed: Printed) -> Iterator[Diagnostic]:
    """14: what was applied names an edition later than those with the error, nothing else names one."""
    del printed
    for entry in file:
        for index, change in enumerate(entry.history):
            place = ("history", index, "edition")
            if (change.edition is None) is (change.state == "applied"):
                how = "without naming" if change.edition is None else "but names"
                yield report("WM473", f"{change.state} {how} an edition", file, entry, *place)
            elif change.edition and not _taken_back(entry, index) and change.edition <= entry.found_in[-1]:
                message = f"applied in edition {change.edition}, yet found in edition {entry.found_in[-1]}"
                yield report("WM473", message, file, entry, *place)


def _taken_back(entry: Corrigendum, index: int) -> bool:
    """Tell whether a change was reverted: the edition can have been printed with the error."""
    return any(later.state == "verified" for later in entry.history[index + 1 :])


def applied_editions_exist(file: CorrigendaFile, printed: Printed) -> Iterator[Diagnostic]:
    """14: the editions that took something up exist; one finding for each that does not."""
    missing: dict[int, list[Corrigendum]] = {}
    for entry in file:
        if entry.applied_in is not None and entry.applied_in not in printed.decks:
            missing.setdefault(entry.applied_in, []).append(entry)
    for edition, (first, *others) in missing.items():
        more = f" and {len(others)} other{'s' if len(others) > 1 else ''}" if others else ""
        message = f"edition {edition}, which took up this entry{more}, does not exist"
        yield report("WM474", message, file, first, "status")


RULES: tuple[Rule, ...] = (
    known_editions,
    known_cards,
    known_fields,
    printed_values,
    all_printings,
    sound_values,
    proven,
    well_proven,
    no_conflicts,
    nothing_undone,
    sound_links,
    no_circles,
    superseded_by_something,
    whole_groups,
    translations_listed,
    allowed_histories,
    dates_in_order,
    reported_in_time,
    editions_named,
    applied_editions_exist,
)
