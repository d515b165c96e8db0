"""Made-up decks with events planted twice: what the search has to find among thousands of cards.

Both sides of the true pairs of ``tests/duplicates/pairs.csv`` stand among cards of two kinds. *Templates* tell what a
labelled text tells, of other people and places: at 11,088 cards some twenty of them surround each pair, so that a pair
which only knowledge of the world joins has more than 25 cards that are nearer by all that texts show. *Mixtures* vary
as cards of many series do: the first half of a text and the second half of another, of other people and places; each
half of the labelled texts and of the bundled cards returns some four times, never with its other half.
"""

import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from typing import Literal

from pipeline.cards import Card
from pipeline.duplicates.lexicon import LEXICON_LANGUAGES
from pipeline.duplicates.normalise import normalise

ROOT = Path(__file__).parent.parent
PAIRS = ROOT / "tests" / "duplicates" / "pairs.csv"
DECKS = ROOT / "data" / "decks"

Kind = Literal["templates", "mixtures"]
Told = tuple[str, str]
"""A text and its language."""

RIDDLES = {"paraphrase", "translation_free"}
"""Kinds of pairs that may have no word in common, nor the meaning of one: only knowledge of the world joins them."""

_FIRST = (
    "Anna Jakob Maria Johann Elisa Georg Klara Pierre Lucia Carlo Edith Hugo Olga Iwan Sofia Erik Ruth Adam Nora Paul"
)
_LAST = (
    "Keller Moreau Rossi Lindqvist Harper Novak Steiner Duval Bianchi Larsen Whitfield Petrov Ammann Girard Conti "
    "Berg Ashby Horak Zeller Marchand Ricci Dahl Fletcher Sokolow Huber Lambert Fontana Holm Barlow Wolkow"
)
_PLACES = (
    "Basel Lyon Genua Uppsala Bristol Prag Graz Dijon Padua Bergen Leeds Kasan Chur Metz Pisa Odense York Tula "
    "Thun Nantes Ravenna Aarhus Dover Riga Bern Arles Turin Malmö Exeter Narwa Zug Rouen Modena Lund Bath Pskow "
    "Sion Caen Lucca Turku"
)


LABELLED = 947
"""How many of the labelled pairs are used: these are as short as the fronts of cards; many later ones are not."""

SHORTEST_MIXED = 4
"""The spaces in a text from which it has two halves that tell something."""


@dataclass(frozen=True, slots=True)
class Planted:
    """Cards in random order, and the keys of those that tell one event, the lesser first, with the kind of the pair."""

    cards: tuple[Card, ...]
    pairs: Mapping[tuple[str, str], str]


def planted(number: int, kind: Kind = "templates", seed: int = 1783) -> Planted:
    """Return `number` cards of 33 series, each in one language, among them both sides of all true pairs."""
    chance = Random(seed)  # noqa: S311 - made-up cards are no secret
    rows = _rows()
    told = [row for row in rows if row["label"] == "1"]
    years = {(row[f"text_{side}"], row[f"lang_{side}"]): row[f"year_{side}"] for row in rows for side in "ab"}
    texts = sorted(years)
    make = _templates(texts) if kind == "templates" else _mixtures(sorted({*texts, *_bundled()}))
    found = dict.fromkeys(texts)
    while len(found) < number:
        found.setdefault(make(chance))
    order = list(found)[:number]
    chance.shuffle(order)
    cards = [_card(at, *text, years.get(text) or str(chance.randint(1000, 2000))) for at, text in enumerate(order)]
    where = {text: card.key for text, card in zip(order, cards, strict=True)}
    pairs = {}
    for row in told:
        a, b = sorted(where[row[f"text_{side}"], row[f"lang_{side}"]] for side in "ab")
        pairs[a, b] = row["kind"]
    return Planted(tuple(cards), pairs)


def _templates(texts: Sequence[Told]) -> Callable[[Random], Told]:
    """Return what tells a text of other people and places."""
    names, known = _all_names(texts)
    models = [text for text in texts if names[text]]

    def make(chance: Random) -> Told:
        text, language = chance.choice(models)
        return _renamed(text, names[text, language], known[language], chance), language

    return make


def _mixtures(texts: Sequence[Told]) -> Callable[[Random], Told]:
    """Return what tells the first half of one text and the second half of another, of other people and places."""
    names, known = _all_names(texts)
    models = {
        language: [text for text in texts if text[1] == language and text[0].count(" ") >= SHORTEST_MIXED]
        for language in LEXICON_LANGUAGES
    }

    def make(chance: Random) -> Told:
        language = chance.choice(LEXICON_LANGUAGES)
        first, second = chance.sample(models[language], 2)
        halves = [_renamed(text, names[text, language], known[language], chance).split() for text, _ in (first, second)]
        begin, end = halves[0][: len(halves[0]) // 2], halves[1][len(halves[1]) // 2 :]
        return " ".join((*begin, *end)), language

    return make


def _all_names(texts: Sequence[Told]) -> tuple[Mapping[Told, Sequence[str]], Mapping[str, Sequence[str]]]:
    """Return the names in each text, and all names of each language."""
    names = {text: _names(*text) for text in texts}
    languages = {language for _, language in texts}
    return names, {
        here: sorted({name for text, found in names.items() if text[1] == here for name in found}) for here in languages
    }


def _bundled() -> Iterator[Told]:
    """Yield the texts of the bundled series."""
    for path in sorted(DECKS.glob("*/2.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                yield from ((row[f"event_{language}"], language) for language in LEXICON_LANGUAGES)


def _rows() -> list[dict[str, str]]:
    with PAIRS.open(encoding="utf-8", newline="") as file:
        return list(islice(csv.DictReader(file), LABELLED))


def _names(text: str, language: str) -> list[str]:
    """Return the names in a text, first and last name together."""
    runs: dict[int, list[str]] = {}
    for token in normalise(text, language).tokens:
        if token.is_name:
            runs.setdefault(token.run, []).append(token.text)
    return [name for name in map(" ".join, runs.values()) if name in text]


def _renamed(text: str, names: Sequence[str], known: Sequence[str], chance: Random) -> str:
    for name in names:
        made_up = " ".join(chance.choice(row.split()) for row in ((_FIRST, _LAST) if " " in name else (_PLACES,)))
        other = chance.choice((chance.choice(known), made_up))
        text = re.sub(rf"\b{re.escape(name)}\b", other.replace("\\", ""), text, count=1)
    return text


def _card(at: int, text: str, language: str, year: str) -> Card:
    return Card(id=f"P{at // 33:05}", series=f"serie-{at % 33:02}", event={language: text}, year=year)
