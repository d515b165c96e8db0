"""`wildmix year` as a filter, and what the stage promises the others."""

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from pipeline.cli import main
from pipeline.diagnostics import registry
from pipeline.years import parse_year
from pipeline.years.remarks import UNREADABLE, remarks

KEYS = ["expression", "earliest", "latest", "edtf", "printed", "kind", "flags", "error"]


def _run(*arguments: str, given: bytes = b"") -> tuple[int, str]:
    result = CliRunner().invoke(main, ("year", *arguments), input=given)
    return result.exit_code, result.output


def test_json_has_one_object_per_expression() -> None:
    status, out = _run("--format", "json", "um 3 v. Chr.", "68", "-0043")
    rows = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert [list(row) for row in rows] == [KEYS] * 3
    assert rows[0] == {
        "expression": "um 3 v. Chr.",
        "earliest": -7,
        "latest": 3,
        "edtf": "-0007/0003",
        "printed": "um 3 v. Chr.",
        "kind": "year",
        "flags": ["circa"],
        "error": None,
    }
    assert (rows[1]["earliest"], rows[1]["error"]["code"], rows[1]["error"]["offset"]) == (None, "two-digit-year", 0)
    assert rows[2]["earliest"] == -43


def test_standard_input_gives_a_row_per_line_whatever_stands_in_it() -> None:
    given = "\ufeff1903\r\n\nvor\u20281500\n".encode() + b"\xff\n1907"
    status, out = _run("--format", "json", "-", given=given)
    rows = [json.loads(line) for line in out.split("\n") if line]
    assert status == 0
    assert [(row["expression"], row["earliest"], row["latest"]) for row in rows] == [
        ("1903", 1903, 1903),
        ("", None, None),
        ("vor\u20281500", None, 1499),
        ("\ufffd", None, None),
        ("1907", 1907, 1907),
    ]


def test_text_explains_and_refuses_with_a_caret() -> None:
    status, out = _run("um 1900", "1907–1903")
    assert status == 0
    assert "1895 to 1905: around means five years either side (rulebook)" in out
    assert "^ refused (reversed-span): the span runs backwards; is `1903–1907` meant?" in out


def test_text_cannot_steer_a_terminal() -> None:
    assert "\x1b" not in _run("1903 (\x1b[31m)", "\x1b[31m")[1]


def test_options() -> None:
    assert '"earliest": 1890' in _run("--format", "json", "--circa", "10", "um 1900")[1]
    assert '"earliest": 1824' in _run("--format", "json", "--reference-year", "2024", "vor 200 Jahren")[1]
    assert '"earliest": 1800' in _run("--format", "json", "--language", "en", "--profile", "museum", "19th century")[1]


@pytest.mark.parametrize("arguments", [[], ["--profile", "guess", "1903"], ["--language", "xx", "1903"]])
def test_wrong_usage(arguments: list[str]) -> None:
    assert _run(*arguments)[0] == 2


def test_remarks_have_registered_codes() -> None:
    said = [code for text in ("1903.0", "1903-07") for code, _ in remarks(parse_year(text))]
    said += [code for code, _ in remarks(parse_year("exhibited 1835", "en", "museum"))]
    assert said == ["WM202", "WM203", "WM204"]
    assert {UNREADABLE, *said} <= registry().keys()


def test_importing_the_parser_stays_light() -> None:
    heavy = "{'pandas', 'pydantic', 'numpy', 'click', 'reportlab', 'rapidfuzz'}"
    code = f"import sys, pipeline.years; print(sorted({heavy} & set(sys.modules)))"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out == "[]\n"
