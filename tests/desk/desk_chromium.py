"""The desk as people use it: served by the command, opened in the Chromium of the system."""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import bundled
import pytest
from playwright.sync_api import Page, sync_playwright

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
needs_browser = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium here (`apt-get install chromium`): the desk is not tested in a browser"
)
OURS = ("http://127.0.0.1:", "file:", "data:")
PATIENCE = 90_000.0
"""Milliseconds: machines may be busy with other tests."""

WIDE, NARROW = {"width": 1200, "height": 800}, {"width": 360, "height": 780}


class Served:
    """`wildmix desk` at work in a workspace."""

    def __init__(self, here: Path, *options: str) -> None:
        self.here = here
        self._process = subprocess.Popen(
            [bundled.WILDMIX, "desk", "--no-browser", *options],
            cwd=here,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().strip()
        self.base = self.address.partition("/enter/")[0]

    def kill(self) -> None:
        """End it as a power cut would."""
        self._process.send_signal(signal.SIGKILL)
        self._process.communicate(timeout=20)

    def stop(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        """End it as people do; return its status and what it complained of."""
        if self._process.poll() is None:
            self._process.send_signal(number)
        _, complaints = self._process.communicate(timeout=20)
        return self._process.returncode, complaints


@contextmanager
def served(here: Path, *options: str) -> Iterator[Served]:
    desk = Served(here, *options)
    try:
        yield desk
    finally:
        desk.stop()


@contextmanager
def chromium(**settings: Any) -> Iterator[Page]:
    """A page of a new browser; what goes wrong in it fails the test."""
    faults: list[str] = []
    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox"] if os.name == "posix" and os.geteuid() == 0 else []
        )
        context = browser.new_context(**{"viewport": WIDE, "locale": "de-DE", **settings})
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        page.on("request", lambda asked: None if asked.url.startswith(OURS) else faults.append(asked.url))
        try:
            yield page
        finally:
            browser.close()
    assert not faults, "\n".join(faults)


def enter(page: Page, desk: Served) -> None:
    page.goto(desk.address)
    page.wait_for_url(f"{desk.base}/")


def ready(page: Page, address: str) -> None:
    """Open a page and wait until all that takes longer is worked out."""
    page.goto(address)
    settled(page)


def settled(page: Page) -> None:
    """Wait until a page has no more to load, and is not shown anew by itself."""
    page.locator("meta[http-equiv=refresh]").wait_for(state="detached")
    page.wait_for_load_state("networkidle")
