"""Pairs judged at the desk: each answer at once, each taken back, never over what somebody else decided."""

import json
import re
from datetime import date
from pathlib import Path
from threading import Event, Thread

from desk_client import Browser, browser, files, hidden, wildmix
from werkzeug.test import TestResponse

from pipeline.workspace import Workspace

TODAY = date.today().isoformat()
ENTRY = "CORR-frauen-018"
SOURCE = "book: Vasari; locator: S. 12; states: 1503-1507 | book: Zöllner; locator: S. 3; states: 1507"


def open_pairs(here: Browser) -> None:
    """Forget all decisions, so that there is something to judge."""
    path = here.desk.workspace.decisions_path
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[0])


def next_pair(here: Browser) -> tuple[str, dict[str, str]]:
    here.page("/duplicates")
    path = here.get("/duplicates").location
    assert path
    return path, seal_of(here, path)


def decisions(here: Browser) -> list[str]:
    return here.desk.workspace.decisions_path.read_text(encoding="utf-8").splitlines()[1:]


def test_every_answer_is_kept_at_once_and_any_number_is_taken_back(tmp_path: Path) -> None:
    here = browser(tmp_path)
    open_pairs(here)
    judged = []
    for number, reply in enumerate(("same", "later", "different", "same", "conflict"), 1):
        path, sent = next_pair(here)
        judged.append(path)
        assert here.post(path, {**sent, "reply": reply}).status_code == 303
        assert len(decisions(here)) == number - (number > 1)
    assert len(set(judged)) == 5
    again = browser_again(here)
    for left in (3, 2, 1, 1, 0):
        answer = again.post("/duplicates/undo", undo_form(again, judged[-1]))
        assert answer.location == judged.pop()
        assert len(decisions(again)) == left
    assert "nothing to undo" in again.page(again.post("/duplicates/undo", {}).location or "")


def undo_form(here: Browser, path: str) -> dict[str, str]:
    """What the form to take back holds on the page of a pair."""
    form = re.search(r'<form method="post" action="/duplicates/undo">(.*?)</form>', here.page(path), re.DOTALL)
    assert form
    return hidden(form[1])


def test_the_score_is_hidden_until_decided(tmp_path: Path) -> None:
    here = browser(tmp_path)
    open_pairs(here)
    path, sent = next_pair(here)
    assert "Score <strong>" not in here.page(path)
    assert "Score <strong>" in here.page(f"{path}?score=1")
    assert "Score <strong>" not in here.page(f"{path}?score=0")
    here.post(path, {**sent, "reply": "same"})
    assert "Score <strong>" in here.page(path)


def test_a_german_page_says_in_german_why(tmp_path: Path) -> None:
    here = browser(tmp_path, language="de")
    open_pairs(here)
    page = here.page(f"{next_pair(here)[0]}?score=1")
    assert "; auf beiden steht <code>1720</code>" in page
    assert '<q lang="en">' not in page


def test_a_pair_that_somebody_else_judged_is_refused(tmp_path: Path) -> None:
    here = browser(tmp_path)
    open_pairs(here)
    path, sent = next_pair(here)
    a, b = path.split("/")[2:]
    wildmix(here.desk.workspace.root, "duplicates", "decide", a, b, "different", "--by", "author")
    before = decisions(here)
    answer = here.post(path, {**sent, "reply": "same"})
    assert answer.status_code == 409
    assert "different events" in answer.text
    assert decisions(here) == before


def test_an_answer_is_taken_back_only_if_it_still_stands(tmp_path: Path) -> None:
    here = browser(tmp_path)
    open_pairs(here)
    path, sent = next_pair(here)
    here.post(path, {**sent, "reply": "same"})
    a, b = path.split("/")[2:]
    sent = undo_form(here, path)
    wildmix(here.desk.workspace.root, "duplicates", "decide", a, b, "different", "--by", "author")
    answer = here.post("/duplicates/undo", sent)
    assert answer.status_code == 409
    assert "different" in answer.text
    assert "different" in decisions(here)[0]


def test_the_step_of_somebody_else_is_not_taken_back(tmp_path: Path) -> None:
    here = browser(tmp_path)
    open_pairs(here)
    path, sent = next_pair(here)
    here.post(path, {**sent, "reply": "same"})
    mine = undo_form(here, path)
    other = browser_again(here)
    theirs, sent = next_pair(other)
    assert other.post(theirs, {**sent, "reply": "different"}).status_code == 303
    before = decisions(here)
    answer = here.post("/duplicates/undo", mine)
    assert answer.status_code == 409
    assert all(key in answer.text for key in theirs.split("/")[2:])
    assert here.post("/duplicates/undo", {}).status_code == 409
    assert decisions(here) == before


