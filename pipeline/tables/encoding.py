"""Bytes to text: which encoding a publisher's file is in.

Few candidates, since a detector that knows many finds exotic ones in German text (jawah/charset_normalizer#624): a byte
order mark decides; else UTF-8, which other text hardly ever resembles; else Windows, Macintosh or DOS, whichever gives
the likeliest words. DOS means cp850, whose letters of these languages are those of cp437. The whole file is looked at.
"""

import codecs
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from .likely import decoded as token_text
from .likely import language_of, likelihood, tokens, weighed

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_WITH_MARK = {"utf-8-sig": ("utf-8",), "utf-16": ("utf-16-le", "utf-16-be")}
# How likely each is before anything is looked at; the first of those that are alike is taken.
_SINGLE_BYTE = {"cp1252": 1, "mac-roman": 0, "cp850": 0}
_CLEAR = 3  # by how much the best must beat the next: less than one letter does

DAMAGE = re.compile("Ã[\u00a0-\u00bf‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€[œž™“˜]")
"""Letters of UTF-8 that were read as cp1252 once: `Ã¤` for `ä`."""

_ASCII = bytes(range(128))
_UTF8 = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_ESCAPED = re.compile("[\udc80-\udcff]")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Fault:
    """A byte (or UTF-16 unit) that is no character: its value as hexadecimal digits, and its offset in the text."""

    value: str
    offset: int


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of a file. Undecodable bytes stand in it as U+FFFD and are listed.

    `odd` is where doubt about the encoding begins, `rival` says what stands there in another one that is as likely.
    """

    text: str
    encoding: str
    mark: bool
    faults: tuple[Fault, ...] = ()
    odd: int | None = None
    rival: str = ""


def decode(data: bytes, encoding: str | None = None) -> Decoded:
    """Decode `data`; raises LookupError if the given encoding is not known to Python."""
    marked = next(((mark, name) for mark, name in _MARKS if data.startswith(mark)), None)
    if encoding is not None:
        name = _canonical_name(encoding)
        if marked and (name == marked[1] or marked[1] in _WITH_MARK.get(name, ())):
            return _decoded(data[len(marked[0]) :], marked[1], mark=True)
        return _decoded(data, {"utf-8-sig": "utf-8", "utf-16": "utf-16-le"}.get(name, name), mark=False)
    if marked:
        return _decoded(data[len(marked[0]) :], marked[1], mark=True)
    return _without_mark(data)


def _canonical_name(encoding: str) -> str:
    name = codecs.lookup(encoding).name
    if name not in (*_WITH_MARK, "utf-16-le", "utf-16-be") and not _reads_ascii(name):
        raise LookupError(f"`{encoding}` is no encoding of tables")
    return {"iso8859-1": "cp1252", "ascii": "utf-8"}.get(name, name)


def _reads_ascii(name: str) -> bool:
    """Tell whether ASCII is ASCII in an encoding: not so in codecs that compress, escape or number characters."""
    try:
        return _ASCII.decode(name, "surrogateescape") == _ASCII.decode("ascii")
    except UnicodeError:
        return False


def _without_mark(data: bytes) -> Decoded:
    try:
        return Decoded(data.decode("utf-8"), "utf-8", mark=False)
    except UnicodeDecodeError:
        pass
    counts = Counter(data.translate(None, delete=_ASCII))
    if 2 * sum(map(len, _UTF8.findall(data))) > counts.total():  # most bytes beyond ASCII form UTF-8 characters
        return _decoded(data, "utf-8", mark=False)
    return _likeliest(data)


def _likeliest(data: bytes) -> Decoded:
    found, language = tokens(data), language_of(data)
    scores = {name: prior + likelihood(found, name, language) for name, prior in _SINGLE_BYTE.items()}
    best, *others = sorted(scores, key=lambda name: -scores[name])
    decoded = _decoded(data, best, mark=False)
    next_best = next((name for name in others if _differing(found, best, name)), None)
    if next_best and scores[best] < scores[next_best] + _CLEAR:
        here, there = next(iter(_differing(found, best, next_best).items()))
        return replace(decoded, odd=decoded.text.index(here), rival=f"`{there}` in {next_best}")
    return replace(decoded, odd=_doubt(found, decoded, language))


def _differing(found: Mapping[bytes, int], encoding: str, other: str) -> dict[str, str]:
    """Return the tokens that read differently in two encodings."""
    pairs = {token_text(token, encoding): token_text(token, other) for token in found}
    return {here: there for here, there in pairs.items() if here != there and "\ufffd" not in here}


def _doubt(found: Mapping[bytes, int], decoded: Decoded, language: str) -> int | None:
    """Return the offset of the first odd character if more than a quarter of those beyond ASCII are odd."""
    looked, odd = 0, []
    for token, count in found.items():
        text = token_text(token, decoded.encoding)
        judged = [(sign, weight) for sign, weight in weighed(text, language) if sign != "\ufffd"]
        looked += count * len(judged)
        odd += [(text, sign, count) for sign, weight in judged if weight < 0]
    if 4 * sum(count for _, _, count in odd) <= looked:
        return None
    return min(decoded.text.index(text) + text.index(sign) for text, sign, _ in odd)


def _decoded(data: bytes, encoding: str, *, mark: bool) -> Decoded:
    if encoding.startswith("utf-16"):
        return _decoded_utf16(data, encoding, mark=mark)
    try:
        return Decoded(data.decode(encoding), encoding, mark)
    except UnicodeDecodeError as error:
        first = Fault(f"{data[error.start]:02X}", len(data[: error.start].decode(encoding, "replace")))
    try:
        text = data.decode(encoding, "surrogateescape")
    except UnicodeDecodeError:  # some East Asian codecs cannot say more than where the first fault is
        return Decoded(data.decode(encoding, "replace"), encoding, mark, (first,))
    faults = tuple(Fault(f"{ord(match[0]) - 0xDC00:02X}", match.start()) for match in _ESCAPED.finditer(text))
    return Decoded(_ESCAPED.sub("\ufffd", text), encoding, mark, faults)


def _decoded_utf16(data: bytes, encoding: str, *, mark: bool) -> Decoded:
    rest = len(data) % 2
    text = data[: len(data) - rest].decode(encoding, "surrogatepass")
    faults = [Fault(f"{ord(match[0]):04X}", match.start()) for match in _LONE_SURROGATE.finditer(text)]
    if rest:
        faults.append(Fault(data[-rest:].hex().upper(), len(text)))
        text += "\ufffd"
    return Decoded(_LONE_SURROGATE.sub("\ufffd", text), encoding, mark, tuple(faults))
