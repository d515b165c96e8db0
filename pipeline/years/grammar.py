"""From tokens to structure: what is understood, as a grammar.

    expression   = alternatives [ "," mention ] END       (comments in brackets are split off before: `brackets`)
    mention      = LATER | leading word range             (profile museum: `1835, exhibited 1835`)
    alternatives = range { OR range }                    (`or after` is OR and AFTER)
    range        = { AROUND | DOUBT | leading word }
                   ( BETWEEN side AND side
                   | FROM side (TO | DASH) end
                   | SINCE side [ (TO | DASH) end | ONWARDS ]
                   | (BEFORE | AFTER | UNTIL | EARLIEST) side
                   | (AFTER | EARLIEST) side ("," | AND | DASH | SLASH) (BEFORE | UNTIL) side
                   | BEFORE age [ (TO | DASH) age ] | AGO BETWEEN age AND age
                   | TURN side (TO | AND | DASH | SLASH) side
                   | side AND side                       (neighbours: `16th and 17th centuries`)
                   | side [ (DASH | SLASH | TO) end | ONWARDS ]
                   | year (ANTE | POST) [ (DASH | SLASH | TO) year (ANTE | POST) ] )
    end          = side | TODAY | nothing
    side         = { AROUND | DOUBT | article | weekday | ERA | ANNO } [ part ] core [ ERA ] [ "," part ] [ "?" ]
    part         = EARLY | MID | LATE | ordinal (HALF | THIRD | QUARTER)
    core         = year | [day] month year | month day "," year | year [","] month [day] | season year
                 | ISO date | numeric date
                 | ordinal CENTURY | CENTURY roman | named century | ordinal MILLENNIUM
                 | year DECADE | DECADE year | DECADE of century | number [SCALE] YEARS | digits and mask

The blanks of a side are filled by the functions in `slots`, in the order of the text; what a side leaves out is
completed from the other (`side.complete`); `build` and `spans` make the structure and refuse what is impossible or has
two meanings.
"""

from dataclasses import dataclass
from typing import Any

from .build import build
from .cursor import LIST, Cursor
from .errors import YearError
from .scanner import Token
from .side import Side, complete
from .slots import HANDLERS
from .spans import abbreviate, build_bounded, build_neighbours, build_span, build_turn, holds, turns
from .structure import Around, Bound, Either, Relation, Since, Span, Structure

_BOUNDS: tuple[Relation, ...] = ("before", "after", "until", "earliest")
_LOWER = ("after", "earliest")
_UPPER = ("before", "until")
_OPENINGS = ("from", "since", "ago", *_BOUNDS)


@dataclass(slots=True)
class Range:
    """One alternative: a side or two, and how they are tied: one, span, turn, since, ago or a bound.

    `limit` is the other bound of `nach 1480, vor 1500`.
    """

    tie: str
    left: Side
    right: Side | None = None
    separator: Token | None = None
    around: bool = False
    limit: "Range | None" = None

    def is_ago(self) -> bool:
        """Tell whether `vor` begins an age, not a bound."""
        return self.tie == "ago" or (self.tie == "before" and self.is_aged() and not self.left.ago)

    def is_aged(self) -> bool:
        """Tell whether a number of years is counted back."""
        return bool(self.left.age or (self.right and self.right.age))


