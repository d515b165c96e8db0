"""How the program ends when it is stopped, and when nobody reads what it prints."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest

from pipeline.cli.stopping import stopping

WORK = """
import os, signal, sys
from pathlib import Path
from pipeline.cli.stopping import stopping
signal.signal(signal.{0}, signal.default_int_handler if "{0}" == "SIGINT" else signal.SIG_DFL)  # tests may ignore it
try:
    with stopping():
        try:
            os.kill(os.getpid(), signal.{0})
            signal.pause()
        finally:
            Path("kept").write_text("kept")
except BaseException as end:
    sys.exit(end.exit_code)
"""


@pytest.mark.parametrize(("name", "status"), [("SIGTERM", 143), ("SIGHUP", 129), ("SIGINT", 130)])
def test_a_signal_ends_the_work_in_order(tmp_path: Path, name: str, status: int) -> None:
    path = str(Path(__file__).parents[2])
    done = subprocess.run(
        [sys.executable, "-c", WORK.format(name)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (status, "wildmix: interrupted\n")
    assert (tmp_path / "kept").read_text() == "kept"


def test_signals_mean_what_they_meant_when_all_is_over() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with stopping():
        assert signal.getsignal(signal.SIGTERM) is not before
    assert signal.getsignal(signal.SIGTERM) is before


def test_a_signal_that_is_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with stopping():
            assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize(
    "words", [("explain", "WM502"), ("year", "1903"), ("check", "t.csv"), ("duplicates", "score", "p.csv")]
)
def test_a_reader_that_goes_away_is_no_error(tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "t.csv").write_text("id,event_en,year\n1,The wheel turns,x\n")
    (tmp_path / "p.csv").write_text("text_a,lang_a,text_b,lang_b\n,de,,de\n")
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-c", "from pipeline.cli import main; main(prog_name='wildmix')", *words],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")


def test_an_end_of_its_own_stays_what_it_is() -> None:
    with pytest.raises(click.exceptions.Exit) as end, stopping():
        raise click.exceptions.Exit(1)
    assert end.value.exit_code == 1