def test_a_pair_decided_anew_at_another_desk_is_not_taken_back(tmp_path: Path) -> None:
    here = browser(tmp_path)
    open_pairs(here)
    path, sent = next_pair(here)
    here.post(path, {**sent, "reply": "same"})
    mine = undo_form(here, path)
    other = browser_again(here)
    other.page("/duplicates")
    assert other.post(path, {**seal_of(other, path), "reply": "different"}).status_code == 303
    answer = here.post("/duplicates/undo", mine)
    assert answer.status_code == 409
    assert "different events" in answer.text
    assert "different" in decisions(here)[0]


def seal_of(here: Browser, path: str) -> dict[str, str]:
    """What the form of the answers holds on the page of a pair."""
    return hidden(here.page(path).partition('class="answers"')[2].partition("</form>")[0])


def test_a_pair_is_not_put_off_that_somebody_else_judged(tmp_path: Path) -> None:
    here = browser(tmp_path)
    open_pairs(here)
    path, sent = next_pair(here)
    a, b = path.split("/")[2:]
    wildmix(here.desk.workspace.root, "duplicates", "decide", a, b, "different")
    assert here.post(path, {**sent, "reply": "later"}).status_code == 409


def test_a_conflict_becomes_a_letter_in_one_step(tmp_path: Path) -> None:
    here = browser(tmp_path)
    path = here.desk.workspace.edition_path("seefahrer", 2)
    text = path.read_text(encoding="utf-8").replace("1932,1932,1932,1932", "1923,1923,1923,1923")
    path.write_text(text, encoding="utf-8")
    pair = "/duplicates/frauen:F045/seefahrer:S084"
    page = here.page(pair)
    assert "9 years lie between them" in page
    kept = here.post(pair, {**hidden(page), "reply": "conflict"})
    assert kept.location == f"{pair}#letter"
    assert "make it a letter" in here.page(pair)
    assert here.post(f"{pair}/letter", {"wrong": "frauen:F045"}).status_code == 409
    answer = here.post(f"{pair}/letter", {**seal_of(here, pair), "wrong": "frauen:F045"})
    assert answer.location == "/letters/CORR-frauen-019"
    entry = json.loads(here.desk.workspace.corrigenda_path("frauen").read_bytes())["corrigenda"][-1]
    assert (entry["card"], entry["old"], entry["new"], entry["status"]) == ("F045", "1932", "1923", "reported")
    assert "seefahrer:S084" in entry["reason"]


def test_findings_do_not_wait_for_a_long_search(tmp_path: Path) -> None:
    shelf, found = browser(tmp_path).desk.shelf, Event()
    try:
        assert shelf.soon("search", (), lambda: found.wait(30)) is None
        assert shelf.soon("findings", (), lambda: "checked") == "checked"
    finally:
        found.set()


def test_a_command_that_holds_the_lock_is_waited_for(tmp_path: Path) -> None:
    here = browser(tmp_path)
    page = hidden(here.page(f"/letters/{ENTRY}"))
    answers: list[TestResponse] = []

    def send() -> None:
        answers.append(here.post(f"/letters/{ENTRY}/hold", {"seen": page["seen"], "note": "x"}))

    here.token()
    with Workspace(here.desk.workspace.root).lock():
        sending = Thread(target=send)
        sending.start()
        sending.join(0.3)
        assert answers == []
    sending.join(30)
    assert [answer.status_code for answer in answers] == [303]


def test_a_pair_is_waited_for_at_its_own_address(tmp_path: Path) -> None:
    here = browser(tmp_path)
    open_pairs(here)
    answer = here.get("/duplicates/frauen:F045/seefahrer:S084")
    assert answer.status_code == 200
    assert 'http-equiv="refresh"' in answer.text
    assert not answer.location


def test_without_a_conflict_there_is_no_letter(tmp_path: Path) -> None:
    here = browser(tmp_path)
    open_pairs(here)
    pair = "/duplicates/frauen:F045/seefahrer:S084"
    before = files(here)
    assert here.post(f"{pair}/letter", {**seal_of(here, pair), "wrong": "frauen:F045"}).status_code == 422
    assert files(here) == before


def browser_again(here: Browser) -> Browser:
    """A new desk on the same workspace, as after a crash."""
    return Browser(here.desk.workspace.root).enter()
