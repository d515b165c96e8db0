import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from pipeline.sources import Source, format_sources, parse_sources


@pytest.mark.parametrize(
    ("text", "kind", "ref"),
    [
        ("https://example.org/a;b=1?c|d", "url", "https://example.org/a;b=1?c|d"),
        ("HTTP://EXAMPLE.ORG", "url", "HTTP://EXAMPLE.ORG"),
        ("Q7186", "wikidata", "Q7186"),
        ("10.1000/182", "doi", "10.1000/182"),
        ("ISBN 978-3-16-148410-0", "isbn", "ISBN 978-3-16-148410-0"),
        ("978-3-16-148410-0", "isbn", "978-3-16-148410-0"),
        ("letter: letter-017", "letter", "letter-017"),
        ("Pierer's Lexikon, 1857", "book", "Pierer's Lexikon, 1857"),
        ("url: https://example.org", "url", "https://example.org"),
    ],
)
def test_kinds_are_named_or_recognised(text: str, kind: str, ref: str) -> None:
    assert parse_sources(text) == (Source.model_validate({"kind": kind, "ref": ref}),)


def test_parts_follow_semicolons() -> None:
    text = "https://example.org; locator: p. 3; states: 1903; accessed: 2026-01-02; checked: yes"
    (source,) = parse_sources(text)
    assert (source.locator, source.states_value, source.accessed, source.checked) == (
        "p. 3",
        "1903",
        "2026-01-02",
        True,
    )
    assert format_sources((source,)) == f"url: {text}"


def test_sources_stand_behind_bars_or_on_lines_of_their_own() -> None:
    assert [source.ref for source in parse_sources("Q1 | Q2\nQ3")] == ["Q1", "Q2", "Q3"]
    assert parse_sources("  ") == ()


def test_a_part_that_would_break_its_cell_is_refused() -> None:
    with pytest.raises(ValidationError, match="may hold neither"):
        Source(kind="book", ref="a | b")


WORDS = st.text(alphabet="ab;:/|. ß", max_size=12).map(lambda text: " ".join(text.split()))


@given(
    st.lists(
        st.builds(
            lambda kind, ref, locator, states, checked: (kind, ref, locator, states, checked),
            st.sampled_from(["book", "url", "letter", "isbn"]),
            WORDS.filter(bool),
            WORDS,
            WORDS,
            st.booleans(),
        ),
        max_size=3,
    )
)
def test_what_is_written_is_read_back(rows: list[tuple[str, str, str, str, bool]]) -> None:
    made = []
    for kind, ref, locator, states, checked in rows:
        try:
            source = Source.model_validate(
                {"kind": kind, "ref": ref, "locator": locator, "states_value": states, "checked": checked}
            )
        except ValidationError:
            continue  # it held a separator
        made.append(source)
    assert parse_sources(format_sources(tuple(made))) == tuple(made)
