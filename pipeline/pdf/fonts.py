"""The faces that cards are set in, embedded as subsets: Source Serif Pro, and Cardo for the characters it lacks.

Both are under the SIL Open Font License 1.1. Kerning is asked from HarfBuzz pair by pair, so that the width of a line
is the sum over its characters and their pairs, wherever it is divided. Ligatures are not set.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from importlib.resources import files
from itertools import accumulate, pairwise
from operator import add
from pathlib import Path
from typing import NamedTuple

import uharfbuzz as harfbuzz  # type: ignore[import-untyped]  # has no types
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import PDFDocument
from reportlab.pdfbase.ttfonts import TTFont, TTFontFace

from .profile import OF_FILE

# Style → package and file of the face, and of the one that steps in for what it lacks.
FACES = {
    "Regular": (("font_source_serif_pro", "SourceSerifPro-Regular"), ("fontpkg_cardo", "Cardo-Regular")),
    "Semibold": (("font_source_serif_pro", "SourceSerifPro-Semibold"), ("fontpkg_cardo", "Cardo-Bold")),
    "Black": (("font_source_serif_pro", "SourceSerifPro-Black"), ("fontpkg_cardo", "Cardo-Bold")),
}
# An empty box stands for a character without a glyph, so that the place is seen; a finding names the character.
PLACEHOLDER = "☐"
# Hyphens that show only at a line's end, or never break, are the business of lines.py.
_HYPHENS = {"\u00ad", "\u2011"}
_CHANGE = "\0"  # around the name of a font that takes over within a word; in texts it is escaped
ALIKE = 5  # characters with the same outline: it stands for what the font lacks
MOST_WORDS = 20_000  # of which it is remembered how wide they are, or how they are written
_ESCAPES = {code: f"\\{code:03o}" for code in (*range(32), *range(127, 256))} | {
    ord(sign): f"\\{sign}" for sign in "()\\"
}


Pair = tuple[str, str]  # of characters


class FontError(Exception):
    """A font of the program is missing or broken: the installation cannot print."""


class Run(NamedTuple):
    """Characters in one font: its name in the page, and the operand of TJ without its brackets."""

    font: str
    shown: str


class Font:
    """One font file: its characters, widths and kerning, in thousandths of the type size."""

    def __init__(self, path: Path, *, own: bool = False) -> None:
        """Load a font, and make it known to reportlab; raises FontError. A publisher's `own` is tried out."""
        self.name, self._path = str(path), path
        try:
            self._font = TTFont(self.name, self.name, validate=own, shapable=False)
            face = self._font.face
            absent = _without_glyph(face)
            if own:
                face.makeSubset(list(face.charToGlyph))  # what is broken shows now, not when the file is written
        except Exception as error:
            # A damaged file makes reportlab raise whatever comes; were its sums not checked, it could read for hours.
            raise FontError(f"the font {path.name} cannot be used: {error}") from error
        pdfmetrics.registerFont(self._font)
        self.ascent: int = face.ascent
        self.descent: int = face.descent
        self.cap_height: int = face.capHeight
        # Marks that no letter took in (see `clean`) are left out: they would stand beside their letter.
        self.widths: dict[str, float] = {
            sign: face.charWidths.get(code, face.defaultWidth)
            for code in face.charToGlyph
            if code not in absent and not unicodedata.combining(sign := chr(code))
        }
        self.widths["\u00a0"] = self.widths[" "]
        self.kerns = _Kerns(self._path, self.widths)
        self.advances = _Advances(self)
        self._written: _Written | None = None  # of the document that was written last

    def runs(self, text: str, document: PDFDocument) -> list[Run]:
        """Return the stretches of `text` that one subset of the font can show; raises KeyError if it lacks a sign."""
        if not text:
            return []
        written = self._written
        if written is None or written.document is not document:
            written = self._written = _Written(self, document)
        return written.runs(text)

    def code(self, sign: str, document: PDFDocument) -> tuple[str, str]:
        """Return the name of the font in the page and the character as it is written there."""
        ((subset, code),) = self._font.splitString(sign, document)
        return self._font.getSubsetInternalName(subset, document), code.decode("latin-1").translate(_ESCAPES)


def _without_glyph(face: TTFontFace) -> frozenset[int]:
    """Return the characters that a font claims to have but shows by one and the same sign: "there is none here".

    Cardo does so for most runes and for Gothic. Letters of several alphabets may be alike, but hardly five of them.
    """
    outlines, ends = face.get_table("glyf"), face.glyphPos  # type: ignore[no-untyped-call]  # reportlab has no types
    alike: dict[bytes, list[int]] = defaultdict(list)
    for code, glyph in face.charToGlyph.items():
        alike[outlines[ends[glyph] : ends[glyph + 1]]].append(code)
    alike.pop(b"", None)  # spaces
    shared = {code for codes in alike.values() if len(codes) >= ALIKE for code in codes}
    return frozenset(shared | {code for code, glyph in face.charToGlyph.items() if glyph == 0})


