"""What the list of another publisher says of cards here: of the same cards, and of others that tell the same event."""

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from heapq import nlargest
from typing import Literal, NamedTuple

from ..cards import Card, Series
from ..corrigenda import CorrigendaFile, Corrigendum
from ..corrigenda.faults import unknown_field, unprintable
from ..corrigenda.values import agree, fold, year_of
from ..duplicates import Decisions, agreed, find_pairs, score_cards
from ..duplicates.score import weights
from ..duplicates.vectors import Progress, silent
from ..years import YearError, YearInterval, format_year, parse_year

How = Literal["id", "decided", "text", ""]
Outcome = Literal["new", "known", "differs", "unusable", "elsewhere"]
OUTCOMES: tuple[Outcome, ...] = ("new", "differs", "known", "unusable", "elsewhere")

_WORD = re.compile(r"\w{4,}")
_STEM = 5  # letters
_FEW = 2_000  # cards that are all compared
_NEAREST, _SHARE = 5, 0.2  # of more, those that are compared for each event, and the part of its words that they have

_LONGEST = 2_000  # letters of another publisher's text that are compared: no card holds more

_ALIVE = {"reported", "held", "verified", "applied"}


class Neighbour(NamedTuple):
    """An entry of another list, with the event of its card and the languages of its series."""

    entry: Corrigendum
    event: Mapping[str, str]
    languages: tuple[str, ...]

    @property
    def key(self) -> str:
        """The key of its card, as the other publisher calls it."""
        return f"{self.entry.series}:{self.entry.card}"


class Relation(NamedTuple):
    """How an entry of another list stands to a card here: `why` says it for people, `new` is the value to report here.

    `how` tells why it is about this card: the same series and id, a decision on duplicates, or its text.
    """

    neighbour: Neighbour
    card: Card | None
    how: How
    outcome: Outcome
    why: str
    new: str | None = None


@dataclass(frozen=True)
class Home:
    """What is here: each card as its newest edition prints it by key, series and lists by code, and the decisions."""

    cards: Mapping[str, Card]
    series: Mapping[str, Series]
    lists: Mapping[str, CorrigendaFile]
    decisions: Decisions


def relations(neighbours: Iterable[Neighbour], home: Home, progress: Progress = silent) -> list[Relation]:
    """Return for each entry how it stands to each card here that it is about; one relation if it is about none."""
    entries = list(neighbours)
    same = {one.key: _is_here(one, home) for one in entries}
    decided = _decided(home)
    others = {one.key: decided.get(one.key, ()) for one in entries if not same[one.key]}
    alike = _alike((one for one in entries if one.key in others and not others[one.key]), home, progress)
    found = []
    for one in entries:
        if same[one.key]:
            found.append(_on_same_card(one, home.cards[one.key], home))
            continue
        how: How = "decided" if others[one.key] else "text"
        cards = [home.cards[key] for key in others[one.key] or alike.get(one.key, ())]
        found += [_on_same_event(one, card, how, home) for card in cards]
        if not cards:
            found.append(Relation(one, None, "", "elsewhere", "it is about no card here"))
    return found


def _is_here(one: Neighbour, home: Home) -> bool:
    """Tell whether a card of that name is here, and not by chance: another publisher may use the same code."""
    card = home.cards.get(one.key)
    if card is None:
        return False
    shared = [language for language in one.event if language in card.event]
    if not shared or any(fold(one.event[language]) == fold(card.event[language]) for language in shared):
        return True
    return score_cards(card, _card(one)).value >= weights().uncertain


def _card(one: Neighbour) -> Card:
    # A series of its own, so that it is never taken for the card of that name here.
    event = {language: text[:_LONGEST] for language, text in one.event.items()}
    return Card(series=f"there-{one.entry.series}", id=one.entry.card, event=event, year="")


