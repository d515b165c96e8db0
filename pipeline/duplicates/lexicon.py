"""What words mean on event cards: concepts shared by German and English, stop words, numerals.

The data stand beside this module: ``lexicon.csv`` (one concept a line: its kind, its words in German and in English,
the concepts that say the opposite), ``names.csv`` (places and people that the two languages write differently) and
``stopwords.csv``. Words are written whole; phrases join their words with ``_``.
"""

import csv
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files

import Stemmer  # type: ignore[import-not-found]  # compiled, and ships no types

STEMMERS = {
    "de": "german",
    "en": "english",
    "es": "spanish",
    "fr": "french",
    "it": "italian",
    "nl": "dutch",
    "pt": "portuguese",
    "sv": "swedish",
}
LEXICON_LANGUAGES = ("de", "en")
NEGATIONS = frozenset(
    "nicht kein keine keinen keinem keiner keines nie niemals ohne weder no non not never cannot neither without t".split()  # noqa: SIM905, E501
)
"""What denies a word; the *t* is that of *doesn't*."""
NEARLY: Mapping[str, frozenset[str]] = {"de": frozenset({"beinahe", "fast"}), "en": frozenset({"almost", "nearly"})}
"""What denies a deed that all but happened, by languages: *fast* is another word in English."""
DENYING = frozenset({"fail", "refuse", "reject_vote"})
"""The concepts that deny the deed of which they tell: fails to reach, refuses to sign."""
REFUSING = frozenset("decline declines declined declining unable versaumt versaumen versaumte versaumten".split())  # noqa: SIM905
"""Words that do so only before a *to* or *zu*."""
PREVENTING = frozenset("prevent prevents prevented verhindert verhindern verhinderte verhinderten".split())  # noqa: SIM905
"""Words that do so to a deed of others."""
MONTHS = frozenset(
    "january february march april may june july august september october november december".split()  # noqa: SIM905
    + "januar februar marz mai juni juli oktober dezember".split()  # noqa: SIM905
)
"""The months, folded."""
PARTICLES = frozenset(
    "auf ab an aus bei ein um vor zurück unter nieder durch zu frei nach statt fest los teil weg".split()  # noqa: SIM905
)
"""What German verbs leave at the end of the clause."""

_SPECIAL = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})
_DIGRAPHS = re.compile(r"(?<![aeq])ue|(?<![aeo])oe|ae")

DEEDS = frozenset({"act", "deed"})
"""The kinds of what happens; other concepts are people, places and things."""

SILENT = "silent"
"""The kind of what says of any event that it is one: takes place."""

