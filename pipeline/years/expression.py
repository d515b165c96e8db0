"""A year expression as a value: text in, meaning out, and printed again."""

from dataclasses import dataclass, field, replace
from functools import lru_cache

from .edtf import write_edtf
from .errors import YearError
from .grammar import Reader
from .interval import YearInterval
from .language import language_named
from .meaning import interval_of
from .profile import profile_named
from .scanner import scan
from .structure import Around, Bound, Either, Mask, Part, Period, Since, Span, Structure, Turn, Year
from .text import plain

LONGEST = 200
"""Characters: no date is longer, and a longer text is refused unread."""


@dataclass(frozen=True, slots=True)
class YearExpression:
    """An expression that was understood: its text, kind, meaning, flags, EDTF of its bounds, split-off comment."""

    text: str
    kind: str
    interval: YearInterval
    edtf: str
    flags: frozenset[str] = frozenset()
    comment: str = ""
    structure: Structure = field(default=Year(0), repr=False)


@lru_cache(maxsize=16_384)
def parse_year(
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
    words = language_named(language)
    conventions = profile_named(profile)
    if circa is not None:
        conventions = replace(conventions, circa=circa)
    typed, offsets = plain(text)
    try:
        tokens = scan(typed, words)
        if not tokens:
            raise YearError("empty", "there is nothing to read")
        reader = Reader(text if offsets is None else typed, tokens, words, conventions, reference_year)
        structure = reader.read()
        interval = interval_of(structure, conventions)
    except YearError as error:
        if offsets is None:
            raise
        at = offsets[error.offset] if error.offset < len(offsets) else len(text)
        raise YearError(error.code, error.message, at, error.suggestions) from None
    if ongoing == "open" and isinstance(structure, Since):
        interval = YearInterval(interval.earliest, None)
    flags = frozenset(reader.flags | _flags(structure))
    return YearExpression(
        text, _kind(structure), interval, write_edtf(interval, uncertain="uncertain" in flags), flags, "", structure
    )


def _flags(node: Structure) -> set[str]:
    match node:
        case Around(inner):
            return {"circa"} | _flags(inner)
        case Since(inner):
            return {"ongoing"} | _flags(inner)
        case Bound(relation, inner):
            return {"before" if relation in ("before", "until") else "after"} | _flags(inner)
        case Span(first, second) | Either(first, second):
            return _flags(first) | _flags(second)
    return set()


def _kind(node: Structure) -> str:
    match node:
        case Around(inner):
            return _kind(inner)
        case Year():
            return "date" if node.dated else "year"
        case Period(unit=unit):
            return unit
        case Bound(relation=relation):
            return {"until": "before", "earliest": "after"}.get(relation, relation)
        case Part() | Turn() | Mask() | Span() | Either() | Since():
            return type(node).__name__.lower()
    return "age"


def format_year(expression: YearExpression, language: str = "de") -> str:
    """Return the printed form so far."""
    return expression.text
