"""The further tables of a series, read and joined to its cards."""

from ..cards import Deck, RawTable, Series
from ..diagnostics import Diagnostic, finding
from ..ingest import join_texts
from ..source import Span
from ..tables import read_table
from ..workspace import Workspace


def joined(workspace: Workspace, series: Series, deck: Deck) -> tuple[Deck, list[Diagnostic]]:
    """Return a deck made from the raw table of `series` with the texts of the tables under ``join``."""
    raw, findings = series.raw or RawTable(file=""), list[Diagnostic]()
    for name in raw.join:
        path = workspace.root / name
        if not path.is_file():
            where = Span(workspace.show(workspace.series_path(series.code)))
            message = f"`{name}`, a table of texts of `{series.code}`, is not there"
            findings.append(finding("WM009", message, where, series=series.code))
            continue
        table, found = read_table(workspace.read_bytes(path), workspace.show(path))
        findings += found
        if table:
            deck, found = join_texts(deck, table, series)
            findings += found
    return deck, findings
