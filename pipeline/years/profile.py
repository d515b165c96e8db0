"""The conventions by which years are meant: ``profiles.toml``, rule Y20."""

from functools import cache
from typing import Any, NamedTuple

from .errors import YearError
from .files import read_toml


class Profile(NamedTuple):
    """One set of conventions; the fields are explained in profiles.toml."""

    name: str
    circa: int
    century_start: int
    early: tuple[int, int]
    mid: tuple[int, int]
    late: tuple[int, int]
    window: int
    roman_centuries: bool
    leading: bool


@cache
def profiles() -> dict[str, Profile]:
    """Return every profile by its name."""
    rows = read_toml("profiles.toml")
    return {name: _profile(name, row) for name, row in rows.items()}


def _profile(name: str, row: dict[str, Any]) -> Profile:
    values: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
    return Profile(name=name, **values)


def profile_named(name: str) -> Profile:
    """Return the profile called `name`; raises YearError."""
    try:
        return profiles()[name]
    except KeyError:
        known = ", ".join(profiles())
        raise YearError("unknown-profile", f"there is no profile `{name}`; known are {known}") from None
