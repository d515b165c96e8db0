"""QR codes (ISO/IEC 18004): the address of a card as black squares, gathered into bars. In points. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from urllib.parse import quote

from ..cards import Card

QUIET = 4  # squares of white around the code
MOST_BYTES = 2_331  # of the largest code at this level of correction (M: 15 % may be damaged)

Bar = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Blocks:
    """A code: the white under it, its black bars (left, bottom, width, height), the side of one of its squares."""

    white: Bar
    bars: tuple[Bar, ...]
    module: float


def code_address(template: str, card: Card) -> str:
    """Return an address with the series and the id of a card in their places, quoted: card text is data."""
    return template.replace("{series}", quote(card.series, safe="")).replace("{id}", quote(card.id, safe=""))


def qr_code(text: str, size: float, x: float, y: float) -> Blocks | None:
    """Return a code of `size`, the white around it included, with its lower left corner at (x, y); None if too long."""
    if len(text.encode()) > MOST_BYTES:
        return None
    from reportlab.graphics.barcode.qrencoder import QRCode, QRErrorCorrectLevel  # noqa: PLC0415 - most decks have none

    code = QRCode(None, QRErrorCorrectLevel.M)
    code.addData(text)
    code.make()
    rows: list[list[bool]] = code.modules
    module = size / (len(rows) + 2 * QUIET)
    bars = tuple(
        (x + (QUIET + left) * module, y + size - (QUIET + line + 1) * module, length * module, module)
        for line, row in enumerate(rows)
        for left, length in _dark(row)
    )
    return Blocks((x, y, size, size), bars, module)


def _dark(row: list[bool]) -> Iterator[tuple[int, int]]:
    """Iterate over the stretches of dark squares in a row: where each begins and how long it is."""
    at = 0
    for dark, stretch in groupby(row):
        length = len(list(stretch))
        if dark:
            yield at, length
        at += length
