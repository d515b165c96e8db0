"""The list as web pages: self-contained, without network, readable on a phone and on paper, in German and English.

Everything that comes from cards, letters or decisions is data and escaped. Filters are plain CSS on radio buttons, so
that they work without JavaScript; only the search box needs it, and shows itself only where it works.
"""

import base64
import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from html import escape
from importlib.resources import files
from itertools import takewhile
from typing import NamedTuple

from ..corrigenda import STATES, Corrigendum
from ..sources import Source
from .characters import HARMFUL, harmless
from .register import Consequences, Published, is_public
from .words import LANGUAGES, day, field_name, words

_STYLE = files(__package__).joinpath("page.css").read_text(encoding="utf-8")
_SCRIPT = files(__package__).joinpath("page.js").read_text(encoding="utf-8")
_DIGEST = base64.b64encode(hashlib.sha256(_SCRIPT.encode()).digest()).decode()
_POLICY = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{_DIGEST}'; form-action 'none'"


_SPECIAL = re.compile(rf"[&<>\"']|{HARMFUL.pattern}")


def page_name(code: str, language: str) -> str:
    """Return the file name of the page of a series: ``frauen.de.html``."""
    return f"{code}.{language}.html"


def pages(published: Published) -> Mapping[str, str]:
    """Return the pages of a series by their languages (`de` and `en`)."""
    cards = [(card, [_facts(published, entry) for entry in entries]) for card, entries in published.by_card().items()]
    return {language: "\n".join(_Page(published, language).lines(cards)) + "\n" for language in LANGUAGES}


def index_item(published: Published, language: str) -> str:
    """Return the links of a series in the page that leads to all: in every language, `language` first."""
    links = " · ".join(
        f'<a href="{_attribute(page_name(published.code, each))}" hreflang="{each}" lang="{each}">'
        f"{_text(words(each)['corrigenda of'].format(published.series.title(each)))}</a>"
        for each in sorted(LANGUAGES, key=lambda each: each != language)
    )
    return f"<li>{links} <small>{_count(sum(map(is_public, published.file)), words(language))}</small></li>"


def index(title: str, items: Iterable[str], language: str) -> str:
    """Return the page that leads to the lists of all series, of which `items` are the links."""
    say = words(language)
    head = _head(f"{say['corrigenda']} – {title}", language, "#444444")
    heading = f"<header><h1>{_text(say['corrigenda'])}</h1></header>"
    return "\n".join([*head, heading, "<main>", "<ul>", *items, "</ul>", "</main>", "</body>", "</html>"]) + "\n"


class _Facts(NamedTuple):
    """An entry with all that is the same in every language, as HTML."""

    entry: Corrigendum
    does: Consequences
    kind: str
    anchor: str
    name: str
    applied_in: int | None
    values: tuple[str, str]
    reason: str
    sources: Sequence[tuple[str, str]]


def _facts(published: Published, entry: Corrigendum) -> _Facts:
    return _Facts(
        entry,
        published.of(entry),
        f"e {entry.status}" + (" public" if is_public(entry) else ""),
        _attribute(entry.id),
        _text(entry.id),
        entry.applied_in,
        ("", "") if entry.field == "id" else marked(entry.old, entry.new),
        f"<p>{_text(entry.reason)}</p>\n" if entry.reason else "",
        [(_reference(source), _text(source.states_value)) for source in entry.sources],
    )


def _reference(source: Source) -> str:
    reference = _text(source.ref)
    if source.kind in {"url", "archive"} and source.ref.lower().startswith(("http://", "https://")):
        reference = f'<a href="{_attribute(source.ref)}" rel="noreferrer">{reference}</a>'
    return f"{reference}, {_text(source.locator)}" if source.locator else reference


