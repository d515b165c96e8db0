"""One desk: the workspace, what was read of it, the pictures of its cards, and the pairs to be judged."""

import threading
from contextlib import suppress
from typing import cast

from flask import current_app

from ..office import Notes
from ..workspace import Workspace, WorkspaceError
from .pairs import Pairs
from .pictures import Painter
from .shelf import Shelf


class Desk:
    """What all pages share."""

    def __init__(self, workspace: Workspace, by: str = "editor") -> None:
        """Open the desk of a workspace; `by` is the role of whoever decides."""
        self.workspace = workspace
        self.by = by
        self.shelf = Shelf(workspace)
        self.painter = Painter(workspace)
        self.pairs = Pairs(self.shelf)
        self._warmer = threading.Thread(target=self._warm_more, name="wildmix-desk-warm", daemon=True)

    def notes(self) -> Notes:
        """Return a journal for one action."""
        return Notes(self.workspace)

    def warm(self) -> None:
        """Read all decks, so that the first page comes at once; the rest follows in the background."""
        for name in self.shelf.names():
            with suppress(WorkspaceError):
                self.shelf.rows(name)
        for code in self.shelf.codes:
            with suppress(WorkspaceError):
                self.shelf.dossier(code)
        self._warmer.start()

    def _warm_more(self) -> None:
        """Load what the first picture and the first search for pairs need; what fails is told where it is asked for."""
        with suppress(Exception):
            self.painter.warm()
        for name in self.shelf.newest():
            with suppress(Exception):
                self.shelf.findings(name)
        with suppress(Exception):
            self.pairs.questions(asked=False)
        with suppress(Exception):
            self.pairs.warm()

    def close(self) -> None:
        """Begin nothing any more."""
        self.shelf.close()


def desk() -> Desk:
    """Return the desk that the request came to."""
    return cast("Desk", current_app.extensions["wildmix"])
