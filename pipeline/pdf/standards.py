"""The rules of PDF/X-1a:2003 (ISO 15930-4) and PDF/X-4 (ISO 15930-7) for a file as a whole; contents.py reads pages.

What a file says of itself must stand both in its information and in its XMP metadata, as it does in our own files:
print shops look in either place.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

import pikepdf
from pikepdf.models.metadata import decode_pdf_date

from .contents import rectangle
from .profile import Standard

VERSION_LIMIT = {Standard.X4: "1.6", Standard.X1A: "1.4"}
# Filters that a standard forbids; LZW was under a patent, the others are newer than the version of PDF.
FILTERS = {
    Standard.X4: {"/LZWDecode", "/LZW", "/Crypt"},
    Standard.X1A: {"/LZWDecode", "/LZW", "/Crypt", "/JBIG2Decode", "/JPXDecode"},
}
_NEWER = re.compile(rb"/Type\s*/(?:ObjStm|XRef)\b")
_PDFX_ID = "{http://www.npes.org/pdfx/ns/id/}GTS_PDFXVersion"
_PDFX = "{http://ns.adobe.com/pdfx/1.3/}GTS_PDFXVersion"
_REGISTRY = "http://www.color.org"
# What the XMP metadata say, and where the information of the file says the same.
_SAME: Mapping[str, str] = {
    "dc:title": "/Title",
    "xmp:CreateDate": "/CreationDate",
    "xmp:ModifyDate": "/ModDate",
    "pdf:Trapped": "/Trapped",
}
_ONLY_XMP = ("xmp:MetadataDate", "xmpMM:DocumentID")


def claimed_standard(pdf: pikepdf.Pdf) -> Standard:
    """Return the standard a file says it keeps to."""
    meta = _xmp(pdf) or {}
    said = (str(pdf.docinfo.get("/GTS_PDFXVersion", "")), str(meta.get(_PDFX_ID, "")), str(meta.get(_PDFX, "")))
    return next((one for one in (Standard.X4, Standard.X1A) if one.value in said), Standard.NONE)


def breaches(pdf: pikepdf.Pdf, data: bytes, standard: Standard) -> Iterator[str]:
    """Iterate over the rules of a standard that a file breaks."""
    if pdf.is_encrypted:
        yield f"{standard.value} files are not encrypted"
    if _version(pdf.pdf_version) > _version(VERSION_LIMIT[standard]):
        yield f"the file is PDF {pdf.pdf_version}; {standard.value} is at most {VERSION_LIMIT[standard]}"
    if standard is Standard.X1A and _NEWER.search(data):
        yield f"the file has object streams, which are newer than PDF {VERSION_LIMIT[standard]}"
    if "/ID" not in pdf.trailer:
        yield "the file has no ID"
    yield from _information(pdf, standard)
    yield from _metadata(pdf, standard)
    yield from _intent(pdf)
    yield from _behaviour(pdf, standard)
    yield from _streams(pdf, standard)
    for number, page in enumerate(pdf.pages, 1):
        yield from (f"page {number} {what}" for what in _page(page.obj))


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split("."))


def _information(pdf: pikepdf.Pdf, standard: Standard) -> Iterator[str]:
    info = pdf.docinfo
    if not str(info.get("/Title", "")):
        yield "the file has no Title"
    for key in ("/CreationDate", "/ModDate"):
        if _moment(str(info.get(key, ""))) is None:
            yield f"the file has no {key[1:]} that is a date"
    if str(info.get("/Trapped", "")) not in ("/True", "/False"):
        yield "the file does not say whether it is trapped"
    if standard is Standard.X1A:
        for key in ("/GTS_PDFXVersion", "/GTS_PDFXConformance"):
            if str(info.get(key, "")) != standard.value:
                yield f"{key[1:]} is not {standard.value}"


def _moment(text: str) -> datetime | None:
    """Return a date as PDF or XMP write it, None if it is none."""
    try:
        return decode_pdf_date(text) if text.startswith("D:") else datetime.fromisoformat(text)
    except ValueError:
        return None


def _xmp(pdf: pikepdf.Pdf) -> Mapping[str, Any] | None:
    """Return what the XMP metadata say, None if there are none that can be read."""
    if not isinstance(pdf.Root.get("/Metadata"), pikepdf.Stream):
        return None
    try:
        return pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False, strict=True)
    except Exception:  # noqa: BLE001 - whatever the reader of XML stumbles over, they cannot be read
        return None


def _metadata(pdf: pikepdf.Pdf, standard: Standard) -> Iterator[str]:
    meta = _xmp(pdf)
    if meta is None:
        yield "the file has no XMP metadata that can be read"
        return
    if standard is Standard.X4 and str(meta.get(_PDFX_ID, "")) != standard.value:
        yield f"the GTS_PDFXVersion of the XMP metadata is not {standard.value}"
    for key in (*_SAME, *_ONLY_XMP):
        if not str(meta.get(key, "")):
            yield f"the XMP metadata have no {key}"
    for key, name in _SAME.items():
        there, here = str(meta.get(key, "")), str(pdf.docinfo.get(name, "")).removeprefix("/")
        if there and here and (_moment(there) or there) != (_moment(here) or here):
            yield f"{key} of the XMP metadata and {name[1:]} of the file differ"


def _intent(pdf: pikepdf.Pdf) -> Iterator[str]:
    intents = [one for one in pdf.Root.get("/OutputIntents", []) if one.get("/S") == "/GTS_PDFX"]
    if len(intents) != 1:
        yield f"the file has {len(intents)} output intents for PDF/X, not one"
        return
    (intent,) = intents
    if not str(intent.get("/OutputConditionIdentifier", "")):
        yield "the output intent does not name its printing condition"
    if not str(intent.get("/Info", "")) and str(intent.get("/RegistryName", "")) != _REGISTRY:
        yield "the output intent says neither where its printing condition is registered nor what it is"
    profile = intent.get("/DestOutputProfile")
    if not isinstance(profile, pikepdf.Stream):
        yield "the output intent has no ICC profile"
        return
    icc = profile.read_bytes()
    if icc[36:40] != b"acsp" or icc[12:20] != b"prtrCMYK" or profile.get("/N") != 4:
        yield "the ICC profile of the output intent is not one of a CMYK printer"


def _behaviour(pdf: pikepdf.Pdf, standard: Standard) -> Iterator[str]:
    """Iterate over what a file would do, or carries along, beside being printed."""
    for key in ("/OpenAction", "/AA", "/AcroForm"):
        if key in pdf.Root:
            yield f"the file has {key[1:]}: actions and forms are forbidden"
    names: Any = pdf.Root.get("/Names", {})
    if "/EmbeddedFiles" in names or "/JavaScript" in names:
        yield "the file carries files or scripts"
    if standard is Standard.X1A and "/OCProperties" in pdf.Root:
        yield f"the file has layers, which are newer than PDF {VERSION_LIMIT[standard]}"


def _streams(pdf: pikepdf.Pdf, standard: Standard) -> Iterator[str]:
    """Iterate over ways to pack streams that are forbidden, and over streams that lie in other files."""
    seen: set[str] = set()
    for thing in pdf.objects:
        if not isinstance(thing, pikepdf.Stream):
            continue
        used: Any = thing.get("/Filter", [])
        named = {str(one) for one in ([used] if isinstance(used, pikepdf.Name) else used)}
        seen |= named & FILTERS[standard]
        if "/F" in thing:
            yield "a stream lies in another file"
    yield from (f"a stream is packed by {name[1:]}, which {standard.value} forbids" for name in sorted(seen))


def _page(page: pikepdf.Dictionary) -> Iterator[str]:
    if "/TrimBox" in page and "/ArtBox" in page:
        yield "has a TrimBox and an ArtBox"
    if "/AA" in page:
        yield "has actions"
    if "/SeparationInfo" in page:
        yield "is one plate of a page"
    printed = rectangle(page.get("/BleedBox", page.get("/TrimBox", page.get("/MediaBox"))))
    for note in page.get("/Annots", []):
        place = rectangle(note.get("/Rect"))
        if note.get("/Subtype") != "/TrapNet" and (place is None or printed is None or _touch(place, printed)):
            yield f"has an annotation ({str(note.get('/Subtype', 'of no kind')).lstrip('/')}) in what is printed"
        if "/A" in note or "/AA" in note:
            yield "has an annotation with an action"


def _touch(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    """Tell whether two rectangles (left, bottom, width, height) have more than an edge in common."""
    return all(max(one[at], other[at]) < min(one[at] + one[at + 2], other[at] + other[at + 2]) for at in (0, 1))
