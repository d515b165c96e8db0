"""How fast and how well year expressions are read, beside other parsers of dates.

`python -m benchmarks.years` writes docs/years-comparison.md; benchmarks/peers.txt says how to install the peers.
"""

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pipeline.years import YearError, parse_year

from .expressions import english, german, unreadable
from .measure import Row, best
from .year_peers import PEERS, Bounds, Call, Read, wildmix

ROOT = Path(__file__).parent.parent
COUNT = 20_000
FEWER = 1000
"""For peers, which take their time."""
LANGUAGES = ("de", "en", "fr", "it")


def rows() -> Iterator[Row]:
    """Measure `parse_year` on distinct expressions, beside the fastest peer if it is installed."""
    ours = _seconds_each(wildmix, german(COUNT), "de") * COUNT
    name = f"parse_year, {COUNT} distinct expressions"
    note = f"{COUNT / ours:,.0f} a second"
    refused = _seconds_each(wildmix, unreadable(FEWER), "de") * FEWER
    yield Row(f"parse_year, {FEWER} unreadable cells", refused, note=f"{FEWER / refused:,.0f} a second")
    edtf = PEERS[0]
    if not edtf.version():
        yield Row(name, ours, note=f"{note} (edtf is not installed: no ratio)")
        return
    peer = _seconds_each(edtf.caller(), english(FEWER), "en", 3) * COUNT
    yield Row(name, ours, "edtf.text_to_edtf", peer, bound=0.25, note=f"{note}, edtf {COUNT / peer:,.0f}")


def _seconds_each(read: Call, texts: Sequence[str], language: str, runs: int = 5) -> float:
    return best(lambda: [read(text, language) for text in texts], runs) / len(texts)


@dataclass(frozen=True, slots=True)
class Case:
    """An expression, and the years it means; several pairs where conventions differ, none where it must be refused."""

    text: str
    language: str
    meant: frozenset[Bounds]


def cases() -> list[Case]:
    """Return the project's own table."""
    with (ROOT / "tests" / "years" / "cases.tsv").open(encoding="utf-8", newline="") as file:
        return [
            Case(row["expression"], row["language"], _meant(row))
            for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        ]


def _meant(row: dict[str, str]) -> frozenset[Bounds]:
    """Return the bounds that count as right: a width of `um`, a way to count centuries is no mistake."""
    if row["earliest"] == "REFUSE":
        return frozenset()
    first, last = (int(row[end]) if row[end] else None for end in ("earliest", "latest"))
    meant: set[Bounds] = {(first, last)}
    for profile in ("rulebook", "museum", "ssrq"):
        for circa in (0, 5, 10):
            try:
                other = parse_year(row["expression"], row["language"], profile, circa=circa).interval
            except YearError:
                continue
            meant.add((other.earliest, other.latest))
    if first is None and last is not None:  # before with and without the year itself
        meant |= {(None, last + 1), (None, last - 1)}
    if last is None and first is not None:
        meant |= {(first - 1, None), (first + 1, None)}
    return frozenset(meant)


@dataclass(slots=True)
class Score:
    """Counts of expressions that mean something, and of those that must be refused."""

    right: int = 0
    wrong: int = 0
    refused: int = 0
    rightly_refused: int = 0
    guessed: int = 0


def score(read: Read, table: Sequence[Case], languages: Sequence[str]) -> Score:
    """Judge a reader on the cases in its languages."""
    judged = Score()
    for case in table:
        if case.language not in languages:
            continue
        found = read(case.text, case.language)
        if not case.meant:
            judged.guessed += found is not None
            judged.rightly_refused += found is None
        elif found is None:
            judged.refused += 1
        else:
            judged.right += found in case.meant
            judged.wrong += found not in case.meant
    return judged


def page() -> str:
    """Return the comparison as Markdown."""
    table = cases()
    ours = _seconds_each(wildmix, german(COUNT), "de")
    ours_english = _seconds_each(wildmix, english(COUNT // 4), "en")
    lines = [_HEAD.format(cases=len(table), english=FEWER)]
    lines += [_line("**wildmix**", LANGUAGES, score(wildmix, table, LANGUAGES), ours_english, ours_english)]
    installed = [peer for peer in PEERS if peer.version()]
    for peer in installed:
        each = _seconds_each(peer.caller(), english(FEWER), "en", 3)
        judged = score(peer.reader(), table, peer.languages)
        lines.append(_line(f"{peer.name} {peer.version()}", peer.languages, judged, each, ours_english))
    lines += ["", "In the languages of each peer, wildmix on the same expressions:", "", *_HEAD.splitlines()[-2:]]
    for languages in sorted({peer.languages for peer in installed}, key=len):
        lines.append(_line("wildmix", languages, score(wildmix, table, languages), ours_english, ours_english))
    missing = [peer.name for peer in PEERS if peer not in installed]
    lines += ["", f"Not installed, so left out: {', '.join(missing)}." if missing else "All peers were installed."]
    calls = "; ".join(f"{peer.name}: `{peer.how}`" for peer in installed)
    lines.append(_TAIL.format(calls=calls, count=COUNT, ratio=f"{ours_english / ours:.1f}"))
    return "\n".join(lines)


def _line(name: str, languages: Sequence[str], judged: Score, each: float, ours: float) -> str:
    meaning = judged.right + judged.wrong + judged.refused
    without = judged.rightly_refused + judged.guessed
    return (
        f"| {name} | {' '.join(languages)} | {meaning} | {judged.right} | {judged.wrong} | {judged.refused} "
        f"| {without} | {judged.rightly_refused} | {judged.guessed} | {ours / each:.3f} |"
    )


_HEAD = """# Year expressions: wildmix and other parsers

Generated by `python -m benchmarks.years`; benchmarks/peers.txt says how to install the peers.

Every parser reads the project's own table, `tests/years/cases.tsv` ({cases} expressions), each in the languages it is
made for. The table was written for wildmix, so that wildmix is right everywhere says only that its tests pass; what the
others do with the same strings is the news. An answer counts as *right* if it has the first and last year that the
expression means. To be fair, differences of convention are no mistake: the width of “around” (0, 5 or 10 years),
centuries from 00 or from 01, before and after with or without the year itself.
*Silently wrong* are other years, with no sign that something is amiss; *refused* is anything without years, `XXXX` too.
*Without meaning* are expressions that must be refused because they have no year or two meanings (`68`, `1800s`,
`1903, 1907`); an answer to them is *guessed*.

Speed is measured in the same run on {english} distinct English expressions of kinds that all of them should read
(`circa 1850`, `1850-1860`, `before 1850`, `1850s`, `5 May 1850`), the best of several runs, and given as a ratio: 1 is
the speed of wildmix, 0.1 a tenth of it.

| parser | languages | with meaning | right | silently wrong | refused | without meaning | refused | guessed | speed |
|---|---|---:|---:|---:|---:|---:|---:|---:|---:|"""
_TAIL = """
Calls: {calls}. EDTF strings that a parser returns are read with `edtf.parse_edtf`, their strict bounds count.

`make bench` measures wildmix on {count} distinct German expressions of 24 kinds, as a deck has them; there it is
{ratio} times as fast as on the English ones here.
"""


if __name__ == "__main__":
    (ROOT / "docs" / "years-comparison.md").write_text(page(), encoding="utf-8")
