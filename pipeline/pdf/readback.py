"""The cards of a printed file, read back from it: each there once, with its own back, its text inside the safe area."""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator
from ctypes import c_double
from dataclasses import dataclass

import pypdfium2 as pdfium  # type: ignore[import-untyped]  # has no types
from pypdfium2 import raw

from ..cards import Deck
from ..diagnostics import Diagnostic, finding
from ..sheets import Box, Face, Flip, Misprint, Placement, impose
from ..source import Span
from .faces import Composer
from .plan import MM, SAFE
from .profile import Profile

OVERHANG = 0.5  # millimetres by which a letter may reach beyond the width it is given, as `j` does


@dataclass(frozen=True, slots=True)
class Glyph:
    """A character that leaves ink, the box of its outline and the height of its baseline, in millimetres."""

    character: str
    box: Box
    baseline: float


def read_cards(  # noqa: PLR0913, PLR0917 - a file, and all it was made of
    data: bytes, name: str, deck: Deck, profile: Profile, language: str, misprint: Misprint | None = None
) -> list[Diagnostic]:
    """Compare a printed file with the deck it was made of; `misprint` is the printer it was corrected for."""
    layout, flip = profile.sheet.layout, profile.sheet.flip
    sides = impose(len(deck), layout, flip)
    faces = tuple(Face)
    document = pdfium.PdfDocument(data)
    if flip is Flip.SEPARATE:
        faces = (Face.BACK if name.endswith(f"-{Face.BACK}s.pdf") else Face.FRONT,)
        sides = tuple(side for side in sides if side.side in faces)
    if len(document) != len(sides):
        message = f"the file has {len(document)} pages; {len(deck)} cards by this profile are {len(sides)}"
        return [finding("WM617", message, Span(name))]
    found: list[Diagnostic] = []
    texts: dict[tuple[int, Face], str] = {}
    for number, side in enumerate(sides):
        shown = glyphs(document[number])
        if misprint and side.side is Face.BACK:
            shown = [Glyph(one.character, _out(one.box, misprint, profile), one.baseline) for one in shown]
        read, outside = _sort(shown, side.placements, min(SAFE, profile.type.inset - OVERHANG))
        texts |= read
        found += [finding("WM616", f"page {number + 1}: {what}", Span(name)) for what in outside]
    said = _compare(texts, faces, Composer(deck, profile, language), deck)
    return found + [finding("WM617", message, Span(name)) for message in said]


def glyphs(page: pdfium.PdfPage) -> list[Glyph]:
    """Return the characters of a page that leave ink, in the order in which they are written."""
    text = page.get_textpage()
    found = []
    for index in range(text.count_chars()):
        left, bottom, right, top = text.get_charbox(index)
        character = text.get_text_range(index, 1)
        if character.strip() and right > left:
            x, y = c_double(), c_double()
            raw.FPDFText_GetCharOrigin(text, index, x, y)
            box = Box(left / MM, bottom / MM, (right - left) / MM, (top - bottom) / MM)
            found.append(Glyph(character, box, y.value / MM))
    return found


def _out(box: Box, misprint: Misprint, profile: Profile) -> Box:
    """Return where a box comes out of the printer; a small turn is neglected within one character."""
    x, y = misprint.printed((box.x, box.y), profile.sheet.layout)
    return Box(x, y, box.width, box.height)


def _sort(
    shown: list[Glyph], places: tuple[Placement, ...], safe: float
) -> tuple[dict[tuple[int, Face], str], list[str]]:
    """Return the text on each face, and what lies too near to a cut or on no card."""
    faces: dict[Placement, list[Glyph]] = {place: [] for place in places}
    outside: dict[str, str] = {}
    for glyph in shown:
        x, y = glyph.box.x + glyph.box.width / 2, glyph.box.y + glyph.box.height / 2
        here = next((place for place in places if _holds(place.box, x, y)), None)
        where = f"at {x:.0f} mm from the left, {y:.0f} mm from below"
        if here is None:
            outside.setdefault("", f"the text {where} is on no card")
            continue
        faces[here].append(glyph)
        area = here.box.grown(-safe)
        if not (_holds(area, glyph.box.x, glyph.box.y) and _holds(area, glyph.box.right, glyph.box.top)):
            outside.setdefault(f"{here.card}", f"the text {where} is less than {safe:g} mm from the cut")
    texts = {(place.card, place.face): _in_order(found, place.rotation) for place, found in faces.items()}
    return texts, list(outside.values())


def _in_order(found: list[Glyph], rotation: int) -> str:
    """Return the text of a face as a person reads it: line below line, from left to right, turned if the face is."""
    sign = -1 if rotation else 1
    order = sorted(found, key=lambda one: (-sign * round(one.baseline, 1), sign * one.box.x))
    return "".join(one.character for one in order)


def _holds(box: Box, x: float, y: float) -> bool:
    return box.x <= x <= box.right and box.y <= y <= box.top


def _plain(text: str) -> str:
    """Return the letters of a text, without spaces and the hyphens of divided words."""
    text = unicodedata.normalize("NFKC", text)  # readers give ligatures as their letters
    return "".join(sign for sign in text if sign.isprintable() and sign not in "- \u00a0\ufffe")


def _compare(
    texts: dict[tuple[int, Face], str], faces: tuple[Face, ...], composer: Composer, deck: Deck
) -> Iterator[str]:
    """Compare what stands on `faces`, both or one, with what the cards must have there."""
    first, last = faces[0], faces[-1]
    expected = {
        (number, face): _plain("".join(line.text for line in composer.face(number, face).lines))
        for number in range(len(deck))
        for face in faces
    }
    by_first: dict[str, list[int]] = defaultdict(list)
    for number in range(len(deck)):
        by_first[expected[number, first]].append(number)
    seen: Counter[int] = Counter()
    for place in range(len(deck)):
        candidates = by_first.get(_plain(texts[place, first]), [])
        back = _plain(texts[place, last])
        if not candidates:
            yield f"the {first} at place {place + 1} is not that of any card of the deck"
            continue
        right = [number for number in candidates if expected[number, last] == back and not seen[number]]
        right = right or [number for number in candidates if expected[number, last] == back]
        number = (right or candidates)[0]
        seen[number] += 1
        if not right:
            yield f"card `{deck.cards[number].id}` has not its own back"
    for number, card in enumerate(deck):
        if seen[number] != 1:
            yield f"card `{card.id}` is in the file {seen[number] or 'not at all'}{' times' if seen[number] else ''}"
