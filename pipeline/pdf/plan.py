"""Where things stand on the two faces of a card: heights in points, from the lower edge of the card. Pure."""

from typing import NamedTuple

MM = 72 / 25.4

# Distances in millimetres, and shares of the height.
SAFE = 3.0  # from the cut: what a knife may miss by
FOOT_GAP = 3.0
RULE_GAP = 4.0
LOZENGE = 1.15
COMMENT_SHARE = 0.47  # of the room above the foot; the year has the rest
TWO_COMMENTS_SHARE = 0.6  # likewise, in two languages
SECOND_SHARE = 0.4  # of the room of the event, for the one in the second language
SECOND_GAP = 2.5
SECOND_LEADING = 1.5  # of the largest size of a year in the second language

# From the foot of the lowest letter to the head of the highest, of the type size, in Source Serif Pro: the foot of a
# card needs the one below its line and the other above, a line of its own both.
DESCENT, ASCENT = 0.335, 1.036
LINE = DESCENT + ASCENT


Heights = tuple[float, float]  # the lower and the upper edge of a room


class Plan(NamedTuple):
    """The rooms of both faces, and what parts them."""

    baseline: float  # of the foot
    code: float  # the lower edge of the code, if there is one
    comment: Heights
    rule: float
    year: Heights
    second_year: Heights  # the year above it begins where this ends
    event: Heights
    first_event: Heights  # of two
    middle: float  # between two events
    second_event: Heights


def plan(  # noqa: PLR0913 - all that heights depend on
    height: float,
    *,
    inset: float,
    foot: float,
    second: float,
    code: float,
    two: bool,
    descent: float = DESCENT,
    ascent: float = ASCENT,
) -> Plan:
    """Return the heights on a card that is `height` points high, with an `inset` of white.

    `foot` and `second` are the largest type sizes of the foot and of the year in the second language, all in points,
    `code` is the side of the QR code in millimetres (0: none), `two` tells whether comments are in two languages;
    `descent` and `ascent` are those of the type of the foot, in shares of its size.
    """
    # Descenders may reach into the white, but not beyond what cutting may miss by.
    baseline = max(inset, min(SAFE * MM, inset) + descent * foot)
    above_foot, top = baseline + foot * ascent + FOOT_GAP * MM, height - inset
    bottom = above_foot + ((code + FOOT_GAP) * MM if code else 0)
    rule = bottom + (TWO_COMMENTS_SHARE if two else COMMENT_SHARE) * (top - bottom)
    year = rule + RULE_GAP * MM
    low = inset + 2 * LOZENGE * MM + FOOT_GAP * MM
    middle = low + SECOND_SHARE * (top - low)
    return Plan(
        baseline,
        above_foot,
        (bottom, rule - RULE_GAP * MM),
        rule,
        (year, top),
        (year, year + second * SECOND_LEADING),
        (low, top),
        (middle + SECOND_GAP * MM, top),
        middle,
        (low, middle - SECOND_GAP * MM),
    )
