"""The faces that cards are set in: Source Serif Pro (SIL Open Font License 1.1), embedded as subsets."""

import unicodedata
from functools import cache
from importlib.resources import files
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

FAMILY = "SourceSerifPro"
# An empty box stands for a character without a glyph, so that the place is seen; a finding names the character.
PLACEHOLDER = "☐"


class Typeface:
    """One weight of the family: which characters it has and how wide they are, in thousandths of the type size."""

    def __init__(self, style: str) -> None:
        """Load a style of the family (`Regular`, `Semibold`, `Black`) and make it known to reportlab."""
        self.name = f"{FAMILY}-{style}"
        path = Path(str(files("font_source_serif_pro").joinpath("files", f"{self.name}.ttf")))
        self._font = TTFont(self.name, str(path), shapable=False)
        pdfmetrics.registerFont(self._font)
        face = self._font.face
        self.ascent: int = face.ascent
        self.descent: int = face.descent
        self.cap_height: int = face.capHeight
        self._widths: dict[str, float] = {
            chr(code): face.charWidths.get(code, face.defaultWidth) for code in face.charToGlyph
        }
        self._widths["\u00a0"] = self._widths[" "]
        # Hyphens that show only at a line's end, or never break, are the business of lines.py.
        self._characters = {*self._widths, "\u00ad", "\u2011"}

    def has(self, character: str) -> bool:
        """Tell whether there is a glyph for this character."""
        return character in self._characters

    def width(self, text: str) -> float:
        """Return the width of `text`, every character of which has a glyph, in thousandths of the type size."""
        widths = self._widths
        return sum([widths[character] for character in text])

    def substitute(self, text: str) -> tuple[str, tuple[str, ...]]:
        """Return `text` with only characters that have glyphs, and those that were lost, each once, in order.

        A character that is only another form of letters there are (the Dutch `ĳ`, the ligature `ﬁ`) becomes those.
        """
        if self._characters.issuperset(text):
            return text, ()
        missing: dict[str, None] = {}
        shown = []
        for character in text:
            plain = character if self.has(character) else unicodedata.normalize("NFKC", character)
            if not all(map(self.has, plain)):
                missing[character] = None
                plain = PLACEHOLDER
            shown.append(plain)
        return "".join(shown), tuple(missing)


@cache
def typeface(style: str) -> Typeface:
    """Return a style of the family, loaded once."""
    return Typeface(style)
