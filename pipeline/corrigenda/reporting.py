"""A report becomes an entry, or joins one: the same report comes back for years, also after it was turned down."""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from datetime import date
from typing import Literal, NamedTuple

from ..cards import Card, Deck, Series
from ..sources import Source, is_language_model
from .deciding import NotAllowedError, find, moved, next_id, supersede, with_entries
from .faults import unprintable
from .model import Change, CorrigendaFile, Corrigendum, Type
from .values import agree, fold

TYPES: tuple[Type, ...] = (
    "factual-year",
    "factual-text",
    "precision",
    "editorial",
    "translation",
    "source",
    "clarification",
    "identity",
)
_USUAL: Mapping[str, Type] = {"year": "factual-year", "sources": "source", "id": "identity", "tags": "editorial"}


class Report(NamedTuple):
    """What somebody wrote about a card: `old` is empty if the letter does not quote what is printed."""

    card: str
    field: str
    reporter: str
    on: date
    old: str | None = None
    new: str | None = None
    edition: int | None = None
    type: Type | None = None
    reason: str = ""
    reason_code: str | None = None
    sources: tuple[Source, ...] = ()
    group: str | None = None
    supersedes: str | None = None


Outcome = Literal["new", "joined", "rejected", "known"]


class Taken(NamedTuple):
    """What became of a report: a new entry, one more reporter of an old one, or a rejection that names an earlier one.

    `beside` are open entries on the same field that say something else.
    """

    file: CorrigendaFile
    entry: Corrigendum
    outcome: Outcome
    earlier: Corrigendum | None = None
    beside: tuple[Corrigendum, ...] = ()


def take_report(file: CorrigendaFile, decks: Mapping[int, Deck], report: Report, by: str) -> Taken:
    """Take a report in; `by` is who turns down a report that was turned down before.

    Raises NotAllowedError if the card, its field or the edition does not exist, or the report asks for nothing, or for
    what the list could not hold.
    """
    series, printed = _printed(file, decks, report)
    older = find(file, report.supersedes) if report.supersedes else None
    if older and older.slot != (report.card, report.field):
        message = f"{older.id} corrects {older.field} of `{older.card}`, the report {report.field} of `{report.card}`"
        raise NotAllowedError(f"{message}; a successor corrects the same field of the same card")
    newest = series.edition(max(decks))
    old, found_in = _place(report, printed, decks.keys() - ({max(decks)} if newest and not newest.released else set()))
    if report.new is not None and report.new == old:
        raise NotAllowedError(f"`{report.card}` prints `{old}` as {report.field} already; the report asks for nothing")
    entry = _entry(file, report, old, found_in)
    if problem := _problem(file, entry, decks[found_in[-1]], series) or (None if older else _closed_group(file, entry)):
        raise NotAllowedError(problem)
    if older:
        return _superseding(file, older, entry, by)
    rivals = [other for other in file if other.slot == entry.slot]
    if known := _same_letter(rivals, entry, series):
        return Taken(file, known, "known", known)
    if earlier := _same_report(rivals, entry, series):
        return _known(file, entry, earlier, by)
    beside = tuple(other for other in rivals if other.status in {"reported", "held", "verified"})
    return Taken(with_entries(file, [entry]), entry, "new", None, beside)


def _printed(file: CorrigendaFile, decks: Mapping[int, Deck], report: Report) -> tuple[Series, dict[int, str]]:
    """Return what each edition prints at the place of a report."""
    if not decks:
        raise NotAllowedError(f"series `{file.series}` has no edition to report an error in")
    if report.edition is not None and report.edition not in decks:
        known = ", ".join(map(str, sorted(decks)))
        raise NotAllowedError(f"series `{file.series}` has no edition {report.edition} (editions: {known})")
    cards: dict[int, Card] = {}
    for number, deck in decks.items():
        if card := deck.card(f"{file.series}:{report.card}"):
            cards[number] = card
    if not cards or (report.edition is not None and report.edition not in cards):
        where = f"edition {report.edition} of " if report.edition and cards else ""
        raise NotAllowedError(f"{where}series `{file.series}` has no card `{report.card}`")
    series = decks[max(decks)].series[file.series]
    values = {number: card.value(report.field) for number, card in cards.items()}
    if report.field in {"earliest", "latest", "edtf"} or any(value is None for value in values.values()):
        raise NotAllowedError(f"cards of `{file.series}` have no field `{report.field}` to correct")
    if "_" in report.field and report.field.rpartition("_")[2] not in series.languages:
        raise NotAllowedError(f"series `{file.series}` has no texts for `{report.field}`")
    return series, {number: value or "" for number, value in values.items()}


