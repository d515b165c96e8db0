"""Zipped workbooks (XLSX, ODS): parts read as a stream of XML events, never more than a bounded amount of them.

A small file may unpack to gigabytes. What the archive says of its parts is looked at first; what comes out is counted.
"""

import io
import zipfile
import zlib
from collections.abc import Callable, Mapping
from typing import IO
from xml.parsers import expat

from .sheets import WorkbookError

LARGEST = 512 * 1024 * 1024
SUSPICIOUS_SIZE = 50 * 1024 * 1024
SUSPICIOUS_RATIO = 250
_CHUNK = 1 << 16

_FAULTS = (
    zipfile.BadZipFile,
    zlib.error,
    NotImplementedError,
    RuntimeError,
    EOFError,
    OSError,
    ValueError,
)

Start = Callable[[str, Mapping[str, str]], None]
End = Callable[[str], None]


class Package:
    """The parts of a zipped workbook."""

    def __init__(self, data: bytes) -> None:
        """Open the archive; raises WorkbookError if it is damaged or would unpack to too much."""
        try:
            self._archive = zipfile.ZipFile(io.BytesIO(data))
            entries = self._archive.infolist()
        except (zipfile.BadZipFile, ValueError, NotImplementedError, EOFError, OSError) as error:
            raise WorkbookError("WM116", f"the workbook is damaged: {_reason(error)}") from None
        self.names = frozenset(entry.filename for entry in entries)
        size = sum(entry.file_size for entry in entries)
        if size > LARGEST or (size > SUSPICIOUS_SIZE and size > SUSPICIOUS_RATIO * len(data)):
            message = f"the workbook has {_megabytes(len(data))} and would unpack to {_megabytes(size)}"
            raise WorkbookError("WM117", message)

    def start(self, part: str, size: int) -> bytes:
        """Return the first bytes of a part, empty if it cannot be read."""
        try:
            with self._archive.open(part) as stream:
                return stream.read(size)
        except (KeyError, *_FAULTS):
            return b""

    def parse(self, part: str, start: Start, end: End | None = None, text: Callable[[str], None] | None = None) -> None:
        """Send the elements of an XML part to handlers, names without prefix; raises WorkbookError.

        A document type is refused: no workbook has one, and its entities may grow without end.
        """
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = lambda name, attributes: start(_plain(name), _without_prefixes(attributes))
        if end:
            ending = end
            parser.EndElementHandler = lambda name: ending(_plain(name))
        if text:
            parser.CharacterDataHandler = text
        parser.StartDoctypeDeclHandler = _refuse_doctype
        try:
            with self._archive.open(part) as stream:
                _feed(parser, stream)
        except KeyError:
            raise WorkbookError("WM116", f"the workbook is damaged: `{part}` is missing") from None
        except (expat.ExpatError, *_FAULTS) as error:
            raise WorkbookError("WM116", f"the workbook is damaged: `{part}`: {_reason(error)}") from None


def _feed(parser: "expat.XMLParserType", stream: IO[bytes]) -> None:
    read = 0
    while chunk := stream.read(_CHUNK):
        read += len(chunk)
        if read > LARGEST:
            raise WorkbookError("WM117", f"the workbook unpacks to more than {_megabytes(LARGEST)}")
        parser.Parse(chunk, False)
    parser.Parse(b"", True)


def _plain(name: str) -> str:
    return name.rpartition(":")[2] if ":" in name else name


def _without_prefixes(attributes: Mapping[str, str]) -> Mapping[str, str]:
    if ":" not in "".join(attributes):
        return attributes
    return {_plain(name): value for name, value in attributes.items()}


def _refuse_doctype(*_: object) -> None:
    raise WorkbookError("WM116", "the workbook is damaged: it declares a document type")


def _reason(error: Exception) -> str:
    text = str(error).strip() or type(error).__name__
    return text[:1].lower() + text[1:]


def _megabytes(size: int) -> str:
    return f"{size / 1_000_000:,.1f} MB"
