"""Where a fact was read: sources of cards and of corrections, as values and as the text of one table cell.

A cell holds sources separated by `` | ``; a source is ``kind: ref`` followed by named parts, each after a semicolon::

    url: https://example.org/x; locator: paragraph 2; states: 1903; checked: yes | isbn: 978-3-…; locator: p. 12

A bare ``https://…``, ISBN, DOI or Q-number needs no kind; anything else without one is a book.
"""

import re
from functools import lru_cache
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict, field_validator

from .trusted import trusted

Kind = Literal["book", "url", "doi", "isbn", "wikidata", "archive", "letter", "primary"]

_SEPARATOR = re.compile(r"\s\|\s|\n")
_BETWEEN = re.compile(r"(?:^|\s)\|(?=\s|$)|\n")  # as the separator, also at the ends and several on end
_PART = re.compile(r";\s*(locator|states|accessed|archived|checked):\s*")
_KIND = re.compile(rf"({'|'.join(get_args(Kind))}):\s*(?!//)", re.IGNORECASE)
_GUESSES: tuple[tuple[re.Pattern[str], Kind], ...] = (
    (re.compile(r"https?://", re.IGNORECASE), "url"),
    (re.compile(r"Q[1-9]\d*$"), "wikidata"),
    (re.compile(r"(?:doi\.org/|10\.\d{4,9}/)"), "doi"),
    (re.compile(r"(?:ISBN\b|97[89][-\d ]{10,14}$)"), "isbn"),
)
_LANGUAGE_MODEL_HOST = re.compile(
    r"//(?:www\.)?(?:chat\.openai\.com|chatgpt\.com|claude\.ai|gemini\.google\.com|copilot\.microsoft\.com|grok\.com"
    r"|chat\.deepseek\.com|chat\.mistral\.ai|(?:www\.)?perplexity\.ai|poe\.com)(?:[/?#:]|$)",
    re.IGNORECASE,
)
_LANGUAGE_MODEL = re.compile(
    r"\b(?:chat ?gpt|gpt-?[2-9]\w*|claude (?:ai|[2-9]|opus|sonnet|haiku)|google gemini|microsoft copilot|deepseek"
    r"|llama-?[2-9]|llm|(?:large )?language model|sprachmodell|perplexity ai"
    r"|(?:ai|ki)[- ](?:answer|antwort|chat|chatbot|assistant))\b",
    re.IGNORECASE,
)


class Source(BaseModel):
    """One source. `checked` says that its text was seen and states what the card says.

    `locator` is the place in it (page, paragraph, heading), `states_value` the value as it stands there, `accessed` an
    ISO date, `archived_url` a lasting copy.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    kind: Kind
    ref: str
    locator: str = ""
    states_value: str = ""
    accessed: str = ""
    archived_url: str = ""
    checked: bool = False

    @field_validator("ref", "locator", "states_value", "accessed", "archived_url")
    @classmethod
    def _keeps_to_its_cell(cls, value: str) -> str:
        if ("|" in value or "\n" in value or ";" in value) and (_SEPARATOR.search(f" {value} ") or _PART.search(value)):
            raise ValueError("a part of a source may hold neither ' | ' nor a line break nor '; locator:' and the like")
        return value.strip()


@lru_cache(maxsize=16_384)
def parse_sources(text: str) -> tuple[Source, ...]:
    """Read the sources of one cell; every text is some source."""
    if "|" not in text and "\n" not in text:
        return (_parse_source(text.strip()),) if text.strip() else ()
    return tuple(_parse_source(part.strip()) for part in _BETWEEN.split(text) if part.strip())


def _parse_source(text: str) -> Source:
    head, *rest = _PART.split(text) if ";" in text else (text,)
    parts = dict(zip(rest[::2], (value.strip() for value in rest[1::2]), strict=True))
    named = _KIND.match(head)
    kind = named[1].lower() if named else next((kind for pattern, kind in _GUESSES if pattern.match(head)), "book")
    # What was cut at every separator and at every name of a part holds none of them: no need to validate.
    return trusted(
        Source,
        {
            "kind": kind,
            "ref": head[named.end() :].strip() if named else head.strip(),
            "locator": parts.get("locator", ""),
            "states_value": parts.get("states", ""),
            "accessed": parts.get("accessed", ""),
            "archived_url": parts.get("archived", ""),
            "checked": parts.get("checked", "").lower() == "yes",
        },
    )


def format_sources(sources: tuple[Source, ...]) -> str:
    """Write sources as the text of one cell, the inverse of :func:`parse_sources`."""
    return " | ".join(_format_source(source) for source in sources)


def _format_source(source: Source) -> str:
    named = {
        "locator": source.locator,
        "states": source.states_value,
        "accessed": source.accessed,
        "archived": source.archived_url,
        "checked": "yes" if source.checked else "",
    }
    return "; ".join([f"{source.kind}: {source.ref}", *(f"{name}: {value}" for name, value in named.items() if value)])


def is_language_model(source: Source) -> bool:
    """Tell whether a source is the answer of a language model: by host for addresses, by name for anything else."""
    if source.kind in {"url", "archive"}:
        return _holds(_LANGUAGE_MODEL_HOST, f"{source.ref} {source.archived_url}")
    return _holds(_LANGUAGE_MODEL, source.ref)


@lru_cache(maxsize=16_384)
def _holds(pattern: re.Pattern[str], text: str) -> bool:
    return pattern.search(text) is not None
