"""What a year expression means: a closed interval of astronomical years."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=False)
class YearInterval:
    """The years from `earliest` to `latest`, both included; None is an end that is open.

    Years are astronomical, so that arithmetic crosses the era: 1 BC is 0, 44 BC is −43. Raises ValueError when the ends
    are the wrong way round. Source: the rulebook's „Zeitspannen“, and ISO 8601 for the numbering.
    """

    earliest: int | None
    latest: int | None

    def __post_init__(self) -> None:
        """Refuse an interval that holds no year."""
        if self.earliest is not None and self.latest is not None and self.earliest > self.latest:
            raise ValueError(f"earliest year {self.earliest} after latest year {self.latest}")

    def may_precede(self, other: "YearInterval") -> bool:
        """Tell whether this event may stand before `other` in a chain: ``earliest <= other.latest``.

        "In dubio pro reo": overlapping dates may stand in either order.
        """
        return self.earliest is None or other.latest is None or self.earliest <= other.latest

    def overlaps(self, other: "YearInterval") -> bool:
        """Tell whether the two intervals share a year, so that either order is correct."""
        return self.may_precede(other) and other.may_precede(self)

    def gap(self, other: "YearInterval") -> int:
        """Return the number of years between the nearer ends, 0 if the intervals overlap."""
        if self.overlaps(other):
            return 0
        first, second = (self, other) if self.may_precede(other) else (other, self)
        # Disjoint intervals have closed ends where they face each other.
        assert first.latest is not None  # noqa: S101
        assert second.earliest is not None  # noqa: S101
        return second.earliest - first.latest

    def hull(self, other: "YearInterval") -> "YearInterval":
        """Return the smallest interval that holds both."""
        lows, highs = (self.earliest, other.earliest), (self.latest, other.latest)
        earliest = None if None in lows else min(year for year in lows if year is not None)
        latest = None if None in highs else max(year for year in highs if year is not None)
        return YearInterval(earliest, latest)

    def widened(self, years: int) -> "YearInterval":
        """Return the interval with `years` more on either side; open ends stay open."""
        return YearInterval(
            None if self.earliest is None else self.earliest - years,
            None if self.latest is None else self.latest + years,
        )

    def __contains__(self, year: int) -> bool:
        """Tell whether `year` (astronomical) lies in the interval."""
        return (self.earliest is None or self.earliest <= year) and (self.latest is None or year <= self.latest)