class Reader(Cursor):
    """Reads the tokens of one expression."""

    # --- expression and alternatives

    def read(self) -> Structure:
        """Return the structure of the whole expression; raises YearError."""
        ranges = [self.range()]
        ties = []
        while tie := self.alternative():
            ties.append(tie)
            item = self.range()
            bound: Relation | None = next((one for one in ("before", "after") if f"or_{one}" in tie.senses), None)
            if bound and item.tie != "one":
                raise unexpected(tie)
            item.tie = bound or item.tie
            ranges.append(item)
        comma = self.take("comma") if self.profile.leading else None
        mention = self.mention(comma) if comma else None
        if token := self.peek():
            raise unlisted(token, self)
        self.complete(ranges, ties)
        node = self.node(ranges[0])
        for other in ranges[1:]:
            alternative = self.node(other)
            if type(node) is type(alternative) and node == alternative:
                raise YearError("no-span", "both answers are the same", other.left.start)
            node = Either(node, alternative)
        if mention and comma and not holds(node, self.node(mention), self):
            raise unexpected(comma)
        return node

    def alternative(self) -> Token | None:
        """Take the `or` before another range, and a comma before it."""
        if self.sees("comma") and self.sees("or", 1):
            self.at += 1
        return self.take("or", "or_before", "or_after")

    def mention(self, comma: Token) -> Range | None:
        """Read `, printed later` and `, exhibited 1835`, of which a year that adds nothing is returned."""
        while self.take("doubt", "mark"):
            pass
        if self.take("later"):
            self.flags.add("leading-word")
            return None
        if not self.leading():
            raise unexpected(comma)
        return self.range()

    def complete(self, ranges: list[Range], ties: list[Token]) -> None:
        """Complete the sides of every range from each other, and alternatives from the next one, last first."""
        for index in reversed(range(len(ranges))):
            item = ranges[index]
            if item.right is not None:
                complete(item.left, item.right)
            if index:
                before = ranges[index - 1]
                nearest = before.right or before.left
                complete(nearest, item.left)
                abbreviate(nearest, item.left, ties[index - 1], self, ordered=False)

    def node(self, item: Range) -> Structure:
        """Build the structure of one range."""
        sides = [item.left] if item.right is None else [item.left, item.right]
        if any(side.doubt for side in sides):
            self.flags.add("uncertain")
        is_ago = item.is_ago()
        if item.tie == "ago" and not item.is_aged():
            raise YearError("incomplete", "how many years ago? the word for years is missing", item.left.start)
        if is_ago:
            for side in sides:
                side.ago = True
        elif item.tie in (*_BOUNDS, "since") and (
            item.is_aged() or (item.limit and item.limit.is_aged()) or (item.right is not None)
        ):
            message = "before or after a span or an age is not clear; write years"
            raise YearError("unexpected", message, item.left.start, self.nearer(item))
        around = item.around or item.left.around or any(side.around_after for side in sides)
        vague = item.left.bound in ("earliest", "until") and item.left.part  # mid 1830s or later
        if vague or (around and not is_ago and (item.tie in ("before", "after") or item.left.bound)):
            message = "before or after about a year: how far it reaches is not clear"
            raise YearError("vague", message, item.left.start, self.without("around", "bound_behind", *_BOUNDS))
        node = self.bare_node(item, around=around)
        if around:
            node = Around(node)
        for relation in _BOUNDS:
            if item.tie == relation and not is_ago:
                bound = Bound(relation, node)
                return bound if item.limit is None else build_bounded(bound, self.node(item.limit), self)
        return Since(node) if item.tie == "since" else node

    def nearer(self, item: Range) -> tuple[str, ...]:
        """Return the bounds that `vor 1903/04` can mean."""
        years = [side.full_year or (side.pending and side.pending.text) for side in (item.left, item.right) if side]
        return tuple(str(self.language.form[item.tie]).format(year) for year in years if year)

    def bare_node(self, item: Range, *, around: bool) -> Structure:
        """Build the structure of one range without what stands before it; an `um` on the second end alone stays."""
        if item.right is None or item.separator is None:
            return build(item.left, self)
        if item.tie == "turn":
            return build_turn(item.left, item.right, self)
        if item.tie == "and":
            return build_neighbours(item.left, item.right, item.separator, self)
        node = build_span(item.left, item.right, item.separator, self)
        if item.right.around and not around and isinstance(node, Span):
            return Span(node.first, Around(node.last))
        return node

    # --- ranges

    def range(self) -> Range:
        """Read one alternative."""
        around = doubt = False
        while (token := self.take("around", "doubt", "mark")) or self.leading():
            around |= token is not None and "around" in token.senses
            doubt |= token is not None and "around" not in token.senses
        item = self.tied()
        item.around |= around
        item.left.doubt |= doubt
        return item

    def leading(self) -> bool:
        """Take a word such as `exhibited` before the year if the profile reads them."""
        if self.profile.leading and self.take("leading"):
            self.flags.add("leading-word")
            return True
        return False

    def tied(self) -> Range:
        """Read what follows the opening `um` and `wohl`."""
        if self.take("turn"):
            return self.pair("turn", "turn_to", "dash", "slash", "and", "to")
        ago = self.sees("ago") and self.sees("between", 1) and self.take("ago")
        if self.take("between"):
            return self.pair("ago" if ago else "span", "and", "dash", "to")
        return self.opened()

    def opened(self) -> Range:
        """Read a side or two, and the `von`, `seit`, `vor` or `nach` in front of them."""
        token = self.peek()
        tie = next((kind for kind in _OPENINGS if token and kind in token.senses), "")
        self.at += bool(tie)
        left = self.filled()
        if token and tie in ("from", "since"):
            return self.from_on(left, token)
        if tie in _LOWER and (limit := self.limit()):
            return Range(tie, left, limit=limit)
        separator = self.separator() or (None if tie else self.joining(left))
        if separator is None:
            return Range("since" if self.take("onwards") else tie or left.bound or "one", left)
        if self.ends(separator):
            if "slash" in separator.senses or tie:
                raise unexpected(separator)
            return Range("since", left)
        if tie in ("before", "ago"):
            self.take(tie)  # vor 70 bis vor 65 Mio. Jahren
        right = self.end(left)
        if left.bound or right.bound:
            return bounded_behind(tie, left, right)
        return Range(tie or ("and" if "and" in separator.senses else "span"), left, right, separator)

    def limit(self) -> Range | None:
        """Read the other bound of `nach 1480, vor 1500`."""
        if self.take("and_before"):
            return Range("before", self.filled())
        follows = any(self.sees(kind, 1) for kind in _UPPER)
        return self.tied() if follows and self.take("comma", "and", "dash", "slash", "to") else None

    def from_on(self, left: Side, token: Token) -> Range:
        """Read on after `von 1903` or `seit 1903`."""
        if separator := self.separator() or self.next_morning(left):
            return Range("since", left) if self.ends(separator) else Range("span", left, self.end(left), separator)
        if self.take("onwards") or "since" in token.senses:
            return Range("since", left)
        if "filler" in token.senses:
            return Range("one", left)  # du XIXe siècle
        raise YearError("unexpected", f"`{token.text}` needs an end", token.start, self.without("from"))

    def pair(self, tie: str, *separators: str) -> Range:
        """Read two sides with one of `separators` between."""
        left = self.filled()
        separator = self.take(*separators)
        if separator is None:
            if tie == "turn":
                message = "a turn needs the two centuries that it lies between"
                raise YearError("ambiguous-turn", message, left.start, turns(left, self))
            raise self.nothing()
        return Range(tie, left, self.end(left), separator)

    def separator(self) -> Token | None:
        """Take a dash, slash or `bis`, or `-to-`."""
        token = self.take("dash", "slash", "to")
        if token and "dash" in token.senses and (word := self.take("to")):
            self.take("dash")
            return word
        return token

    def next_morning(self, left: Side) -> Token | None:
        """Take the `zum` of `Nacht vom 9. zum 10. November 1938`; that of `vom 18. zum 19. Jh.` is no span."""
        is_day = left.pending_count() and self.sees("ordinal", 1) and self.sees("month", 2)
        return self.take("turn_to") if is_day or left.day else None

    def joining(self, left: Side) -> Token | None:
        """Take the `and` of `16th and 17th centuries`."""
        more = self.peek(1) and not self.sees("today", 1)
        return self.take("and") if more and (left.unit or left.counts_periods or left.only_part) else None

    def ends(self, separator: Token) -> bool:
        """Tell whether a span goes on to the present: nothing follows its dash, or `heute`."""
        return (self.peek() is None and "to" not in separator.senses) or self.take("today") is not None

    # --- sides

    def filled(self, month: int = 0) -> Side:
        """Read a side that must be there."""
        side = self.side(month)
        if not side.has_core:
            raise self.nothing()
        return side

    def end(self, left: Side) -> Side:
        """Read the second side; in `March 15–17, 1849` its month stands on the first."""
        shares_month = left.month and not left.day and left.pending_count() and self.sees("number")
        return self.filled(left.month if shares_month else 0)

    def side(self, month: int) -> Side:
        """Read one date, filling the blanks of a Side until a token does not fit; `month` is known before."""
        token = self.peek()
        side = Side(start=token.start if token else 0, month=month)
        useful = self.at
        while token := self.peek():
            for kind, value in token.senses.items():
                if self.fits(side, token, kind, value):
                    break
            else:
                break
            if kind != "filler":
                useful = self.at
                side.end = token.end
        self.at = useful  # an article at the end belongs to nothing
        return side

    def fits(self, side: Side, token: Token, kind: str, value: Any) -> bool:
        """Fill a blank of `side` with this sense of `token` if it fits."""
        handler = HANDLERS.get(kind)
        if handler is None or not handler(self, side, token, value):
            return False
        self.at += 1
        return True

    def nothing(self) -> YearError:
        """Return the error for a side that is not there."""
        token = self.peek()
        if token is None:
            return YearError("no-year", "a year is missing here", self.tokens[-1].end if self.tokens else 0)
        return unlisted(token, self)


