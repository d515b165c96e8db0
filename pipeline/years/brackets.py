"""Brackets: `[1903]` is a doubt, `19. Jh. (2. Hälfte)` a part, `1903 (Uraufführung)` a comment that is split off.

Rules Y13 and Y18. A bracket that itself speaks of time (`44 (v. Chr.)`, `1903 (um)`, `1903 (1904)`) has two readings
and is refused.
"""

from collections.abc import Iterable
from typing import NamedTuple

from .errors import YearError
from .scanner import Token

_TIME = frozenset(
    {
        "era",
        "around",
        "before",
        "after",
        "until",
        "earliest",
        "unit",
        "scale",
        "bp",
        "number",
        "ordinal",
        "decimal",
        "mask",
        "part",
    }
)
_COMMA = {"comma": True}
_MARK = {"mark": True}


class Unbracketed(NamedTuple):
    """The tokens without brackets, and the comment as start and end in the text."""

    tokens: list[Token]
    comment: tuple[int, int] | None = None


def without_brackets(tokens: list[Token]) -> Unbracketed:
    """Resolve the brackets at both ends; raises YearError."""
    tokens = _conjectured(_doubted_ends(tokens))
    first, last = tokens[0], tokens[-1]
    if "open" in first.senses:
        return _opening(tokens)
    if "close" not in last.senses:
        return Unbracketed(tokens)
    start = next((at for at in range(len(tokens) - 2, 0, -1) if "open" in tokens[at].senses), 0)
    if not start:
        return Unbracketed(tokens)
    inside = tokens[start + 1 : -1]
    if _is_part(inside):
        opening = tokens[start]
        return Unbracketed([*tokens[:start], Token(opening.text, opening.start, opening.end, _COMMA), *inside])
    if inside and all("doubt" in token.senses for token in inside):
        return Unbracketed([*tokens[:start], Token("", tokens[start].start, last.end, _MARK)])
    if not inside or (_speaks_of_time(inside) and not _is_day(inside)):
        raise YearError(
            "unclear-comment",
            "what stands in the brackets changes the year, or not? write it without brackets",
            tokens[start].start,
        )
    return Unbracketed(tokens[:start], (tokens[start].end, last.start))


def _conjectured(tokens: list[Token]) -> list[Token]:
    """Return the guess of a cataloguer in `o. J. [um 1900]`, `s. d. (1903)` and `undated, c. 1900`; else all tokens."""
    rest = tokens[1:]
    if "undated" not in tokens[0].senses or len(tokens) < 3:
        return tokens
    if "open" in rest[0].senses and _closing(rest) == len(rest) - 1:
        return rest
    if "comma" in rest[0].senses and "open" not in rest[1].senses:
        start = rest[0].start
        return [Token("", start, start, _MARK), *rest[1:]]
    return tokens


def _opening(tokens: list[Token]) -> Unbracketed:
    """Read `[1903]`, `[1903?]`, `[1903]?` and `[um] 1903`."""
    at = _closing(tokens)
    if at is None:
        return Unbracketed(tokens)
    inside, rest = tokens[1:at], tokens[at + 1 :]
    inside = _conjectured(inside) if inside else inside
    doubt = Token("", tokens[0].start, tokens[0].start, _MARK)
    if all("mark" in token.senses for token in rest):
        return Unbracketed([doubt, *inside, *rest])
    if inside and all({"around", "doubt", "mark"} & token.senses.keys() for token in inside):
        return Unbracketed([doubt, *inside, *rest])
    return Unbracketed(tokens)


def _doubted_ends(tokens: list[Token]) -> list[Token]:
    """Return the tokens with the square brackets of `[1903]–1907` as doubts about an end."""
    for at, token in enumerate(tokens):
        inside = tokens[at + 1 :]
        length = _closing(tokens[at:]) if token.text == "[" else None
        if length not in (2, 3) or "number" not in inside[0].senses or (length == 3 and "mark" not in inside[1].senses):
            continue
        before, after = tokens[:at], tokens[at + length + 1 :]
        beside = [neighbour.senses.keys() for neighbour in (*before[-1:], *after[:1])]
        if beside and all({"dash", "slash"} & senses for senses in beside):
            doubt = Token("", token.start, token.start, _MARK)
            return [*before, inside[0], doubt, *_doubted_ends(after)] if after else [*before, inside[0], doubt]
    return tokens


def _closing(tokens: list[Token]) -> int | None:
    """Return where the bracket that the first token opens is closed."""
    depth = 0
    for at, token in enumerate(tokens):
        depth += ("open" in token.senses) - ("close" in token.senses)
        if depth == 0:
            return at
    return None


def _is_part(inside: list[Token]) -> bool:
    match inside:
        case [Token(senses=one)]:
            return "part" in one
        case [Token(senses=one), Token(senses=two)]:
            return "ordinal" in one and "fraction" in two
    return False


def _is_day(inside: list[Token]) -> bool:
    """Tell whether a day or month stands there, `1945 (8. Mai)`, which never matters (Y1)."""
    known = [token.senses.keys() & {"month", "weekday", "filler", "number", "ordinal"} for token in inside]
    return all(known) and any("month" in senses for senses in known) and all(token.digits < 3 for token in inside)


def _speaks_of_time(inside: Iterable[Token]) -> bool:
    known = [token.senses.keys() - {"leading"} for token in inside]
    if any("correction" in senses for senses in known) and any({"number", "roman"} & senses for senses in known):
        return True
    return any("era" in senses for senses in known) or (all(known) and any(_TIME & senses for senses in known))
