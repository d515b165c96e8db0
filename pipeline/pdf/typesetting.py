"""Lines of type as operators of a page, kerned, in the fonts of one document."""

from reportlab.pdfgen.canvas import Canvas

from .fonts import typeface
from .ink import number


class Typesetter:
    """Sets lines in the fonts of the document of one canvas."""

    def __init__(self, canvas: Canvas) -> None:
        """Begin outside a text object."""
        self._document = canvas._doc  # type: ignore[attr-defined]  # noqa: SLF001 - reportlab gives no other way to it
        self._font: tuple[str, float] | None = None

    def begin(self) -> str:
        """Return the operator that begins a text object, in which a font must be named again."""
        self._font = None
        return "BT"

    def line(self, style: str, text: str, size: float, x: float, y: float) -> list[str]:
        """Return the operators that set a line, begun at a point; every character must have a glyph."""
        operators = [f"1 0 0 1 {x:.2f} {y:.2f} Tm"]
        for name, shown in typeface(style).runs(text, self._document):
            if self._font != (font := (name, size)):
                self._font = font
                operators.append(f"{name} {number(size, 3)} Tf")
            operators.append(f"{shown} Tj" if shown.count("(") == 1 and shown[-1] == ")" else f"[{shown}] TJ")
        return operators