class _Written:
    """How signs, pairs of them and words of a font are written in one document; subsets grow as signs are used."""

    def __init__(self, font: Font, document: PDFDocument) -> None:
        self.document, self.kerns = document, font.kerns
        self.codes = _Codes(font, document)
        self.pairs, self.words = _Pairs(self), _Words(self)

    def runs(self, text: str) -> list[Run]:
        # Kerning does not reach over a space, so that a word is written one way wherever it stands.
        shown = " ".join(map(self.words.__getitem__, text.split(" ")))
        if len(self.codes.fonts) == 1:
            return [Run(font, f"({shown})") for font in self.codes.fonts]
        shown = self.codes[text[0]][0] + _CHANGE + self.words.one(text)
        parts = shown.split(_CHANGE)
        return [Run(font, f"({part})") for font, part in zip(parts[::2], parts[1::2], strict=True)]


class _Codes(dict[str, tuple[str, str]]):
    """The name of the font in the page, and the character as it is written there."""

    def __init__(self, font: Font, document: PDFDocument) -> None:
        super().__init__()
        self._font, self._document = font, document
        self.fonts: set[str] = set()

    def __missing__(self, sign: str) -> tuple[str, str]:
        _ = self._font.widths[sign]  # reportlab would write a sign for none here
        self[sign] = found = self._font.code(sign, self._document)
        self.fonts.add(found[0])
        return found


class _Words(dict[str, str]):
    """How signs that stand side by side are written; where the next is in another subset, its font is named."""

    def __init__(self, written: _Written) -> None:
        super().__init__()
        self._written = written

    def __missing__(self, word: str) -> str:
        found = self.one(word)
        if len(self) >= MOST_WORDS:
            self.clear()
        self[word] = found
        return found

    def one(self, text: str) -> str:
        """Return how a text is written that will hardly come again; raises KeyError for a sign the font lacks."""
        if not text:
            return text
        return "".join(map(self._written.pairs.__getitem__, pairwise(text))) + self._written.codes[text[-1]][1]


class _Pairs(dict[Pair, str]):
    """How the first sign of a pair is written where the second follows: what kerns it, and the font of the second."""

    def __init__(self, written: _Written) -> None:
        super().__init__()
        self._written = written

    def __missing__(self, pair: Pair) -> str:
        (font, shown), (other, _) = map(self._written.codes.__getitem__, pair)
        if kern := self._written.kerns[pair]:
            shown += f"){-kern:.0f}("
        self[pair] = found = shown if font == other else shown + _CHANGE + other + _CHANGE
        return found


class _Advances(dict[Pair, float]):
    """How far the second sign of a pair stands behind the first, in thousandths of the type size."""

    def __init__(self, font: Font) -> None:
        super().__init__()
        self._font = font

    def __missing__(self, pair: Pair) -> float:
        self[pair] = found = self._font.widths[pair[0]] + self._font.kerns[pair]
        return found


class _Kerns(dict[Pair, float]):
    """How much nearer each pair of characters stands than their widths say (negative: nearer), found when asked."""

    def __init__(self, path: Path, widths: dict[str, float]) -> None:
        super().__init__()
        self._path, self._widths = path, widths
        self._font: harfbuzz.Font | None = None

    def __missing__(self, pair: Pair) -> float:
        self[pair] = found = 0.0 if " " in pair or "\u00a0" in pair else self._find(pair)
        return found

    def _find(self, pair: Pair) -> float:
        if self._font is None:
            self._font = harfbuzz.Font(harfbuzz.Face(harfbuzz.Blob.from_file_path(str(self._path))))
            self._font.scale = (1000, 1000)
        buffer = harfbuzz.Buffer()
        buffer.add_str("".join(pair))
        buffer.guess_segment_properties()
        harfbuzz.shape(self._font, buffer, {"kern": True, "liga": False, "clig": False, "ccmp": False})
        if len(buffer.glyph_positions) != 2:
            return 0.0  # a pair that is one glyph is drawn as two
        return float(round(buffer.glyph_positions[0].x_advance - self._widths[pair[0]]))


class _Widths(dict[str, float]):
    """How wide texts are, in thousandths of the type size."""

    def __init__(self, face: "Typeface") -> None:
        super().__init__()
        self._face = face

    def __missing__(self, text: str) -> float:
        found = self._face.places(text)[-1]
        if len(self) >= MOST_WORDS:
            self.clear()
        self[text] = found
        return found


