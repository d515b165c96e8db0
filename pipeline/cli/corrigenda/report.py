"""`wildmix corrigenda report`: letters become entries, or join those that said the same."""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...cards import Card
from ...corrigenda import TYPES, CorrigendaFile, Corrigendum, NotAllowedError, Report, Taken, find, take_report
from ...diagnostics import finding
from ...sources import Source
from ...workspace import read_input, show_path
from ..common import Run, verb
from .common import Dossier, by_option, day, load, on_option, one_line, refuse, role
from .deciding import keep, series_of, source_option

if TYPE_CHECKING:
    from ...letters import Letter

SHORT = 40


@click.command(short_help="Take letters in: one by its parts, or a table of them.")
@click.option("--letters", type=click.Path(dir_okay=False, path_type=Path), help="A table of letters, one row each.")
@click.option("--card", default="", help="The card, as frauen:F001, or F001 if only one series has it.")
@click.option("--text", default="", help="Words of the card, if its id is not known.")
@click.option("--series", default="", metavar="CODE", help="The series of the card.")
@click.option("--field", default="year", show_default=True, help="The column of the canonical deck: year, event_de.")
@click.option("--edition", type=click.IntRange(min=1), help="The edition of the reader.  [default: what prints OLD]")
@click.option("--old", help="What is printed.  [default: what the edition prints]")
@click.option("--new", help="What should be printed.")
@click.option("--type", "kind", type=click.Choice(TYPES), help="The kind of error.  [default: by the field]")
@click.option("--reason", default="", help="Why, for the owners of the card.")
@source_option
@click.option("--group", metavar="WORD", help="A word shared by entries that are applied together or not at all.")
@click.option("--supersedes", metavar="ID", help="The entry that this one takes the place of.")
@click.option("--reporter", default="reader", show_default=True, callback=role, help="A code such as letter-017.")
@on_option
@by_option
@verb
def command(run: Run, *, letters: Path | None, on: datetime | None, by: str, **parts: Any) -> None:
    """Take letters in, one by its parts or a whole table with --letters; a card is found by id or by words of its text.

    What was reported before gains one more reporter; what was turned down before is turned down again, with a link, by
    --by. The columns of a table are letter, on, series, card or text, edition, field, old, new, type, reason,
    reason_code, sources, group; only letter, field and card or text are needed. A letter that cannot be used is
    reported, and the others are taken in.
    """
    with run.workspace.lock():
        desk = _Desk(run, by)
        if letters:
            desk.take_table(letters, day(on))
        else:
            desk.take_one(parts, day(on))
        desk.close()


