"""What three services say: the Internet Archive, the resolver of DOI names, Wikidata."""

from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from ..foreign_json import parse_json
from .addresses import is_address
from .client import AskError, Client
from .probing import Answer, fault

_NOT_FOUND = 100
_FOUND = {1, 200}
"""Response codes of the handle system; 200 is a name that is there and has no values of the kind that was asked for."""


class ServiceError(Exception):
    """A service gave an answer that cannot be used; the message says why, for users."""


def archived_copy(client: Client, base: str, address: str) -> str:
    """Return where the Internet Archive at `base` keeps a copy of an address, an empty text if it has none.

    Raises ServiceError, and AskError if this computer is offline.
    """
    status, content = _json(client, f"{base.rstrip('/')}/wayback/available?url={quote(address, safe='')}")
    if status != HTTPStatus.OK:
        raise ServiceError(f"the archive answers {status}")
    closest = _part(_part(content, "archived_snapshots"), "closest")
    copy = closest.get("url")
    kept = closest.get("available") is True and str(closest.get("status", "")).startswith("2")
    if not kept or not isinstance(copy, str):
        return ""
    return copy if is_address(copy) and copy.isprintable() else ""


def doi_answer(client: Client, base: str, name: str) -> Answer:
    """Ask the resolver at `base` whether a DOI name is registered; raises AskError if this computer is offline."""
    try:
        status, content = _json(client, f"{base.rstrip('/')}/api/handles/{quote(name, safe='/')}")
    except ServiceError as error:
        return Answer("unknown", str(error))
    code = content.get("responseCode")
    if code == _NOT_FOUND:
        return Answer("dead", "nobody has registered this DOI")
    if isinstance(code, int) and code in _FOUND and status == HTTPStatus.OK:
        return Answer("alive")
    return Answer("unknown", f"the resolver answers {status}, code {code}")


def entity_address(base: str, qid: str) -> str:
    """Return where Wikidata at `base` keeps an item as JSON."""
    return f"{base.rstrip('/')}/wiki/Special:EntityData/{qid}.json"


def entity(client: Client, base: str, qid: str) -> dict[str, Any] | Answer:
    """Return an item of Wikidata at `base`, or what is known of it if there is none.

    What was merged into another item comes as that item. Raises ServiceError for an answer that cannot be used, and
    AskError if this computer is offline.
    """
    status, content = _json(client, entity_address(base, qid))
    if status in {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}:
        return Answer("dead", "Wikidata has no such item")
    entities = _part(content, "entities")
    found = entities.get(qid) or (next(iter(entities.values())) if len(entities) == 1 else None)
    if isinstance(found, dict) and "missing" in found:
        return Answer("dead", "Wikidata has no such item")
    if status != HTTPStatus.OK or not isinstance(found, dict) or not isinstance(found.get("id"), str):
        raise ServiceError(f"Wikidata answers {status} without the item {qid}")
    return found


def _json(client: Client, address: str) -> tuple[int, dict[str, Any]]:
    """Return status and content of an answer; a content that is not JSON is nothing where the status says no."""
    try:
        reply, body = client.read(address)
    except AskError as error:
        raise ServiceError(fault(error).reason) from None
    status = reply.response.status_code
    try:
        content = parse_json(body.decode("utf-8-sig"))
    except ValueError:
        content = None
    if isinstance(content, dict):
        return status, content
    if status >= HTTPStatus.BAD_REQUEST:
        return status, {}
    raise ServiceError(f"the answer of {reply.address.partition('?')[0]} is no JSON object in UTF-8")


def _part(content: dict[str, Any], name: str) -> dict[str, Any]:
    part = content.get(name)
    return part if isinstance(part, dict) else {}
