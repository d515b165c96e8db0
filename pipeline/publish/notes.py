"""Release notes in Markdown: exactly what an edition changed against the one below it, and why."""

import re
from collections.abc import Iterator
from functools import lru_cache

from ..corrigenda import Corrigendum, Explained
from ..diagnostics import Diagnostic
from .characters import harmless
from .register import Published
from .words import field_name, words

_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~&])")
_START = re.compile(r"(\s*)([-+=:]|\d+[.)])(?=\s|$)")


def release_notes(published: Published, number: int, language: str) -> tuple[str, list[Diagnostic]]:
    """Return what edition `number` changed, in `language`, and where notes and difference do not agree.

    Raises KeyError if the edition, or one below it, cannot be read.
    """
    below = max((other for other in published.decks if other < number), default=None)
    if below is None or number not in published.decks:
        raise KeyError(number)
    notes, findings = published.explained(below, number)
    say = words(language)
    cards = {note.change.card for note in notes}
    lines = [f"# {escaped(say['notes'].format(published.series.title(language), number))}", ""]
    if not cards:
        lines.append(say["no changes"].format(below))
    elif len(cards) == 1:
        lines.append(say["notes intro one"].format(below))
    else:
        lines.append(say["notes intro"].format(below, len(cards)))
    new = [note for note in notes if note.change.field == "id" and note.change.new]
    gone = [note for note in notes if note.change.field == "id" and note.change.old]
    changed = [note for note in notes if note.change.field != "id"]
    for heading, part in (("changed cards", changed), ("new cards", new), ("withdrawn cards", gone)):
        if part:
            lines += ["", f"## {say[heading]}", ""]
            lines += _lines(published, part, language)
    return "\n".join(lines) + "\n", findings


def _lines(published: Published, notes: list[Explained], language: str) -> Iterator[str]:
    """Yield a line for each card, below it one for each change, and below that why."""
    languages = published.series.languages
    texts = language if language in languages else languages[0]
    last = None
    for note in notes:
        change, indent = note.change, "  "
        if change.card != last:
            last = change.card
            card = published.newest_cards.get(change.card)
            yield f"- **{escaped(change.card)}** {escaped(card.text(texts) if card else '')}".rstrip()
        if change.field != "id":
            field, indent = field_name(change.field, language, texts), "    "
            yield f"  - {escaped(field)}: {_quoted(change.old, language)} → {_quoted(change.new, language)}"
        for entry in note.entries:
            yield f"{indent}{escaped(_why(entry, language))} ({escaped(entry.id)})"


def _why(entry: Corrigendum, language: str) -> str:
    if entry.field != "id" or not entry.new:
        return entry.reason
    return f"{entry.reason} {words(language)['replaced by'].format(entry.new)}".strip()


def _quoted(text: str, language: str) -> str:
    if not text:
        return words(language)["nothing"]
    return f"„{escaped(text)}“" if language == "de" else f"“{escaped(text)}”"


@lru_cache(maxsize=8192)  # the notes of one edition, in all languages
def escaped(text: str) -> str:
    """Return data as Markdown text on one line: no sign of it is read as markup."""
    line = _MARKDOWN.sub(r"\\\1", harmless(text.replace("\n", " ")))
    start = _START.match(line)
    return f"{start[1]}\\{line[start.end(1) :]}" if start else line
