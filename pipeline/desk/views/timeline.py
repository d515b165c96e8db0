"""The timeline: all cards of a deck over time, as closely as one likes, and what the simulation says of them."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from flask import Blueprint, render_template, request, url_for
from markupsafe import Markup

from ...cards import Card, Deck
from ...games import simulation
from ...games.core import SetupError
from ...games.knowledge import Knowledge
from ...games.pieces import of_deck
from ...games.rulebooks import presets
from ...publish.levels import Window, decades, levels
from ...publish.timeline import Bar, Scale, time_key, timeline, whole, zoomed
from ..desk import desk
from ..links import Links
from ..speaking import say, today, year

pages = Blueprint("timeline", __name__)

MOST_BARS = 700
"""Bars that are drawn; of more, the shade of a row shows how many lie at each place."""

MOST_PLAYED = 700
"""Cards that are compared with each other to tell how hard they are."""

DECADES, HARDEST = 8, 12
RULES, PLAYERS, GAMES, SEED = "anno-domini", 4, 100, 1


class Play(NamedTuple):
    """What play makes of a deck: pairs that either order suits, of how many; for each card, by its name in games, too.

    `games` is what `wildmix simulate` finds in some games, None if the deck does not suffice for one.
    """

    undecidable: int
    pairs: int
    overlaps: Mapping[str, int]
    games: Mapping[str, Any] | None


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
    too_many = len(shown) > MOST_BARS
    drawn = shelf.kept(
        ("drawn", asked, say().language),
        (id(deck), window, today().year),
        lambda: _drawn(asked, deck, shown, scale, limits),
    )
    now, compared = today().year, shown if len(dated) > MOST_PLAYED else dated
    play = shelf.soon(("play", asked), (id(deck),), lambda: _play(deck, now))
    marks = (id(deck), window if compared is shown else ())
    hard = (
        shelf.soon(("hard", asked), marks, lambda: _hard(deck, compared, now)) if len(compared) <= MOST_PLAYED else {}
    )
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
        levels=levels((card.interval for card in shown if card.interval), window),
        closer=lambda to: _link(asked, to, limits),
        decades=decades(((card.interval, card) for card in shown), DECADES),
        play=play,
        hardest=_hardest(deck, shown, play, hard) if play and hard else [],
        games=GAMES,
        pending=play is None or hard is None,
        whole=window == limits,
    )


def _window(limits: Window) -> Window:
    first, last = year("from"), year("to", last=True)
    if first is None or last is None or first > last:
        return limits
    first, last = max(first, limits[0]), min(last, max(limits[1], first + 1))
    return (first, last) if first < last else (first, first + 1)


def _drawn(name: str, deck: Deck, shown: Sequence[Card], scale: Scale, limits: Window) -> str:
    few = len(shown) <= MOST_BARS
    bars = _bars(deck, shown) if few else _plain_bars(deck, shown)
    named = say()("timeline of", name)
    return timeline(bars, scale, say().year, named, lambda to: _link(name, to, limits), with_bars=few)


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
    """Return bars that are only counted, by series."""
    rows = {code: (series.colour.srgb, series.title(say().language)) for code, series in deck.series.items()}
    return [Bar(card.interval, *rows[card.series], "") for card in cards if card.interval]


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


def _play(deck: Deck, now: int) -> Play:
    pieces = of_deck(deck, "")
    overlaps = simulation.undecidable(pieces, pieces.dated)
    options = presets()[RULES]["default"]
    played = replace(pieces, cards={})
    task = simulation.Task(RULES, options, PLAYERS, played, Knowledge(now=now), SEED, range(GAMES))
    games = None
    with suppress(SetupError):
        games = simulation.summary(simulation.run(task))
    number = len(overlaps)
    return Play(sum(overlaps.values()) // 2, number * (number - 1) // 2, overlaps, games)


def _hard(deck: Deck, cards: Sequence[Card], now: int) -> Mapping[str, float]:
    """Return how hard cards are to place, by their names in games."""
    names = [_name(deck, card) for card in cards]
    return simulation.difficulty(of_deck(deck, ""), names, Knowledge(now=now), _sample(deck))


def _sample(deck: Deck) -> list[str]:
    """Return cards that others are compared with: all, or some that lie evenly in time."""
    dated = sorted((card for card in deck.cards if card.interval), key=time_key)
    step = -(-len(dated) // MOST_PLAYED) or 1
    return [_name(deck, card) for card in dated[::step]]


def _name(deck: Deck, card: Card) -> str:
    """Return what games call a card."""
    return card.id if len(deck.series) == 1 else card.key


def _hardest(deck: Deck, shown: Sequence[Card], play: Play, hard: Mapping[str, float]) -> list[tuple[Card, int, float]]:
    """Return the cards in sight that are hardest to place, with how many others they overlap."""
    rows = [(card, play.overlaps[name], hard[name]) for card in shown if (name := _name(deck, card)) in hard]
    return sorted(rows, key=lambda row: (-row[2], row[0].key))[:HARDEST]
