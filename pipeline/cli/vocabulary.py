"""docs/years-words.md: the words of the year parser, listed from the tables that it reads.

`python -m pipeline.cli.vocabulary > docs/years-words.md` (part of `make docs`).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from ..years.language import LANGUAGES, table
from ..years.profile import Profile, profiles

_NAMES = {"de": "German", "en": "English", "fr": "French", "it": "Italian"}
_INTRO = """# Year expressions: the words

Made by `make docs` from the tables in `pipeline/years/languages/` and `pipeline/years/profiles.toml`, which are what
the parser reads; [years.md](years.md) says what the words do. Capitals, dots and spaces do not matter: `v. chr.` is
also `v.Chr.` and `V. CHR.`. A fifth language is one more file like these.
"""
_KINDS = {
    "around": "around (Y9)",
    "around_after": "around, behind the year (Y9)",
    "doubt": "doubt (Y13)",
    "before": "before (Y10)",
    "after": "after (Y10)",
    "until": "until, included (Y10)",
    "earliest": "not before, included (Y10)",
    "since": "since (Y11)",
    "onwards": "onwards, behind the year (Y11)",
    "and_before": "and before, behind after (Y10)",
    "bc_short": "before Christ, before a dash and another era (Y4)",
    "today": "until today (Y11)",
    "from": "begins a span (Y4)",
    "to": "joins a span (Y4)",
    "between": "between (Y4)",
    "and": "and, after between (Y4)",
    "or": "or (Y12)",
    "or_before": "or, and before (Y12)",
    "or_after": "or, and after (Y12)",
    "turn": "turn of centuries (Y7)",
    "turn_to": "and its second century (Y7)",
    "ago": "ago, before the number (Y14)",
    "ago_after": "ago, behind the number (Y14)",
    "years": "years (Y14)",
    "plural": "centuries and millennia: a length of time behind a number (Y6); decades: several (Y8)",
    "bp": "before 1950 (Y14)",
    "anno": "makes two digits a year (Y3)",
    "night": "the night before a day (Y1)",
    "filler": "read over",
    "undated": "refused: no date",
    "vague": "refused: how far?",
    "named": "refused: no year",
    "correction": "refused in brackets: a correction (Y18)",
    "leading": "read over in front, profile museum (Y20)",
    "later": "read over behind a comma, profile museum (Y20)",
}
_SECTIONS = {
    "era": "Eras of one language only (Y2)",
    "units": "Centuries, millennia, decades (Y6, Y8)",
    "parts": "Parts (Y7)",
    "parts_after": "Parts behind the century (Y7)",
    "bounds_behind": "Before and after, behind the year (Y10)",
    "fractions": "Halves, thirds, quarters (Y7)",
    "decades": "Decades in words (Y8)",
    "centuries": "Centuries with a name (Y6)",
    "months": "Months (Y1)",
    "seasons": "Seasons (Y1)",
    "scales": "Thousands, millions, billions (Y14)",
    "ages": "Units of age (Y14)",
}


def page() -> str:
    """Return the page as Markdown."""
    languages = {code: table(code) for code in LANGUAGES}
    lines = [_INTRO, "## Eras (Y2), in every language alike", "", "| era | words |", "|---|---|"]
    lines += [f"| {era} | {_listed(words)} |" for era, words in table("eras")["era"].items()]
    lines += ["", "## Small words", "", *_rows(_KINDS, {code: words["words"] for code, words in languages.items()})]
    for section, title in _SECTIONS.items():
        found = {code: words.get(section, {}) for code, words in languages.items()}
        names = dict.fromkeys(name for words in found.values() for name in words)
        shown = {name: name.replace("_", ", ") for name in names}
        lines += ["", f"## {title}", "", *_rows(shown, found)]
    lines += ["", "## Ordinals (Y6)", "", *_ordinals(languages)]
    lines += ["", "## Profiles (Y20)", "", *_profiles()]
    return "\n".join(lines)


def _listed(words: Sequence[str]) -> str:
    return " · ".join(f"`{word}`" for word in words)


def _rows(kinds: Mapping[str, str], words: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    yield f"| | {' | '.join(_NAMES[code] for code in words)} |"
    yield "|---|" + "---|" * len(words)
    for kind, shown in kinds.items():
        yield f"| {shown} | {' | '.join(_listed(table.get(kind, ())) for table in words.values())} |"


def _ordinals(languages: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    yield "| | behind a number | the last | in words |"
    yield "|---|---|---|---|"
    for code, words in languages.items():
        ordinals = words["ordinals"]
        spelled = [*ordinals["stems"], *(word for row in ordinals["words"].values() for word in row)]
        endings = f" with {_listed(ordinals['endings'])}" if ordinals["endings"] else ""
        cells = [_NAMES[code], _listed(ordinals["suffixes"]), _listed(ordinals["last"]), _listed(spelled) + endings]
        yield f"| {' | '.join(cells)} |"


def _profiles() -> Iterator[str]:
    known = profiles()
    fields = [name for name in Profile._fields if name != "name"]
    yield f"| | {' | '.join(f'`{name}`' for name in known)} |"
    yield "|---|" + "---|" * len(known)
    for name in fields:
        yield f"| {name} | {' | '.join(_value(getattr(profile, name)) for profile in known.values())} |"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "–".join(map(str, value)) if isinstance(value, tuple) else str(value)


if __name__ == "__main__":
    click.echo(page())
