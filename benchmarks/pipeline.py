"""How long the main job takes on a copy of the bundled workspace: from nothing, and again when all is there."""

import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from .measure import Row, best_of_each

ROOT = Path(__file__).parent.parent


def rows() -> Iterator[Row]:
    """Measure `wildmix build`."""
    wildmix = str(Path(sys.executable).with_name("wildmix"))
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        for name in ("data", "print"):
            shutil.copytree(ROOT / name, here / name, ignore=shutil.ignore_patterns("out"))
        shutil.copy(ROOT / "wildmix.toml", here)
        (first,) = best_of_each([[wildmix, "build", "-q"]], runs=1, cwd=here)
        (again,) = best_of_each([[wildmix, "build", "-q"]], runs=3, cwd=here)
    yield Row("wildmix build, bundled workspace, first", first)
    yield Row("wildmix build, bundled workspace, again", again)
