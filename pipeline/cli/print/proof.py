"""``wildmix print proof``: all cards on one page for the eye."""

from pathlib import Path

import click

from ...build.printing import check_ending, find_profile, out_stem, print_language, print_name
from ...workspace import show_path, write_whole
from ..common import Run, verb
from ..render import counted
from .deck import workspace_of


@click.command(short_help="Show all cards at a glance, fronts and backs side by side.")
@click.argument("deck")
@click.option("--profile", help="A profile in print/, or the path of one.  [default: print_profile of wildmix.toml]")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="The file to write.")
@click.option("--language", help="The language of the texts, as de or en.  [default: print_language of wildmix.toml]")
@verb
def command(run: Run, deck: str, profile: str | None, out: Path | None, language: str | None) -> None:
    """Write all cards of DECK to one page for a browser, print/out/<deck>-proof.html.

    Each card is shown with the sizes its type was fitted to; findings about it are written below it and marked.
    """
    from ...pdf.proof import proof  # noqa: PLC0415 - reportlab takes longer to load than most verbs run

    workspace = workspace_of(run)
    chosen, findings = find_profile(workspace, profile)
    run.add(findings)
    check_ending(out, ".html", ".htm")
    for called, opened, loaded in run.decks([deck]) if chosen else ():
        assert chosen is not None  # noqa: S101 - or there would be no deck
        spoken = print_language(workspace, loaded, language)
        page, findings = proof(loaded, chosen, spoken, opened.findings)
        run.add(findings)
        run.count("cards", len(loaded))
        if page is None:
            return
        stem = Path(called).stem if Path(called).is_file() else loaded.name
        path = out or Path(f"{out_stem(workspace, print_name(workspace, loaded, spoken, f'{stem}-proof'))}.html")
        changed = write_whole(path, page.encode("utf-8"))
        run.result("file", show_path(path))
        run.say(
            f"{'wrote' if changed else 'unchanged:'} {show_path(path)}: {counted(len(loaded), 'cards')}, `{spoken}`"
        )
