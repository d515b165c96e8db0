"""Cards one by one, each face a page as it is cut: for the eye, on screens."""

from collections.abc import Mapping
from typing import NamedTuple

from ..cards import Deck
from ..diagnostics import Diagnostic
from ..sheets import Face, Flip, Marks, impose
from .canvas import About, write_sheets
from .faces import Composer, FaceContent
from .profile import CARD_PAPER, Colours, File, Measures, Profile
from .render import describe


class Faces(NamedTuple):
    """A PDF file of fronts and backs of cards in turn, what is on each face, and what was found while setting it."""

    data: bytes
    contents: Mapping[tuple[int, Face], FaceContent]
    findings: list[Diagnostic]
    about: About


def single_faces(deck: Deck, profile: Profile, language: str) -> Faces:
    """Paint each face of each card of a deck on a page of its own, by the type of a profile; raises FontError."""
    alone = _single(profile)
    composer = Composer(deck, alone, language)
    contents = {(number, face): composer.face(number, face) for number in range(len(deck)) for face in Face}
    about = describe(deck, language, profile)
    sides = impose(len(deck), alone.sheet.layout, Flip.NONE)
    data = write_sheets(sides, alone, lambda place: contents[place.card, place.face], about)
    return Faces(data, contents, composer.findings, about)


def _single(profile: Profile) -> Profile:
    """Return a profile with the cards and the type of this one, one face a page, in the colours of a screen."""
    layout = {"paper": CARD_PAPER, "stock": None, "columns": 1, "rows": 1, "origin": None, "pitch": None}
    card = profile.sheet.layout.card
    size = Measures(width=card.width, height=card.height)
    sheet = profile.sheet.model_copy(
        update={**layout, "card": size, "flip": Flip.NONE, "marks": Marks.NONE, "bleed": 0, "margin": 0}
    )
    return profile.model_copy(update={"sheet": sheet, "file": File(colours=Colours.RGB)})
