"""What the desk does: the same as the commands, at once, and never over what somebody else did."""

import io
import json
import re
import subprocess
from datetime import date
from pathlib import Path
from threading import Thread

import bundled
from desk_client import Browser, browser, hidden
from werkzeug.test import TestResponse

from pipeline.workspace import Workspace

TODAY = date.today().isoformat()
ENTRY = "CORR-frauen-018"
SOURCE = "book: Vasari; locator: S. 12; states: 1503-1507 | book: Zöllner; locator: S. 3; states: 1507"


def files(here: Browser) -> dict[str, bytes]:
    return {name: data for name, data in bundled.contents(here.desk.workspace.root).items() if name.startswith("data/")}


def wildmix(here: Path, *words: str, status: int = 0) -> None:
    done = subprocess.run([bundled.WILDMIX, *words], cwd=here, capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stdout + done.stderr


def decide(here: Browser, name: str, decision: str, **parts: str) -> TestResponse:
    seen = hidden(here.page(f"/letters/{name}"))["seen"]
    return here.post(f"/letters/{name}/{decision}", {"seen": seen, **parts})


def act(here: Browser, code: str, action: str) -> TestResponse:
    page = here.page(f"/editions/{code}").replace("&#34;", '"')
    seen = re.search(r'name="seen" value="(\{.*?\})"', page)
    assert seen
    return here.post(f"/editions/{code}/{action}", {"seen": seen[1]})


def test_from_letter_to_release_the_desk_writes_what_the_commands_write(tmp_path: Path) -> None:
    for name in ("desk", "commands"):
        (tmp_path / name).mkdir()
    here, there = browser(tmp_path / "desk"), bundled.copy(tmp_path / "commands")
    letter = {"card": "frauen:F011", "field": "year", "new": "1889", "reason": "Ein Leser.", "source": SOURCE}
    seen = hidden(here.page("/letters/new?" + "&".join(f"{name}={value}" for name, value in letter.items())))["seen"]
    taken = here.post("/letters", {**letter, "seen": seen})
    assert (taken.status_code, taken.location) == (303, "/letters/CORR-frauen-019")
    for name, decision, parts in (
        ("CORR-frauen-019", "hold", {"note": "Noch einmal nachsehen."}),
        ("CORR-frauen-019", "verify", {"source": "book: Ein Buch; locator: S. 1; states: 1889"}),
        (ENTRY, "reject", {"note": "Nicht zu belegen."}),
    ):
        assert decide(here, name, decision, **parts).status_code == 303
    assert act(here, "frauen", "make").status_code == 303
    assert act(here, "frauen", "release").status_code == 303

    report = ("corrigenda", "report", "--card", "frauen:F011", "--new", "1889", "--reason", "Ein Leser.")
    wildmix(there, *report, *(f"--source={part.strip()}" for part in SOURCE.split("|")))
    wildmix(there, "corrigenda", "hold", "CORR-frauen-019", "--note", "Noch einmal nachsehen.")
    source = "--source=book: Ein Buch; locator: S. 1; states: 1889"
    wildmix(there, "corrigenda", "verify", "CORR-frauen-019", source)
    wildmix(there, "corrigenda", "reject", ENTRY, "--note", "Nicht zu belegen.")
    wildmix(there, "corrigenda", "apply", "frauen", "--edition", "3")
    wildmix(there, "corrigenda", "release", "frauen", "--edition", "3")
    expected = {name: data for name, data in bundled.contents(there).items() if name.startswith("data/")}
    assert files(here) == expected
    assert b"1889" in expected["data/decks/frauen/3.csv"]


def test_what_cannot_be_is_refused_with_the_reason_of_the_command(tmp_path: Path) -> None:
    here = browser(tmp_path)
    before = files(here)
    no_source = decide(here, ENTRY, "verify", new="1507")
    assert no_source.status_code == 422
    assert "nothing written: the decision would bring errors" in no_source.text
    assert "a source that says where to look" in no_source.text
    assert decide(here, ENTRY, "reject").status_code == 303  # its letter gave a reason
    assert decide(here, "CORR-frauen-001", "reject", note="x").status_code == 422
    assert here.post("/letters/CORR-frauen-001/burn", {"seen": ""}).status_code == 422
    changed = {name for name, data in files(here).items() if before[name] != data}
    assert changed == {"data/decks/frauen/corrigenda.json"}


def test_a_stale_decision_is_refused_with_what_changed(tmp_path: Path) -> None:
    here = browser(tmp_path)
    page = hidden(here.page(f"/letters/{ENTRY}"))
    wildmix(here.desk.workspace.root, "corrigenda", "hold", ENTRY, "--by", "author")
    before = files(here)
    answer = here.post(f"/letters/{ENTRY}/reject", {"seen": page["seen"], "note": "x"})
    assert answer.status_code == 409
    assert f"{ENTRY} is on hold by now" in answer.text
    assert "author" in answer.text
    assert files(here) == before


def test_what_was_written_is_not_lost_by_a_refusal(tmp_path: Path) -> None:
    here = browser(tmp_path)
    sent = {"seen": "old", "note": "Nach langem <b>Suchen</b>."}
    answer = here.post(f"/letters/{ENTRY}/reject", sent)
    assert answer.status_code == 409
    assert "Nach langem &lt;b&gt;Suchen&lt;/b&gt;.</textarea>" in answer.text
    assert f'href="/letters/{ENTRY}"' in answer.text
    assert f'href="/letters/{ENTRY}?lang=de"' in answer.text
    letter = {"card": "frauen:F011", "field": "year", "new": "1889", "reason": "Ein Brief & mehr", "seen": "old"}
    answer = here.post("/letters", letter)
    assert answer.status_code == 409
    assert 'href="/letters/new?lang=de"' in answer.text
    back = re.search(r'href="(/letters/new[?]card[^"]*)"', answer.text)
    assert back
    assert 'value="Ein Brief &amp; mehr"' in here.page(back[1].replace("&amp;", "&"))


SENT = (
    "/letters/CORR-frauen-018/verify",
    "/letters/CORR-frauen-018/supersede",
    "/letters",
    "/letters/table",
    "/editions/frauen/make",
    "/editions/frauen/release",
    "/duplicates/frauen:F045/seefahrer:S084",
    "/duplicates/frauen:F045/seefahrer:S084/letter",
    "/print/printer",
)


def test_every_refusal_leads_to_pages_that_are_there(tmp_path: Path) -> None:
    here = browser(tmp_path)
    for path in SENT:
        answer = here.post(path, {"seen": "old", "successor": "CORR-frauen-001", "wrong": "frauen:F045"})
        assert answer.status_code in {409, 422}, path
        links = re.findall(r'<a (?:class="button[^"]*" )?href="([^"]+)"', answer.text)
        assert any("lang=" in link for link in links), path
        for link in links:
            assert here.get(link.replace("&amp;", "&")).status_code in {200, 303}, (path, link)


def test_a_stale_letter_is_refused(tmp_path: Path) -> None:
    here = browser(tmp_path)
    letter = {"card": "frauen:F011", "field": "year", "new": "1889", "reporter": "letter-1"}
    seen = hidden(here.page("/letters/new?" + "&".join(f"{name}={value}" for name, value in letter.items())))["seen"]
    report = ("corrigenda", "report", "--card", "frauen:F011", "--new", "1889", "--reporter", "letter-2")
    wildmix(here.desk.workspace.root, *report)
    before = files(here)
    answer = here.post("/letters", {**letter, "seen": seen})
    assert answer.status_code == 409
    assert "was reported before as CORR-frauen-019" in answer.text
    assert files(here) == before


def test_a_stale_edition_is_refused_with_what_changed(tmp_path: Path) -> None:
    here = browser(tmp_path)
    page = here.page("/editions/frauen").replace("&#34;", '"')
    seen = re.search(r'name="seen" value="(\{.*?\})"', page)
    assert seen
    wildmix(here.desk.workspace.root, "corrigenda", "verify", ENTRY, "--new", "1503–1507", f"--source={SOURCE}")
    before = files(here)
    answer = here.post("/editions/frauen/make", {"seen": seen[1]})
    assert answer.status_code == 409
    assert ENTRY in answer.text
    assert files(here) == before


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


def browser_again(here: Browser) -> Browser:
    """A new desk on the same workspace, as after a crash."""
    return Browser(here.desk.workspace.root).enter()


def test_the_score_is_hidden_until_decided(tmp_path: Path) -> None:
    here = browser(tmp_path)
    open_pairs(here)
    path, sent = next_pair(here)
    assert "Score <strong>" not in here.page(path)
    assert "Score <strong>" in here.page(f"{path}?score=1")
    assert "Score <strong>" not in here.page(f"{path}?score=0")
    here.post(path, {**sent, "reply": "same"})
    assert "Score <strong>" in here.page(path)


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


def test_entries_are_decided_together_only_as_they_were_shown(tmp_path: Path) -> None:
    here = browser(tmp_path)
    root = here.desk.workspace.root

    def report(card: str, new: str, *more: str) -> None:
        wildmix(root, "corrigenda", "report", "--card", card, "--new", new, "--reason", "Ein Brief.", *more)

    report("frauen:F011", "1889", "--group", "autos")
    report("frauen:F012", "1888", "--group", "autos")
    alone = hidden(here.page("/letters/CORR-frauen-019"))["seen"]
    report("frauen:F013", "1887", "--group", "autos")
    before = files(here)
    answer = here.post("/letters/CORR-frauen-019/withdraw", {"seen": alone})
    assert answer.status_code == 409
    assert "CORR-frauen-021" in answer.text
    both = hidden(here.page("/letters/CORR-frauen-019"))["seen"]
    wildmix(root, "corrigenda", "report", "--card", "frauen:F012", "--new", "1888", "--reporter", "letter-7")
    assert here.post("/letters/CORR-frauen-019/withdraw", {"seen": both}).status_code == 409
    assert decide(here, "CORR-frauen-019", "withdraw").status_code == 303
    entries = json.loads(here.desk.workspace.corrigenda_path("frauen").read_bytes())["corrigenda"]
    assert {entry["status"] for entry in entries[-3:]} == {"withdrawn"}
    assert files(here) != before


def test_a_successor_that_changed_takes_no_place(tmp_path: Path) -> None:
    here = browser(tmp_path)
    root = here.desk.workspace.root
    for new in ("1889", "1890"):
        wildmix(root, "corrigenda", "report", "--card", "frauen:F011", "--new", new, "--reason", "Ein Brief.")
    seen = hidden(here.page("/letters/CORR-frauen-019"))["seen"]
    wildmix(root, "corrigenda", "hold", "CORR-frauen-020", "--by", "author")
    sent = {"seen": seen, "successor": "CORR-frauen-020"}
    answer = here.post("/letters/CORR-frauen-019/supersede", sent)
    assert answer.status_code == 409
    assert "CORR-frauen-020 is on hold by now" in answer.text
    again = {**sent, "seen": hidden(here.page("/letters/CORR-frauen-019"))["seen"]}
    assert here.post("/letters/CORR-frauen-019/supersede", again).status_code == 303


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


def test_a_table_of_letters_is_taken_in_as_by_the_command(tmp_path: Path) -> None:
    for name in ("desk", "commands"):
        (tmp_path / name).mkdir()
    here, there = browser(tmp_path / "desk"), bundled.copy(tmp_path / "commands")
    table = (
        "letter,card,field,new,reason\n"
        "letter-1,frauen:F011,year,1889,Ein Leser.\n"
        "letter-2,frauen:F999,year,1889,Unbekannt.\n"
        "letter-3,seefahrer:S001,year,c. 1766,Ein Leser.\n"
    )
    (there / "letters.csv").write_text(table, encoding="utf-8")
    answer = here.post("/letters/table", {"table": (io.BytesIO(table.encode()), "../../letters.csv")})
    assert answer.status_code == 303
    wildmix(there, "corrigenda", "report", "--letters=letters.csv", status=1)
    assert files(here) == {name: data for name, data in bundled.contents(there).items() if name.startswith("data/")}
    shown = here.page(answer.location or "")
    assert "WM406" in shown
    assert "letter-2" in shown


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


def test_what_no_state_allows_is_not_offered(tmp_path: Path) -> None:
    here = browser(tmp_path)
    assert 'CORR-frauen-001/verify"' not in here.page("/letters/CORR-frauen-001")
    assert f'{ENTRY}/verify"' in here.page(f"/letters/{ENTRY}")
