"""The report: one file with everything in it, whatever the cards say."""

import json
import re
from dataclasses import replace
from pathlib import Path

import bundled
import pytest
from click.testing import CliRunner

from pipeline.cli import main
from pipeline.diagnostics import finding
from pipeline.duplicates import compare
from pipeline.publish.report import Part, code, report, report_words
from pipeline.publish.speech import common_words
from pipeline.workspace import Workspace

FOREIGN = re.compile(r"""(?:src|href|url)\s*[=(]\s*["']?(?!#|data:)([^"'\s>)]+)""")


@pytest.fixture(scope="module")
def space(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    return Workspace(bundled.copy(tmp_path_factory.mktemp("report")))


def written(space: Workspace, *words: str, status: int = 0) -> str:
    done = CliRunner().invoke(main, ["--workspace", str(space.root), "report", *words])
    assert done.exit_code == status, done.output
    (path,) = re.findall(r"(?:wrote|unchanged:) (\S+\.html):", done.output)
    return Path(path).read_text(encoding="utf-8")


def test_one_file_holds_all(space: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(space.root)
    page = written(space, "frauen")
    assert FOREIGN.findall(page) == []
    assert "default-src 'none'" in page
    assert "<script" not in page
    assert page.count("data:image/png;base64,") == 200
    assert page.count('class="timeline"') == 1
    assert "CORR-frauen-018" in page
    assert page.count("seefahrer:S084") == 1
    assert '<html lang="de">' in page
    links = set(re.findall(r'href="#([^"]+)"', page))
    assert links <= set(re.findall(r'\bid="([^"]+)"', page))


def test_without_decks_all_series_are_in_one_page(space: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(space.root)
    page = written(space, "--no-proof", "--language", "en")
    assert page.count("<article") == 4
    assert "data:image/png" not in page
    assert "Made by wildmix" in page
    assert written(space, "--no-proof", "--language", "en") == page


def test_a_mix_has_no_list(space: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(space.root)
    page = written(space, "wildmix", "--no-proof", "--out", "mix.html")
    assert ">Corrigenda<" not in page
    assert page.count('id="frauen:F') + page.count('id="seefahrer:S') == 96


@pytest.mark.parametrize("language", ["de", "en"])
def test_page_and_terminal_tell_the_same_findings(tmp_path: Path, language: str) -> None:
    """Warnings of cards, of the list of corrigenda and of files that belong to no deck: each once, on both."""
    here = bundled.copy(tmp_path)
    series = here / "data/decks/frauen/series.toml"
    series.write_text(series.read_text(encoding="utf-8") + '\n[severity]\nWM305 = "error"\n', encoding="utf-8")
    deck = here / "data/decks/seefahrer/2.csv"
    deck.write_text(deck.read_text(encoding="utf-8").replace("1932,1932,1932,1932", "1923,1923,1923,1923"), "utf-8")
    decisions = here / "data/decks/duplicates.csv"
    decisions.write_text(decisions.read_text(encoding="utf-8") + "nothing:X1,nothing:X2,same,2026-01-01,,,\n", "utf-8")
    out = tmp_path / "page.html"
    command = ["--workspace", str(here), "report", "--no-proof", "--language", language, "--out", str(out)]
    done = CliRunner().invoke(main, [*command, "--format", "json"])
    told = sorted(found["code"] for found in json.loads(done.output)["findings"])
    shown = sorted(re.findall(r'<small class="code">(WM\d{3})</small>', out.read_text(encoding="utf-8")))
    assert told == ["WM005", "WM307", "WM511"]
    assert shown == told


def test_an_unknown_deck_is_wrong_usage(space: Workspace) -> None:
    done = CliRunner().invoke(main, ["--workspace", str(space.root), "report", "nothing"])
    assert done.exit_code == 2
    assert not (space.print_folder / "out" / "nothing-report.html").exists()


@pytest.mark.parametrize("turning", ["\u202e", "\u202d", "\u202a", "\u2067", "\u2068", "\u2069", "\u202c"])
def test_no_text_turns_the_words_around_it(turning: str) -> None:
    assert code(f"the year `{turning}3091` <i>") == "the year <code>\ufffd3091</code> &lt;i&gt;"


def test_what_cards_say_is_data(space: Workspace) -> None:
    deck = space.load_edition("frauen").deck
    assert deck is not None
    hostile = "</style></svg><script>alert(1)</script>\"' onload=x"
    first = deck.cards[0].model_copy(update={"event": {"de": hostile}, "year": hostile})
    bad = replace(deck, cards=(first, *deck.cards[1:3]))
    found = finding("WM301", hostile, card=first.id, series="frauen")
    pair = compare(first, deck.cards[1])
    cards = {card.key: card for card in bad}
    page = report(hostile, [Part(bad, "de", [found], None, [replace(pair, verdict="conflict")], cards)], "de", 2026)
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert page.count("</style>") == 1


def test_all_words_of_the_report_are_used() -> None:
    template = (bundled.ROOT / "pipeline/publish/templates/report.html").read_text(encoding="utf-8")
    code = (bundled.ROOT / "pipeline/publish/report.py").read_text(encoding="utf-8")
    said = re.findall(r'say\("([^"]+)"', template + code) + re.findall(r"say\('([^']+)'", template)
    beginnings = tuple(key for key in said if key.endswith(" "))
    assert {key for key in report_words() if key not in said and not key.startswith(beginnings)} == {"front", "back"}
    assert {key for key in said if key not in {**common_words(), **report_words()} and key not in beginnings} == set()
