"""A place in the tokens of one expression, and what reading them needs to know."""

from .language import Language
from .profile import Profile
from .scanner import Token


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

    def typed(self, token: Token) -> str:
        """Return the token as it was typed, with its own kind of dash."""
        return self.text[token.start : token.end]
