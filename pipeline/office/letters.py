"""Taking letters in: the card found, earlier entries matched, the lists written at the end."""

from collections import Counter
from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING

from ..cards import Card
from ..corrigenda import CorrigendaFile, Corrigendum, NotAllowedError, Report, Taken, find, take_report
from ..diagnostics import finding
from .deciding import keep, series_of
from .dossier import Dossier, load
from .journal import Journal, refuse
from .lines import one_line

if TYPE_CHECKING:
    from ..letters import Letter, Lookup

SHORT = 40


class NotSureError(Exception):
    """The card cannot be told; the text names the likeliest, `candidates` are these with their scores."""

    def __init__(self, message: str, candidates: tuple[tuple[float, Card], ...] = ()) -> None:
        """Keep the likeliest cards."""
        super().__init__(message)
        self.candidates = candidates


class Intake:
    """Takes letters in, series by series; :meth:`close` writes the lists. Hold the lock as long as it lives."""

    def __init__(self, journal: Journal, by: str, dossiers: Iterable[Dossier] | None = None) -> None:
        """Read all series with their lists, unless they are given; `by` turns down what was turned down before."""
        self._journal, self._by = journal, by
        if dossiers is None:
            dossiers = filter(None, (load(journal, code) for code in journal.workspace.series_codes()))
        self._before: dict[str, Dossier] = {each.series.code: each for each in dossiers}
        self._now: dict[str, CorrigendaFile] = {code: each.file for code, each in self._before.items()}
        self._rows: list[dict[str, str | None]] = []

    def take_table(self, data: bytes, name: str, on: date) -> None:
        """Take in a table of letters; a letter that cannot be used is a finding at its row."""
        from ..letters import read_letters  # noqa: PLC0415 - pandas takes longer to load than most verbs run

        letters, findings = read_letters(data, name, on)
        self._journal.add(findings)
        self._journal.count("letters", len(letters) + sum(found.code == "WM406" for found in findings))
        for letter in self._journal.progress(letters, "taking letters in"):
            self._take_letter(letter)

    def _take_letter(self, letter: "Letter") -> None:
        report = letter.report
        try:
            code, card = self.card(report.card, letter.text, letter.series)
            self._take(code, report._replace(card=card.id))
        except NotSureError as error:
            self._journal.add([finding("WM407", f"`{report.reporter}`: {error}", letter.span)])
        except NotAllowedError as error:
            self._journal.add([finding("WM406", f"`{report.reporter}`: {error}", letter.span)])

    def take_one(self, report: Report, text: str = "", series: str = "") -> Taken:
        """Take in one letter: its card is named by `report.card`, by words of the `text`, or by what it supersedes.

        Raises NotSureError if the card cannot be told, NotAllowedError if the letter cannot be used.
        """
        older = self._older(report.supersedes) if report.supersedes else None
        report = report._replace(
            field=report.field or (older.field if older else "year"),
            type=report.type or (older.type if older else None),
        )
        if older and not report.card and not text:
            code, report = older.series, report._replace(card=older.card)
        else:
            code, card = self.card(report.card, text, series)
            report = report._replace(card=card.id)
        self._journal.count("letters")
        return self._take(code, report)

    def _older(self, name: str) -> Corrigendum:
        code = series_of(self._journal, name)
        if code not in self._now:
            refuse(f"the corrigenda of `{code}` cannot be read")
        return find(self._now[code], name)

    def _take(self, code: str, report: Report) -> Taken:
        taken = take_report(self._now[code], self._before[code].decks, report, self._by)
        self._now[code] = taken.file
        entry = taken.entry
        self._rows.append({"letter": report.reporter, "id": entry.id, "card": entry.card, "outcome": taken.outcome})
        self._journal.say(one_line(_line(report, taken)))
        return taken

    def card(self, name: str, text: str, series: str) -> tuple[str, Card]:
        """Return the card that is meant; raises NotAllowedError if there is none, NotSureError if it is not sure."""
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
                named = ", ".join(one for one, _ in found)
                likely = tuple((1.0, card) for _, card in found)
                raise NotSureError(f"several series have a card `{number}`: {named}", likely)
            raise NotAllowedError(f"there is no card `{name}`")
        card, candidates = self.lookup(text, chosen)
        if card is None:
            shown = "; ".join(f"`{one.key}` ({score:.2f}) {_short(one.text('de'))}" for score, one in candidates)
            perhaps = f"perhaps {shown}" if shown else "none is like it"
            raise NotSureError(f"no card is surely the one with `{text}`; {perhaps}", candidates)
        return card.series, card

    def lookup(self, text: str, codes: Iterable[str]) -> "Lookup":
        """Look for the card of these series that `text` tells of."""
        from ..letters import find_card  # noqa: PLC0415 - pandas takes longer to load than most verbs run

        return find_card(text, [card for one in codes for card in self._cards(one)])

    def _cards(self, code: str) -> Iterable[Card]:
        """Return each card of a series as its newest edition has it; withdrawn ones as they were."""
        decks = self._before[code].decks
        return {card.id: card for number in sorted(decks) for card in decks[number]}.values()

    def close(self) -> tuple[str, ...]:
        """Write the lists that changed and count the outcomes; return the series whose list was not written."""
        outcomes = Counter(row["outcome"] for row in self._rows)
        self._journal.result("letters", self._rows)
        self._journal.result("outcomes", dict(outcomes))
        changed = [dossier for code, dossier in self._before.items() if self._now[code] != dossier.file]
        kept = [keep(self._journal, each, self._now[each.series.code], quiet=True) for each in changed]
        return tuple(each.series.code for each, done in zip(changed, kept, strict=True) if not done)


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
