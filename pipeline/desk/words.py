"""What the desk says, in German and English: words.toml, both side by side."""

from ..publish.speech import LANGUAGES, Speech, Words, read_words


def words() -> Words:
    """Return what the desk says for each key."""
    return read_words(__package__, "words.toml")


def speech(language: str) -> Speech:
    """Return who speaks for the desk in `language`, one of LANGUAGES."""
    return Speech(language, words())


def preferred(accepted: str | None) -> str:
    """Return the language a browser prefers, by its own best match; German where it says nothing."""
    return accepted if accepted in LANGUAGES else LANGUAGES[0]
