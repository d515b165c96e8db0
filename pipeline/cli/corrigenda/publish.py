"""`wildmix corrigenda publish`: the list for people, programs and paper."""

from pathlib import Path
from typing import NamedTuple

import click

from ...build.printing import find_profile, print_language
from ...diagnostics import Diagnostic, Severity, worst
from ...office import Journal
from ...office.dossier import load
from ...office.elsewhere import Elsewhere
from ...office.publishing import published
from ...office.side_by_side import each, each_series
from ...pdf import Profile
from ...publish.feed import feed, feed_part, table, table_part
from ...publish.notes import release_notes
from ...publish.page import index, index_item, page_name, pages
from ...publish.register import Published
from ...publish.words import LANGUAGES
from ...workspace import Config, Workspace, show_path, write_whole
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
        printed_with, findings = (None, []) if no_pdf else find_profile(run.workspace, profile)

        def issue(journal: Journal, code: str) -> _Issue | None:
            before = len(journal.findings)
            dossier = load(journal, code)
            if dossier is None:
                return None
            sound = dossier.whole and worst(journal.findings[before:]) is not Severity.ERROR
            return _issue(run.workspace, published(journal, dossier, elsewhere), printed_with) if sound else None

        codes, elsewhere = list(chosen_series(run, series)), Elsewhere(run)
        done = list(run.progress(each_series(run, issue, codes), "publishing", len(codes)))
        issues = [made for _, made in done if made]
        if not issues or len(issues) < len(done):
            run.say("nothing published: there are errors")
            return
        run.add(findings)
        _write(run, out or run.workspace.print_folder / "out" / OUT, _together(run.workspace.config, issues))


class _Issue(NamedTuple):
    """What is published of one series: its part of feed, table and index, its own files, what was found on the way."""

    feed: str
    rows: bytes
    item: str
    texts: dict[str, bytes]
    sheets: dict[str, bytes]
    findings: list[Diagnostic]


def _issue(space: Workspace, ready: Published, profile: Profile | None) -> _Issue:
    findings: list[Diagnostic] = []
    made, texts = pages(ready), {}
    for language in LANGUAGES:
        texts[page_name(ready.code, language)] = made[language].encode()
        for number in sorted(ready.decks)[1:]:
            notes, found = release_notes(ready, number, language)
            texts[f"{ready.code}-{number}.{language}.md"] = notes.encode()
            findings += found if language == LANGUAGES[0] else ()
    sheets = _sheets(space, ready, profile, findings) if profile else {}
    item = index_item(ready, space.config.print_language)
    return _Issue(feed_part(ready), table_part(ready), item, texts, sheets, findings)


def _sheets(space: Workspace, ready: Published, profile: Profile, findings: list[Diagnostic]) -> dict[str, bytes]:
    """Return the PDF files of a series by their names."""
    from ...publish.sheets import box_sheet, replacements  # noqa: PLC0415 - reportlab takes longer to load than most verbs run

    files = {}
    for number in ready.released:
        language = print_language(space, ready.decks[number])
        sheet, found = box_sheet(ready, number, language)
        findings += found
        if sheet:
            files[f"{ready.code}-{number}-list.pdf"] = sheet
        if number != ready.released[-1]:
            cards, found = replacements(ready, number, ready.released[-1], profile, language)
            findings += found
            files |= {f"{ready.code}-{number}-replacements{ending}": data for ending, data in cards.items()}
    return files


def _together(config: Config, issues: list[_Issue]) -> dict[str, bytes]:
    """Return all files by their names."""
    files = {
        "corrigenda.json": feed(config.title, (issue.feed for issue in issues)),
        "corrigenda.csv": table(issue.rows for issue in issues),
        "index.html": index(config.title, (issue.item for issue in issues), config.print_language).encode(),
    }
    for issue in issues:
        files |= issue.texts
    for issue in issues:
        files |= issue.sheets
    return files


def _write(run: Run, folder: Path, files: dict[str, bytes]) -> None:
    """Write what differs from what lies there, and remove what a killed run left half written."""
    for unfinished in folder.glob(".*.wildmix-*"):
        unfinished.unlink(missing_ok=True)
    size = sum(map(len, files.values()))
    written = each(lambda name: write_whole(folder / name, files[name]), list(files), size)
    changed = sum(run.progress(written, "writing", len(files)))
    run.count("files", len(files))
    run.result("folder", show_path(folder))
    run.result("files", list(files))
    run.say(f"{show_path(folder)}: {len(files)} files, {changed} of them changed")
