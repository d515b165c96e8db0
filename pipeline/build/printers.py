"""What is known of the printers of this user: how far each misses with the back side. Kept with the user's settings."""

from pathlib import Path
from typing import Annotated

import tomlkit
from platformdirs import user_config_path
from pydantic import BaseModel, ConfigDict, Field

from ..documents import read_toml
from ..sheets import Misprint
from ..workspace import WorkspaceError, read_input, write_whole

# The most that printers are believed to miss by, millimetres and degrees: what is more was read wrongly.
MOST_OFF, MOST_TURNED = 20.0, 5.0
Offset = Annotated[float, Field(ge=-MOST_OFF, le=MOST_OFF, allow_inf_nan=False)]
Angle = Annotated[float, Field(ge=-MOST_TURNED, le=MOST_TURNED, allow_inf_nan=False)]


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    right: Offset = 0
    up: Offset = 0
    turned: Angle = 0


class _Printers(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    printers: dict[str, _Entry] = {}


def printers_path() -> Path:
    """Return where printers are remembered: ``wildmix/printers.toml`` among the user's settings."""
    return user_config_path("wildmix", appauthor=False) / "printers.toml"


def known_printers() -> dict[str, Misprint]:
    """Return all remembered printers; raises WorkspaceError if the file cannot be used."""
    path = printers_path()
    if not path.is_file():
        return {}
    read, findings = read_toml(read_input(path), str(path), _Printers)
    if read is None:
        place = findings[0].span
        raise WorkspaceError(f"{path}:{place.line if place else 1}: {findings[0].message}")
    return {name: Misprint(entry.right, entry.up, entry.turned) for name, entry in read.printers.items()}


def printer(name: str) -> Misprint:
    """Return what is remembered of a printer; raises WorkspaceError for an unknown one."""
    known = known_printers()
    if name not in known:
        listed = ", ".join(sorted(known)) or "none"
        raise WorkspaceError(f"printer `{name}` is not known (known: {listed}); see `wildmix print calibrate --help`")
    return known[name]


def remember(name: str, misprint: Misprint) -> Path:
    """Remember a printer, in place of what was known of it, and return the file.

    Raises WorkspaceError, touching nothing, for a fault that no printer has, and for a name of no letters.
    """
    if not name.strip() or not name.isprintable():
        raise WorkspaceError(f"`{name}` is no name for a printer")
    if abs(misprint.turned) > MOST_TURNED:
        raise WorkspaceError(
            f"these readings tell of a back turned by {misprint.turned:.1f}°, more than {MOST_TURNED:g}°: read the "
            "scales again"
        )
    known = {**known_printers(), name: misprint}
    document = tomlkit.document()
    document.add(
        tomlkit.comment("How far each printer misses with the back: mm to the right and up, degrees counter-clockwise.")
    )
    document["printers"] = {
        key: {"right": _rounded(one.right, 2), "up": _rounded(one.up, 2), "turned": _rounded(one.turned, 3)}
        for key, one in sorted(known.items())
    }
    path = printers_path()
    write_whole(path, tomlkit.dumps(document).encode("utf-8"))
    return path


def _rounded(value: float, places: int) -> float:
    return round(value, places) + 0.0  # never -0.0
