"""Preflight: files as they are printed pass; cards are read back; programs of the system find no fault either."""

import io
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from pdf_samples import BLUE, make_deck, make_series, numbered
from pdf_spoilt import DECK, FILES, PDFS, PRO, codes, content, made, profile, spoilt
from pikepdf import Dictionary, Name, Pdf, Stream
from PIL import Image

from pipeline.cards import Deck
from pipeline.pdf.preflight import preflight
from pipeline.pdf.profile import Sizes
from pipeline.pdf.readback import read_cards
from pipeline.pdf.render import render_deck
from pipeline.sheets import Misprint


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


def saved(pdf: Pdf) -> bytes:
    output = io.BytesIO()
    pdf.save(output)
    return output.getvalue()


def test_a_file_without_pages_does_not_pass() -> None:
    pages, findings = preflight(saved(Pdf.new()), "x.pdf")
    assert (pages, [found.message for found in findings]) == (0, ["this file has no pages"])


def test_a_fault_of_many_pages_is_said_once() -> None:
    pdf = Pdf.new()
    for _ in range(300):
        pdf.add_blank_page(page_size=(100, 100))
    found = preflight(saved(pdf), "x.pdf")[1]
    assert [(one.code, one.message) for one in found] == [("WM611", "page 1 and 299 more: there is no TrimBox")]


def test_forms_that_hold_forms_twice_thirty_deep_are_read_once_each() -> None:
    def nest(pdf: Pdf) -> None:
        inner = pdf.make_indirect(Stream(pdf, b"1 0 0 rg", Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 9, 9]))
        for _ in range(30):
            held = Dictionary(XObject=Dictionary(F=inner))
            outer = Stream(pdf, b"/F Do /F Do", Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 9, 9], Resources=held)
            inner = pdf.make_indirect(outer)
        pdf.pages[0].obj.Resources[Name.XObject] = Dictionary(F=inner)
        content(b"/F Do")(pdf)

    assert codes(spoilt("pro", nest), "pro") == {"WM613"}


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


@pytest.mark.parametrize("inset", [2, 3, 3.5, 6])
def test_the_foot_stays_out_of_what_the_knife_may_cut(inset: float) -> None:
    near = profile("home")
    sizes = Sizes(largest=20, smallest=20)
    near = near.model_copy(update={"type": near.type.model_copy(update={"inset": inset, "foot": sizes})})
    deck = make_deck(["Jagdflugzeuge."])
    renamed = {"frauen": make_series(german="Flug")}
    deck = Deck(deck.name, renamed, tuple(card.model_copy(update={"id": "Qgj"}) for card in deck), 1)
    printed, _ = render_deck(deck, near, "de")
    assert printed is not None
    assert read_cards(printed.files[".pdf"], "x.pdf", deck, near, "de") == []


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
