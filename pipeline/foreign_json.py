"""JSON that others wrote, where a fault needs no place: one exception for all that can be wrong with it."""

import json
from typing import Any


def parse_json(text: str | bytes) -> Any:
    """Return what a JSON text says; raises ValueError for one that is none, or that nests too deeply to be read."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
