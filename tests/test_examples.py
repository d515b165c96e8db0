"""The examples of the pages and the golden cases of the command line, run as a user would type them.

A fenced ``console`` block holds commands after ``$ `` and what they print, standard error included. ``? N`` on the
line after a command is its exit status if that is not 0; a line ``...`` stands for any lines. The blocks of a page run
in order in one copy of the bundled workspace, those of ``tests/cli/cases/NAME.md`` in ``NAME.in`` if that exists.

``WILDMIX_UPDATE=1 pytest tests/test_examples.py`` writes down what the commands print now: read the difference.
"""

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "tests/cli/cases").glob("*.md")])
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
STEP = re.compile(
    r"^\$ (?P<command>(?:.*\\\n)*.*)\n(?:\? (?P<status>\d+)\n)?(?P<output>(?:(?!\$ ).*\n)*)", re.MULTILINE
)
WITH_EXAMPLES = [page for page in PAGES if BLOCK.search(page.read_text(encoding="utf-8"))]


def workspace(page: Path, folder: Path) -> Path:
    own = page.with_suffix(".in")
    if own.is_dir():
        return Path(shutil.copytree(own, folder / "here"))
    here = folder / "here"
    here.mkdir()
    for name in ("data", "print", "wildmix.toml", ".wildmix-cache"):
        source = ROOT / name
        if name == ".wildmix-cache" and not source.is_dir():
            continue  # nothing was built here yet
        if source.is_dir():
            shutil.copytree(source, here / name, ignore=shutil.ignore_patterns("out"))
        else:
            shutil.copy(source, here / name)
    return here


def run(command: str, here: Path) -> tuple[int, str]:
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "100",
        "NO_COLOR": "1",
        "PYTHONUTF8": "1",
    }
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=here,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    return done.returncode, done.stdout


def matches(expected: str, printed: str) -> bool:
    parts = [re.escape(part) for part in re.split(r"^\.\.\.\n", expected, flags=re.MULTILINE)]
    return re.fullmatch(r"(?:.*\n)*".join(parts), printed) is not None


def shown(command: str, status: int, output: str) -> str:
    return f"$ {command}\n" + (f"? {status}\n" if status else "") + output


@pytest.mark.parametrize("page", WITH_EXAMPLES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_examples_print_what_the_page_says(page: Path, tmp_path: Path) -> None:
    here = workspace(page, tmp_path)

    def check(step: re.Match[str]) -> str:
        status, output = run(step["command"], here)
        as_written = status == int(step["status"] or 0) and matches(step["output"], output)
        return step[0] if as_written else shown(step["command"], status, output)

    text = page.read_text(encoding="utf-8")
    actual = BLOCK.sub(lambda block: f"```console\n{STEP.sub(check, block[1])}```", text)
    if os.environ.get("WILDMIX_UPDATE"):
        page.write_text(actual, encoding="utf-8")
    assert actual == text


def test_the_bundled_pages_have_examples() -> None:
    assert ROOT / "README.md" in WITH_EXAMPLES
    assert sum(page.is_relative_to(ROOT / "tests/cli/cases") for page in WITH_EXAMPLES) >= 5


def test_the_comparison_can_fail() -> None:
    assert matches("a\n...\nb\n", "a\nx\ny\nb\n")
    assert matches("a\n...\n", "a\n")
    assert not matches("a\n", "a\nb\n")
    assert not matches("a\n...\nb\n", "a\nb\nc\n")


def test_the_python_examples_of_the_front_page_are_true() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    code = "\n".join(re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    test = doctest.DocTestParser().get_doctest(code, {}, "README.md", "README.md", 0)
    assert doctest.DocTestRunner().run(test) == doctest.TestResults(failed=0, attempted=3)
