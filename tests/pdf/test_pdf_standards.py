"""Files spoilt on purpose fail preflight for what was spoilt: one for each rule that a file of cards can break."""

from collections.abc import Callable
from typing import Any

import pikepdf
import pytest
from pdf_spoilt import (
    FILES,
    PRO,
    calibrated,
    codes,
    content,
    foreign_font,
    form,
    no_font_files,
    note,
    of_page,
    of_root,
    packed,
    pattern,
    picture,
    small_trim,
    spoilt,
    state,
    two_intents,
    unregistered,
    without,
    xmp,
)
from pikepdf import Array, Dictionary, Name, Pdf, Stream

ACTION = Dictionary(S=Name.JavaScript, JS="1")

SPOILT: dict[str, tuple[str, Callable[[Pdf], object]]] = {
    "no trim box": ("WM611", lambda pdf: pdf.pages[0].obj.__delitem__("/TrimBox")),
    "no bleed": ("WM611", lambda pdf: pdf.pages[0].obj.__setitem__("/BleedBox", pdf.pages[0].obj.TrimBox)),
    "trim beyond bleed": ("WM611", of_page("/TrimBox", Array([-9, -9, 999, 999]))),
    "bleed beyond paper": ("WM611", of_page("/BleedBox", Array([-9, -9, 999, 999]))),
    "trim that is no box": ("WM611", of_page("/TrimBox", Array([1, 2, 3]))),
    "crop inside the trim": ("WM611", of_page("/CropBox", Array([40, 40, 60, 60]))),
    "two trims": ("WM611", small_trim),
    "another unit": ("WM611", of_page("/UserUnit", 2)),
    "a turned page": ("WM611", of_page("/Rotate", 180)),
    "no font": ("WM612", no_font_files),
    "no font in a form": ("WM612", foreign_font),
    "rgb fill": ("WM613", content(b"1 0 0 rg")),
    "rgb line": ("WM613", content(b"1 0 0 RG")),
    "rgb space": ("WM613", content(b"/DeviceRGB cs")),
    "rgb picture in the page": ("WM613", content(b"BI /W 1 /H 1 /CS /RGB /BPC 8 ID abc EI")),
    "rgb picture": ("WM613", lambda pdf: picture(pdf, space=Name.DeviceRGB)),
    "rgb palette": ("WM613", lambda pdf: picture(pdf, space=Array([Name.Indexed, Name.DeviceRGB, 0, b"abc"]))),
    "rgb in a form": ("WM613", lambda pdf: form(pdf, b"1 0 0 rg")),
    "rgb in a pattern": ("WM613", pattern),
    "rgb under a spot": (
        "WM613",
        lambda pdf: picture(pdf, space=Array([Name.Separation, Name.Spot, Name.DeviceRGB, {}])),
    ),
    "too much ink": ("WM614", content(b"1 1 1 1 k 0 0 9 9 re f")),
    "too much ink in lines": ("WM614", content(b"1 1 1 .5 K")),
    "coarse picture": ("WM615", picture),
    "no output intent": ("WM618", lambda pdf: pdf.Root.__delitem__("/OutputIntents")),
    "two output intents": ("WM618", two_intents),
    "no condition": ("WM618", without("/OutputIntents", "0", "/OutputConditionIdentifier")),
    "no word of the condition": ("WM618", unregistered),
    "no profile": ("WM618", without("/OutputIntents", "0", "/DestOutputProfile")),
    "a profile of a screen": (
        "WM618",
        lambda pdf: pdf.Root.OutputIntents[0].DestOutputProfile.write(bytes(12) + b"mntrRGB " + bytes(200)),
    ),
    "no title": ("WM618", without("/Title")),
    "no creation date": ("WM618", without("/CreationDate")),
    "no date": ("WM618", without("/ModDate")),
    "a date that is none": ("WM618", lambda pdf: pdf.docinfo.__setitem__("/ModDate", "yesterday")),
    "trapping unsaid": ("WM618", without("/Trapped")),
    "trapping unknown": ("WM618", lambda pdf: pdf.docinfo.__setitem__("/Trapped", Name.Unknown)),
    "no metadata": ("WM618", lambda pdf: pdf.Root.__delitem__("/Metadata")),
    "broken metadata": ("WM618", lambda pdf: pdf.Root.Metadata.write(b"<x:xmpmeta")),
    "metadata without title": ("WM618", xmp(b"dc:title", b"dc:source")),
    "metadata without date": ("WM618", xmp(b"xmp:CreateDate", b"xmp:Date")),
    "metadata without their date": ("WM618", xmp(b"xmp:MetadataDate", b"xmp:Date")),
    "metadata without id": ("WM618", xmp(b"xmpMM:DocumentID", b"xmpMM:OtherID")),
    "metadata without trapping": ("WM618", xmp(b"pdf:Trapped", b"pdf:Tripped")),
    "metadata of another time": ("WM618", xmp(b"ModifyDate>2000", b"ModifyDate>2001")),
    "metadata of another title": ("WM618", lambda pdf: pdf.docinfo.__setitem__("/Title", "Another")),
    "annotation": ("WM618", lambda pdf: note(pdf, 60)),
    "annotation half outside": ("WM618", lambda pdf: note(pdf, -10)),
    "annotation that acts": ("WM618", lambda pdf: note(pdf, -50, A=ACTION)),
    "script": ("WM618", of_root("/OpenAction", ACTION)),
    "actions": ("WM618", of_root("/AA", Dictionary(WP=ACTION))),
    "actions of a page": ("WM618", of_page("/AA", Dictionary(O=ACTION))),
    "form": ("WM618", of_root("/AcroForm", Dictionary())),
    "files": ("WM618", of_root("/Names", Dictionary(EmbeddedFiles=Dictionary()))),
    "scripts by name": ("WM618", of_root("/Names", Dictionary(JavaScript=Dictionary()))),
    "art box": ("WM618", lambda pdf: pdf.pages[0].obj.__setitem__("/ArtBox", pdf.pages[0].obj.TrimBox)),
    "a plate": ("WM618", of_page("/SeparationInfo", Dictionary(DeviceColorant=Name.Cyan))),
    "transfer curve": ("WM618", lambda pdf: state(pdf, TR=Name.Identity)),
    "second transfer curve": ("WM618", lambda pdf: state(pdf, TR2=Name.Identity)),
    "halftone": ("WM618", lambda pdf: state(pdf, HT=Dictionary(HalftoneType=6))),
    "halftone with a name": ("WM618", lambda pdf: state(pdf, HT=Dictionary(HalftoneType=1, HalftoneName=b"x"))),
    "postscript": ("WM618", lambda pdf: picture(pdf, Subtype=Name.PS)),
    "OPI": ("WM618", lambda pdf: picture(pdf, OPI=Dictionary())),
    "page of another file": ("WM618", lambda pdf: form(pdf, Ref=Dictionary())),
    "alternate picture": ("WM618", lambda pdf: picture(pdf, Alternates=Array([]))),
    "LZW": ("WM618", lambda pdf: packed(pdf, "/LZWDecode")),
    "LZW among operators": ("WM618", content(b"BI /W 1 /H 1 /CS /G /BPC 8 /F /LZW ID \x80\x0b\x60\x50\x22 EI")),
    "stream elsewhere": ("WM618", lambda pdf: form(pdf, F="elsewhere.bin")),
}
ONLY_X1A: dict[str, tuple[str, Callable[[Pdf], object]]] = {
    "translucent": ("WM618", lambda pdf: state(pdf, ca=0.5)),
    "translucent lines": ("WM618", lambda pdf: state(pdf, CA=0.5)),
    "blend mode": ("WM618", lambda pdf: state(pdf, BM=Name.Multiply)),
    "soft mask": ("WM618", lambda pdf: picture(pdf, SMask=Stream(pdf, bytes(100)))),
    "soft mask of a state": ("WM618", lambda pdf: state(pdf, SMask=Dictionary(S=Name.Luminosity))),
    "group": ("WM618", of_page("/Group", Dictionary(S=Name.Transparency))),
    "group of a form": ("WM618", lambda pdf: form(pdf, Group=Dictionary(S=Name.Transparency))),
    "layers": ("WM618", of_root("/OCProperties", Dictionary())),
    "version": ("WM618", without("/GTS_PDFXVersion")),
    "conformance": ("WM618", without("/GTS_PDFXConformance")),
    "JPEG 2000": ("WM618", lambda pdf: packed(pdf, "/JPXDecode")),
    "JBIG2": ("WM618", lambda pdf: packed(pdf, "/JBIG2Decode")),
    "a colour by its profile": ("WM613", calibrated),
}
ALLOWED: dict[str, Callable[[Pdf], object]] = {
    "no annotations": of_page("/Annots", Array([])),
    "annotation outside": lambda pdf: note(pdf, -50),
    "traps": lambda pdf: note(pdf, 60, Name.TrapNet),
    "halftone": lambda pdf: state(pdf, HT=Dictionary(HalftoneType=1)),
    "usual curve": lambda pdf: state(pdf, TR2=Name.Default),
    "grey picture": content(b"BI /W 1 /H 1 /CS /G /BPC 8 ID a EI"),
    "other metadata": xmp(b"<dc:format>", b"<dc:source>x</dc:source><dc:format>"),
}


