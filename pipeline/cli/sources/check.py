"""`wildmix sources check`: whether the sources of cards are still there."""

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, replace
from functools import partial

import click

from ...cards import Deck
from ...corrigenda import CorrigendaFile
from ...diagnostics import Diagnostic, Severity, finding
from ...evidence.references import Mention, Reference, archived_copies, gather
from ...fetch.probing import STATES, probe
from ...fetch.services import ServiceError, archived_copy, doi_answer, entity_address
from ...office.dossier import load_file
from ...workspace import WorkspaceError
from ..common import Run, verb
from .common import Content, Desk, desk, max_age_option, offline_option

CODES = {"dead": "WM801", "moved": "WM802", "unknown": "WM803", "refused": "WM804"}
KINDS = {"url": "`{}`", "doi": "DOI `{}`", "wikidata": "item `{}` of Wikidata"}


@click.command(short_help="Look up whether the sources of cards are still there.")
@click.argument("decks", nargs=-1, metavar="[DECK]…")
@max_age_option
@offline_option
@verb
def command(run: Run, decks: tuple[str, ...], *, max_age: float, offline: bool) -> None:
    """Look up whether the sources of cards, and of the corrigenda of their series, are still there.

    The form of ISBN, DOI, Wikidata numbers and addresses is checked first. Then addresses are asked, DOI at doi.org,
    items at Wikidata; for what is gone, the Internet Archive is asked for a copy. A source is alive, moved, dead,
    unknown (the host keeps programs out, is overloaded or silent), refused (a private network) or malformed.
    """
    loaded = [deck for _, _, deck in run.decks(decks)]
    cards = {card.key: card for deck in loaded for card in deck}
    gathered = gather(loaded, _lists(run, loaded))
    run.count("cards", len(cards))
    run.count("sources", gathered.sources)
    run.add(gathered.findings)
    copies = archived_copies(cards.values())
    with desk(run, max_age, offline=offline) as asker:
        answers = _answers(asker, [*gathered.references])
        gone = [one.name for one, answer in answers.items() if one.kind == "url" and answer["state"] == "dead"]
        found = _archived(asker, [name for name in gone if name not in copies])
        run.closing += [_states(answers, len(gathered.findings)), asker.summary()]
        run.result("requests", asker.client.requests)
        run.result("from_cache", asker.known)
        run.result("not_asked", asker.open)
    numbers = Counter(answer["state"] for answer in answers.values())
    run.result("states", {**{state: numbers[state] for state in STATES}, "malformed": len(gathered.findings)})
    rows = []
    for reference, mentions in gathered.references.items():
        answer = answers.get(reference)
        kept = copies.get(reference.name, "")
        rows.append(_row(reference, mentions, answer, kept or found.get(reference.name, "")))
        if answer and answer["state"] in CODES:
            made = _finding(reference, mentions, answer, found.get(reference.name, ""))
            run.add([_as_archived(made, kept) if kept and answer["state"] == "dead" else made])
    run.result("sources", rows)


def _lists(run: Run, decks: list[Deck]) -> list[CorrigendaFile]:
    """Return the corrigenda of the series whose editions were chosen."""
    codes = dict.fromkeys(code for deck in decks if deck.edition is not None for code in deck.series)
    files = []
    for code in codes:
        try:
            if code in run.workspace.series_codes() and (file := load_file(run, code)[1]):
                files.append(file)
        except WorkspaceError:  # a table needs no workspace
            break
    return files


def _answers(asker: Desk, references: list[Reference]) -> dict[Reference, Content]:
    questions = {_question(asker, one): one for one in references}
    found = asker.answers({name: _asking(asker, one) for name, one in questions.items()}, "asking")
    return {questions[name]: answer for name, answer in found.items()}


def _question(asker: Desk, reference: Reference) -> str:
    if reference.kind == "doi":
        return f"doi {asker.services.doi} {reference.name}"
    return f"address {_address(asker, reference)}"


def _address(asker: Desk, reference: Reference) -> str:
    return entity_address(asker.services.wikidata, reference.name) if reference.kind == "wikidata" else reference.name


def _asking(asker: Desk, reference: Reference) -> Callable[[], Content]:
    if reference.kind == "doi":
        return lambda: asdict(doi_answer(asker.client, asker.services.doi, reference.name))
    return lambda: asdict(probe(asker.client, _address(asker, reference)))


def _archived(asker: Desk, addresses: list[str]) -> dict[str, str]:
    """Return the copies that the Internet Archive has, by the address of the original."""
    base = asker.services.archive
    questions = {f"archive {base} {address}": address for address in addresses}
    found = asker.answers({name: partial(_copy, asker, address) for name, address in questions.items()}, "archive")
    return {questions[name]: answer["copy"] for name, answer in found.items() if answer["copy"]}


def _copy(asker: Desk, address: str) -> Content:
    try:
        return {"copy": archived_copy(asker.client, asker.services.archive, address)}
    except ServiceError:
        return {"copy": "", "again": True}


def _finding(reference: Reference, mentions: list[Mention], answer: Content, copy: str) -> Diagnostic:
    first, others = mentions[0], len(mentions) - 1
    name = first.name if first.name.startswith("CORR-") else first.card
    owner = f"a source of `{name}`" + (f" and {others} more" if others else "")
    verb_, reason = {
        "dead": ("is gone", answer["reason"]),
        "moved": ("has moved", f"to {answer['address']}"),
        "unknown": ("could not be looked up", answer["reason"]),
        "refused": ("is not looked up", answer["reason"]),
    }[answer["state"]]
    separator = " " if answer["state"] == "moved" else ": "
    message = f"{KINDS[reference.kind].format(reference.name)}, {owner}, {verb_}{separator}{reason}"
    help_ = None
    if answer["state"] == "moved":
        help_ = f"write the new address: {answer['address']}"
    elif copy:
        help_ = f"there is a copy: write `archived: {copy}` behind the source"
    return finding(CODES[answer["state"]], message, first.span, help=help_, card=first.card, series=first.series)


def _as_archived(gone: Diagnostic, copy: str) -> Diagnostic:
    """Return what is said of a source that is gone, and names a lasting copy: readers can still look it up."""
    help_ = f"nothing needs to be done: readers find it in the copy that the source names, {copy}"
    return replace(gone, severity=Severity.NOTE, help=help_)


def _row(reference: Reference, mentions: list[Mention], answer: Content | None, copy: str) -> Content:
    return {
        "kind": reference.kind,
        "name": reference.name,
        "state": answer["state"] if answer else None,
        "reason": answer["reason"] if answer else "",
        "moved_to": answer["address"] if answer else "",
        "archived": copy,
        "named_by": [mention.name for mention in mentions],
    }


def _states(answers: dict[Reference, Content], malformed: int) -> str:
    numbers = Counter(answer["state"] for answer in answers.values())
    return "sources: " + ", ".join(f"{numbers[state]} {state}" for state in STATES) + f", {malformed} malformed"
