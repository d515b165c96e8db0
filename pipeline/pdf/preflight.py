"""What a print shop would refuse, read back from a file: boxes, fonts, colours, ink, resolution, the rules of PDF/X."""

import io
import re
from collections.abc import Iterator
from typing import Any

import pikepdf

from ..diagnostics import Diagnostic, finding
from ..sheets import Box
from ..source import Span
from .contents import Use, fonts, rectangle, uses
from .plan import MM
from .profile import Profile, Standard
from .standards import breaches, claimed_standard

TOLERANCE = 0.02  # millimetres
LEAST_DPI = 300
INHERITED = ("/MediaBox", "/CropBox", "/Rotate")
DEEPEST = 50  # nodes in the tree of pages
_STREAM = re.compile(r"^(?:stream )?<[^>]*>(?: \([^)]*\))?:? ?")


def preflight(data: bytes, name: str, profile: Profile | None = None) -> tuple[int, list[Diagnostic]]:
    """Check a file called `name` in findings, by itself and against the profile it was printed by.

    Returns the number of pages and a finding for each fault.
    """
    place = Span(name)
    try:
        with pikepdf.open(io.BytesIO(data), attempt_recovery=False) as pdf:
            found = [finding(code, message, place) for code, message in _faults(pdf, data, profile)]
            if not pdf.pages:
                found = [finding("WM610", "this file has no pages", place)]
            return len(pdf.pages), found
    except (pikepdf.PdfError, pikepdf.PasswordError) as error:
        said = _STREAM.sub("", str(error))
        return 0, [finding("WM610", f"this is not a whole PDF file that can be read: {said}", place)]
    except (AttributeError, LookupError, TypeError, ValueError, RecursionError) as error:
        # Whatever stands in a file where the format has something else.
        return 0, [finding("WM610", f"this is no PDF file in good order: {str(error).splitlines()[0]}", place)]


def _faults(pdf: pikepdf.Pdf, data: bytes, profile: Profile | None) -> Iterator[tuple[str, str]]:
    claimed = claimed_standard(pdf)
    standard = profile.file.standard if profile else claimed
    if profile and profile.file.standard is not claimed:
        yield "WM618", f"the profile asks for {_called(standard)}, the file says it is {_called(claimed)}"
    yield from (("WM611", message) for message in _boxes(pdf, profile))
    yield from (("WM612", message) for message in _fonts(pdf))
    limit = profile.file.ink_limit if profile else 300
    rgb = profile is not None and profile.file.colours == "rgb"
    seen: set[tuple[str, str]] = set()
    for number, page in enumerate(pdf.pages, 1):
        for use in uses(page):
            for code, message in _use(use, limit, standard, allow_rgb=rgb):
                if (code, message) not in seen:
                    seen.add((code, message))
                    yield code, f"page {number}: {message}"
    if standard is not Standard.NONE:
        yield from (("WM618", message) for message in breaches(pdf, data, standard))


def _called(standard: Standard) -> str:
    return "no standard" if standard is Standard.NONE else standard.value


def _inherited(page: pikepdf.Page, key: str) -> Any:
    """Return what stands at a page, or at the pages it is one of; None if nothing does."""
    node: Any = page.obj
    depth = 0
    while key not in node and key in INHERITED and "/Parent" in node and depth < DEEPEST:
        node, depth = node.Parent, depth + 1
    return node.get(key)


def _box(page: pikepdf.Page, key: str) -> Box | None:
    """Return a box of a page; None if there is none, or it is no rectangle."""
    corners = rectangle(_inherited(page, key))
    return Box(*(length / MM for length in corners)) if corners else None


def _inside(inner: Box, outer: Box) -> bool:
    grown = outer.grown(TOLERANCE)
    return grown.x <= inner.x and grown.y <= inner.y and inner.right <= grown.right and inner.top <= grown.top


def _boxes(pdf: pikepdf.Pdf, profile: Profile | None) -> Iterator[str]:
    """Iterate over what is wrong with the boxes of pages: each fault once, with the pages that have it."""
    sizes: dict[tuple[float, float], int] = {}
    faults: dict[str, list[int]] = {}
    for number, page in enumerate(pdf.pages, 1):
        for fault in _page_boxes(page, profile):
            faults.setdefault(fault, []).append(number)
        if trim := _box(page, "/TrimBox"):
            sizes.setdefault((round(trim.width, 1), round(trim.height, 1)), number)
    for fault, (first, *others) in faults.items():
        more = f" and {len(others)} more" if others else ""
        yield f"page {first}{more}: {fault}"
    if len(sizes) > 1:
        yield f"the pages have {len(sizes)} different trim sizes"


def _page_boxes(page: pikepdf.Page, profile: Profile | None) -> Iterator[str]:
    media, crop, bleed, trim = (_box(page, key) for key in ("/MediaBox", "/CropBox", "/BleedBox", "/TrimBox"))
    if (unit := page.obj.get("/UserUnit", 1)) != 1:
        yield f"it comes out {float(unit):g} times as large as its boxes say (UserUnit)"
    if media is None or trim is None:
        yield f"there is no {'MediaBox' if media is None else 'TrimBox'}"
        return
    if not _inside(trim, bleed or media) or not _inside(bleed or media, media):
        yield "TrimBox, BleedBox and MediaBox do not lie one in the other"
    if crop and not _inside(trim, crop):
        yield "the CropBox cuts into the TrimBox"
    if profile is None:
        return
    if turn := int(_inherited(page, "/Rotate") or 0) % 360:
        yield f"it is turned by {turn}°, which the profile does not ask for"
    layout = profile.sheet.layout
    wanted, paper = layout.grid_box, Box(0, 0, layout.paper.width, layout.paper.height)
    if not (_inside(trim, wanted) and _inside(wanted, trim) and _inside(paper, media) and _inside(media, paper)):
        yield "the boxes are not those of the profile"
    elif layout.bleed and not (bleed and _inside(wanted.grown(layout.bleed), bleed)):
        yield f"the bleed is less than {layout.bleed:g} mm"


def _fonts(pdf: pikepdf.Pdf) -> Iterator[str]:
    seen: set[str] = set()
    for page in pdf.pages:
        for font in fonts(page):
            named = str(font.get("/BaseFont", "without a name"))
            if named in seen or font.get("/Subtype") == "/Type3":
                continue
            seen.add(named)
            whole = font.DescendantFonts[0] if "/DescendantFonts" in font else font
            descriptor = whole.get("/FontDescriptor", pikepdf.Dictionary())
            if not any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3")):
                yield f"font {named.lstrip('/')} is not embedded"


def _use(use: Use, limit: int, standard: Standard, *, allow_rgb: bool) -> Iterator[tuple[str, str]]:
    if use.colour and not allow_rgb:
        yield "WM613", f"{use.colour} is used where process or spot colours are wanted"
    if use.ink > limit + 0.5:
        yield "WM614", f"{use.ink:.0f} % ink on one spot; the limit is {limit} %"
    if use.dpi and use.dpi < LEAST_DPI - 1:
        yield "WM615", f"a picture has {use.dpi:.0f} dots an inch, fewer than {LEAST_DPI}"
    if use.calibrated and standard is Standard.X1A:
        yield "WM613", f"a colour by an ICC profile is used; {standard.value} has process and spot colours only"
    if use.transparency and standard is Standard.X1A:
        yield "WM618", f"{use.transparency}: {standard.value} has no transparency"
    if use.forbidden and standard is not Standard.NONE:
        yield "WM618", f"{use.forbidden} is forbidden in {standard.value}"
