"""Bundled games of all rule sets, damaged: each is one error with its line and rule, and the game stops there."""

from pathlib import Path

import pytest

from pipeline.build.playing import Player
from pipeline.diagnostics import Severity
from pipeline.workspace import Workspace

ROOT = Path(__file__).parents[2]
DAMAGED = [
    ("we-can-play-risk-lost", '"F044"', '"F999"', "WM705", 1, "card `F999` is not in deck `frauen/2`"),
    ("we-can-play-risk-lost", ',"F080","F005","F042","F094"', "", "WM709", 9, "WCP-19: the removed cards must be"),
    ("we-can-play-risk-lost", '"anonymous":0', '"anonymous":2', "WM706", 1, "WCP-1: 0 anonymous cards"),
    ("we-can-play-risk-lost", '"do":"risk"', '"do":"stop"', "WM709", 6, "WCP-5: seat 0 acts, but seat 1 is on turn"),
    ("we-can-play-risk-lost", '"year":1400', f'"year":{"9" * 9000}', "WM707", 2, "the line is not valid JSON"),
    ("we-can-play-solo-three-mistakes", '"lost":1', '"lost":2', "WM710", 2, "claimed is `lost` 2, the rules give 1"),
    ("we-can-play-solo-three-mistakes", '"at":0', '"at":0,"cover":true', "WM709", 2, "WCS-2: there is no anonymous"),
    ("we-can-play-risk-lost", '"year":1400', '"year":' + "[" * 5000 + "]" * 5000, "WM707", 2, "nested too deeply"),
    ("we-can-play-risk-lost", '"players":["Ada"', '"players":["\\u001b[31mAda"', "WM701", 1, "letters that"),
    ("we-can-play-risk-lost", '"players":["Ada"', '"players":[" "', "WM701", 1, "letters that"),
    ("we-can-play-risk-lost", '"deck":', '"symbols":{"F999":"crown/quill"},"deck":', "WM705", 1, "`F999` is not"),
    ("assyrian-queens", '"P01"', '"P99"', "WM705", 1, "card `P99` is not in deck `assyrian-tiles/1`"),
    ("assyrian-queens", '"nation":12', '"nation":13', "WM710", 18, "claimed is `nation` 13, the rules give 12"),
    ("assyrian-queens", '["T2"]', '["T4"]', "WM709", 8, "ASY-6: one of `T1`, `T2`, `T3` is to be turned up"),
    ("assyrian-queens", "assyrian-tiles/1", "frauen/2", "WM712", 1, "frauen/2"),
    ("timeline-twist-play-off", '"card":"F085"', '"card":"F012"', "WM709", 5, "TTC-2: card `F012` is not in the hand"),
    ("timeline-twist-team-gap-taken", '"quill/wheel"', '"quill"', "WM706", 1, "TTK-7: `quill` is no pair of symbols"),
    ("timeline-twist-team-gap-taken", '"crown/quill"', '"crown/sun"', "WM709", 6, "TTK-7: card `F012` shows `quill`"),
    ("timeline-twist-team-25-points", '"score":25', '"score":26', "WM710", 32, "claimed is `score` 26"),
]  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGED, ids=lambda damage: f"{damage[0]}-{damage[3]}-{damage[4]}")
def test_a_damaged_game_is_one_finding(damage: tuple[str, str, str, str, int, str]) -> None:
    name, old, new, code, line, message = damage
    player = Player(Workspace(ROOT).load_deck, ROOT)
    text = (ROOT / "data/replays" / f"{name}.jsonl").read_text(encoding="utf-8")
    assert old in text
    result, findings = player.play(text.replace(old, new).encode(), "game.jsonl")
    errors = [found for found in findings if found.severity is Severity.ERROR]
    assert (result.status, [found.code for found in errors]) == ("failed", [code])
    assert errors[0].span is not None
    assert (errors[0].span.line, message in errors[0].message) == (line, True)
    assert errors[0].help
