"""A place in the tokens of one expression, and what reading them needs to know."""

from collections.abc import Sequence
from functools import reduce

from .errors import YearError
from .language import Language
from .meaning import interval_of
from .printing import print_structure
from .profile import Profile
from .scanner import Token
from .structure import Structure

LIST = "a list of years has more than one meaning; write a span, or an “or” between two"


class Cursor:
    """The tokens of one expression, how far they are read, and the flags raised on the way."""

    def __init__(
        self, text: str, tokens: list[Token], language: Language, profile: Profile, reference_year: int | None
    ) -> None:
        """Start at the first token; `text` is what the tokens count in, with the dashes as typed."""
        self.text = text
        self.tokens = tokens
        self.at = 0
        self.language = language
        self.profile = profile
        self.reference_year = reference_year
        self.flags: set[str] = set()

    def peek(self, ahead: int = 0) -> Token | None:
        """Return a token without taking it; `ahead` may be below 0."""
        return self.tokens[self.at + ahead] if 0 <= self.at + ahead < len(self.tokens) else None

    def sees(self, kind: str, ahead: int = 0) -> bool:
        """Tell whether the token there has this sense."""
        token = self.peek(ahead)
        return token is not None and kind in token.senses

    def take(self, *kinds: str) -> Token | None:
        """Take the next token if it has one of these senses."""
        if self.at < len(self.tokens):
            token = self.tokens[self.at]
            for kind in kinds:
                if kind in token.senses:
                    self.at += 1
                    return token
        return None

    def hyphen(self, start: Token, separator: Token, end: Token) -> bool:
        """Tell whether the two numbers are joined by the hyphen of a keyboard, as year and month in ISO 8601 are."""
        joined = start.end == separator.start and separator.end == end.start
        return joined and self.typed(separator) == "-"

    def instead(self, token: Token, words: str) -> str:
        """Return the whole text with `words` in place of the token, as a suggestion."""
        return f"{self.text[: token.start]}{words}{self.text[token.end :]}".strip()

    def without(self, *kinds: str) -> tuple[str, ...]:
        """Return the whole text without each of the words of these kinds, as suggestions."""
        words = [token for token in self.tokens if set(kinds) & token.senses.keys()]
        return tuple(" ".join(self.instead(token, "").split()) for token in words)

    def printed(self, node: Structure) -> str:
        """Return the words for a structure, as a suggestion."""
        return print_structure(node, interval_of(node, self.profile), self.language, uncertain=False)

    def list_error(self, offset: int) -> YearError:
        """Return the error for `1903, 1907` and `1903 und 1907`, with what they can mean."""
        pieces, start = [], 0
        for token in self.tokens:
            if token.start >= offset and {"comma", "and", "or"} & token.senses.keys():
                pieces.append(self.text[start : token.start])
                start = token.end
        return YearError("list", LIST, offset, self.list_readings([*pieces, self.text[start:]]))

    def list_readings(self, pieces: Sequence[str]) -> tuple[str, ...]:
        """Return the span of a list of two, and its items as alternatives; the one item of `1903,` alone."""
        items = [piece.strip() for piece in pieces if piece.strip()]
        if len(items) < 2:
            return tuple(items)
        either = reduce(str(self.language.form["or"]).format, items)
        dash = " – " if any(" " in item for item in items) else "–"
        return (dash.join(items), either) if len(items) == 2 else (either,)

    def typed(self, token: Token) -> str:
        """Return the token as it was typed, with its own kind of dash."""
        return self.text[token.start : token.end]
