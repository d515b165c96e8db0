"""What the headings of publishers' tables mean: a table of synonyms in four languages (``columns.toml``)."""

import re
import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from ..tables import Row

TEXT_KINDS = ("event", "comment")
_NO_FIELDS = ("languages", "answers", "function_words")
_WORD = re.compile(r"[a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Heading:
    """What a heading means: the kind of field, its language if the heading names it, the language of its words."""

    kind: str
    named_language: str | None
    own_language: str | None

    @property
    def language(self) -> str | None:
        """The language it names, else that of its words, None if neither tells."""
        return self.named_language or self.own_language


@cache
def _data() -> Mapping[str, Mapping[str, Sequence[str]]]:
    return tomllib.loads(files(__package__).joinpath("columns.toml").read_text(encoding="utf-8"))


@cache
def _synonyms() -> Mapping[str, tuple[str, str | None]]:
    """Return kind and language of every known heading in folded form."""
    return {
        folded(name): (kind, None if language == "any" else language)
        for kind, languages in _data().items()
        if kind not in _NO_FIELDS
        for language, names in languages.items()
        for name in names
    }


@cache
def _languages() -> Mapping[str, str]:
    return {folded(name): language for language, names in _data()["languages"].items() for name in names}


@cache
def _answers() -> Mapping[str, bool]:
    return {name.casefold(): answer == "yes" for answer, names in _data()["answers"].items() for name in names}


@cache
def function_words() -> Mapping[str, frozenset[str]]:
    """Return the small words that tell each language."""
    return {language: frozenset(words) for language, words in _data()["function_words"].items()}


def read_answer(text: str) -> bool | None:
    """Read a yes or no in any of the four languages, None if it is neither; an empty text is a no."""
    return _answers().get(text.casefold().rstrip(".!")) if text else False


def read_heading(text: str) -> Heading | None:
    """Tell what a heading means, None if it is not known."""
    words = folded(text).split()
    known, language = _synonyms(), _languages()
    if found := known.get(" ".join(words)):
        return Heading(found[0], None, found[1])
    for index, rest in ((-1, words[:-1]), (0, words[1:])):
        if words and words[index] in language and (found := known.get(" ".join(rest))):
            return Heading(found[0], language[words[index]], found[1])
    return None


def is_row_of_headings(row: Row) -> bool:
    """Tell whether all filled cells of a row, of which there are several, mean something as headings or languages."""
    filled = [value for value in row.values if value.strip()]
    return len(filled) > 1 and all(read_heading(text) or folded(text) in _languages() for text in filled)


def one_line(heading: str) -> str:
    """Return a heading without blanks around it and line breaks in it."""
    return " ".join(heading.split())


def read_headings(texts: Sequence[str], name_cards: Sequence[bool]) -> list[Heading | None]:
    """Tell what the headings of a table mean beside each other, and over cells that name cards or do not.

    A description is the event where no other column is, else the comment.
    """
    read = [read_heading(text) for text in texts]
    has_event = any(one and one.kind == "event" and not names for one, names in zip(read, name_cards, strict=True))
    described = "comment" if has_event else "event"
    return [replace(one, kind=described) if one and one.kind == "description" else one for one in read]


def folded(text: str) -> str:
    """Return a heading without accents, case and punctuation; a number sign is read as `nr`."""
    plain = unicodedata.normalize("NFKD", text.replace("ß", "ss").replace("#", " nr "))
    return " ".join(_WORD.findall("".join(sign for sign in plain if not unicodedata.combining(sign)).casefold()))
