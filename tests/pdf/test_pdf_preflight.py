"""Preflight: files as they are printed pass, files spoilt on purpose fail for what was spoilt."""

import io
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from pdf_samples import BLUE, make_deck, make_series, numbered
from pikepdf import Array, Dictionary, Name, Pdf, Stream
from PIL import Image

from pipeline.cards import Deck
from pipeline.pdf import Profile, profile_names, profile_text, read_profile
from pipeline.pdf.preflight import preflight
from pipeline.pdf.readback import read_cards
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


def spoilt(name: str, change: Callable[[Pdf], object], **options: object) -> bytes:
    output = io.BytesIO()
    with pikepdf.open(io.BytesIO(FILES[name])) as pdf:
        change(pdf)
        pdf.save(output, **options)  # type: ignore[arg-type]  # options of pikepdf
    return output.getvalue()


def codes(data: bytes, name: str) -> set[str]:
    return {found.code for found in preflight(data, "x.pdf", profile(name))[1]}


@pytest.mark.parametrize("name", PDFS)
def test_what_is_printed_passes(name: str) -> None:
    pages, findings = preflight(FILES[name], "x.pdf", profile(name))
    assert pages > 0
    assert findings == []
    assert preflight(FILES[name], "x.pdf") == (pages, [])
    assert read_cards(FILES[name], "x.pdf", DECK, profile(name), "de") == []


def test_no_pdf_is_a_finding() -> None:
    for data in (b"", b"%PDF-1.7 nothing", FILES["pro"][:5000]):
        assert {found.code for found in preflight(data, "x.pdf")[1]} <= {"WM610", "WM611", "WM612", "WM618"}
    assert [found.code for found in preflight(b"text", "x.pdf")[1]] == ["WM610"]


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


SPOILT: dict[str, tuple[str, Callable[[Pdf], object]]] = {
    "no trim box": ("WM611", lambda pdf: pdf.pages[0].obj.__delitem__("/TrimBox")),
    "no bleed": ("WM611", lambda pdf: pdf.pages[0].obj.__setitem__("/BleedBox", pdf.pages[0].obj.TrimBox)),
    "trim beyond bleed": ("WM611", lambda pdf: pdf.pages[0].obj.__setitem__("/TrimBox", Array([-9, -9, 999, 999]))),
    "two trims": ("WM611", small_trim),
    "no font": ("WM612", no_font_files),
    "rgb fill": ("WM613", content(b"1 0 0 rg")),
    "rgb line": ("WM613", content(b"1 0 0 RG")),
    "rgb space": ("WM613", content(b"/DeviceRGB cs")),
    "rgb picture in the page": ("WM613", content(b"BI /W 1 /H 1 /CS /RGB /BPC 8 ID abc EI")),
    "rgb picture": ("WM613", lambda pdf: picture(pdf, space=Name.DeviceRGB)),
    "too much ink": ("WM614", content(b"1 1 1 1 k 0 0 9 9 re f")),
    "too much ink in lines": ("WM614", content(b"1 1 1 .5 K")),
    "coarse picture": ("WM615", picture),
    "no output intent": ("WM618", lambda pdf: pdf.Root.__delitem__("/OutputIntents")),
    "no condition": ("WM618", lambda pdf: pdf.Root.OutputIntents[0].__delitem__("/OutputConditionIdentifier")),
    "no profile": ("WM618", lambda pdf: pdf.Root.OutputIntents[0].__delitem__("/DestOutputProfile")),
    "a profile of a screen": (
        "WM618",
        lambda pdf: pdf.Root.OutputIntents[0].DestOutputProfile.write(bytes(12) + b"mntrRGB " + bytes(200)),
    ),
    "no title": ("WM618", lambda pdf: pdf.docinfo.__delitem__("/Title")),
    "no date": ("WM618", lambda pdf: pdf.docinfo.__delitem__("/ModDate")),
    "trapping unknown": ("WM618", lambda pdf: pdf.docinfo.__delitem__("/Trapped")),
    "annotation": ("WM618", lambda pdf: pdf.pages[0].obj.__setitem__("/Annots", Array([]))),
    "script": ("WM618", lambda pdf: pdf.Root.__setitem__("/OpenAction", Dictionary(S=Name.JavaScript))),
    "form": ("WM618", lambda pdf: pdf.Root.__setitem__("/AcroForm", Dictionary())),
    "files": ("WM618", lambda pdf: pdf.Root.__setitem__("/Names", Dictionary(EmbeddedFiles=Dictionary()))),
    "art box": ("WM618", lambda pdf: pdf.pages[0].obj.__setitem__("/ArtBox", pdf.pages[0].obj.TrimBox)),
    "transfer curve": ("WM618", lambda pdf: state(pdf, TR=Name.Identity)),
}
ONLY_X1A: dict[str, Callable[[Pdf], object]] = {
    "translucent": lambda pdf: state(pdf, ca=0.5),
    "blend mode": lambda pdf: state(pdf, BM=Name.Multiply),
    "soft mask": lambda pdf: picture(pdf, SMask=Stream(pdf, bytes(100))),
    "group": lambda pdf: pdf.pages[0].obj.__setitem__("/Group", Dictionary(S=Name.Transparency)),
    "conformance": lambda pdf: pdf.docinfo.__delitem__("/GTS_PDFXConformance"),
}


