"""docs/years.md says what the parser does."""

import re
from pathlib import Path

import pytest

import pipeline.years
from pipeline.cli.vocabulary import page as words_page
from pipeline.years import YearError, YearInterval, format_year, parse_year, parse_years
from pipeline.years.explain import years_in_words
from pipeline.years.language import LANGUAGES, table
from pipeline.years.profile import profiles

PAGE = (Path(__file__).parents[2] / "docs" / "years.md").read_text(encoding="utf-8")
MEANT = re.findall(r"^\| .*?\| `([^`]+)` \| (\w\w) \| (.+) \|$", PAGE, re.MULTILINE)
REFUSALS = PAGE.split("## What is refused")[1].split("## Conventions")[0]
REFUSED = re.findall(r"^\| (`[a-z-]+`.*?) \| (`.+?) \|", REFUSALS, re.MULTILINE)
FOREIGN = {"century": "en", "1800s": "en", "anni": "it", "metà": "it"}
CODE = re.compile(r'YearError\(\s*"([a-z-]+)"|: \("([a-z-]+)", ')


@pytest.mark.parametrize(("text", "language", "meaning"), MEANT)
def test_meanings(text: str, language: str, meaning: str) -> None:
    assert years_in_words(parse_year(text, language).interval) == meaning


def test_refusals() -> None:
    tried = 0
    for codes, examples in REFUSED:
        for example in re.findall(r"`([^`]+)`", examples):
            language = next((code for word, code in FOREIGN.items() if word in example), "de")
            with pytest.raises(YearError) as caught:
                parse_year(example, language)
            assert f"`{caught.value.code}`" in codes, example
            tried += 1
    assert tried > 35


def test_every_code_is_listed() -> None:
    folder = Path(pipeline.years.__file__).parent
    source = "\n".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    codes = {first or second for first, second in CODE.findall(source)}
    listed = set(re.findall(r"`([a-z-]+)`", REFUSALS))
    assert len(codes) > 30
    assert codes <= listed


def test_every_profile_and_rule_is_there() -> None:
    assert all(f"| `{name}` |" in PAGE for name in profiles())
    assert set(re.findall(r"^\| (Y\d+) ", PAGE, re.MULTILINE)) == {f"Y{n}" for n in range(1, 20)} - {"Y17"}


def test_python_example() -> None:
    read = parse_year("um 3 v. Chr.", "de")
    assert (read.edtf, format_year(read, "en")) == ("-0007/0003", "around 3 BC")
    assert "# 'around 3 BC'" in PAGE


def test_the_page_of_words_is_up_to_date() -> None:
    page = (Path(__file__).parents[2] / "docs" / "years-words.md").read_text(encoding="utf-8")
    assert page == f"{words_page()}\n", "run `make docs`"


def test_every_word_of_every_table_is_on_the_page_of_words() -> None:
    page = words_page()
    for name in ("eras", *LANGUAGES):
        for section, rows in table(name).items():
            if section in ("numbers", "print", "weekdays", "ordinals"):
                continue
            for words in rows.values():
                assert all(f"`{word}`" in page for word in words), (name, section)


def test_column_example() -> None:
    read = parse_years(["1903", "um 1900", "68", "1903"])
    said = [text if isinstance(one, YearError) else one.edtf for text, one in read.items()]
    assert said == ["1903", "1895/1905", "68"]
    assert 'parse_years(["1903", "um 1900", "68", "1903"])' in PAGE


@pytest.mark.parametrize(
    ("earliest", "latest", "words"),
    [
        (1903, 1903, "1903"),
        (-43, -43, "44 BC"),
        (0, 0, "1 BC"),
        (-99, -98, "100 to 99 BC"),
        (-99, 1, "100 BC to AD 1"),
        (None, 1903, "1903 or earlier"),
        (0, None, "1 BC or later"),
        (None, None, "any year"),
    ],
)
def test_bounds_are_told_with_their_era(earliest: int | None, latest: int | None, words: str) -> None:
    assert years_in_words(YearInterval(earliest, latest)) == words
