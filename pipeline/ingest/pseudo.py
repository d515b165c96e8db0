"""A series for a table that has none: what its headings tell."""

import re
import unicodedata
from pathlib import PurePath

from ..cards import Colour, Dating, Series
from ..tables import Table
from .columns import TEXT_KINDS, Heading, read_heading

_GREY = Colour(cmyk=(0, 0, 0, 70), srgb="#4d4d4d")


def pseudo_series(table: Table) -> Series:
    """Return a series that fits `table`: named after its file, in the languages of its headings (German by default).

    The years are taken to be in the language of their heading.
    """
    headings = [heading for cell in table.header if (heading := read_heading(cell.value))]
    texts = [language for heading in headings if heading.kind in TEXT_KINDS if (language := _language(heading))]
    year = next((_language(heading) for heading in headings if heading.kind == "year"), None)
    languages = tuple(dict.fromkeys(texts)) or (year or "de",)
    stem = PurePath(table.name).stem
    return Series(
        code=_code(stem), titles={languages[0]: stem}, languages=languages, colour=_GREY, dating=Dating(language=year)
    )


def _language(heading: Heading) -> str | None:
    return heading.named_language or heading.own_language


def _code(stem: str) -> str:
    plain = unicodedata.normalize("NFKD", stem).encode("ascii", "ignore").decode().casefold()
    code = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    return code if re.match(r"[a-z]", code) else f"table-{code}".rstrip("-")