class Typeface:
    """One style, with the font that steps in for missing characters."""

    def __init__(self, name: str) -> None:
        """Load a style (`Regular`, `Semibold`, `Black`), or the file named after it and `@`; raises FontError."""
        style, _, path = name.partition(OF_FILE)
        own, self._other = FACES[style]
        self.name = name
        self.font = Font(Path(path), own=True) if path else Font(bundled_path(*own))
        self.ascent, self.descent, self.cap_height = self.font.ascent, self.font.descent, self.font.cap_height
        self._widths = _Widths(self)

    @property
    def fallback(self) -> Font:
        """The font for what the style lacks, loaded when it is first needed."""
        return _font(*self._other)

    def has(self, character: str) -> bool:
        """Tell whether there is a glyph for this character.

        Right-to-left letters are not set, nor what lies beyond U+FFFF: reportlab's files would not tell which they are.
        """
        if character in self.font.widths or character in _HYPHENS:
            return True
        settable = character <= "\uffff" and unicodedata.bidirectional(character) not in ("R", "AL")
        return settable and character in self.fallback.widths

    def width(self, text: str) -> float:
        """Return the width of `text`, every character of which has a glyph, in thousandths of the type size."""
        return self._widths[text]

    def word_widths(self, words: Iterable[str]) -> Iterator[float]:
        """Iterate over the widths of texts."""
        return map(self._widths.__getitem__, words)

    def places(self, text: str) -> list[float]:
        """Return where each character of `text` begins, each of which has a glyph, and where the last one ends."""
        own = self.font.widths
        if own.keys() >= set(text):
            places = list(accumulate(map(self.font.advances.__getitem__, pairwise(text)), initial=0.0))
            return [*places, places[-1] + own[text[-1]]] if text else places
        widths = [(own if sign in own else self.fallback.widths)[sign] for sign in text]
        return list(accumulate(map(add, widths, [*map(self.kern, text, text[1:]), 0.0]), initial=0.0))

    def kern(self, before: str, after: str) -> float:
        """Return how much the distance of two characters differs from their widths."""
        own = self.font.widths
        return self.font.kerns[before, after] if before in own and after in own else 0.0

    def _of(self, part: str) -> Font:
        return self.font if part[0] in self.font.widths else self.fallback

    def runs(self, text: str, document: PDFDocument) -> list[Run]:
        """Return a line as it is written into a page of `document`."""
        with suppress(KeyError):  # a sign that the font lacks
            return self.font.runs(text, document)
        return [run for part in _stretches(text, self.font) for run in self._of(part).runs(part, document)]

    def substitute(self, text: str) -> tuple[str, tuple[str, ...]]:
        """Return `text` with only characters that have glyphs, and those that were lost, each once, in order.

        A character that is only another form of letters there are (the Dutch `ĳ`, the ligature `ﬁ`) becomes those.
        """
        if self.font.widths.keys() >= set(text):
            return text, ()
        missing: dict[str, None] = {}
        shown = []
        for character in text:
            plain = self._plain(character)
            if not plain:
                missing[character] = None
            shown.append(plain or PLACEHOLDER)
        return "".join(shown), tuple(missing)

    def _plain(self, character: str) -> str:
        """Return what stands for a character, nothing if there is no glyph for it."""
        if character in self.font.widths or character in _HYPHENS:
            return character
        letters = unicodedata.normalize("NFKC", character)
        if len(letters) > 1 and self.font.widths.keys() >= set(letters):
            return letters
        if self.has(character):
            return character
        return letters if all(map(self.has, letters)) else ""


def _stretches(text: str, font: Font) -> list[str]:
    """Divide a text where one of the two fonts takes over from the other."""
    own = font.widths
    parts = [text[:1]] if text else []
    for before, sign in pairwise(text):
        if (before in own) == (sign in own):
            parts[-1] += sign
        else:
            parts.append(sign)
    return parts


def bundled_path(package: str, name: str) -> Path:
    """Return where a font that comes in a package lies; raises FontError if there is no such package."""
    try:
        return Path(str(files(package).joinpath("files", f"{name}.ttf")))
    except ModuleNotFoundError as error:
        raise FontError(f"the font {name} cannot be used: there is no package {package}") from error


@cache
def _font(package: str, name: str) -> Font:
    return Font(bundled_path(package, name))


@cache
def typeface(name: str) -> Typeface:
    """Return a style, or one from a file (``Black@/path/of.ttf``), loaded once; raises FontError."""
    return Typeface(name)
