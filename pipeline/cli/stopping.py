"""How a program ends before its time: the user stops it, its terminal is closed, or nobody reads what it prints."""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

import click

_OF_A_SIGNAL = 128
_STOPS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
_BROKEN_PIPE = 13


class Stopped(KeyboardInterrupt):
    """A signal other than that of Ctrl-C asks the program to end; what is begun is put in order, as after Ctrl-C."""

    def __init__(self, number: int) -> None:
        """Remember the signal."""
        self.number = number
        super().__init__(number)


@contextmanager
def stopping() -> Iterator[None]:
    """End as other programs do: with 128 and the number of the signal, silently if nobody reads on."""
    with _stops_raised():
        try:
            try:
                yield
            finally:
                sys.stdout.flush()
        except BrokenPipeError:
            _print_nowhere()
            raise click.exceptions.Exit(_OF_A_SIGNAL + _BROKEN_PIPE) from None
        except KeyboardInterrupt as stop:
            with suppress(OSError):
                click.echo("wildmix: interrupted", err=True)
            number = stop.number if isinstance(stop, Stopped) else signal.SIGINT
            raise click.exceptions.Exit(_OF_A_SIGNAL + number) from None


@contextmanager
def _stops_raised() -> Iterator[None]:
    """Raise Stopped at the signals that would kill the program; those that somebody ignores (`nohup`) stay ignored."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    usual = [number for number in _STOPS if signal.getsignal(number) is signal.SIG_DFL]
    for number in usual:
        signal.signal(number, _raise)
    try:
        yield
    finally:
        for number in usual:
            signal.signal(number, signal.SIG_DFL)


def _raise(number: int, frame: FrameType | None) -> None:
    del frame
    raise Stopped(number)


def _print_nowhere() -> None:
    """Let nothing more reach the closed pipe, not even what Python prints at its end."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
