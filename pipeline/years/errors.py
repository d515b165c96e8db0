"""The one exception of the year parser."""


class YearError(ValueError):
    """A year expression that is not understood, or refused because it has more than one meaning.

    `code` is a stable word (listed in docs/years.md), `offset` the index of the code point in the expression where
    reading stopped, `suggestions` expressions that may be meant, best first.
    """

    def __init__(self, code: str, message: str, offset: int = 0, suggestions: tuple[str, ...] = ()) -> None:
        """Keep what went wrong and where."""
        super().__init__(message)
        self.code = code
        self.message = message
        self.offset = offset
        self.suggestions = suggestions

    def moved(self, offsets: list[int] | None, length: int) -> "YearError":
        """Return the error with its offset in the text as typed; `offsets` are those of the plain characters."""
        if offsets is None:
            return self
        at = offsets[self.offset] if self.offset < len(offsets) else length
        return YearError(self.code, self.message, at, self.suggestions)
