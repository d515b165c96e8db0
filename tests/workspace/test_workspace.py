import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import BinaryIO

import pytest
from filelock import FileLock

from pipeline.cards import Edition
from pipeline.workspace import LOCK, Workspace, WorkspaceError, folder, load_deck, write_together, write_whole

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def here(tmp_path: Path) -> Workspace:
    """A workspace as `wildmix init` makes it, with its first edition written."""
    shutil.copytree(ROOT / "pipeline" / "starter", tmp_path / "w")
    deck = "id,event_de,event_en,year,earliest,latest,edtf,comment_de,comment_en,sources,tags\n"
    deck += "B001,Etwas geschieht.,Something happens.,1903,1903,1903,1903,,,,\n"
    (tmp_path / "w/data/decks/beispiel/1.csv").write_text(deck, encoding="utf-8")
    return Workspace(tmp_path / "w")


def test_parents_are_searched(here: Workspace) -> None:
    assert Workspace.find(here.root / "data" / "raw").root == here.root


def test_outside_a_workspace_the_message_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError, match="wildmix init"):
        Workspace.find(tmp_path)


def test_a_broken_configuration_is_named_with_its_place(here: Workspace) -> None:
    (here.root / "wildmix.toml").write_text('title = "x"\nprint_languge = "de"\n', encoding="utf-8")
    with pytest.raises(WorkspaceError, match=r"wildmix\.toml:2:1: there is no key `print_languge`; is"):
        Workspace(here.root)


def test_decks_are_named_by_series_edition_or_path(here: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(here.root)
    by_series, by_edition = here.load_deck("beispiel"), here.load_deck("beispiel/1")
    assert by_series.deck == by_edition.deck
    assert by_series.findings == []
    table = here.load_deck("data/raw/beispiel.csv").deck
    assert table is not None
    assert len(table) == 9
    assert load_deck("beispiel") == by_series.deck


@pytest.mark.parametrize("name", ["niemand", "beispiel/7", "beispiel/x", "../etc"])
def test_an_unknown_deck_is_a_fault_of_usage(here: Workspace, name: str) -> None:
    with pytest.raises(WorkspaceError):
        here.load_deck(name)


def test_a_changed_released_edition_is_an_error(here: Workspace) -> None:
    path = here.edition_path("beispiel", 1)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    assert here.update_series("beispiel", Edition(number=1, year=2026, released=True, sha256=digest))
    assert here.load_deck("beispiel").findings == []
    path.write_bytes(path.read_bytes().replace(b"happens", b"happened"))
    assert [found.code for found in here.load_deck("beispiel").findings] == ["WM005"]


def test_an_edition_without_its_file_is_an_error(here: Workspace) -> None:
    here.edition_path("beispiel", 1).unlink()
    loaded = here.load_deck("beispiel")
    assert loaded.deck is None
    assert [found.code for found in loaded.findings] == ["WM006"]


def test_the_folder_names_the_series(here: Workspace) -> None:
    here.series_path("beispiel").parent.rename(here.decks_folder / "anders")
    assert [found.code for found in here.load_deck("anders").findings] == ["WM004"]


def test_a_series_without_editions_is_an_error(here: Workspace) -> None:
    path = here.series_path("beispiel")
    path.write_text(path.read_text(encoding="utf-8").split("[[editions]]")[0], encoding="utf-8")
    assert [found.code for found in here.load_deck("beispiel").findings] == ["WM008"]


def test_a_new_edition_leaves_comments_and_order(here: Workspace) -> None:
    path = here.series_path("beispiel")
    before = path.read_text(encoding="utf-8")
    here.update_series("beispiel", Edition(number=2, year=2027))
    after = path.read_text(encoding="utf-8")
    assert after.startswith(before.rstrip("\n"))
    series, findings = here.series("beispiel")
    assert findings == []
    assert series is not None
    assert [(edition.number, edition.year) for edition in series.editions] == [(1, 2026), (2, 2027)]


def test_the_same_bytes_touch_nothing(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "file"
    assert write_whole(path, b"one")
    stamp = path.stat().st_mtime_ns
    assert not write_whole(path, b"one")
    assert path.stat().st_mtime_ns == stamp


def test_a_failed_write_leaves_the_old_file_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    write_whole(path, b"old")

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_files_that_belong_together_change_together_or_not_at_all(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    assert write_together({first: b"1", second: b"1"})

    def breaks_off(file: BinaryIO) -> None:
        file.write(b"half")
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="second"):
        write_together({first: b"2", second: breaks_off})
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == {first: b"1", second: b"1"}
    assert write_together({first: b"1", second: b"2"})
    assert not write_together({first: b"1", second: b"2"})


def test_a_process_killed_while_writing_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_whole(path, b"old")
    program = (
        "import os, sys, pathlib; from pipeline.workspace import files as w\n"
        "w.os.fsync = lambda fd: os.kill(os.getpid(), 9)\n"
        "w.write_whole(pathlib.Path(sys.argv[1]), b'new' * 1000)"
    )
    assert subprocess.run([sys.executable, "-c", program, str(path)], check=False).returncode == -9
    assert path.read_bytes() == b"old"


def test_permissions_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_whole(path, b"old")
    mask = os.umask(0)
    os.umask(mask)
    assert path.stat().st_mode & 0o777 == 0o666 & ~mask
    path.chmod(0o640)
    write_whole(path, b"new")
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_held_lock_is_said_plainly(here: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "LOCK_SECONDS", 0.1)
    with FileLock(here.root / LOCK), pytest.raises(WorkspaceError, match="another command is writing"), here.lock():
        pass
    with here.lock():
        pass
