"""The list as web pages: self-contained, without network, readable on a phone and on paper, in German and English.

Everything that comes from cards, letters or decisions is data and escaped. Filters are plain CSS on radio buttons, so
that they work without JavaScript; only the search box needs it, and shows itself only where it works.
"""

import base64
import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from importlib.resources import files
from itertools import takewhile

from ..corrigenda import STATES, Corrigendum
from ..sources import Source
from .register import Published, is_public
from .words import LANGUAGES, day, field_name, words

_STYLE = files(__package__).joinpath("page.css").read_text(encoding="utf-8")
_SCRIPT = files(__package__).joinpath("page.js").read_text(encoding="utf-8")
_DIGEST = base64.b64encode(hashlib.sha256(_SCRIPT.encode()).digest()).decode()
_POLICY = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{_DIGEST}'; form-action 'none'"


# Control characters, and marks that turn the direction of what follows.
_HARMFUL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_SPECIAL = re.compile(rf"[&<>\"']|{_HARMFUL.pattern}")


def page_name(code: str, language: str) -> str:
    """Return the file name of the page of a series: ``frauen.de.html``."""
    return f"{code}.{language}.html"


def page(published: Published, language: str) -> str:
    """Return the page of a series in `language` (`de` or `en`)."""
    return "\n".join(_Page(published, language).lines()) + "\n"


def index(title: str, lists: Iterable[Published], language: str) -> str:
    """Return the page that leads to the lists of all series, in every language there is."""
    say = words(language)
    items = []
    for published in lists:
        links = " · ".join(
            f'<a href="{_attribute(page_name(published.code, each))}" hreflang="{each}" lang="{each}">'
            f"{_text(words(each)['corrigenda of'].format(published.series.title(each)))}</a>"
            for each in sorted(LANGUAGES, key=lambda each: each != language)
        )
        items.append(f"<li>{links} <small>{_count(sum(map(is_public, published.file)), say)}</small></li>")
    head = _head(f"{say['corrigenda']} – {title}", language, "#444444")
    heading = f"<header><h1>{_text(say['corrigenda'])}</h1></header>"
    return "\n".join([*head, heading, "<main>", "<ul>", *items, "</ul>", "</main>", "</body>", "</html>"]) + "\n"


