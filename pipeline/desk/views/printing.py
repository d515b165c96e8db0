"""Printing: the profile, the sheets as they will come out, the calibration of the printer, the files."""

import io
import re
import zipfile
from typing import NamedTuple

from flask import Blueprint, Response, abort, flash, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from ...build.printers import MOST_OFF, known_printers, remember
from ...build.printing import find_profile, print_language, print_name, printed_files
from ...cards import Deck
from ...diagnostics import Severity
from ...office import refuse
from ...pdf import SUFFIX, Profile, profile_names
from ...pdf.calibration import calibration_sheet, cross_distance
from ...pdf.fonts import FontError
from ...pdf.render import render_deck
from ...sheets import Misprint, from_crosses
from ..desk import desk
from ..links import with_query
from ..pictures import PREVIEWED, is_two_sided, previewed, sheet_count
from ..speaking import given, say, told_of

pages = Blueprint("printing", __name__)

_NUMBER = re.compile(r"[+-]?\d{1,2}(?:[.,]\d{1,3})?")
_PRINTER = re.compile(r"[\w][\w .-]{0,40}")


class Choice(NamedTuple):
    """What is printed and how."""

    name: str
    deck: Deck
    profile_name: str
    profile: Profile
    language: str
    printer: str
    misprint: Misprint | None


def profiles() -> list[str]:
    """Return the names of all print profiles: those of the workspace, and those that come with the program."""
    own = sorted(path.stem for path in desk().workspace.print_folder.glob(f"*{SUFFIX}"))
    return list(dict.fromkeys([*own, *profile_names()]))


def _choice() -> Choice:
    """Return what the address chooses; only names that the workspace has are looked up."""
    shelf, space = desk().shelf, desk().workspace
    name = request.args.get("deck") or next(iter((*shelf.newest(), *shelf.mixes)), "")
    deck = shelf.deck(name)
    profile_name = request.args.get("profile") or space.config.print_profile
    if profile_name not in profiles():
        refuse(f"there is no print profile `{profile_name}`")
    profile, findings = find_profile(space, profile_name)
    if profile is None:
        refuse(told_of(findings[0]))
    asked = request.args.get("language", "")
    language = print_language(space, deck, asked if asked in deck.languages else None)
    printer = request.args.get("printer", "")
    known = known_printers()
    return Choice(name, deck, profile_name, profile, language, printer if printer in known else "", known.get(printer))


@pages.get("/print")
def sheets() -> str:
    """Show a few sheets, and what to do with them."""
    choice = _choice()
    count = sheet_count(choice.deck, choice.profile)
    first = min(max(0, request.args.get("sheet", 1, type=int) - 1), max(0, count - 1)) // PREVIEWED * PREVIEWED
    return render_template(
        "print.html",
        choice=choice,
        names=desk().shelf.names(),
        profiles=profiles(),
        printers=known_printers(),
        count=count,
        first=first,
        shown=previewed(choice.deck, choice.profile, first),
        previewed=PREVIEWED,
        two_sided=is_two_sided(choice.profile),
        layout=choice.profile.sheet.layout,
    )


@pages.get("/print/sheet/<int:first>/<int:place>.png")
def sheet(first: int, place: int) -> Response:
    """Paint one page of a preview that begins with sheet `first` (from 0)."""
    choice = _choice()
    try:
        painted = desk().painter.sheets(choice.deck, choice.profile, choice.language, choice.misprint, first)
    except FontError:
        abort(404)
    if place >= len(painted):
        abort(404)
    answer = make_response(painted[place])
    answer.content_type = "image/png"
    return answer


@pages.get("/print/file")
def file() -> Response:
    """Hand out what `wildmix print` writes: one file, or all in an archive."""
    choice = _choice()
    with desk().painter.alone():
        printed, findings = render_deck(choice.deck, choice.profile, choice.language, choice.misprint)
    if printed is None:
        refuse(
            next((told_of(found) for found in findings if found.severity is Severity.ERROR), say()("nothing written"))
        )
    called = print_name(desk().workspace, choice.deck, choice.language)
    files = [(path.name, data) for path, data in printed_files(desk().workspace, called, printed)]
    name, data = files[0] if len(files) == 1 else (f"{re.sub(r'[^a-z0-9-]+', '-', choice.name)}.zip", _archive(files))
    return _sent(name, data)


def _archive(files: list[tuple[str, bytes]]) -> bytes:
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return output.getvalue()


def _sent(name: str, data: bytes) -> Response:
    answer = make_response(data)
    kind = {"pdf": "application/pdf", "zip": "application/zip", "png": "image/png"}
    answer.content_type = kind.get(name.rpartition(".")[2], "application/octet-stream")
    safe = re.sub(r"[^\w.-]+", "-", name)
    answer.headers["Content-Disposition"] = f'attachment; filename="{safe}"'
    return answer


@pages.get("/print/calibration.pdf")
def calibration() -> Response:
    """Hand out the test sheet for a profile."""
    choice = _choice()
    with desk().painter.alone():
        return _sent("calibration.pdf", calibration_sheet(choice.profile))


@pages.post("/print/printer")
def printer() -> AnyResponse:
    """Remember what the test sheet shows of a printer."""
    choice = _choice()
    name = given("printer_name")
    if not _PRINTER.fullmatch(name):
        refuse(say()("no printer name", name))
    above = _reading("above_x"), _reading("above_y")
    below = _reading("below_x"), _reading("below_y")
    # The back lies to the left of where it belongs if the front is seen at its right.
    seen = from_crosses((-above[0], -above[1]), (-below[0], -below[1]), cross_distance(choice.profile.sheet.layout))
    remember(name, seen)
    flash(say()("printer remembered", name), "done")
    return redirect(with_query(url_for("printing.sheets"), {**request.args.to_dict(), "printer": name}), 303)


def _reading(field: str) -> float:
    text = given(field)
    value = float(text.replace(",", ".")) if _NUMBER.fullmatch(text) else None
    if value is None or abs(value) > MOST_OFF:
        refuse(say()("no reading", text))
    return value
