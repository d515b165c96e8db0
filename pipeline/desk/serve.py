"""The server of the desk: on this computer only, until somebody stops it."""

import logging
import signal
import socket
import webbrowser
from collections.abc import Callable
from types import FrameType

from waitress.server import create_server  # type: ignore[import-untyped]  # has no types

from ..workspace import Workspace, WorkspaceError
from .app import make_app
from .desk import Desk
from .faults import Channel
from .guard import HOST, MOST_BYTES, Guard

THREADS = 6
"""Requests that are answered at once."""
PATIENCE = 20
"""Seconds after which a connection that says nothing is closed; what is being answered is waited for."""


def serve(workspace: Workspace, port: int, by: str, say: Callable[[str], None], *, browser: bool) -> None:
    """Serve the desk of a workspace at `port` (0: any free one) until Ctrl-C or SIGTERM.

    Decisions are made as `by`. `say` is told the address when all decks have been read. Raises WorkspaceError if the
    port is taken.
    """
    try:
        listening = socket.create_server((HOST, port))
    except OSError as error:
        raise WorkspaceError(f"port {port} cannot be used: {error.strerror or error}") from None
    with listening:
        guard = Guard(listening.getsockname()[1])
        desk = Desk(workspace, by)
        server = create_server(
            make_app(desk, guard),
            sockets=[listening],
            threads=THREADS,
            ident=None,
            max_request_body_size=MOST_BYTES + 100_000,
            max_request_header_size=64_000,
            connection_limit=60,
            channel_timeout=PATIENCE,
            cleanup_interval=5,
        )
        server.channel_class = Channel
        logging.getLogger("waitress").setLevel(logging.ERROR)  # that requests wait for a moment is no news
        signal.signal(signal.SIGTERM, _stop)
        try:
            desk.warm()
            say(guard.address)
            if browser:
                webbrowser.open(guard.address)
            server.run()  # ends at Ctrl-C and SIGTERM, when what was begun has been answered
        except KeyboardInterrupt:
            pass  # before it had begun
        finally:
            server.close()
            desk.close()


def _stop(number: int, frame: FrameType | None) -> None:
    del number, frame
    raise KeyboardInterrupt
