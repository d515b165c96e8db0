"""Actions as people type them: ``insert F017 2``, ``guess -43``, ``lay P36 0 1,2``; the parts stand in their order."""

from typing import Any, get_type_hints

import msgspec
from msgspec import structs

from .rulebooks import RuleBook

_NOT_TYPED = {"by", "claim"}


class WordsError(ValueError):
    """What was typed is no action; the text says what may be typed."""


def typed(action: Any) -> str:
    """Return an action as it may be typed."""
    parts = [getattr(action, name) for name in _parts(type(action))]
    while parts and (parts[-1] is None or parts[-1] is False or parts[-1] == ()):
        parts.pop()
    return " ".join([action.do, *(_word(part) for part in parts)])


def read(book: RuleBook, seat: int, text: str) -> Any:
    """Return the action that the player at `seat` has typed; raises WordsError."""
    words = text.split()
    kinds = {_do(kind): kind for kind in book.kinds if "by" in _names(kind)}
    kind = kinds.get(words[0]) if words else None
    if kind is None:
        raise WordsError(f"type one of: {', '.join(map(_usage, kinds.values()))}")
    names, hints = _parts(kind), get_type_hints(kind)
    if len(words) - 1 > len(names):
        raise WordsError(f"too many words; type {_usage(kind)}")
    content = {name: _value(str(hints[name]), word) for name, word in zip(names, words[1:], strict=False)}
    try:
        return msgspec.convert({"by": seat, "do": words[0], **content}, book.line)
    except msgspec.ValidationError:
        raise WordsError(f"type {_usage(kind)}") from None


def _names(kind: type[msgspec.Struct]) -> list[str]:
    return list(kind.__struct_fields__)


def _parts(kind: type[msgspec.Struct]) -> list[str]:
    return [name for name in _names(kind) if name not in _NOT_TYPED]


def _do(kind: type[msgspec.Struct]) -> str:
    return str(kind.__struct_config__.tag)


def _usage(kind: type[msgspec.Struct]) -> str:
    required = {field.name for field in structs.fields(kind) if field.required}
    parts = (name.upper() if name in required else f"[{name.upper()}]" for name in _parts(kind))
    return " ".join([f"`{_do(kind)}", *parts]) + "`"


def _word(value: Any) -> str:
    if isinstance(value, tuple):
        return ",".join(map(str, value)) or "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None else str(value)


def _value(hint: str, word: str) -> Any:
    """Return a typed word as the kind of value that belongs there; what does not fit stays a text and is refused."""
    if "tuple" in hint:
        parts = () if word == "-" else tuple(word.split(","))
        return tuple(map(_number, parts)) if "int" in hint else parts
    if "bool" in hint:
        return {"yes": True, "no": False}.get(word, word)
    if "int" in hint:
        return None if word == "-" else _number(word)
    return word


def _number(word: str) -> int | str:
    try:
        return int(word)
    except ValueError:
        return word
