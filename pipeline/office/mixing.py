"""Mixes drawn by their recipes, and written."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from ..cards import Deck
from ..diagnostics import Severity, worst
from ..mix import Mixed, Recipe, mix, read_recipe
from ..workspace import WorkspaceError
from .journal import Journal
from .review import named_decks, wholly_remembered


class Drawn(NamedTuple):
    """A mix as its recipe draws it now: `data` is what is written into the file at `path`, `before` what lies there."""

    recipe: Recipe
    mixed: Mixed
    path: Path
    data: bytes
    before: bytes

    @property
    def drawn(self) -> dict[str, int]:
        """How many cards come from each series."""
        return {code: sum(card.series == code for card in self.mixed.deck) for code in self.mixed.editions}


Guard = Callable[[Drawn], None]
"""Looks at what would be written, and raises StaleError if it is not what somebody decided on."""


def draw_mix(journal: Journal, path: Path) -> Drawn | None:
    """Draw the mix of the recipe at `path`; None, with findings, while it cannot be made. Nothing is written."""
    from ..ingest import write_mix  # noqa: PLC0415 - what a mix needs is loaded when one is made

    space = journal.workspace
    recipe, findings = read_recipe(space.read_bytes(path), space.show(path))
    journal.add(findings)
    journal.count("recipes")
    if recipe is None:
        return None
    if (mixed := _mixed(journal, recipe, path)) is None:
        journal.say("nothing was written")
        return None
    target = path.with_name(f"{recipe.name}.csv")
    before = target.read_bytes() if target.is_file() else b""
    return Drawn(recipe, mixed, target, write_mix(mixed.deck, mixed.editions), before)


def _mixed(journal: Journal, recipe: Recipe, path: Path) -> Mixed | None:
    """Return the mix of a recipe; None, with findings, while it cannot be made."""
    from ..duplicates import contradictions, encoder_findings  # noqa: PLC0415 - as above

    space = journal.workspace
    if taken := space.mix_fault(path):
        journal.add([taken])
        return None
    # What cannot be read may have said of two cards that they are one event, or are none.
    if (decisions := wholly_remembered(journal)) is None:
        return None
    read = (_deck(journal, share.code, share.edition) for share in recipe.series)
    decks = {deck.name: deck for deck in read if deck is not None}
    newest = {deck.name: deck for deck in named_decks(space, decisions)}
    with space.known_vectors():
        mixed, findings = mix(
            recipe,
            newest | decks,
            decisions,
            space.series_codes(),
            lambda items, label: journal.progress(items, label, total=len(items)),
        )
    journal.add(encoder_findings())
    mixable = {card.key: card for deck in decks.values() for card in deck}
    named = {card.key: card for deck in newest.values() for card in deck}
    journal.add(contradictions(decisions, named, mixable))
    journal.add(findings)
    journal.count("cards", sum(map(len, decks.values())))
    return None if worst(findings) is Severity.ERROR else mixed


def trusting(drawn: Drawn) -> None:
    """Accept whatever was drawn."""
    del drawn


def make_mix(journal: Journal, path: Path, guard: Guard = trusting) -> Drawn | None:
    """Draw the mix of a recipe and write its deck beside it; None, with findings, while it cannot be made."""
    space = journal.workspace
    with space.lock():
        drawn = draw_mix(journal, path)
        if drawn is None:
            return None
        guard(drawn)
        changed = space.write(drawn.path, drawn.data)
    journal.say(f"{'wrote' if changed else 'unchanged:'} {space.show(drawn.path)}")
    return drawn


def _deck(journal: Journal, code: str, edition: int | None) -> Deck | None:
    """Load one edition; what does not exist is left to the mix, which knows the place in the recipe."""
    try:
        loaded = journal.workspace.load_edition(code, edition)
    except WorkspaceError:
        try:
            loaded = journal.workspace.load_edition(code)
        except WorkspaceError:
            return None
    journal.add(loaded.findings)
    return loaded.deck
