"""How long `wildmix --help` takes, beside a bare Click program with as many commands."""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from pipeline.cli import VERBS

from .measure import Row, best_of_each

BARE = """
import click
@click.group()
def main(): "A bare Click program."
for name in {names!r}:
    main.command(name, short_help="Do something.")(lambda: None)
main()
"""


def rows() -> Iterator[Row]:
    """Measure start-up."""
    with tempfile.TemporaryDirectory() as folder:
        bare = Path(folder) / "bare.py"
        bare.write_text(BARE.format(names=list(VERBS)), encoding="utf-8")
        wildmix = Path(sys.executable).with_name("wildmix")
        ours, click = best_of_each([[str(wildmix), "--help"], [sys.executable, str(bare), "--help"]])
    yield Row("wildmix --help", ours, "bare Click", click, bound=2.5)
