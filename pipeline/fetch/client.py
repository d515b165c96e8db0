"""One client for all that is asked on the web: guarded, polite, patient within bounds, plain-spoken when it fails.

Each hop of a redirect is checked like a first address. A host is asked once in `pause` seconds; who answers 429 or 503
and says when to come back is obeyed, unless that takes longer than `longest_wait`: then the host is left alone for the
rest of the run.
"""

import errno
import socket
import ssl
import threading
import time
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Literal, NamedTuple
from urllib.parse import urljoin, urlsplit

import requests
from urllib3.exceptions import HTTPError, NameResolutionError

from .addresses import AddressError, host_of
from .connecting import GuardedAdapter, PrivateError

REDIRECTS = 5
CONNECT_SECONDS = 10.0
LARGEST_ANSWER = 5_000_000
"""Bytes, unpacked: more is not read of any page or answer of a service."""

_CHUNK = 1 << 16
_LASTING = {HTTPStatus.MOVED_PERMANENTLY, HTTPStatus.PERMANENT_REDIRECT}
_REDIRECTS = {*_LASTING, HTTPStatus.FOUND, HTTPStatus.SEE_OTHER, HTTPStatus.TEMPORARY_REDIRECT}
_PASSING = {408, 425, 429, 500, 502, 503, 504}
"""Answers that may be another one in a moment."""

_PASSING_FAULTS = {"unreached", "silent", "broken"}
_SAY_WHEN = {HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE}

Why = Literal[
    "address",
    "private",
    "name",
    "offline",
    "unreached",
    "closed",
    "silent",
    "broken",
    "certificate",
    "cut",
    "redirects",
    "put off",
    "large",
]


class AskError(Exception):
    """An address gave no answer; the message says why, for users, and `why` for programs."""

    def __init__(self, address: str, why: Why, message: str) -> None:
        """Tell which address, of all hops, it is about."""
        super().__init__(message)
        self.address, self.why = address, why


@dataclass(frozen=True)
class Manners:
    """How hosts are asked: ``[fetch]`` of wildmix.toml. Times are in seconds.

    `allow` names hosts or numeric addresses of private networks that may be asked; the hosts of the addresses `known`
    can be found whenever this computer is online.
    """

    allow: Collection[str] = ()
    timeout: float = 20.0
    retries: int = 2
    backoff: float = 1.0
    longest_wait: float = 60.0
    pause: float = 1.0
    total: float = 120.0
    known: tuple[str, ...] = ()


class Reply(NamedTuple):
    """What came at last: the response, its address, and the address that lasting redirects led to before any other."""

    response: requests.Response
    address: str
    moved_to: str
    connections: GuardedAdapter


