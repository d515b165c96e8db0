"""Where things are: the addresses of decks, cards, faces and entries, for the templates."""

import re
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any
from urllib.parse import urlencode

from flask import request, url_for
from markupsafe import Markup

from ..cards import Card, Deck, Series
from ..corrigenda import Corrigendum
from ..diagnostics import Diagnostic
from ..publish.german import advice, german, message
from ..publish.page import marked
from ..publish.report import code
from ..publish.speech import Speech
from ..publish.words import field_name
from .desk import desk
from .pictures import face_sum
from .speaking import spoken

_SENT_FROM = {
    "entries.decided": "entries.entry",
    "letters.take": "letters.new",
    "letters.table": "letters.letters",
    "editions.make": "editions.edition",
    "editions.release": "editions.edition",
    "mixes.make": "mixes.recipe",
    "letters.publish": "letters.letters",
    "pairs.answer": "pairs.pair",
    "pairs.letter": "pairs.pair",
    "pairs.undo": "pairs.start",
    "printing.printer": "printing.sheets",
}
_WRITTEN = {
    "text": "what the letter says",
    "card": "card",
    "old": "printed",
    "new": "proposed",
    "reason": "reason",
    "source": "source",
    "note": "note",
    "printer_name": "printer name",
}
"""The words for what people write in forms."""

MOST_WRITTEN = 8_000
"""Characters of a letter that an address holds."""

_ENTRY = re.compile(r"`?(CORR-[a-z][a-z0-9-]*-\d+)`?")


def with_query(address: str, query: Mapping[str, Any]) -> str:
    """Return an address with the choices that are made; whatever names a request sends, they stand in the query."""
    kept = {name: value for name, value in query.items() if value not in {None, ""}}
    return f"{address}?{urlencode(kept, safe=':/')}" if kept else address


class Links:
    """Addresses, in the language that is spoken."""

    def __init__(self, say: Speech) -> None:
        """Speak this language."""
        self._say = say

    def deck(self, name: str, **query: Any) -> str:
        """Return the address of a deck: ``frauen/2`` or a mix."""
        code, _, number = name.partition("/")
        if number:
            return url_for("decks.edition", code=code, number=int(number), **query)
        return url_for("decks.mix", name=code, **query)

    def card(self, key: str) -> str:
        """Return the address of a card by its key."""
        code, _, number = key.partition(":")
        return url_for("cards.card", code=code, number=number)

    def pair(self, a: str, b: str) -> str:
        """Return the address of a pair of cards."""
        return url_for("pairs.pair", a=a, b=b)

    def entry(self, name: str) -> str:
        """Return the address of a corrigendum."""
        return url_for("entries.entry", name=name)

    def face(self, card: Card, series: Series, language: str, face: str, deck: str, **change: Any) -> str:
        """Return the address of a picture; it changes with the card, so that browsers may keep it."""
        return url_for(
            "cards.face",
            code=card.series,
            number=card.id,
            face=face,
            deck=deck,
            language=language,
            sum=face_sum(card, series, language),
            **change,
        )

    def finding(self, found: Diagnostic) -> str:
        """Return where a finding leads: to its entry, to its card, or nowhere."""
        if match := _ENTRY.match(found.message):
            return self.entry(match[1])
        if found.series and found.card and found.series in desk().shelf.codes:
            return self.card(f"{found.series}:{found.card}")
        return ""

    def field(self, name: str) -> str:
        """Return what people call a field: ``Jahr``, ``Ereignis (de)``."""
        return field_name(name, self._say.language, "")

    def swatch(self, colours: Iterable[str]) -> Markup:
        """Return the colours of a deck as a small picture: styles written into the page are forbidden."""
        shown = list(colours)[:6]
        wide = 12 // max(1, len(shown))
        parts = Markup("").join(
            Markup('<rect x="{}" width="{}" height="12" fill="{}"/>').format(at * wide, wide, colour)
            for at, colour in enumerate(shown)
        )
        return Markup('<svg class="swatch" viewBox="0 0 12 12" aria-hidden="true">{}</svg>').format(parts)

    def bar(self, share: float) -> Markup:
        """Return a bar as long as a share of its room, from 0 to 1."""
        drawn = Markup('<rect width="{:.1f}" height="10"/>').format(100 * share)
        frame = Markup('<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">{}</svg>')
        return frame.format(drawn)

    def timeline(self, name: str, first: int, last: int) -> str:
        """Return the address of a stretch of the timeline of a deck."""
        ends: dict[str, Any] = {"from": first, "to": last}
        return url_for("timeline.page", deck=name, **ends)

    def colours(self, deck: Deck) -> list[str]:
        """Return the colours of the series of a deck."""
        return [series.colour.srgb for series in deck.series.values()]

    def differing(self, entry: Corrigendum) -> tuple[Markup, Markup]:
        """Return the old and the new value of an entry with what differs marked."""
        return self.marked(entry.old, entry.new)

    def marked(self, old: str, new: str | None) -> tuple[Markup, Markup]:
        """Return two texts with what differs marked."""
        before, after = marked(old, new)
        return Markup(before), Markup(after)  # noqa: S704 - `marked` escapes both

    def code(self, text: str) -> Markup:
        """Return a message with what stands between back quotes set as code."""
        return code(text)

    def message(self, found: Diagnostic) -> tuple[str, str]:
        """Return what a finding says, and the language that is said in."""
        return message(found, self._say.language)

    def advice(self, found: Diagnostic) -> tuple[str, str]:
        """Return what to do about a finding, and the language that is said in."""
        return advice(found, self._say.language)

    def spoken(self, text: str) -> str:
        """Return what an action told, in this language as far as it has words for it."""
        return spoken(text)

    def happened(self, text: str) -> str:
        """Return what happened to a card, in this language."""
        return (german(text, "history", "notes") if self._say.language == "de" else None) or text

    def noted(self, text: str) -> str:
        """Return the note of a decision: what wildmix notes by itself in this language, what people wrote as it is."""
        return (german(text, "notes") if self._say.language == "de" else None) or text

    def day(self, text: str) -> str:
        """Return an ISO date as it is written; anything else as it is."""
        try:
            return self._say.day(date.fromisoformat(text))
        except ValueError:
            return text

    def again(self, **changes: Any) -> str:
        """Return the address of this page with some of its choices changed; None takes one away."""
        return self._again(changes)

    @staticmethod
    def _again(changes: Mapping[str, Any]) -> str:
        endpoint, parts = request.endpoint or "overview.overview", dict(request.view_args or {})
        if request.method == "POST":  # what was sent is shown by another page
            endpoint = _SENT_FROM.get(endpoint, endpoint)
            parts.pop("decision", None)
        return with_query(url_for(endpoint, **parts), {**request.args.to_dict(), **changes})

    def back(self) -> str:
        """Return the address of the page that a form was sent from, a new letter with what was written in it."""
        if request.endpoint != "letters.take":
            return self.again()
        written = {name: value for name, value in request.form.items() if value and name not in {"csrf", "seen"}}
        return self._again(written if sum(map(len, written.values())) < MOST_WRITTEN else {})

    def written(self) -> list[tuple[str, str]]:
        """Return what was written in a form that was sent, with the words for each field."""
        return [(words, text) for name, words in _WRITTEN.items() if (text := request.form.get(name, ""))]
