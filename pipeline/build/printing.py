"""Decks to PDF files: profile and language chosen, file named."""

import re
from collections.abc import Collection, Iterator
from pathlib import Path

from ..cards import Deck
from ..diagnostics import Diagnostic, finding
from ..pdf import SUFFIX, Profile, profile_names, profile_text, read_profile, with_fonts
from ..pdf.printed import FOLDER, PrintedDeck
from ..pdf.profile import Format
from ..source import Span
from ..workspace import Workspace, WorkspaceError, read_input, show_path

DEFAULT_PROFILE = "home"


def find_profile(workspace: Workspace | None, name: str | None) -> tuple[Profile | None, list[Diagnostic]]:
    """Read a print profile: a path, a file of the workspace, or one that comes with the program, in this order.

    Without a name it is the workspace's. Raises WorkspaceError if there is none such.
    """
    name = name or (workspace.config.print_profile if workspace else DEFAULT_PROFILE)
    own = workspace.print_folder / f"{name}{SUFFIX}" if workspace else None
    if name.endswith(SUFFIX):
        return _read(Path(name))
    if own and own.is_file():
        return _read(own)
    if name in profile_names():
        return read_profile(profile_text(name), f"{name}{SUFFIX}")
    there = sorted(path.stem for path in workspace.print_folder.glob(f"*{SUFFIX}")) if workspace else []
    known = ", ".join(dict.fromkeys([*there, *profile_names()]))
    raise WorkspaceError(f"there is no print profile `{name}` (known: {known})")


def _read(path: Path) -> tuple[Profile | None, list[Diagnostic]]:
    profile, findings = read_profile(read_input(path), show_path(path))
    return (with_fonts(profile, path.parent.resolve()) if profile else None), findings


def print_language(workspace: Workspace | None, deck: Deck, asked: str | None = None) -> str:
    """Return the language asked for, else the workspace's if the deck has it, else the deck's first.

    Raises WorkspaceError if the deck has no texts in the language asked for.
    """
    if asked and asked not in deck.languages:
        raise WorkspaceError(f"deck `{deck.name}` has no texts in `{asked}` (languages: {', '.join(deck.languages)})")
    usual = workspace.config.print_language if workspace else None
    return asked or (usual if usual in deck.languages else deck.languages[0])


def print_name(workspace: Workspace | None, deck: Deck, language: str, name: str | None = None) -> str:
    """Return what a printed deck is called: by its name, and by the language if it is not the one it is printed in.

    So a printing in another language never takes the place of the usual one.
    """
    ending = "" if language == print_language(workspace, deck) else f".{language}"
    return f"{name or deck.name}{ending}"


def out_stem(workspace: Workspace | None, deck: str) -> Path:
    """Return where a deck is printed, without ending: ``print/out/frauen-2``, here if there is no workspace."""
    folder = workspace.print_folder / "out" if workspace else Path()
    return folder / (re.sub(r"[^\w.-]+", "-", deck).strip("-.") or "deck")


# What files are called by the format of a profile; pictures lie in a folder of the name that is given.
ENDINGS = {Format.PDF: (".pdf",), Format.PNG: ("", ".png"), Format.TABLETOP: ("", ".json")}


def check_ending(out: Path | None, *endings: str) -> None:
    """Raise WorkspaceError if a file that shall be written is not called what it will be."""
    if out is not None and out.suffix.lower() not in endings:
        named = " or ".join(f"`{out.with_suffix(ending)}`" for ending in endings)
        raise WorkspaceError(f"`{out}`: what is written is no `{out.suffix or out.name}` file; name it {named}")


def printed_files(
    workspace: Workspace | None, deck: str, printed: PrintedDeck, out: Path | None = None
) -> Iterator[tuple[Path, bytes]]:
    """Iterate over the files of a printed deck and where they go: ``frauen-2.pdf``, or by the name asked for."""
    stem = out.with_suffix("") if out else out_stem(workspace, deck)
    for ending, data in printed.files.items():
        if out and len(printed.files) == 1:
            yield out, data
        elif ending == ".json":
            yield Path(f"{stem}{ending}"), data.replace(FOLDER.encode(), stem.resolve().as_uri().encode())
        else:
            yield Path(f"{stem}{ending}"), data


def left_over(profile: Profile, written: Collection[Path]) -> Iterator[Diagnostic]:
    """Yield a finding if pictures lie beside those that were written: a shop is sent the whole folder."""
    if profile.file.format is not Format.PNG:
        return
    for folder in sorted({path.parent for path in written}):
        others = sorted(path.name for path in folder.glob("*.png") if path not in written)
        if others:
            named = f"`{others[0]}`" if len(others) == 1 else f"`{others[0]}` … `{others[-1]}`, {len(others)} in all"
            yield finding("WM620", f"pictures of another printing lie there too: {named}", Span(show_path(folder)))
