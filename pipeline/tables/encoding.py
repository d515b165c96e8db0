"""Bytes to text: which encoding a publisher's file is in.

Few candidates, since a detector that knows many finds exotic ones in German text (jawah/charset_normalizer#624): a byte
order mark decides; else UTF-8, which other text hardly ever resembles; else Windows or Macintosh, whichever gives the
letters and quotation marks of German, English, French and Italian. The whole file is looked at.
"""

import codecs
import re
from collections import Counter
from dataclasses import dataclass, replace

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_WITH_MARK = {"utf-8-sig": ("utf-8",), "utf-16": ("utf-16-le", "utf-16-be")}
_SINGLE_BYTE = ("cp1252", "mac-roman")

_ASCII = bytes(range(128))
_LOWER = "äöüßéèêëàâáîïíìôóòûùúçñœæøå"
_WEIGHTS = {
    **dict.fromkeys("ÄÖÜÉÈÀÇŒÆØÅ·•°§€£©®†×½¼¾²³\u00a0" + _LOWER, 1),
    **dict.fromkeys("äöüßéèà„“”‚‘’«»–…", 2),  # what every text is full of
}
_CAPITALS = "ÀÁÂÄÈÉÊËÍÎÏÌÓÔÒÖÚÛÙÜÇÑŒÆØÅŸŠŽ"
# The rare character first: a search that begins with what stands before it takes ten times as long.
_CAPITAL_INSIDE = re.compile(rf"[{_CAPITALS}](?<=[a-z{_LOWER}].)")
# Letters of a DOS or Macintosh file, read as a Windows one: K„the, ma”tre, No‘l, €pfel.
_SIGN_INSIDE = re.compile(r"[„“”‘™](?<=[A-Za-z].)(?=[a-z])|[€†](?=[a-z])")
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
    """The text of a file. Undecodable bytes stand in it as U+FFFD and are listed; `odd` is where doubt begins."""

    text: str
    encoding: str
    mark: bool
    faults: tuple[Fault, ...] = ()
    odd: int | None = None


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
    decoded = {name: _decoded(data, name, mark=False) for name in _SINGLE_BYTE}
    best = max(_SINGLE_BYTE, key=lambda name: _score(counts, decoded[name]))
    return replace(decoded[best], odd=_doubt(counts, decoded[best]))


def _characters(counts: Counter[int], encoding: str) -> dict[str, int]:
    """Return how often each character beyond ASCII stands in the text, in a single-byte encoding."""
    return {bytes([value]).decode(encoding, "replace"): count for value, count in counts.items()}


def _score(counts: Counter[int], decoded: Decoded) -> int:
    """Return how much a text looks like the four languages: letters they have, none where they cannot stand."""
    inside = len(_CAPITAL_INSIDE.findall(decoded.text)) + len(_SIGN_INSIDE.findall(decoded.text))
    characters = _characters(counts, decoded.encoding)
    return sum(count * _weight(sign) for sign, count in characters.items()) - 3 * inside


def _weight(character: str) -> int:
    return _WEIGHTS.get(character, -2)


def _doubt(counts: Counter[int], decoded: Decoded) -> int | None:
    """Return the offset of the first odd character if more than a quarter of those beyond ASCII are odd."""
    characters = _characters(counts, decoded.encoding)
    odd = {sign for sign in characters if sign != "\ufffd" and _weight(sign) < 0}
    inside = [match.start() for match in _SIGN_INSIDE.finditer(decoded.text)]
    if 4 * (sum(characters[sign] for sign in odd) + len(inside)) <= counts.total():
        return None
    return min([decoded.text.index(sign) for sign in odd] + inside[:1])


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