class _Desk:
    """Takes letters in, series by series, and writes the lists at the end."""

    def __init__(self, run: Run, by: str) -> None:
        """Read all series with their lists."""
        self._run, self._by = run, by
        self._before: dict[str, Dossier] = {}
        self._now: dict[str, CorrigendaFile] = {}
        for code in run.workspace.series_codes():
            dossier = load(run, code)
            if dossier is not None:
                self._before[code], self._now[code] = dossier, dossier.file
        self._rows: list[dict[str, str | None]] = []

    def take_table(self, path: Path, on: date) -> None:
        """Take in a table of letters; a letter that cannot be used is a finding at its row."""
        from ...letters import read_letters  # noqa: PLC0415 - pandas takes longer to load than most verbs run

        letters, findings = read_letters(read_input(path), show_path(path), on)
        self._run.add(findings)
        self._run.count("letters", len(letters) + sum(found.code == "WM406" for found in findings))
        for letter in self._run.progress(letters, "taking letters in"):
            self._take_letter(letter)

    def _take_letter(self, letter: "Letter") -> None:
        report = letter.report
        try:
            code, card = self._card(report.card, letter.text, letter.series)
            self._take(code, report._replace(card=card.id))
        except _NotSureError as error:
            self._run.add([finding("WM407", f"`{report.reporter}`: {error}", letter.span)])
        except NotAllowedError as error:
            self._run.add([finding("WM406", f"`{report.reporter}`: {error}", letter.span)])

    def take_one(self, parts: Mapping[str, Any], on: date) -> None:
        """Take in one letter given by options."""
        if not parts["card"] and not parts["text"] and not parts["supersedes"]:
            raise click.UsageError("say which card with --card or --text, or give a table with --letters")
        older = self._older(parts["supersedes"]) if parts["supersedes"] else None
        sources: tuple[Source, ...] = parts["sources"]
        try:
            if older and not parts["card"] and not parts["text"]:
                code, name, field = older.series, older.card, older.field
            else:
                code, card = self._card(parts["card"], parts["text"], parts["series"])
                name, field = card.id, parts["field"]
            report = Report(
                card=name,
                field=field,
                reporter=parts["reporter"],
                on=on,
                old=parts["old"],
                new=parts["new"],
                edition=parts["edition"],
                type=parts["kind"] or (older.type if older else None),
                reason=parts["reason"],
                sources=sources,
                group=parts["group"],
                supersedes=parts["supersedes"],
            )
            self._run.count("letters")
            self._take(code, report)
        except (_NotSureError, NotAllowedError) as error:
            refuse(str(error))

    def _older(self, name: str) -> Corrigendum:
        code = series_of(self._run, name)
        if code not in self._now:
            refuse(f"the corrigenda of `{code}` cannot be read")
        try:
            return find(self._now[code], name)
        except NotAllowedError as error:
            refuse(str(error))

    def _take(self, code: str, report: Report) -> None:
        taken = take_report(self._now[code], self._before[code].decks, report, self._by)
        self._now[code] = taken.file
        entry = taken.entry
        self._rows.append({"letter": report.reporter, "id": entry.id, "card": entry.card, "outcome": taken.outcome})
        self._run.say(one_line(_line(report, taken)))

    def _card(self, name: str, text: str, series: str) -> tuple[str, Card]:
        """Return the card that is meant; raises NotAllowedError if there is none, _NotSureError if it is not sure."""
        head, colon, rest = name.partition(":")
        code, number = (head, rest) if colon else (series, name)
        if code and code not in self._before:
            raise NotAllowedError(f"there is no series `{code}` (known: {', '.join(self._before) or 'none'})")
        chosen = [code] if code else list(self._before)
        if number:
            found = [(one, card) for one in chosen for card in self._cards(one) if card.id == number]
            if len(found) == 1:
                return found[0]
            if found:
                raise _NotSureError(f"several series have a card `{number}`: {', '.join(one for one, _ in found)}")
            raise NotAllowedError(f"there is no card `{name}`")
        return self._described(text, [card for one in chosen for card in self._cards(one)])

    def _described(self, text: str, cards: Iterable[Card]) -> tuple[str, Card]:
        from ...letters import find_card  # noqa: PLC0415 - pandas takes longer to load than most verbs run

        card, candidates = find_card(text, cards)
        if card is None:
            shown = "; ".join(f"`{one.key}` ({score:.2f}) {_short(one.text('de'))}" for score, one in candidates)
            perhaps = f"perhaps {shown}" if shown else "none is like it"
            raise _NotSureError(f"no card is surely the one with `{text}`; {perhaps}")
        return card.series, card

    def _cards(self, code: str) -> Iterable[Card]:
        """Return each card of a series as its newest edition has it; withdrawn ones as they were."""
        decks = self._before[code].decks
        return {card.id: card for number in sorted(decks) for card in decks[number]}.values()

    def close(self) -> None:
        """Write the lists that changed and count what became of the letters."""
        outcomes = Counter(row["outcome"] for row in self._rows)
        self._run.result("letters", self._rows)
        self._run.result("outcomes", dict(outcomes))
        for code, dossier in self._before.items():
            if self._now[code] != dossier.file:
                keep(self._run, dossier, self._now[code], quiet=True)


class _NotSureError(Exception):
    """The card cannot be told; the text names the likeliest."""


def _short(text: str) -> str:
    return text if len(text) <= SHORT else f"{text[:SHORT].rstrip()}…"


def _line(report: Report, taken: Taken) -> str:
    entry = taken.entry
    what = f"{report.reporter}: {entry.field} of {entry.card}"
    if taken.outcome == "new":
        beside = f"; see also {', '.join(other.id for other in taken.beside)}" if taken.beside else ""
        return f"{what} is {entry.id}{beside}"
    if taken.outcome == "rejected":
        return f"{what} is {entry.id}, rejected: {entry.history[-1].note}"
    state = entry.printed_state if entry.applied_in else entry.status
    if taken.outcome == "known":
        return f"{what} is known as {entry.id} ({state})"
    return f"{what} was reported before as {entry.id} ({state}); {report.reporter} is one more reporter"
