"""Made-up decks with events planted twice: what the search has to find among thousands of cards."""

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from pipeline.cards import Card
from pipeline.duplicates.normalise import normalise

PAIRS = Path(__file__).parent.parent / "tests" / "duplicates" / "pairs.csv"

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


@dataclass(frozen=True, slots=True)
class Planted:
    """Cards in random order, and the keys of those that tell one event, the lesser first, with the kind of the pair."""

    cards: tuple[Card, ...]
    pairs: Mapping[tuple[str, str], str]


def planted(number: int, seed: int = 1783) -> Planted:
    """Return `number` cards of 33 series, each in one language, among them both sides of all true pairs.

    The others tell what the labelled texts tell, of other people and places: names are taken from other texts or made
    up, so that each planted text has templates like its own around it, and each of its names stands on other cards too.
    """
    chance = Random(seed)  # noqa: S311 - made-up cards are no secret
    rows = _rows()
    told = [row for row in rows if row["label"] == "1"]
    years = {(row[f"text_{side}"], row[f"lang_{side}"]): row[f"year_{side}"] for row in rows for side in "ab"}
    texts = sorted(years)
    names = {text: _names(*text) for text in texts}
    known = {
        language: sorted({name for text in texts if text[1] == language for name in names[text]})
        for _, language in texts
    }
    models = [text for text in texts if names[text]]
    found = dict.fromkeys(texts)
    while len(found) < number:
        text, language = chance.choice(models)
        made = _renamed(text, names[text, language], known[language], chance)
        found.setdefault((made, language))
    order = list(found)[:number]
    chance.shuffle(order)
    cards = [_card(at, *text, years.get(text) or str(chance.randint(1000, 2000))) for at, text in enumerate(order)]
    where = {text: card.key for text, card in zip(order, cards, strict=True)}
    pairs = {}
    for row in told:
        a, b = sorted(where[row[f"text_{side}"], row[f"lang_{side}"]] for side in "ab")
        pairs[a, b] = row["kind"]
    return Planted(tuple(cards), pairs)


def _rows() -> list[dict[str, str]]:
    with PAIRS.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


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
