"""`wildmix replay`: recorded games as checks on the cards."""

import sys
from pathlib import Path

import click

from ..build.playing import Player
from ..games.replay import ReplayResult
from ..workspace import WorkspaceError, read_input, show_path
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
    player = Player(run.workspace.load_deck)
    results = []
    for file in run.progress(files or tuple(map(str, run.workspace.replay_files())), "replaying"):
        try:
            name, data = _read(file)
        except WorkspaceError as error:
            run.usage_error(str(error))
            continue
        result, findings = player.play(data, name)
        run.add(findings)
        run.count("replays")
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