class Client:
    """Asks addresses, from several threads if need be; counts its requests."""

    def __init__(self, manners: Manners | None = None) -> None:
        """Ask nothing yet."""
        self.manners = manners or Manners()
        self.requests = 0
        self.halted = threading.Event()
        self._lock = threading.Lock()
        self._turns: dict[str, float] = {}
        self._put_off: dict[str, str] = {}
        self._online: bool | None = None

    @contextmanager
    def ask(self, method: str, address: str, *, plain: bool = True, once: bool = False) -> Iterator[Reply]:
        """Ask one address and follow its redirects; raises AskError.

        `plain` permits unencrypted connections; `once` asks nobody a second time.
        """
        with requests.Session() as session:
            session.trust_env = False
            session.headers["User-Agent"] = "wildmix (looks up sources of card decks)"
            target, moved_to, lasting = address, address, True
            for _ in range(REDIRECTS + 1):
                with self._one_hop(session, method, target, plain=plain, once=once) as (response, connections):
                    location = response.headers.get("location")
                    if response.status_code not in _REDIRECTS or not location:
                        yield Reply(response, target, moved_to, connections)
                        return
                    lasting = lasting and response.status_code in _LASTING
                    target = _joined(target, location)
                moved_to = target if lasting else moved_to
        raise AskError(address, "redirects", f"more than {REDIRECTS} redirects")

    @contextmanager
    def _one_hop(
        self, session: requests.Session, method: str, target: str, *, plain: bool, once: bool
    ) -> Iterator[tuple[requests.Response, GuardedAdapter]]:
        """Ask one address, again if it is only out of order for the moment; the connection ends with the block."""
        try:
            host = host_of(target, self.manners.allow, plain=plain)
        except AddressError as error:
            raise AskError(target, "address", str(error)) from None
        retries = 0 if once else self.manners.retries
        for attempt in range(retries + 1):
            last, wait = attempt == retries, self.manners.backoff * 2**attempt
            self._take_turn(target, host)
            with self._watched(session, host) as connections:
                try:
                    response = self._once(session, method, target, host)
                except AskError as error:
                    if connections.was_cut:
                        raise self._unfinished(target) from None
                    if error.why == "unreached" and last and not once:
                        raise self._left_alone(target, host, str(error)) from None
                    if last or error.why not in _PASSING_FAULTS:
                        raise
                else:
                    with closing(response):
                        told = self._told_to_wait(response, target, host)
                        if last or response.status_code not in _PASSING:
                            yield response, connections
                            return
                        wait = wait if told is None else told
            self._sleep(wait)

    @contextmanager
    def _watched(self, session: requests.Session, host: str) -> Iterator[GuardedAdapter]:
        """Connect to the host only, and not for ever: time-outs begin anew with every byte, and a host may send few."""
        connections = GuardedAdapter(self.manners.allow, host)
        session.mount("https://", connections)
        session.mount("http://", connections)
        watch = threading.Timer(self.manners.total, connections.cut)
        watch.daemon = True
        watch.start()
        try:
            yield connections
        finally:
            watch.cancel()
            connections.close()

    def _told_to_wait(self, response: requests.Response, target: str, host: str) -> float | None:
        """Return how long the host wants to be left alone, None if it does not say; puts it off if that is too long."""
        if response.status_code not in _SAY_WHEN:
            return None
        told = retry_after(response.headers.get("retry-after", ""), datetime.now(UTC))
        if told is None:
            return None
        if told > self.manners.longest_wait:
            message = f"{host} answers {response.status_code} and wants to be asked again in {told:.0f} seconds only"
            raise self._left_alone(target, host, message)
        with self._lock:
            self._turns[host] = max(self._turns.get(host, 0.0), time.monotonic() + told)
        return told

    def _left_alone(self, target: str, host: str, message: str) -> AskError:
        """Ask the host no more in this run."""
        with self._lock:
            self._put_off[host] = message
        return AskError(target, "put off", message)

    def _take_turn(self, target: str, host: str) -> None:
        """Wait until the host may be asked again."""
        with self._lock:
            if message := "stopped" if self.halted.is_set() else self._put_off.get(host):
                raise AskError(target, "put off", message)
            now = time.monotonic()
            turn = max(self._turns.get(host, now), now)
            self._turns[host] = turn + self.manners.pause
        self._sleep(turn - now)

    def _sleep(self, seconds: float) -> None:
        if seconds > 0:
            self.halted.wait(seconds)

    def _once(self, session: requests.Session, method: str, target: str, host: str) -> requests.Response:
        with self._lock:
            self.requests += 1
        connect = min(CONNECT_SECONDS, self.manners.timeout)
        try:
            response = session.request(
                method, target, stream=True, allow_redirects=False, timeout=(connect, self.manners.timeout)
            )
        except PrivateError:
            message = f'{host} is in a private network; allow it in wildmix.toml: [fetch] allow = ["{host}"]'
            raise AskError(target, "private", message) from None
        except requests.exceptions.SSLError as error:
            raise _no_encryption(target, host, error) from None
        except requests.exceptions.ConnectTimeout:
            raise AskError(target, "unreached", f"{host} does not answer") from None
        except requests.exceptions.Timeout:
            raise AskError(target, "silent", f"{host} does not answer") from None
        except requests.exceptions.ConnectionError as error:
            raise self._no_connection(target, host, error) from None
        except (requests.RequestException, HTTPError, UnicodeError, ValueError) as error:
            raise AskError(target, "address", str(error)) from None
        with self._lock:
            self._online = True
        return response

    def _no_connection(self, target: str, host: str, error: Exception) -> AskError:
        causes = list(_causes(error))
        no_name = next((cause for cause in causes if isinstance(cause, NameResolutionError)), None)
        numbers = {cause.errno for cause in causes if isinstance(cause, OSError)}
        if (no_name or numbers & {errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN}) and not self._is_online():
            return AskError(target, "offline", f"no connection to {host}; is this computer online?")
        if no_name is None and errno.ECONNREFUSED in numbers:
            return AskError(target, "closed", f"no connection to {host}; is this computer online?")
        if no_name is None:
            return AskError(target, "broken", f"{host} broke the connection off")
        if any(isinstance(cause, socket.gaierror) and cause.errno == socket.EAI_AGAIN for cause in causes):
            return AskError(target, "silent", f"the name {host} cannot be looked up at the moment")
        return AskError(target, "name", f"there is no host {host}")

    def _is_online(self) -> bool:
        """Tell whether any host that is always there can be found; asked once a run."""
        with self._lock:
            if self._online is None:
                self._online = any(map(_is_found, self.manners.known))
            return self._online

    def read(self, address: str, largest: int = LARGEST_ANSWER, *, plain: bool = True) -> tuple[Reply, bytes]:
        """Return the last reply and what it holds, unpacked; again if the connection breaks off. Raises AskError."""
        for attempt in range(self.manners.retries + 1):
            try:
                with self.ask("GET", address, plain=plain) as reply:
                    return reply, self._body(reply, largest)
            except AskError as error:
                if error.why != "cut" or attempt == self.manners.retries:
                    raise
                self._sleep(self.manners.backoff * 2**attempt)
        raise AssertionError  # the last attempt has returned or raised

    def _body(self, reply: Reply, largest: int) -> bytes:
        pieces, size = [], 0
        for piece in self._pieces(reply):
            size += len(piece)
            if size > largest:
                raise AskError(reply.address, "large", f"larger than {largest / 1_000_000:g} MB")
            pieces.append(piece)
        if reply.connections.was_cut:
            raise self._unfinished(reply.address)
        return b"".join(pieces)

    def _pieces(self, reply: Reply) -> Iterator[bytes]:
        try:
            yield from reply.response.iter_content(_CHUNK)
        except (requests.RequestException, HTTPError, OSError) as error:
            if reply.connections.was_cut:
                raise self._unfinished(reply.address) from None
            message = f"the download broke off ({type(error).__name__})"
            raise AskError(reply.address, "cut", message) from None

    def _unfinished(self, address: str) -> AskError:
        return AskError(address, "silent", f"not finished after {self.manners.total:g} seconds")


