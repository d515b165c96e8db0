"""Series files made or completed by the program: a new series around a table, a mapping that was guessed."""

from collections.abc import Mapping, Sequence

import tomlkit
from tomlkit.items import Table as TomlTable

from ..cards import Colour, Series

# Inks that stay apart on a table: percent of cyan, magenta, yellow and black, and the same for screens.
COLOURS = (
    Colour(cmyk=(90, 45, 0, 20), srgb="#1470ae"),
    Colour(cmyk=(10, 95, 80, 10), srgb="#c12a36"),
    Colour(cmyk=(80, 15, 85, 20), srgb="#22804a"),
    Colour(cmyk=(5, 60, 95, 5), srgb="#d9761f"),
    Colour(cmyk=(65, 85, 0, 15), srgb="#6b3a94"),
    Colour(cmyk=(85, 20, 35, 15), srgb="#128a93"),
    Colour(cmyk=(30, 75, 80, 35), srgb="#85452f"),
    Colour(cmyk=(25, 95, 15, 10), srgb="#a8256f"),
)

Columns = Mapping[str, str | Sequence[str]]


def colour_of(code: str) -> Colour:
    """Return a colour for a new series, the same for the same code."""
    return COLOURS[sum(code.encode()) % len(COLOURS)]


def new_series_file(series: Series, title: str, file: str, columns: Columns, year: int) -> str:
    """Return the series file of a new series: edition 1, of `year`, comes from the table `file`."""
    colour = colour_of(series.code)
    document = tomlkit.document()
    document.add(tomlkit.comment("A series of cards. All that can stand here: docs/workspace.md"))
    document["code"] = series.code
    document["languages"] = list(series.languages)
    document["titles"] = {series.languages[0]: title}
    document["colour"] = _table(
        "Percent of cyan, magenta, yellow and black, and the same for screens.",
        {"cmyk": list(colour.cmyk), "srgb": colour.srgb},
    )
    if series.dating.language:
        document["dating"] = {"language": series.dating.language}
    document["raw"] = _table(
        "The table of the cards, and which of its columns is what.",
        {"file": file, "columns": {name: _plain(value) for name, value in columns.items()}},
    )
    editions = tomlkit.aot()
    editions.append(tomlkit.item({"number": 1, "year": year}))
    document["editions"] = editions
    return tomlkit.dumps(document)


def with_raw(text: str, file: str, edition: int, columns: Columns, join: Sequence[str] = ()) -> str:
    """Return a series file with what was found about its raw table; what stands there already stays as it is."""
    document = tomlkit.parse(text)
    raw = document.setdefault("raw", tomlkit.table())
    raw.setdefault("file", file)
    raw.setdefault("edition", edition)
    known = raw.get("join", [])
    if new := [name for name in join if name not in known]:
        raw["join"] = [*known, *new]
    if columns:
        if "columns" not in raw:
            raw["columns"] = tomlkit.table()
            raw["columns"].add(tomlkit.nl())
        for name, value in columns.items():
            raw["columns"].setdefault(name, _plain(value))
    return tomlkit.dumps(document)


def _table(comment: str, values: Mapping[str, object]) -> TomlTable:
    table = tomlkit.table()
    table.add(tomlkit.comment(comment))
    for name, value in values.items():
        table[name] = value
    return table


def _plain(value: str | Sequence[str]) -> str | list[str]:
    return value if isinstance(value, str) else list(value)
