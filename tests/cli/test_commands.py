"""Every command has a help, a line in the table that `wildmix --help` prints, and a place in the pages."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from pipeline.cli import VERBS, main
from pipeline.cli.reference import commands, page

ROOT = Path(__file__).parent.parent.parent
ALL = dict(commands(main, ("wildmix",)))


@pytest.mark.parametrize("name", VERBS)
def test_the_table_says_what_the_verb_says(name: str) -> None:
    command: click.Command = import_module(f"pipeline.cli.{name}").command
    assert command.short_help == VERBS[name]


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_every_command_and_option_has_a_help(path: tuple[str, ...]) -> None:
    command = ALL[path]
    assert len(command.help or "") > 40
    for parameter in command.params:
        if isinstance(parameter, click.Option) and parameter.name not in {"output", "help"}:
            assert parameter.help, parameter.name


def test_the_page_of_commands_is_up_to_date() -> None:
    assert (ROOT / "docs/commands.md").read_text(encoding="utf-8") == page(), "run `make docs`"


@pytest.mark.parametrize("name", VERBS)
def test_every_verb_is_explained_in_a_page_for_publishers(name: str) -> None:
    pages = [path for path in (ROOT / "docs").glob("*.md") if path.name not in {"commands.md", "findings.md"}]
    said = [path.name for path in pages if f"wildmix {name}" in path.read_text(encoding="utf-8")]
    assert said


def test_help_imports_no_heavy_library() -> None:
    program = (
        "import sys; from pipeline.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'pandas', 'numpy', 'pydantic', 'reportlab', 'rapidfuzz', 'rich', 'requests'} & set(sys.modules)\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert "duplicates" in done.stdout


def test_the_package_itself_is_light() -> None:
    program = "import sys, pipeline; print('pydantic' in sys.modules, pipeline.parse_year('1903').interval.earliest)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False 1903\n"


def test_an_unknown_command_is_wrong_usage() -> None:
    assert CliRunner().invoke(main, ["nothing"]).exit_code == 2


def test_the_version_is_that_of_the_package() -> None:
    assert CliRunner().invoke(main, ["--version"], prog_name="wildmix").output == "wildmix, version 0.1.0\n"
