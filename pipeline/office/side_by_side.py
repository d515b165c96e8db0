"""The same work for many series, side by side on several cores once there is enough of it."""

import os
import sys
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, suppress
from traceback import format_exception
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ..workspace import WorkspaceError
from .journal import Journal, Notes, refuse

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

Item = TypeVar("Item")
Result = TypeVar("Result")

ENOUGH = 2_000_000
"""Bytes from which on further processes are worth their start; of a list, about 2,000 entries."""
MOST = 4
"""Processes at most: each holds its series in memory."""


def each_series(
    journal: Journal, work: Callable[[Journal, str], Result], codes: Sequence[str]
) -> Iterator[tuple[str, Result]]:
    """Return each series with what `work` makes of it, in order, telling the journal what the work told its own.

    An error of the workspace or of a file comes out as if the series were worked on one after the other; of what comes
    after it, some may be done. Further processes are started at once, not when the first result is asked for.
    """
    space = journal.workspace
    lists = [space.corrigenda_path(code) for code in codes]
    size = sum(path.stat().st_size for path in lists if path.is_file())

    def noted(code: str) -> _Noted:
        notes = Notes(space)
        try:
            return _Noted(code, notes, work(notes, code), None)
        except (WorkspaceError, OSError) as error:
            return _Noted(code, notes, None, error)

    return _told(journal, each(noted, codes, size))


class _Noted(NamedTuple):
    """What came of a series: what was told, and the result or what stopped the work."""

    code: str
    notes: Notes
    result: Any
    error: Exception | None


def _told(journal: Journal, done: Generator[_Noted, None, None]) -> Iterator[tuple[str, Any]]:
    with closing(done):
        for one in done:
            one.notes.tell(journal)
            if one.error:
                raise one.error
            yield one.code, one.result


def each(work: Callable[[Item], Result], items: Sequence[Item], size: int) -> Generator[Result, None, None]:
    """Return what `work` makes of each item, in order; `size` is how many bytes it has to do with in all.

    If there are enough, processes of their own do it. Results come back as copies, and what the work remembers is lost.
    One of several threads does it by itself: a copy of its process has none of the others, but all of their locks.
    """
    alone = threading.current_thread() is threading.main_thread()
    count = min(_cores(), MOST, len(items)) if size >= ENOUGH and alone else 1
    if count < 2:
        return (work(item) for item in items)
    workers: list[_Worker] = []
    for first in range(count):
        workers.append(_Worker(work, items[first::count], workers))
    return _in_order(workers, len(items))


class _Answer(NamedTuple):
    """What came of an item: a result, or the error that it ended with."""

    result: Any
    error: Exception | None


def _cores() -> int:
    """Return on how many cores this process may run; 1 where a process cannot be divided safely."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else 1


class _Worker:
    """A copy of this process that works on some of the items."""

    def __init__(self, work: Callable[[Any], Any], items: Sequence[Any], others: Sequence["_Worker"]) -> None:
        from multiprocessing import get_context  # noqa: PLC0415 - slow to import, seldom needed

        context = get_context("fork")
        self.results, answers = context.Pipe(duplex=False)
        self.answers: list[_Answer] = []
        self.works = True
        listening = [self.results, *(worker.results for worker in others)]
        self._process: BaseProcess = context.Process(target=_serve, args=(work, items, answers, listening), daemon=True)
        self._process.start()
        answers.close()  # so that the end of the worker is the end of its results

    def receive(self) -> None:
        """Take one answer, or notice that there will be none any more."""
        try:
            self.answers.append(self.results.recv())
        except EOFError:
            self.works = False

    def end(self) -> None:
        """Listen no longer, and wait until the worker has ended: it does after the item it works on."""
        self.results.close()
        self._process.join()


def _serve(
    work: Callable[[Any], Any], items: Sequence[Any], answers: "Connection", listening: Sequence["Connection"]
) -> None:
    """Work on each item and send what comes of it, until one fails or nobody listens any more."""
    for connection in listening:  # only the first process listens
        connection.close()
    with suppress(BrokenPipeError, KeyboardInterrupt):
        for item in items:
            answer = _answer(work, item)
            answers.send(answer)
            if answer.error:
                return


def _answer(work: Callable[[Any], Any], item: Any) -> _Answer:
    try:
        return _Answer(work(item), None)
    except Exception as error:  # noqa: BLE001 - it is raised again where the result is used
        error.add_note("".join(format_exception(error)))  # the place is lost on the way there
        return _Answer(None, error)


def _in_order(workers: Sequence[_Worker], count: int) -> Generator[Any, None, None]:
    """Yield the results of workers that took turns in taking items, in the order of these; raise what they raised."""
    from multiprocessing.connection import wait  # noqa: PLC0415 - slow to import, seldom needed

    try:
        for number in range(count):
            worker, turn = workers[number % len(workers)], number // len(workers)
            while len(worker.answers) <= turn:
                if not worker.works:
                    refuse("a process of this command was ended from outside; run it again")
                ready = wait([other.results for other in workers if other.works])
                for other in workers:
                    if other.results in ready:
                        other.receive()
            result, error = worker.answers[turn]
            worker.answers[turn] = _Answer(None, None)  # a result may be large
            if error:
                raise error
            yield result
    finally:
        for worker in workers:
            worker.end()
