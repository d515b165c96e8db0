"""A deck as printed files. The same input gives the same bytes."""

from ..cards import Deck
from ..diagnostics import Diagnostic, finding
from ..sheets import Face, Flip, Misprint, Placement, SheetSide, impose
from .canvas import About, write_sheets
from .faces import Composer, FaceContent
from .fonts import FontError
from .hyphenation import has_patterns
from .printed import PrintedDeck
from .profile import Format, Profile, Standard


def render_deck(
    deck: Deck, profile: Profile, language: str, misprint: Misprint | None = None
) -> tuple[PrintedDeck | None, list[Diagnostic]]:
    """Print a deck in `language` (two letters); None if it has no cards, or if there are no fonts.

    Every card is printed; what cannot be set well is a finding that names the card.
    """
    if not deck.cards:
        return None, [finding("WM607", f"deck `{deck.name}` has no cards")]
    try:
        composer = Composer(deck, profile, language)
        sides = impose(len(deck), profile.sheet.layout, profile.sheet.flip)
        about = describe(deck, language, profile)
        files = _files(composer, profile, sides, about, misprint)
        if profile.file.standard is not Standard.NONE:
            from .finish import finish  # noqa: PLC0415 - pikepdf takes longer to load than a small deck to print

            files = {ending: finish(data, profile, about, composer.inks) for ending, data in files.items()}
        if profile.file.format is not Format.PDF:
            from .raster import pictures  # noqa: PLC0415 - likewise pdfium

            files = pictures(files[".pdf"], deck, profile, about)
    except FontError as error:
        return None, [finding("WM609", str(error))]
    findings = composer.findings
    without = [spoken for spoken in composer.languages if not has_patterns(spoken)]
    findings = [finding("WM608", f"there are no hyphenation patterns for `{spoken}`") for spoken in without] + findings
    return PrintedDeck(files, len({side.sheet for side in sides}), len(sides), len(deck)), findings


def _files(
    composer: Composer, profile: Profile, sides: tuple[SheetSide, ...], about: About, misprint: Misprint | None
) -> dict[str, bytes]:
    def draw(place: Placement) -> FaceContent:
        return composer.face(place.card, place.face)

    parts = {".pdf": sides}
    if profile.sheet.flip is Flip.SEPARATE:
        parts = {f"-{face}s.pdf": tuple(side for side in sides if side.side is face) for face in Face}
    return {ending: write_sheets(part, profile, draw, about, misprint) for ending, part in parts.items()}


def describe(deck: Deck, language: str, profile: Profile) -> About:
    """Return what a printed file says of itself."""
    series = tuple(deck.series.values())
    title = f"{series[0].title(language)} ({deck.name})" if len(series) == 1 else deck.name
    author = ", ".join(dict.fromkeys(name for one in series for name in one.credits))
    return About(title, language, author, profile.title)
