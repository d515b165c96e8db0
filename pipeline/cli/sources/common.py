"""What the verbs of sources share: the client, the answers that are known from earlier runs, the summary."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

import click

from ...fetch.asking import ask_all
from ...fetch.cache import DAY, Cache, open_cache
from ...fetch.client import AskError, Client, Manners
from ...workspace import CACHE, Fetching, WorkspaceError, write_whole
from ..common import Run
from ..render import counted

FILE = "web.sqlite"
HOUR = DAY / 24
FOREVER = float("inf")
_LONGEST = {"unknown": HOUR, "refused": -1.0}

Content = dict[str, Any]

max_age_option = click.option(
    "--max-age",
    type=click.FloatRange(min=0),
    default=7.0,
    show_default=True,
    metavar="DAYS",
    help="Ask anew what was answered longer ago; 0 asks everything.",
)
offline_option = click.option("--offline", is_flag=True, help="Ask nothing: only what earlier runs learned is told.")


class Desk:
    """Asks questions that earlier runs have not answered, and remembers the answers."""

    def __init__(self, run: Run, cache: Cache, max_age: float, *, offline: bool) -> None:
        """Take `max_age` in days."""
        self._run, self._cache = run, cache
        self._max_age = FOREVER if offline else max_age * DAY
        self._offline = offline
        self.services = fetching(run)
        self.client = Client(_manners(self.services))
        self.known = 0
        self.open = 0

    def answers(self, questions: Mapping[str, Callable[[], Content]], label: str) -> dict[str, Content]:
        """Return the answers by their questions; those that nobody answered, offline, are left out.

        What is uncertain is asked again after an hour; an answer with the key ``again`` is not remembered. Whether an
        address may be asked is decided each time: the settings may have changed.
        """
        found = {question: known for question in questions if (known := self._remembered(question))}
        self.known += len(found)
        missing = {question: ask for question, ask in questions.items() if question not in found}
        if not self._offline:
            try:
                for question, answer in self._run.progress(ask_all(self.client, missing), label, total=len(missing)):
                    found[question] = answer
                    if "again" not in answer:
                        self._cache.put(question, json.dumps(answer, ensure_ascii=False))
            except AskError as error:  # the only fault that is none of the sources'
                self._offline = True
                message = f"this computer seems to be offline ({str(error).partition(';')[0]}); nothing more is asked"
                self._run.usage_error(message)
        self.open += sum(question not in found for question in questions)
        return found

    def _remembered(self, question: str) -> Content | None:
        known = self._cache.get(question)
        if known is None:
            return None
        age, text = known
        content: Content = json.loads(text)
        longest = self._max_age if self._offline else _LONGEST.get(content.get("state", ""), self._max_age)
        return content if age <= min(longest, self._max_age) else None

    def summary(self) -> str:
        """Say how often the web was asked, and how often that was not needed."""
        asked = f"web: {counted(self.client.requests, 'requests')}, {counted(self.known, 'answers')} from the cache"
        return f"{asked}, {self.open} not asked" if self.open else asked


@contextmanager
def desk(run: Run, max_age: float, *, offline: bool) -> Iterator[Desk]:
    """Open the answers of earlier runs; without a workspace there are none."""
    path = None
    with suppress(WorkspaceError):
        path = run.workspace.root / CACHE / FILE
        with suppress(OSError):
            write_whole(path.parent / ".gitignore", b"*\n")
    with open_cache(path) as cache:
        yield Desk(run, cache, max_age, offline=offline)


def fetching(run: Run) -> Fetching:
    """Return how the web is asked, as usual without a workspace."""
    try:
        return run.workspace.config.fetch
    except WorkspaceError:
        return Fetching()


def _manners(config: Fetching) -> Manners:
    services = (config.archive, config.wikidata, config.doi)
    shared = config.model_dump(exclude={"archive", "wikidata", "doi"})
    return Manners(**shared, total=max(60.0, 3 * config.timeout), known=services)
