"""`wildmix mix`: cards of several series in one deck."""

from pathlib import Path

import click

from ..workspace import RECIPE_SUFFIX, Workspace, WorkspaceError
from .common import Run, verb
from .render import difference


@click.command(short_help="Draw cards of several series into one deck.")
@click.argument("recipe")
@click.option("--diff", is_flag=True, help="Show what would change; write nothing.")
@verb
def command(run: Run, recipe: str, *, diff: bool) -> None:
    """Draw the deck of RECIPE, a mix's name or the path of a NAME.mix.toml, and write NAME.csv beside it.

    The same recipe draws the same cards everywhere. An event that two series tell is dealt once; while two cards of one
    event have years that exclude each other, the mix is refused. docs/mix.md explains recipes.
    """
    from ..mix import balance  # noqa: PLC0415 - what a mix needs is loaded when one is made
    from ..office.mixing import draw_mix, make_mix  # noqa: PLC0415 - likewise

    workspace = run.workspace
    path = _path(workspace, recipe)
    made = draw_mix(run, path) if diff else make_mix(run, path)
    if made is None:
        return
    shown = workspace.show(made.path)
    if diff:
        for line in difference(shown, made.before, made.data):
            run.say(line)
    drawn, mixed = made.drawn, made.mixed
    run.say(", ".join(f"{number} of {code}/{mixed.editions[code]}" for code, number in drawn.items()))
    spread = balance(mixed.deck.cards)
    for line in spread.plot():
        run.say(line)
    run.say(f"{spread.undecidable:.1%} of the pairs of cards overlap in their years, so that either order is right")
    run.result(
        "mix",
        {
            "name": made.recipe.name,
            "file": shown,
            "cards": drawn,
            "editions": dict(mixed.editions),
            "undecidable": spread.undecidable,
            "fullest_decade": spread.fullest,
            "periods": [list(period) for period in spread.periods],
        },
    )


def _path(workspace: Workspace, recipe: str) -> Path:
    """Return the recipe's file; raises WorkspaceError if there is none."""
    if recipe in workspace.mix_names():
        return workspace.recipe_path(recipe)
    if recipe.endswith(RECIPE_SUFFIX) and Path(recipe).is_file():
        return Path(recipe)
    known = ", ".join(workspace.mix_names()) or "none"
    raise WorkspaceError(f"there is no recipe `{recipe}` (known: {known}; a path ends in {RECIPE_SUFFIX})")
