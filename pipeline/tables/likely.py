"""How much bytes look like words of German, English, French and Italian in a single-byte encoding.

Each distinct run of letters, digits and bytes beyond ASCII is judged once, by its characters and where they stand in
it: an umlaut within a word speaks for an encoding, a capital behind a small letter against it. The short words around
tell which letters are at home.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping

_TOKEN = re.compile(rb"[A-Za-z0-9]*+[\x80-\xff][A-Za-z0-9\x80-\xff]*+")
_WORD = re.compile(rb"(?<![A-Za-z])[A-Za-z]{2,8}(?![A-Za-z\x80-\xff])")
_SAMPLE = 200_000  # bytes whose short words are looked at
_GERMAN = frozenset(
    b"der die das und ein eine wird werden im mit von dem den des ist auf als nach zu nr jahr ereignis nummer".split()
)
_ROMANCE = frozenset(
    b"le la les un une du en au est et que qui pour par il lo gli di del della che una nel al annee anno evento".split()
)
_UMLAUTS, _ACCENTS = "äöüß", "éèàçêâîôûùòì"
_AT_HOME = {"german": _UMLAUTS, "romance": _ACCENTS}
_RARE = "ëïœíóúáñæøå"
_CAPITALS = "ÄÖÜÉÈÀ"
_RARE_CAPITALS = "ÊÂÎÔÛÙÇÁÍÓÚÑŒÆØÅŠŽ"
_OPENING, _CLOSING = "„«‚“‘»›", "“”»’‘«‹…"
_SIGNS = "§€£©®½¼¾²³×°•·†\u00a0"
_PAIRS = frozenset(("äß", "öß", "üß", "éé", "éâ", "éè"))  # größer, théâtre: two such letters hardly meet
_WRONG = -4


def tokens(data: bytes) -> Counter[bytes]:
    """Return how often each run of letters and digits stands in `data` that holds a byte beyond ASCII."""
    return Counter(_TOKEN.findall(data))


def language_of(data: bytes) -> str:
    """Return ``german``, ``romance`` (French or Italian), or nothing where short words do not tell."""
    words = Counter(word.lower() for word in _WORD.findall(data[:_SAMPLE]))
    german, romance = (sum(words[word] for word in known) for known in (_GERMAN, _ROMANCE))
    return "" if german == romance else "german" if german > romance else "romance"


def likelihood(counts: Mapping[bytes, int], encoding: str, language: str) -> int:
    """Return how much the tokens look like words in this encoding; below 0 they hardly do."""
    return sum(
        count * sum(weight for _, weight in weighed(decoded(token, encoding), language))
        for token, count in counts.items()
    )


def decoded(token: bytes, encoding: str) -> str:
    """Return a token as text; bytes that are no character become U+FFFD, one each."""
    return token.decode(encoding, "replace")


def weighed(text: str, language: str) -> Iterator[tuple[str, int]]:
    """Yield each character beyond ASCII of a token with its weight: what speaks for it is positive."""
    for place, sign in enumerate(text):
        if sign.isascii():
            continue
        before, after = text[place - 1 : place], text[place + 1 : place + 2]
        if sign in _UMLAUTS or sign in _ACCENTS or sign in _RARE:
            yield sign, _small(sign, before, after, language)
        elif sign in _CAPITALS or sign in _RARE_CAPITALS:
            yield sign, _capital(sign, before, after, language)
        else:
            yield sign, _mark(sign, before, after)


def _small(sign: str, before: str, after: str, language: str) -> int:
    meets_another = before.isalpha() and not before.isascii() and before.lower() + sign not in _PAIRS
    if meets_another or after.isupper() or before.isdigit() or after.isdigit() or (sign == "ß" and not before):
        return _WRONG
    if sign == "à" and after:
        return 0 if before else _WRONG  # alone, or the last letter but for “déjà”
    if sign in "âêîôûï" and not after:
        return -1
    if sign in _RARE or (sign in "ùòì" and after):
        return 2 if sign in "ëïœ" else 1
    if not language:
        return 3 if sign in "êâîôûùòì" else 4
    return 6 if sign in _AT_HOME[language] else 2 if sign in "éèü" else 1


def _capital(sign: str, before: str, after: str, language: str) -> int:
    if before.islower() or before.isdigit() or after.isdigit() or (before and after.islower()):
        return _WRONG
    if not before and not after:
        return 1 if sign in "ÀÉÈ" else -1
    common = sign in _CAPITALS and (sign in "ÄÖÜ") != (language == "romance")
    return 4 if common else 1


def _mark(sign: str, before: str, after: str) -> int:  # noqa: PLR0911 - one line for each kind of mark
    if sign in "–—":
        return 1 if before.isalpha() or after.isalpha() else 4
    if sign == "’" and before and after:
        return 5
    if sign in _OPENING and not before and after:
        return 4
    if sign in _CLOSING and before and not after:
        return 1 if sign == "‘" else 3
    if sign in _OPENING or sign in _CLOSING:
        return 2 if not before and not after else _WRONG
    if sign in _SIGNS:
        return _WRONG if before.isalpha() or (after.isalpha() and sign in "€†·•°") else 1
    return _WRONG
