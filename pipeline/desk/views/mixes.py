"""Mixes: the recipe, how its cards spread over time, what drawing it anew would change; drawn anew."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from flask import Blueprint, flash, redirect, render_template, url_for
from werkzeug.wrappers import Response

from ...cards import Card
from ...diagnostics import Diagnostic
from ...office import StaleError
from ...workspace import WorkspaceError
from ..desk import Desk, desk
from ..pairs import comparing
from ..sealing import mix_sum
from ..shelf import UnknownError, stamp
from ..speaking import given, say, told

if TYPE_CHECKING:
    from ...mix import Balance
    from ...office.mixing import Drawn

pages = Blueprint("mixes", __name__)


class Plan(NamedTuple):
    """A mix as it would be drawn now, None if it cannot be, with what was found; how it spreads, and what differs."""

    drawn: "Drawn | None"
    findings: Sequence[Diagnostic]
    spread: "Balance | None" = None
    added: Sequence[Card] = ()
    removed: Sequence[Card] = ()
    altered: Sequence[Card] = ()


@pages.get("/mix/<name>/recipe")
def recipe(name: str) -> str:
    """Show the recipe of a mix, and what drawing it would change."""
    own, shelf = desk(), desk().shelf
    space = own.workspace
    _known(name)
    lists = [path for code in shelf.codes for path in sorted(space.series_path(code).parent.glob("*.*"))]
    marks = stamp([space.recipe_path(name), space.mix_path(name), space.decisions_path, space.rules_path, *lists])
    plan = shelf.soon(("mix", name), marks, lambda: _plan(own, name))
    return render_template(
        "mix.html",
        name=name,
        plan=plan,
        pending=plan is None,
        known=shelf.all_series(),
        exists=name in shelf.mixes,
        seen=mix_sum(plan.drawn) if plan and plan.drawn else "",
    )


def _known(name: str) -> None:
    if name not in desk().shelf.recipes:
        raise UnknownError(f"there is no mix `{name}`")


def _plan(own: Desk, name: str) -> Plan:
    from ...mix import balance  # noqa: PLC0415 - pandas takes longer to load than the server
    from ...office.mixing import draw_mix  # noqa: PLC0415 - likewise

    notes = own.notes()
    with comparing:
        drawn = draw_mix(notes, own.workspace.recipe_path(name))
    if drawn is None:
        return Plan(None, notes.findings)
    now, before = {card.key: card for card in drawn.mixed.deck}, _as_it_is(own, name)
    return Plan(
        drawn,
        notes.findings,
        balance(drawn.mixed.deck.cards),
        [card for key, card in now.items() if key not in before],
        [card for key, card in before.items() if key not in now],
        [card for key, card in now.items() if key in before and before[key] != card],
    )


def _as_it_is(own: Desk, name: str) -> Mapping[str, Card]:
    """Return the cards of the mix that lies there, none if there is none that can be read."""
    with suppress(WorkspaceError):
        return {card.key: card for card in own.shelf.deck(name)}
    return {}


@pages.post("/mix/<name>/make")
def make(name: str) -> Response:
    """Draw the mix anew, if that makes what the page showed."""
    from ...office.mixing import make_mix  # noqa: PLC0415 - as above

    _known(name)
    seen = given("seen")

    def guard(drawn: "Drawn") -> None:
        if mix_sum(drawn) != seen:
            raise StaleError(say()("mix changed", name))

    notes = desk().notes()
    with comparing:
        drawn = make_mix(notes, desk().workspace.recipe_path(name), guard)
    told(notes, written=drawn is not None)
    flash(say()("mix made", name, len(drawn.mixed.deck) if drawn else 0), "done")
    return redirect(url_for("mixes.recipe", name=name), 303)
