"""The two ways into the parser: one text, or the column of a table."""

from collections.abc import Iterable
from functools import lru_cache

from .errors import YearError
from .expression import YearExpression
from .language import language_named
from .profile import profile_named
from .reading import Conventions
from .shapes import Shapes

LONGEST = 200
"""Characters: no date is longer, and a longer text is refused unread."""


def parse_year(  # noqa: PLR0913 - the conventions of a series, one by one
    text: str,
    language: str = "de",
    profile: str = "rulebook",
    reference_year: int | None = None,
    *,
    circa: int | None = None,
    ongoing: str | None = None,
) -> YearExpression:
    """Return what `text` means; raises YearError, and nothing else, for a text that is not understood.

    `circa` (years) overrides the width of `um` in the profile, `reference_year` is what `vor 200 Jahren` counts from,
    ``ongoing="open"`` leaves the end of `seit 1387` open. Rules: docs/years.md.
    """
    if len(text) > LONGEST:
        raise YearError("too-long", f"a year expression has at most {LONGEST} characters", LONGEST)
    return _shapes(language, profile, reference_year, circa, ongoing).read(text)


def parse_years(  # noqa: PLR0913 - as parse_year
    texts: Iterable[str],
    language: str = "de",
    profile: str = "rulebook",
    reference_year: int | None = None,
    *,
    circa: int | None = None,
    ongoing: str | None = None,
) -> dict[str, YearExpression | YearError]:
    """Return what each distinct text of a column means, or the error that refuses it; each is read once."""
    understood: dict[str, YearExpression | YearError] = {}
    for text in dict.fromkeys(texts):
        try:
            understood[text] = parse_year(text, language, profile, reference_year, circa=circa, ongoing=ongoing)
        except YearError as error:
            understood[text] = error
    return understood


@lru_cache(maxsize=64)
def _shapes(language: str, profile: str, reference_year: int | None, circa: int | None, ongoing: str | None) -> Shapes:
    """Return the memory of one set of conventions."""
    meant = profile_named(profile)
    if circa is not None:
        meant = meant._replace(circa=circa)
    return Shapes(Conventions(language_named(language), meant, reference_year, leave_open=ongoing == "open"))
