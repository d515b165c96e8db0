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

    Conventions that do not exist raise YearError too; what is no text at all, TypeError.

    `circa` (years) overrides the width of `um` in the profile, `reference_year` is what `vor 200 Jahren` counts from,
    ``ongoing="open"`` leaves the end of `seit 1387` open. Rules: docs/years.md.
    """
    if not isinstance(text, str):
        raise TypeError(f"a year expression is a text, not {type(text).__name__}")
    if len(text) > LONGEST:
        raise YearError("too-long", f"a year expression has at most {LONGEST} characters", LONGEST)
    try:
        shapes = _shapes(language, profile, reference_year, circa, ongoing)
    except TypeError:  # unhashable
        raise YearError("wrong-convention", "a convention is a word, a number or left out") from None
    return shapes.read(text)


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
    _check(circa, reference_year, ongoing)
    if circa is not None:
        meant = meant._replace(circa=circa)
    return Shapes(Conventions(language_named(language), meant, reference_year, leave_open=ongoing == "open"))


def _check(circa: object, reference_year: object, ongoing: object) -> None:
    """Refuse conventions that do not exist, which a caller without a type checker may pass."""
    if circa is not None and (not isinstance(circa, int) or isinstance(circa, bool) or circa < 0):
        raise YearError("wrong-convention", f"circa is a number of years from 0, not {circa!r}")
    if reference_year is not None and not isinstance(reference_year, int):
        raise YearError("wrong-convention", f"the reference year is a whole number, not {reference_year!r}")
    if ongoing not in {None, "start", "open"}:
        raise YearError("wrong-convention", f'ongoing is "start" or "open", not {ongoing!r}')
