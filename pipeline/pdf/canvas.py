"""Sheets written into a PDF file: reportlab keeps the file, fonts and pages; what stands on a page is written here.

reportlab's own drawing methods format every number by a general routine and know no kerning; a page of cards is but a
few kinds of operators.
"""

import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from ..sheets import Box, Face, Flip, Misprint, Placement, SheetSide, crop_marks, mirrored, turned
from .codes import Blocks
from .faces import FaceContent
from .fonts import typeface
from .ink import BLACK, WHITE, Ink, number, operator
from .plan import MM
from .profile import Colours, Profile, Standard
from .typesetting import Typesetter

# The version of the file each standard allows: 1.7 for viewer preferences where there is none.
VERSIONS = {Standard.NONE: (1, 7), Standard.X4: (1, 6), Standard.X1A: (1, 4)}
DUPLEX = {Flip.LONG_EDGE: "DuplexFlipLongEdge", Flip.SHORT_EDGE: "DuplexFlipShortEdge"}
# Graphics states of files that overprint; finish.py defines them.
OVERPRINT, KNOCK_OUT = "/Over gs", "/Knock gs"

# Streams as bytes, not as ASCII for mail of the 1990s: a fifth smaller. reportlab has no setting for one file only.
rl_config.useA85 = 0


class _Moment:
    """When every file says it was made. reportlab would take another moment from the variable SOURCE_DATE_EPOCH."""

    lt = (2000, 1, 1, 0, 0, 0, 5, 1, 0)  # as time.gmtime gives it
    t, YMDhms, dhh, dmm, tzname = 946_684_800.0, lt[:6], 0, 0, "UTC"

    def __init__(self, _invariant: object) -> None:
        """Take what reportlab gives to its own."""


pdfdoc.TimeStamp = _Moment  # type: ignore[attr-defined]  # the stubs do not know it

Draw = Callable[[Placement], FaceContent]


@dataclass(frozen=True, slots=True)
class About:
    """What the file says of itself."""

    title: str
    language: str
    author: str = ""
    subject: str = ""


def write_sheets(
    sides: Iterable[SheetSide], profile: Profile, draw: Draw, about: About, misprint: Misprint | None = None
) -> bytes:
    """Return a PDF file of `sides`; `draw` gives each face, in points from its lower left corner.

    Backs are printed so that the fault `misprint` of a printer brings them behind their fronts.
    """
    output = io.BytesIO()
    canvas = new_canvas(output, profile, about)
    pen = _Pen(canvas, profile)
    matrix = misprint.matrix(profile.sheet.layout) if misprint else None
    for side in sides:
        if matrix and side.side is Face.BACK:
            pen.transform(*matrix[:4], matrix[4] * MM, matrix[5] * MM)
        pen.side(side, [(place, draw(place)) for place in side.placements])
        canvas.showPage()
    canvas.save()
    return output.getvalue()


def new_canvas(output: io.BytesIO, profile: Profile, about: About) -> Canvas:
    """Return an empty reportlab canvas: paper, boxes, version and what the file says of itself."""
    layout, flip = profile.sheet.layout, profile.sheet.flip
    canvas = Canvas(
        output,
        pagesize=(layout.paper.width * MM, layout.paper.height * MM),
        pageCompression=1,
        invariant=1,
        pdfVersion=VERSIONS[profile.file.standard],
        initialFontName=typeface(profile.type.fonts.styles[0]).font.name,  # type: ignore[arg-type]  # the stubs say float
        trimBox=_corners(layout.grid_box),
        bleedBox=_corners(layout.grid_box.grown(layout.bleed)),
        lang=about.language,
    )
    canvas.setTitle(about.title)
    canvas.setAuthor(about.author)
    canvas.setSubject(about.subject)
    canvas.setCreator("wildmix")
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("Duplex", DUPLEX.get(flip, "Simplex"))
    canvas.setViewerPreference("DisplayDocTitle", "true")
    return canvas