def _decided(home: Home) -> dict[str, tuple[str, ...]]:
    """Return for each card the cards here that people decided to tell the same event, by their keys."""
    joined: dict[str, tuple[str, ...]] = {}
    for pair in filter(None, (agreed(last.lines) for last in home.decisions.answers.values())):
        for one, other in ((pair.a, pair.b), (pair.b, pair.a)):
            if pair.answer == "same" and other in home.cards:
                joined[one] = (*joined.get(one, ()), other)
    return joined


def _alike(neighbours: Iterable[Neighbour], home: Home, progress: Progress) -> dict[str, tuple[str, ...]]:
    """Return for each card that is not here the cards here that by their texts tell the same event."""
    strangers = {card.key: (card, one.key) for one in neighbours if one.event for card in (_card(one),)}
    cards = [*home.cards.values()]
    if len(cards) > _FEW:
        words = _Words(cards)
        near = {other.key: other for card, _ in strangers.values() for other in words.nearest(card)}
        cards = [*near.values()]
    if not strangers or not cards:
        return {}
    alike: dict[str, tuple[str, ...]] = {}
    for pair in find_pairs([*cards, *(card for card, _ in strangers.values())], progress=progress):
        for one, other in ((pair.a, pair.b), (pair.b, pair.a)):
            if pair.is_same and one in strangers and other in home.cards:
                key = strangers[one][1]
                alike[key] = (*alike.get(key, ()), other)
    return alike


