"""The bundled workspace, copied so that a test may damage it, and the built command."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
WILDMIX = Path(sys.executable).with_name("wildmix")


def copy(folder: Path) -> Path:
    here = folder / "here"
    here.mkdir()
    for name in ("data", "print"):
        shutil.copytree(ROOT / name, here / name, ignore=shutil.ignore_patterns("out"))
    shutil.copy(ROOT / "wildmix.toml", here)
    if (ROOT / ".wildmix-cache").is_dir():  # vectors of the bundled texts, where the workspace was built before
        shutil.copytree(ROOT / ".wildmix-cache", here / ".wildmix-cache")
    return here


def build(here: Path, *options: str) -> tuple[int, dict[str, Any]]:
    done = subprocess.run(
        [WILDMIX, "build", "--format", "json", *options], cwd=here, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    report: dict[str, Any] = json.loads(done.stdout)
    return done.returncode, report


def contents(here: Path) -> dict[str, bytes]:
    """The files of a workspace, but for what a build keeps for itself."""
    own = {".wildmix.lock", ".wildmix-cache"}
    paths = sorted(path for path in here.rglob("*") if path.is_file() and not own & {*path.relative_to(here).parts})
    return {path.relative_to(here).as_posix(): path.read_bytes() for path in paths}