@pytest.mark.parametrize("name", PRO)
@pytest.mark.parametrize(("code", "change"), SPOILT.values(), ids=SPOILT)
def test_a_spoilt_file_fails(name: str, code: str, change: Callable[[Pdf], object]) -> None:
    assert code in codes(spoilt(name, change), name)


@pytest.mark.parametrize(("code", "change"), ONLY_X1A.values(), ids=ONLY_X1A)
def test_what_only_x1a_forbids(code: str, change: Callable[[Pdf], object]) -> None:
    assert code in codes(spoilt("pdfx-1a", change), "pdfx-1a")


@pytest.mark.parametrize("rule", sorted(set(ONLY_X1A) - {"version", "conformance", "soft mask"}))
def test_what_x4_allows_passes(rule: str) -> None:
    assert codes(spoilt("pro", ONLY_X1A[rule][1]), "pro") == set()


@pytest.mark.parametrize("name", PRO)
@pytest.mark.parametrize("change", ALLOWED.values(), ids=ALLOWED)
def test_what_is_allowed_passes(name: str, change: Callable[[Pdf], object]) -> None:
    assert codes(spoilt(name, change), name) - {"WM611"} == set()


def test_x4_says_what_it_is_in_its_metadata() -> None:
    assert "WM618" in codes(spoilt("pro", xmp(b">PDF/X-4<", b">PDF/X-5<")), "pro")


