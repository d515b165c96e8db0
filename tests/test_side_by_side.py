"""Work for many series side by side: the same results, errors and order as one after the other."""

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pipeline.office import Journal, Notes, refuse
from pipeline.office.side_by_side import ENOUGH, each, each_series
from pipeline.workspace import Workspace, WorkspaceError

WORK = [pytest.param(0, id="one process"), pytest.param(ENOUGH, id="several")]


@pytest.fixture(autouse=True)
def several_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let there be three cores, whatever the machine has."""
    monkeypatch.setattr("pipeline.office.side_by_side._cores", lambda: 3)


@pytest.mark.parametrize("size", WORK)
@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 17])
def test_results_come_in_order(size: int, count: int) -> None:
    assert list(each(lambda number: (number, "x" * 100_000), range(count), size)) == [
        (number, "x" * 100_000) for number in range(count)
    ]


def test_enough_work_is_done_by_other_processes_and_little_by_this_one() -> None:
    assert os.getpid() not in (found := set(each(lambda _: os.getpid(), range(6), ENOUGH)))
    assert len(found) == 3
    assert set(each(lambda _: os.getpid(), range(6), ENOUGH - 1)) == {os.getpid()}


def test_one_of_several_threads_works_by_itself() -> None:
    with ThreadPoolExecutor(1) as threads:
        found = threads.submit(lambda: set(each(lambda _: os.getpid(), range(6), ENOUGH)))
    assert found.result() == {os.getpid()}


@pytest.mark.parametrize("size", WORK)
def test_an_error_comes_out_where_its_item_stands(size: int) -> None:
    done: list[int] = []
    results = each(lambda number: 12 // (4 - number), range(9), size)
    with pytest.raises(ZeroDivisionError):
        done.extend(results)
    assert done == [3, 4, 6, 12]


def test_a_process_that_is_killed_is_told_of() -> None:
    def work(number: int) -> int:
        if number == 1:
            os.kill(os.getpid(), signal.SIGKILL)
        return number

    results = each(work, range(6), ENOUGH)
    assert next(results) == 0
    with pytest.raises(WorkspaceError, match="ended from outside"):
        next(results)


@pytest.mark.parametrize("size", WORK)
def test_who_stops_listening_leaves_nobody_working(size: int, tmp_path: Path) -> None:
    def work(number: int) -> str:
        (tmp_path / str(number)).touch()
        return "x" * 1_000_000

    results = each(work, range(60), size)
    next(results)
    results.close()
    done = len(list(tmp_path.iterdir()))
    assert done < 60
    assert len(list(tmp_path.iterdir())) == done


@pytest.fixture
def space(tmp_path: Path) -> Workspace:
    """Return a workspace of four series, of which only the names and sizes of their lists matter."""
    (tmp_path / "wildmix.toml").write_text("")
    for code in "abcd":
        (tmp_path / "data" / "decks" / code).mkdir(parents=True)
        (tmp_path / "data" / "decks" / code / "corrigenda.json").write_text("x")
    return Workspace(tmp_path)


def _look(journal: Journal, code: str) -> str:
    journal.say(f"look at {code}")
    journal.count("series")
    if code == "c":
        refuse("no c")
    return code.upper()


@pytest.mark.parametrize("grown", [1, ENOUGH])
def test_what_is_told_until_an_error_is_told(space: Workspace, grown: int) -> None:
    space.corrigenda_path("d").write_bytes(b"x" * grown)
    notes = Notes(space)
    done: list[tuple[str, str]] = []
    with pytest.raises(WorkspaceError, match="no c"):
        done.extend(each_series(notes, _look, "abcd"))
    assert done == [("a", "A"), ("b", "B")]
    assert notes.lines == ["look at a", "look at b", "look at c"]
    assert notes.counts == {"series": 3}
