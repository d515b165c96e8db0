"""`wildmix replay record`: play a game at the terminal, by hand, by bots or both, and write it down."""

import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import click

from ...diagnostics import finding
from ...games.assyrian import SHIPPED
from ...games.bots import bots
from ...games.chance import Dice
from ...games.core import IllegalActionError, Outcome, Rules, SetupError
from ...games.document import can_be_shown
from ...games.knowledge import Knowledge
from ...games.pieces import Pieces
from ...games.play import Chooser, Table, chance, claimed, end_of, shuffled_deck
from ...games.rulebooks import RULEBOOKS
from ...games.words import WordsError, read, typed
from ...workspace import Workspace, WorkspaceError, show_path, write_whole
from ...years import YearInterval, years_in_words
from ..common import Run, verb
from ..gaming import game_options, options_of, pieces_of
from ..render import counted

BOT = "bot"
LISTED = 12
QUIT = "quit"
# Clears the terminal on which the game is played; the log may go to another place.
CLEARED = "\x1b[2J\x1b[H"


@click.command(short_help="Play a game at the terminal and write it down.")
@click.argument("deck")
@click.option(
    "--players", default="Ada,bot", show_default=True, metavar="NAMES", help="In order of seats; `bot` plays by itself."
)
@game_options
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="The log.  [default: standard output]")
@verb
def command(  # noqa: PLR0913 - one name for each option
    run: Run,
    deck: str,
    *,
    players: str,
    rules: str,
    seed: int,
    preset: str | None,
    settings: tuple[str, ...],
    out: Path | None,
) -> None:
    """Play a game on DECK at the terminal and write it down as a replay.

    All players sit at one screen, which is cleared before each turn; hidden years stay hidden. A turn is typed in the
    words of the log (`insert F017 2`, `doubt`, `guess -43`) or as the number of a listed one;
    `quit` breaks the game off. Seats called `bot` play by the model that docs/games.md describes.
    """
    book = RULEBOOKS[rules]
    names = tuple(name.strip() for name in players.split(","))
    if not all(map(can_be_shown, names)):
        raise WorkspaceError(f"players `{players}`: each needs a name that can be printed, as in `Ada,Berta,bot`")
    options = options_of(book, preset, settings)
    if out is not None and out.exists():
        raise WorkspaceError(f"{show_path(out)} is there already; name another file")
    pieces = pieces_of(run, book, deck, seed)
    if pieces is None:
        return
    run.data_on_stdout = out is None
    run.must_check = False  # what was played may be broken off before the first action
    table = Table(book, options, pieces, _named(run.workspace, deck, pieces), names)
    try:
        game = _Recording(table, seed, run.workspace.config.print_language)
    except SetupError as error:
        run.add([finding("WM715", str(error))])
        return
    game.play()
    text = game.log()
    if out is None:
        click.echo(text, nl=False)
    else:
        write_whole(out, text.encode("utf-8"))
        run.say(f"wrote {show_path(out)}: {counted(len(game.lines), 'actions')}")
    run.count("actions", len(game.lines))


def _named(workspace: Workspace, deck: str, pieces: Pieces) -> str:
    """Return what the log calls the cards: with the edition, or by a path that leads there from the workspace."""
    if deck == SHIPPED or workspace.has_deck(deck):
        return deck if "/" in deck else pieces.name
    path = Path(deck).resolve()
    if not path.is_file() or not path.is_relative_to(workspace.root):
        raise WorkspaceError(f"`{deck}` lies outside the workspace; a log names decks and tables that lie in it")
    return path.relative_to(workspace.root).as_posix()