class _Page:
    """One page: a series in a language."""

    def __init__(self, published: Published, language: str) -> None:
        self._published, self._language, self._say = published, language, words(language)
        languages = published.series.languages
        self._texts = language if language in languages else languages[0]
        self._title = self._say["corrigenda of"].format(published.series.title(language))

    def lines(self) -> Iterator[str]:
        published, say = self._published, self._say
        yield from _head(self._title, self._language, published.series.colour.srgb)
        numbers: Counter[str] = Counter(entry.status for entry in published.file)
        public = sum(map(is_public, published.file))
        yield from self._controls(numbers, public)
        other = next(each for each in LANGUAGES if each != self._language)
        yield "<header>"
        yield f"<h1>{_text(self._title)}</h1>"
        yield f"<p>{_text(say['intro'])}</p>"
        stand = f"{say['stand'].format(day(published.updated, self._language))} · " if published.updated else ""
        link = f'<a href="{_attribute(page_name(published.code, other))}" hreflang="{other}" lang="{other}">'
        yield f'<p class="meta">{_text(stand)}{_count(public, say)}'
        yield f'<span class="links"> · {link}{_text(say["other language"])}</a>'
        yield f' · <a href="index.html">{_text(say["series"])}</a>'
        yield f' · {_text(say["download"])}: <a href="corrigenda.json">JSON</a>, <a href="corrigenda.csv">CSV</a>'
        yield "</span></p>"
        yield from self._filters(numbers, public)
        yield "</header>"
        yield "<main>"
        if not published.file.entries:
            yield f"<p>{_text(say['no entries'])}</p>"
        for card, entries in published.by_card().items():
            yield from self._card(card, entries)
        yield f'<p class="nothing" hidden>{_text(say["none match"])}</p>'
        yield "</main>"
        yield f"<script>{_SCRIPT}</script>"
        yield "</body>"
        yield "</html>"

    def _choices(self, numbers: Mapping[str, int], public: int) -> Iterator[tuple[str, str, int]]:
        """Yield the filters: value, words, number of entries; the names hold a colon, which no card id does."""
        yield "public", self._say["public"], public
        yield "all", self._say["all"], sum(numbers.values())
        for state in STATES:
            if numbers[state]:
                yield state, self._say[state], numbers[state]

    def _controls(self, numbers: Mapping[str, int], public: int) -> Iterator[str]:
        for value, name, _ in self._choices(numbers, public):
            checked = " checked" if value == "public" else ""
            yield (
                f'<input type="radio" name="show" id="show:{value}" value="{value}" '
                f'aria-label="{_attribute(name)}"{checked}>'
            )

    def _filters(self, numbers: Mapping[str, int], public: int) -> Iterator[str]:
        yield f'<div class="filters"><span>{_text(self._say["show"])}:</span>'
        for value, name, number in self._choices(numbers, public):
            yield f'<label for="show:{value}">{_text(name)} <small>{number}</small></label>'
        yield "</div>"
        hint = _attribute(self._say["search hint"])
        yield (
            f'<p class="search" hidden><label>{_text(self._say["search"])} '
            f'<input type="search" id="search:text" placeholder="{hint}" autocomplete="off"></label></p>'
        )

    def _card(self, name: str, entries: tuple[Corrigendum, ...]) -> Iterator[str]:
        card = self._published.newest_cards.get(name)
        states = sorted({f"has-{entry.status}" for entry in entries})
        shown = ["has-public"] if any(map(is_public, entries)) else []
        yield f'<section class="{" ".join(["card", *shown, *states])}" id="{_attribute(name)}">'
        event = _text(card.text(self._texts)) if card else ""
        yield f'<h2><a href="#{_attribute(name)}">{_text(name)}</a> {event}</h2>'
        for entry in entries:
            yield from self._entry(entry)
        yield "</section>"

    def _entry(self, entry: Corrigendum) -> Iterator[str]:
        say, does = self._say, self._published.of(entry)
        kind = f"e {entry.status}" + (" public" if is_public(entry) else "")
        yield f'<article class="{kind}" id="{_attribute(entry.id)}">'
        field = field_name(entry.field, self._language, self._texts)
        effect = f' <span class="effect">{_text(say[does.effect])}</span>' if does.effect else ""
        yield (
            f'<h3>{_text(field)} <span class="state">{_text(say[entry.status])}</span>{effect} '
            f'<a class="id" href="#{_attribute(entry.id)}">{_text(entry.id)}</a></h3>'
        )
        yield f'<p class="where">{_text(self._where(entry))}</p>'
        yield from self._values(entry)
        if entry.reason:
            yield f"<p>{_text(entry.reason)}</p>"
        yield from self._links(entry)
        if entry.sources:
            yield f'<ul class="sources" aria-label="{_attribute(say["sources"])}">'
            yield from (f"<li>{self._source(source)}</li>" for source in entry.sources)
            yield "</ul>"
        yield from self._consequences(entry)
        yield f"<details><summary>{_text(say['history'])}</summary><ol>"
        for change in entry.history:
            edition = f", {say['edition'].format(change.edition)}" if change.edition else ""
            note = f" – {change.note}" if change.note else ""
            what = f"{say[change.state]}{edition} {say['by'].format(change.by)}{note}"
            when = f'<time datetime="{change.on}">{_text(day(change.on, self._language))}</time>'
            yield f"<li>{when} {_text(what)}</li>"
        yield "</ol></details>"
        yield "</article>"

    def _where(self, entry: Corrigendum) -> str:
        found = self._say["found in"].format(", ".join(map(str, entry.found_in)))
        if entry.applied_in is not None:
            return f"{found}; {self._say['fixed in'].format(entry.applied_in)}"
        return f"{found}; {self._say['open']}" if entry.printed_state else found

    def _values(self, entry: Corrigendum) -> Iterator[str]:
        say = self._say
        if entry.field == "id":
            successor = entry.new or ""
            more = f" {say['replaced by'].format(successor)}" if successor else ""
            yield f"<p>{_text(say['withdrawn card'] + more)}</p>"
            return
        old, new = marked(entry.old, entry.new)
        own = entry.field.partition("_")[2] or self._published.series.year_language
        yield f'<dl lang="{_attribute(own)}">' if entry.field.startswith(("event_", "comment_", "year")) else "<dl>"
        speech = f' lang="{self._language}"'
        yield f'<dt{speech}>{_text(say["printed"])}</dt><dd class="old">{old or _text(say["nothing"])}</dd>'
        right = _text(say["unknown"]) if entry.new is None else new or _text(say["nothing"])
        yield f'<dt{speech}>{_text(say["right"])}</dt><dd class="new">{right}</dd>'
        yield "</dl>"

    def _links(self, entry: Corrigendum) -> Iterator[str]:
        for name, word in ((entry.supersedes, "supersedes"), (entry.duplicate_of, "duplicate")):
            if name:
                link = f'<a href="#{_attribute(name)}">{_text(name)}</a>'
                yield f"<p>{_text(self._say[word]).format(link)}</p>"
        if entry.group:
            members = [other for other in self._published.file if other.group == entry.group and other is not entry]
            links = ", ".join(f'<a href="#{_attribute(other.id)}">{_text(other.card)}</a>' for other in members)
            yield f"<p>{_text(self._say['group']).format(links)}</p>" if members else ""

    def _source(self, source: Source) -> str:
        reference = _text(source.ref)
        if source.kind in {"url", "archive"} and source.ref.lower().startswith(("http://", "https://")):
            reference = f'<a href="{_attribute(source.ref)}" rel="noreferrer">{reference}</a>'
        parts = [_text(source.locator)] if source.locator else []
        if source.states_value:
            parts.append(_text(self._say["states"].format(source.states_value)))
        return ", ".join([reference, *parts])

    def _consequences(self, entry: Corrigendum) -> Iterator[str]:
        say, does = self._say, self._published.of(entry)
        if does.also_affects:
            told = []
            for other in does.also_affects:
                stands = {True: say["agrees"], False: say["disagrees"], None: ""}[other.agrees]
                told.append(f"{other.card} ({', '.join(filter(None, (other.year, stands)))})")
            yield f'<p class="also">{_text(say["also"])}: {_text("; ".join(told))}</p>'
        for flip in does.games:
            word, verdict = ("game ok", "correct") if flip.after else ("game", "wrong")
            sentence = say[word].format(flip.file, flip.line, say[verdict], *flip.pair)
            yield f'<p class="also">{_text(say["games"])}: {_text(sentence)}</p>'


