"""A year expression as a value: text in, meaning out, and printed again."""

from dataclasses import dataclass, field, replace
from functools import lru_cache

from .brackets import without_brackets
from .damage import diagnose
from .edtf import is_edtf, read_edtf, write_edtf
from .errors import YearError
from .grammar import Reader
from .interval import YearInterval
from .language import Language, language_named
from .meaning import interval_of
from .printing import print_structure
from .profile import Profile, profile_named
from .scanner import scan
from .structure import Around, Bound, Either, Period, Since, Span, Structure, Year
from .text import plain

LONGEST = 200
"""Characters: no date is longer, and a longer text is refused unread."""
DASHES = tuple("‐‑‒–—―")
"""What is not the minus of EDTF: `–1903` may be a span that has lost its beginning."""


@dataclass(frozen=True, slots=True)
class YearExpression:
    """An expression that was understood.

    `text` is what was written, `kind` what it is (``year``, ``century``, ``span``, …: docs/years.md), `interval` the
    years it means and `edtf` their EDTF, `flags` those of the words ``circa``, ``uncertain``, ``before``, ``after``,
    ``ongoing``, ``ambiguous-month``, ``spreadsheet-float``, ``reference-year``, ``leading-word`` that apply, `comment`
    what stood in brackets behind the year, `structure` what the words say before any convention.
    """

    text: str
    kind: str
    interval: YearInterval
    edtf: str
    flags: frozenset[str] = frozenset()
    comment: str = ""
    structure: Structure = field(default=Year(1), repr=False)


@lru_cache(maxsize=16_384)
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
    words = language_named(language)
    conventions = profile_named(profile)
    if circa is not None:
        conventions = replace(conventions, circa=circa)
    typed, offsets = plain(text)
    try:
        return _parse(text, typed, words, conventions, reference_year, leave_open=ongoing == "open")
    except YearError as error:
        raise diagnose(typed, error, words).moved(offsets, len(text)) from None


def _parse(  # noqa: PLR0913 - private
    text: str, typed: str, language: Language, profile: Profile, reference_year: int | None, *, leave_open: bool
) -> YearExpression:
    comment = ""
    flags: set[str] = set()
    if is_edtf(stripped := typed.strip()) and not text.lstrip().startswith(DASHES):
        structure, doubt = read_edtf(stripped)
        if doubt:
            flags.add("uncertain")
    else:
        tokens = scan(typed, language)
        if not tokens:
            raise YearError("empty", "there is nothing to read")
        found = without_brackets(tokens)
        if found.comment:
            comment = typed[slice(*found.comment)].strip()
        dashes = text if len(text) == len(typed) else typed
        reader = Reader(dashes, found.tokens, language, profile, reference_year)
        structure = reader.read()
        flags |= reader.flags
    interval = _interval(structure, profile, language)
    if leave_open and isinstance(structure, Since):
        interval = YearInterval(interval.earliest, None)
    flags |= _flags(structure)
    edtf = write_edtf(interval, uncertain="uncertain" in flags)
    return YearExpression(text, _kind(structure), interval, edtf, frozenset(flags), comment, structure)


def _interval(structure: Structure, profile: Profile, language: Language) -> YearInterval:
    try:
        return interval_of(structure, profile)
    except YearError as error:
        if error.code != "reversed-span" or not isinstance(span := _bare(structure), Span):
            raise
        swapped = Span(span.last, span.first)
        printed = print_structure(swapped, interval_of(swapped, profile), language, uncertain=False)
        raise YearError(error.code, f"{error.message}; is `{printed}` meant?", 0, (printed,)) from None


def _bare(node: Structure) -> Structure:
    return node.inner if isinstance(node, Around) else node


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


def format_year(expression: YearExpression, language: str = "de") -> str:
    """Return the canonical printed form in `language`; parsed by the same conventions it means the same interval."""
    uncertain = "uncertain" in expression.flags
    return print_structure(expression.structure, expression.interval, language_named(language), uncertain=uncertain)
