"""What a print shop would refuse, read back from a file: boxes, fonts, colours, ink, resolution, the rules of PDF/X.

The rules are those of ISO 15930-4 (PDF/X-1a:2003) and ISO 15930-7 (PDF/X-4) that a file of cards can break.
"""

import io
import re
from collections.abc import Iterator

import pikepdf

from ..diagnostics import Diagnostic, finding
from ..sheets import Box
from ..source import Span
from .contents import Use, uses
from .faces import MM
from .profile import Profile, Standard

TOLERANCE = 0.02  # millimetres
LEAST_DPI = 300
VERSION_LIMIT = {Standard.X4: "1.6", Standard.X1A: "1.4"}
_STREAM = re.compile(r"^(?:stream )?<[^>]*>(?: \([^)]*\))?:? ?")
_XMP_VERSION = re.compile(r"GTS_PDFXVersion(?:>|=\")([^<\"]+)")


def preflight(data: bytes, name: str, profile: Profile | None = None) -> tuple[int, list[Diagnostic]]:
    """Check a file called `name` in findings, by itself and against the profile it was printed by.

    Returns the number of pages and a finding for each fault.
    """
    place = Span(name)
    try:
        with pikepdf.open(io.BytesIO(data), attempt_recovery=False) as pdf:
            found = [finding(code, message, place) for code, message in _faults(pdf, profile)]
            return len(pdf.pages), found
    except (pikepdf.PdfError, pikepdf.PasswordError) as error:
        said = _STREAM.sub("", str(error))
        return 0, [finding("WM610", f"this is not a whole PDF file that can be read: {said}", place)]


def _faults(pdf: pikepdf.Pdf, profile: Profile | None) -> Iterator[tuple[str, str]]:
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
        yield from (("WM618", message) for message in _standard(pdf, standard))


def _called(standard: Standard) -> str:
    return "no standard" if standard is Standard.NONE else standard.value


def claimed_standard(pdf: pikepdf.Pdf) -> Standard:
    """Return the standard a file says it keeps to."""
    version = str(pdf.docinfo.get("/GTS_PDFXVersion", ""))
    if not version and "/Metadata" in pdf.Root:
        match = _XMP_VERSION.search(pdf.Root.Metadata.read_bytes().decode("utf-8", "replace"))
        version = match[1] if match else ""
    return next((one for one in (Standard.X4, Standard.X1A) if version.startswith(one.value)), Standard.NONE)


def _box(page: pikepdf.Page, key: str) -> Box | None:
    if key not in page.obj:
        return None
    left, bottom, right, top = (float(value) / MM for value in page.obj[key])
    return Box(left, bottom, right - left, top - bottom)


def _inside(inner: Box, outer: Box) -> bool:
    grown = outer.grown(TOLERANCE)
    return grown.x <= inner.x and grown.y <= inner.y and inner.right <= grown.right and inner.top <= grown.top


def _boxes(pdf: pikepdf.Pdf, profile: Profile | None) -> Iterator[str]:
    sizes: dict[tuple[float, float], int] = {}
    for number, page in enumerate(pdf.pages, 1):
        media, bleed, trim = (_box(page, key) for key in ("/MediaBox", "/BleedBox", "/TrimBox"))
        if media is None or trim is None:
            yield f"page {number} has no {'MediaBox' if media is None else 'TrimBox'}"
            continue
        if not _inside(trim, bleed or media) or not _inside(bleed or media, media):
            yield f"page {number}: TrimBox, BleedBox and MediaBox do not lie one in the other"
        sizes.setdefault((round(trim.width, 1), round(trim.height, 1)), number)
        if profile:
            layout = profile.sheet.layout
            wanted, paper = layout.grid_box, Box(0, 0, layout.paper.width, layout.paper.height)
            if not (
                _inside(trim, wanted) and _inside(wanted, trim) and _inside(paper, media) and _inside(media, paper)
            ):
                yield f"page {number}: the boxes are not those of the profile"
            elif bleed and not _inside(wanted.grown(layout.bleed), bleed):
                yield f"page {number}: the bleed is less than {layout.bleed:g} mm"
    if len(sizes) > 1:
        yield f"the pages have {len(sizes)} different trim sizes"


