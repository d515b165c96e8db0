"""What entries do elsewhere, gathered from the workspace: recorded games, decisions on duplicates, other series."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from ..cards import Card, Deck
from ..corrigenda import CorrigendaFile, Corrigendum
from ..diagnostics import Diagnostic, finding
from ..documents import decode
from ..impact import Effect, Timeline, effect
from ..workspace import Loaded, WorkspaceError
from .journal import Journal

if TYPE_CHECKING:
    from ..impact.games import Flip, Recorded
    from ..impact.others import Other


class Elsewhere:
    """Answers what an entry does to play, to recorded games and to cards of other series; reads what it must, once."""

    def __init__(self, journal: Journal) -> None:
        """Look at nothing yet."""
        self._journal = journal
        self._loaded: dict[str, Loaded] = {}
        self._editions: dict[str, dict[int, Deck]] = {}
        self._timelines: dict[tuple[str, int], Timeline] = {}

    def know(self, code: str, decks: Mapping[int, Deck]) -> None:
        """Use these decks of a series, which were read before."""
        self._editions[code] = dict(decks)

    def settle(self) -> None:
        """Read decisions and recorded games now, with their decks, so that no change that is made later is seen."""
        _ = self._joined, self._games

    def effect(self, entry: Corrigendum) -> Effect | None:
        """Return how grave an entry is; None if none of the editions it was found in can be read."""
        decks = self._decks(entry.series)
        number = next((number for number in reversed(entry.found_in) if number in decks), None)
        if number is None:
            return None
        key = entry.series, number
        if key not in self._timelines:
            self._timelines[key] = Timeline(decks[number])
        return effect(entry, self._timelines[key], decks[number].series[entry.series])

    def flips(self, entries: Iterable[Corrigendum]) -> "Mapping[str, tuple[Flip, ...]]":
        """Return the verdicts of recorded games that depend on these entries, by their ids."""
        grouped: dict[str, tuple[Flip, ...]] = {}
        chosen = [entry for entry in entries if entry.field == "year" and entry.new]
        if not chosen or not self._games:
            return grouped
        from ..impact.games import flips  # noqa: PLC0415 - the rules of games take long to load, and few lists meet one

        for game in self._games:
            for flip in flips(game, chosen):
                grouped[flip.entry] = (*grouped.get(flip.entry, ()), flip)
        return grouped

    def others(self, entry: Corrigendum) -> "tuple[Other, ...]":
        """Return the cards of other series that people decided to tell the same event."""
        if not self._joined:
            return ()
        from ..impact.others import also_affected  # noqa: PLC0415 - pandas takes longer to load than most verbs run

        return also_affected(entry, self._joined, self._editions)

    def likely(self, entry: Corrigendum) -> "tuple[Other, ...]":
        """Return the cards of other series that by their texts tell the same event, whatever was decided."""
        from ..impact.others import likely_affected  # noqa: PLC0415 - as above

        for code in self._journal.workspace.series_codes():
            self._decks(code)
        newest = {code: decks[max(decks)] for code, decks in self._editions.items() if decks}
        card: Card | None = (
            newest[entry.series].card(f"{entry.series}:{entry.card}") if entry.series in newest else None
        )
        if card is None:
            return ()
        cards = (one for code, deck in newest.items() if code != entry.series for one in deck)
        return likely_affected(entry, card, cards, self._editions)

    def findings(self, file: CorrigendaFile, entries: Iterable[Corrigendum]) -> Iterator[Diagnostic]:
        """Yield what people should know before these entries are printed (WM462, WM463)."""
        chosen = list(entries)
        found = self.flips(chosen)
        for entry in chosen:
            for other in self.others(entry):
                if other.agrees is False:
                    prints = f"prints `{other.year}`, not `{entry.new}`"
                    message = f"`{entry.id}`: `{other.card}` tells the same event and {prints}"
                    yield finding("WM462", message, file.span(entry, "new"), card=entry.card, series=file.series)
            for flip in found.get(entry.id, ()):
                message = f"`{entry.id}`: {told(flip)}"
                yield finding("WM463", message, file.span(entry, "new"), card=entry.card, series=file.series)

    def _decks(self, code: str) -> dict[int, Deck]:
        if code not in self._editions:
            self._editions[code] = {}
            series, _ = self._journal.workspace.series(code)
            for edition in series.editions if series else ():
                loaded = self._journal.workspace.load_edition(code, edition.number)
                if loaded.deck is not None:
                    self._editions[code][edition.number] = loaded.deck
        return self._editions[code]

    @cached_property
    def _joined(self) -> Mapping[str, tuple[str, ...]]:
        path = self._journal.workspace.decisions_path
        if not path.is_file():
            return {}
        from ..duplicates import read_decisions  # noqa: PLC0415 - pandas takes longer to load than most verbs run
        from ..impact.others import decided_others  # noqa: PLC0415 - as above

        decisions, _ = read_decisions(self._journal.workspace.read_bytes(path), self._journal.workspace.show(path))
        for code in {key.partition(":")[0] for pair in decisions.answers for key in pair}:
            if code in self._journal.workspace.series_codes():
                self._decks(code)
        return decided_others(decisions, self._editions)

    @cached_property
    def _games(self) -> "tuple[Recorded, ...]":
        """The recorded games whose decks can be read; what is wrong with the others, `wildmix replay` tells."""
        space, games = self._journal.workspace, []
        paths = space.replay_files()
        if not paths:
            return ()
        from ..games.replay import read_header  # noqa: PLC0415 - as above
        from ..impact.games import Recorded  # noqa: PLC0415 - as above

        for path in paths:
            text, _ = decode(space.read_bytes(path), path.name)
            header = read_header(text)[0] if text else None
            loaded = self._load(header.deck) if header else None
            if text and loaded and loaded.deck:
                games.append(Recorded(text, loaded.deck, loaded.sha256))
        return tuple(games)

    def _load(self, name: str) -> Loaded:
        if name not in self._loaded:
            try:
                self._loaded[name] = self._journal.workspace.load_deck(name)
            except WorkspaceError:
                self._loaded[name] = Loaded(None, [])
        return self._loaded[name]


def told(flip: "Flip") -> str:
    """Say what an entry does to a recorded game."""
    words = {True: "correct", False: "wrong"}
    first, second = flip.pair
    return (
        f"in {flip.file}, line {flip.line}, a row counts as {words[flip.after]} that was {words[flip.before]}: "
        f"`{first}` before `{second}`"
    )
