"""Made-up decks with events planted twice: what the search has to find among thousands of cards."""

import csv
from dataclasses import dataclass
from pathlib import Path
from random import Random

from pipeline.cards import Card

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
_GERMAN = (
    "gründet in {place} eine Schule für {thing}",
    "erfindet in {place} eine Maschine für {thing}",
    "stirbt in {place} beim Streit um {thing}",
    "eröffnet in {place} ein Museum für {thing}",
    "veröffentlicht in {place} ein Buch über {thing}",
    "verbietet in {place} den Handel mit {thing}",
    "segelt von {place} aus mit einer Ladung {thing}",
    "verliert in {place} eine Wette um {thing}",
    "malt für den Bischof von {place} ein Bild mit {thing}",
    "stiehlt dem Grafen von {place} eine Sammlung von {thing}",
)
_ENGLISH = (
    "founds a school for {thing} in {place}",
    "invents a machine for {thing} in {place}",
    "dies in {place} in a quarrel over {thing}",
    "opens a museum of {thing} in {place}",
    "publishes a book about {thing} in {place}",
    "forbids the trade in {thing} in {place}",
    "sails from {place} with a cargo of {thing}",
    "loses a bet on {thing} in {place}",
    "paints a picture with {thing} for the bishop of {place}",
    "steals a collection of {thing} from the count of {place}",
)
_GERMAN_THINGS = (
    "Uhren Glocken Seide Salz Fische Bienen Karten Orgeln Gewürze Rosen Pferde Linsen Papier Kohle Schuhe Perlen "
    "Tee Glas Seile Messer Münzen Fernrohre Puppen Kerzen Tulpen Kanonen Teppiche Geigen Käse Fahrräder Ziegel "
    "Briefmarken Knöpfe"
)
_ENGLISH_THINGS = (
    "clocks bells silk salt fish bees maps organs spices roses horses lenses paper coal shoes pearls tea glass "
    "ropes knives coins telescopes dolls candles tulips cannons carpets violins cheese bicycles bricks stamps "
    "buttons"
)


@dataclass(frozen=True, slots=True)
class Planted:
    """Cards in random order, and the keys of those that tell one event, the lesser first."""

    cards: tuple[Card, ...]
    pairs: frozenset[tuple[str, str]]


def planted(number: int, seed: int = 1783) -> Planted:
    """Return `number` cards of 33 series, each in one language, among them both sides of all true pairs but RIDDLES."""
    chance = Random(seed)  # noqa: S311 - made-up cards are no secret
    told = [row for row in _rows() if row["label"] == "1" and row["kind"] not in RIDDLES]
    sides = sorted({(row[f"text_{side}"], row[f"lang_{side}"], row[f"year_{side}"]) for row in told for side in "ab"})
    texts = [*sides, *(_made_up(chance) for _ in range(number - len(sides)))]
    places = list(range(len(texts)))
    chance.shuffle(places)
    cards = {at: _card(at, *texts[place]) for at, place in enumerate(places)}
    where = {texts[place][:2]: cards[at].key for at, place in enumerate(places) if place < len(sides)}
    pairs = {tuple(sorted((where[row["text_a"], row["lang_a"]], where[row["text_b"], row["lang_b"]]))) for row in told}
    return Planted(tuple(cards.values()), frozenset((a, b) for a, b in pairs))


def _rows() -> list[dict[str, str]]:
    with PAIRS.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _card(at: int, text: str, language: str, year: str) -> Card:
    return Card(id=f"P{at // 33:05}", series=f"serie-{at % 33:02}", event={language: text}, year=year)


def _made_up(chance: Random) -> tuple[str, str, str]:
    language, deeds, things = chance.choice([("de", _GERMAN, _GERMAN_THINGS), ("en", _ENGLISH, _ENGLISH_THINGS)])
    deed = chance.choice(deeds).format(
        place=chance.choice(_PLACES.split()), thing=" ".join([chance.choice(things.split())])
    )
    return (
        f"{chance.choice(_FIRST.split())} {chance.choice(_LAST.split())} {deed}.",
        language,
        str(chance.randint(1000, 2000)),
    )
