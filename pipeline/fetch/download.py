"""One download: guarded, limited in size and time, told in plain words when it fails."""

from collections.abc import Collection
from http import HTTPStatus

from .addresses import export_address
from .client import AskError, Client, Manners

LARGEST = 50_000_000  # bytes, unpacked


class FetchError(Exception):
    """What was asked for did not come; the message says why, for users."""


def fetch(address: str, *, allow: Collection[str] = (), largest: int = LARGEST, what: str = "a table") -> bytes:
    """Return what stands at an ``https://`` address; raises FetchError.

    `allow` names hosts or numeric addresses of private networks that may be asked, this computer (``127.0.0.1``) also
    without encryption; `what` is what is expected there. Nothing is cached.
    """
    client = Client(Manners(allow=allow, retries=1, pause=0.0, longest_wait=10.0))
    try:
        reply, body = client.read(export_address(address), largest, plain=False)
    except AskError as error:
        raise FetchError(f"{error.address}: {error}") from None
    response = reply.response
    if response.status_code != HTTPStatus.OK:
        reason = f" ({response.reason})" if response.reason else ""
        raise FetchError(f"{address}: the server answers {response.status_code}{reason}")
    if response.headers.get("content-type", "").lower().startswith(("text/html", "application/xhtml")):
        hint = "; is the table shared with everybody who has the link?" if what == "a table" else ""
        raise FetchError(f"{address}: a web page, not {what}{hint}")
    return body
