"""Threads for work on large matrices: several multiplications at once serve better than one in several threads."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]  # it ships no types

Item = TypeVar("Item")
Result = TypeVar("Result")

_THREADS = 4


def in_threads(job: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
    """Yield the results of `job` in the order of `items`; whoever stops listening stops the work."""
    with threadpool_limits(limits=1, user_api="blas"):
        pool = ThreadPoolExecutor(_THREADS)
        try:
            yield from pool.map(job, items)
        finally:
            pool.shutdown(cancel_futures=True)
