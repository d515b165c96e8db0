"""Lines of type as operators of a page: words are looked up once, with their kerning, in the fonts of one document."""

from itertools import groupby
from operator import itemgetter

from reportlab.pdfgen.canvas import Canvas

from .fonts import Run, typeface
from .ink import number

MOST_WORDS = 20_000  # words that are remembered as they are written


class Typesetter:
    """Sets lines in the fonts of the document of one canvas."""

    def __init__(self, canvas: Canvas) -> None:
        """Begin without words."""
        self._document = canvas._doc  # type: ignore[attr-defined]  # noqa: SLF001 - reportlab gives no other way to it
        self._words: dict[tuple[str, str], list[Run]] = {}
        self._font: tuple[str, float] | None = None

    def begin(self) -> str:
        """Return the operator that begins a text object, in which a font must be named again."""
        self._font = None
        return "BT"

    def line(self, style: str, text: str, size: float, x: float, y: float) -> list[str]:
        """Return the operators that set a line, begun at a point; every character must have a glyph."""
        operators = [f"1 0 0 1 {x:.2f} {y:.2f} Tm"]
        for name, shown in self._runs(style, text):
            if self._font != (font := (name, size)):
                self._font = font
                operators.append(f"{name} {number(size, 3)} Tf")
            operators.append(f"{shown} Tj" if shown.count("(") == 1 and shown[-1] == ")" else f"[{shown}] TJ")
        return operators

    def _runs(self, style: str, text: str) -> list[Run]:
        """Return a line as stretches in one font each: words are looked up, a space belongs to the word before it."""
        runs = [run for word in text.replace(" ", " \n").split("\n") for run in self._word(style, word)]
        # Two strings with nothing between them are one; a parenthesis inside a string is escaped.
        return [
            Run(font, "".join([run.shown for run in stretch]).replace(")(", ""))
            for font, stretch in groupby(runs, itemgetter(0))
        ]

    def _word(self, style: str, word: str) -> list[Run]:
        found = self._words.get((style, word))
        if found is None:
            found = typeface(style).runs(word, self._document)
            if len(self._words) < MOST_WORDS:
                self._words[style, word] = found
        return found
