"""What the server itself answers to what is no request, or too large: marked as every answer, in both languages."""

from markupsafe import Markup
from waitress.channel import HTTPChannel  # type: ignore[import-untyped]  # has no types
from waitress.task import ErrorTask  # type: ignore[import-untyped]  # has no types

from ..publish.speech import LANGUAGES
from .guard import HEADERS
from .words import speech, words

_PAGE = Markup("""<!DOCTYPE html>
<html lang="{language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>wildmix</title></head>
<body><main><h1>{title}</h1>
{told}<p><a href="/">wildmix</a></p></main></body>
</html>
""")


def fault_page(code: int) -> bytes:
    """Return the page of a status; nothing of the request stands in it."""
    key = f"status {code}" if f"status {code}" in words() else f"status {400 if code < 500 else 500}"
    told = Markup("").join(
        Markup('<p lang="{}">{}</p>\n').format(language, speech(language)(key)) for language in LANGUAGES
    )
    first = LANGUAGES[0]
    return _PAGE.format(language=first, title=speech(first)("title error"), told=told).encode()


class _Fault(ErrorTask):  # type: ignore[misc]  # its base has no types
    """Answers a request that never reached the application."""

    def execute(self) -> None:
        fault = self.request.error
        page = fault_page(fault.code)
        self.status = f"{fault.code} {fault.reason}"
        self.response_headers += [("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store")]
        self.response_headers += HEADERS.items()
        self.set_close_on_finish()
        self.content_length = len(page)
        self.write(page)


class Channel(HTTPChannel):  # type: ignore[misc]  # its base has no types
    """A connection whose faults are told as the desk tells them."""

    error_task_class = _Fault
