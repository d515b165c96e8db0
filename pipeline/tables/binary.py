"""Files that are no text: workbooks, and others, named so that their owner knows what to save them as."""

_MAGIC = (
    (b"%PDF-", "a PDF document"),
    (b"{\\rtf", "an RTF document"),
    (b"\x89PNG", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"\x1f\x8b", "a compressed file (gzip)"),
    (b"SQLite format 3\0", "a database (SQLite)"),
)
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")
_CONTROLS = bytes({*range(32), 127} - {*b"\t\n\r\f\x0b\x1a\x1b"})
_SMALLEST = 8
_BEGINNING = 200


def is_workbook(data: bytes) -> bool:
    """Tell whether `data` begins as a workbook does; it may turn out to be none."""
    return data.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"))


def what_it_is(data: bytes, *, told: bool = False) -> str | None:
    """Return what `data` is in a few words if it is no text, else None; its bytes are not judged if users `told` us."""
    for magic, kind in _MAGIC:
        if data.startswith(magic):
            return kind
    if data[:_BEGINNING].lstrip().lower().startswith((b"<!doctype html", b"<html")):
        return "a web page (HTML)"
    if told or data.startswith(_WIDE_MARKS) or len(data) < _SMALLEST:
        return None
    for first, name in ((1, "little"), (0, "big")) if b"\0" in data else ():
        half = data[first::2]
        if 2 * half.count(0) > len(half):
            return f"UTF-16 without its byte order mark ({name} end first)"
    controls = len(data) - len(data.translate(None, delete=_CONTROLS))
    return "binary" if 10 * controls > len(data) else None
