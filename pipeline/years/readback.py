"""The printed form of an expression, which is read back before it is given away.

Words can clash: `années 1790 ou vers 1790` is two decades, `1790 o dopo` a bound. So a structure is printed in several
ways, the nearest to its words first, and the first is taken that means the same in the language it is printed in.
"""

from collections.abc import Iterator

from .errors import YearError
from .expression import YearExpression
from .interval import YearInterval
from .language import Language, language_named
from .meaning import interval_of
from .printing import plain_years, print_structure
from .profile import Profile, profiles
from .reading import Conventions, read
from .structure import Around, Bound, Either, Mask, Part, Period, Since, Span, Structure, Year
from .text import plain

_MEANING = frozenset({"circa", "uncertain", "before", "after", "ongoing"})
"""The flags that a printed form must keep."""


def format_year(expression: YearExpression, language: str = "de") -> str:
    """Return the printed form in `language`; read by the same conventions it means the same years, with the same flags.

    Raises YearError (`unprintable`) for the few structures that the words of the language cannot tell apart.
    """
    words = language_named(language)
    interval, node = expression.interval, expression.structure
    uncertain = "uncertain" in expression.flags
    for as_digits in (False, True):
        for said in _ways(node):
            printed = print_structure(said, interval, words, uncertain=uncertain, as_digits=as_digits)
            again = _read_again(printed, expression, words)
            if again and all(_meant(again[0], each) == _meant(node, each) for each in profiles().values()):
                return printed
    printed = print_structure(plain_years(interval), interval, words, uncertain=uncertain)
    if (again := _read_again(printed, expression, words)) and again[1] == interval:
        return printed
    raise YearError("unprintable", f"`{expression.text}` cannot be said in `{language}` without another meaning")


def _read_again(printed: str, expression: YearExpression, words: Language) -> tuple[Structure, YearInterval] | None:
    """Return the structure and years of the printed form if it has the same flags and is printed so again."""
    typed, _ = plain(printed)
    conventions = Conventions(words, profiles()["rulebook"], None, leave_open=False)
    try:
        found = read(printed, typed, conventions, lambda start, end: int(typed[start:end]))
    except YearError:
        return None
    uncertain = "uncertain" in found.flags
    again = {
        print_structure(found.structure, found.interval, words, uncertain=uncertain, as_digits=digits)
        for digits in (False, True)
    }
    same = found.flags & _MEANING == expression.flags & _MEANING
    return (found.structure, found.interval) if same and printed in again else None


def _ways(node: Structure) -> Iterator[Structure]:
    """Yield the structure, and others that mean the same or nearly so."""
    ways = (node, _loosened(node, parts=False), _loosened(node, parts=True))
    yield from ways
    if isinstance(node, Either):
        yield from map(_reversed, ways)


def _reversed(node: Structure) -> Structure:
    """Return alternatives in the other order."""
    return Either(_reversed(node.second), _reversed(node.first)) if isinstance(node, Either) else node


def _loosened(node: Structure, *, parts: bool) -> Structure:
    """Return the structure with decades, masks and the like as years where other dates stand beside them.

    Below `before` and the like, parts of years and centuries stay as they are unless `parts` shall be years too.
    """
    match node:
        case Span(first, last):
            begin, end = _end(first, last=False), _end(last, last=True)
            return begin if begin == end else Span(begin, end)
        case Either(first, second):
            return Either(_loosened(first, parts=parts), _loosened(second, parts=parts))
        case Bound(relation, inner):
            stays = isinstance(inner, Part) and not parts
            return node if stays else Bound(relation, _end(inner, last=relation in ("after", "until")))
        case Around(inner) | Since(inner):
            return type(node)(_loosened(inner, parts=parts))
    return plain_years(_years(node)) if isinstance(node, (Mask, Period)) and _is_loose(node) else node


def _is_loose(node: Mask | Period) -> bool:
    return isinstance(node, Mask) or node.unit == "decade"


def _end(node: Structure, *, last: bool) -> Structure:
    """Return the first or last year of an end of a span."""
    if isinstance(node, Around):
        return Around(_end(node.inner, last=last))
    if isinstance(node, Year):
        return node
    years = _years(node)
    bound = years.latest if last else years.earliest
    return node if bound is None else Year(bound)


def _meant(node: Structure, profile: Profile) -> YearInterval | None:
    """Return the years under a profile, None where a span runs backwards by its conventions."""
    try:
        return interval_of(node, profile)
    except YearError:
        return None


def _years(node: Structure) -> YearInterval:
    return interval_of(node, profiles()["rulebook"])
