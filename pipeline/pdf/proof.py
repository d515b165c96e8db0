"""The proof: one page for the eye with all cards, fronts and backs side by side, fitted sizes and findings marked."""

import base64
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from html import escape

from ..cards import Card, Deck
from ..diagnostics import Diagnostic, Severity, finding
from ..sheets import Face
from .faces import FaceContent
from .fonts import FontError
from .profile import Profile
from .raster import Picture, pages, small_png
from .single import single_faces

DPI = 96
STYLE = """
body { font: 15px/1.4 system-ui, sans-serif; margin: clamp(.5rem, 3vw, 2rem); background: #e9e7e3; color: #222 }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(30rem, 100%), 1fr)); gap: 1.5rem }
figure { margin: 0; padding: 1rem; background: #fff; border-radius: 4px; break-inside: avoid }
figure.bad { outline: 3px solid #c0392b }
figure.warned { outline: 3px solid #d9a400 }
img { width: 48%; border: 1px solid #bbb } img + img { margin-left: 2% }
figcaption { margin-top: .5rem } b { margin-right: .5rem } p { margin: .3rem 0 0; color: #8a1f11 }
"""


def proof(
    deck: Deck, profile: Profile, language: str, known: Iterable[Diagnostic] = ()
) -> tuple[str | None, list[Diagnostic]]:
    """Return the proof of a deck as an HTML page that needs no other file, and what was found while setting the cards.

    `known` are findings about the deck that are marked too. None if there are no cards, or no fonts.
    """
    if not deck.cards:
        return None, [finding("WM607", f"deck `{deck.name}` has no cards")]
    try:
        data, faces, findings, about = single_faces(deck, profile, language)
    except FontError as error:
        return None, [finding("WM609", str(error))]
    marked: dict[str, list[Diagnostic]] = defaultdict(list)
    for found in (*known, *findings):
        marked[f"{found.series}:{found.card}"].append(found)
    figures = _figures(deck, data, faces, marked)
    head = '<meta charset=utf-8><meta name=viewport content="width=device-width">'
    head += f"<title>{escape(about.title)}</title><style>{STYLE}</style>"
    return (
        f"<!doctype html><html lang={escape(language)}>{head}<h1>{escape(about.title)}</h1><main>"
        + "".join(figures)
        + "</main></html>\n",
        findings,
    )


def _figures(
    deck: Deck,
    data: bytes,
    faces: Mapping[tuple[int, Face], FaceContent],
    marked: dict[str, list[Diagnostic]],
) -> Iterator[str]:
    shown = pages(data, DPI / 72)
    for number, card in enumerate(deck):
        pictures = "".join(_image(next(shown), f"{card.id}, {face}") for face in Face)
        sizes = ", ".join(
            f"{'/'.join(dict.fromkeys(f'{line.size:g}' for line in faces[number, face].lines)) or '–'} pt ({face})"
            for face in Face
        )
        yield _figure(card, pictures, sizes, marked.get(card.key, []))


def _figure(card: Card, pictures: str, sizes: str, found: list[Diagnostic]) -> str:
    kind = "bad" if any(one.severity is Severity.ERROR for one in found) else "warned" if found else ""
    said = "".join(f"<p>{escape(one.code)} {escape(one.message)}</p>" for one in found)
    caption = f"<figcaption><b>{escape(card.id)}</b>{escape(sizes)}{said}</figcaption>"
    return f'<figure class="{kind}">{pictures}{caption}</figure>'


def _image(picture: Picture, named: str) -> str:
    coded = base64.b64encode(small_png(picture)).decode("ascii")
    return f'<img loading=lazy alt="{escape(named)}" src="data:image/png;base64,{coded}">'
