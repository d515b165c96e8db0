"""One download: guarded, limited in size and time, told in plain words when it fails.

Who answers is checked on the open connection, before anything is sent: so neither a redirect nor a name that resolves
to another address later leads into a private network. Proxies of the environment are not used: they would hide it.
"""

import time
from collections.abc import Collection, Iterator
from contextlib import closing
from http import HTTPStatus
from socket import socket
from typing import Any
from urllib.parse import urljoin, urlsplit

import requests
from requests.adapters import HTTPAdapter
from urllib3 import PoolManager
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool

from .addresses import export_address, is_loopback, is_open_to_all

LARGEST = 50_000_000  # bytes, unpacked
REDIRECTS = 5
CONNECT_SECONDS = 10.0
READ_SECONDS = 20.0
ALL_SECONDS = 120.0
_CHUNK = 1 << 16


class FetchError(Exception):
    """What was asked for did not come; the message says why, for users."""


class _Refused(Exception):  # noqa: N818 - never leaves this module
    """The connection leads into a private network."""


def fetch(address: str, *, allow: Collection[str] = (), largest: int = LARGEST) -> bytes:
    """Return what stands at an ``https://`` address; raises FetchError.

    `allow` names hosts or numeric addresses of private networks that may be asked, this computer (``127.0.0.1``) also
    without encryption. Nothing is cached.
    """
    deadline = time.monotonic() + ALL_SECONDS
    _checked(address, allow)
    target = export_address(address)
    with requests.Session() as session:
        session.trust_env = False
        session.headers["User-Agent"] = "wildmix"
        for _ in range(REDIRECTS + 1):
            host = _checked(target, allow)
            session.mount("https://", _GuardedAdapter(allow, host))
            session.mount("http://", _GuardedAdapter(allow, host))
            with closing(_asked(session, target, host)) as response:
                if response.is_redirect:
                    target = urljoin(target, response.headers["location"])
                    continue
                return _body(response, address, largest, deadline)
    raise FetchError(f"{address}: more than {REDIRECTS} redirects")


def _checked(address: str, allow: Collection[str]) -> str:
    """Return the host of an address that may be asked; raises FetchError."""
    try:
        parts = urlsplit(address)
        host, scheme = parts.hostname or "", parts.scheme.lower()
        _ = parts.port
    except ValueError as error:
        raise FetchError(f"{address}: no address ({error})") from None
    if not host:
        raise FetchError(f"{address}: no address: the host is missing")
    if scheme == "http" and is_loopback(host) and host in allow:
        return host
    if scheme != "https":
        raise FetchError(f"{address}: only https:// addresses are read")
    return host


def _asked(session: requests.Session, address: str, host: str) -> requests.Response:
    try:
        return session.get(address, stream=True, allow_redirects=False, timeout=(CONNECT_SECONDS, READ_SECONDS))
    except _Refused:
        message = f'{address}: {host} is in a private network; allow it in wildmix.toml: [fetch] allow = ["{host}"]'
        raise FetchError(message) from None
    except requests.exceptions.SSLError:
        raise FetchError(f"{address}: the certificate of {host} is not valid") from None
    except requests.exceptions.Timeout:
        raise FetchError(f"{address}: {host} does not answer") from None
    except requests.exceptions.ConnectionError:
        raise FetchError(f"{address}: no connection to {host}; is this computer online?") from None
    except (requests.RequestException, UnicodeError, ValueError) as error:
        raise FetchError(f"{address}: {error}") from None


def _body(response: requests.Response, address: str, largest: int, deadline: float) -> bytes:
    if response.status_code != HTTPStatus.OK:
        reason = f" ({response.reason})" if response.reason else ""
        raise FetchError(f"{address}: the server answers {response.status_code}{reason}")
    if response.headers.get("content-type", "").lower().startswith(("text/html", "application/xhtml")):
        raise FetchError(f"{address}: a web page, not a table; is the table shared with everybody who has the link?")
    pieces = []
    size = 0
    for piece in _pieces(response, address):
        size += len(piece)
        if size > largest:
            raise FetchError(f"{address}: larger than {largest / 1_000_000:g} MB")
        if time.monotonic() > deadline:
            raise FetchError(f"{address}: not finished after {ALL_SECONDS:g} seconds")
        pieces.append(piece)
    return b"".join(pieces)


def _pieces(response: requests.Response, address: str) -> Iterator[bytes]:
    try:
        yield from response.iter_content(_CHUNK)
    except (requests.RequestException, OSError) as error:
        raise FetchError(f"{address}: the download broke off ({type(error).__name__})") from None


class _GuardedAdapter(HTTPAdapter):
    """Connects to public addresses, and to those that are allowed."""

    def __init__(self, allow: Collection[str], host: str) -> None:
        self._may_be_private = host in allow
        self._allow = allow
        super().__init__()

    def init_poolmanager(self, *_sizes: Any, **_options: Any) -> None:
        """Use pools whose connections look at who answers."""
        manager = PoolManager(num_pools=1)
        allow, may_be_private = self._allow, self._may_be_private

        def guarded(connection: socket) -> socket:
            if not may_be_private and not is_open_to_all(connection.getpeername()[0], allow):
                connection.close()
                raise _Refused
            return connection

        class Plain(HTTPConnection):
            def _new_conn(self) -> socket:
                return guarded(super()._new_conn())

        class Encrypted(HTTPSConnection):
            def _new_conn(self) -> socket:
                return guarded(super()._new_conn())

        class PlainPool(HTTPConnectionPool):
            ConnectionCls = Plain

        class EncryptedPool(HTTPSConnectionPool):
            ConnectionCls = Encrypted

        manager.pool_classes_by_scheme = {"http": PlainPool, "https": EncryptedPool}
        self.poolmanager = manager
