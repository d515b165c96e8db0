"""Whatever the bytes, reading ends in findings, never in an exception."""

from hypothesis import given
from hypothesis import strategies as st

from pipeline.checks import run_checks
from pipeline.ingest import ingest, pseudo_series, read_deck, read_mix, write_deck
from pipeline.tables import read_table

LINES = st.lists(st.text(st.sampled_from('ab1903;,"\t|äé ( )\n\r\0\ufeff\u202e'), max_size=20), max_size=6)
TABLES = LINES.map(lambda lines: "\n".join(["Nr;Ereignis;Jahr;Quelle;geprüft", *lines]))
ENCODINGS = st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252", "mac-roman", "cp850"])


@given(st.binary(max_size=200) | st.builds(lambda text, code: text.encode(code, "replace"), TABLES, ENCODINGS))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    table, findings = read_table(data, "t.csv")
    assert table or findings
    if table:
        series = pseudo_series(table)
        deck, found = ingest(table, series, 1)
        assert deck is not None or found
        if deck:
            run_checks(deck)
            read, _ = read_deck(write_deck(deck), "1.csv", series, 1)
            assert read is not None or not deck.cards


@given(
    st.binary(max_size=100),
    st.sampled_from(["utf-8", "utf-16", "utf-32-le", "shift_jis", "gb18030", "cp850", "utf-7", "idna", "koi8-r"]),
)
def test_any_bytes_in_a_given_encoding(data: bytes, encoding: str) -> None:
    table, findings = read_table(data, "t.csv", encoding=encoding)
    assert table or findings


@given(st.binary(max_size=200) | LINES.map(lambda lines: "\n".join(["series,edition,id,year", *lines]).encode()))
def test_any_bytes_as_a_canonical_deck_or_mix(data: bytes) -> None:
    table, _ = read_table(b"Ereignis;Jahr\na;1903\n", "frauen.csv")
    assert table
    series = pseudo_series(table)
    for deck, findings in (read_deck(data, "1.csv", series, 1), read_mix(data, "m.csv", {"a": series})):
        assert deck is not None or findings