class _Page:
    """One page: a series in a language."""

    def __init__(self, published: Published, language: str) -> None:
        self._published, self._language, self._say = published, language, words(language)
        languages = published.series.languages
        self._texts = language if language in languages else languages[0]
        self._title = self._say["corrigenda of"].format(published.series.title(language))
        self._html = {name: _text(word) for name, word in self._say.items()}  # braces stay, data are put in escaped
        self._times: dict[date, str] = {}

    def lines(self, cards: Iterable[tuple[str, Sequence[_Facts]]]) -> Iterator[str]:
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
        for card, entries in cards:
            yield self._card(card, entries)
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

    def _card(self, name: str, entries: Sequence[_Facts]) -> str:
        card = self._published.newest_cards.get(name)
        states = sorted({f"has-{facts.entry.status}" for facts in entries})
        shown = ["has-public"] if any(is_public(facts.entry) for facts in entries) else []
        event = _text(card.text(self._texts)) if card else ""
        anchor = _attribute(name)
        return (
            f'<section class="{" ".join(["card", *shown, *states])}" id="{anchor}">\n'
            f'<h2><a href="#{anchor}">{_text(name)}</a> {event}</h2>\n'
            f"{''.join(map(self._entry, entries))}</section>"
        )

    def _entry(self, facts: _Facts) -> str:
        entry, html = facts.entry, self._html
        field = _text(field_name(entry.field, self._language, self._texts))
        effect = f' <span class="effect">{html[facts.does.effect]}</span>' if facts.does.effect else ""
        return (
            f'<article class="{facts.kind}" id="{facts.anchor}">\n'
            f'<h3>{field} <span class="state">{html[entry.status]}</span>{effect} '
            f'<a class="id" href="#{facts.anchor}">{facts.name}</a></h3>\n'
            f'<p class="where">{self._where(facts)}</p>\n'
            f"{self._values(facts)}{facts.reason}{self._links(entry)}{self._sources(facts)}{self._consequences(facts)}"
            f"<details><summary>{html['history']}</summary><ol>\n{self._history(entry)}</ol></details>\n"
            "</article>\n"
        )

    def _where(self, facts: _Facts) -> str:
        html, entry = self._html, facts.entry
        found = html["found in"].format(", ".join(map(str, entry.found_in)))
        if facts.applied_in is not None:
            return f"{found}; {html['fixed in'].format(facts.applied_in)}"
        return f"{found}; {html['open']}" if entry.printed_state else found

    def _values(self, facts: _Facts) -> str:
        html, entry = self._html, facts.entry
        if entry.field == "id":
            more = f" {html['replaced by'].format(_text(entry.new))}" if entry.new else ""
            return f"<p>{html['withdrawn card']}{more}</p>\n"
        old, new = facts.values
        own = entry.field.partition("_")[2] or self._published.series.year_language
        spoken = f' lang="{_attribute(own)}"' if entry.field.startswith(("event_", "comment_", "year")) else ""
        right = html["unknown"] if entry.new is None else new or html["nothing"]
        return (
            f"<dl{spoken}>\n"
            f'<dt lang="{self._language}">{html["printed"]}</dt><dd class="old">{old or html["nothing"]}</dd>\n'
            f'<dt lang="{self._language}">{html["right"]}</dt><dd class="new">{right}</dd>\n'
            "</dl>\n"
        )

    def _links(self, entry: Corrigendum) -> str:
        linked = ""
        for name, word in ((entry.supersedes, "supersedes"), (entry.duplicate_of, "duplicate")):
            if name:
                link = f'<a href="#{_attribute(name)}">{_text(name)}</a>'
                linked += f"<p>{self._html[word].format(link)}</p>\n"
        if entry.group:
            members = [other for other in self._published.file if other.group == entry.group and other is not entry]
            links = ", ".join(f'<a href="#{_attribute(other.id)}">{_text(other.card)}</a>' for other in members)
            linked += (f"<p>{self._html['group'].format(links)}</p>" if members else "") + "\n"
        return linked

    def _sources(self, facts: _Facts) -> str:
        if not facts.sources:
            return ""
        states = self._html["states"]
        listed = "".join(
            f"<li>{reference}, {states.format(stated)}</li>\n" if stated else f"<li>{reference}</li>\n"
            for reference, stated in facts.sources
        )
        return f'<ul class="sources" aria-label="{_attribute(self._say["sources"])}">\n{listed}</ul>\n'

    def _consequences(self, facts: _Facts) -> str:
        say, does, lines = self._say, facts.does, ""
        if does.also_affects:
            told = []
            for other in does.also_affects:
                stands = {True: say["agrees"], False: say["disagrees"], None: ""}[other.agrees]
                told.append(f"{other.card} ({', '.join(filter(None, (other.year, stands)))})")
            lines += f'<p class="also">{_text(say["also"])}: {_text("; ".join(told))}</p>\n'
        for flip in does.games:
            word, verdict = ("game ok", "correct") if flip.after else ("game", "wrong")
            sentence = say[word].format(flip.file, flip.line, say[verdict], *flip.pair)
            lines += f'<p class="also">{_text(say["games"])}: {_text(sentence)}</p>\n'
        return lines

    def _history(self, entry: Corrigendum) -> str:
        html, lines = self._html, ""
        for change in entry.history:
            edition = f", {html['edition'].format(change.edition)}" if change.edition else ""
            note = f" – {_text(change.note)}" if change.note else ""
            by = html["by"].format(_text(change.by))
            lines += f"<li>{self._time(change.on)} {html[change.state]}{edition} {by}{note}</li>\n"
        return lines

    def _time(self, on: date) -> str:
        if on not in self._times:
            self._times[on] = f'<time datetime="{on}">{_text(day(on, self._language))}</time>'
        return self._times[on]


def marked(old: str, new: str | None) -> tuple[str, str]:
    """Return two texts as HTML, with the words that differ marked; long texts keep what is around them."""
    if new is None:
        return _text(old), ""
    before, after = old.split(" "), new.split(" ")
    if len(before) == len(after) == 1 and old != new:
        return _tagged(_text(old), "del"), _tagged(_text(new), "ins")
    head = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False)))
    rest = min(len(before), len(after)) - head
    pairs = zip(reversed(before), reversed(after), strict=False)
    tail = min(rest, sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs)))
    return _marked(before, head, tail, "del"), _marked(after, head, tail, "ins")


def _marked(words_: list[str], head: int, tail: int, tag: str) -> str:
    end = len(words_) - tail
    parts = (" ".join(words_[:head]), " ".join(words_[head:end]), " ".join(words_[end:]))
    first, middle, last = map(_text, parts)
    return " ".join(filter(None, (first, _tagged(middle, tag), last)))


def _tagged(text: str, tag: str) -> str:
    return f"<{tag}>{text}</{tag}>" if text else ""


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
    return escape(harmless(text), quote=True)


def _attribute(text: str) -> str:
    return _text(text).replace("\n", "&#10;")