@pytest.mark.parametrize("name", PRO)
def test_a_file_without_an_id_fails(name: str) -> None:
    assert FILES[name].count(b"/ID [") == 1
    assert "WM618" in codes(FILES[name].replace(b"/ID [", b"/IX ["), name)


def test_object_streams_are_newer_than_x1a() -> None:
    packed_file = spoilt("pdfx-1a", lambda _: None, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    assert "WM618" in codes(packed_file, "pdfx-1a")


@pytest.mark.parametrize("name", PRO)
@pytest.mark.parametrize("value", [1, "x", "/X", [], {}, True])
@pytest.mark.parametrize(
    "key",
    ["/OutputIntents", "/Metadata", "/Names", "/Resources", "/Contents", "/Annots", "/MediaBox", "/BleedBox", "/Group"],
)
def test_nonsense_in_a_file_is_a_finding(name: str, key: str, value: Any) -> None:
    made_of = {"/X": Name.X}.get(value, value) if isinstance(value, str) else value
    in_root = key in ("/OutputIntents", "/Metadata", "/Names")
    data = spoilt(name, lambda pdf: (pdf.Root if in_root else pdf.pages[0].obj).__setitem__(key, made_of))
    assert (
        codes(data, name) or value in ([], {}) or key not in ("/OutputIntents", "/Metadata", "/MediaBox", "/BleedBox")
    )


def test_a_form_that_draws_itself_is_a_finding() -> None:
    def loop(pdf: Pdf) -> None:
        form(pdf, b"/Form Do")
        drawn = pdf.pages[0].obj.Resources[Name.XObject].Form
        drawn.Resources = pdf.pages[0].obj.Resources

    assert "WM610" in codes(spoilt("pro", loop), "pro")


@pytest.mark.parametrize("name", PRO)
def test_encrypted_and_newer_files_fail(name: str) -> None:
    locked = spoilt(name, lambda _: None, encryption=pikepdf.Encryption(owner="x", user=""))
    assert "WM618" in codes(locked, name)
    assert "WM618" in codes(spoilt(name, lambda _: None, force_version="2.0"), name)
