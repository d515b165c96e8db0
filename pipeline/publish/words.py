"""The words of published lists in German and English; a list in another language is published in English words."""

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType

LANGUAGES = ("de", "en")

_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()  # noqa: SIM905 - twelve words read best so
_GERMAN = {
    "corrigenda": "Corrigenda",
    "corrigenda of": "Corrigenda zu {}",
    "intro": (
        "Diese Liste nennt jede Karte, auf der ein Fehler steht, den gedruckten Text, den richtigen, den Grund und die "
        "Quellen. Eine neue Auflage druckt die Karten richtig."
    ),
    "stand": "Stand: {}",
    "entries": "{} Einträge",
    "entry": "1 Eintrag",
    "search": "Suchen",
    "search hint": "Karte, Jahr, Wort …",
    "show": "Anzeigen",
    "public": "gültig",
    "all": "alle",
    "printed": "gedruckt",
    "right": "richtig",
    "unknown": "noch nicht bekannt",
    "nothing": "(nichts)",
    "sources": "Quellen",
    "history": "Verlauf",
    "found in": "In Auflage {}",
    "fixed in": "richtig ab Auflage {}",
    "open": "noch in keiner Auflage berichtigt",
    "by": "von {}",
    "states": "dort: „{}“",
    "also": "Auch betroffen",
    "agrees": "stimmt überein",
    "disagrees": "widerspricht",
    "games": "Gespielte Partien",
    "game": "{}, Zeile {}: Die Reihe gilt als {}, weil {} nicht vor {} stehen kann.",
    "game ok": "{}, Zeile {}: Die Reihe gilt als {}; vorher stand {} vor {} im Wege.",
    "correct": "richtig",
    "wrong": "falsch",
    "supersedes": "Ersetzt {}",
    "duplicate": "Wiederholt {}",
    "group": "Gehört zusammen: {}",
    "edition": "Auflage {}",
    "no entries": "Es ist nichts zu berichtigen.",
    "none match": "Nichts gefunden.",
    "withdrawn card": "Diese Karte ist zurückgezogen.",
    "replaced by": "An ihre Stelle tritt {}.",
    "download": "Für Programme",
    "series": "Reihen",
    "other language": "English",
    "order": "ändert die Reihenfolge",
    "visible": "sichtbar",
    "cosmetic": "nur Schreibweise",
    "reported": "gemeldet",
    "held": "zurückgestellt",
    "verified": "bestätigt",
    "applied": "berichtigt",
    "rejected": "abgelehnt",
    "withdrawn": "zurückgenommen",
    "superseded": "ersetzt",
    "year": "Jahr",
    "event": "Ereignis",
    "comment": "Erläuterung",
    "tags": "Schlagwörter",
    "symbols": "Zeichen",
    "id": "Karte",
    "notes": "Was ist neu: {}, Auflage {}",
    "notes intro": "Gegenüber Auflage {} sind {} Karten geändert.",
    "notes intro one": "Gegenüber Auflage {} ist 1 Karte geändert.",
    "no changes": "Gegenüber Auflage {} ist keine Karte geändert.",
    "changed cards": "Geänderte Karten",
    "new cards": "Neue Karten",
    "withdrawn cards": "Zurückgezogene Karten",
    "box intro": "Bitte in die Schachtel legen. Gilt für Auflage {}.",
    "mark": "{}. Auflage",
    "page": "Seite {} von {}",
}
_ENGLISH = {
    "corrigenda": "Corrigenda",
    "corrigenda of": "Corrigenda for {}",
    "intro": (
        "This list names every card that bears an error: the text as printed, the right one, the reason and the "
        "sources. A new edition prints the cards right."
    ),
    "stand": "As of {}",
    "entries": "{} entries",
    "entry": "1 entry",
    "search": "Search",
    "search hint": "card, year, word …",
    "show": "Show",
    "public": "valid",
    "all": "all",
    "printed": "printed",
    "right": "right",
    "unknown": "not known yet",
    "nothing": "(nothing)",
    "sources": "Sources",
    "history": "History",
    "found in": "In edition {}",
    "fixed in": "right from edition {}",
    "open": "not mended in any edition yet",
    "by": "by {}",
    "states": "there: “{}”",
    "also": "Also affected",
    "agrees": "agrees",
    "disagrees": "disagrees",
    "games": "Recorded games",
    "game": "{}, line {}: the row counts as {}, since {} cannot stand before {}.",
    "game ok": "{}, line {}: the row counts as {}; before, {} could not stand before {}.",
    "correct": "correct",
    "wrong": "wrong",
    "supersedes": "Replaces {}",
    "duplicate": "Repeats {}",
    "group": "Belongs together: {}",
    "edition": "Edition {}",
    "no entries": "There is nothing to correct.",
    "none match": "Nothing found.",
    "withdrawn card": "This card is withdrawn.",
    "replaced by": "{} takes its place.",
    "download": "For programs",
    "series": "Series",
    "other language": "Deutsch",
    "order": "changes the order",
    "visible": "visible",
    "cosmetic": "spelling only",
    "reported": "reported",
    "held": "on hold",
    "verified": "confirmed",
    "applied": "mended",
    "rejected": "turned down",
    "withdrawn": "taken back",
    "superseded": "replaced",
    "year": "Year",
    "event": "Event",
    "comment": "Comment",
    "tags": "Tags",
    "symbols": "Symbols",
    "id": "Card",
    "notes": "What is new: {}, edition {}",
    "notes intro": "{1} cards differ from edition {0}.",
    "notes intro one": "1 card differs from edition {}.",
    "no changes": "No card differs from edition {}.",
    "changed cards": "Changed cards",
    "new cards": "New cards",
    "withdrawn cards": "Withdrawn cards",
    "box intro": "Please keep this in the box. For edition {}.",
    "mark": "edition {}",
    "page": "page {} of {}",
}
_WORDS: Mapping[str, Mapping[str, str]] = MappingProxyType({"de": _GERMAN, "en": _ENGLISH})


def words(language: str) -> Mapping[str, str]:
    """Return the words of a language, the English ones for a language that has none."""
    return _WORDS.get(language, _ENGLISH)


def day(on: date, language: str) -> str:
    """Return a day as people write it: ``2.12.2026``, ``2 Dec 2026``."""
    return f"{on.day}.{on.month}.{on.year}" if language == "de" else f"{on.day} {_MONTHS[on.month - 1]} {on.year}"


def field_name(field: str, language: str, shown: str) -> str:
    """Return what people call a field in `language`; a text in another language than `shown` says which."""
    head, _, own = field.partition("_")
    name = words(language).get(head, field)
    return f"{name} ({own})" if own and own != shown else name
