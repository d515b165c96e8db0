"""Answers of earlier runs: how old they are, and what becomes of a damaged file."""

import sqlite3
import time
from pathlib import Path

import pytest

from pipeline.fetch.cache import DAY, open_cache


def test_an_answer_is_there_in_the_next_run(tmp_path: Path) -> None:
    path = tmp_path / "new" / "web.sqlite"
    with open_cache(path) as cache:
        assert cache.get("q") is None
        cache.put("q", "first")
        cache.put("q", "ä\n🜚")
    with open_cache(path) as cache:
        age, answer = cache.get("q") or (DAY, "")
    assert answer == "ä\n🜚"
    assert 0 <= age < 60


def test_ages_are_counted_from_the_answer_and_very_old_ones_go(tmp_path: Path) -> None:
    path = tmp_path / "web.sqlite"
    with open_cache(path) as cache:
        for question in ("old", "ancient", "tomorrow"):
            cache.put(question, "x")
    with sqlite3.connect(path) as connection:
        for question, days in (("old", 30), ("ancient", 500), ("tomorrow", -2)):
            asked = time.time() - days * DAY
            connection.execute("UPDATE answers SET asked = ? WHERE question = ?", (asked, question))
    with open_cache(path) as cache:
        age, _ = cache.get("old") or (0.0, "")
        assert 29.9 < age / DAY < 30.1
        assert cache.get("ancient") is None
        assert cache.get("tomorrow") is None  # the clock was wrong


def test_a_damaged_file_is_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "web.sqlite"
    path.write_bytes(b"this is no database" * 100)
    with open_cache(path) as cache:
        cache.put("q", "a")
    with open_cache(path) as cache:
        assert cache.get("q") is not None


def test_pages_that_were_damaged_inside_give_nothing(tmp_path: Path) -> None:
    path = tmp_path / "web.sqlite"
    with open_cache(path) as cache:
        for number in range(30):
            cache.put(str(number), "x" * 3000)
    data = bytearray(path.read_bytes())
    data[8192:-4096] = b"\xff" * (len(data) - 8192 - 4096)
    path.write_bytes(bytes(data))
    with open_cache(path) as cache:
        assert {cache.get(str(number)) is None for number in range(30)} >= {True}
        cache.put("q", "a")


def test_where_nothing_can_be_written_answers_last_for_the_run(tmp_path: Path) -> None:
    folder = tmp_path / "web.sqlite"
    folder.mkdir()
    with open_cache(folder) as cache:
        cache.put("q", "a")
        assert cache.get("q") is not None
    file = tmp_path / "file"
    file.write_text("")
    with open_cache(file / "web.sqlite") as cache:
        cache.put("q", "a")
        assert cache.get("q") is not None
    assert file.read_text() == ""


@pytest.mark.parametrize("path", [None])
def test_without_a_place_answers_last_for_the_run(path: None) -> None:
    with open_cache(path) as cache:
        cache.put("q", "a")
    with open_cache(path) as cache:
        assert cache.get("q") is None


def test_two_runs_at_once_share_the_file(tmp_path: Path) -> None:
    with open_cache(tmp_path / "web.sqlite") as one, open_cache(tmp_path / "web.sqlite") as other:
        one.put("a", "1")
        other.put("b", "2")
        assert (one.get("b") or (0, ""))[1] == "2"
        assert (other.get("a") or (0, ""))[1] == "1"
