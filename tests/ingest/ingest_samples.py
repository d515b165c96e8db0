"""Series and decks for the tests of ingest."""

import string

from hypothesis import strategies as st

from pipeline.cards import Card, Colour, Deck, RawTable, Series, derived_year
from pipeline.diagnostics import Diagnostic
from pipeline.ingest import ingest
from pipeline.sources import Source
from pipeline.tables import DAMAGE, ERROR_VALUES, read_table

GREY = Colour(cmyk=(0, 0, 0, 50), srgb="#808080")


def series(code: str = "frauen", languages: tuple[str, ...] = ("de", "en"), **columns: str) -> Series:
    raw = RawTable(file="data/raw/x.csv", columns=columns) if columns else None
    return Series(code=code, titles={languages[0]: code}, languages=languages, colour=GREY, raw=raw)


def imported(text: str, like: Series | None = None, known: tuple[Card, ...] = ()) -> tuple[Deck, list[Diagnostic]]:
    """Read a table that is well formed as a table."""
    table, findings = read_table(text.encode(), "t.csv")
    assert table
    assert findings == []
    deck, found = ingest(table, like or series(), 1, known=known)
    assert deck
    return deck, found


def outline(findings: list[Diagnostic]) -> list[tuple[str, int | None, int | None]]:
    """Return code, line and column of each finding."""
    return [(found.code, found.span.line, found.span.column) for found in findings if found.span]


# Text that a canonical deck can hold: any but lone surrogates, and control characters, which make a small file binary.
TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"], include_characters="\t\n\r"), max_size=20).filter(
    lambda text: text.strip() not in ERROR_VALUES and not DAMAGE.search(text)  # of which there is something to say
)
FILLED = TEXTS.filter(lambda text: bool(text.strip()))
PARTS = st.text(string.ascii_letters + string.digits + "äé’„“ .:/-", max_size=15).map(str.strip)
IDS = st.text(string.ascii_uppercase + string.digits + "-._é", min_size=1, max_size=6).filter(
    lambda text: not text.startswith(("-", ".")) and not text.endswith((".0", ".00"))
)
YEARS = st.sampled_from(
    ["1903", "um 1900", "44 v. Chr.", "1939–1945", "vor 1200", "nach 1815", "5. Jh. v. Chr.", "Mai 03"]
)
SOURCES = st.builds(
    Source,
    kind=st.sampled_from(["book", "url", "archive", "letter"]),
    ref=PARTS.filter(bool),
    locator=PARTS,
    states_value=PARTS,
    accessed=st.sampled_from(["", "2026-11-30"]),
    checked=st.booleans(),
)
TAGS = st.lists(st.text(string.ascii_lowercase + "ä ", min_size=1).map(str.strip).filter(bool), unique=True, max_size=3)


def cards(owner: Series) -> st.SearchStrategy[Card]:
    texts = st.fixed_dictionaries({}, optional=dict.fromkeys(sorted(owner.languages), FILLED))

    def card(card_id: str, event: dict[str, str], year: str, comment: dict[str, str], **rest: object) -> Card:
        interval, edtf = derived_year(owner, year)
        values = {"series": owner.code, "id": card_id, "event": event, "year": year, "comment": comment, **rest}
        return Card.model_validate({**values, "interval": interval, "edtf": edtf})

    return st.builds(
        card,
        card_id=IDS,
        event=texts,
        year=YEARS,
        comment=texts,
        sources=st.lists(SOURCES, max_size=2).map(tuple),
        tags=TAGS.map(tuple),
        symbols=st.sampled_from(["", "white/dark"]),
    )


def card_lists(owner: Series) -> st.SearchStrategy[list[Card]]:
    return st.lists(cards(owner), min_size=1, max_size=5, unique_by=lambda card: card.id)
