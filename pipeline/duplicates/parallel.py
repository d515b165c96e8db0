"""Threads for work on large matrices: several multiplications at once serve better than one in several threads."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar

from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped]  # it ships no types

Item = TypeVar("Item")
Result = TypeVar("Result")

_THREADS = 4


def in_threads(job: Callable[[Item], Result], items: Sequence[Item]) -> Iterator[Result]:
    """Yield the results of `job` in the order of `items`; whoever stops listening stops the work."""
    with _libraries().limit(limits=1, user_api="blas"):
        if len(items) < 2:
            yield from map(job, items)
            return
        pool = ThreadPoolExecutor(_THREADS)
        try:
            yield from pool.map(job, items)
        finally:
            pool.shutdown(cancel_futures=True)


@cache
def _libraries() -> ThreadpoolController:
    """Return the libraries that multiply; to look for them takes longer than a small multiplication."""
    return ThreadpoolController()
