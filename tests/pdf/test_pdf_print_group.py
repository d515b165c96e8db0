"""``wildmix print`` as a group: a word that is no command names a deck; printers, proof and preflight."""

import json
import os
import resource
import signal
from pathlib import Path

import pypdfium2 as pdfium  # type: ignore[import-untyped]  # has no types
import pytest
from click.testing import CliRunner, Result
from pdf_samples import glyphs, inside
from PIL import Image, ImageChops

from pipeline.build.printers import printers_path
from pipeline.cli.print import command
from pipeline.sheets import Box

CARDS = "id,event_de,year\n" + "".join(f"{n},Ereignis {n} geschieht.,{1900 + n}\n" for n in range(1, 11))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "karten.csv").write_text(CARDS, encoding="utf-8")
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, arguments, catch_exceptions=False)


def test_options_may_stand_before_the_deck(here: Path) -> None:
    assert run("--out", "a.pdf", "karten.csv").exit_code == 0
    assert run("deck", "karten.csv", "--out", "b.pdf").exit_code == 0
    assert (here / "a.pdf").read_bytes() == (here / "b.pdf").read_bytes()


def test_a_printer_is_remembered_and_its_backs_are_moved(here: Path) -> None:
    result = run("calibrate", "--printer", "office", "--above=-2,1", "--below=-2,1")
    assert result.exit_code == 0, result.output
    assert "2.00 mm to the right and -1.00 mm up, turned by 0.00°" in result.output
    assert printers_path().is_file()
    run("karten.csv", "--out", "plain.pdf")
    assert run("karten.csv", "--out", "moved.pdf", "--printer", "office").exit_code == 0
    plain, moved = (pdfium.PdfDocument(here / f"{name}.pdf") for name in ("plain", "moved"))
    for page, (right, up) in ((0, (0, 0)), (1, (-2, 1))):
        before, after = (glyphs((here / name).read_bytes(), page) for name in ("plain.pdf", "moved.pdf"))
        assert [sign for sign, _ in before] == [sign for sign, _ in after]
        for (_, one), (_, other) in zip(before, after, strict=True):
            assert (other.x - one.x, other.y - one.y) == pytest.approx((right, up), abs=0.02)
    assert len(plain) == len(moved)
    assert run("preflight", "moved.pdf", "--deck", "karten.csv", "--printer", "office").exit_code == 0


def test_a_second_printer_does_not_push_out_the_first(here: Path) -> None:
    for name in ("one", "two"):
        assert run("calibrate", "--printer", name, "--above=1,1", "--below=0.5,1").exit_code == 0
    for name in ("one", "two"):
        assert run("karten.csv", "--out", f"{name}.pdf", "--printer", name).exit_code == 0
    assert (here / "one.pdf").read_bytes() == (here / "two.pdf").read_bytes()


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("name", "above", "below", "said"),
    [
        ("wild", "12,0", "-12,0", "turned by 6.7°, more than 5°: read the scales again"),
        ("wild", "-20,0", "20,0", "turned by -11.1°"),
        (" ", "0,0", "0,0", "is no name for a printer"),
        ("a\nb", "0,0", "0,0", "is no name for a printer"),
    ],
)
def test_readings_that_no_printer_gives_are_not_remembered(name: str, above: str, below: str, said: str) -> None:
    run("calibrate", "--printer", "office", "--above=1,1", "--below=1,1")
    before = printers_path().read_bytes()
    result = run("calibrate", "--printer", name, f"--above={above}", f"--below={below}")
    assert result.exit_code == 2
    assert said in result.output
    assert printers_path().read_bytes() == before
    assert run("karten.csv", "--printer", "office").exit_code == 0


def test_readings_wider_apart_than_the_crosses_of_small_paper_are_refused(here: Path) -> None:
    (here / "own.toml").write_text(
        "[sheet]\npaper = { width = 80, height = 60 }\ncard = { width = 70, height = 50 }\n"
        "[type]\nyear = { largest = 20, smallest = 9 }\n",
        encoding="utf-8",
    )
    result = run("calibrate", "--profile", "own.toml", "--printer", "small", "--above=20,0", "--below=-20,0")
    assert result.exit_code == 2
    assert "read the scales again" in result.output


def test_the_calibration_sheet_needs_no_font_of_the_publisher(here: Path) -> None:
    (here / "own.toml").write_text("[type.fonts]\ntext = 'missing.ttf'\n", encoding="utf-8")
    assert run("calibrate", "--profile", "own.toml").exit_code == 0
    assert len(pdfium.PdfDocument(here / "calibration.pdf")) == 2


