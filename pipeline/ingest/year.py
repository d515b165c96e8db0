"""The years of a table, each distinct expression read once, faults as findings at their place in the cell."""

from collections.abc import Iterable, Iterator

from ..cards import Series
from ..diagnostics import Diagnostic, finding
from ..tables import Cell
from ..years import YearError, YearExpression, YearInterval
from ..years.remarks import UNREADABLE, remarks
from .text import written_offset


class YearReader:
    """Reads year expressions by the conventions of a series."""

    def __init__(self, series: Series) -> None:
        """Begin with nothing read."""
        self._series = series
        self._read: dict[str, YearExpression | YearError] = {}

    def read(self, texts: Iterable[str]) -> None:
        """Read a column of expressions ahead, each distinct one once."""
        self._read |= self._series.read_years(set(texts).difference(self._read))

    def interval(self, text: str) -> YearInterval | None:
        """Return what an expression means, None if it cannot be read."""
        read = self._understand(text)
        return None if isinstance(read, YearError) else read.interval

    def edtf(self, text: str) -> str:
        """Return an expression in EDTF, empty if it cannot be read."""
        read = self._understand(text)
        return "" if isinstance(read, YearError) else read.edtf

    def is_clean(self, text: str) -> bool:
        """Tell whether there is nothing to say of an expression."""
        read = self._understand(text)
        return not isinstance(read, YearError) and not any(remarks(read))

    def findings(self, cell: Cell, card: str, text: str) -> Iterator[Diagnostic]:
        """Say what is wrong with the expression `text`, which stands in `cell`, perhaps not in normal form."""
        read = self._understand(text)
        if isinstance(read, YearError):
            place = cell.subspan(written_offset(cell.value, read.offset))
            help_line = (
                f"perhaps {' or '.join(f'`{meant}`' for meant in read.suggestions)}" if read.suggestions else None
            )
            yield finding(UNREADABLE, read.message, place, help=help_line, card=card, series=self._series.code)
            return
        for code, message in remarks(read):
            yield finding(code, message, cell.span, card=card, series=self._series.code)

    def _understand(self, text: str) -> YearExpression | YearError:
        if text not in self._read:
            self.read([text])
        return self._read[text]
