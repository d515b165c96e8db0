"""Settings of all tests, and the server on this computer that stands for all hosts and services."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from loopback import Web, web
from sources_samples import Place

# Machines are noisy: no law fails because one example was slow.
settings.register_profile("wildmix", deadline=None)
settings.load_profile("wildmix")


@pytest.fixture
def server() -> Iterator[Web]:
    with web() as running:
        yield running


@pytest.fixture
def place(tmp_path: Path, server: Web) -> Place:
    """A workspace whose sources are all on that server."""
    return Place(tmp_path, server)
