"""What one text tells, whatever it is compared with: found once per text, since each stands in many pairs."""

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from .lexicon import lexicon
from .normalise import Text, Token

LIFE = frozenset({"birth", "death", "marriage"})
"""The families of events that everybody has once: a text that tells one tells no other event of the person."""

_DATING = frozenset("after until upon following nach bis seit since".split())  # noqa: SIM905

_LOCATING = frozenset("in im an am bei nach aus als at near from as".split())  # noqa: SIM905
_OBJECT = frozenset({"den", "dem", "des"})

Place = tuple[str, str]


class Seen(NamedTuple):
    """A word beside its neighbours: the words before and after it, None if it only describes another.

    Then whether the word before says that it is where something happens, and that it is an object.
    """

    between: Place | None
    locates: bool
    is_object: bool


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """The families of deeds in a text, `main` without those that only date or explain, and whether it tells a deed.

    `seen` has each word beside its neighbours.
    """

    main: frozenset[str]
    whole: frozenset[str]
    tells_deed: bool
    seen: tuple[Seen, ...]


def profile(text: Text) -> Profile:
    """Return what a text tells."""
    main: set[str] = set()
    whole: set[str] = set()
    for token in text.tokens:
        if families := _families(token.meanings):
            whole |= families
            if not _is_said_by_the_way(text, token):
                main |= families
    return Profile(
        frozenset(main),
        frozenset(whole),
        any(token.is_deed and not token.aside for token in text.tokens),
        tuple(_seen(text, token) for token in text.tokens),
    )


def is_thing(token: Token) -> bool:
    """Tell whether a word is surely a thing, not a deed: a known noun, or a German one by its capital."""
    return token.kind in {"", "role"} or (token.kind == "word" and token.at > 0 and token.text[:1].isupper())


def _seen(text: Text, token: Token) -> Seen:
    before = text.words[token.at - 1] if token.at else ""
    after = token.at + token.text.count(" ") + 1
    between = before, text.words[after] if after < len(text.words) else ""
    return Seen(None if _is_adjective(text, token) else between, before in _LOCATING, before in _OBJECT)


def _is_adjective(text: Text, token: Token) -> bool:
    """Guess whether a word only describes another; German writes nouns with a capital."""
    return token.kind == "light" or (token.kind == "word" and text.language == "de" and token.text.islower())


def _is_said_by_the_way(text: Text, token: Token) -> bool:
    """Tell whether a word only dates or explains what the text tells: *after the death of*, *until his death*."""
    return token.aside or not _DATING.isdisjoint(text.words[max(token.at - 3, 0) : token.at])


@cache
def _families(meanings: frozenset[str]) -> frozenset[str]:
    concepts = lexicon().concepts
    return frozenset(family for meaning in meanings for family in concepts[meaning].families)
