"""A server on this computer that stands for all hosts and services, and a workspace that asks it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from loopback import Web, web
from sources_samples import Place


@pytest.fixture
def server() -> Iterator[Web]:
    with web() as running:
        yield running


@pytest.fixture
def place(tmp_path: Path, server: Web) -> Place:
    return Place(tmp_path, server)
