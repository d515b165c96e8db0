"""The year: what publishers write on the back of a card, and the interval it means."""

from .errors import YearError
from .expression import YearExpression, format_year
from .interval import YearInterval
from .language import LANGUAGES
from .parse import parse_year, parse_years
from .profile import profiles

__all__ = [
    "LANGUAGES",
    "YearError",
    "YearExpression",
    "YearInterval",
    "format_year",
    "parse_year",
    "parse_years",
    "profiles",
]
