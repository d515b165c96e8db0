"""A deck as a PDF file: sheets painted with reportlab. The same input gives the same bytes."""

import io
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from ..cards import Deck
from ..diagnostics import Diagnostic, finding
from ..sheets import Box, Face, Flip, Layout, Placement, SheetSide, crop_marks, impose
from .faces import BLACK, MM, Composer, FaceContent, Ink
from .fonts import typeface
from .hyphenation import has_patterns
from .profile import Profile

MARK_WEIGHT = 0.35  # points: thinner lines vanish on office printers
PDF_VERSION = (1, 7)  # viewer preferences for duplex and scaling
DUPLEX = {
    Flip.LONG_EDGE: "DuplexFlipLongEdge",
    Flip.SHORT_EDGE: "DuplexFlipShortEdge",
    Flip.FOLD: "Simplex",
    Flip.NONE: "Simplex",
}

# Streams as bytes, not as ASCII for mail of the 1990s: a fifth smaller. reportlab has no setting for one file only.
rl_config.useA85 = 0

Paint = Callable[[Canvas, Placement], None]


@dataclass(frozen=True, slots=True)
class PrintedDeck:
    """A PDF file and what it holds."""

    content: bytes
    sheets: int
    pages: int
    cards: int


@dataclass(frozen=True, slots=True)
class About:
    """What the file says of itself."""

    title: str
    language: str
    author: str = ""


def render_deck(deck: Deck, profile: Profile, language: str) -> tuple[PrintedDeck | None, list[Diagnostic]]:
    """Print a deck in `language` (two letters); None if it has no cards.

    Every card is printed; what cannot be set well is a finding that names the card.
    """
    if not deck.cards:
        return None, [finding("WM607", f"deck `{deck.name}` has no cards")]
    composer = Composer(deck, profile, language)
    faces = [{Face.FRONT: composer.front(card), Face.BACK: composer.back(card)} for card in deck]
    findings = composer.findings
    if not has_patterns(language):
        findings = [finding("WM608", f"there are no hyphenation patterns for `{language}`"), *findings]
    sides = impose(len(deck), profile.sheet.layout, profile.sheet.flip)

    def paint(canvas: Canvas, place: Placement) -> None:
        paint_face(canvas, faces[place.card][place.face])

    content = paint_sheets(sides, profile, paint, _about(deck, language))
    sheets = len({side.sheet for side in sides})
    return PrintedDeck(content, sheets, len(sides), len(deck)), findings


def _about(deck: Deck, language: str) -> About:
    series = tuple(deck.series.values())
    title = f"{series[0].title(language)} ({deck.name})" if len(series) == 1 else deck.name
    return About(title, language, ", ".join(dict.fromkeys(name for one in series for name in one.credits)))


def paint_sheets(sides: Iterable[SheetSide], profile: Profile, paint: Paint, about: About) -> bytes:
    """Return a PDF file of `sides`; `paint` draws one face, in points from its lower left corner."""
    layout = profile.sheet.layout
    marks = crop_marks(layout, profile.sheet.marks)
    output = io.BytesIO()
    canvas = _canvas(output, layout, profile.sheet.flip, about)
    for side in sides:
        if side.side is Face.FRONT and marks:
            canvas.setLineWidth(MARK_WEIGHT)
            _stroke(canvas, BLACK)
            canvas.lines([(mark.x1 * MM, mark.y1 * MM, mark.x2 * MM, mark.y2 * MM) for mark in marks])
        for place in side.placements:
            canvas.saveState()
            canvas.translate(place.x * MM, place.y * MM)
            if place.rotation:
                canvas.translate(place.box.width * MM, place.box.height * MM)
                canvas.rotate(place.rotation)
            paint(canvas, place)
            canvas.restoreState()
        canvas.showPage()
    canvas.save()
    return output.getvalue()


def _canvas(output: io.BytesIO, layout: Layout, flip: Flip, about: About) -> Canvas:
    page = Box(0, 0, layout.paper.width, layout.paper.height)
    canvas = Canvas(
        output,
        pagesize=(page.width * MM, page.height * MM),
        pageCompression=1,
        invariant=1,
        pdfVersion=PDF_VERSION,
        initialFontName=typeface("Regular").name,  # type: ignore[arg-type]  # the stubs say float
        trimBox=_corners(layout.grid_box),
        bleedBox=_corners(layout.grid_box.grown(layout.bleed)),
        lang=about.language,
    )
    canvas.setTitle(about.title)
    canvas.setAuthor(about.author)
    canvas.setSubject("")
    canvas.setCreator("wildmix")
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("Duplex", DUPLEX[flip])
    canvas.setViewerPreference("DisplayDocTitle", "true")
    return canvas


def _corners(box: Box) -> tuple[float, float, float, float]:
    return box.x * MM, box.y * MM, box.right * MM, box.top * MM


def paint_face(canvas: Canvas, content: FaceContent) -> None:
    """Draw shapes and lines of type."""
    for shape in content.shapes:
        _fill(canvas, shape.ink)
        path = canvas.beginPath()
        path.moveTo(*shape.points[0])
        for point in shape.points[1:]:
            path.lineTo(*point)
        path.close()
        canvas.drawPath(path, stroke=0, fill=1)
    text = canvas.beginText()
    font: tuple[str, float] | None = None
    ink: Ink | None = None
    for line in content.lines:
        if font != (font := (line.style, line.size)):
            text.setFont(*font)
        if ink != (ink := line.ink):
            text.setFillColorCMYK(*ink)
        text.setTextOrigin(line.x, line.y)
        text.textOut(line.text)
    canvas.drawText(text)


def _fill(canvas: Canvas, ink: Ink) -> None:
    canvas.setFillColorCMYK(*ink)


def _stroke(canvas: Canvas, ink: Ink) -> None:
    canvas.setStrokeColorCMYK(*ink)