@pytest.mark.parametrize("name", PRO)
@pytest.mark.parametrize(("code", "change"), SPOILT.values(), ids=SPOILT)
def test_a_spoilt_file_fails(name: str, code: str, change: Callable[[Pdf], object]) -> None:
    assert code in codes(spoilt(name, change), name)


@pytest.mark.parametrize("change", ONLY_X1A.values(), ids=ONLY_X1A)
def test_x1a_has_no_transparency(change: Callable[[Pdf], object]) -> None:
    assert "WM618" in codes(spoilt("pdfx-1a", change), "pdfx-1a")


def test_x4_needs_its_metadata() -> None:
    assert "WM618" in codes(spoilt("pro", lambda pdf: pdf.Root.__delitem__("/Metadata")), "pro")


@pytest.mark.parametrize("name", PRO)
def test_encrypted_and_newer_files_fail(name: str) -> None:
    locked = spoilt(name, lambda _: None, encryption=pikepdf.Encryption(owner="x", user=""))
    assert "WM618" in codes(locked, name)
    assert "WM618" in codes(spoilt(name, lambda _: None, force_version="2.0"), name)


@pytest.mark.parametrize("name", PRO)
def test_overprinting_black_counts_with_what_lies_under_it(name: str) -> None:
    change = content(b"/Knock gs .7 .7 .7 0 k 0 0 50 50 re f /Over gs 0 0 0 1 k")
    assert "WM614" in codes(spoilt(name, change), name)


def swap_backs(pdf: Pdf) -> None:
    first, second = pdf.pages[1].obj.Contents, pdf.pages[3].obj.Contents
    pdf.pages[1].obj.Contents, pdf.pages[3].obj.Contents = second, first


def twice(pdf: Pdf) -> None:
    for side in (0, 1):
        pdf.pages[side + 2].obj.Contents = pdf.pages[side].obj.Contents


def nudged(pdf: Pdf) -> None:
    pdf.pages[1].contents_add(Stream(pdf, b"1 0 0 1 0 -14 cm "), prepend=True)


@pytest.mark.parametrize(
    ("change", "code", "message"),
    [
        (swap_backs, "WM617", "card `F000` has not its own back"),
        (twice, "WM617", "card `F001` is in the file not at all"),
        (lambda pdf: pdf.pages.__delitem__(-1), "WM617", "the file has 23 pages"),
        (nudged, "WM616", "less than 3 mm from the cut"),
    ],
)
def test_cards_are_read_back(change: Callable[[Pdf], object], code: str, message: str) -> None:
    found = read_cards(spoilt("pro", change), "x.pdf", DECK, profile("pro"), "de")
    assert [one.message for one in found if one.code == code and message in one.message]


