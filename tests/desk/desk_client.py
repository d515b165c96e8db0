"""A desk without a browser: requests to the application on a copy of the bundled workspace."""

import re
import subprocess
import time
from pathlib import Path
from typing import Any

import bundled
from werkzeug.test import Client, TestResponse

from pipeline.desk.app import make_app
from pipeline.desk.desk import Desk
from pipeline.desk.guard import Guard
from pipeline.workspace import Workspace

PORT = 8123
BASE = f"http://127.0.0.1:{PORT}"
HIDDEN = re.compile(r'<input type="hidden" name="([a-z_]+)" value="([^"]*)">')


class Browser:
    """Opens pages, sends their forms back with what is hidden in them."""

    def __init__(self, here: Path, *, language: str = "en") -> None:
        self.desk = Desk(Workspace(here))
        self.guard = Guard(PORT)
        self.app = make_app(self.desk, self.guard)
        self.client = Client(self.app)
        self.language = language
        self.csrf = ""

    def enter(self) -> "Browser":
        assert self.get(f"/enter/{self.guard.token}").status_code == 200
        return self

    def get(self, path: str, **headers: str) -> TestResponse:
        sent = {"Accept-Language": self.language, **headers}
        return self.client.get(path, base_url=BASE, headers=sent, buffered=True)

    def page(self, path: str) -> str:
        """The text of a page that must be there, once all that takes longer is worked out."""
        for _ in range(200):
            answer = self.client.get(
                path, base_url=BASE, headers={"Accept-Language": self.language}, follow_redirects=True
            )
            assert answer.status_code == 200, (path, answer.text)
            if 'http-equiv="refresh"' not in answer.text:
                return answer.text
            time.sleep(0.05)
        raise AssertionError(f"{path} is never ready")

    def post(self, path: str, data: dict[str, Any], **headers: str) -> TestResponse:
        sent = {"Origin": BASE, "Accept-Language": self.language, **headers}
        return self.client.post(path, base_url=BASE, data={"csrf": self.token(), **data}, headers=sent)

    def token(self) -> str:
        if not self.csrf:
            self.csrf = hidden(self.page("/letters"))["csrf"]
        return self.csrf


def hidden(page: str) -> dict[str, str]:
    """What is hidden in the forms of a page."""
    return {name: value.replace("&#34;", '"').replace("&amp;", "&") for name, value in HIDDEN.findall(page)}


def browser(folder: Path, *, language: str = "en") -> Browser:
    return Browser(bundled.copy(folder), language=language).enter()


def files(here: Browser) -> dict[str, bytes]:
    return {name: data for name, data in bundled.contents(here.desk.workspace.root).items() if name.startswith("data/")}


def wildmix(here: Path, *words: str, status: int = 0) -> None:
    done = subprocess.run([bundled.WILDMIX, *words], cwd=here, capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stdout + done.stderr
