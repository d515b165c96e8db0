"""Lists made ready for publishing, and published: feed, pages, notes and sheets in one folder."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ..build.printing import find_profile, print_language
from ..diagnostics import Diagnostic, Severity, worst
from ..pdf import Profile
from ..publish.feed import feed, feed_part, table, table_part
from ..publish.notes import release_notes
from ..publish.page import index, index_item, page_name, pages
from ..publish.register import Consequences, Published
from ..publish.words import LANGUAGES
from ..workspace import Config, Workspace, show_path, write_whole
from .dossier import Dossier, load
from .elsewhere import Elsewhere
from .journal import Journal
from .side_by_side import each, each_series

OUT = "corrigenda"


def published(journal: Journal, dossier: Dossier, elsewhere: Elsewhere | None = None) -> Published:
    """Return the list of a series as it is published."""
    other = elsewhere or Elsewhere(journal)
    other.know(dossier.series.code, dossier.decks)
    games = other.flips(dossier.file)
    consequences = {
        entry.id: Consequences(other.effect(entry), other.others(entry), games.get(entry.id, ()))
        for entry in dossier.file
    }
    return Published(dossier.series, dossier.file, dossier.decks, consequences)


def publish_lists(
    journal: Journal, codes: Sequence[str], out: Path | None = None, *, pdf: bool = True, profile: str | None = None
) -> list[str]:
    """Publish the lists of these series, all together, into the folder `out`, ``print/out/corrigenda`` by default.

    Returns the names of the files; none, with findings, as long as a list has errors. `profile` is the print profile of
    replacement cards. Raises WorkspaceError for a series or a profile that does not exist.
    """
    space = journal.workspace
    with space.lock():  # nobody changes a list or an edition meanwhile
        printed_with, findings = find_profile(space, profile) if pdf else (None, [])
        elsewhere = Elsewhere(journal)

        def issue(notes: Journal, code: str) -> _Issue | None:
            before = len(notes.findings)
            dossier = load(notes, code)
            if dossier is None:
                return None
            sound = dossier.whole and worst(notes.findings[before:]) is not Severity.ERROR
            return _issue(space, published(notes, dossier, elsewhere), printed_with) if sound else None

        done = list(journal.progress(each_series(journal, issue, codes), "publishing", len(codes)))
        issues = [made for _, made in done if made]
        if not issues or len(issues) < len(done):
            journal.say("nothing published: there are errors")
            return []
        journal.add(findings)
        return _write(journal, out or space.print_folder / "out" / OUT, _together(space.config, issues))


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
    from ..publish.sheets import box_sheet, replacements  # noqa: PLC0415 - reportlab takes longer to load than most verbs run

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


def _write(journal: Journal, folder: Path, files: dict[str, bytes]) -> list[str]:
    """Write what differs from what lies there, and remove what a killed run left half written."""
    for unfinished in folder.glob(".*.wildmix-*"):
        unfinished.unlink(missing_ok=True)
    size = sum(map(len, files.values()))
    written = each(lambda name: write_whole(folder / name, files[name]), list(files), size)
    changed = sum(journal.progress(written, "writing", len(files)))
    journal.count("files", len(files))
    journal.result("folder", show_path(folder))
    journal.result("files", list(files))
    journal.say(f"{show_path(folder)}: {len(files)} files, {changed} of them changed")
    return list(files)
