"""What is wrong with decks."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from ..cards import Deck
from ..checks import renumbered, run_checks
from ..diagnostics import Diagnostic
from ..source import Span
from ..tables import read_table
from ..workspace import WorkspaceError
from .journal import Journal, Notes
from .review import named_cards, remembered


def deck_findings(journal: Journal, deck: Deck) -> Iterator[Diagnostic]:
    """Yield what the checks find in a deck, in its ids beside the edition before it, and in a mix beside its recipe."""
    yield from run_checks(deck)
    yield from outdated_findings(journal, deck)
    if earlier := _edition_before(journal, deck):
        yield from renumbered(earlier, deck)


def outdated_findings(journal: Journal, deck: Deck) -> list[Diagnostic]:
    """Return where a mixed deck differs from what its recipe takes now; nothing of a deck that is no mix."""
    try:
        space = journal.workspace
    except WorkspaceError:  # a table of cards needs none
        return []
    if deck.edition is not None or deck.name not in space.mix_names():
        return []
    from ..duplicates import closed  # noqa: PLC0415 - numpy takes longer to load than most verbs run
    from ..mix import outdated, read_recipe, told_twice  # noqa: PLC0415 - loaded by now

    path = space.recipe_path(deck.name)
    recipe, _ = read_recipe(space.read_bytes(path), space.show(path))
    table, _ = read_table(space.read_bytes(space.mix_path(deck.name)), deck.name)
    if recipe is None or table is None:  # is told when it is mixed, or was when the deck was read
        return []
    taken = {row.values[0]: row.values[1] for row in table.rows}
    editions: dict[str, Deck] = {}
    for share in recipe.series:
        with suppress(WorkspaceError):  # a recipe that asks for what is not there is told when it is mixed
            loaded = space.load_edition(share.code, share.edition)
            editions.update({share.code: loaded.deck} if loaded.deck else {})
    # What is wrong with decisions is told where they are used.
    decisions = remembered(Notes(space), space)
    together = closed(decisions, named_cards(space, decisions))
    return [*outdated(recipe, deck, taken, editions), *told_twice(deck, together)]


def brought(below: Deck, deck: Deck, file: str) -> list[Diagnostic]:
    """Return what the checks find in those cards of a deck that changed, and did not find in the edition below.

    `file` is what findings call a deck that is not read from one.
    """
    before = {card.id: card for card in below}
    changed = {card.id for card in deck if before.get(card.id) is not card}
    found = [one for one in run_checks(deck) if one.card in changed] if changed else []
    if not found:
        return []
    said = {(one.code, one.card, one.message) for one in run_checks(below)}
    new = [one for one in found if (one.code, one.card, one.message) not in said]
    return [one if one.span else replace(one, span=Span(file)) for one in new]


def _edition_before(journal: Journal, deck: Deck) -> Deck | None:
    """Return the edition before this one; what is wrong with it is found when it is checked itself."""
    series = next(iter(deck.series.values()), None)
    if series is None or deck.edition is None:
        return None
    numbers = [edition.number for edition in series.editions if edition.number < deck.edition]
    if not numbers or not journal.workspace.edition_path(series.code, numbers[-1]).is_file():
        return None
    return journal.workspace.load_edition(series.code, numbers[-1]).deck