def bounded_behind(tie: str, left: Side, right: Side) -> Range:
    """Return the range of `1890 post – 1910 ante`."""
    bounds = (left.bound, right.bound)
    if tie or bounds not in {("after", "before"), ("after", ""), ("", "before")}:
        raise YearError("unexpected", "a span runs from after one year to before another", left.start)
    return Range(left.bound or "earliest", left, limit=Range(right.bound or "until", right))


_UNEXPECTED = {
    "comma": ("list", LIST),
    "and": ("list", LIST),
    "vague": ("vague", "how far `{}` reaches, nobody says; write a span"),
    "undated": ("undated", "`{}` is no year"),
    "named": ("no-year", "`{}` is no year; write the years it is to mean"),
}


def unlisted(token: Token, reader: Cursor) -> YearError:
    """Return the error for a token behind all that was understood, which may be the comma of a list."""
    error = unexpected(token)
    if error.code == "vague":
        meant = (reader.instead(token, str(reader.language.form["around"]).format("").strip()),)
        return YearError(error.code, error.message, error.offset, meant)
    return reader.list_error(error.offset) if error.code == "list" else error


def unexpected(token: Token) -> YearError:
    """Return the error for a token that fits nowhere."""
    for kind, (code, message) in _UNEXPECTED.items():
        if kind in token.senses:
            return YearError(code, message.format(token.text), token.start)
    if not token.senses:
        return YearError("unknown-word", f"`{token.text}` is not understood", token.start)
    return YearError("unexpected", f"`{token.text}` is not expected here", token.start)
