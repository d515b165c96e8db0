"""The calibration sheet: what a printer does to a page, to be read off by a person.

Paper printed on both sides: crosses on the front, scales on the back; held against the light they show how far the
printer misses with the back. Paper that is folded: crosses that meet if it is folded right. Rulers show whether the
printer scales.
"""

import io

from reportlab.pdfgen.canvas import Canvas

from ..sheets import Face, Flip, Layout
from .canvas import About, new_canvas
from .fonts import typeface
from .plan import MM
from .profile import Profile, Type

# The crosses lie this far from the upper and the lower edge, on small paper three tenths of its height; the scales go
# this far from zero (mm).
FROM_EDGE, SHARE = 45.0, 0.3
REACH = 12
TEXT, LINE = 9.0, 6.0  # points, millimetres
RULER, ROOM_OF_RULER = 100, 22

BOTH_SIDES = {
    Face.FRONT: (
        "Calibration sheet, front",
        "1. Print both sides at 100 %, turning the paper on its {edge} edge.",
        "2. The rulers must measure {ruler} mm; if not, the printer scales: choose “actual size”.",
        "3. Hold the sheet against the light, this side away from you.",
    ),
    Face.BACK: (
        "Calibration sheet, back",
        "4. Read on each scale where the centre of the front’s cross is seen:",
        "to the right is positive, upwards is positive.",
        "5. wildmix print calibrate --printer NAME --above=X,Y --below=X,Y",
    ),
}
FOLDED = (
    "Calibration sheet, printed on one side",
    "1. Print at 100 %.",
    "2. The rulers must measure {ruler} mm; if not, the printer scales: choose “actual size”.",
    "3. Fold the sheet along the line, the printing outside, and hold it against the light:",
    "the crosses of both halves must meet.",
)
ONE_SIDE = FOLDED[:3]


def cross_distance(layout: Layout) -> float:
    """Return how far the two crosses lie apart, in millimetres."""
    return layout.paper.height - 2 * _from_edge(layout)


def calibration_sheet(profile: Profile) -> bytes:
    """Return the sheet for the paper and the flip of a profile: two pages, one if it is printed on one side."""
    output = io.BytesIO()
    # In the program's own type: a font of the publisher that is broken must not keep anyone from calibrating.
    plain = profile.model_copy(update={"type": Type()})
    canvas = new_canvas(output, plain, About("Calibration sheet", "en"))
    layout, flip = profile.sheet.layout, profile.sheet.flip
    if flip.is_duplex:
        for face, lines in BOTH_SIDES.items():
            _begin(canvas)
            for y in (_from_edge(layout), layout.paper.height - _from_edge(layout)):
                (_scale if face is Face.BACK else _cross)(canvas, layout.paper.width / 2, y)
            _page(canvas, layout, lines, layout.paper.height / 2, flip.value.removesuffix("-edge"))
    elif flip is Flip.FOLD:
        _begin(canvas)
        _folded(canvas, layout)
        _page(canvas, layout, FOLDED, layout.paper.height / 2 + (0 if layout.folds_upright else 25))
    else:
        _begin(canvas)
        _page(canvas, layout, ONE_SIDE, layout.paper.height / 2)
    canvas.save()
    return output.getvalue()


def _from_edge(layout: Layout) -> float:
    return min(FROM_EDGE, SHARE * layout.paper.height)


def _begin(canvas: Canvas) -> None:
    canvas.setStrokeColorCMYK(0, 0, 0, 1)
    canvas.setFillColorCMYK(0, 0, 0, 1)
    canvas.setLineWidth(0.3)


def _page(canvas: Canvas, layout: Layout, lines: tuple[str, ...], y: float, edge: str = "") -> None:
    """Put rulers on a page and the text about height `y`, and end it."""
    ruler = _rulers(canvas, layout)
    lines = tuple(line.format(edge=edge, ruler=ruler) for line in lines)
    faces = [typeface("Semibold" if number == 0 else "Regular") for number in range(len(lines))]
    widest = max(face.width(line) for face, line in zip(faces, lines, strict=True)) * TEXT / 1000 / MM
    shrink = min(1.0, (layout.paper.width - 2 * layout.margin - 2 * ROOM_OF_RULER) / widest)
    top = y + LINE * shrink * (len(lines) - 1) / 2
    for number, (face, line) in enumerate(zip(faces, lines, strict=True)):
        canvas.setFont(face.font.name, TEXT * shrink)
        canvas.drawCentredString(layout.paper.width / 2 * MM, (top - LINE * shrink * number) * MM, line)
    canvas.showPage()


def _folded(canvas: Canvas, layout: Layout) -> None:
    """Draw the line to fold along, and crosses that meet when it is folded there."""
    width, height = layout.paper.width, layout.paper.height
    canvas.setDash(6, 4)
    if layout.folds_upright:
        _line(canvas, width / 2, layout.margin, width / 2, height - layout.margin)
        crosses = [(x, y) for x in (width / 4, 3 * width / 4) for y in (height / 4, 3 * height / 4)]
    else:
        _line(canvas, layout.margin, height / 2, width - layout.margin, height / 2)
        crosses = [(x, y) for x in (width / 3, 2 * width / 3) for y in (height / 6, 5 * height / 6)]
    canvas.setDash()
    for x, y in crosses:
        _cross(canvas, x, y)


def _cross(canvas: Canvas, x: float, y: float) -> None:
    for dx, dy in ((REACH, 0), (0, REACH)):
        _line(canvas, x - dx, y - dy, x + dx, y + dy)
    canvas.circle(x * MM, y * MM, 3 * MM)


def _scale(canvas: Canvas, x: float, y: float) -> None:
    canvas.setFont(typeface("Regular").font.name, 5)
    for step in range(-2 * REACH, 2 * REACH + 1):
        at = step / 2
        length = 3.0 if step % 10 == 0 else 2.0 if step % 2 == 0 else 1.0
        _line(canvas, x + at, y - length, x + at, y + length)
        _line(canvas, x - length, y + at, x + length, y + at)
        if step % 10 == 0 and step:
            canvas.drawCentredString((x + at) * MM, (y - length - 2) * MM, f"{at:+g}")
            canvas.drawString((x + length + 0.8) * MM, (y + at - 0.6) * MM, f"{at:+g}")
    for dx, dy in ((REACH, 0), (0, REACH)):
        _line(canvas, x - dx, y - dy, x + dx, y + dy)


def _rulers(canvas: Canvas, layout: Layout) -> int:
    """Draw a ruler along the left and one along the lower edge, and return how long they are."""
    canvas.setFont(typeface("Regular").font.name, 5)
    edge = layout.margin + 3
    room = min(layout.paper.width, layout.paper.height) - 2 * layout.margin - ROOM_OF_RULER
    ruler = max(10, min(RULER, int(room // 10) * 10))
    left = (layout.paper.width - ruler) / 2
    below = (layout.paper.height - ruler) / 2
    for step in range(ruler + 1):
        length = 5.0 if step % 10 == 0 else 2.5
        _line(canvas, left + step, edge, left + step, edge + length)
        _line(canvas, edge, below + step, edge + length, below + step)
        if step % 10 == 0:
            canvas.drawCentredString((left + step) * MM, (edge + 6) * MM, f"{step}")
            canvas.drawString((edge + 6) * MM, (below + step - 0.6) * MM, f"{step}")
    return ruler


def _line(canvas: Canvas, x1: float, y1: float, x2: float, y2: float) -> None:
    canvas.line(x1 * MM, y1 * MM, x2 * MM, y2 * MM)
