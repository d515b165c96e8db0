"""`wildmix mix`: cards of several series in one deck."""

from pathlib import Path

import click

from ..cards import Deck
from ..diagnostics import Severity, worst
from ..office.review import remembered
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
    from ..ingest import write_mix  # noqa: PLC0415 - what a mix needs is loaded when one is made
    from ..mix import balance, mix, read_recipe  # noqa: PLC0415 - it loads pandas

    workspace = run.workspace
    path = _path(workspace, recipe)
    plan, findings = read_recipe(workspace.read_bytes(path), workspace.show(path))
    run.add(findings)
    run.count("recipes")
    if plan is None:
        return
    decks = {
        name: deck
        for share in plan.series
        for name, deck in [_deck(run, share.code, share.edition)]
        if deck is not None
    }
    with workspace.known_vectors():
        mixed, findings = mix(plan, decks, remembered(run, workspace))
    run.add(findings)
    run.count("cards", sum(map(len, decks.values())))
    if mixed is None or worst(findings) is Severity.ERROR:
        run.say("nothing was written")
        return
    target = path.with_name(f"{plan.name}.csv")
    data = write_mix(mixed.deck, mixed.editions)
    shown = workspace.show(target)
    if diff:
        _show(run, shown, target.read_bytes() if target.is_file() else b"", data)
    else:
        with workspace.lock():
            changed = workspace.write(target, data)
        run.say(f"{'wrote' if changed else 'unchanged:'} {shown}")
    drawn = {code: sum(card.series == code for card in mixed.deck) for code in mixed.editions}
    run.say(", ".join(f"{number} of {code}/{mixed.editions[code]}" for code, number in drawn.items()))
    spread = balance(mixed.deck.cards)
    for line in spread.plot():
        run.say(line)
    run.say(f"{spread.undecidable:.1%} of the pairs of cards overlap in their years, so that either order is right")
    run.result(
        "mix",
        {
            "name": plan.name,
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


def _deck(run: Run, code: str, edition: int | None) -> tuple[str, Deck | None]:
    """Load one edition; what does not exist is left to the mix, which knows the place in the recipe."""
    try:
        loaded = run.workspace.load_edition(code, edition)
    except WorkspaceError:
        try:
            loaded = run.workspace.load_edition(code)
        except WorkspaceError:
            return code, None
    run.add(loaded.findings)
    return (loaded.deck.name if loaded.deck else code), loaded.deck


def _show(run: Run, name: str, old: bytes, new: bytes) -> None:
    for line in difference(name, old, new):
        run.say(line)
