"""Reading one text in full: typography, EDTF, tokens, brackets, grammar, meaning."""

from typing import NamedTuple

from .brackets import without_brackets
from .edtf import is_edtf, read_edtf
from .errors import YearError
from .grammar import Reader
from .interval import YearInterval
from .language import Language
from .meaning import interval_of
from .printing import print_structure
from .profile import Profile
from .scanner import Value, scan
from .structure import Around, Bound, Either, Period, Since, Span, Structure, Year

_DASHES = tuple("‐‑‒–—―")
"""What is not the minus of EDTF: `–1903` may be a span that has lost its beginning."""


class Conventions(NamedTuple):
    """How a series means its years: the words, the profile with what the series overrides, the reference year."""

    language: Language
    profile: Profile
    reference_year: int | None
    leave_open: bool
    """Whether `seit 1387` has an open end (Y11)."""


class Reading(NamedTuple):
    """What was read: see YearExpression; `comment` is where the comment stands in the text."""

    structure: Structure
    interval: YearInterval
    flags: frozenset[str]
    kind: str
    comment: tuple[int, int] | None = None


def read(text: str, typed: str, conventions: Conventions, value: Value) -> Reading:
    """Read `text`, which is `typed` in plain typography; raises YearError. `value` gives the numbers."""
    flags: set[str] = set()
    comment = None
    if is_edtf(stripped := typed.strip()) and not text.lstrip().startswith(_DASHES):
        structure, doubt = read_edtf(stripped)
        if doubt:
            flags.add("uncertain")
    else:
        tokens = scan(typed, conventions.language, value)
        if not tokens:
            raise YearError("empty", "there is nothing to read")
        found = without_brackets(tokens)
        comment = found.comment
        dashes = text if len(text) == len(typed) else typed
        reader = Reader(dashes, found.tokens, conventions.language, conventions.profile, conventions.reference_year)
        structure = reader.read()
        flags |= reader.flags
    interval = _interval(structure, conventions)
    if interval == YearInterval(None, None):
        raise YearError("any-year", "this leaves no year out, so it says nothing")
    if conventions.leave_open and isinstance(structure, Since):
        interval = YearInterval(interval.earliest, None)
    return Reading(structure, interval, frozenset(flags | _flags(structure)), _kind(structure), comment)


def _interval(structure: Structure, conventions: Conventions) -> YearInterval:
    try:
        return interval_of(structure, conventions.profile)
    except YearError as error:
        span = structure.inner if isinstance(structure, Around) else structure
        if error.code != "reversed-span" or not isinstance(span, Span):
            raise
        swapped = Span(span.last, span.first)
        meant = interval_of(swapped, conventions.profile)
        printed = print_structure(swapped, meant, conventions.language, uncertain=False)
        raise YearError(error.code, f"{error.message}; is `{printed}` meant?", 0, (printed,)) from None


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
    return type(node).__name__.lower()
