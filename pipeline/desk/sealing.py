"""What forms are made from, as sums that they carry: whoever sends a form decides on what it showed, or is refused."""

from collections.abc import Iterable
from hashlib import sha256
from typing import TYPE_CHECKING

from ..cards import Card, Deck
from ..corrigenda import Corrigendum
from ..ingest import write_deck
from ..office.dossier import Dossier
from ..office.review import PutOff, Step

if TYPE_CHECKING:
    from ..duplicates import Decision
    from ..office.mixing import Drawn

LENGTH = 16


def entry_sum(entry: Corrigendum) -> str:
    """Return a sum that changes with anything an entry says."""
    return _sum(entry.model_dump_json())


def entries_seal(entries: Iterable[Corrigendum]) -> str:
    """Return the names of entries with their sums, for a form that decides on some of them."""
    return " ".join(f"{entry.id}:{entry_sum(entry)}" for entry in entries)


def sealed_entries(seal: str) -> dict[str, str]:
    """Return the sums that a form carried, by the names of entries."""
    return {name: total for name, _, total in (part.partition(":") for part in seal.split())}


def step_sum(step: "Step | PutOff") -> str:
    """Return a sum of a step of a review: its pair, and the decision as it was written and as it was before."""
    rows = (step.before, step.after) if isinstance(step, Step) else ()
    return _sum(step.a, step.b, *map(_as_written, rows))


def _as_written(one: "Decision | None") -> str:
    return "\t".join((one.answer, one.decided_on, one.by, one.hash_a, one.hash_b)) if one else ""


def deck_sum(deck: Deck) -> str:
    """Return a sum that changes with anything a deck says."""
    return sha256(write_deck(deck)).hexdigest()[:LENGTH]


def pair_sum(cards: Iterable[Card], decision: "Decision | None") -> str:
    """Return a sum that changes with the texts and years of two cards, and with what is decided on them."""
    from ..duplicates import card_hash  # noqa: PLC0415 - numpy takes longer to load than the server

    decided = (decision.answer, decision.decided_on, decision.by) if decision else ()
    return _sum(*map(card_hash, cards), *decided)


def mix_sum(drawn: "Drawn") -> str:
    """Return a sum that changes with what drawing a mix would write, and with what lies there."""
    return sha256(drawn.data + b"\0" + drawn.before).hexdigest()[:LENGTH]


def edition_marks(dossier: Dossier) -> dict[str, str]:
    """Return what the next edition is made from: the sum of each entry that counts, and of each edition, by names.

    Whether an edition is released stands at its number.
    """
    entries = {entry.id: entry_sum(entry) for entry in dossier.file if entry.status in {"verified", "applied"}}
    editions = {f"{dossier.series.code}/{number}": deck_sum(deck) for number, deck in dossier.decks.items()}
    released = {str(one.number): str(one.released) for one in dossier.series.editions}
    return {**entries, **editions, **released}


def _sum(*parts: str) -> str:
    return sha256("\0".join(parts).encode()).hexdigest()[:LENGTH]
