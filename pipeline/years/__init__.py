"""The year: what publishers write on the back of a card, and the interval it means."""

from .errors import YearError
from .explain import years_in_words
from .expression import YearExpression
from .interval import YearInterval
from .language import LANGUAGES
from .parse import parse_year, parse_years
from .profile import profiles
from .readback import format_year

__all__ = [
    "LANGUAGES",
    "YearError",
    "YearExpression",
    "YearInterval",
    "format_year",
    "parse_year",
    "parse_years",
    "profiles",
    "years_in_words",
]
