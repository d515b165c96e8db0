"""What vectors tell of two texts: how near their meanings are, and which words answer each other across languages."""

from functools import lru_cache

from .normalise import first_sentence


@lru_cache(maxsize=65536)
def tellings(text: str, aside: str = "") -> tuple[str, ...]:
    """Return what a text is compared by: the whole, its first sentence if there are more, the whole with its aside."""
    whole = text.strip()
    first = whole[: first_sentence(whole)].strip(" .;(-–—")
    told = (whole, first) if len(first) < len(whole) - 1 else (whole,)
    return (*told, f"{whole} {aside.strip()}") if aside.strip() else told
