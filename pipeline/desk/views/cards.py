"""One card: as it prints, what its year means, what happened to it, what is wrong with it, who tells the same."""

from flask import Blueprint, Response, abort, make_response, render_template, request

from ...cards import Card, Deck, Series
from ...corrigenda import card_history
from ...pdf.fonts import FontError
from ...publish.timeline import strip
from ...sheets import Face
from ...years import YearError
from ..desk import desk
from ..explaining import explained
from ..speaking import say, today

pages = Blueprint("cards", __name__)


@pages.get("/card/<code>/<number>")
def card(code: str, number: str) -> str:
    """Show a card as its newest edition prints it."""
    shelf = desk().shelf
    deck, shown = shelf.card(code, number)
    series = deck.series_of(shown)
    dossier, _ = shelf.dossier(code)
    found = shelf.findings(deck.name)
    pairs = desk().pairs.of(shown.key)
    return render_template(
        "card.html",
        card=shown,
        series=series,
        deck=deck,
        explained=explained(shown, series, say().language),
        drawn=strip([(shown.interval, series.colour.srgb, shown.year)], say().year, shown.year, today().year)
        if shown.interval
        else "",
        history=card_history(dossier.file, series, dossier.decks, number) if dossier else (),
        entries=[entry for entry in dossier.file if entry.card == number] if dossier else (),
        findings=found.of(shown.key) if found else None,
        pairs=None if pairs is None else [pair for pair in pairs if pair.verdict != "distinct"],
        neighbours=_neighbours(deck, shown),
        pending=found is None,
    )


def _neighbours(deck: Deck, shown: Card) -> tuple[Card | None, Card | None]:
    """Return the cards before and after this one in order of time."""
    rows = desk().shelf.rows(deck.name)
    at = next((place for place, row in enumerate(rows) if row.card.key == shown.key), 0)
    before = rows[at - 1].card if at else None
    return before, rows[at + 1].card if at + 1 < len(rows) else None


@pages.get("/face/<code>/<number>/<face>.png")
def face(code: str, number: str, face: str) -> Response:
    """Paint one face of a card of a deck, with one field changed if the address says so."""
    if face not in list(Face):
        abort(404)
    deck = desk().shelf.deck(request.args.get("deck", ""))
    shown = deck.card(f"{code}:{number}")
    if shown is None:
        abort(404)
    series = deck.series_of(shown)
    if (field := request.args.get("field")) and (new := request.args.get("new")) is not None:
        shown = changed(shown, field, new, series)
    language = request.args.get("language", "")
    if language not in deck.languages:
        abort(404)
    try:
        data = desk().painter.face(shown, series, language, Face(face))
    except FontError:
        abort(404)
    answer = make_response(data)
    answer.content_type = "image/png"
    # The address holds the sum of what is painted.
    answer.headers["Cache-Control"] = "private, max-age=86400"
    return answer


def changed(card: Card, field: str, new: str, series: Series) -> Card:
    """Return a card with one field changed; as it is where that is not possible."""
    try:
        return card.with_value(field, new, series)
    except (KeyError, YearError, ValueError):
        return card.model_copy(update={"year": new, "interval": None}) if field == "year" else card
