"""What one text tells, whatever it is compared with: found once per text, since each stands in many pairs."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from .lexicon import lexicon
from .normalise import Text, Token

LIFE = frozenset({"birth", "death", "marriage"})
"""The families of events that everybody has once: a text that tells one tells no other event of the person."""

_DATING = frozenset("after until upon following nach bis seit since".split())  # noqa: SIM905

Place = tuple[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """The families of deeds in a text, `main` without those that only date or explain, and whether it tells a deed.

    `places` has the words before and after each word that does not only describe another.
    """

    main: frozenset[str]
    whole: frozenset[str]
    tells_deed: bool
    places: Mapping[Token, Place]

    def is_of_other_family(self, other: "Profile") -> bool:
        """Tell whether two texts tell of events of known families, and of different ones."""
        both = bool(self.main and other.main)
        return both and self.main.isdisjoint(other.whole) and other.main.isdisjoint(self.whole)

    def tells_other_life(self, other: "Profile") -> bool:
        """Tell whether one of two texts tells a birth, a wedding or a death of which the other does not speak."""
        return bool((self.main & LIFE) - other.whole or (other.main & LIFE) - self.whole)


@lru_cache(maxsize=65536)
def profile(text: Text) -> Profile:
    """Return what a text tells."""
    return Profile(
        _families(token for token in text.tokens if not _is_said_by_the_way(text, token)),
        _families(text.tokens),
        any(token.is_deed and not token.aside for token in text.tokens),
        {token: _between(text, token) for token in text.tokens if not _is_adjective(text, token)},
    )


def is_thing(token: Token) -> bool:
    """Tell whether a word is surely a thing, not a deed: a known noun, or a German one by its capital."""
    return token.kind in {"", "role"} or (token.kind == "word" and token.at > 0 and token.text[:1].isupper())


def before(text: Text, token: Token) -> str:
    """Return the word before another, empty at the beginning."""
    return text.words[token.at - 1] if token.at else ""


def _is_adjective(text: Text, token: Token) -> bool:
    """Guess whether a word only describes another; German writes nouns with a capital."""
    return token.kind == "light" or (token.kind == "word" and text.language == "de" and token.text.islower())


def _between(text: Text, token: Token) -> Place:
    """Return the words before and after a word or phrase."""
    after = token.at + token.text.count(" ") + 1
    return before(text, token), text.words[after] if after < len(text.words) else ""


def _is_said_by_the_way(text: Text, token: Token) -> bool:
    """Tell whether a word only dates or explains what the text tells: *after the death of*, *until his death*."""
    return token.aside or not _DATING.isdisjoint(text.words[max(token.at - 3, 0) : token.at])


def _families(tokens: Iterable[Token]) -> frozenset[str]:
    concepts = lexicon().concepts
    return frozenset(family for token in tokens for meaning in token.meanings for family in concepts[meaning].families)
