"""Makes ``pipeline/checks/glyphs.txt``: the characters that the fonts of the cards have (`make docs`)."""

from collections.abc import Iterator

from ..pdf.fonts import typeface

STYLES = ("Regular", "Semibold", "Black")
LAST = 0x2FFFF  # the planes that have letters and signs


def page() -> str:
    """Return the characters that all styles can show, as ranges of code points, one a line."""
    head = "# Characters that the fonts of the cards can show, made by `make docs`; do not edit."
    return "\n".join([head, *(_line(first, last) for first, last in _ranges())]) + "\n"


def _ranges() -> Iterator[tuple[int, int]]:
    first = None
    for code in range(LAST + 2):
        shown = code <= LAST and _is_shown(code)
        if shown and first is None:
            first = code
        elif not shown and first is not None:
            yield first, code - 1
            first = None


def _is_shown(code: int) -> bool:
    is_surrogate = 0xD800 <= code < 0xE000
    return not is_surrogate and not any(typeface(style).substitute(chr(code))[1] for style in STYLES)


def _line(first: int, last: int) -> str:
    return f"{first:04X}" if first == last else f"{first:04X}-{last:04X}"


if __name__ == "__main__":
    print(page(), end="")  # noqa: T201 - the page itself