def _fonts(pdf: pikepdf.Pdf) -> Iterator[str]:
    seen: set[str] = set()
    for page in pdf.pages:
        resources = page.obj.get("/Resources", pikepdf.Dictionary())
        for font in resources.get("/Font", pikepdf.Dictionary()).values():
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
    if use.transparency and standard is Standard.X1A:
        yield "WM618", f"{use.transparency}: {standard.value} has no transparency"
    if use.forbidden and standard is not Standard.NONE:
        yield "WM618", f"{use.forbidden} is forbidden in {standard.value}"


def _standard(pdf: pikepdf.Pdf, standard: Standard) -> Iterator[str]:
    if pdf.is_encrypted:
        yield f"{standard.value} files are not encrypted"
    if _version(pdf.pdf_version) > _version(VERSION_LIMIT[standard]):
        yield f"the file is PDF {pdf.pdf_version}; {standard.value} is at most {VERSION_LIMIT[standard]}"
    if "/ID" not in pdf.trailer:
        yield "the file has no ID"
    yield from _information(pdf, standard)
    yield from _intent(pdf)
    for key in ("/OpenAction", "/AA", "/AcroForm"):
        if key in pdf.Root:
            yield f"the file has {key[1:]}: actions and forms are forbidden"
    if "/EmbeddedFiles" in pdf.Root.get("/Names", {}) or "/JavaScript" in pdf.Root.get("/Names", {}):
        yield "the file carries files or scripts"
    for number, page in enumerate(pdf.pages, 1):
        if "/TrimBox" in page.obj and "/ArtBox" in page.obj:
            yield f"page {number} has a TrimBox and an ArtBox"
        if "/Annots" in page.obj:
            yield f"page {number} has annotations"


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split("."))


def _information(pdf: pikepdf.Pdf, standard: Standard) -> Iterator[str]:
    for key in ("/Title", "/CreationDate", "/ModDate"):
        if not str(pdf.docinfo.get(key, "")):
            yield f"the file has no {key[1:]}"
    if str(pdf.docinfo.get("/Trapped", "")) not in ("/True", "/False"):
        yield "the file does not say whether it is trapped"
    if standard is Standard.X1A and str(pdf.docinfo.get("/GTS_PDFXConformance", "")) != standard.value:
        yield f"GTS_PDFXConformance is not {standard.value}"
    if standard is not Standard.X4:
        return
    if "/Metadata" not in pdf.Root:
        yield "the file has no XMP metadata"
        return
    xmp = pdf.Root.Metadata.read_bytes().decode("utf-8", "replace")
    for key in ("xmp:CreateDate", "xmp:ModifyDate", "xmp:MetadataDate", "xmpMM:DocumentID", "pdf:Trapped", "dc:title"):
        if key not in xmp:
            yield f"the XMP metadata has no {key}"


def _intent(pdf: pikepdf.Pdf) -> Iterator[str]:
    intents = [one for one in pdf.Root.get("/OutputIntents", []) if one.get("/S") == "/GTS_PDFX"]
    if len(intents) != 1:
        yield f"the file has {len(intents)} output intents for PDF/X, not one"
        return
    if not str(intents[0].get("/OutputConditionIdentifier", "")):
        yield "the output intent does not name its printing condition"
    if "/DestOutputProfile" not in intents[0]:
        yield "the output intent has no ICC profile"
        return
    icc = intents[0].DestOutputProfile.read_bytes()
    if icc[36:40] != b"acsp" or icc[12:20] != b"prtrCMYK" or int(intents[0].DestOutputProfile.get("/N", 0)) != 4:
        yield "the ICC profile of the output intent is not one of a CMYK printer"
