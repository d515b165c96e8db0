"""The workspace on disk: paths, decks, the lock."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from ..cards import Deck, Edition, Series
from ..diagnostics import Diagnostic, Severity, finding
from ..documents import read_toml
from ..ingest import ingest, is_mix, pseudo_series, read_deck, read_mix
from ..source import Span
from ..tables import read_table
from .config import CONFIG, Config
from .files import UNFINISHED, Data, WorkspaceError, read_input, show_path, write_whole

if TYPE_CHECKING:
    from ..duplicates.vectors import Vectors

LOCK = ".wildmix.lock"
CACHE = ".wildmix-cache"
LOCK_SECONDS = 60.0
_KEPT_EACH = 1.0
RECIPE_SUFFIX = ".mix.toml"


_NO_CARDS = {
    frozenset({"card_a", "card_b", "decision"}): (
        "decisions on pairs of cards",
        "name a deck or a table of cards; decisions are used wherever the decks of the workspace are compared",
    ),
    frozenset({"text_a", "lang_a", "text_b", "lang_b"}): (
        "pairs of texts",
        "score them with `wildmix duplicates score`",
    ),
}
"""Columns of tables that are read by other verbs, with what they hold and what to do."""


class Loaded(NamedTuple):
    """A deck, None if it cannot be used, with what was found while reading it and the SHA-256 of its file."""

    deck: Deck | None
    findings: list[Diagnostic]
    sha256: str = ""


class Workspace:
    """A folder with ``wildmix.toml``, ``data/`` and ``print/``."""

    def __init__(self, root: Path) -> None:
        """Open the workspace at `root`; raises WorkspaceError if its configuration cannot be used."""
        self.root = root.resolve()
        config, findings = read_toml(self.read_bytes(self.root / CONFIG), self.show(self.root / CONFIG), Config)
        if config is None:
            first = findings[0]
            place = f":{first.span.line}:{first.span.column}" if first.span and first.span.line else ""
            raise WorkspaceError(f"{self.show(self.root / CONFIG)}{place}: {first.message}")
        self.config = config

    @classmethod
    def find(cls, start: Path) -> "Workspace":
        """Open the workspace that `start` stands in; raises WorkspaceError if neither it nor a parent is one."""
        for folder in (start.resolve(), *start.resolve().parents):
            if (folder / CONFIG).is_file():
                return cls(folder)
        raise WorkspaceError(f"no {CONFIG} in {start} or above it; make a workspace with `wildmix init`")

    # Paths -----------------------------------------------------------------------------------------------------------

    @property
    def decks_folder(self) -> Path:
        """``data/decks``."""
        return self.root / "data" / "decks"

    @property
    def decisions_path(self) -> Path:
        """The remembered decisions on pairs of cards."""
        return self.decks_folder / "duplicates.csv"

    @property
    def rules_path(self) -> Path:
        """The rules beside these decisions; need not exist."""
        return self.decks_folder / "duplicates.toml"

    @property
    def print_folder(self) -> Path:
        """``print``: profiles; rendered files go to ``out`` in it."""
        return self.root / "print"

    def series_path(self, code: str) -> Path:
        """``data/decks/<code>/series.toml``."""
        return self.decks_folder / code / "series.toml"

    def edition_path(self, code: str, number: int) -> Path:
        """``data/decks/<code>/<edition>.csv``."""
        return self.decks_folder / code / f"{number}.csv"

    def corrigenda_path(self, code: str) -> Path:
        """``data/decks/<code>/corrigenda.json``."""
        return self.decks_folder / code / "corrigenda.json"

    def notes_path(self, code: str, number: int) -> Path:
        """``data/decks/<code>/<edition>.md``: the release notes of an edition."""
        return self.decks_folder / code / f"{number}.md"

    def recipe_path(self, mix: str) -> Path:
        """``data/decks/<mix>.mix.toml``."""
        return self.decks_folder / f"{mix}{RECIPE_SUFFIX}"

    def mix_path(self, mix: str) -> Path:
        """``data/decks/<mix>.csv``, the mixed deck beside its recipe."""
        return self.decks_folder / f"{mix}.csv"

    def series_codes(self) -> tuple[str, ...]:
        """Return the codes of all series, sorted."""
        return tuple(sorted(path.parent.name for path in self.decks_folder.glob("*/series.toml")))

    def mix_names(self) -> tuple[str, ...]:
        """Return the names of all mixes that have a recipe, sorted."""
        return tuple(
            sorted(path.name.removesuffix(RECIPE_SUFFIX) for path in self.decks_folder.glob(f"*{RECIPE_SUFFIX}"))
        )

    def replay_files(self) -> tuple[Path, ...]:
        """Return the recorded games, sorted."""
        return tuple(sorted((self.root / "data" / "replays").glob("*.jsonl")))

    def show(self, path: Path) -> str:
        """Return `path` as findings call it: relative to the current folder where it lies below it."""
        return show_path(path)

    # Reading ---------------------------------------------------------------------------------------------------------

    def read_bytes(self, path: Path) -> bytes:
        """Return the bytes of a file; raises WorkspaceError if it does not exist or cannot be read."""
        return read_input(path)

    def series(self, code: str) -> tuple[Series | None, list[Diagnostic]]:
        """Read a series file; raises WorkspaceError for a code that no series has."""
        path = self.series_path(code)
        if not path.is_file():
            known = ", ".join(self.series_codes()) or "none"
            raise WorkspaceError(f"there is no series `{code}` (known: {known})")
        series, findings = read_toml(self.read_bytes(path), self.show(path), Series, kind="series")
        if series and series.code != code:
            message = f"the folder is called `{code}`, the series `{series.code}`"
            return None, [finding("WM004", message, Span(self.show(path)), series=code)]
        return series, findings

    def load_deck(self, name: str) -> Loaded:
        """Load a deck by series code (its newest edition), ``CODE/EDITION``, mix name, or the path of a table.

        Raises WorkspaceError for a name that is none of these.
        """
        code, _, number = name.partition("/")
        if self._is_edition(name):
            return self.load_edition(code, int(number) if number else None)
        if name in self.mix_names():
            return self.load_mix(name)
        if Path(name).is_file():
            return load_table(Path(name))
        known = ", ".join((*self.series_codes(), *self.mix_names())) or "none"
        raise WorkspaceError(f"there is no deck, mix or table `{name}` (decks and mixes: {known})")

    def has_deck(self, name: str) -> bool:
        """Tell whether a name is that of a series, an edition or a mix."""
        return self._is_edition(name) or name in self.mix_names()

    def _is_edition(self, name: str) -> bool:
        code, _, number = name.partition("/")
        return code in self.series_codes() and (not number or number.isdecimal())

    def load_edition(self, code: str, number: int | None = None) -> Loaded:
        """Load edition `number` of a series, the newest by default, and check its seal."""
        series, findings = self.series(code)
        if series is None:
            return Loaded(None, findings)
        edition = series.newest if number is None else series.edition(number)
        if edition is None and number is not None:
            raise WorkspaceError(f"series `{code}` has no edition {number}")
        if edition is None:
            where = Span(self.show(self.series_path(code)))
            return Loaded(None, [finding("WM008", f"series `{code}` has no edition", where, series=code)])
        return self._read_edition(series, edition)

    def _read_edition(self, series: Series, edition: Edition) -> Loaded:
        path = self.edition_path(series.code, edition.number)
        shown = self.show(path)
        if not path.is_file():
            message = f"edition {edition.number} of `{series.code}` has no deck file"
            return Loaded(None, [finding("WM006", message, Span(shown), series=series.code)])
        data = self.read_bytes(path)
        digest = hashlib.sha256(data).hexdigest()
        sealed = edition.released and digest == edition.sha256
        deck, findings = read_deck(data, shown, series, edition.number, sealed=sealed)
        if edition.released and not sealed:
            message = (
                f"edition {edition.number} of `{series.code}` is released, and its file no longer has the sealed sum"
            )
            findings = [finding("WM005", message, Span(shown), series=series.code), *findings]
        return Loaded(deck, findings, digest)

    def load_mix(self, name: str) -> Loaded:
        """Load the mixed deck that lies beside the recipe `name`; raises WorkspaceError if it was not mixed yet."""
        path = self.mix_path(name)
        if not path.is_file():
            raise WorkspaceError(f"mix `{name}` was not made yet; run `wildmix mix {name}`")
        data = self.read_bytes(path)
        # The first column names the series of each card; faults of others are no matter of this mix.
        used = {line.partition(b",")[0].strip(b'"') for line in data.splitlines()}
        findings: list[Diagnostic] = []
        known: dict[str, Series] = {}
        for code in self.series_codes():
            if code.encode() in used:
                series, found = self.series(code)
                findings += found
                if series:
                    known[code] = series
        deck, found = read_mix(data, self.show(path), known)
        return Loaded(deck, findings + found, hashlib.sha256(data).hexdigest())

    def mix_fault(self, recipe: Path) -> Diagnostic | None:
        """Return why the deck of a recipe cannot be written beside it: its name is taken, or other work lies there."""
        name = recipe.name.removesuffix(RECIPE_SUFFIX)
        target = recipe.with_name(f"{name}.csv")
        here = Span(self.show(recipe))
        if target.resolve() == self.decisions_path.resolve():
            return finding("WM537", f"no mix can be called `{name}`: the remembered decisions are", here)
        if name in self.series_codes():
            return finding("WM537", f"no mix can be called `{name}`: a series is", here)
        with suppress(WorkspaceError):  # what cannot be read cannot be overwritten either, which is told then
            if target.is_file() and not is_mix(self.read_bytes(target)):
                return finding("WM537", f"`{self.show(target)}` is no mixed deck; it is not overwritten", here)
        return None

    # Writing ---------------------------------------------------------------------------------------------------------

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Hold the workspace's lock; raises WorkspaceError if another command keeps it for a minute."""
        from filelock import FileLock, Timeout  # noqa: PLC0415 - slow to load, needed for writing only

        lock = FileLock(self.root / LOCK)
        try:
            lock.acquire(timeout=LOCK_SECONDS)
        except Timeout:
            message = f"another command is writing in {self.show(self.root)}; try again when it has ended"
            raise WorkspaceError(message) from None
        try:
            self._clear_away()
            yield
        finally:
            lock.release()

    def _clear_away(self) -> None:
        """Remove what a command left half written when it was killed; only whoever holds the lock writes there."""
        for path in self.decks_folder.rglob(f".*{UNFINISHED}*"):
            path.unlink(missing_ok=True)

    @contextmanager
    def known_vectors(self) -> Iterator[None]:
        """Compare texts with the vectors that earlier runs made, and remember what is new, whatever becomes of the run.

        They lie in ``.wildmix-cache``, which version control ignores and anybody may delete; a folder that cannot be
        written is no fault.
        """
        from ..duplicates.vectors import vectors  # noqa: PLC0415 - numpy takes longer to load than most verbs run

        known = vectors()
        path = self.root / CACHE / "vectors.npz"
        with suppress(OSError):
            # Whatever else lies there, as a pipe that nobody writes into, is not waited for.
            if known is not None and path.is_file() and not known.load(path.read_bytes()):
                path.unlink()
        if known is None:
            yield
            return
        keeper = _Keeper(known, path)
        known.on_growth = keeper.keep_now_and_then
        try:
            yield
        finally:
            known.on_growth = lambda: None
            keeper.keep()

    def write(self, path: Path, data: Data) -> bool:
        """Write a file whole; return False, touching nothing, if it holds these bytes already."""
        return write_whole(path, data)

    def update_series(self, code: str, edition: Edition) -> bool:
        """Put `edition` into the series file, in place of the one with its number; comments and order stay."""
        import tomlkit  # noqa: PLC0415 - likewise

        path = self.series_path(code)
        document = tomlkit.parse(self.read_bytes(path).decode("utf-8"))
        table = tomlkit.table()
        table.update(edition.model_dump(exclude_none=True))
        listed = document.setdefault("editions", tomlkit.aot())
        numbers = [row["number"] for row in listed]
        if edition.number in numbers:
            listed[numbers.index(edition.number)].update(table)
        else:
            listed.append(table)
            table.trivia.indent = "\n"
        return self.write(path, tomlkit.dumps(document).encode("utf-8"))


