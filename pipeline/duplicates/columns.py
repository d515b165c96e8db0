"""Many texts as columns of numbers: what it takes to compare very many pairs of them at once."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from .arrays import NONE, Bits, Ints, Numbered, Numbers, among, bits, ints, marked, meeting, spans, totals
from .forms import WEIGHTS, Word
from .lexicon import SILENT, TELLING_LITTLE, lexicon
from .normalise import Text
from .roles import ACTORS
from .spelling import Spellings, ratios

LIFE = frozenset({"birth", "death", "marriage"})
"""The families of events that everybody has once: a text that tells one tells no other event of the person."""

_DATING = frozenset("after until upon following nach bis seit since".split())  # noqa: SIM905
_REACH = 3
_MILES = frozenset(
    "mile miles meile meilen foot feet fuss yard yards inch inches zoll acre acres gallon gallons ounce ounces".split()  # noqa: SIM905
)
_MUTUAL = frozenset(
    "meet hit marry divorce negotiate agree quarrel trade exchange unite merge separate collide kiss sign play "  # noqa: SIM905
    "fight_person draw_tie crown throne become elect".split()
)
"""Deeds that two do to each other, or that make one the other: whoever is named first."""

_SETS = 2**31


@dataclass(frozen=True, slots=True)
class Words:
    """The different words of a collection, one row each: `tokens` are the words themselves.

    `term` is the number of what a word must share to be the same (its number or its stem), `meanings` that of a set of
    meanings. `linked` are pairs of sets that share a meaning, `opposed` those that say the opposite of each other;
    `described` is the number of a set of concepts that describe what it names (NONE if nothing does), `describing` are
    pairs of those with sets of meanings that have one of them;
    `families` has a bit for each family of events. `is_verb` tells what only words a deed, `is_later` which are numbers
    from two on, `is_silent` what says of any event that it is one (*takes place*), so that only its opposite says more.
    Only words that share a key, one of `keys` from `first_key[w]` to `first_key[w + 1]`, can answer each other: their
    term, a meaning, or the first sounds of words that may be misspelt.
    """

    tokens: Sequence[Word]
    spellings: Spellings
    language: Ints
    term: Ints
    keys: Ints
    first_key: Ints
    meanings: Ints
    linked: Ints
    opposed: Ints
    described: Ints
    describing: Ints
    families: Ints
    weight: Numbers
    has_number: Bits
    has_meaning: Bits
    has_opposite: Bits
    is_name: Bits
    is_person: Bits
    is_place: Bits
    is_actor: Bits
    is_date: Bits
    is_silent: Bits
    is_deed: Bits
    is_verb: Bits
    is_ordinal: Bits
    is_later: Bits
    has_roles: Bits

    def are_linked(self, ours: Ints, theirs: Ints) -> Bits:
        """Tell which pairs of words share a meaning."""
        return among(self.meanings[ours] * _SETS + self.meanings[theirs], self.linked)

    def are_opposed(self, ours: Ints, theirs: Ints) -> Bits:
        """Tell which pairs of words say the opposite of each other."""
        return among(self.meanings[ours] * _SETS + self.meanings[theirs], self.opposed)

    def describing_each(self, names: Ints) -> tuple[Ints, Ints]:
        """Return the sets of meanings that describe names, each with the place of its name."""
        begin, end = (np.searchsorted(self.describing, (self.described[names] + more) * _SETS) for more in (0, 1))
        return np.repeat(np.arange(len(names)), end - begin), self.describing[spans(begin, end - begin)] % _SETS

    @property
    def is_known(self) -> Bits:
        """Tell which words the lexicon knows, or are numbers."""
        return self.has_meaning | self.has_number


@dataclass(frozen=True, slots=True)
class Columns:
    """Texts as columns: the words of text `t` stand at `start[t]` to `start[t + 1]`.

    Of each word: its row in `words`, its place in the `order` of doer, deed and sufferer, the first word of the name it
    belongs to (`leader`, counted from the start of the text). It may be a number that `says_which` of several is meant
    (*Rocky III*, *the second siege*) or that counts measures which few countries know (`in_miles`), or a name with a
    title before it (`titled`). What word `w` says that its text says elsewhere too are `repeats`, from `again[w]` to
    `again[w + 1]`. Of each text, `spelt` has the folded words of its first sentence, and `denied` is the word that it
    denies, counted from its start (NONE if it denies nothing).
    `breadth` is the root of how many pairs of its own words share a key: those of two texts are at most the product.
    `main` and `whole` are the families of what a text tells, one bit each, `main` without what only dates or explains.
    """

    words: Words
    start: Ints
    lengths: Ints
    breadth: Numbers
    word: Ints
    order: Ints
    aside: Bits
    leader: Ints
    says_which: Bits
    in_miles: Bits
    titled: Bits
    again: Ints
    repeats: Ints
    language: Ints
    said: Ints
    spelt: Sequence[str]
    speaks: Bits
    denied: Ints
    tells_deed: Bits
    main: Ints
    whole: Ints
    life: int

    def work(self, ours: Ints, theirs: Ints) -> Numbers:
        """Return how much there is to do and to keep for pairs of texts at most, but for meanings."""
        found: Numbers = self.breadth[ours] * self.breadth[theirs] + self.lengths[ours] + self.lengths[theirs] + 1
        return found

    def alike(self, ours: Ints, theirs: Ints) -> Numbers:
        """Return how alike the letters of the first sentences of pairs of texts are, 0 to 1 (rapidfuzz ratio)."""
        return ratios([self.spelt[at] for at in ours.tolist()], [self.spelt[at] for at in theirs.tolist()])


def columns(texts: Iterable[Text]) -> Columns:
    """Return the texts as columns."""
    told = _Told(texts)
    word, at, run = ints(told.words), ints(told.at), ints(told.runs)
    lengths, many, tongue, same, denied, end = np.array(told.facts, dtype=np.int64).reshape(-1, 6).T.copy()
    words, families = _words(list(told.rows), told.spoken_in)
    start, owner = np.concatenate([[0], np.cumsum(lengths)]), np.repeat(np.arange(len(lengths)), lengths)
    read = _Read(ints(told.folded), (np.cumsum(many) - many)[owner], many[owner], at)
    aside = at >= end[owner]
    by_the_way, dating = aside.copy(), _among(told.forms, _DATING)
    for back in range(1, _REACH + 1):
        by_the_way |= dating[read.beside(-back)]
    mainly = np.where(by_the_way, 0, words.families[word])
    again, repeats = _repeats(words.tokens, word, owner)
    wide = ints(token.text.count(" ") + 1 for token in words.tokens)[word]
    previous = _previous(word, at, at + wide, owner)
    after_name = (previous != NONE) & bits(token.text[:1].isupper() for token in words.tokens)[previous]
    return Columns(
        words=words,
        start=start,
        lengths=lengths,
        breadth=_breadth(words, word, owner, len(lengths)),
        word=word,
        order=ints(told.order),
        aside=aside,
        leader=_leaders(words.is_name[word], run, start[owner]),
        says_which=words.is_later[word] & (words.is_ordinal[word] | after_name),
        in_miles=words.has_number[word] & ~words.is_date[word] & _among(told.forms, _MILES)[read.beside(wide)],
        titled=words.is_name[word] & (previous != NONE) & words.is_actor[previous] & ~words.is_name[previous],
        again=again,
        repeats=repeats,
        language=tongue,
        said=same,
        spelt=told.spelt,
        speaks=many > 0,
        denied=denied,
        tells_deed=marked(owner[words.is_deed[word] & ~aside], len(lengths)),
        main=_all_bits(owner, mainly, len(lengths)),
        whole=_all_bits(owner, words.families[word], len(lengths)),
        life=sum(1 << families.known[one] for one in LIFE if one in families.known),
    )


def _breadth(words: Words, word: Ints, owner: Ints, number: int) -> Numbers:
    """Return for each of `number` texts the root of how many pairs of its words share a key."""
    many = words.first_key[word + 1] - words.first_key[word]
    keys = words.keys[spans(words.first_key[word], many)]
    most = int(words.keys.max(initial=0)) + 1
    each, counts = np.unique(np.repeat(owner, many) * most + keys, return_counts=True)
    found: Numbers = np.sqrt(totals(each // most, counts * counts, number))
    return found


class _Told:
    """What all texts tell, in rows of which columns are made: their `words` as numbers, where they stand, their runs.

    `rows` has a number for each different word, `spoken_in` its language, `forms` one for each word as it is folded;
    `facts` has a row for each text.
    """

    def __init__(self, texts: Iterable[Text]) -> None:
        self.rows: dict[Word, int] = {}
        self.spoken_in: list[str] = []
        self.forms = Numbered[str]()
        self.words: list[int] = []
        self.at: list[int] = []
        self.order: list[int] = []
        self.runs: list[int] = []
        self.folded: list[int] = []
        self.facts: list[tuple[int, ...]] = []
        self.spelt: list[str] = []
        languages, said, rows = Numbered[str](), Numbered[tuple[str, ...]](), self.rows
        for text in texts:
            self.words += [rows.setdefault(word, len(rows)) for word in text.told]
            self.at += text.at
            self.order += text.order
            self.runs += text.run
            self.spoken_in += [text.language] * (len(rows) - len(self.spoken_in))
            self.folded += self.forms.each(text.words)
            language, known = languages.of(text.language), said.of(text.words)
            facts = len(text.told), len(text.words), language, known, text.denied, text.aside
            self.facts.append(facts)
            self.spelt.append(" ".join(text.words[: text.aside]))


@dataclass(frozen=True, slots=True)
class _Read:
    """All folded words of all texts; for each word that carries meaning, those of its text and its place among them."""

    folded: Ints
    begin: Ints
    many: Ints
    at: Ints

    def beside(self, offset: Ints | int) -> Ints:
        """Return the folded words so many places on, NONE beyond the ends of the text."""
        at = self.at + offset
        inside = (at >= 0) & (at < self.many)
        found = np.full(len(at), NONE)
        found[inside] = self.folded[(self.begin + at)[inside]]
        return found


def _among(forms: Numbered[str], words: Iterable[str]) -> Bits:
    """Tell of each form whether it is one of some words; NONE, the last place, is not."""
    places = ints(forms.known[word] for word in words if word in forms.known)
    return marked(places, len(forms.known) + 1)


def _leaders(names: Bits, run: Ints, start: Ints) -> Ints:
    """Return for each word of a name the first of that name, counted from the start of its text; NONE for others."""
    found = np.full(len(run), NONE)
    at = np.flatnonzero(names)
    begins = np.ones(len(at), dtype=bool)
    begins[1:] = (run[at[1:]] != run[at[:-1]]) | (start[at[1:]] != start[at[:-1]])
    found[at] = at[np.maximum.accumulate(np.where(begins, np.arange(len(at)), 0))] - start[at]
    return found


def _previous(word: Ints, at: Ints, end: Ints, owner: Ints) -> Ints:
    """Return for each word of the texts which one stands right before it, NONE if a silent one or none does."""
    found = np.full(len(word), NONE)
    beside = np.flatnonzero((owner[1:] == owner[:-1]) & (at[1:] == end[:-1]))
    found[beside + 1] = word[beside]
    return found


def _all_bits(owner: Ints, values: Ints, number: int) -> Ints:
    found = np.zeros(number, dtype=np.int64)
    np.bitwise_or.at(found, owner, values)
    return found


def _repeats(tokens: Sequence[Word], word: Ints, owner: Ints) -> tuple[Ints, Ints]:
    """Return the terms of each word that other words of its text have too, and where those of each word begin."""
    numbers = Numbered[str]()
    # A count does not say a place in a row: Formula 1, the first title.
    rows = [[numbers.of(term if one.number is None else one.kind + term) for term in one.terms] for one in tokens]
    many = ints(map(len, rows))
    place = np.repeat(np.arange(len(word)), many[word])
    term = ints(chain.from_iterable(rows))[spans((np.cumsum(many) - many)[word], many[word])]
    _, back, counts = np.unique(
        owner[place] * max(len(numbers.known), 1) + term, return_inverse=True, return_counts=True
    )
    twice = counts[back] > 1
    return np.concatenate([[0], np.cumsum(np.bincount(place[twice], minlength=len(word)))]), term[twice]


def _words(tokens: Sequence[Word], languages: Sequence[str]) -> tuple[Words, Numbered[str]]:
    """Return a row for each word, and the numbers of the families of events."""
    terms, meanings, tongues = Numbered[str](), Numbered[frozenset[str]](), Numbered[str]()
    spellings = Spellings(tokens, languages)
    kinds = np.array([token.kind for token in tokens], dtype="U8")
    which = ints(meanings.of(token.meanings) for token in tokens)
    sets = list(meanings.known)
    linked, opposed = _linked(sets)
    families, belongs = _families(sets)
    told = Numbered[frozenset[str]]()
    described = ints(told.of(token.described) if token.described else NONE for token in tokens)
    number = bits(token.number is not None for token in tokens)
    term = [terms.of(f"/{token.stem}" if token.number is None else f"#{token.number}") for token in tokens]
    keys = [
        [own]
        if token.number is not None
        else [own, *(terms.of(key) for key in (*sorted(token.meanings), sounds) if key)]
        for own, token, sounds in zip(term, tokens, spellings.first_sounds, strict=True)
    ]
    words = Words(
        tokens=tokens,
        spellings=spellings,
        language=ints(map(tongues.of, languages)),
        term=ints(term),
        keys=ints(chain.from_iterable(keys)),
        first_key=np.cumsum([0, *map(len, keys)]),
        meanings=which,
        linked=linked,
        opposed=opposed,
        described=described,
        describing=_describing([*told.known], sets),
        families=belongs[which],
        weight=np.array([WEIGHTS[token.kind] for token in tokens], dtype=np.float64),
        has_number=number,
        has_meaning=bits(bool(token.meanings) for token in tokens),
        has_opposite=marked(opposed // _SETS, len(sets))[which],
        is_name=np.isin(kinds, ["name", "place"]),
        is_person=kinds == "name",
        is_place=kinds == "place",
        is_actor=np.isin(kinds, list(ACTORS)),
        is_date=kinds == "date",
        is_silent=kinds == SILENT,
        is_deed=np.isin(kinds, ["act", "deed"]),
        is_verb=np.isin(kinds, list(TELLING_LITTLE)) | bits(map(_ends_like_a_verb, tokens, languages)),
        is_ordinal=kinds == "ordinal",
        is_later=(kinds != "date") & bits(token.number is not None and token.number > 1 for token in tokens),
        has_roles=bits(map(_has_roles, tokens)),
    )
    return words, families


def _has_roles(word: Word) -> bool:
    """Tell whether one may do it to another: deeds, and what may be a verb."""
    is_verb = word.kind in {"act", "deed"} or (word.kind == "word" and word.text.islower())
    return is_verb and _MUTUAL.isdisjoint(word.meanings)


def _ends_like_a_verb(token: Word, language: str) -> bool:
    """Guess whether an unknown word is a German verb: nouns have capitals, and other endings adjectives before them."""
    return language == "de" and token.kind == "word" and token.text[:1].islower() and token.form.endswith("t")


def _families(sets: Sequence[frozenset[str]]) -> tuple[Numbered[str], Ints]:
    """Return the numbers of the families of events, and a bit for each family to which a set of meanings belongs."""
    numbers, concepts = Numbered[str](), lexicon().concepts
    found = [{family for one in meanings for family in concepts[one].families} for meanings in sets]
    return numbers, ints(sum(1 << numbers.of(family) for family in sorted(each)) for each in found)


def _linked(sets: Sequence[frozenset[str]]) -> tuple[Ints, Ints]:
    """Return which pairs of sets of meanings share one, and which share none but say opposites."""
    concepts = lexicon().concepts
    names = Numbered[str]()
    has = [[names.of(one) for one in sorted(found)] for found in sets]
    denies = [
        sorted({names.known[other] for one in found for other in concepts[one].opposite if other in names.known})
        for found in sets
    ]
    (owner, meaning), (denier, denied) = _flat(has), _flat(denies)
    one, other = meeting(meaning, meaning)
    linked = np.unique(owner[one] * _SETS + owner[other])
    one, other = meeting(denied, meaning)
    return linked, np.setdiff1d(denier[one] * _SETS + owner[other], linked)


def _describing(told: Sequence[frozenset[str]], sets: Sequence[frozenset[str]]) -> Ints:
    """Return which sets of describing concepts share one with which sets of meanings."""
    names = Numbered[str]()
    owner, concept = _flat([[names.of(one) for one in sorted(each)] for each in told])
    holder, meaning = _flat([[names.of(one) for one in sorted(each)] for each in sets])
    one, other = meeting(concept, meaning)
    return np.unique(owner[one] * _SETS + holder[other])


def _flat(rows: Sequence[Sequence[int]]) -> tuple[Ints, Ints]:
    """Return all values of rows, each with its row."""
    return np.repeat(np.arange(len(rows)), ints(map(len, rows))), ints(chain.from_iterable(rows))
