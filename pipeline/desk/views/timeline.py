"""The timeline: all cards of a deck over time, as closely as one likes, and what the simulation says of them."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from flask import Blueprint, render_template, request, url_for
from markupsafe import Markup

from ...cards import Card, Deck
from ...games import simulation
from ...games.knowledge import Knowledge
from ...games.pieces import of_deck
from ...publish.timeline import Bar, Scale, Window, decades, timeline, whole, zoomed
from ..desk import desk
from ..links import Links
from ..speaking import say, today, year

pages = Blueprint("timeline", __name__)

MOST_BARS = 700
"""Bars that are drawn; of more, only how crowded they lie is shown."""

MOST_PLAYED = 700
"""Cards up to which each is compared with each."""

DECADES, HARDEST = 8, 12


class Play(NamedTuple):
    """What play makes of a deck: pairs that either order suits, of how many, and the cards with both numbers."""

    undecidable: int
    pairs: int
    by_card: Mapping[str, tuple[int, float]]


@pages.get("/timeline")
def page() -> str:
    """Show a deck over time."""
    shelf = desk().shelf
    names = shelf.names()
    asked = request.args.get("deck") or next(iter((*shelf.mixes, *shelf.newest())), "")
    deck = shelf.deck(asked)
    dated = [card for card in deck.cards if card.interval]
    limits = whole((card.interval for card in dated if card.interval), today().year)
    window = _window(limits)
    scale = Scale(window, today().year)
    shown = [card for card in dated if card.interval and scale.shows(card.interval)]
    bars = _bars(deck, shown) if len(shown) <= MOST_BARS else _plain_bars(deck, shown)
    named = say()("timeline of", asked)
    too_many = len(bars) > MOST_BARS
    drawn = timeline(bars, scale, say().year, named, lambda to: _link(asked, to, limits), with_bars=not too_many)
    play = desk().shelf.soon(("play", asked), (id(deck),), lambda: _play(deck)) if len(dated) <= MOST_PLAYED else None
    return render_template(
        "timeline.html",
        name=asked,
        names=names,
        deck=deck,
        drawn=Markup(drawn),  # noqa: S704 - all text in it is escaped
        too_many=too_many,
        shown=len(shown),
        undated=len(deck) - len(dated),
        window=window,
        zooms=_zooms(asked, scale, limits),
        decades=decades(shown, DECADES),
        decade_link=lambda decade: _link(asked, (decade, decade + 9), limits),
        play=play,
        hardest=_hardest(deck, shown, play) if play else [],
        pending=play is None and len(dated) <= MOST_PLAYED,
        whole=window == limits,
    )


def _window(limits: Window) -> Window:
    first, last = year("from"), year("to", last=True)
    if first is None or last is None or first > last:
        return limits
    first, last = max(first, limits[0]), min(last, max(limits[1], first + 1))
    return (first, last) if first < last else (first, first + 1)


def _bars(deck: Deck, cards: Sequence[Card]) -> list[Bar]:
    to, language = Links(say()), _language(deck)
    return [
        Bar(
            card.interval,
            deck.series_of(card).colour.srgb,
            card.id,
            f"{card.id} · {card.year} · {card.text(language)}",
            to.card(card.key),
        )
        for card in cards
        if card.interval
    ]


def _plain_bars(deck: Deck, cards: Sequence[Card]) -> list[Bar]:
    """Return bars that are only counted."""
    colours = {code: series.colour.srgb for code, series in deck.series.items()}
    return [Bar(card.interval, colours[card.series], "", "") for card in cards if card.interval]


def _language(deck: Deck) -> str:
    return say().language if say().language in deck.languages else deck.languages[0]


def _link(name: str, window: Window, limits: Window) -> str:
    first, last = window
    if last - first < 10:
        first, last = (first + last) // 2 - 5, (first + last) // 2 + 5
    ends: dict[str, Any] = {"from": max(first, limits[0]), "to": min(last, limits[1])}
    return url_for("timeline.page", deck=name, **ends)


def _zooms(name: str, scale: Scale, limits: Window) -> dict[str, str]:
    """Return the addresses of what lies nearer, farther, and to both sides."""
    moves = {"zoom in": (0.25, 0.75), "zoom out": (-0.5, 1.5), "earlier": (-0.5, 0.5), "later": (0.5, 1.5)}
    links = {key: _link(name, zoomed(scale, left, right, limits), limits) for key, (left, right) in moves.items()}
    return {**links, "all time": url_for("timeline.page", deck=name)}


def _play(deck: Deck) -> Play:
    pieces = of_deck(deck, "")
    cards = pieces.dated
    pairs = simulation.undecidable(pieces, cards)
    hard = simulation.difficulty(pieces, cards, Knowledge(now=today().year))
    number = len(cards)
    by_card = {card: (pairs[card], hard[card]) for card in cards}
    return Play(sum(pairs.values()) // 2, number * (number - 1) // 2, by_card)


def _hardest(deck: Deck, shown: Sequence[Card], play: Play) -> list[tuple[Card, int, float]]:
    """Return the cards in sight that are hardest to place, with how many others they overlap."""
    single = len(deck.series) == 1
    rows = [(card, *play.by_card.get(card.id if single else card.key, (0, 0.0))) for card in shown]
    return sorted(rows, key=lambda row: (-row[2], row[0].key))[:HARDEST]
