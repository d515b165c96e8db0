import re

from hypothesis import given
from hypothesis import strategies as st

from pipeline.source import SourceText, Span

TEXTS = st.text(alphabet=st.sampled_from('aä\t\n\r;"\x0b\u2028'), max_size=60)


def test_lines_end_at_lf_crlf_and_cr_only() -> None:
    source = SourceText("t", "a\nb\r\nc\rd\x0be\u2028f")
    assert [source.line(number) for number in range(1, 5)] == ["a", "b", "c", "d\x0be\u2028f"]
    assert source.line_count == 4


def test_a_final_line_break_opens_no_line() -> None:
    assert SourceText("t", "a\n").line_count == 1
    assert SourceText("t", "").line_count == 0


def test_a_tab_is_one_column_and_so_is_a_wide_character() -> None:
    assert SourceText("t", "\t漢x").position(2) == (1, 3)


def test_a_span_may_run_over_lines_and_keeps_its_first() -> None:
    span = SourceText("t.csv", 'x;"a\nb"\n').span(2, 7)
    assert span == Span("t.csv", 1, 3, 2, 3)
    assert span.excerpt == 'x;"a'


@given(TEXTS)
def test_positions_lead_back_to_their_offsets(text: str) -> None:
    source = SourceText("t", text)
    starts = [0, *(match.end() for match in re.finditer(r"\r\n|\n|\r", text))]
    for offset in range(len(text) + 1):
        line, column = source.position(offset)
        assert starts[line - 1] + column - 1 == offset


@given(TEXTS)
def test_lines_hold_all_text_but_the_breaks(text: str) -> None:
    source = SourceText("t", text)
    kept = [source.line(number) for number in range(1, source.line_count + 1)]
    assert "".join(kept) == re.sub(r"[\r\n]", "", text)
