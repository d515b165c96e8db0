"""Is there still something at an address? Asked with HEAD, and with GET where HEAD says no."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Literal, get_args
from urllib.parse import urlsplit

from .client import AskError, Client, Reply

State = Literal["alive", "moved", "dead", "unknown", "refused"]
STATES: tuple[State, ...] = get_args(State)

_GONE = {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}
_WHY: dict[str, State] = {"private": "refused", "address": "refused", "name": "dead"}
_RENEWED = {"broken", "cut", "silent", "unreached", "redirects"}
"""Faults of an answer to HEAD that need not be faults of the page."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known of an address.

    `moved` has the new address in `address`. `dead` is certain: the host says that the page is gone, or there is no
    such host. `unknown` is everything that may be otherwise for a person or tomorrow: 401, 403, 429, errors of the
    server, silence. `refused` was not asked: it lies, or leads, where nothing is asked. `archived` is a copy of what
    is dead.
    """

    state: State
    reason: str = ""
    address: str = ""
    archived: str = ""


def probe(client: Client, address: str) -> Answer:
    """Ask whether there is something at an address; raises AskError only if this computer is offline.

    HEAD is asked once: many hosts never answer it, and GET follows wherever it brings nothing.
    """
    try:
        answer = _ask(client, "HEAD", address)
    except AskError as error:
        if error.why not in _RENEWED:
            return fault(error)
        answer = None
    if answer and answer.state in {"alive", "moved"}:
        return answer
    try:
        return _ask(client, "GET", address)
    except AskError as error:
        return fault(error)


def _ask(client: Client, method: str, address: str) -> Answer:
    with client.ask(method, address, once=method == "HEAD") as reply:
        return _judged(reply, address)


def fault(error: AskError) -> Answer:
    """Return what an address is of which there was no answer; raises the error if this computer is offline."""
    if error.why == "offline":
        raise error
    return Answer(_WHY.get(error.why, "unknown"), str(error))


def _judged(reply: Reply, asked: str) -> Answer:
    status, reason = reply.response.status_code, reply.response.reason or ""
    if status in _GONE:
        return Answer("dead", f"the host answers {status} ({reason})" if reason else f"the host answers {status}")
    if not HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        return Answer("unknown", f"the host answers {status} ({reason})" if reason else f"the host answers {status}")
    if _is_front_page(reply.address) and not _is_front_page(asked):
        message = f"leads to the front page {reply.address}, as hosts do with pages that are gone"
        return Answer("unknown", message)
    if reply.moved_to != asked:
        return Answer("moved", "", reply.moved_to)
    return Answer("alive")


def _is_front_page(address: str) -> bool:
    parts = urlsplit(address)
    return parts.path in {"", "/"} and not parts.query
