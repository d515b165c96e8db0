"""Connections that lead where they may: each address of a host is looked at, then exactly that one is connected to.

So neither a redirect nor a name that means another address at the next look leads into a private network. Proxies of
the environment are not used: they would hide who answers.
"""

import socket
from collections.abc import Collection
from contextlib import suppress
from typing import Any

from requests.adapters import HTTPAdapter
from urllib3 import PoolManager
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.exceptions import NameResolutionError, NewConnectionError

from .addresses import is_open_to_all


class PrivateError(Exception):
    """The host lies in a private network; nothing was sent, and nobody was connected to."""


class GuardedAdapter(HTTPAdapter):
    """Connects to public addresses, and to those that are allowed."""

    def __init__(self, allow: Collection[str], host: str) -> None:
        """Ask `host` only; it may be private if it, or its address, is among those of `allow`."""
        self._guard = _Guard(allow, may_be_private=host in allow)
        self.host = host
        self.was_cut = False
        super().__init__()

    def init_poolmanager(self, *_sizes: Any, **_options: Any) -> None:
        """Use pools whose connections are guarded."""
        guard = self._guard

        class Plain(HTTPConnection):
            def _new_conn(self) -> socket.socket:
                return guard.connect(self, super()._new_conn)

        class Encrypted(HTTPSConnection):
            def _new_conn(self) -> socket.socket:
                return guard.connect(self, super()._new_conn)

        class PlainPool(HTTPConnectionPool):
            ConnectionCls = Plain

        class EncryptedPool(HTTPSConnectionPool):
            ConnectionCls = Encrypted

        self.poolmanager = PoolManager(num_pools=1)
        self.poolmanager.pool_classes_by_scheme = {"http": PlainPool, "https": EncryptedPool}

    def cut(self) -> None:
        """End the open connections at once: whoever reads from them gets an error, or less than there was."""
        self.was_cut = True
        for line in self._guard.lines:
            with suppress(OSError):  # it may be closed already
                line.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Let go of the connections."""
        for line in self._guard.lines:
            line.close()
        super().close()


class _Guard:
    def __init__(self, allow: Collection[str], *, may_be_private: bool) -> None:
        self._allow = allow
        self._may_be_private = may_be_private
        self.lines: list[socket.socket] = []
        """A second handle of each connection: the first one changes hands between the parts of the library."""

    def connect(self, connection: Any, open_socket: Any) -> socket.socket:
        """Connect to the first address of the host that is permitted and answers."""
        name = connection._dns_host  # noqa: SLF001 - what urllib3 resolves; `host`, which it compares with the certificate, is kept
        fault: NewConnectionError | None = None
        for numeric in self._permitted(connection, name):
            connection._dns_host = numeric  # noqa: SLF001 - as above
            try:
                opened: socket.socket = open_socket()
            except NewConnectionError as error:
                fault = error
            else:
                self.lines.append(opened.dup())
                return opened
            finally:
                connection._dns_host = name  # noqa: SLF001 - as above
        raise fault or NewConnectionError(connection, f"{name} has no address")

    def _permitted(self, connection: Any, name: str) -> list[str]:
        try:
            found = socket.getaddrinfo(name.strip("[]"), connection.port, type=socket.SOCK_STREAM)
        except socket.gaierror as error:
            raise NameResolutionError(name, connection, error) from error
        numeric = list(dict.fromkeys(str(place[0]) for *_, place in found))
        permitted = [one for one in numeric if self._may_be_private or is_open_to_all(one, self._allow)]
        if numeric and not permitted:
            raise PrivateError
        return permitted
