"""What players know of the years: a *model*, assumed and not measured on people.

A player remembers how long ago an event was, with an error that grows with the age: the logarithm of the believed age
is that of the true age plus a normally distributed error of deviation `sigma`. So people err by ten times as many years
for an event of 1,000 years ago as for one of 100 years ago. The errors of different players and cards are independent,
and last for one game. A span counts as its middle. With a `sigma` of 0.3 two players in three take an event of 1900 for
one of 1856 to 1933 (as of 2026).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import erf, exp, log, sqrt

from ..years import YearInterval
from .chance import Dice

_ROOT2 = sqrt(2)


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The assumed knowledge: deviation of the logarithm of the age, and the year in which the game is played."""

    sigma: float = 0.3
    now: int = 2026

    def log_age(self, year: float) -> float:
        """Return the logarithm of the age of an event; what is younger than a year counts as a year old."""
        return log(max(1.0, self.now - year))

    def middle(self, dates: YearInterval) -> float:
        """Return the logarithm of the age of the middle of an interval; an open end counts for nothing."""
        ends = [year for year in (dates.earliest, dates.latest) if year is not None]
        return self.log_age(sum(ends) / len(ends)) if ends else 0.0

    def confusion(self, first: YearInterval, second: YearInterval) -> float:
        """Return the probability that a player takes the later of two events for the earlier, 0 if they overlap."""
        if first.overlaps(second):
            return 0.0
        return chance_below(-abs(self.middle(first) - self.middle(second)) / (self.sigma * _ROOT2))


def chance_below(deviations: float) -> float:
    """Return the normal distribution function: how likely an error lies below this number of deviations."""
    return 0.5 * (1 + erf(deviations / _ROOT2))


class Mind:
    """What one player believes in one game."""

    __slots__ = ("_believed", "_dates", "_dice", "knowledge")

    def __init__(self, knowledge: Knowledge, dates: Mapping[str, YearInterval], dice: Dice) -> None:
        """Take the model, the true dates and the stream from which the errors come."""
        self.knowledge = knowledge
        self._dates = dates
        self._dice = dice
        self._believed: dict[str, float] = {}

    def age(self, card: str) -> float:
        """Return the logarithm of the age that the player believes a card to have; the same throughout the game."""
        believed = self._believed.get(card)
        if believed is None:
            true = self.knowledge.middle(self._dates[card])
            believed = self._believed[card] = true + self.knowledge.sigma * self._dice.normal()
        return believed

    def year(self, card: str) -> int:
        """Return the year that the player would name."""
        return round(self.knowledge.now - exp(self.age(card)))

    def follows(self, first: str, second: str) -> float:
        """Return how sure the player is that two hidden cards stand in this order."""
        return chance_below((self.age(first) - self.age(second)) / (self.knowledge.sigma * _ROOT2))

    def fits(self, card: str, before: str | None, after: str | None) -> float:
        """Return how sure the player is that a hidden card belongs between two open ones."""
        sigma, age = self.knowledge.sigma, self.age(card)
        oldest = youngest = None
        if before is not None:
            oldest = self._dates[before].earliest
        if after is not None:
            youngest = self._dates[after].latest
        not_older = 1.0 if oldest is None else chance_below((self.knowledge.log_age(oldest) - age) / sigma)
        too_young = 0.0 if youngest is None else chance_below((self.knowledge.log_age(youngest) - age) / sigma)
        return max(0.0, not_older - too_young)

    def best_gap(self, card: str, row: tuple[str, ...]) -> tuple[float, int]:
        """Return the most likely place of a hidden card in an open row, and how likely it is."""
        ends = (None, *row, None)
        chances = [self.fits(card, ends[at], ends[at + 1]) for at in range(len(row) + 1)]
        best = max(chances)
        return best, chances.index(best)
