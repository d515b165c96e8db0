"""Which column of a publisher's table holds which field: by headings, else by content; shown, overridable."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ..cards import canonical_columns
from ..diagnostics import Diagnostic, finding
from ..tables import Table
from .content import MOST, Column, columns_of, is_year
from .headings import TEXT_KINDS, Heading, is_row_of_headings, one_line, read_headings
from .swaps import exchange

DERIVED = ("earliest", "latest", "edtf")
SEVERAL = ("tags", "sources")  # fields that may come from several columns

_BEFORE_CHRIST = re.compile(r"\bB\.?C\b|\bBCE\b|v\.\s?Chr|vor Christus|v\.\s?u\.\s?Z|av\.\s?J|a\.\s?C\.", re.IGNORECASE)
_MOST_ABOVE = 9  # rows above the headings
_ONE_COLUMN = "name what separates the cells with `--delimiter`; no line may be quoted as a whole"

Given = Mapping[str, str | tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class ColumnMapping:
    """Which field stands in which column (from 0), in the order of the table, and the columns that hold no field.

    `further` holds the other columns of a field that has several, `by_content` the fields whose heading did not tell.
    """

    columns: Mapping[str, int]
    unused: tuple[int, ...] = ()
    further: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    by_content: frozenset[str] = frozenset()

    def all_of(self, name: str) -> tuple[int, ...]:
        """Return every column of a field, in order."""
        return (self.columns[name], *self.further.get(name, ())) if name in self.columns else ()

    def describe(self, table: Table) -> str:
        """Return one line for users: ``id: `Nr.`; event_de: `Ereignis`; …``."""
        return "; ".join(self._shown(name, table) for name in self.columns)

    def _shown(self, name: str, table: Table) -> str:
        headings = " + ".join(f"`{one_line(table.header.values[index])}`" for index in self.all_of(name))
        return f"{name}: {headings}{' (by its content)' if name in self.by_content else ''}"

    def as_given(self, table: Table) -> dict[str, str | list[str]]:
        """Return the mapping as ``[raw.columns]`` of a series file holds it; what is derived or unnamed is left out."""
        given: dict[str, str | list[str]] = {}
        for name in self.columns:
            headings = [one_line(table.header.values[index]) for index in self.all_of(name)]
            if name not in DERIVED and all(headings):
                given[name] = headings if len(headings) > 1 else headings[0]
        return given


def guess_mapping(
    table: Table, languages: Sequence[str], given: Given | None = None
) -> tuple[ColumnMapping, list[Diagnostic]]:
    """Map the fields of a card in `languages` to columns; `given` maps fields to headings and goes first.

    An event or comment whose heading names no language takes the language of its words if the series has it, else that
    of its texts, else the first one. What headings do not tell is guessed from the cells, and reported. So are columns
    that are not used, columns that are swapped (they are read the right way round), and a table without event or year.
    """
    guess = _Guess(table, languages)
    guess.take_given(given or {})
    guess.take_headings()
    guess.take_content()
    guess.exchange_swapped()
    guess.report_missing()
    return guess.mapping, guess.findings


def is_complete(mapping: ColumnMapping) -> bool:
    """Tell whether there is at least a year and an event in some language."""
    return "year" in mapping.columns and any(name.startswith("event_") for name in mapping.columns)


class _Guess:
    """One table being mapped, step by step."""

    def __init__(self, table: Table, languages: Sequence[str]) -> None:
        self._table = table
        self._languages = languages
        self._content = columns_of(table)
        self._headings = read_headings(table.header.values, [column.has_ids for column in self._content])
        self._columns: dict[str, int] = {}
        self._further: dict[str, tuple[int, ...]] = {}
        self._by_content: set[str] = set()
        self._lacks_header = not any(self._headings) and any(is_year(cell.value.strip()) for cell in table.header)
        self.findings: list[Diagnostic] = []

    @property
    def mapping(self) -> ColumnMapping:
        ordered = dict(sorted(self._columns.items(), key=lambda item: item[1]))
        return ColumnMapping(ordered, tuple(self._free()), self._further, frozenset(self._by_content))

    def _free(self) -> list[int]:
        taken = {*self._columns.values(), *(index for further in self._further.values() for index in further)}
        return [index for index in range(len(self._table.header)) if index not in taken]

    def _name(self, index: int) -> str:
        return one_line(self._table.header.values[index])

    def _report(self, code: str, message: str, index: int | None = None) -> None:
        header = self._table.header
        self.findings.append(finding(code, message, header.span if index is None else header.cell(index).span))

    # What the series file says ----------------------------------------------------------------------------------------

    def take_given(self, given: Given) -> None:
        allowed = {*canonical_columns(self._languages, with_symbols=True), "checked"} - set(DERIVED)
        known = {self._name(index).casefold(): index for index in reversed(range(len(self._table.header)))}
        for name, value in given.items():
            headings = (value,) if isinstance(value, str) else value
            if name not in allowed:
                self._report(
                    "WM122", f"`{name}`, which the series file maps to {_listed(headings)}, is no field of its cards"
                )
                continue
            if len(headings) > 1 and name not in SEVERAL:
                self._report("WM122", f"the series file names several columns for `{name}`: {_listed(headings)}")
            for heading in headings:
                index = known.get(one_line(heading).casefold())
                if index is None:
                    message = f"the table has no column `{heading}`, which the series file names for `{name}`"
                    self._report("WM122", message)
                else:
                    self._take(name, index)

    def _take(self, name: str, index: int) -> bool:
        """Give a column to a field; False if the field has one and can have no other."""
        if name not in self._columns:
            self._columns[name] = index
        elif name in SEVERAL:
            self._further[name] = (*self._further.get(name, ()), index)
        else:
            return False
        return True

    # What the headings say --------------------------------------------------------------------------------------------

    def take_headings(self) -> None:
        given = set(self._columns)
        self._headings = [self._meant(index, heading) for index, heading in enumerate(self._headings)]
        # Who names a language is surer of what the column holds.
        for index in sorted(self._free(), key=lambda index: not self._names_language(index)):
            heading = self._headings[index]
            name = self._field(heading, self._content[index]) if heading else None
            if name in given or (name and not self._take(name, index)):
                self._report_second(index, name)

    def _names_language(self, index: int) -> bool:
        heading = self._headings[index]
        return heading is not None and heading.named_language is not None

    def _meant(self, index: int, heading: Heading | None) -> Heading | None:
        """Return what a heading means over these cells: `Karte` over ids is the id, `Rückseite` over years the year."""
        if heading is None or heading.kind not in TEXT_KINDS or heading.named_language:
            return heading
        content, others = self._content[index], [other for other in self._headings if other and other is not heading]
        kinds = {other.kind for other in others}
        if content.has_ids and heading.kind in kinds:
            return None if "id" in kinds else Heading("id", None, heading.own_language)
        if content.year_share >= MOST and not content.counts_up and not kinds & {"year", "earliest"}:
            return Heading("year", None, heading.own_language)
        return heading

    def _field(self, heading: Heading, content: Column) -> str | None:
        if heading.kind not in TEXT_KINDS:
            return heading.kind
        if heading.named_language:
            named = heading.named_language
            return f"{heading.kind}_{named}" if named in self._languages else None
        telling = (heading.own_language, content.language, self._languages[0])
        return f"{heading.kind}_{next(language for language in telling if language in self._languages)}"

    def _report_second(self, index: int, name: str) -> None:
        first = self._columns[name]
        if self._name(index).casefold() != self._name(first).casefold():  # else reported as a heading used twice
            message = f"the columns `{self._name(first)}` and `{self._name(index)}` both look like `{name}`"
            self._report("WM123", message, index)

    # What the cells say -----------------------------------------------------------------------------------------------

    def take_content(self) -> None:
        """Fill the fields that are still missing, from columns whose headings say nothing."""
        silent = [index for index in self._free() if self._headings[index] is None]
        taken: set[int] = set()
        for name, index in self._guesses(silent):
            if name not in self._columns and index not in taken:
                taken.add(index)
                self._columns[name] = index
                self._by_content.add(name)
                if not self._lacks_header:
                    shown = f"`{self._name(index)}`" if self._name(index) else f"{index + 1} (without a heading)"
                    self._report("WM130", f"the column {shown} is taken for `{name}` by its content", index)
        if not self._lacks_header:
            self._report_all_unused()

    def _guesses(self, silent: Sequence[int]) -> Iterator[tuple[str, int]]:
        content = self._content
        silent = [index for index in silent if self._says_era(index)]
        years = [index for index in silent if content[index].year_share >= MOST and not content[index].counts_up]
        if len(years) == 1:
            yield "year", years[0]
        texts = [index for index in silent if content[index].text_share >= MOST]
        if not any(name.startswith("event_") for name in self._columns):
            for index in texts:
                told = content[index].language
                language = told if told in self._languages else self._languages[0]
                yield from ((f"{kind}_{language}", index) for kind in TEXT_KINDS)
        yield from (("sources", index) for index in silent if content[index].source_share >= MOST)
        if is_complete(self.mapping):
            yield from (("id", index) for index in silent if content[index].has_ids)

    def _says_era(self, index: int) -> bool:
        """Tell whether years say all they mean; report a heading that puts bare numbers before Christ."""
        values = self._content[index].values
        if not (values and _BEFORE_CHRIST.search(self._name(index)) and all(map(str.isdecimal, values))):
            return True
        message = f"the heading `{self._name(index)}` puts these years before Christ, the cells do not"
        self._report("WM139", message, index)
        return False

    def _report_all_unused(self) -> None:
        """Report the columns that are not used, but for those reported as second ones of their field."""
        told = {found.span for found in self.findings if found.code in ("WM123", "WM139")}
        first: dict[str, int] = {}
        for index in range(len(self._table.header)):
            first.setdefault(self._name(index).casefold(), index)
        for index in self._free():
            is_first = first[self._name(index).casefold()] == index
            if is_first and self._table.header.cell(index).span not in told:
                self._report_unused(index)

    def _report_unused(self, index: int) -> None:
        heading = self._headings[index]
        if self._name(index):
            language = f": the series has no texts in `{heading.named_language}`" if heading else ""
            self._report("WM121", f"the column `{self._name(index)}` is not used{language}", index)
        elif any(row.values[index].strip() for row in self._table.rows):
            self._report("WM121", f"column {index + 1} has no heading and is not used", index)

    # What does not fit ------------------------------------------------------------------------------------------------

    def exchange_swapped(self) -> None:
        for code, message, name in exchange(self._columns, self._content, self._name):
            self._report(code, message, self._columns.get(name))
            if code == "WM133":
                del self._columns[name]

    def report_missing(self) -> None:
        if self._lacks_header:
            self._report("WM134", "the first record stands where the headings should be")
            return
        has_event = any(name.startswith("event_") for name in self._columns)
        has_year = "year" in self._columns or any(found.code in ("WM133", "WM139") for found in self.findings)
        missing = [*([] if has_event else ["the event"]), *([] if has_year else ["the year"])]
        if not missing:
            return
        # What was guessed does not matter where there is no deck.
        self.findings = [found for found in self.findings if found.code != "WM130"]
        header, lacking = self._table.header, f"no column for {' and '.join(missing)}"
        below = next((row for row in self._table.rows[:_MOST_ABOVE] if is_row_of_headings(row)), None)
        if below:
            message = f"{lacking}: the headings stand here, below rows that are none"
            self.findings.append(finding("WM120", message, below.span, help="delete the rows above the headings"))
        elif len(header) == 1:
            message = f"{lacking}: the table has one column only, `{self._name(0)}`"
            self.findings.append(finding("WM120", message, header.span, help=_ONE_COLUMN))
        else:
            self._report("WM120", f"{lacking} among the headings {_listed(map(one_line, header.values))}")


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