def test_another_deck_is_not_this_one() -> None:
    found = read_cards(made("home", numbered(12)), "x.pdf", DECK, profile("home"), "de")
    assert {one.code for one in found} == {"WM617"}
    assert len(found) == 24


def test_a_file_for_a_printer_that_misses_is_read_as_it_comes_out() -> None:
    fault = Misprint(4, -3, 0.4)
    data = made("home", misprint=fault)
    assert read_cards(data, "x.pdf", DECK, profile("home"), "de", fault) == []
    assert read_cards(data, "x.pdf", DECK, profile("home"), "de")


# Programs of the system, where they are installed -------------------------------------------------------------------


@pytest.mark.skipif(shutil.which("qpdf") is None, reason="qpdf is not installed")
@pytest.mark.parametrize("name", PDFS)
def test_qpdf_finds_no_fault(name: str, tmp_path: Path) -> None:
    (tmp_path / "x.pdf").write_bytes(FILES[name])
    done = subprocess.run(["qpdf", "--check", tmp_path / "x.pdf"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(shutil.which("gs") is None, reason="Ghostscript is not installed")
def test_each_spot_colour_has_a_plate_and_process_plates_carry_black_only(tmp_path: Path) -> None:
    (tmp_path / "x.pdf").write_bytes(FILES["pro"])
    options = ["-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=tiffsep", "-r40", "-dFirstPage=2", "-dLastPage=2"]
    subprocess.run(["gs", *options, f"-sOutputFile={tmp_path}/p.tif", tmp_path / "x.pdf"], check=True)
    darkest = {
        path.name: min(Image.open(path).convert("L").tobytes())
        for path in sorted(tmp_path.glob("p*.tif"))
        if "(" in path.name
    }
    assert set(darkest) == {
        "p(Black).tif",
        "p(Cyan).tif",
        "p(Magenta).tif",
        "p(Yellow).tif",
        "p(wildmix frauen).tif",
    }
    assert {name for name, dark in darkest.items() if dark < 128} == {"p(Black).tif", "p(wildmix frauen).tif"}
    assert {darkest[f"p({name}).tif"] for name in ("Cyan", "Magenta", "Yellow")} == {255}


@pytest.mark.skipif(shutil.which("gs") is None, reason="Ghostscript is not installed")
def test_a_mix_has_a_plate_for_each_of_its_series(tmp_path: Path) -> None:
    deck = make_deck(["Eins.", "Zwei."])
    cards = (deck.cards[0], deck.cards[1].model_copy(update={"series": "seefahrer"}))
    series = {"frauen": make_series(), "seefahrer": make_series("seefahrer", "Seefahrer", BLUE)}
    (tmp_path / "x.pdf").write_bytes(made("pro", Deck("mischung", series, cards)))
    options = ["-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=tiffsep", "-r40"]
    subprocess.run(["gs", *options, f"-sOutputFile={tmp_path}/p%d.tif", tmp_path / "x.pdf"], check=True)
    for page, spot in ((2, "wildmix frauen"), (4, "wildmix seefahrer")):
        plates = {path.name: min(Image.open(path).convert("L").tobytes()) for path in tmp_path.glob(f"p{page}(*).tif")}
        assert {name for name, dark in plates.items() if dark < 128} == {f"p{page}(Black).tif", f"p{page}({spot}).tif"}


@pytest.mark.skipif(shutil.which("pdffonts") is None, reason="poppler is not installed")
@pytest.mark.parametrize("name", PRO)
def test_poppler_sees_all_fonts_embedded(name: str, tmp_path: Path) -> None:
    (tmp_path / "x.pdf").write_bytes(FILES[name])
    done = subprocess.run(["pdffonts", tmp_path / "x.pdf"], capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()[2:]
    assert lines
    assert all(line.split()[-5:-2] == ["yes", "yes", "yes"] for line in lines)