def _corners(box: Box) -> tuple[float, float, float, float]:
    return box.x * MM, box.y * MM, box.right * MM, box.top * MM


class _Pen:
    """Writes the operators of pages."""

    def __init__(self, canvas: Canvas, profile: Profile) -> None:
        self._canvas, self._typesetter = canvas, Typesetter(canvas)
        self._fill = partial(operator, colours=profile.file.colours)
        self._overprints = profile.file.overprint
        self._marks = {side: _marks(profile, side) for side in Face}

    def transform(self, *matrix: float) -> None:
        """Put a matrix before all that follows on the page; its turn needs more places than a length."""
        self._write(f"{' '.join(number(value, 6) for value in matrix)} cm")

    def side(self, side: SheetSide, faces: list[tuple[Placement, FaceContent]]) -> None:
        """Write one page: grounds first, that no bleed covers a neighbour; then faces, then marks."""
        lines: list[str] = []
        for place, content in faces:
            if content.ground:
                lines += self._inked(content.ground), f"{_rectangle(place.ground)} re f"
        for place, content in faces:
            lines += f"q {_matrix(place)} cm", *self._face(content), "Q"
        self._write("\n".join(lines + self._marks[side.side]))

    def _write(self, text: str) -> None:
        self._canvas.addLiteral(text)

    def _face(self, content: FaceContent) -> list[str]:
        lines = [line for shape in content.shapes for line in (self._inked(shape.ink), _path(shape.points))]
        if content.code:
            lines += self._code(content.code)
        if not content.lines:
            return lines
        lines.append(self._typesetter.begin())
        ink: Ink | None = None
        for line in content.lines:
            if ink != (ink := line.ink):
                lines.append(self._inked(ink))
            lines += self._typesetter.line(line.style, line.text, line.size, line.x, line.y)
        lines.append("ET")
        return lines

    def _code(self, code: Blocks) -> Iterator[str]:
        """Iterate over the operators of a code: all bars are one path, so that no hair of white parts them."""
        for ink, bars in ((WHITE, (code.white,)), (BLACK, code.bars)):
            yield self._inked(ink)
            for bar in bars:
                yield f"{' '.join(map(number, bar))} re"
            yield "f"

    def _inked(self, ink: Ink) -> str:
        if not self._overprints:
            return self._fill(ink)
        return f"{OVERPRINT if ink.is_black else KNOCK_OUT} {self._fill(ink)}"


def _marks(profile: Profile, side: Face) -> list[str]:
    """Return the operators of the marks on a side of every sheet."""
    sheet, layout = profile.sheet, profile.sheet.layout
    strokes = crop_marks(layout, sheet.marks)
    if not strokes or not sheet.mark_sides.has(side):
        return []
    if side is Face.BACK and sheet.flip.turns:
        still = turned(Box(0, 0, 0, 0), layout.paper, sheet.flip)[1]
        strokes = mirrored(strokes, layout, across=not still)
    ink = "0 G" if profile.file.colours is Colours.RGB else "0 0 0 1 K"
    drawn = (f"{_point(mark.x1, mark.y1)} m {_point(mark.x2, mark.y2)} l S" for mark in strokes)
    return [ink, f"{number(sheet.mark_weight)} w", *drawn]


def _matrix(place: Placement) -> str:
    """Return the matrix that puts the lower left corner of a face on its place."""
    if place.rotation:
        return f"-1 0 0 -1 {_point(place.box.right, place.box.top)}"
    return f"1 0 0 1 {_point(place.x, place.y)}"


def _point(x: float, y: float) -> str:
    return f"{x * MM:.2f} {y * MM:.2f}"


def _rectangle(box: Box) -> str:
    return f"{_point(box.x, box.y)} {_point(box.width, box.height)}"


@cache
def _path(points: tuple[tuple[float, float], ...]) -> str:
    first, *others = (f"{number(x)} {number(y)}" for x, y in points)
    return f"{first} m {' '.join(f'{point} l' for point in others)} h f"
