"""Ages, `vor 66 Mio. Jahren`: what their number means, and from when they are counted (Y14)."""

from dataclasses import replace

from .cursor import Cursor
from .errors import YearError
from .scanner import Token
from .side import OLDEST, Side
from .structure import Age, Structure, Year


def written_decimal(token: Token) -> tuple[int, int]:
    """Return the place of the mark in the number, and how many digits follow it."""
    mark = max(token.text.find("."), token.text.find(","))
    return mark, len(token.text) - mark - 1


def build_age(side: Side, reader: Cursor) -> Structure:
    """Return an age, or the year it comes to if it is counted from the reference year (Y14)."""
    assert side.age is not None  # noqa: S101 - the caller looked
    token, scale = side.age
    if not side.ago:
        raise YearError("incomplete", "a number of years; before when?", side.start, _ago(side, reader))
    number, decimals = _age_number(token, scale, reader)
    parts = 10**decimals
    if number * scale > OLDEST * parts:
        raise YearError("unlikely", f"`{token.text}`: older than the universe; is the decimal mark right?", side.start)
    if scale == 1000 and (side.in_words or number * scale < 10_000 * parts):
        number, decimals, parts, scale = number * scale // parts, 0, 1, 1
    if number * scale >= 10_000 * parts:
        return Age(number, decimals, scale)
    if reader.reference_year is None:
        raise YearError("needs-reference-year", "years before when? the series names no reference year", side.start)
    if number * scale % parts:
        raise _no_whole_number(token)
    reader.flags.add("reference-year")
    return Year(reader.reference_year - number * scale // parts)


def _ago(side: Side, reader: Cursor) -> tuple[str, ...]:
    """Return `vor 66 Mio. Jahren` for `66 Mio. Jahre` if nothing else stands there."""
    if reader.text.strip() != reader.text[side.start : side.end]:
        return ()
    try:
        age = build_age(replace(side, ago=True), reader)
    except YearError:
        return ()
    return (reader.printed(age),)


def _age_number(token: Token, scale: int, reader: Cursor) -> tuple[int, int]:
    """Return the number without its mark, and how many of its digits stand behind the mark."""
    if "decimal" in token.senses:
        mark, decimals = written_decimal(token)
        if scale == 1 or (token.text[mark] != reader.language.decimal and decimals > 2):
            raise _no_whole_number(token)
        whole, fraction = token.senses["decimal"]
        return whole * 10**decimals + fraction, decimals
    return token.senses["number"], 3 if scale > 1 and _is_decimal(token, scale, reader) else 0


def _is_decimal(token: Token, scale: int, reader: Cursor) -> bool:
    """Tell whether `13,800` in `13,800 Mrd.` is a decimal: it is where thousands would be older than the universe.

    `2.588 Mio.` can be either, whatever the language, as Swiss and English points come together; only the comma of
    English is never a decimal mark. Raises YearError.
    """
    mark = token.senses.get("grouped")
    if mark not in (".", ",") or token.digits > 6:
        return False
    number: int = token.senses["number"]
    if token.padded or number * scale > OLDEST:
        return True
    if mark == "," and reader.language.decimal != ",":
        return False
    meant = tuple(map(reader.printed, (Age(number, 0, scale), _shortened(number, scale))))
    message = f"`{token.text}` can be thousands or a decimal: `{meant[0]}` or `{meant[1]}`?"
    raise YearError("ambiguous-number", message, token.start, meant)


def _shortened(thousandths: int, scale: int) -> Age:
    """Return an age that is written in one way only: 4,5 million, or 2 588 000."""
    decimals = 3
    while decimals and thousandths % 10 == 0:
        thousandths, decimals = thousandths // 10, decimals - 1
    return Age(thousandths, decimals, scale) if decimals < 3 else Age(thousandths * scale // 1000, 0, 1)


def _no_whole_number(token: Token) -> YearError:
    return YearError("incomplete", f"`{token.text}` is not a whole number of years", token.start)
