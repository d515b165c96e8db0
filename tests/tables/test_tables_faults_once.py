"""One fault, one finding: what reading and checking both see is told by one of them."""

from workbook_samples import row, xlsx

from pipeline.checks import run_checks
from pipeline.office.faults import each_once
from pipeline.workspace import load_bytes

ABOUT_SOURCES = ("WM310", "WM311")
HEADER = "Nr;Ereignis;Jahr\n"


def told(name: str, data: bytes) -> list[tuple[str, int | None, int | None]]:
    loaded = load_bytes(name, data)
    assert loaded.deck is not None
    findings = each_once([*loaded.findings, *run_checks(loaded.deck)])
    places = [(found.code, found.span.line, found.span.column) for found in findings if found.span]
    return [place for place in places if place[0] not in ABOUT_SOURCES]


def test_text_damaged_before_is_told_by_card() -> None:
    text = HEADER + "1;KÃ¤the Kollwitz zeichnet;1912\n2;Der erste Mensch steht auf dem Mond;1969\n"
    assert told("a.csv", text.encode()) == [("WM314", 2, 4)]


def test_damage_that_is_not_printed_is_told_by_the_file() -> None:
    text = "Nr;Ereignis;Jahr;Quelle\n1;Käthe Kollwitz zeichnet;1912;BÃ¼cherei\n2;KÃ¤the lacht;1969;Buch\n"
    assert told("a.csv", text.encode()) == [("WM105", 2, 33), ("WM314", 3, 4)]


def test_bytes_that_are_no_character_are_not_told_by_card_too() -> None:
    text = HEADER.encode() + "1;Käthe m".encode() + b"\xff\xff" + "lt schön;1912\n2;Der M\0nd;1969\n".encode()
    assert told("a.csv", text) == [("WM104", 2, 10), ("WM106", 3, 8)]


def test_signs_of_loss_alone_are_told_by_card() -> None:
    text = HEADER + "1;K\ufffdthe Kollwitz zeichnet;1912\n2;Der Mond;1969\n"
    assert told("a.csv", text.encode()) == [("WM314", 2, 4)]


def test_formulas_without_a_result_are_one_finding_of_their_column() -> None:
    def unsaved(cell: str) -> str:
        return f'<c r="{cell}"><f>1+1</f></c>'

    rows = (
        row(1, "Nr", "Ereignis", "Jahr"),
        row(2, "1", "Die Titanic sinkt", unsaved("C2")),
        row(3, "2", "Der Zeppelin brennt", "1937"),
        row(4, "3", unsaved("B4"), "1950"),
        row(5, "4", "Der Mond wird betreten", "l969"),
        row(6, "5", "Die Mauer fällt", unsaved("C6")),
        row(7, "6", unsaved("B7"), "1951"),
    )
    found = told("a.xlsx", xlsx(("Karten", "".join(rows))))
    assert sorted(found) == [("WM152", 2, 3), ("WM152", 4, 2), ("WM201", 5, 3)]


def test_blank_years_elsewhere_are_told() -> None:
    rows = (
        row(1, "Nr", "Ereignis", "Jahr"),
        row(2, '<c r="A2"><f>1+1</f></c>', "Die Titanic sinkt", "1912"),
        row(3, "2", "Der Zeppelin brennt"),
    )
    assert sorted(told("a.xlsx", xlsx(("Karten", "".join(rows))))) == [("WM152", 2, 1), ("WM201", 3, 3)]


def test_error_values_among_ids_are_told_by_the_table() -> None:
    text = HEADER + "#WERT!;Die Titanic sinkt;1912\n#NV;Der Zeppelin brennt;1937\n3;Die Mauer fällt;1989\n"
    assert told("a.csv", text.encode()) == [("WM151", 2, 1)]


def test_times_of_day_are_told_by_card_and_dates_by_column() -> None:
    def dated(cell: str, days: str) -> str:
        return f'<c r="{cell}" s="1"><v>{days}</v></c>'

    rows = (
        row(1, "Nr", "Ereignis", "Jahr"),
        row(2, "1", "Die Titanic sinkt", dated("C2", "0.52")),
        row(3, "2", "Der Zeppelin brennt", dated("C3", "1278")),
        row(4, "3", "Der Mond wird betreten", dated("C4", "1278.5")),
        row(5, "4", "Die Mauer fällt", dated("C5", "1279")),
        row(6, dated("A6", "0.5"), "Die Kathedrale brennt", "2019"),
        row(7, "6", dated("B7", "0.75"), "1951"),
    )
    found = told("a.xlsx", xlsx(("Karten", "".join(rows))))
    assert sorted(found) == [("WM125", 6, 1), ("WM150", 3, 3), ("WM150", 7, 2), ("WM201", 2, 3), ("WM201", 4, 3)]
