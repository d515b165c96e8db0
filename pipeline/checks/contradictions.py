"""Cards that contradict themselves: comment or sources state another year than the card.

Comments may name any number of other years (a death, a second edition), so a different year proves nothing. Reported is
what hardly happens by chance: the same digits in another order, and the same number in the other era.
"""

from collections.abc import Iterator

from ..cards import Card, Deck
from ..diagnostics import Diagnostic
from ..years import YearInterval
from .mentions import Mention, years_in
from .report import report

TOLERANCE = 5


def comments_contradict(deck: Deck) -> Iterator[Diagnostic]:
    """Find comments that name the card's year with two digits swapped or in the other era, and not the year itself."""
    for card in deck:
        for language, text in card.comment.items():
            if found := _slip(card, text):
                shown = text[found.start : found.end]
                message = f"the comment of `{card.id}` says `{shown}`, the card `{card.year}`"
                yield report("WM306", message, deck, card, f"comment_{language}", at=(found.start, found.end))


def _slip(card: Card, text: str) -> Mention | None:
    interval = card.interval
    if interval is None or interval.earliest is None or interval.earliest != interval.latest:
        return None
    mentions = list(years_in(text))
    if any(mention.interval.overlaps(interval) for mention in mentions):
        return None
    return next((mention for mention in mentions if _is_slip(mention, interval.earliest)), None)


def _is_slip(mention: Mention, year: int) -> bool:
    other = mention.interval.earliest
    assert other is not None  # noqa: S101 - a mention of a plain year
    if _number(other) == _number(year):
        return mention.has_era or year <= 0
    return (other > 0) == (year > 0) and _are_swapped(str(_number(other)), str(_number(year)))


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
    """Find cards none of whose sources states a year in or near the card's, though they state years."""
    for card in deck:
        stated = [_stated_years(source.states_value) for source in card.sources]
        known = [years for years in stated if years]
        if card.interval and known and not any(_agrees(years, card.interval) for years in known):
            first = next(source.states_value for source in card.sources if _stated_years(source.states_value))
            message = f"the sources of `{card.id}` state `{first}`, the card `{card.year}`"
            yield report("WM307", message, deck, card, "year")


def _stated_years(text: str) -> list[YearInterval]:
    return [mention.interval for mention in years_in(text)]


def _agrees(years: list[YearInterval], interval: YearInterval) -> bool:
    hull = years[0]
    for year in years[1:]:
        hull = hull.hull(year)
    return hull.gap(interval) <= TOLERANCE
