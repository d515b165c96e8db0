"""A real server on this computer that answers as the web does: also badly, slowly, or not at all."""

import gzip
import json
import socket
import ssl
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

HOME = ("127.0.0.1",)


class Handler(BaseHTTPRequestHandler):
    """Answers by the pages of its server; what has no page is not found."""

    server: "Web"

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        self.server.asked.append((time.monotonic(), self.command, self.path))
        page = self.server.pages.get(path)
        with suppress(ConnectionError):  # the other side had enough
            page(self) if page else self.answer(404)

    do_HEAD = do_GET  # noqa: N815 - the name that http.server looks for

    @property
    def times(self) -> int:
        """How often this address was asked, this time included."""
        return sum(path == self.path for _, _, path in self.server.asked)

    def answer(self, status: int, body: bytes = b"", **headers: str) -> None:
        """Answer with a status, headers (``Content_Type=…``) and a body."""
        self.send_response(status)
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        for name, value in {"Content-Length": str(len(body)), **given}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def reset(self) -> None:
        """Break the connection off, so that the other side sees a reset."""
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()
        self.close_connection = True

    def babble(self) -> None:
        """Answer what is no HTTP."""
        self.wfile.write(b"ok ok ok\r\n\r\n")

    def finish(self) -> None:
        with suppress(OSError, ValueError):
            super().finish()

    def log_message(self, *_: object) -> None:
        pass


Page = Callable[[Handler], None]


class Web(ThreadingHTTPServer):
    """The server; `pages` are its answers by path, `asked` has time, method and address of each request."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, certificate: Path | None = None) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.scheme = "https" if certificate else "http"
        if certificate:
            encryption = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            encryption.load_cert_chain(certificate, certificate.with_name("key.pem"))
            # The handshake is made by the thread of the connection, so that one who breaks it off stops nobody.
            self.socket = encryption.wrap_socket(self.socket, server_side=True, do_handshake_on_connect=False)
        self.pages: dict[str, Page] = {**PAGES}
        self.asked: list[tuple[float, str, str]] = []

    @property
    def address(self) -> str:
        return f"{self.scheme}://127.0.0.1:{self.server_port}"

    def methods(self, path: str) -> list[str]:
        """The methods by which a path was asked, in order."""
        return [method for _, method, asked in self.asked if urlsplit(asked).path == path]

    def handle_error(self, *_: object) -> None:
        pass


@contextmanager
def web(certificate: Path | None = None) -> Iterator[Web]:
    """Let a server run, encrypted with a certificate beside which its key lies."""
    server = Web(certificate)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def says(status: int, body: bytes = b"", **headers: str) -> Page:
    """A page that always gives the same answer."""
    return lambda handler: handler.answer(status, body, **headers)


def leads_to(status: int, location: str) -> Page:
    """A redirect; `{}` stands for the server."""
    return lambda handler: handler.answer(status, Location=location.format(handler.server.address))


def says_json(content: Any, status: int = 200) -> Page:
    return says(status, json.dumps(content).encode(), Content_Type="application/json")


def at_first(*first: Page, then: Page) -> Page:
    """A page that gives other answers before its usual one."""
    return lambda handler: (*first, then)[min(handler.times - 1, len(first))](handler)


def for_methods(**pages: Page) -> Page:
    """A page that answers HEAD and GET differently."""
    return lambda handler: pages[handler.command](handler)


def slow(seconds: float) -> Page:
    def page(handler: Handler) -> None:
        time.sleep(seconds)
        handler.answer(200, b"at last")

    return page


def drips(handler: Handler) -> None:
    """Send a byte now and then, for ever: no time-out between two bytes ends this."""
    handler.send_response(200)
    handler.end_headers()
    for _ in range(200):
        handler.wfile.write(b"x")
        time.sleep(0.05)


def endless(handler: Handler) -> None:
    handler.send_response(200)
    handler.end_headers()
    for _ in range(2_000):
        handler.wfile.write(b"x" * 100_000)


OK = says(200, b"here it is")
PAGES: dict[str, Page] = {
    "/ok": OK,
    "/": OK,
    "/no-head": for_methods(HEAD=says(405), GET=OK),
    "/head-not-implemented": for_methods(HEAD=says(501), GET=OK),
    "/head-lies": for_methods(HEAD=says(404), GET=OK),
    "/head-resets": for_methods(HEAD=Handler.reset, GET=OK),
    "/forbidden": says(403),
    "/login": says(401, WWW_Authenticate="Basic"),
    "/legal": says(451),
    "/teapot": says(418),
    "/none": says(404),
    "/gone": says(410),
    "/busy": says(429),
    "/busy-for-hours": says(429, Retry_After="7200"),
    "/busy-once": at_first(says(429, Retry_After="1"), then=OK),
    "/down": says(500),
    "/down-once": at_first(says(500), says(503), then=OK),
    "/slow": slow(3),
    "/slow-once": at_first(slow(1), then=OK),
    "/drips": drips,
    "/endless": endless,
    "/resets": Handler.reset,
    "/nonsense": Handler.babble,
    "/moved": leads_to(301, "/ok"),
    "/moved-twice": leads_to(308, "{}/moved"),
    "/moved-then-found": leads_to(301, "/found"),
    "/found": leads_to(302, "/ok"),
    "/found-gone": leads_to(302, "/gone"),
    "/front": leads_to(301, "/"),
    "/round": leads_to(302, "/round"),
    "/there": leads_to(302, "/back"),
    "/back": leads_to(302, "/there"),
    "/inward": leads_to(302, "http://10.11.12.13/"),
    "/metadata": leads_to(301, "http://169.254.169.254/latest/"),
    "/file": leads_to(302, "file:///etc/passwd"),
    "/nowhere": says(302),
    "/umlaut": lambda handler: handler.answer(301, Location="/größe".encode().decode("latin-1")),
    "/gr%C3%B6%C3%9Fe": OK,
    "/bomb": says(200, gzip.compress(b"a" * 60_000_000), Content_Encoding="gzip"),
    "/cut": says(200, b"{", Content_Length="1000"),
    "/no-gzip": says(200, b"plain", Content_Encoding="gzip"),
    "/page": says(200, b"<html>log in</html>", Content_Type="text/html; charset=utf-8"),
}


def asked_about(handler: Handler) -> str:
    """The address that the archive was asked about."""
    return parse_qs(urlsplit(handler.path).query)["url"][0]
