"""Answers that were given before, on disk: an SQLite file, whole at every moment, that anybody may delete."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

DAY = 86_400.0
_KEPT = 400 * DAY
_TABLE = "CREATE TABLE IF NOT EXISTS answers (question TEXT PRIMARY KEY, asked REAL NOT NULL, answer TEXT NOT NULL)"
_GET = "SELECT asked, answer FROM answers WHERE question = ?"


class Cache:
    """Remembers answers by their questions, with the time at which they were given. Used by one thread."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Use an open database that has the table."""
        self._connection = connection

    def get(self, question: str) -> tuple[float, str] | None:
        """Return the age of an answer in seconds, and the answer; None if there is none."""
        with suppress(sqlite3.DatabaseError):  # damaged since it was opened
            row = self._connection.execute(_GET, (question,)).fetchone()
            if row is not None and row[0] <= (now := time.time()):
                return now - row[0], str(row[1])
        return None

    def put(self, question: str, answer: str) -> None:
        """Remember an answer, given now; it is on disk when this returns, unless the disk is full."""
        with suppress(sqlite3.DatabaseError):
            self._connection.execute("REPLACE INTO answers VALUES (?, ?, ?)", (question, time.time(), answer))
            self._connection.commit()


@contextmanager
def open_cache(path: Path | None) -> Iterator[Cache]:
    """Open the cache at `path`. A damaged file is made anew; where none can be written, answers last for this run."""
    connection = _opened(path) if path else _prepared(sqlite3.connect(":memory:"))
    with closing(connection):
        yield Cache(connection)


def _opened(path: Path) -> sqlite3.Connection:
    for last in (False, True):
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            return _prepared(sqlite3.connect(path))
        except sqlite3.OperationalError:  # cannot be written, or another run writes just now
            break
        except sqlite3.DatabaseError:  # no database
            if not last:
                path.unlink()
        except OSError:
            break
    return _prepared(sqlite3.connect(":memory:"))


def _prepared(connection: sqlite3.Connection) -> sqlite3.Connection:
    try:
        connection.execute(_TABLE)
        connection.execute("DELETE FROM answers WHERE asked < ?", (time.time() - _KEPT,))
        connection.commit()
    except sqlite3.DatabaseError:
        connection.close()
        raise
    return connection
