"""The web application: every page in German and English, usable without JavaScript, nothing from the network."""

import logging
from typing import Any

from flask import Flask, Response, g, make_response, redirect, render_template, request, session, url_for
from jinja2 import StrictUndefined
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from ..office import StaleError
from ..publish.speech import LANGUAGES
from ..workspace import WorkspaceError
from .desk import Desk
from .guard import Guard
from .links import Links
from .shelf import UnknownError
from .speaking import spoken
from .views import cards, decks, editions, entries, letters, mixes, overview, pairs, printing, timeline
from .words import preferred, speech

LOG = logging.getLogger("wildmix.desk")
_PUBLIC_NAMES = {"host": "bad host", "origin": "bad origin", "token": "bad token", "csrf": "bad form"}


def make_app(desk: Desk, guard: Guard) -> Flask:
    """Return the application for a desk, protected by a guard."""
    app = Flask(__package__, static_folder="static", template_folder="templates")
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.extensions["wildmix"] = desk
    guard.protect(app)
    app.before_request(_speak)
    app.context_processor(_context)
    app.register_error_handler(HTTPException, _refused)
    app.register_error_handler(StaleError, _stale)
    app.register_error_handler(WorkspaceError, _impossible)
    app.register_error_handler(Exception, _failed)

    @app.get("/enter/<token>")
    def enter(token: str) -> AnyResponse:
        """Give the browser its cookie; the page leads on by itself, so that the cookie counts from the start."""
        if not guard.admits(token):
            return _error(403, "bad token")
        return make_response(render_template("enter.html"))

    @app.get("/favicon.ico")
    def favicon() -> AnyResponse:
        return redirect(url_for("static", filename="icon.svg"), 301)

    for module in (overview, decks, cards, timeline, letters, entries, editions, pairs, mixes, printing):
        app.register_blueprint(module.pages)
    for name in app.jinja_env.list_templates(["html"]):  # compiled before anybody waits for a page
        app.jinja_env.get_template(name)
    return app


def _speak() -> None:
    asked = request.args.get("lang")
    if asked in LANGUAGES and session.get("in"):
        session["language"] = asked
    best = request.accept_languages.best_match(LANGUAGES)
    g.say = speech(preferred(session.get("language") or best))


def _context() -> dict[str, Any]:
    say = getattr(g, "say", None) or speech(LANGUAGES[0])
    return {
        "say": say,
        "csrf": session.get("csrf", ""),
        "to": Links(say),
        "languages": LANGUAGES,
        "area": request.blueprint or "",
    }


def _error(status: int, key: str, detail: str = "", *, sent: bool = False) -> Response:
    """Return the page of an error; with what was `sent`, if that was read."""
    if not hasattr(g, "say"):
        _speak()
    known = bool(session.get("in"))
    page = render_template("error.html", key=key, detail=spoken(detail), known=known, sent=sent)
    return make_response(page, status)


def _refused(error: HTTPException) -> Response:
    """Say why a request is refused; what a stranger is told does not depend on what is there."""
    key = _PUBLIC_NAMES.get(str(error.description), f"status {error.code}")
    return _error(error.code or 500, key if key in _KEYS else "status 500")


def _stale(error: StaleError) -> Response:
    return _error(409, "stale", str(error), sent=True)


def _impossible(error: WorkspaceError) -> Response:
    status = 404 if isinstance(error, UnknownError) else 422
    return _error(status, "impossible", str(error), sent=request.method == "POST")


def _failed(error: Exception) -> Response:
    LOG.error("%s %s", request.method, request.path, exc_info=error)
    if isinstance(error, OSError) and error.strerror:
        return _error(500, "not written", ": ".join(filter(None, (error.filename, error.strerror))))
    return _error(500, "status 500")


_KEYS = frozenset({*_PUBLIC_NAMES.values(), *(f"status {code}" for code in (400, 403, 404, 405, 413, 500))})