TELLING_LITTLE = DEEDS | {"light", SILENT}
"""The kinds of which no name is made: what happens, and words that stand on many cards."""

Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Concept:
    """One meaning. `kind` is a key of WEIGHTS in `normalise`; ``""`` is a thing."""

    name: str
    kind: str
    opposite: frozenset[str]
    families: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The concepts by name, and for each language the phrases (tuples of stems) that stand for them.

    `german_words` are its single German words as written, of which compounds are made. `names` has for each language
    those phrases that name people, places and things, as written in folded words. `described` has for each language
    names (in words as written, but for case) with the concepts by which texts tell of them without naming them.
    """

    concepts: Mapping[str, Concept]
    phrases: Mapping[str, Mapping[Phrase, frozenset[str]]]
    german_words: tuple[str, ...] = ()
    names: Mapping[str, Mapping[Phrase, Phrase]] = field(default_factory=dict)
    described: Mapping[str, Mapping[Phrase, frozenset[str]]] = field(default_factory=dict)

    def opposed(self, ours: frozenset[str], theirs: frozenset[str]) -> bool:
        """Tell whether one meaning of `ours` is the opposite of one of `theirs`, and they share none."""
        return ours.isdisjoint(theirs) and any(theirs & self.concepts[one].opposite for one in ours)


@cache
def fold(word: str) -> str:
    """Fold case, accents and umlauts: ``Müller``, ``MUELLER`` and ``muller`` become one.

    ``ae, oe, ue`` are folded like umlauts, since typewriters and spreadsheets write them so; that ``Israel`` becomes
    ``isral`` does no harm, as both sides are folded alike.
    """
    bare = unicodedata.normalize("NFKD", word.casefold().translate(_SPECIAL))
    letters = "".join(letter for letter in bare if not unicodedata.combining(letter))
    return _DIGRAPHS.sub(lambda match: match[0][0], letters)


@cache
def stem(word: str, language: str) -> str:
    """Return the folded stem of one word; languages without a stemmer keep the folded word."""
    stemmer = _stemmer(language)
    return fold(stemmer.stemWord(word.casefold())) if stemmer else fold(word)


@cache
def _stemmer(language: str) -> "Stemmer.Stemmer | None":
    name = STEMMERS.get(language)
    return Stemmer.Stemmer(name) if name else None


@cache
def longest_phrase(language: str, first: str) -> int:
    """Return how many words the longest phrase has that begins with the stem `first`, 0 if none does."""
    return _phrase_lengths(language).get(first, 0)


@cache
def _phrase_lengths(language: str) -> dict[str, int]:
    return _lengths(lexicon().phrases.get(language, {}))


@cache
def longest_described(language: str, first: str) -> int:
    """Return how many words the longest described name has that begins with `first`, as written but for case; or 0."""
    return _described_lengths(language).get(first, 0)


@cache
def _described_lengths(language: str) -> dict[str, int]:
    return _lengths(lexicon().described.get(language, {}))


def _lengths(phrases: Iterable[Phrase]) -> dict[str, int]:
    """Return the most words of the phrases that begin with each stem."""
    lengths: dict[str, int] = {}
    for phrase in phrases:
        lengths[phrase[0]] = max(lengths.get(phrase[0], 0), len(phrase))
    return lengths


@cache
def stop_words(language: str) -> frozenset[str]:
    """Return the folded words of `language` that carry no meaning of their own."""
    return frozenset(
        fold(word) for row in _rows("stopwords.csv") if row["language"] == language for word in row["words"].split()
    )


@cache
def lexicon() -> Lexicon:
    """Load the lexicon of the package."""
    concepts: dict[str, Concept] = {}
    german: list[str] = []
    phrases: dict[str, dict[Phrase, frozenset[str]]] = {language: {} for language in LEXICON_LANGUAGES}
    names: dict[str, dict[Phrase, Phrase]] = {language: {} for language in LEXICON_LANGUAGES}
    families: dict[str, frozenset[str]] = {}
    for row in _rows("families.csv"):
        families |= {name: families.get(name, frozenset()) | {row["family"]} for name in row["concepts"].split()}
    for row in (*_rows("lexicon.csv"), *_rows("names.csv")):
        name = row.get("concept") or row["en"].split()[0]
        against = frozenset(row.get("opposite", "").split())
        concepts.setdefault(name, Concept(name, row["kind"], against, families.get(name, frozenset())))
        german += [word for word in row["de"].split() if "_" not in word]
        for language in LEXICON_LANGUAGES:
            for written in row[language].split():
                phrase = _stems(written, language)
                phrases[language][phrase] = phrases[language].get(phrase, frozenset()) | {name}
                if len(phrase) > 1 and row["kind"] not in TELLING_LITTLE:
                    names[language][phrase] = tuple(map(fold, written.split("_")))
                if language == "de":
                    for split in _separated(written):
                        phrases["de"].setdefault(split, frozenset({name}))
    return Lexicon(_mutual(concepts), phrases, tuple(german), names, _described(phrases))


def _described(phrases: Mapping[str, Mapping[Phrase, frozenset[str]]]) -> dict[str, dict[Phrase, frozenset[str]]]:
    """Return the names of each language, as they are written, with the concepts that describe them.

    In the table these stand in English words. No part of a name describes it: any wall is not the Berlin Wall.
    """
    found: dict[str, dict[Phrase, frozenset[str]]] = {language: {} for language in LEXICON_LANGUAGES}
    for row in _rows("described.csv"):
        words = [_stems(written, "en") for written in row["as"].split()]
        concepts = frozenset(name for phrase in words for name in phrases["en"].get(phrase, ()))
        for language, names in found.items():
            for written in row[language].split():
                parts = (phrases[language].get((part,), ()) for part in _stems(written, language))
                names[tuple(written.casefold().split("_"))] = concepts.difference(*parts)
    return found


def _stems(written: str, language: str) -> Phrase:
    return tuple(stem(word, language) for word in written.split("_"))


def _mutual(concepts: Mapping[str, Concept]) -> dict[str, Concept]:
    """Return the concepts with opposites going both ways, since a line names them once."""
    against: dict[str, set[str]] = {name: set(concept.opposite) for name, concept in concepts.items()}
    for name, concept in concepts.items():
        for other in concept.opposite:
            against[other].add(name)
    return {name: replace(concept, opposite=frozenset(against[name])) for name, concept in concepts.items()}


_WITH_ZU = re.compile(f"({'|'.join(map(fold, PARTICLES))})zu([a-z]{{2,}}en)")


def without_zu(form: str) -> str | None:
    """Return the infinitive of a separable verb with *zu* inside it (*beizutreten*), folded; None if it is none."""
    found = _WITH_ZU.fullmatch(form)
    return found[1] + found[2] if found else None


def _separated(infinitive: str) -> Iterator[Phrase]:
    """Yield a separable verb as main clauses have it: auflösen gives löst … auf and lösen … auf."""
    for particle in PARTICLES:
        base = infinitive.removeprefix(particle)
        if base != infinitive and base.endswith("en") and len(base) > 4:
            for form in (base, base[:-2] + "t"):
                yield stem(form, "de"), stem(particle, "de")


def _rows(name: str) -> Iterator[dict[str, str]]:
    text = files(__package__).joinpath(name).read_text(encoding="utf-8")
    yield from csv.DictReader(text.splitlines())
