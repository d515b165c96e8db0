"""Cards and sheets as pictures: painted as they will print, kept as long as there is room."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from itertools import islice

from ..build.printing import find_profile
from ..cards import Card, Deck, Series
from ..pdf import Profile, profile_text, read_profile
from ..pdf.profile import Format
from ..pdf.raster import ON_SHEET, pages, small_png
from ..pdf.render import render_deck
from ..pdf.single import single_faces
from ..sheets import Face, Flip, Misprint, cards_per_sheet
from ..workspace import Workspace, WorkspaceError

MOST_KEPT = 3_000
FACE_DPI, SHEET_DPI = 144, 60
PREVIEWED = 3
"""Sheets that a preview shows at a time."""


class Painter:
    """Paints by the print profile of the workspace; one at a time, since pdfium is not shared well."""

    def __init__(self, workspace: Workspace) -> None:
        """Paint nothing yet."""
        self._workspace = workspace
        self._lock = threading.Lock()
        self._kept: OrderedDict[Hashable, list[bytes]] = OrderedDict()

    def warm(self) -> None:
        """Load the fonts."""
        self.profile()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Let nobody else paint."""
        with self._lock:
            yield

    def profile(self) -> Profile:
        """Return the print profile of the workspace; the one for printers at home while it cannot be used."""
        try:
            profile, _ = find_profile(self._workspace, None)
        except WorkspaceError:
            profile = None
        if profile is None:
            profile, _ = read_profile(profile_text("home"), "home")
        assert profile is not None  # noqa: S101 - it comes with the program
        return profile

    def face(self, card: Card, series: Series, language: str, face: Face) -> bytes:
        """Return one face of a card as a PNG file; raises FontError."""
        deck = Deck(f"{card.series}", {card.series: series}, (card,))
        profile = self.profile()

        def paint() -> list[bytes]:
            faces = single_faces(deck, profile, language)
            return [small_png(picture) for picture in pages(faces.data, FACE_DPI / 72)]

        painted = self._painted((face_sum(card, series, language), profile.model_dump_json()), paint)
        return painted[list(Face).index(face)]

    def sheets(self, deck: Deck, profile: Profile, language: str, misprint: Misprint | None, first: int) -> list[bytes]:
        """Return the pages of a few sheets of a deck as PNG files, from sheet `first` on (from 0)."""
        each = _each(profile)
        part = replace(deck, cards=deck.cards[first * each : (first + PREVIEWED) * each])
        small = profile.model_copy(update={"file": profile.file.model_copy(update={"dpi": SHEET_DPI})})
        key = "sheets", deck_sum(part), profile.model_dump_json(), language, misprint

        def paint() -> list[bytes]:
            printed, _ = render_deck(part, small, language, misprint)
            files = list(printed.files.items()) if printed else []
            return list(islice(_pages(files), 2 * PREVIEWED))

        return self._painted(key, paint)

    def _painted(self, key: Hashable, paint: Callable[[], list[bytes]]) -> list[bytes]:
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
            self._kept[key] = made = paint()
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
            return made


def _pages(files: list[tuple[str, bytes]]) -> Iterator[bytes]:
    """Iterate over printed pages as pictures: those of PDF files, and pictures as they are."""
    for ending, data in files:
        if ending.endswith(".pdf"):
            yield from (small_png(picture) for picture in pages(data, SHEET_DPI / 72))
        elif ending.endswith(".png"):
            yield data


def sheet_count(deck: Deck, profile: Profile) -> int:
    """Return how many sheets a deck takes."""
    return -(-len(deck) // _each(profile))


def _each(profile: Profile) -> int:
    """Return how many cards a sheet holds."""
    if profile.file.format is Format.TABLETOP:
        return ON_SHEET
    return cards_per_sheet(profile.sheet.layout, profile.sheet.flip)


def previewed(deck: Deck, profile: Profile, first: int) -> list[tuple[int, Face | None]]:
    """Return the pages that a preview from sheet `first` (from 0) on shows, in the order they are printed.

    Each is the number of its sheet (from 1) and its side; None where front and back lie on one page.
    """
    count = min(PREVIEWED, sheet_count(deck, profile) - first)
    sheets = range(first + 1, first + count + 1)
    if profile.sheet.flip is Flip.FOLD:
        return [(sheet, None) for sheet in sheets]
    if profile.sheet.flip is Flip.SEPARATE:
        return [(sheet, face) for face in Face for sheet in sheets]
    return [(sheet, face) for sheet in sheets for face in Face]


def is_two_sided(profile: Profile) -> bool:
    """Tell whether the back is printed on the back of the front."""
    return profile.sheet.flip in {Flip.LONG_EDGE, Flip.SHORT_EDGE}


def face_sum(card: Card, series: Series, language: str) -> str:
    """Return a sum that changes when the picture of a card does."""
    said = (card.model_dump_json(), series.title(language), series.colour.model_dump_json(), language)
    return sha256("\0".join(said).encode()).hexdigest()[:20]


def deck_sum(deck: Deck) -> str:
    """Return a sum that changes when the pictures of a deck do."""
    said = (deck.name, *(one.model_dump_json() for one in (*deck.cards, *deck.series.values())))
    return sha256("\0".join(said).encode()).hexdigest()
