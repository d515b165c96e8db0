"""`wildmix replay run`: recorded games as checks on the cards."""

import sys
from pathlib import Path

import click

from ...build.playing import Player
from ...games.pieces import Pieces, of_deck
from ...games.replay import ReplayResult
from ...workspace import WorkspaceError, read_input, show_path
from ..common import Run, verb
from ..render import counted


@click.command(short_help="Replay recorded games; may be left out.")
@click.argument("files", nargs=-1, metavar="[FILE]…")
@click.option("--against", metavar="EDITION", help="Name the verdicts that flip on the cards of this edition.")
@verb
def command(run: Run, files: tuple[str, ...], against: str | None) -> None:
    """Replay recorded games: every action judged by the rules, every verdict and claim derived again.

    Without FILE, all games in data/replays; `-` reads one from standard input. The deck is the one that the header of a
    log names. A replay stops at its first fault, and the others go on. With --against, games on the same series are
    judged a second time by the years of another edition.
    """
    player = Player(run.workspace.load_deck, run.workspace.root)
    other = _other(run, against) if against else None
    if against and other is None:
        return
    results, flips = [], []
    for file in run.progress(files or tuple(map(str, run.workspace.replay_files())), "replaying"):
        try:
            name, data = _read(file)
        except WorkspaceError as error:
            run.usage_error(str(error))
            continue
        result, findings = player.play(data, name, other)
        run.add(findings)
        run.say(_line(result))
        results.append(result.as_json())
        if result.status != "left out":
            run.count("replays")
            run.count("actions", result.actions)
        flips += [flip.as_json() for flip in result.flips]
    run.result("replays", results)
    if against:
        run.result("flips", flips)


def _other(run: Run, name: str) -> tuple[str, Pieces] | None:
    """Return the cards to judge by; None, reported, if they cannot be used."""
    loaded = run.workspace.load_deck(name)
    if loaded.deck is None:
        run.add(loaded.findings)
    return None if loaded.deck is None else (name, of_deck(loaded.deck, loaded.sha256))


def _read(file: str) -> tuple[str, bytes]:
    """Return what findings call the file, and its bytes."""
    if file == "-":
        return "<stdin>", sys.stdin.buffer.read()
    path = Path(file)
    return show_path(path), read_input(path)


def _line(result: ReplayResult) -> str:
    """Return the line that tells people how a game went."""
    if result.status == "left out" and result.header:
        return f"{result.file}: left out, it was played on {result.header.deck}"
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
    if result.ending.score is not None:
        return f"{counted(result.ending.score, 'points')}, {result.rank} ({result.ending.reason})"
    if not result.winners:
        return f"nobody wins ({result.ending.reason})"
    return f"{' and '.join(result.winners)} {'win' if len(result.winners) > 1 else 'wins'} ({result.ending.reason})"
