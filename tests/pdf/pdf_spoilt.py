"""Printed files, and ways to spoil them on purpose."""

import io
from collections.abc import Callable
from typing import Any

import pikepdf
from pdf_samples import make_deck
from pikepdf import Array, Dictionary, Name, Pdf, Stream

from pipeline.cards import Deck
from pipeline.pdf import Profile, profile_names, profile_text, read_profile
from pipeline.pdf.preflight import preflight
from pipeline.pdf.render import render_deck
from pipeline.sheets import Misprint

DECK = make_deck(
    ["Eine Kaufmannstochter segelt um die Welt.", "Das Erste.", "Zweites & Drittes: x<y."] * 4,
    ["um 1900", "44 v. Chr.", "5. Jh.", "1784"] * 3,
)
PDFS = [name for name in profile_names() if b'format = "' not in profile_text(name)]
PRO = ("pro", "pdfx-1a")


def profile(name: str) -> Profile:
    found, findings = read_profile(profile_text(name), name)
    assert found is not None
    assert findings == []
    return found


def made(name: str, deck: Deck = DECK, misprint: Misprint | None = None) -> bytes:
    printed, _ = render_deck(deck, profile(name), "de", misprint)
    assert printed is not None
    return printed.files[".pdf"]


FILES = {name: made(name) for name in PDFS}


def spoilt(name: str, change: Callable[[Pdf], object], **options: Any) -> bytes:
    output = io.BytesIO()
    with pikepdf.open(io.BytesIO(FILES[name])) as pdf:
        change(pdf)
        if "encryption" not in options:  # leave streams as they are
            options |= {"compress_streams": False, "stream_decode_level": pikepdf.StreamDecodeLevel.none}
        pdf.save(output, fix_metadata_version=False, **options)
    return output.getvalue()


def codes(data: bytes, name: str) -> set[str]:
    return {found.code for found in preflight(data, "x.pdf", profile(name))[1]}


def content(text: bytes) -> Callable[[Pdf], object]:
    return lambda pdf: pdf.pages[0].contents_add(Stream(pdf, b" q " + text + b" Q "))


def picture(pdf: Pdf, **settings: object) -> None:
    image = Stream(pdf, bytes(300), Type=Name.XObject, Subtype=Name.Image, Width=10, Height=10, BitsPerComponent=8)
    image.ColorSpace = settings.pop("space", Name.DeviceGray)
    for key, value in settings.items():
        image[f"/{key}"] = value
    pdf.pages[0].obj.Resources[Name.XObject] = Dictionary(Pic=pdf.make_indirect(image))
    content(b"72 0 0 72 9 9 cm /Pic Do")(pdf)


def no_font_files(pdf: Pdf) -> None:
    for font in pdf.pages[0].obj.Resources.Font.values():
        if "/FontDescriptor" in font and "/FontFile2" in font.FontDescriptor:
            del font.FontDescriptor["/FontFile2"]


def state(pdf: Pdf, **settings: Any) -> None:
    pdf.pages[0].obj.Resources.ExtGState = Dictionary(Bad=Dictionary(**settings))
    content(b"/Bad gs")(pdf)


def small_trim(pdf: Pdf) -> None:
    pdf.pages[1].obj.TrimBox = Array([20, 20, 100, 200])


def note(pdf: Pdf, left: float, kind: Name = Name.Text, **settings: Any) -> None:
    """Put an annotation on the first page, `left` points from its left edge; the first 8 points are not printed."""
    comment = Dictionary(Type=Name.Annot, Subtype=kind, Rect=Array([left, 9, left + 20, 29]), **settings)
    page = pdf.pages[0].obj
    page.BleedBox = Array([8, 8, *list(page.MediaBox)[2:]])
    page.Annots = pdf.make_indirect(Array([pdf.make_indirect(comment)]))


def packed(pdf: Pdf, filter_: str) -> None:
    """Put a stream into the file that says it is packed so."""
    pdf.Root.Hidden = pdf.make_indirect(Stream(pdf, b"\x80\x0b\x60\x50\x22\x0c\x0c\x85\x01", Filter=Name(filter_)))


def pattern(pdf: Pdf) -> None:
    tile = Stream(pdf, b"1 0 0 rg 0 0 5 5 re f", PatternType=1, PaintType=1, TilingType=1, XStep=5, YStep=5)
    tile.BBox, tile.Resources = Array([0, 0, 5, 5]), Dictionary()
    pdf.pages[0].obj.Resources.Pattern = Dictionary(Tile=pdf.make_indirect(tile))
    content(b"/Pattern cs /Tile scn 0 0 20 20 re f")(pdf)


def form(pdf: Pdf, text: bytes = b"0 g", **settings: Any) -> None:
    drawn = Stream(pdf, text, Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 9, 9]), **settings)
    pdf.pages[0].obj.Resources[Name.XObject] = Dictionary(Form=pdf.make_indirect(drawn))
    content(b"/Form Do")(pdf)


def foreign_font(pdf: Pdf) -> None:
    form(pdf, Resources=Dictionary(Font=Dictionary(F=Dictionary(Type=Name.Font, BaseFont=Name.Helvetica))))


def calibrated(pdf: Pdf) -> None:
    icc = pdf.Root.OutputIntents[0].DestOutputProfile
    pdf.pages[0].obj.Resources.ColorSpace = Dictionary(Icc=Array([Name.ICCBased, icc]))
    content(b"/Icc cs 0 0 0 1 scn")(pdf)


def xmp(old: bytes, new: bytes) -> Callable[[Pdf], object]:
    def change(pdf: Pdf) -> None:
        said = pdf.Root.Metadata.read_bytes()
        assert old in said
        pdf.Root.Metadata.write(said.replace(old, new))

    return change


def without(*path: str) -> Callable[[Pdf], object]:
    """Return what takes an entry of the information, or below the root, out of a file."""
    *way, last = path

    def change(pdf: Pdf) -> None:
        thing: Any = pdf.docinfo if not way else pdf.Root
        for step in way:
            thing = thing[int(step)] if step.isdecimal() else thing[step]
        del thing[last]

    return change


def of_page(key: str, value: Any) -> Callable[[Pdf], object]:
    return lambda pdf: pdf.pages[0].obj.__setitem__(key, value)


def of_root(key: str, value: Any) -> Callable[[Pdf], object]:
    return lambda pdf: pdf.Root.__setitem__(key, value)


def two_intents(pdf: Pdf) -> None:
    pdf.Root.OutputIntents.append(pdf.Root.OutputIntents[0])


def unregistered(pdf: Pdf) -> None:
    intent = pdf.Root.OutputIntents[0]
    del intent.RegistryName, intent.Info
