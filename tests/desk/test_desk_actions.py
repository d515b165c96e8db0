"""What the desk does: the same as the commands, at once, and never over what somebody else did."""

import io
import json
import re
from datetime import date
from pathlib import Path

import bundled
from desk_client import Browser, browser, files, hidden, wildmix
from werkzeug.test import TestResponse

TODAY = date.today().isoformat()
ENTRY = "CORR-frauen-018"
SOURCE = "book: Vasari; locator: S. 12; states: 1503-1507 | book: Zöllner; locator: S. 3; states: 1507"


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


def test_a_proposed_year_is_read_in_the_language_of_its_series(tmp_path: Path) -> None:
    """How it is understood is shown before it is taken in; other words are offered in its language."""
    here = browser(tmp_path, language="de")
    page = here.page("/letters/new?card=frauen:F011&new=51+BC")
    assert "Das Jahr bedeutet: 51 v. Chr." in page
    assert "In der Sprache der Serie schreibt man es „51 v. Chr.“" in page
    assert 'href="/letters/new?card=frauen:F011&amp;new=51+v.+Chr."' in page
    plain = here.page("/letters/new?card=frauen:F011&new=51+v.+Chr.")
    assert "Das Jahr bedeutet: 51 v. Chr." in plain
    assert "schreibt man es" not in plain
    before = files(here)
    refused = here.page("/letters/new?card=frauen:F011&new=irgendwann+im+Mai")
    assert "Das neue Jahr <code>irgendwann im Mai</code> ist nicht lesbar: <code>irgendwann</code> ist" in refused
    assert 'data-key="t"' not in refused
    seen = "new CORR-frauen-019"
    sent = {"card": "frauen:F011", "field": "year", "new": "irgendwann im Mai", "seen": seen}
    assert here.post("/letters", sent).status_code == 422
    assert files(here) == before


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
    wildmix(here.desk.workspace.root, "corrigenda", "apply", "frauen", "--edition", "3")
    wildmix(here.desk.workspace.root, "corrigenda", "release", "frauen", "--edition", "3")
    before = files(here)
    answer = here.post("/editions/frauen/release", {"seen": seen[1]}, **{"Accept-Language": "de"})
    assert answer.status_code == 409
    assert f"Inzwischen ist anders: Auflage 3, {ENTRY}, frauen/3." in re.sub("<[^>]+>", "", answer.text)
    assert files(here) == before


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


def test_what_no_state_allows_is_not_offered(tmp_path: Path) -> None:
    here = browser(tmp_path)
    assert 'CORR-frauen-001/verify"' not in here.page("/letters/CORR-frauen-001")
    assert f'{ENTRY}/verify"' in here.page(f"/letters/{ENTRY}")


def test_what_an_edition_took_up_is_taken_out_again_as_by_the_command(tmp_path: Path) -> None:
    for name in ("desk", "commands"):
        (tmp_path / name).mkdir()
    here, there = browser(tmp_path / "desk", language="de"), bundled.copy(tmp_path / "commands")
    verify = ("corrigenda", "verify", ENTRY, "--new", "1503–1507", f"--source={SOURCE}")
    for root in (here.desk.workspace.root, there):
        wildmix(root, *verify)
        wildmix(root, "corrigenda", "apply", "frauen", "--edition", "3")
    page = here.page(f"/letters/{ENTRY}")
    assert "Aus der Auflage 3 nehmen" in page
    stale = hidden(page)["seen"]
    answer = decide(here, ENTRY, "revert", note="Doch nicht.")
    assert (answer.status_code, answer.location) == (303, f"/letters/{ENTRY}")
    wildmix(there, "corrigenda", "revert", ENTRY, "--note", "Doch nicht.")
    assert files(here) == {name: data for name, data in bundled.contents(there).items() if name.startswith("data/")}
    again = here.post(f"/letters/{ENTRY}/revert", {"seen": stale})
    assert again.status_code == 409
    refused = decide(here, ENTRY, "revert")
    assert refused.status_code == 422
    assert "Gemeinsam zurücknehmen lassen sich nur Einträge" in refused.text
    released = decide(here, "CORR-frauen-001", "revert")
    assert "Die Auflage 2 ist erschienen und ändert sich nie mehr" in released.text
    assert "Aus der Auflage" not in here.page("/letters/CORR-frauen-001")


def test_the_lists_are_published_as_by_the_command(tmp_path: Path) -> None:
    for name in ("desk", "commands"):
        (tmp_path / name).mkdir()
    here, there = browser(tmp_path / "desk"), bundled.copy(tmp_path / "commands")
    assert here.post("/letters/publish", {}).status_code == 303
    wildmix(there, "corrigenda", "publish")
    folders = [root / "print/out/corrigenda" for root in (here.desk.workspace.root, there)]
    written, expected = ({path.name: path.read_bytes() for path in folder.iterdir()} for folder in folders)
    assert len(expected) > 10
    assert written == expected
    assert "print/out/corrigenda: " in here.page("/letters")


def test_a_mix_is_drawn_as_by_the_command(tmp_path: Path) -> None:
    for name in ("desk", "commands"):
        (tmp_path / name).mkdir()
    here, there = browser(tmp_path / "desk", language="de"), bundled.copy(tmp_path / "commands")
    unchanged = here.page("/mix/wildmix/recipe")
    assert "Keine Karte ändert sich." in unchanged
    assert re.search(r'data-key="m" disabled', unchanged)
    for root in (here.desk.workspace.root, there):
        recipe = root / "data/decks/wildmix.mix.toml"
        recipe.write_text(recipe.read_text(encoding="utf-8").replace("seed = 1783", "seed = 1784"), encoding="utf-8")
    seen = hidden(here.page("/mix/wildmix/recipe"))["seen"]
    assert here.post("/mix/wildmix/make", {"seen": "old"}).status_code == 409
    assert here.post("/mix/wildmix/make", {"seen": seen}).status_code == 303
    wildmix(there, "mix", "wildmix")
    assert files(here) == {name: data for name, data in bundled.contents(there).items() if name.startswith("data/")}
    assert here.get("/mix/nothing/recipe").status_code == 404
    assert here.post("/mix/nothing/make", {"seen": seen}).status_code == 404


def test_a_mix_that_cannot_be_says_why(tmp_path: Path) -> None:
    here = browser(tmp_path, language="de")
    recipe = here.desk.workspace.recipe_path("wildmix")
    recipe.write_text(recipe.read_text(encoding="utf-8") + '\n[[series]]\ncode = "nirgends"\n', encoding="utf-8")
    page = here.page("/mix/wildmix/recipe")
    assert "Rezept nennt eine unbekannte Serie" in page
    assert "So, wie die Dinge liegen, ist diese Mischung nicht möglich." in page
    before = files(here)
    assert here.post("/mix/wildmix/make", {"seen": ""}).status_code == 422
    assert files(here) == before
