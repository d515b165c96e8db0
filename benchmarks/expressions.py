"""Year expressions of mixed kinds as decks have them, distinct in their digits, made alike on every run."""

import random
from collections.abc import Callable, Sequence

Maker = Callable[[random.Random], str]


def _span(chance: random.Random) -> tuple[int, int]:
    first = chance.randint(1000, 1990)
    return first, first + chance.randint(1, 40)


def _month(chance: random.Random, months: str) -> str:
    return chance.choice(months.split())


_GERMAN: Sequence[Maker] = (
    lambda c: f"{c.randint(1000, 2025)}",
    lambda c: f"um {c.randint(1000, 2000)}",
    lambda c: f"ca. {c.randint(1000, 2000)}",
    lambda c: f"{c.randint(1, 3000)} v. Chr.",
    lambda c: "{}–{}".format(*_span(c)),
    lambda c: "{} bis {}".format(*_span(c)),
    lambda c: f"{(first := c.randint(12, 19) * 100 + c.randint(0, 98))}/{(first + 1) % 100:02}",
    lambda c: "zwischen {} und {}".format(*_span(c)),
    lambda c: f"{c.randint(300, 500)}–{c.randint(100, 299)} v. Chr.",
    lambda c: f"{c.randint(1, 21)}. Jh.",
    lambda c: f"{c.randint(1, 12)}. Jh. v. Chr.",
    lambda c: f"{c.choice(['Anfang', 'Mitte', 'Ende'])} {c.randint(1, 20)}. Jh.",
    lambda c: f"{c.randint(1, 2)}. Hälfte {c.randint(1, 20)}. Jh.",
    lambda c: f"{c.randint(10, 19)}{c.randint(1, 9)}0er Jahre",
    lambda c: (
        f"{c.randint(1, 28)}. {_month(c, 'Januar März Mai Juli August Oktober Dezember')} {c.randint(1000, 2025)}"
    ),
    lambda c: f"{c.randint(1, 28)}.{c.randint(1, 12)}.{c.randint(1000, 2025)}",
    lambda c: f"{_month(c, 'Februar April Juni September November')} {c.randint(1000, 2025)}",
    lambda c: f"vor {c.randint(1000, 2000)}",
    lambda c: f"nach {c.randint(1000, 2000)}",
    lambda c: f"seit {c.randint(1000, 2000)}",
    lambda c: "{} oder {}".format(*_span(c)),
    lambda c: f"{c.randint(1000, 2000)} (?)",
    lambda c: f"wohl {c.randint(1000, 2000)}",
    lambda c: f"vor {c.randint(1, 999)} Mio. Jahren",
)
_ENGLISH: Sequence[Maker] = (
    lambda c: f"{c.randint(1000, 2025)}",
    lambda c: f"circa {c.randint(1000, 2000)}",
    lambda c: f"c. {c.randint(1000, 2000)}",
    lambda c: "{}-{}".format(*_span(c)),
    lambda c: "between {} and {}".format(*_span(c)),
    lambda c: f"{c.randint(11, 19)}{c.randint(1, 9)}0s",
    lambda c: f"before {c.randint(1000, 2000)}",
    lambda c: f"after {c.randint(1000, 2000)}",
    lambda c: f"{_month(c, 'January March May July October')} {c.randint(1000, 2025)}",
    lambda c: f"{c.randint(1, 28)} {_month(c, 'January March May July October')} {c.randint(1000, 2025)}",
)


_LETTERS = "abcdefghijklmnoprstuvwzäöü"
_UNREADABLE: Sequence[Maker] = (
    lambda c: "".join(c.choices(_LETTERS, k=9)),
    lambda c: " ".join("".join(c.choices(_LETTERS, k=6)) for _ in range(4)),
    lambda c: "{}, {}".format(*_span(c)),
    lambda c: "{1}–{0}".format(*_span(c)),
    lambda c: f"{c.randint(1000, 2000)} {''.join(c.choices(_LETTERS, k=6))}",
)


def german(count: int) -> list[str]:
    """Return `count` distinct expressions, as a German deck has them."""
    return _distinct(_GERMAN, count)


def english(count: int) -> list[str]:
    """Return `count` distinct English expressions of kinds that other parsers read too."""
    return _distinct(_ENGLISH, count)


def unreadable(count: int) -> list[str]:
    """Return `count` distinct texts that mean no year, as the wrong column of a table has them."""
    return _distinct(_UNREADABLE, count)


def _distinct(makers: Sequence[Maker], count: int) -> list[str]:
    chance = random.Random(1903)  # noqa: S311 - the same on every run, no secret
    made: dict[str, None] = {}
    while len(made) < count:
        made[chance.choice(makers)(chance)] = None
    return list(made)