def _place(report: Report, printed: Mapping[int, str], closed: AbstractSet[int]) -> tuple[str, tuple[int, ...]]:
    """Return the printed value that a report is about, and the editions that print it.

    Only editions that are `closed` count, as long as one of them prints it: the one at work shall take the correction
    up. A quoted value that no edition prints stays as it was quoted: such an entry is stale, and never applied.
    """
    edition = report.edition
    if edition is None:
        quoting = [number for number, value in printed.items() if report.old and fold(value) == fold(report.old)]
        among = set(quoting or printed)
        edition = max(closed & among or among)
    value = printed[edition]
    if report.old is not None and fold(report.old) != fold(value):
        return report.old, (edition,)
    same = {number for number, other in printed.items() if fold(other) == fold(value)}
    return value, tuple(sorted(closed & same or same))


def _entry(file: CorrigendaFile, report: Report, old: str, found_in: tuple[int, ...]) -> Corrigendum:
    usual = _USUAL.get(report.field, "factual-text")
    return Corrigendum(
        id=next_id(file),
        card=report.card,
        found_in=found_in,
        field=report.field,
        old=old,
        new=report.new,
        type=report.type or usual,
        reason=report.reason,
        reason_code=report.reason_code,
        sources=report.sources,
        status="reported",
        reported_by=(report.reporter,),
        reported_on=report.on,
        history=(Change(state="reported", on=report.on, by=report.reporter),),
        group=report.group,
    )


def _problem(file: CorrigendaFile, entry: Corrigendum, deck: Deck, series: Series) -> str | None:
    """Say why an entry would be an error from its first day, whatever is decided on it; None if it would not."""
    models = [source.ref for source in entry.sources if is_language_model(source)]
    if models:
        return f"`{models[0]}` is a language model, and that is no source"
    card = deck.card(f"{file.series}:{entry.card}")
    if entry.new is None or card is None:
        return None
    if entry.field == "id" and entry.new and deck.card(f"{file.series}:{entry.new}") is None:
        return f"there is no card `{entry.new}` to take the place of `{entry.card}`"
    return unprintable(entry, entry.new, card, series)


def _closed_group(file: CorrigendaFile, entry: Corrigendum) -> str | None:
    """Say that the others of a group were decided on already, so that it would not be whole; None if they were not."""
    decided = [other for other in file.groups.get(entry.group or "", ()) if other.status in {"verified", "applied"}]
    return f"group `{entry.group}` is {decided[0].status} already; take another word" if decided else None


def _superseding(file: CorrigendaFile, older: Corrigendum, entry: Corrigendum, by: str) -> Taken:
    change = Change(state="superseded", on=entry.reported_on, by=by)
    made = supersede(with_entries(file, [entry]), older.id, entry.id, change)
    return Taken(made, made.by_id[entry.id], "new", older)


def _same_letter(rivals: Iterable[Corrigendum], entry: Corrigendum, series: Series) -> Corrigendum | None:
    """Return the entry that this very letter brought, whatever became of it: a table may be taken in again."""
    return next(
        (
            other
            for other in rivals
            if entry.reported_by[0] in other.reported_by
            and fold(other.old) == fold(entry.old)
            and agree(other.new, entry.new, series, entry.field)
        ),
        None,
    )


def _same_report(rivals: Iterable[Corrigendum], entry: Corrigendum, series: Series) -> Corrigendum | None:
    """Return the earlier entry that said the same: one that is alive, else one that was superseded or turned down.

    A report that proposes nothing says the same as any that lives; one that was turned down is the same only if it
    proposed the same.
    """
    same_old = [other for other in rivals if fold(other.old) == fold(entry.old)]
    alive = [other for other in same_old if other.status in {"reported", "held", "verified", "applied"}]
    agreeing = [other for other in alive if agree(other.new, entry.new, series, entry.field)]
    if agreeing or (entry.new is None and alive):
        return (agreeing or alive)[-1]
    over = [other for other in same_old if other.status in {"rejected", "superseded"}]
    return next((other for other in reversed(over) if agree(other.new, entry.new, series, entry.field)), None)


def _known(file: CorrigendaFile, entry: Corrigendum, earlier: Corrigendum, by: str) -> Taken:
    """Add the reporter to an entry that lives; turn down, with a link, what was turned down before."""
    if earlier.status in {"rejected", "superseded"}:
        first = file.by_id.get(earlier.duplicate_of or "", earlier)
        why = f"superseded by {_successor(file, first)}" if first.status == "superseded" else "turned down"
        note = f"Reported before as {first.id}, which was {why}."
        change = Change(state="rejected", on=entry.reported_on, by=by, note=note)
        rejected = moved(entry, change).model_copy(update={"duplicate_of": first.id})
        return Taken(with_entries(file, [rejected]), rejected, "rejected", first)
    reporter = entry.reported_by[0]
    if reporter in earlier.reported_by:  # it proposed nothing then, or now
        return Taken(file, earlier, "known", earlier)
    joined = earlier.model_copy(
        update={
            "reported_by": (*earlier.reported_by, reporter),
            "sources": (*earlier.sources, *(source for source in entry.sources if source not in earlier.sources)),
        }
    )
    return Taken(with_entries(file, [joined]), joined, "joined", earlier)


def _successor(file: CorrigendaFile, entry: Corrigendum) -> str:
    return next((other.id for other in file if other.supersedes == entry.id), "another entry")
