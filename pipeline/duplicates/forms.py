"""Words as they are wherever they stand: each way of writing one is looked at once in each language."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from rapidfuzz import fuzz

from .lexicon import (
    DEEDS,
    NEARLY,
    NEGATIONS,
    SILENT,
    fold,
    lexicon,
    longest_described,
    longest_phrase,
    stem,
    stop_words,
    without_zu,
)
from .numerals import CONTINUING, OPENING, Number, is_great, read_counted, read_number

WEIGHTS = {
    "light": 0.4,
    "act": 1.0,
    "": 1.0,
    "word": 1.0,
    "role": 0.7,
    "name": 1.5,
    "place": 1.2,
    "number": 0.8,
    "ordinal": 0.6,
    "date": 0.2,
    "deed": 0.4,
    "silent": 0.0,
}
"""How much a word of each kind tells about the event, as the rarity of such words would say."""

LONGEST_WORD = 80
"""How many letters a word has at most that may be a compound or a slip of the pen in a name."""

_COMPOUND_LENGTH, _PART_LENGTH, _TAIL_LENGTH = 8, 4, 5
_SHORTEST_SLIP, _SLIP, _AROUND = 4, 88, 3
_NAMING = frozenset({"name", "place"})
_WHICH_PLACE = frozenset(
    "nord nordost nordwest sud sudost sudwest ost west mittel zentral alt gross klein ober unter nieder ubersee binnen "  # noqa: SIM905
    "deutsch inner hinter vorder welsch spat fruh".split()
)
_LINKS = ("", "s", "n", "en", "es", "er", "e")


@dataclass(frozen=True, slots=True, eq=False)
class Word:
    """One word or phrase that carries meaning.

    `text` is as written, `form` folded, `stem` the folded stem, `kind` a key of WEIGHTS, `meanings` the concepts it may
    stand for, `number` its value, `described` the concepts by which others tell of whom or what it names.
    """

    text: str
    form: str
    stem: str
    kind: str
    meanings: frozenset[str] = frozenset()
    number: Fraction | int | None = None
    described: frozenset[str] = frozenset()

    @property
    def is_name(self) -> bool:
        """Tell whether it names somebody or something: a person, a place, a work."""
        return self.kind in {"name", "place"}

    @property
    def terms(self) -> Iterator[str]:
        """The keys under which other texts, in any language, can share this word."""
        if self.number is not None:
            yield f"#{self.number}"
        elif self.meanings:
            yield from (f"={meaning}" for meaning in self.meanings)
        else:
            yield self.stem


class Form(NamedTuple):
    """What a word may be in its language: in the lexicon, a number, the parts of a compound, a word or a name.

    `longest` is how many words the longest phrase has that begins with it, `famous` the longest name that the lexicon
    describes; a `silent` word carries no meaning. An amount of several words `opens` with it, or `continues`;
    `is_great` tells of a hundred, a thousand and more. `slips` are the stems of words in names of several words of
    which it may be a slip of the pen.
    """

    text: str
    form: str
    stem: str
    longest: int
    famous: int
    silent: bool
    known: Word | None
    number: Number | None
    opens: bool
    continues: bool
    is_great: bool
    parts: tuple[Word, ...]
    slips: tuple[str, ...]
    word: Word
    name: Word


class Forms(dict[str, Form]):
    """The forms of one language by how they are written; those that are met first are looked at then."""

    def __init__(self, language: str) -> None:
        """Know the phrases and the words without meaning of a language."""
        super().__init__()
        self.language = language
        self.stops = stop_words(language)
        self._denying = NEGATIONS | NEARLY.get(language, frozenset())
        self.phrases = lexicon().phrases.get(language, {})
        self._begun = {phrase[:2] for phrase in self.phrases if len(phrase) > 1}
        self._made: dict[tuple[str, str, frozenset[str]], Word] = {}
        self._numbers: dict[tuple[str, str], Word] = {}
        self._names = lexicon().described.get(language, {})
        self._described: dict[tuple[Word, frozenset[str]], Word] = {}

    def __missing__(self, text: str) -> Form:
        """Look at a word that is new."""
        form, stemmed = fold(text), stem(text, self.language)
        stops, number, endless = form in self.stops, read_number(text, self.language), len(form) > LONGEST_WORD
        if self.language == "de" and (stemmed,) not in self.phrases and (infinitive := without_zu(form)):
            stemmed = stem(infinitive, self.language)
        meanings = None if stops else self.phrases.get((stemmed,))
        found = self[text] = Form(
            text,
            form,
            stemmed,
            longest_phrase(self.language, stemmed),
            self._famous(text),
            stops or form in self._denying or (len(form) == 1 and not form.isdigit()),
            _known(text, stemmed, meanings) if meanings else None,
            number,
            form in OPENING or bool(number and not number.ordinal),
            form in CONTINUING or number is not None,
            is_great(form, self.language),
            () if number or stops or endless or self.language != "de" else tuple(_parts(text, form)),
            () if number or stops or endless or meanings else tuple(_slips(form, stemmed, self.language)),
            Word(text, form, stemmed, "word"),
            Word(text, form, stemmed, "name"),
        )
        return found

    def _famous(self, text: str) -> int:
        written = text.casefold()
        each = (longest_described(self.language, one) for one in (written, written.removesuffix("s")))
        return 0 if text[:1].islower() else max(each)

    def longest_phrase(self, forms: Sequence[Form]) -> tuple[Word, int] | None:
        """Return what the first words, at least two, mean together, and how many they are; None if nothing."""
        if len(forms) < 2 or (forms[0].stem, forms[1].stem) not in self._begun:
            return None
        for length in range(len(forms), 1, -1):
            stems = tuple([form.stem for form in forms[:length]])
            if meanings := self.phrases.get(stems):
                return self._known(" ".join([form.text for form in forms[:length]]), "_".join(stems), meanings), length
        return None

    def mended(self, forms: list[Form]) -> list[Form]:
        """Return the forms, slips of the pen in known names of several words mended: Mount Everst."""
        for at, form in enumerate(forms):
            for meant in form.slips:
                mended = form._replace(stem=meant, longest=longest_phrase(self.language, meant), parts=())
                if self._is_in_a_name(
                    [*forms[max(at - _AROUND, 0) : at], mended, *forms[at + 1 : at + 1 + _AROUND]], mended
                ):
                    forms[at] = mended
                    break
        return forms

    def _is_in_a_name(self, forms: Sequence[Form], form: Form) -> bool:
        """Tell whether a form is in a known name of several words, as it stands among others."""
        names, stems, at = lexicon().names[self.language], tuple([one.stem for one in forms]), forms.index(form)
        return any(
            stems[begin:end] in names
            for begin in range(at + 1)
            for end in range(max(at, begin + 1) + 1, len(stems) + 1)
        )

    def split(self, verb: Form, meanings: frozenset[str]) -> Word:
        """Return a verb with what it means with its particle."""
        return self._known(verb.text, verb.stem, meanings)

    def _known(self, text: str, stems: str, meanings: frozenset[str]) -> Word:
        key = text, stems, meanings
        return self._made.get(key) or self._made.setdefault(key, _known(text, stems, meanings))

    def names(self, forms: Sequence[Form]) -> Iterator[tuple[int, int, frozenset[str]]]:
        """Yield where names that the lexicon describes begin and end, and the concepts that describe them.

        They are told as they are written, but for a genitive: Paul is not Pauling, and a Roman not Rome.
        """
        for begin, form in enumerate(forms):
            for end in range(begin + 1, min(begin + form.famous, len(forms)) + 1):
                written = [one.text.casefold() for one in forms[begin:end]]
                if concepts := self._names.get(tuple(written)) or self._names.get(
                    (*written[:-1], written[-1].removesuffix("s"))
                ):
                    yield begin, end - 1, concepts

    def described(self, word: Word, concepts: frozenset[str]) -> Word:
        """Return a word that ends a name, with the concepts that describe it."""
        key = word, concepts
        return self._described.get(key) or self._described.setdefault(key, replace(word, described=concepts))

    def number(self, form: Form, value: Fraction | int, kind: str) -> Word:
        """Return a word that writes a number of some kind."""
        key = form.text, kind
        made = self._numbers.get(key)
        return made or self._numbers.setdefault(key, Word(form.text, form.form, form.form, kind, number=value))


@cache
def _in_names(language: str) -> Mapping[str, frozenset[tuple[str, str]]]:
    """Return the long words in names of several words, with their stems, by what is left of each without a letter."""
    found: dict[str, frozenset[tuple[str, str]]] = {}
    for stems, words in lexicon().names.get(language, {}).items():
        for word, stemmed in zip(words, stems, strict=True):
            if len(word) > _SHORTEST_SLIP:
                found |= {short: found.get(short, frozenset()) | {(word, stemmed)} for short in _shortened(word)}
    return found


def _shortened(word: str) -> frozenset[str]:
    """Return a word, and what is left of it without one of its letters."""
    return frozenset({word, *(word[:at] + word[at + 1 :] for at in range(1, len(word)))})


def _slips(form: str, own: str, language: str) -> list[str]:
    """Return the stems of words in known names of which this may be a slip of the pen; none if it is in one itself."""
    known = _in_names(language)
    near = (
        {word for short in _shortened(form) for word in known.get(short, ())} if len(form) >= _SHORTEST_SLIP else set()
    )
    if any(word == form or stemmed == own for word, stemmed in near):
        return []
    return sorted(
        {stemmed for word, stemmed in near if sorted(word) == sorted(form) or fuzz.ratio(word, form) >= _SLIP}
    )


@cache
def forms_of(language: str) -> Forms:
    """Return the forms of a language."""
    return Forms(language)


def _known(text: str, stems: str, meanings: frozenset[str]) -> Word:
    """Return a word with meanings; of several kinds it has the weightiest, a deed before a thing."""
    kinds = [lexicon().concepts[meaning].kind for meaning in sorted(meanings)]
    kind = max(kinds, key=lambda kind: (WEIGHTS[kind], kind == "act"))
    return Word(text, fold(text), stems, kind, meanings, 1 if meanings == {"first"} else None)


def _parts(text: str, form: str) -> Iterator[Word]:
    """Yield the parts of an unknown German compound."""
    if counted := read_counted(form):
        yield Word(text, form, form, "number", number=counted[0].value)
        meanings = lexicon().phrases["de"].get((counted[1],))
        yield _known(text, counted[1], meanings) if meanings else Word(text, counted[1], counted[1], "word")
        return
    for part, meanings in _compound(form):
        yield _known(text, part, meanings) if meanings else Word(text, part, part, "word")


def _compound(form: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """Split an unknown German compound: ``pockenimpfung`` into two words of the lexicon, ``suezkanal`` before one."""
    if len(form) < _COMPOUND_LENGTH:
        return ()
    heads, tails = _german_words()
    ends = range(_PART_LENGTH, len(form) - _PART_LENGTH + 1)
    cuts = [cut for cut in ends if form[cut:] in tails and _may_end(form[:cut], tails[form[cut:]])]
    for cut in cuts:
        for link in _LINKS:
            head = form[:cut].removesuffix(link)
            if form[:cut].endswith(link) and head in heads:
                return (head, heads[head]), (form[cut:], tails[form[cut:]])
    # A longer second part is the likelier word: suez + kanal.
    if not cuts or len(form) - cuts[0] < _TAIL_LENGTH:
        return ()
    return (form[: cuts[0]], frozenset()), (form[cuts[0] :], tails[form[cuts[0] :]])


@cache
def _german_words() -> tuple[Mapping[str, frozenset[str]], Mapping[str, frozenset[str]]]:
    """Return the single German words of the lexicon that may begin a compound, and those that may end one, folded.

    They stand there as written and as stems; no compound ends with the stem of a deed alone (*Alex-ander*).
    """
    table = lexicon()
    stems = {phrase[0]: meanings for phrase, meanings in table.phrases["de"].items() if len(phrase) == 1}
    words = {fold(word): stems[stem(word, "de")] for word in table.german_words if stem(word, "de") in stems}
    things = {one: meanings for one, meanings in stems.items() if not _kinds(meanings) <= DEEDS | {SILENT}}
    heads, tails = (
        {word: meanings for word, meanings in (which | words).items() if len(word) >= _PART_LENGTH}
        for which in (stems, things)
    )
    return heads, tails


def _kinds(meanings: frozenset[str]) -> frozenset[str]:
    return frozenset(lexicon().concepts[meaning].kind for meaning in meanings)


def _may_end(head: str, meanings: frozenset[str]) -> bool:
    """Tell whether a word may end a compound after a head: a name only after one that says which (*Nordkorea*)."""
    return head in _WHICH_PLACE or not _kinds(meanings) <= _NAMING
