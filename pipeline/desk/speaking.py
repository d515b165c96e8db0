"""What requests share: the language that is spoken, the day, choices sent with forms."""

import re
from datetime import date
from typing import cast

from flask import flash, g, request

from ..diagnostics import Diagnostic, Severity
from ..office import Notes, refuse
from ..publish.german import german, message
from ..publish.speech import LANGUAGES, Speech
from ..years import YearError, parse_year

MOST_TOLD = 6
"""Lines, and findings, that a page shows of an action."""

_YEAR = re.compile(r"-?\d{1,10}")


def say() -> Speech:
    """Return the language of this request."""
    return cast("Speech", g.say)


def spoken(text: str) -> str:
    """Return what an action told, in the language of this request; English where that has no words for it."""
    return (german(text, "refusals", "told", "years") if say().language == "de" else None) or text


def told_of(found: Diagnostic) -> str:
    """Return a finding in one line, in the language of this request: what only English has is a quotation."""
    text, language = message(found, say().language)
    return text if language == say().language else f"{say().title(found.code)}: „{text}“"


def today() -> date:
    """Return the day that decisions are dated."""
    return date.today()


def given(name: str) -> str:
    """Return a field of the form, or of the address, without blanks at its ends; line breaks as one character."""
    value = request.values.get(name, "")
    return value.replace("\r\n", "\n").strip()


def year(name: str, *, last: bool = False) -> int | None:
    """Return a year of the address, astronomical: as a number, or in words such as `44 v. Chr.`; None if there is none.

    Words for several years mean the first of them, or the `last`.
    """
    text = given(name)
    if _YEAR.fullmatch(text):
        return int(text)
    for language in (say().language, *LANGUAGES):
        try:
            interval = parse_year(text, language, reference_year=today().year).interval
        except YearError:
            continue
        return interval.latest if last else interval.earliest
    return None


def told(notes: Notes, *, written: bool) -> None:
    """Show what an action told, on the next page; raises WorkspaceError with its errors if nothing was written."""
    if not written:
        errors = [told_of(found) for found in notes.findings if found.severity is Severity.ERROR]
        refuse(" · ".join([*map(spoken, notes.lines[-1:]), *errors]) or say()("nothing written"))
    shown = [line for line in notes.lines if not line.startswith(("wrote", "unchanged"))]
    for line in shown[:MOST_TOLD]:
        flash(spoken(line)[:300], "error" if line.startswith("nothing written") else "done")
    grave = [found for found in dict.fromkeys(notes.findings) if found.severity is not Severity.NOTE]
    for found in sorted(grave, key=lambda found: found.severity is not Severity.ERROR)[:MOST_TOLD]:
        flash(f"{found.code}: {told_of(found)}"[:300], str(found.severity))
