"""A series for a table that has none: what its headings and cells tell."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any

from ..cards import Colour, Dating, Series
from ..tables import Table
from ..trusted import Model, trusted
from .columns import guess_mapping
from .content import Column, columns_of, year_language
from .headings import TEXT_KINDS, read_heading, read_headings

_GREY = {"cmyk": (0, 0, 0, 70), "srgb": "#4d4d4d"}
_SPELT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "å": "a", "ł": "l"})
UNKNOWN = "de"  # the language of texts that tell none


def pseudo_series(table: Table) -> Series:
    """Return a series that fits `table`: named after its file, in the languages of its headings and texts.

    The years are taken to be in the first of the languages in which most of them can be read.
    """
    content = columns_of(table)
    languages = _languages(table, content)
    mapping, _ = guess_mapping(table, languages)
    year = mapping.columns.get("year")
    written = None if year is None else year_language(content[year].values, _year_languages(table, year, languages))
    stem = PurePath(table.name).stem
    told = {
        "code": series_code(stem),
        "titles": {languages[0]: stem},
        "languages": languages,
        "colour": _made(Colour, _GREY),
        "dating": _made(Dating, {"language": None if written == languages[0] else written}),
    }
    return _made(Series, told)


def _made(model: type[Model], told: Mapping[str, Any]) -> Model:
    """Make a part of a series: what a table tells is valid, and what would validate it takes long to build."""
    return trusted(model, {**{name: field.default for name, field in model.model_fields.items()}, **told})


def _languages(table: Table, content: Sequence[Column]) -> tuple[str, ...]:
    """Return the languages of the texts, those of events first; of the year's heading if there is no better witness."""
    headings = read_headings(table.header.values, [column.has_ids for column in content])
    told = [
        heading.language or column.language
        for kind in TEXT_KINDS
        for heading, column in zip(headings, content, strict=True)
        if heading and heading.kind == kind
    ]
    silent = [column.language for heading, column in zip(headings, content, strict=True) if heading is None]
    others = [heading.own_language for heading in headings if heading]
    for languages in (told, silent, others):
        if found := tuple(dict.fromkeys(filter(None, languages))):
            return found if languages is not others else found[:1]
    return (UNKNOWN,)


def _year_languages(table: Table, year: int, languages: Sequence[str]) -> tuple[str, ...]:
    """Return the languages the years may be in, the likeliest first; the heading `year` alone tells none."""
    text = table.header.values[year].strip()
    heading = read_heading(text)
    told = heading.language if heading and text != "year" else None
    return tuple(dict.fromkeys([*([told] if told else []), *languages, "de", "en", "fr", "it"]))


def series_code(name: str) -> str:
    """Return `name` as the code of a series: ``Große Erfinder`` is ``grosse-erfinder``."""
    spelt = unicodedata.normalize("NFC", name).casefold().translate(_SPELT)
    plain = unicodedata.normalize("NFKD", spelt).encode("ascii", "ignore").decode()
    code = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    return code if re.match(r"[a-z]", code) else f"table-{code}".rstrip("-")
