"""Fonts: kerning, the one that steps in, and those that are missing or broken."""

import random
import re
import zlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pdf_samples import home, make_deck, numbered, page_text, printed
from reportlab.pdfgen.canvas import Canvas

from pipeline.pdf import fonts, read_profile
from pipeline.pdf.fonts import FACES, Font, FontError, Run, bundled_path, typeface
from pipeline.pdf.render import render_deck

FACE = typeface("Regular")


@pytest.mark.parametrize("pair", ["AV", "To", "V.", "r,"])
def test_pairs_are_kerned(pair: str) -> None:
    assert FACE.width(pair) < FACE.width(pair[0]) + FACE.width(pair[1]) - 30


@pytest.mark.parametrize("pair", ["17", "90", "nn", "a ", " V", "V\u00a0"])
def test_figures_and_spaces_are_not(pair: str) -> None:
    assert FACE.width(pair) == FACE.width(pair[0]) + FACE.width(pair[1])


@given(st.text(st.sampled_from("AVToWa.,-rfLy ᚠἀ’"), min_size=2, max_size=12), st.data())
def test_widths_add_up_wherever_a_text_is_divided(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(1, len(text) - 1))
    left, right = text[:at], text[at:]
    assert FACE.width(text) == pytest.approx(FACE.width(left) + FACE.width(right) + FACE.kern(left[-1], right[0]))


def streams(content: bytes) -> Iterator[bytes]:
    for data in re.findall(rb"stream\r?\n(.*?)endstream", content, re.DOTALL):
        try:
            yield zlib.decompressobj().decompress(data)
        except zlib.error:
            continue


def test_kerning_is_in_the_file_and_words_are_whole_when_read() -> None:
    content = printed(make_deck(["AVATAR To. W. Years"]))[0].files[".pdf"]
    assert any(re.search(rb"\[\(A\)\d+\(V\)\d+\(A\)", stream) for stream in streams(content))
    assert page_text(content, 0).split() == ["AVATAR", "To.", "W.", "Years"]


@pytest.mark.parametrize("text", ["ᚠ ᚦ ᛁ", "μῆνιν ἄειδε θεὰ", "ↂ ꝛ ẏ"])
def test_a_second_font_steps_in(text: str) -> None:
    result, findings = printed(make_deck([f"Wort {text} Ende."]))
    assert findings == []
    content = result.files[".pdf"]
    assert b"+Cardo-Regular" in content
    assert "".join(page_text(content, 0).split()) == "".join(f"Wort {text} Ende.".split())


def test_the_second_font_is_left_out_where_it_is_not_needed() -> None:
    assert b"Cardo" not in printed(numbered(3))[0].files[".pdf"]


@pytest.mark.parametrize("damage", ["missing", "broken", "no package"])
def test_a_font_that_cannot_be_used_is_one_finding(
    damage: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "spoilt_fonts" / "files"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").write_text("", encoding="utf-8")
    if damage == "broken":
        (folder / "Broken.ttf").write_bytes(b"no font")
    package = "no_such_package" if damage == "no package" else "spoilt_fonts"
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(FontError, match="Broken"):
        Font(bundled_path(package, "Broken"))
    monkeypatch.setitem(FACES, "Regular", ((package, "Broken"), (package, "Broken")))
    fonts.typeface.cache_clear()
    try:
        result, findings = render_deck(numbered(1), home(), "de")
    finally:
        fonts.typeface.cache_clear()
    assert result is None
    assert [found.code for found in findings] == ["WM609"]


@pytest.mark.parametrize("seed", range(12))
def test_a_damaged_font_of_a_publisher_is_one_finding(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)  # noqa: S311 - damage is no secret
    data = bytearray(bundled_path("font_source_serif_pro", "SourceSerifPro-Regular").read_bytes())
    if seed % 3 == 0:
        del data[chance.randrange(len(data)) :]
    else:
        for _ in range(chance.choice([1, 5, 1000])):
            data[chance.randrange(600 if seed % 3 == 1 else len(data))] ^= chance.randrange(1, 256)
    (tmp_path / "own.ttf").write_bytes(data)
    profile, _ = read_profile(f'[type.fonts]\ntext = "{tmp_path}/own.ttf"\n'.encode(), "own.toml")
    assert profile is not None
    result, findings = render_deck(numbered(1), profile, "de")
    assert result is None
    assert [found.code for found in findings] == ["WM609"]


@given(st.lists(st.text("AVToaíëß fi.(\\", max_size=12), min_size=2, max_size=5))
def test_words_are_written_one_way_wherever_they_stand(texts: list[str]) -> None:
    document = Canvas(BytesIO())._doc  # type: ignore[attr-defined]
    face = typeface("Regular")
    alone = [run.shown[1:-1] for text in texts for run in face.runs(text, document) or [Run("", "()")]]
    together = face.runs(" ".join(texts), document)
    assert [run.shown for run in together] == [f"({' '.join(alone)})"]
