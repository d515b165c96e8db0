"""The published schemas are those of the models, and the bundled documents satisfy them."""

import json
import tomllib
from pathlib import Path

import jsonschema
import pytest

from pipeline.cli.schema import KINDS, SUFFIX, schema

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "schemas"
TOML = [
    *((path, "series") for path in (ROOT / "data/decks").glob("*/series.toml")),
    *((path, "mix") for path in (ROOT / "data/decks").glob("*.mix.toml")),
    *((path, "profile") for path in (ROOT / "print").glob("*.toml")),
    (ROOT / "data/decks/duplicates.toml", "duplicates"),
    (ROOT / "wildmix.toml", "workspace"),
]
REPLAYS = sorted((ROOT / "data/replays").glob("*.jsonl"))


def test_every_kind_has_its_file_and_no_other_is_there() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(f"{kind}{SUFFIX}" for kind in KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_the_files_are_up_to_date_and_valid(kind: str) -> None:
    text = (FOLDER / f"{kind}{SUFFIX}").read_text(encoding="utf-8")
    assert text == schema(kind), "run `make docs`"
    jsonschema.Draft202012Validator.check_schema(json.loads(text))


@pytest.mark.parametrize(("path", "kind"), TOML, ids=lambda value: value.name if isinstance(value, Path) else value)
def test_bundled_toml_satisfies_its_schema(path: Path, kind: str) -> None:
    jsonschema.validate(tomllib.loads(path.read_text(encoding="utf-8")), json.loads(schema(kind)))


@pytest.mark.parametrize(
    "path", sorted((ROOT / "data/decks").glob("*/corrigenda.json")), ids=lambda path: path.parent.name
)
def test_bundled_corrigenda_satisfy_their_schema(path: Path) -> None:
    jsonschema.validate(json.loads(path.read_text(encoding="utf-8")), json.loads(schema("corrigenda")))


@pytest.mark.parametrize("path", REPLAYS, ids=lambda path: path.name)
def test_bundled_replays_satisfy_their_schemas(path: Path) -> None:
    header, *actions = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    jsonschema.validate(header, json.loads(schema("replay-header")))
    of_line = jsonschema.Draft202012Validator(json.loads(schema(f"replay-line-{header['rules']}")))
    assert [list(of_line.iter_errors(action)) for action in actions] == [[] for _ in actions]


def test_there_is_something_to_check() -> None:
    assert len(TOML) >= 5
    assert len(REPLAYS) >= 5


def test_a_schema_refuses_what_the_model_refuses() -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"title": "x", "print_languge": "de"}, json.loads(schema("workspace")))
