"""Cards that contradict themselves: comment or sources state another year than the card.

Comments may name any number of other years (a death, a second edition), so a different year proves nothing. Reported is
what hardly happens by chance: the same digits in another order, and the same number in the other era.
"""

from collections.abc import Iterator, Sequence

from ..cards import Deck
from ..diagnostics import Diagnostic
from ..sources import Source
from ..years import YearInterval
from .mentions import Mention, with_digits, years_in
from .provenance import told_of_sources
from .report import own_series, report


def comments_contradict(deck: Deck) -> Iterator[Diagnostic]:
    """Find comments that name the card's year with two digits swapped or in the other era, and not the year itself."""
    for block in deck.blocks():
        # One finding for the card: its comment says the same in every language.
        slips: dict[int, tuple[str, Mention]] = {}
        intervals = block.column("interval")
        for name in (f"comment_{language}" for language in own_series(block).languages):
            for place, text in with_digits(block.texts(name)):
                if place not in slips and (slip := _slip(intervals[place], text)):
                    slips[place] = name, slip
        for place, (name, found) in sorted(slips.items()):
            card = block.cards[place]
            shown = block.texts(name).values[place][found.start : found.end]
            message = f"the comment of `{card.id}` says `{shown}`, the card `{card.year}`"
            yield report("WM306", message, deck, card, name, at=(found.start, found.end))


def _slip(interval: YearInterval | None, text: str) -> Mention | None:
    if interval is None or interval.earliest is None or interval.earliest != interval.latest:
        return None
    mentions = list(years_in(text))
    if any(mention.interval.overlaps(interval) for mention in mentions):
        return None
    return next((mention for mention in mentions if _is_slip(mention, interval.earliest)), None)


def _is_slip(mention: Mention, year: int) -> bool:
    other = _year(mention)
    if _number(other) == _number(year):
        return mention.has_era or year <= 0
    return (other > 0) == (year > 0) and _are_swapped(str(_number(other)), str(_number(year)))


def _year(mention: Mention) -> int:
    assert mention.interval.earliest is not None  # noqa: S101 - a plain year has both ends
    return mention.interval.earliest


def _number(year: int) -> int:
    """Return the number of an astronomical year as printed, without its era."""
    return year if year > 0 else 1 - year


def _are_swapped(first: str, second: str) -> bool:
    """Tell whether two numbers differ by one swap of neighbouring digits."""
    if len(first) != len(second):
        return False
    places = [index for index, (a, b) in enumerate(zip(first, second, strict=True)) if a != b]
    if len(places) != 2 or places[1] != places[0] + 1:
        return False
    return first[places[0]] == second[places[1]] and first[places[1]] == second[places[0]]


def sources_contradict(deck: Deck) -> Iterator[Diagnostic]:
    """Find cards none of whose sources states a time that overlaps the card's, though at least one states years."""
    for block, place, stated in told_of_sources(deck, _all_stated):
        interval = block.column("interval")[place]
        if interval and not any(hull.overlaps(interval) for _, hull in stated):
            card = block.cards[place]
            message = f"the sources of `{card.id}` state `{stated[0][0]}`, the card `{card.year}`"
            yield report("WM307", message, deck, card, "year")


def _all_stated(sources: Sequence[Source]) -> list[tuple[str, YearInterval]]:
    values = (source.states_value for source in sources)
    return [(value, hull) for value in values if value and (hull := _stated(value))]


def _stated(text: str) -> YearInterval | None:
    """Return the smallest interval that holds all years in `text`, None if there are none."""
    mentions = list(years_in(text))
    before_era = any(_year(mention) <= 0 for mention in mentions)
    years = [_year(mention) for mention in mentions]
    if before_era:  # "between 1330 and 1300 BCE": the era of one end holds for the other
        years = [year if mention.has_era else 1 - year for year, mention in zip(years, mentions, strict=True)]
    return YearInterval(min(years), max(years)) if years else None
