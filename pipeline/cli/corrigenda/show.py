"""`wildmix corrigenda show`: one entry in full."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

from ...corrigenda import Corrigendum
from ...impact import Effect
from ...office import refuse
from ...office.dossier import load_file
from ...office.elsewhere import Elsewhere, told
from ...office.lines import one_line
from ...sources import Source
from ..common import Run, verb

if TYPE_CHECKING:
    from ...impact.games import Flip
    from ...impact.others import Other


@click.command(short_help="Show one corrigendum with its sources and history.")
@click.argument("name", metavar="ID")
@verb
def command(run: Run, name: str) -> None:
    """Show the corrigendum ID (CORR-SERIES-NUMBER): what is printed, what is right, why, sources, history.

    And what it does elsewhere: to the order of the cards, to recorded games, to cards of other series that tell the
    same event.
    """
    code, _, number = name.removeprefix("CORR-").rpartition("-")
    if code not in run.workspace.series_codes() or not number.isdecimal():
        refuse(f"there is no corrigendum `{name}`; ids are CORR-SERIES-NUMBER")
    _, file = load_file(run, code)
    if file is None:
        return
    entry = next((each for each in file if each.number == int(number)), None)
    if entry is None:
        refuse(f"series `{code}` has no corrigendum `{name}`")
    elsewhere = Elsewhere(run)
    effect, flips = elsewhere.effect(entry), elsewhere.flips([entry]).get(entry.id, ())
    decided = elsewhere.others(entry)
    known = {other.card for other in decided}
    others = (*decided, *(other for other in elsewhere.likely(entry) if other.card not in known))
    for line in (*_lines(entry), *_consequences(effect, others, flips)):
        run.say(one_line(line))
    content = {
        **entry.model_dump(mode="json"),
        "printed": entry.printed_state,
        "effect": effect,
        "also_affects": [other.as_json() for other in others],
        "games": [flip.as_json() for flip in flips],
    }
    run.result("corrigendum", content)


EFFECTS = {
    "order": "changes the order of play",
    "visible": "visible, changes no order",
    "cosmetic": "cosmetic",
}


def _consequences(effect: Effect | None, others: "Iterable[Other]", flips: "Iterable[Flip]") -> Iterator[str]:
    if effect:
        yield f"  effect    {EFFECTS[effect]}"
    for other in others:
        sure = "" if other.decided else ", by its text"
        stands = {True: "agrees", False: "disagrees", None: "not comparable"}[other.agrees]
        yield f"  also      {other.card} tells the same event{sure}: {other.year}, {stands}"
    for flip in flips:
        yield f"  game      {told(flip)}"


def _lines(entry: Corrigendum) -> Iterator[str]:
    printed = f", {entry.printed_state}" if entry.printed_state else ""
    yield f"{entry.id}: {entry.field} of card {entry.card}, {entry.status}{printed}"
    yield f"  found in  edition {', '.join(map(str, entry.found_in))}"
    yield f"  printed   {entry.old}"
    yield f"  right     {'not known yet' if entry.new is None else entry.new}"
    yield f"  type      {entry.type}" + (f" ({entry.reason_code})" if entry.reason_code else "")
    yield f"  reason    {entry.reason or 'none given'}"
    for source in entry.sources:
        yield f"  source    {_source(source)}"
    yield f"  reported  {entry.reported_on} by {', '.join(entry.reported_by) or 'unknown'}"
    if entry.group:
        yield f"  group     {entry.group}"
    if entry.supersedes:
        yield f"  replaces  {entry.supersedes}"
    if entry.duplicate_of:
        yield f"  repeats   {entry.duplicate_of}"
    for language, state in entry.translations.items():
        yield f"  text {language}   {state}"
    for change in entry.history:
        edition = f" in edition {change.edition}" if change.edition else ""
        yield f"  {change.on}  {change.state}{edition} by {change.by}" + (f": {change.note}" if change.note else "")


def _source(source: Source) -> str:
    parts = [f"{source.kind} {source.ref}", source.locator, source.states_value and f"states {source.states_value}"]
    return ", ".join(filter(None, parts))
