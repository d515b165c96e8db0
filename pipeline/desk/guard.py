"""Who may use the desk: whoever sits at this computer, in the browser that was given the address with the token.

A page of another site may send the browser here, and a name on the network may lead to 127.0.0.1; so the Host header,
the cookie, and for every change the Origin header and a token in the form are checked.
"""

import hmac
import secrets

from flask import Flask, Response, abort, request, session

POLICY = (
    "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
MOST_BYTES = 2_000_000
"""The largest form or uploaded table of letters."""

HOST = "127.0.0.1"
_OPEN = frozenset({"enter"})


class Guard:
    """Checks every request before anything else sees it."""

    def __init__(self, port: int) -> None:
        """Make a token for the address; `port` is that of the server."""
        self.token = secrets.token_urlsafe(32)
        self._hosts = frozenset({f"{HOST}:{port}", f"localhost:{port}"})
        self._port = port

    @property
    def address(self) -> str:
        """The address to open, with the token."""
        return f"http://{HOST}:{self._port}/enter/{self.token}"

    def protect(self, app: Flask) -> None:
        """Have every request to `app` checked and every answer marked."""
        app.secret_key = secrets.token_bytes(32)
        app.config.update(
            SESSION_COOKIE_NAME=f"wildmix-desk-{self._port}",  # cookies know no ports
            SESSION_COOKIE_HTTPONLY=True,
            SESSION_COOKIE_SAMESITE="Strict",
            MAX_CONTENT_LENGTH=MOST_BYTES,
            MAX_FORM_MEMORY_SIZE=MOST_BYTES,
            MAX_FORM_PARTS=200,
        )
        app.before_request(self._check)
        app.after_request(_marked)

    def admits(self, token: str) -> bool:
        """Let the browser in that knows the token of the address."""
        if not hmac.compare_digest(token.encode(), self.token.encode()):
            return False
        if session.get("in") and session.get("csrf"):
            return True  # forms that are open keep their token
        session.clear()
        session["in"] = True
        session["csrf"] = secrets.token_urlsafe(32)
        return True

    def _check(self) -> None:
        if request.headers.get("Host") not in self._hosts:
            abort(400, "host")
        if request.endpoint in _OPEN and request.method in {"GET", "HEAD"}:
            return
        if request.headers.get("Sec-Fetch-Site", "same-origin") not in {"same-origin", "none"}:
            abort(403, "origin")
        if not session.get("in"):
            abort(403, "token")
        if request.method not in {"GET", "HEAD"}:
            self._check_change()

    @staticmethod
    def _check_change() -> None:
        if request.headers.get("Origin") != f"http://{request.headers['Host']}":
            abort(403, "origin")
        if not hmac.compare_digest(request.form.get("csrf", "").encode(), str(session["csrf"]).encode()):
            abort(403, "csrf")


def _marked(response: Response) -> Response:
    response.headers.update(HEADERS)
    response.headers.setdefault("Cache-Control", "no-store")
    return response
