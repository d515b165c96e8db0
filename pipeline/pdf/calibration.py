"""The calibration sheet: crosses on the front, scales on the back, rulers on both.

Held against the light it shows how far a printer misses with the back, and whether it scales.
"""

import io

from reportlab.pdfgen.canvas import Canvas

from ..sheets import Layout
from .canvas import About, new_canvas
from .faces import MM
from .fonts import typeface
from .profile import Profile

# The crosses lie this far from the upper and the lower edge; the scales go this far from zero (mm).
FROM_EDGE = 45.0
REACH = 12
TEXT = 9.0
RULER = 100

FRONT = (
    "Calibration sheet, front",
    "1. Print both sides at 100 %, turning the paper as for cards.",
    "2. The rulers must measure 100 mm; if not, the printer scales: choose “actual size”.",
    "3. Hold the sheet against the light, this side away from you.",
)
BACK = (
    "Calibration sheet, back",
    "4. Read on each scale where the centre of the front’s cross is seen:",
    "to the right is positive, upwards is positive.",
    "5. wildmix print calibrate --printer NAME --above=X,Y --below=X,Y",
)


def cross_distance(layout: Layout) -> float:
    """Return how far the two crosses lie apart, in millimetres."""
    return layout.paper.height - 2 * FROM_EDGE


def calibration_sheet(profile: Profile) -> bytes:
    """Return the sheet for the paper and the flip of a profile: two pages."""
    output = io.BytesIO()
    canvas = new_canvas(output, profile, About("Calibration sheet", "en"))
    layout = profile.sheet.layout
    x = layout.paper.width / 2
    for lines, scaled in ((FRONT, False), (BACK, True)):
        canvas.setStrokeColorCMYK(0, 0, 0, 1)
        canvas.setFillColorCMYK(0, 0, 0, 1)
        canvas.setLineWidth(0.3)
        for y in (FROM_EDGE, layout.paper.height - FROM_EDGE):
            (_scale if scaled else _cross)(canvas, x, y)
        _rulers(canvas, layout)
        _text(canvas, x, layout.paper.height / 2 + 5 * len(lines) / 2, lines)
        canvas.showPage()
    canvas.save()
    return output.getvalue()


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


def _rulers(canvas: Canvas, layout: Layout) -> None:
    """Draw a ruler along the left and one along the lower edge."""
    canvas.setFont(typeface("Regular").font.name, 5)
    edge = layout.margin + 3
    left = (layout.paper.width - RULER) / 2
    below = (layout.paper.height - RULER) / 2
    for step in range(RULER + 1):
        length = 5.0 if step % 10 == 0 else 2.5
        _line(canvas, left + step, edge, left + step, edge + length)
        _line(canvas, edge, below + step, edge + length, below + step)
        if step % 10 == 0:
            canvas.drawCentredString((left + step) * MM, (edge + 6) * MM, f"{step}")
            canvas.drawString((edge + 6) * MM, (below + step - 0.6) * MM, f"{step}")


def _text(canvas: Canvas, x: float, y: float, lines: tuple[str, ...]) -> None:
    for number, line in enumerate(lines):
        canvas.setFont(typeface("Semibold" if number == 0 else "Regular").font.name, TEXT)
        canvas.drawCentredString(x * MM, (y - 6 * number) * MM, line)


def _line(canvas: Canvas, x1: float, y1: float, x2: float, y2: float) -> None:
    canvas.line(x1 * MM, y1 * MM, x2 * MM, y2 * MM)