def test_the_calibration_sheet_has_two_pages(here: Path) -> None:
    assert "print it at 100 %" in run("calibrate").output
    assert len(pdfium.PdfDocument(here / "calibration.pdf")) == 2
    before = (here / "calibration.pdf").read_bytes()
    assert "unchanged" in run("calibrate").output
    assert (here / "calibration.pdf").read_bytes() == before


@pytest.mark.parametrize(
    ("sheet", "pages", "said"),
    [
        ('flip = "long-edge"', 2, "turning the paper on its long edge"),
        ('flip = "short-edge"', 2, "turning the paper on its short edge"),
        ('card = "mini-euro"\nflip = "fold"', 1, "Fold the sheet along the line"),
        ('flip = "none"', 1, "rulers must measure 100 mm"),
        ('paper = "card"\nflip = "none"\nmarks = "none"', 1, "rulers must measure 30 mm"),
        ('paper = { width = 105, height = 148 }\ncard = "mini-usa"', 2, "rulers must measure 70 mm"),
    ],
)
def test_the_calibration_sheet_speaks_of_the_profile(here: Path, sheet: str, pages: int, said: str) -> None:
    (here / "own.toml").write_text(f"[sheet]\n{sheet}\n", encoding="utf-8")
    result = run("calibrate", "--profile", "own.toml", "--out", "sheet.pdf")
    assert f"on {'both sides' if pages == 2 else 'one side'}" in result.output
    content = (here / "sheet.pdf").read_bytes()
    document = pdfium.PdfDocument(content)
    assert len(document) == pages
    assert said in document[0].get_textpage().get_text_range().replace("\r\n", " ")
    width, height = (length / 72 * 25.4 for length in document[0].get_size())
    for page in range(pages):
        assert all(inside(box, Box(5, 5, width - 10, height - 10)) for _, box in glyphs(content, page))


def test_crosses_meet_when_the_sheet_is_folded(here: Path) -> None:
    run("calibrate", "--profile", "fold", "--out", "sheet.pdf")
    circles = pdfium.PdfDocument(here / "sheet.pdf")[0].render(scale=1).to_pil().convert("L")
    folded = circles.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    for area in ((120, 80, 480, 180), (120, 660, 480, 760)):  # around the crosses of one half, in points
        dark = [sum(value < 128 for value in picture.crop(area).tobytes()) for picture in (circles, folded)]
        both = ImageChops.lighter(circles, folded).crop(area)
        assert 0 < 0.8 * max(dark) < sum(value < 128 for value in both.tobytes())


def test_files_of_their_own_for_fronts_and_backs(here: Path) -> None:
    (here / "apart.toml").write_text('[sheet]\nflip = "separate"\n', encoding="utf-8")
    report = json.loads(run("karten.csv", "--profile", "apart.toml", "--format", "json").stdout)
    assert report["files"] == ["karten-fronts.pdf", "karten-backs.pdf"]
    assert [len(pdfium.PdfDocument(here / name)) for name in report["files"]] == [2, 2]


@pytest.mark.parametrize("name", ["a.PDF", "b.c.pdf", "sub/d.pdf"])
def test_a_file_is_called_as_asked(here: Path, name: str) -> None:
    (here / "sub").mkdir()
    assert run("karten.csv", "--out", name).exit_code == 0
    assert (here / name).is_file()


def test_backs_that_are_not_on_the_back_of_paper_are_not_corrected(here: Path) -> None:
    run("calibrate", "--printer", "office", "--above=-2,1", "--below=-2,1")
    result = run("karten.csv", "--printer", "office", "--profile", "fold")
    assert result.exit_code == 2
    assert "stays empty by this profile" in result.output
    assert not (here / "karten.pdf").exists()


def test_pictures_go_to_a_folder(here: Path) -> None:
    report = json.loads(run("karten.csv", "--profile", "the-game-crafter", "--format", "json").stdout)
    assert len(report["files"]) == 20
    assert all((here / name).is_file() for name in report["files"])


def test_the_saved_object_names_the_pictures_beside_it(here: Path) -> None:
    assert run("karten.csv", "--profile", "tabletop-simulator").exit_code == 0
    saved = json.loads((here / "karten.json").read_text(encoding="utf-8"))
    for number in saved["ObjectStates"][0]["CustomDeck"].values():
        assert number["FaceURL"] == (here / "karten-fronts-1.png").as_uri()