def load_table(path: Path) -> Loaded:
    """Load any table of cards as a deck, its columns guessed; needs no workspace."""
    return load_bytes(show_path(path), read_input(path))


class _Keeper:
    """Writes vectors into their file, now and then while they are made, so that little is lost if the process dies."""

    def __init__(self, vectors: "Vectors", path: Path) -> None:
        """Begin with what the file holds."""
        self._vectors, self._path = vectors, path
        self._next = monotonic() + _KEPT_EACH

    def keep_now_and_then(self) -> None:
        """Write what is new if the last time is long enough ago: a twentieth of the time at most goes into it."""
        begun = monotonic()
        if begun >= self._next:
            self.keep()
            ended = monotonic()
            self._next = ended + max(_KEPT_EACH, 20 * (ended - begun))

    def keep(self) -> None:
        """Write what is new; a folder that cannot be written is no fault."""
        if self._vectors.grown:
            with suppress(OSError):
                write_whole(self._path.parent / ".gitignore", b"*\n")
                write_whole(self._path, self._vectors.dump())


def load_bytes(name: str, data: bytes) -> Loaded:
    """Load a table of cards from its bytes; `name` is what findings call it."""
    digest = hashlib.sha256(data).hexdigest()
    table, findings = read_table(data, name)
    if table is None:
        return Loaded(None, findings)
    for columns, (what, what_next) in _NO_CARDS.items():
        if columns <= set(table.header.values):
            message = f"the table holds {what}, and no cards"
            return Loaded(None, [*findings, finding("WM120", message, table.header.span, help=what_next)])
    deck, found = ingest(table, pseudo_series(table), None)
    return Loaded(deck, findings + found, digest)


def load_deck(name: str, workspace: Path | None = None) -> Deck:
    """Load a deck by the name the commands use; raises WorkspaceError if it has errors or does not exist."""
    loaded = Workspace.find(workspace or Path.cwd()).load_deck(name)
    errors = [found for found in loaded.findings if found.severity is Severity.ERROR]
    if loaded.deck is None or errors:
        raise WorkspaceError(errors[0].message if errors else f"`{name}` holds no deck")
    return loaded.deck
