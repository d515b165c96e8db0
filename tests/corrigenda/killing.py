"""A program for the tests of this folder: kills a command at each of its writes, and looks at what is left.

``python killing.py WORKSPACE COMMAND…`` runs the command on copies of WORKSPACE, once undisturbed and then with a kill
before the first, second, third … call that makes bytes lasting (``os.fsync``) or a file visible (``os.replace``). After
each kill the list is checked, the command is run again, and all files must be as if nothing had happened.
"""

import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from pipeline.cli import main
from pipeline.cli.corrigenda import command

CALLS = ("fsync", "replace")


def files(folder: Path) -> dict[str, bytes]:
    paths = (path for path in folder.rglob("*") if path.is_file() and path.name != ".wildmix.lock")
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def run(words: Sequence[str], here: Path, kill_at: int | None = None) -> int:
    """Run a command in a process of its own and return its exit status, negative if it was killed."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    os.chdir(here)
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    if kill_at is not None:
        deadly(kill_at)
    try:
        main(list(words))
    except SystemExit as end:
        os._exit(int(end.code or 0))
    os._exit(99)


def deadly(kill_at: int) -> None:
    """Replace the calls that write by ones of which the n-th kills the process."""
    count = 0

    def wrap(name: str) -> None:
        real = getattr(os, name)

        def call(*arguments: Any, **options: Any) -> Any:
            nonlocal count
            count += 1
            if count == kill_at:
                os.kill(os.getpid(), signal.SIGKILL)
            return real(*arguments, **options)

        setattr(os, name, call)

    for name in CALLS:
        wrap(name)


def killed_everywhere(start: Path, words: Sequence[str]) -> int:
    """Kill the command at each of its writes; return how many there are."""
    for verb in ("check", words[1]):  # imported once, not in every process
        command.get_command(click.Context(command), verb)
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(shutil.copytree(start, Path(folder) / "whole"))
        assert run(words, whole) == 0
        assert run(["corrigenda", "check"], whole) == 0
        kills = 0
        while True:
            here = Path(shutil.copytree(start, Path(folder) / f"killed-{kills + 1}"))
            status = run(words, here, kills + 1)
            if status == 0:
                break
            assert status == -signal.SIGKILL, status
            kills += 1
            assert run(["corrigenda", "check"], here) == 0, f"kill {kills}: not clean"
            # What was released or reverted before the kill is so: saying so is no fault.
            again = run(words, here)
            assert again == 0 or (again == 2 and words[1] in {"release", "revert"}), f"kill {kills}: status {again}"
            assert files(here) == files(whole), f"kill {kills}: files differ"
            shutil.rmtree(here)
        assert files(here) == files(whole)
        return kills


if __name__ == "__main__":
    sys.stdout.write(f"{killed_everywhere(Path(sys.argv[1]), sys.argv[2:])}\n")
