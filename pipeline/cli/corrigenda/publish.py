"""`wildmix corrigenda publish`: the list for people, programs and paper."""

from pathlib import Path

import click

from ...build.printing import find_profile, print_language
from ...diagnostics import Severity, worst
from ...office.dossier import load
from ...office.elsewhere import Elsewhere
from ...office.publishing import published
from ...publish.feed import feed, table
from ...publish.notes import release_notes
from ...publish.page import index, page, page_name
from ...publish.register import Published
from ...publish.words import LANGUAGES
from ...workspace import show_path, write_whole
from ..common import Run, verb
from .common import chosen_series

OUT = "corrigenda"


@click.command(short_help="Publish the list: feed, pages, notes, sheets.")
@click.argument("series", nargs=-1, metavar="[SERIES]…")
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), help="The folder.  [default: print/out/corrigenda]"
)
@click.option("--no-pdf", is_flag=True, help="Leave out replacement cards and the sheets for the boxes.")
@click.option("--profile", help="The print profile of the replacement cards.  [default: print_profile of wildmix.toml]")
@verb
def command(run: Run, series: tuple[str, ...], *, out: Path | None, no_pdf: bool, profile: str | None) -> None:
    """Publish the corrigenda of SERIES (of all series by default) from one list, into one folder.

    corrigenda.json holds all entries for programs (schema: `wildmix schema feed`), corrigenda.csv the same as a table;
    SERIES.de.html and SERIES.en.html are pages for people, index.html leads to them; SERIES-N.de.md and SERIES-N.en.md
    the release notes of edition N. On paper: SERIES-N-replacements.pdf for owners of edition N, the cards that the
    newest released edition prints differently, and SERIES-N-list.pdf, the list for the boxes of edition N. Nothing is
    written while a list has errors.
    """
    with run.workspace.lock():  # nobody changes a list or an edition meanwhile
        lists, clean, elsewhere = [], True, Elsewhere(run)
        for code in chosen_series(run, series):
            before = len(run.findings)
            dossier = load(run, code)
            if dossier:
                lists.append(published(run, dossier, elsewhere))
            sound = dossier is not None and dossier.whole and worst(run.findings[before:]) is not Severity.ERROR
            clean = clean and sound
        if not clean or not lists:
            run.say("nothing published: there are errors")
            return
        files = dict(_texts(run, lists))
        if not no_pdf:
            files |= _sheets(run, lists, profile)
        _write(run, out or run.workspace.print_folder / "out" / OUT, files)


def _write(run: Run, folder: Path, files: dict[str, bytes]) -> None:
    """Write what differs from what lies there, and remove what a killed run left half written."""
    for unfinished in folder.glob(".*.wildmix-*"):
        unfinished.unlink(missing_ok=True)
    written = [name for name, data in files.items() if write_whole(folder / name, data)]
    run.count("files", len(files))
    run.result("folder", show_path(folder))
    run.result("files", list(files))
    run.say(f"{show_path(folder)}: {len(files)} files, {len(written)} of them changed")


def _texts(run: Run, lists: list[Published]) -> dict[str, bytes]:
    """Return feed, table, pages and release notes by the names of their files."""
    config = run.workspace.config
    files = {
        "corrigenda.json": feed(config.title, lists),
        "corrigenda.csv": table(lists),
        "index.html": index(config.title, lists, config.print_language).encode(),
    }
    for each in run.progress(lists, "writing pages"):
        for language in LANGUAGES:
            files[page_name(each.code, language)] = page(each, language).encode()
            for number in sorted(each.decks)[1:]:
                notes, findings = release_notes(each, number, language)
                files[f"{each.code}-{number}.{language}.md"] = notes.encode()
                run.add(findings if language == LANGUAGES[0] else ())
    return files


def _sheets(run: Run, lists: list[Published], profile: str | None) -> dict[str, bytes]:
    """Return the PDF files by their names."""
    from ...publish.sheets import box_sheet, replacements  # noqa: PLC0415 - reportlab takes longer to load than most verbs run

    files = {}
    chosen, findings = find_profile(run.workspace, profile)
    run.add(findings)
    for each in run.progress(lists, "printing") if chosen else ():
        assert chosen is not None  # noqa: S101 - or nothing would be printed
        for number in each.released:
            language = print_language(run.workspace, each.decks[number])
            sheet, findings = box_sheet(each, number, language)
            run.add(findings)
            if sheet:
                files[f"{each.code}-{number}-list.pdf"] = sheet
            if number != each.released[-1]:
                cards, findings = replacements(each, number, each.released[-1], chosen, language)
                run.add(findings)
                files |= {f"{each.code}-{number}-replacements{ending}": data for ending, data in cards.items()}
    return files
