"""`wildmix replay`: recorded games as checks on the cards."""

import sys
from pathlib import Path

import click

from ..diagnostics import finding
from ..documents import decode
from ..games.document import lines
from ..games.replay import ReplayResult, read_header, replay
from ..source import SourceText
from ..workspace import Loaded, Workspace, WorkspaceError, read_input, show_path
from .common import Run, verb
from .render import counted


@click.command(short_help="Replay recorded games as checks on the cards.")
@click.argument("files", nargs=-1, metavar="[FILE]…")
@verb
def command(run: Run, files: tuple[str, ...]) -> None:
    """Replay recorded games: every action judged by the rules, every verdict and claim derived again.

    Without FILE, all games in data/replays; `-` reads one from standard input. The deck is the one that the header of a
    log names. A replay stops at its first fault, and the others go on.
    """
    workspace = run.workspace
    decks: dict[str, Loaded] = {}
    results = []
    for file in run.progress(files or tuple(map(str, workspace.replay_files())), "replaying"):
        try:
            name, data = _read(file)
        except WorkspaceError as error:
            run.usage_error(str(error))
            continue
        run.count("replays")
        text, found = decode(data, name)
        run.add(found)
        if text is not None:
            result = _replay(run, workspace, text, decks)
            run.count("actions", result.actions)
            run.say(_line(result))
            results.append(result.as_json())
    run.result("replays", results)


def _read(file: str) -> tuple[str, bytes]:
    """Return what findings call the file, and its bytes."""
    if file == "-":
        return "<stdin>", sys.stdin.buffer.read()
    path = Path(file)
    return show_path(path), read_input(path)


def _replay(run: Run, workspace: Workspace, text: SourceText, decks: dict[str, Loaded]) -> ReplayResult:
    """Find the deck by the header and replay the log; each deck is loaded, and its findings are reported, once."""
    header, found = read_header(text)
    run.add(found)
    if header is None:
        return ReplayResult(text.file, None, "failed")
    reason = f"deck `{header.deck}` cannot be used"
    if header.deck not in decks:
        try:
            decks[header.deck] = workspace.load_deck(header.deck)
            run.add(decks[header.deck].findings)
        except WorkspaceError as error:
            decks[header.deck], reason = Loaded(None, []), str(error)
    loaded = decks[header.deck]
    if loaded.deck is None:
        run.add([finding("WM712", reason, next(lines(text)).place("deck"))])
        return ReplayResult(text.file, header, "failed")
    result, found = replay(text, loaded.deck, loaded.sha256)
    run.add(found)
    return result


def _line(result: ReplayResult) -> str:
    """Return the line that tells people how a game went."""
    if result.header is None or not result.rounds:
        return f"{result.file}: not replayed"
    went = f"{counted(result.actions, 'actions')} in {counted(result.rounds, 'rounds')}"
    checked = f"{counted(result.claims, 'claims')} checked"
    return f"{result.file}: {_end(result)}; {went}, {checked} ({result.header.deck})"


def _end(result: ReplayResult) -> str:
    if result.status == "failed":
        return "stopped at a fault"
    if result.ending is None:
        return "not finished"
    if not result.winners:
        return f"nobody wins ({result.ending.reason})"
    return f"{' and '.join(result.winners)} {'win' if len(result.winners) > 1 else 'wins'} ({result.ending.reason})"