def marked(old: str, new: str | None) -> tuple[str, str]:
    """Return two texts as HTML, with the words that differ marked; long texts keep what is around them."""
    if new is None:
        return _text(old), ""
    before, after = old.split(" "), new.split(" ")
    head = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False)))
    rest = min(len(before), len(after)) - head
    pairs = zip(reversed(before), reversed(after), strict=False)
    tail = min(rest, sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs)))
    return _marked(before, head, tail, "del"), _marked(after, head, tail, "ins")


def _marked(words_: list[str], head: int, tail: int, tag: str) -> str:
    end = len(words_) - tail
    parts = (" ".join(words_[:head]), " ".join(words_[head:end]), " ".join(words_[end:]))
    first, middle, last = map(_text, parts)
    return " ".join(filter(None, (first, f"<{tag}>{middle}</{tag}>" if middle else "", last)))


def _head(title: str, language: str, colour: str) -> list[str]:
    return [
        "<!DOCTYPE html>",
        f'<html lang="{_attribute(language)}">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_attribute(_POLICY)}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{_text(title)}</title>",
        f"<style>:root {{ --series: {colour}; --on-series: {readable_on(colour)}; }}\n{_STYLE}</style>",
        "</head>",
        "<body>",
    ]


def readable_on(colour: str) -> str:
    """Return black or white, whichever is read better on a colour such as ``#aa6666`` (by the contrast of WCAG 2)."""
    shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    luminance = sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
    return "#000" if luminance > 0.179 else "#fff"


def _count(number: int, say: Mapping[str, str]) -> str:
    return _text(say["entry"] if number == 1 else say["entries"].format(number))


def _text(text: str) -> str:
    """Return data as HTML text; characters that no HTML may hold become visible signs."""
    if _SPECIAL.search(text) is None:
        return text
    return escape(_HARMFUL.sub("\N{REPLACEMENT CHARACTER}", text), quote=True)


def _attribute(text: str) -> str:
    return _text(text).replace("\n", "&#10;")
