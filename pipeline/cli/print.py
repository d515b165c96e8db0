"""``wildmix print``: a deck as a two-sided PDF."""

from pathlib import Path

import click

from ..cards import Deck
from ..pdf import SUFFIX, Profile, profile_names, profile_text, read_profile
from ..workspace import Workspace, WorkspaceError, read_input, show_path, write_whole
from .common import Run, verb

DEFAULT_PROFILE = "home"


@click.command(short_help="Render a deck as a two-sided PDF.")
@click.argument("deck")
@click.option("--profile", help="A profile in print/, or the path of one.  [default: print_profile of wildmix.toml]")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="The file to write.")
@click.option("--language", help="The language of the texts, as de or en.  [default: print_language of wildmix.toml]")
@verb
def command(run: Run, deck: str, profile: str | None, out: Path | None, language: str | None) -> None:
    """Print DECK on sheets, front and back of each in turn, to print/out/<deck>.pdf.

    DECK is a series (its newest edition), SERIES/EDITION, a mix, or a table of cards. The file is replaced only by a
    whole one. Print it at 100 %, on both sides, turning on the edge the profile names.
    """
    from ..pdf.render import file_name, render_deck  # noqa: PLC0415 - reportlab takes longer to load than most verbs run

    workspace = _workspace(run)
    chosen = _profile(run, workspace, profile or (workspace.config.print_profile if workspace else DEFAULT_PROFILE))
    if chosen is None:
        return
    for name, _, loaded in run.decks([deck]):
        spoken = _language(run, workspace, loaded, language)
        if spoken is None:
            return
        printed, findings = render_deck(loaded, chosen, spoken)
        run.add(findings)
        run.count("cards", len(loaded))
        if printed is None:
            return
        path = out or _folder(workspace) / file_name(Path(name).stem if Path(name).is_file() else loaded.name)
        changed = write_whole(path, printed.content)
        run.count("sheets", printed.sheets)
        run.count("pages", printed.pages)
        run.result("file", show_path(path))
        run.say(
            f"{'wrote' if changed else 'unchanged:'} {show_path(path)}: {printed.cards} cards in `{spoken}` on "
            f"{printed.sheets} sheets, {printed.pages} pages"
        )


def _folder(workspace: Workspace | None) -> Path:
    """Return where printed decks go: ``print/out``, here if there is no workspace."""
    return workspace.print_folder / "out" if workspace else Path()


def _workspace(run: Run) -> Workspace | None:
    """Return the workspace, None if there is none: a table can be printed anywhere."""
    try:
        return run.workspace
    except WorkspaceError:
        return None


def _profile(run: Run, workspace: Workspace | None, name: str) -> Profile | None:
    """Read a profile: a path, a file of the workspace, or one that comes with the program, in this order."""
    own = workspace.print_folder / f"{name}{SUFFIX}" if workspace else None
    if name.endswith(SUFFIX):
        data, shown = read_input(Path(name)), show_path(Path(name))
    elif own and own.is_file():
        data, shown = read_input(own), show_path(own)
    elif name in profile_names():
        data, shown = profile_text(name), f"{name}{SUFFIX}"
    else:
        there = sorted(path.stem for path in workspace.print_folder.glob(f"*{SUFFIX}")) if workspace else []
        known = ", ".join(dict.fromkeys([*there, *profile_names()]))
        run.usage_error(f"there is no print profile `{name}` (known: {known})")
        return None
    profile, findings = read_profile(data, shown)
    run.add(findings)
    return profile


def _language(run: Run, workspace: Workspace | None, deck: Deck, asked: str | None) -> str | None:
    """Return the one asked for, else the workspace's if the deck has it, else the deck's first."""
    if asked and asked not in deck.languages:
        run.usage_error(f"deck `{deck.name}` has no texts in `{asked}` (languages: {', '.join(deck.languages)})")
        return None
    usual = workspace.config.print_language if workspace else None
    return asked or (usual if usual in deck.languages else deck.languages[0])
