"""What a year gives its callers to report: codes of findings (``findings/years.toml``), as plain strings.

Every YearError becomes one WM201 at its offset, with `suggestions` as help. An expression that was read may carry flags
of the table here.
"""

from collections.abc import Iterator

from .expression import YearExpression

UNREADABLE = "WM201"

_REMARKS = {
    "spreadsheet-float": ("WM202", "`{}` has decimals, which a spreadsheet has added"),
    "ambiguous-month": ("WM203", "`{}` is read as a span of years, but could be a year and a month"),
    "leading-word": ("WM204", "`{}` has a word before the year, which is not part of it"),
}


def remarks(expression: YearExpression) -> Iterator[tuple[str, str]]:
    """Yield the code and message of each finding that an expression deserves although it was read."""
    for flag, (code, message) in _REMARKS.items():
        if flag in expression.flags:
            yield code, message.format(expression.text)
