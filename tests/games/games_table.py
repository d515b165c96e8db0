"""A small table to play on: cards are called by their years (``1900``, ``1895-1905``, ``-44``)."""

import re
from typing import Any

import pytest

from pipeline.cards import Card, Colour, Deck, Series
from pipeline.games.anno_domini import Action, AnnoDomini, Event, Insert, Options, State
from pipeline.games.core import IllegalActionError
from pipeline.games.pieces import Pieces
from pipeline.games.rulebooks import RULEBOOKS
from pipeline.years import YearInterval


def interval(card: str) -> YearInterval:
    """Return the dates of a card called by them; a letter behind tells twins apart (``1987a``)."""
    match = re.fullmatch(r"(-?\d+)(?:-(-?\d+))?[a-z]?", card)
    assert match, card
    return YearInterval(int(match[1]), int(match[2] or match[1]))


def deal(players: int, cards: str, **options: Any) -> tuple[AnnoDomini, State]:
    """Set up a game whose deck lies as written, top card first; hands are dealt seat by seat."""
    order = cards.split()
    rules = AnnoDomini(Options(**options), players, {card: interval(card) for card in order})
    return rules, rules.start(order)[0]


def play(rules: AnnoDomini, state: State, *actions: Action) -> State:
    """Apply actions one after the other."""
    for action in actions:
        state, _ = rules.apply(state, action)
    return state


def last_events(rules: AnnoDomini, state: State, *actions: Action) -> tuple[Event, ...]:
    """Apply actions and return what the last one made happen."""
    state = play(rules, state, *actions[:-1])
    return rules.apply(state, actions[-1])[1]


def lay(seat: int, card: str, at: int, *correct: str) -> Insert:
    """Return an insertion, with the corrected chain if one is given."""
    return Insert(seat, card, at, correct or None)


def zones(state: State) -> list[str]:
    """Return the cards of all zones, sorted."""
    hands = [card for hand in state.hands for card in hand]
    return sorted([*state.stock, *hands, *state.chain, *state.used])


def deck(*cards: str, code: str = "test") -> Deck:
    """Return a deck of one series whose cards are called by their dates."""
    series = Series(
        code=code, titles={"de": "Test"}, languages=("de",), colour=Colour(cmyk=(0, 0, 0, 100), srgb="#000000")
    )
    made = (Card(series=code, id=card, event={"de": card}, year=card, interval=interval(card)) for card in cards)
    return Deck(f"{code}/1", {code: series}, tuple(made), 1)


def sit(book: str, players: int, pile: str, **options: Any) -> tuple[Any, Any]:
    """Set up a game of any rule set on cards called by their dates; ``a1`` is an anonymous card."""
    order = [f"anonymous/{card[1:]}" if card.startswith("a") else card for card in pile.split()]
    made = RULEBOOKS[book]
    if made.anonymous:
        options = {"anonymous": sum(card.startswith("anonymous/") for card in order), **options}
    dates = {card: interval(card) for card in order if not card.startswith("anonymous/")}
    symbols = dict.fromkeys(dates, ("sun", "sun"))
    rules = made.rules(made.options(**options), players, Pieces("test", "", dates, symbols))
    return rules, rules.start(order)[0]


def done(rules: Any, state: Any, *actions: Any) -> tuple[Any, dict[str, object]]:
    """Apply actions; return the state and what claims may say of the last one."""
    events: tuple[Any, ...] = ()
    for action in actions:
        state, events = rules.apply(state, action)
    return state, dict(rules.outcome(events).facts)


def refused(rules: Any, state: Any, action: Any) -> str:
    """Return what is said about an illegal action, which must leave everything as it was."""
    before = repr(state)
    with pytest.raises(IllegalActionError) as caught:
        rules.apply(state, action)
    assert repr(state) == before
    assert not rules.is_legal(state, action)
    return str(caught.value)