class _Words:
    """Which cards have which words, by their first letters, so that endings do not count."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self._cards = tuple(cards)
        self._places: dict[str, list[int]] = {}
        for place, card in enumerate(self._cards):
            for word in _words(card):
                self._places.setdefault(word, []).append(place)

    def nearest(self, card: Card) -> tuple[Card, ...]:
        """Return the few cards that share the rarest words with this one, and no small part of them."""
        shared: defaultdict[int, float] = defaultdict(float)
        whole = 0.0
        for word in _words(card):
            places = self._places.get(word, ())
            weight = math.log1p(len(self._cards) / max(1, len(places)))
            whole += weight
            for place in places:
                shared[place] += weight
        near = nlargest(_NEAREST, shared, key=shared.__getitem__)
        return tuple(self._cards[place] for place in near if shared[place] >= _SHARE * whole)


def _words(card: Card) -> set[str]:
    texts = (*card.event.values(), *card.comment.values())
    return {word[:_STEM].casefold() for text in texts for word in _WORD.findall(text)}


def _on_same_card(one: Neighbour, card: Card, home: Home) -> Relation:
    entry, series = _as_here(one, home.series[card.series]), home.series[card.series]
    here = home.lists.get(card.series, CorrigendaFile(card.series))
    if why := _known(entry, card, series, here):
        return Relation(one, card, "id", "known", why)
    if why := _unusable(entry, card, series):
        return Relation(one, card, "id", "unusable", why)
    if why := _contradicted(entry, card, series, here):
        return Relation(one, card, "id", "differs", why, entry.new)
    return Relation(one, card, "id", "new", f"the card prints `{card.value(entry.field)}` here too", entry.new)


def _as_here(one: Neighbour, series: Series) -> Corrigendum:
    """Return an entry with its new year in the words of the series here, if only the other has words for it."""
    entry = one.entry
    if entry.field != "year" or entry.new is None or not isinstance(year_of(entry.new, series), YearError):
        return entry
    return entry.model_copy(update={"new": _read(entry.new, one.languages, series)[1]})


def _unusable(entry: Corrigendum, card: Card, series: Series) -> str:
    """Say why no card here could print the new value; an empty text if it could."""
    if entry.new is None or unknown_field(CorrigendaFile(series.code), entry, series):
        return ""
    return unprintable(entry, entry.new, card, series) or ""


def _known(entry: Corrigendum, card: Card, series: Series, here: CorrigendaFile) -> str:
    """Say where the same is said here; an empty text if nothing here says it."""
    rivals = [other for other in here if other.slot == entry.slot]
    agreeing = [other for other in rivals if agree(other.new, entry.new, series, entry.field)]
    if agreeing:
        best = max(agreeing, key=lambda other: (other.id == entry.id, other.status in _ALIVE, other.number))
        return f"{best.id} says the same here ({best.status})"
    printed = card.value(entry.field)
    if printed is not None and entry.new is not None and agree(printed, entry.new, series, entry.field):
        return f"the card prints `{printed}` here already"
    alive = [other for other in rivals if other.status in _ALIVE]
    return f"{alive[-1].id} is about the same here ({alive[-1].status})" if alive and entry.new is None else ""


def _contradicted(entry: Corrigendum, card: Card, series: Series, here: CorrigendaFile) -> str:
    """Say what here says otherwise; an empty text if nothing does."""
    namesake = here.by_id.get(entry.id)
    if namesake and namesake.slot != entry.slot:
        return f"{entry.id} is about {namesake.field} of `{namesake.card}` here"
    printed = card.value(entry.field)
    if printed is None or ("_" in entry.field and entry.field.rpartition("_")[2] not in series.languages):
        return f"cards have no field `{entry.field}` here"
    if alive := [other for other in here if other.slot == entry.slot and other.status in _ALIVE]:
        new = "nothing" if alive[-1].new is None else f"`{alive[-1].new}`"
        return f"{alive[-1].id} proposes {new} here ({alive[-1].status})"
    return "" if fold(printed) == fold(entry.old) else f"the card prints `{printed}` here, not `{entry.old}`"


def _on_same_event(one: Neighbour, card: Card, how: How, home: Home) -> Relation:
    entry, series = one.entry, home.series[card.series]
    if entry.field != "year" or entry.new is None:
        outcome, why = _other_words(entry, card)
        return Relation(one, card, how, outcome, why, entry.new)
    meant, new = _read(entry.new, one.languages, series)
    if meant is None:
        return Relation(one, card, how, "unusable", f"the new year `{entry.new}` cannot be read")
    outcome, why = _other_year(entry.new, meant, new, card, home)
    return Relation(one, card, how, outcome, why, None if outcome == "known" else new)


def _other_year(there: str, meant: YearInterval, new: str, card: Card, home: Home) -> tuple[Outcome, str]:
    """Say how the new year of another list, `new` in the words here, stands to the year of a card on the same event."""
    if card.interval is None:
        return "new", f"the years `{there}` and `{card.year}` cannot be compared"
    if meant.overlaps(card.interval):
        return "known", f"the card prints `{card.year}` here, which agrees with `{there}`"
    series = home.series[card.series]
    rivals = [other for other in home.lists.get(card.series, ()) if other.slot == (card.id, "year")]
    agreeing = [other for other in rivals if agree(other.new, new, series, "year")]
    alive = [other for other in rivals if other.status in {"reported", "held", "verified"} and other.new is not None]
    if agreeing:
        return "known", f"{agreeing[-1].id} says the same here ({agreeing[-1].status})"
    if alive:
        return "differs", f"{alive[-1].id} proposes `{alive[-1].new}` here"
    return "new", f"the card prints `{card.year}` here"


def _other_words(entry: Corrigendum, card: Card) -> tuple[Outcome, str]:
    """Say whether a correction of a text, or a doubt, has to do with the words of another card on the same event."""
    printed = card.value(entry.field)
    if printed and entry.new is not None and fold(printed) == fold(entry.new):
        return "known", f"the card prints `{printed}` here already"
    if printed and fold(printed) == fold(entry.old):
        return "new", f"the card prints `{printed}` here too"
    return "elsewhere", "the card that tells the same event here has other words"


def _read(text: str, languages: Iterable[str], series: Series) -> tuple[YearInterval | None, str]:
    """Return what a year means that another series prints, and how this one would print it."""
    for language in (*languages, series.year_language):
        try:
            read = parse_year(text, language)
            printed = format_year(read, series.year_language)
            return read.interval, printed if series.read_year(printed).interval.overlaps(read.interval) else text
        except YearError:
            continue
    return None, text
