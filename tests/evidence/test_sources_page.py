"""The examples of docs/sources.md that need the web: run with a server on this computer in place of it.

``WILDMIX_UPDATE=1`` writes down what the commands print now, as for the other examples.
"""

import json
import os
import re
from pathlib import Path

from loopback import Handler, asked_about, says, says_json, web
from sources_samples import Place
from test_evidence_wikidata import claim

PAGE = Path(__file__).parent.parent.parent / "docs" / "sources.md"
BLOCK = re.compile(r"^```text\n\$ wildmix (.*)\n((?:.*\n)*?)```$", re.MULTILINE)
HOST = "http://www.example.org"  # as long as the address of the server, so that carets stay where they are


def archive(handler: Handler) -> None:
    copy = f"https://web.archive.org/web/20190506/{asked_about(handler)}"
    closest = {"available": True, "url": copy, "status": "200"}
    handler.answer(200, json.dumps({"archived_snapshots": {"closest": closest}}).encode())


def test_the_examples_print_what_the_page_says(tmp_path: Path) -> None:
    with web() as server:
        assert len(server.address) == len(HOST)
        server.pages |= {"/wayback/available": archive, "/mock": says(200), "/zeppelin": says(410)}
        dated = {"id": "Q3182", "claims": {"P585": [claim("+1937-05-06T00:00:00Z", 11)]}}
        server.pages["/wiki/Special:EntityData/Q3182.json"] = says_json({"entities": {"Q3182": dated}})
        place = Place(tmp_path, server)
        place.cards(
            ("1964", f"{server.address}/mock; locator: S. 3"),
            ("1973", f"{server.address}/zeppelin | Q3182"),
            ("1492", "ISBN 978-3-16-148410-1"),
        )

        def run(block: re.Match[str]) -> str:
            printed = place.run(*block[1].split()).output
            shown = printed.replace(server.address, HOST).replace(f"{tmp_path}/", "")
            return f"```text\n$ wildmix {block[1]}\n{shown}```"

        text = PAGE.read_text(encoding="utf-8")
        actual = BLOCK.sub(run, text)
    if os.environ.get("WILDMIX_UPDATE"):
        PAGE.write_text(actual, encoding="utf-8")
    assert len(BLOCK.findall(text)) == 2
    assert actual == text
