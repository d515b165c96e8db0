"""The tables beside the code: languages and profiles."""

from pkgutil import get_data  # importlib.resources would load archives, random numbers and temporary files with it
from typing import Any


def read_toml(name: str) -> dict[str, Any]:
    """Return the table called `name` in this package."""
    import tomllib  # noqa: PLC0415 - slow to load, needed with the first expression

    data = get_data(__package__, name)
    assert data is not None  # noqa: S101 - the table is part of the package
    return tomllib.loads(data.decode("utf-8"))