def retry_after(value: str, now: datetime) -> float | None:
    """Return the seconds that a ``Retry-After`` asks for, a number or an HTTP date (RFC 9110, 10.2.3), else None."""
    text = value.strip()
    if text.isdecimal() and text.isascii():
        return float(text)
    try:
        date = parsedate_to_datetime(text)
        return max(0.0, ((date if date.tzinfo else date.replace(tzinfo=UTC)) - now).total_seconds())
    except (ValueError, OverflowError):
        return None


def _no_encryption(target: str, host: str, error: Exception) -> AskError:
    for cause in _causes(error):
        if isinstance(cause, ssl.SSLCertVerificationError):
            reason = cause.verify_message.removesuffix(".")
            return AskError(target, "certificate", f"{host} does not prove that it is {host}: {reason}")
    return AskError(target, "broken", f"no encrypted connection to {host} is possible")


def _joined(address: str, location: str) -> str:
    """Return where a redirect leads; its bytes are UTF-8 that HTTP was taken for Latin 1. A fragment stays behind."""
    with suppress(UnicodeError):  # then it is what it is
        location = location.encode("latin-1").decode("utf-8")
    try:
        return urljoin(address, location).partition("#")[0]
    except ValueError:
        return location


def _is_found(address: str) -> bool:
    try:
        parts = urlsplit(address)
        return bool(socket.getaddrinfo(parts.hostname, parts.port or 443, type=socket.SOCK_STREAM))
    except (OSError, ValueError):
        return False


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and all that led to it."""
    while error is not None:
        yield error
        candidates = (getattr(error, "reason", None), error.__cause__, error.__context__, *error.args)
        error = next((one for one in candidates if isinstance(one, BaseException)), None)
