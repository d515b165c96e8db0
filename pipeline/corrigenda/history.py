"""What happened to one card, in all editions, in order of time."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ..cards import Deck, Series
from .editions import difference
from .model import CorrigendaFile, Corrigendum


class Event(NamedTuple):
    """Something that happened to a card: `when` is a day, or the year of an edition; `entry` the id of what did it."""

    when: str
    what: str
    entry: str = ""


def card_history(file: CorrigendaFile, series: Series, decks: Mapping[int, Deck], card: str) -> list[Event]:
    """Return all that the list and the editions know of `card`: printings, reports, decisions, where it went.

    A printing stands after the last correction that it took up, since only its year is known.
    """
    dated: list[tuple[str, int, int, Event]] = []
    for entry in file:
        if card in {entry.card, entry.new if entry.field == "id" else None}:
            for step, event in enumerate(_of_entry(entry)):
                dated.append((event.when, 0, entry.number * 1000 + step, event))
    for number in sorted(decks):
        known = series.edition(number)
        made = [change.on.isoformat() for entry in file for change in entry.history if change.edition == number]
        year = str(known.year) if known else ""
        dated.append((max(made, default=year), 1, number, Event(year, _printing(decks, number, card))))
    return [event for *_, event in sorted(dated, key=lambda each: each[:3])]


def _of_entry(entry: Corrigendum) -> Iterator[Event]:
    new = "?" if entry.new is None else entry.new
    if entry.field == "id":
        change = f"withdrawal of {entry.card}" + (f", {entry.new} takes its place" if entry.new else "")
    else:
        change = f"{entry.field}: `{entry.old}` → `{new}`"
    for at, step in enumerate(entry.history):
        edition = f" in edition {step.edition}" if step.edition else ""
        reverted = (
            "verified again: taken out of the edition" if at > 1 and entry.history[at - 1].state == "applied" else ""
        )
        state = reverted if reverted and step.state == "verified" else step.state
        note = f" ({step.note})" if step.note else ""
        yield Event(step.on.isoformat(), f"{state}{edition} by {step.by}{note}; {change}", entry.id)


def _printing(decks: Mapping[int, Deck], number: int, card: str) -> str:
    """Say what an edition prints: all of it the first time, then what changed."""
    below = max((other for other in decks if other < number), default=None)
    here = next((one for one in decks[number] if one.id == card), None)
    if here is None:
        return f"edition {number} does not have the card"
    if below is None or not any(one.id == card for one in decks[below]):
        return f"edition {number} prints it for the first time; year: `{here.year}`"
    changes = [change for change in difference(decks[below], decks[number]) if change.card == card]
    if not changes:
        return f"edition {number} prints it unchanged"
    return f"edition {number} prints " + "; ".join(f"{one.field}: `{one.old}` → `{one.new}`" for one in changes)
