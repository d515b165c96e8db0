"""`wildmix report`: one page that can be mailed, for the author of a series."""

from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..build.printing import find_profile, out_stem, print_language
from ..cards import Card, Deck
from ..diagnostics import Diagnostic, finding
from ..office import Notes
from ..office.checking import list_findings
from ..office.decks import deck_findings
from ..office.dossier import Dossier, load
from ..office.review import named_cards, remembered
from ..workspace import Loaded, show_path, write_whole
from .common import Run, verb
from .render import counted

if TYPE_CHECKING:
    from ..duplicates import Pair
    from ..publish.report import Part

DPI = 72


@click.command(short_help="Write one page about decks that can be mailed.")
@click.argument("decks", nargs=-1, metavar="[DECK]…")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="The file to write.")
@click.option(
    "--language", type=click.Choice(["de", "en"]), help="The language of the page.  [default: print_language]"
)
@click.option("--no-proof", is_flag=True, help="Leave out the pictures of the cards.")
@verb
def command(run: Run, decks: tuple[str, ...], *, out: Path | None, language: str | None, no_proof: bool) -> None:
    """Write a page about DECK that needs no network and no other file: print/out/NAME-report.html.

    It tells what was found, as the command itself does at its end, shows all cards over time and as they will print,
    the same events on two cards, and the corrigenda. DECK is a series (its newest edition), SERIES/EDITION or a mix;
    without it, all series are in one page.
    """
    from ..publish.report import report  # noqa: PLC0415 - templates take longer to load than most verbs run

    space = run.workspace
    usual = "de" if space.config.print_language == "de" else "en"
    spoken = language or usual
    loaded = [(opened, deck) for _, opened, deck in run.decks(decks or space.series_codes())]
    if not loaded:
        return
    teller = _Teller(run, spoken, *_pairs(run, [deck for _, deck in loaded]))
    parts = [teller.part(opened, deck, with_proof=not no_proof) for opened, deck in loaded]
    title = parts[0].title(spoken) if len(parts) == 1 else space.config.title
    told = {found for part in parts for found in part.findings}
    others = [found for found in run.chosen(run.findings) if found not in told]
    page = report(title, parts, spoken, date.today().year, others)
    name = loaded[0][1].name if len(loaded) == 1 else ""
    ending = "html" if spoken == usual else f"{spoken}.html"
    path = out or out_stem(space, f"{name}-report.{ending}" if name else f"report.{ending}")
    changed = write_whole(path, page.encode("utf-8"))
    number = sum(len(deck) for _, deck in loaded)
    run.count("cards", number)
    run.result("file", show_path(path))
    what = f"{counted(len(parts), 'decks')}, {counted(number, 'cards')}"
    run.say(f"{'wrote' if changed else 'unchanged:'} {show_path(path)}: {what}")


def _pairs(run: Run, decks: Iterable[Deck]) -> "tuple[list[Pair], Mapping[str, Card]]":
    """Return the pairs that tell one event among these decks and the newest editions of all series."""
    from ..duplicates import closed, find_pairs  # noqa: PLC0415 - numpy takes longer to load than most verbs run

    space = run.workspace
    others = (space.load_edition(code).deck for code in space.series_codes())
    cards: dict[str, Card] = {}
    for deck in (*decks, *filter(None, others)):
        for card in deck:
            cards.setdefault(card.key, card)
    decisions = remembered(run, space)
    with space.known_vectors():
        pairs = find_pairs(
            cards.values(),
            closed(decisions, named_cards(space, decisions)),
            progress=lambda items, label: run.progress(items, label, total=len(items)),
        )
    order = ("conflict", "uncertain", "duplicate")
    told = [pair for pair in pairs if pair.verdict in order]
    return sorted(told, key=lambda pair: (order.index(pair.verdict), -pair.score, pair.a, pair.b)), cards


class _Teller:
    """Gathers what the report tells of each deck."""

    def __init__(self, run: Run, language: str, pairs: "list[Pair]", cards: Mapping[str, Card]) -> None:
        self._run, self._language, self._pairs, self._cards = run, language, pairs, cards

    def part(self, opened: Loaded, deck: Deck, *, with_proof: bool) -> "Part":
        """Return what is told of a deck."""
        from ..office.elsewhere import Elsewhere  # noqa: PLC0415 - loaded with what it needs
        from ..office.publishing import published  # noqa: PLC0415 - likewise
        from ..publish.report import Part  # noqa: PLC0415 - likewise

        run, elsewhere = self._run, Elsewhere(self._run)
        dossier, found = _dossier(run, deck)
        found += [*opened.findings, *deck_findings(run, deck)]
        found += list_findings(dossier, elsewhere) if dossier else ()
        texts = print_language(run.workspace, deck, self._language if self._language in deck.languages else None)
        pictures = _pictures(run, deck, texts, found) if with_proof else {}
        run.add(found)
        own = {card.key for card in deck}
        return Part(
            deck,
            texts,
            run.chosen(found),
            published(run, dossier, elsewhere) if dossier else None,
            [pair for pair in self._pairs if own & {pair.a, pair.b}],
            self._cards,
            pictures,
        )


def _dossier(run: Run, deck: Deck) -> tuple[Dossier | None, list[Diagnostic]]:
    """Return the list of the series, None for mixes, tables and lists that cannot be read; and what was found in it."""
    notes = Notes(run.workspace)
    known = set(run.workspace.series_codes()) if deck.edition is not None else set()
    dossier = load(notes, code) if (code := next(iter(deck.series), "")) in known else None
    notes.tell(run)
    return dossier, notes.findings


def _pictures(run: Run, deck: Deck, language: str, found: list[Diagnostic]) -> Mapping[str, tuple[bytes, bytes]]:
    """Paint the cards, adding what is found while they are set; none without cards, profile or fonts."""
    from ..pdf.fonts import FontError  # noqa: PLC0415 - reportlab takes longer to load than most verbs run
    from ..pdf.raster import pages, small_png  # noqa: PLC0415 - likewise
    from ..pdf.single import single_faces  # noqa: PLC0415 - likewise

    profile, findings = find_profile(run.workspace, None)
    found += findings
    if profile is None or not deck.cards:
        return {}
    try:
        faces = single_faces(deck, profile, language)
    except FontError as error:
        found.append(finding("WM609", str(error)))
        return {}
    found += faces.findings
    shown = map(small_png, pages(faces.data, DPI / 72))
    return {card.key: (next(shown), next(shown)) for card in run.progress(deck.cards, "painting", total=len(deck))}
