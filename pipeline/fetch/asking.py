"""Many questions at once: hosts are slow, and there are many of them."""

import queue
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from .client import Client

Key = TypeVar("Key")
Result = TypeVar("Result")
WORKERS = 8


def ask_all(client: Client, questions: Mapping[Key, Callable[[], Result]]) -> Iterator[tuple[Key, Result]]:
    """Yield each question with its answer as they come; the caller's thread alone sees them.

    An exception of a question is raised here, and the others are given up; so they are when the caller stops. The
    threads do not keep the program from ending.
    """
    waiting: queue.SimpleQueue[tuple[Key, Callable[[], Result]]] = queue.SimpleQueue()
    done: queue.SimpleQueue[tuple[Key, Result | BaseException]] = queue.SimpleQueue()
    for question in questions.items():
        waiting.put(question)

    def work() -> None:
        while not client.halted.is_set():
            try:
                key, ask = waiting.get_nowait()
            except queue.Empty:
                return
            try:
                done.put((key, ask()))
            except Exception as error:  # noqa: BLE001 - raised again in the caller's thread
                done.put((key, error))

    for _ in range(min(WORKERS, len(questions))):
        threading.Thread(target=work, daemon=True).start()
    left = len(questions)
    try:
        while left:
            key, result = done.get()
            if isinstance(result, BaseException):
                raise result
            left -= 1
            yield key, result
    finally:
        if left:
            client.halted.set()