def test_the_proof_is_one_page(here: Path) -> None:
    assert run("proof", "karten.csv").exit_code == 0
    assert (here / "karten-proof.html").read_text(encoding="utf-8").count("<figure") == 10


def test_preflight_reads_what_was_printed(here: Path) -> None:
    run("karten.csv")
    assert "checked 4 pages, 10 cards" in run("preflight", "karten.pdf", "--deck", "karten.csv").output
    (here / "karten.csv").write_text(CARDS.replace("Ereignis 3", "Anderes 3"), encoding="utf-8")
    result = run("preflight", "karten.pdf", "--deck", "karten.csv")
    assert result.exit_code == 1
    assert "error[WM617]" in result.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("karten.csv", "--printer", "attic"), "printer `attic` is not known (known: none)"),
        (("calibrate", "--printer", "x"), "belong together"),
        (("calibrate", "--above=1,1", "--below=1,1"), "belong together"),
        (("calibrate", "--printer", "x", "--above=1", "--below=1,1"), "is not two numbers"),
        (("calibrate", "--printer", "x", "--above=nan,1", "--below=1,1"), "is more than 20 mm off"),
        (("calibrate", "--printer", "x", "--above=99,1", "--below=1,1"), "is more than 20 mm off"),
        (("calibrate", "--profile", "fold", "--printer", "x", "--above=1,1", "--below=1,1"), "which stays empty"),
        (("preflight", "missing.pdf"), "missing.pdf"),
        (("karten.csv", "--out", "a.docx"), "what is written is no `.docx` file; name it `a.pdf`"),
        (("karten.csv", "--out", "karten"), "what is written is no `karten` file; name it `karten.pdf`"),
        (("karten.csv", "--out", "a.pdf", "--profile", "the-game-crafter"), "name it `a` or `a.png`"),
        (("karten.csv", "--out", "a.png", "--profile", "tabletop-simulator"), "name it `a` or `a.json`"),
        (("calibrate", "--out", "a.docx"), "name it `a.pdf`"),
        (("proof", "karten.csv", "--out", "a.pdf"), "name it `a.html`"),
        (("proof", "nothing"), "no wildmix.toml"),
    ],
)
def test_wrong_usage_is_one_line(here: Path, arguments: tuple[str, ...], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.output
    assert not printers_path().exists()
    assert sorted(path.name for path in here.iterdir()) == ["karten.csv"]


def test_broken_memory_of_printers_is_one_line(here: Path) -> None:
    printers_path().parent.mkdir(parents=True)
    printers_path().write_text("[printers.x]\nright = 99\n", encoding="utf-8")
    result = run("karten.csv", "--printer", "x")
    assert result.exit_code == 2
    assert result.output.startswith(f"wildmix: error: {printers_path()}:2: ")
    assert not (here / "karten.pdf").exists()


def test_a_file_that_cannot_grow_leaves_the_earlier_one(here: Path) -> None:
    run("karten.csv")
    earlier = (here / "karten.pdf").read_bytes()
    (here / "karten.csv").write_text(CARDS.replace("Ereignis", "Geschehnis"), encoding="utf-8")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    child = os.fork()
    if child == 0:  # a limit on file sizes stands for a full disk, in a process of its own
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
        result = run("karten.csv")
        os._exit(0 if result.exit_code == 2 and "karten.pdf: File too large" in result.output else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert (here / "karten.pdf").read_bytes() == earlier
    assert not list(here.glob(".karten*"))


def test_a_place_that_cannot_be_written_is_one_line_that_names_the_file(here: Path) -> None:
    del here
    for place in ("karten.csv/a.pdf", "/proc/a.pdf"):
        result = run("karten.csv", "--out", place)
        assert result.exit_code == 2
        assert f"wildmix: error: {place}: " in result.output
        assert "wrote" not in result.output


def test_a_file_that_is_open_elsewhere_is_replaced_and_stays_whole_for_its_reader(here: Path) -> None:
    run("karten.csv")
    earlier = (here / "karten.pdf").read_bytes()
    (here / "karten.csv").write_text(CARDS.replace("Ereignis", "Geschehnis"), encoding="utf-8")
    with (here / "karten.pdf").open("rb") as reader:
        assert run("karten.csv").exit_code == 0
        assert reader.read() == earlier
    assert (here / "karten.pdf").read_bytes() != earlier
