"""How words are spelt: slips of the pen, foreign spellings, parts of compounds, initials."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, takewhile

import numpy as np
from rapidfuzz import fuzz, process

from .arrays import NONE, Bits, Ints, Numbered, Numbers, bits, ints, spans
from .forms import LONGEST_WORD, Word
from .lexicon import stem

SHORTEST_FUZZY, COMPOUND_LENGTH, PART_LENGTH = 5, 7, 4
"""The least letters of a word that may be misspelt, of a compound, and of a part of one."""

SHORTEST_SLIP, SLIP = 3, 0.77
"""The least letters of a word that stands in the place of a misspelt one, and the least likeness of their sounds."""

JOINING = frozenset({"de", "nl", "sv"})
"""Languages that write compounds as one word."""

LONGEST_INITIALS = 5

_SHARED_PREFIX, _SHARE_OF_A_STEM, _INFLECTED = 5, 0.85, 0.8
_SHARE_OF_A_COMPOUND, _SHARE_OF_A_KNOWN, _FIRST_PART = 0.4, 0.65, 3
_PART = 2**31
_LETTERS, _ROUNDING = 31, 1e-6

_SOUNDS = str.maketrans({"c": "k", "q": "k", "y": "i", "w": "v", "z": "s"})
_FOREIGN = (("sch", "sh"), ("ph", "f"), ("th", "t"), ("tsh", "ch"), ("ck", "k"), ("ou", "u"), ("ll", "l"), ("ss", "s"))


@lru_cache(maxsize=65536)
def sounding(form: str) -> str:
    """Respell a word so that German and English spellings of one name come together: Kolumbus, Columbus."""
    for old, new in _FOREIGN:
        form = form.replace(old, new)
    return form.translate(_SOUNDS)


class Spellings:
    """The spellings of different words, one row each.

    `first_sounds` are those of words that may be misspelt, `may_join` tells which words are compounds with a stem of
    another word in them, `may_be_part` which have such a stem, `is_phrase` which are several words, `joins` which are
    of a language that writes all compounds as one word, `may_abbreviate` which may be initials.
    """

    def __init__(self, tokens: Sequence[Word], languages: Sequence[str]) -> None:
        """Look at the letters of all words."""
        forms = [token.form for token in tokens]
        self._stems = [token.stem for token in tokens]
        self._written = _Written(forms), _Written([sounding(form) for form in forms])
        beginnings, stems = Numbered[str](), Numbered[str]()
        self.first_sounds = [
            f"{sound[:2]}…" if len(form) >= SHORTEST_FUZZY else ""
            for form, sound in zip(forms, self._written[True].words, strict=True)
        ]
        self._beginning = ints(
            NONE if token.is_name or len(token.stem) < _SHARED_PREFIX else beginnings.of(token.stem[:_SHARED_PREFIX])
            for token in tokens
        )
        self._sounds = ints(map(_letters, self._written[True].words))
        self.has_digit = bits(any(map(str.isdigit, form)) for form in forms)
        self.stem_length = ints(map(len, self._stems))
        # A word with a short stem is found in compounds as it is written: Bauernkrieg, Bauern.
        rows = zip(self._stems, forms, languages, strict=True)
        found_as = [form if len(stem) < PART_LENGTH and spoken in JOINING else stem for stem, form, spoken in rows]
        self.part = ints(map(stems.of, found_as))
        self.part_length = ints(map(len, found_as))
        unknown = bits(not token.meanings and token.number is None for token in tokens)
        capital = bits(token.text[:1].isupper() for token in tokens)
        joining = bits(language in JOINING for language in languages)
        self.is_phrase = bits("_" in token.stem for token in tokens)
        whole = bits(token.number is None for token in tokens) & ~self.is_phrase
        long = self._written[False].length >= COMPOUND_LENGTH
        counts = bits(token.number is not None for token in tokens)
        self.joins = joining
        compounds = np.flatnonzero(capital & joining & long & ~counts)
        written_as_one = np.flatnonzero(~joining & long & ~counts & ~self.is_phrase)
        self._is_known = whole & ~unknown
        parts = chain(
            _parts(compounds.tolist(), forms, stems.known),
            _halves(written_as_one.tolist(), forms, languages, stems.known),
            _phrase_parts(self._stems, stems.known),
        )
        self._parts = np.unique(ints(parts))
        self.may_join = np.isin(np.arange(len(tokens)), self._parts // _PART)
        self.may_be_part = np.isin(self.part, self._parts % _PART)
        short = bits(2 <= len(token.text) <= LONGEST_INITIALS and token.text.isupper() for token in tokens)
        self.may_abbreviate = unknown & short
        texts = [token.text if is_short else "" for token, is_short in zip(tokens, short, strict=True)]
        self._letters = _codes(texts, LONGEST_INITIALS)
        self.initial = _codes([token.text[:1].upper() for token in tokens], 1)[:, 0]

    def alike(self, ours: Ints, theirs: Ints, least: Numbers, *, foreign: bool) -> Numbers:
        """Compare spellings of pairs of words: slips of the pen, inflections that the stemmer left, cognates, names.

        Spellings less alike than `least` (rapidfuzz ratio, 0 to 1) count 0.
        """
        written = self._written[foreign]
        found = np.zeros(len(ours))
        long = np.minimum(written.length[ours], written.length[theirs]) >= SHORTEST_FUZZY
        rest = np.flatnonzero(long & (written.head[ours] == written.head[theirs]))
        ratio = written.ratio(ours[rest], theirs[rest])
        found[rest] = np.where(ratio >= least[rest], ratio, 0)
        begin = self._beginning[ours[rest]]
        rest = rest[(found[rest] == 0) & (begin != NONE) & (begin == self._beginning[theirs[rest]])]
        pairs = zip(ours[rest].tolist(), theirs[rest].tolist(), strict=True)
        found[rest] = [_INFLECTED * _is_inflected(self._stems[one], self._stems[other]) for one, other in pairs]
        return found

    def may_be_near(self, ours: Ints, theirs: Ints) -> Bits:
        """Tell which pairs of words have so many letters in common that `nearly` may not be 0."""
        sounds = self._written[True]
        differ = np.bitwise_count(self._sounds[ours] ^ self._sounds[theirs])
        found: Bits = differ <= sounds.may_lack[ours] + sounds.may_lack[theirs]
        return found

    def nearly(self, ours: Ints, theirs: Ints) -> Numbers:
        """Compare the sounds of pairs of words of which all else speaks for a slip of the pen: Kroc, Croc; Khan, Kahn.

        Sounds less alike than SLIP count 0, unless the same letters stand in another order.
        """
        sounds = self._written[True]
        found = sounds.ratio(ours, theirs)
        same_head = sounds.head[ours] == sounds.head[theirs]
        rest = np.flatnonzero((found < SLIP) & same_head & (sounds.length[ours] == sounds.length[theirs]))
        pairs = zip(ours[rest].tolist(), theirs[rest].tolist(), strict=True)
        turned = [sorted(sounds.words[one]) == sorted(sounds.words[other]) for one, other in pairs]
        found[rest] = np.where(np.array(turned, dtype=bool), SLIP, 0)
        long = np.minimum(sounds.length[ours], sounds.length[theirs]) >= SHORTEST_SLIP
        written = ~(self.has_digit[ours] | self.has_digit[theirs])
        return np.where((found >= SLIP) & long & written, found, 0)

    def parts(self, whole: Ints) -> tuple[Ints, Ints]:
        """Return the stems that words have in them, and for each its place in `whole`: Pockenimpfung, impf and pock."""
        begin, end = (np.searchsorted(self._parts, at * _PART) for at in (whole, whole + 1))
        return np.repeat(np.arange(len(whole)), end - begin), self._parts[spans(begin, end - begin)] % _PART

    def made_of(self) -> list[list[int]]:
        """Return for each word those that stand for its parts, one for each stem: Berliner Mauer, Mauer."""
        having = np.unique(self.part, return_index=True)[1]
        found: list[list[int]] = [[] for _ in self._stems]
        for at, part in zip(*(rows.tolist() for rows in self.parts(np.arange(len(found)))), strict=True):
            found[at].append(int(having[part]))
        return found

    def is_made_of(self, whole: Ints, letters: Numbers, parts: Ints) -> Bits:
        """Tell which compounds are made of so many parts that have so many letters together.

        One that the lexicon knows means more than any of its parts: Weltmeisterschaft, Meisterschaft.
        """
        share = letters / self._written[False].length[whole]
        known = self._is_known[whole]
        found: Bits = np.where(known, (share >= _SHARE_OF_A_KNOWN) & (parts > 1), share >= _SHARE_OF_A_COMPOUND)
        return found & (self.joins[whole] | (parts > 1))

    def initials(self, short: Ints) -> Ints:
        """Return how many words each of some abbreviations stands for."""
        found: Ints = np.count_nonzero(self._letters[short], axis=1)
        return found

    def letters(self, short: Ints, place: int) -> Ints:
        """Return what stands at a place of some abbreviations, comparable with the `initial` of words."""
        found: Ints = self._letters[short, place]
        return found


class _Written:
    """Words as they are written in one way: their lengths, and numbers for their first letters."""

    def __init__(self, words: Sequence[str]) -> None:
        heads = Numbered[str]()
        self.words = words
        self.length = ints(map(len, words))
        self.head = ints(heads.of(word[:1]) for word in words)
        # Of spellings at least SLIP alike, each letter that is but in one is taken out or put in.
        self.may_lack = (1 - SLIP) * self.length + _ROUNDING

    def ratio(self, ours: Ints, theirs: Ints) -> Numbers:
        """Return how alike pairs of words are, 0 to 1."""
        return ratios([self.words[at] for at in ours.tolist()], [self.words[at] for at in theirs.tolist()])


def ratios(ours: Sequence[str], theirs: Sequence[str]) -> Numbers:
    """Return how alike pairs of spellings are, 0 to 1 (rapidfuzz ratio)."""
    if not ours:
        return np.zeros(0)
    found: Numbers = process.cpdist(ours, theirs, scorer=fuzz.ratio, dtype=np.float64, workers=1) / 100
    return found


def _letters(word: str) -> int:
    """Return a bit for each letter of a word, and another for letters that it has twice."""
    found = 0
    for letter in word:
        bit = 1 << ord(letter) % _LETTERS
        found |= bit << _LETTERS if found & bit else bit
    return found


def _is_inflected(one: str, other: str) -> bool:
    """Tell whether two stems differ in their ends only."""
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    return shared >= max(_SHARED_PREFIX, _SHARE_OF_A_STEM * min(len(one), len(other)))


def _parts(compounds: Sequence[int], forms: Sequence[str], stems: Mapping[str, int]) -> Iterator[int]:
    """Yield, as one number, each compound (a row) with each stem that it has in it, at its beginning or well inside."""
    for at in compounds:
        form = forms[at][:LONGEST_WORD]
        for begin in (0, *range(_FIRST_PART, len(form) - PART_LENGTH + 1)):
            for end in range(begin + PART_LENGTH, len(form) + (begin > 0)):
                if (stem := stems.get(form[begin:end])) is not None:
                    yield at * _PART + stem


def _halves(
    words: Sequence[int], forms: Sequence[str], languages: Sequence[str], stems: Mapping[str, int]
) -> Iterator[int]:
    """Yield, as one number, each word (a row) with the stems of the two words of which it is made: seatbelt."""
    for at in words:
        form = forms[at][:LONGEST_WORD]
        for cut in range(_FIRST_PART, len(form) - _FIRST_PART + 1):
            halves = [stems.get(stem(half, languages[at])) for half in (form[:cut], form[cut:])]
            yield from (at * _PART + half for half in halves if half is not None and None not in halves)


def _phrase_parts(words: Sequence[str], stems: Mapping[str, int]) -> Iterator[int]:
    """Yield, as one number, each phrase (a row) with each stem of which it is made: Berliner Mauer."""
    for at, word in enumerate(words):
        if "_" in word:
            yield from (at * _PART + stems[part] for part in word.split("_") if part in stems)


def _codes(words: Sequence[str], size: int) -> Ints:
    """Return the letters of short words as numbers, 0 where there is none."""
    codes = np.array(words, dtype=f"U{size}").view(np.uint32).reshape(len(words), size)
    return codes.astype(np.int64)