class _Recording:
    """A game in the making."""

    def __init__(self, table: Table, seed: int, language: str) -> None:
        """Shuffle and deal; raises SetupError."""
        self._table = table
        self._dice = Dice(seed)
        self._language = language
        book, number = table.book, len(table.players)
        self._rules: Rules[Any, Any] = book.rules(table.options, number, table.pieces)
        self._order = shuffled_deck(book, table.options, number, table.pieces, self._dice)
        self._state, _ = self._rules.start(self._order)
        self._bots: Chooser = bots(self._rules, number, Knowledge(), self._dice.split())
        self._told: list[str] = []
        self._read = [0] * number
        self._seated: int | None = None
        self.lines: list[str] = []

    def play(self) -> None:
        """Play until the game is over or is broken off."""
        book = self._table.book
        while self._state.ending is None:
            seat = self._rules.actor(self._state)
            if seat is None:
                action = chance(self._rules, self._state, self._dice)
            elif self._table.players[seat] == BOT:
                action = self._bots(self._rules, self._state, seat)
            else:
                action = self._asked(seat)
            if action is None:
                return
            self._state, events = self._rules.apply(self._state, action)
            outcome = self._rules.outcome(events)
            self.lines.append(book.written(claimed(book, self._rules, action, events)))
            self._tell(seat, action, outcome)

    def log(self) -> str:
        """Return the log."""
        lines = [self._table.header(self._order), *self.lines]
        ending = self._state.ending
        if ending is not None:
            lines.append(self._table.book.written(end_of(ending)))
        return "\n".join(lines) + "\n"

    def _tell(self, seat: int | None, action: Any, outcome: Outcome) -> None:
        who = "chance" if seat is None else self._table.players[seat]
        line = f"{who}: sealed until all have chosen"
        if not getattr(self._state, "sealed", ()):
            # What an oracle saw is its player's secret.
            facts = ", ".join(f"{name} {json.dumps(value)}" for name, value in outcome.facts.items() if name != "saw")
            line = f"{who}: {typed(action)}" + (f" → {facts}" if facts else "")
            line += outcome.why and f" ({outcome.why})"
        self._told.append(line)
        self._say(line)

    def _say(self, line: str) -> None:
        click.echo(line, err=True)

    def _asked(self, seat: int) -> Any:
        """Ask a player until the action is legal; None if the game is broken off."""
        if not self._handed_over(seat):
            return None
        self._show(seat)
        listed = [each for each in self._rules.legal_actions(self._state) if each.by == seat]
        if len(listed) <= LISTED:
            for number, each in enumerate(listed, 1):
                self._say(f"  {number}. {typed(each)}")
        while True:
            try:
                words = click.prompt(self._table.players[seat], prompt_suffix=" > ", err=True).strip()
                if words == QUIT:
                    return None
                number = int(words) if words.isdecimal() and len(listed) <= LISTED else 0
                action = listed[number - 1] if 1 <= number <= len(listed) else read(self._table.book, seat, words)
                self._rules.apply(self._state, action)
            except click.Abort:
                return None
            except (IllegalActionError, WordsError) as error:
                self._say(f"  {error}")
                continue
            self._read[seat] = len(self._told)
            return action

    def _handed_over(self, seat: int) -> bool:
        """Let another player sit down before the screen shows hidden tiles; False if the game is broken off."""
        before, self._seated = self._seated, seat
        if not self._table.book.tiles or before in {None, seat} or not sys.stderr.isatty():
            return True
        click.echo(CLEARED, nl=False, err=True)
        words = f"{self._table.players[seat]} is to sit down and press Enter; `{QUIT}` breaks the game off"
        try:
            return bool(click.prompt(words, default="", show_default=False, err=True) != QUIT)
        except click.Abort:
            return False

    def _show(self, seat: int) -> None:
        """Show the table as the player sees it, after what was told since the player's last turn."""
        if sys.stderr.isatty():
            click.echo(CLEARED, nl=False, err=True)
            for line in self._told[self._read[seat] :]:
                self._say(line)
        view = self._rules.observation(self._state, seat)
        years = view.pop("years", {})
        for name, value in view.items():
            if name in {"seat", "turn"} or value in ([], {}):
                continue
            if isinstance(value, list) and all(isinstance(each, list | dict) for each in value):
                for number, cards in enumerate(value):
                    self._cards(f"{name} {number}", cards, years)
            elif isinstance(value, list) and all(isinstance(each, str) for each in value):
                self._cards(name, value, years)
            else:
                self._say(f"{name}: {value}")

    def _cards(self, name: str, cards: Iterable[Any], years: Mapping[str, Any]) -> None:
        """Show cards with their events, and with their years where these lie open."""
        self._say(f"{name}:")
        for card in cards:
            known = self._table.pieces.cards.get(card)
            beside = cards[card] if isinstance(cards, dict) else ""
            open_years = f"[{years_in_words(YearInterval(*years[card]))}]" if card in years else ""
            parts = [str(card), known.text(self._language) if known else "", str(beside), open_years]
            self._say("  " + "  ".join(part for part in parts if part))
