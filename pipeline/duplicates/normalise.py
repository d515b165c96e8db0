"""An event text as a row of tokens: words with their stems and meanings, names, numbers."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import itemgetter

from .arrays import NONE
from .denials import denied
from .forms import WEIGHTS, Form, Forms, Word, forms_of
from .lexicon import MONTHS, PARTICLES, fold
from .numerals import DIGITS, VAGUE, read_amount, read_number, with_whole_numbers
from .roles import places
from .vectors import LONGEST as LONGEST_TEXT

ASIDE = 0.3
"""What words after the first sentence count."""

LONGEST = 1000
"""How many words of a text are compared at most: each of one text meets each of the other."""

_LONGEST_AMOUNT = 10
"""How many words a number has at most."""

_WORD = re.compile(rf"(?:{DIGITS})(?:st|nd|rd|th|ST|ND|RD|TH)?|[^\W\d_]+(?:-[^\W\d_]+)*")
_WORD_AND_STOP = re.compile(rf"({_WORD.pattern})([.:!?]?)")
_MARK = re.compile(r"[.!?;(–—-]")
_SENTENCE_END = re.compile(r"(?<=[a-zäöüß]{3})[.!?;](?=\s+[^\Wa-zäöüß])|\s\(|\s[-–—]\s")
_DEFINING = re.compile(r" (?:was|were|is) ", re.IGNORECASE)
_DEFINED = re.compile(
    r"^(?:the )?(?:\S+ ){0,5}(?:wars?|battle|siege|revolution|rebellion|revolt|uprising|crusade|crisis|treaty|dynasty|"
    r"empire|kingdom|republic|reformation|plague|famine|fire|massacre|affair|festival|conference|council|bubble|armada)"
    r"\b(?: (?!was |were )\S+){0,6}?(?=,? (?:was|were|is) (?:an?|the|fought)\b)",
    re.IGNORECASE,
)
_DATED = frozenset(
    "in from to since between until till by of circa about around von bis seit ab um jahr jahre year and und".split()  # noqa: SIM905
)
_NOUN_ENDINGS = re.compile(r"(?:ung|heit|keit|schaft|tion|tät|nis|tum|ismus|ling|chen)(?:en|s|es)?$")
_ARTICLES = frozenset(
    "der die das den dem des ein eine einen einem einer eines ihr ihre sein seine ihren seinen seiner ihrer".split()  # noqa: SIM905
)
_GENITIVE = frozenset({"s", "S"})
_QUOTES = frozenset("'\"’‘“”„‚»«›‹")
_FIRST = Word("I", "i", "i", "ordinal", number=1)
_ONE = Word("One", "one", "one", "number", number=1)
_NAMED_ONE = frozenset({"one", "eins"})
_NUMBER = frozenset({"number", "nummer", "nr"})


@dataclass(frozen=True, slots=True)
class Token:
    """A word where it stands in a text.

    `at` is its place among all words, `run` the number of the name it belongs to (NONE if it is none), `aside` true
    after the first sentence, where texts explain what they told.
    """

    word: Word
    at: int
    run: int = NONE
    aside: bool = False

    @property
    def text(self) -> str:
        """The word as it is written."""
        return self.word.text

    @property
    def is_name(self) -> bool:
        """Tell whether it names somebody or something: a person, a place, a work."""
        return self.word.is_name

    @property
    def weight(self) -> float:
        """How much the word tells."""
        return WEIGHTS[self.word.kind] * (ASIDE if self.aside else 1)


@dataclass(frozen=True, slots=True, eq=False)
class Text:
    """A normalised event text: its words that carry meaning, all its words folded, and what else speaks in it.

    Words are `told` each `at` a place and as part of a name, a `run` (NONE if it is none), and `aside` from a place on.
    `order` tells where they would stand if it were said plainly who does it to whom, `denied` which of them the first
    sentence denies (NONE if it denies nothing, SOMETHING if no word says what).
    """

    language: str
    told: tuple[Word, ...]
    at: tuple[int, ...]
    order: tuple[int, ...]
    run: tuple[int, ...]
    aside: int
    denied: int
    words: tuple[str, ...]

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The words that carry meaning, where they stand."""
        rows = zip(self.told, self.at, self.run, strict=True)
        return tuple(Token(word, at, run, at >= self.aside) for word, at, run in rows)


def normal_form(text: str) -> str:
    """Return a text without case, accents and punctuation."""
    return " ".join(fold(written) for written in _Words(text, "").written)


def has_words(text: str) -> bool:
    """Tell whether a text holds a word or a number, not signs alone."""
    return _WORD.search(text) is not None


@lru_cache(maxsize=65536)
def normalise(text: str, language: str, aside: str = "") -> Text:
    """Read an event text in `language` (ISO 639-1); an unknown language is read without stems and meanings.

    `aside` is what is said beside it, the comment on the back of a card.
    """
    text, aside = text[:LONGEST_TEXT], aside[:LONGEST_TEXT]
    words, known = _Words(text, aside), forms_of(language)
    forms = known.mended([known[written] for written in words.written])
    folded = tuple([form.form for form in forms])
    told = _described(_told(words, forms, known, shouted=text.upper() == text)[:LONGEST], forms, known)
    meant, at = tuple([word for word, _ in told]), tuple([at for _, at in told])
    first = folded[: words.told]
    order = places(language, told, words.written, first)
    return Text(language, meant, at, order, tuple(_runs(told)), words.told, denied(language, first, told), folded)


class _Words:
    """The words of a text and of what is said beside it, as they are written; those from `told` on are said aside."""

    def __init__(self, text: str, aside: str) -> None:
        text, aside = with_whole_numbers(text), with_whole_numbers(aside)
        self._sources = text, aside
        self._starts: set[int] = set()
        self.written = self._cut(text, 0)
        self._own = self.told = len(self.written)
        if (end := first_sentence(text)) < len(text):
            self.told = bisect_left(self._spans, (end, 0), hi=self._own)
        if aside:
            self.written += self._cut(aside, self._own)

    def _cut(self, source: str, first: int) -> list[str]:
        """Return the words of a source, without the *s* of a genitive, and remember which begin a sentence."""
        found = _WORD_AND_STOP.findall(source)
        if "-" not in source and _GENITIVE.isdisjoint([word for word, _ in found]):
            self._starts.add(first)
            self._starts.update([at for at, (_, stop) in enumerate(found, first + 1) if stop])
            return [word for word, _ in found]
        written: list[str] = []
        starts = True
        for word, stop in found:
            parts = _split(word)
            if starts and parts[0] not in _GENITIVE:
                self._starts.add(first + len(written))
            written += [part for part in parts if part not in _GENITIVE]
            starts = bool(stop)
        return written

    @cached_property
    def _spans(self) -> list[tuple[int, int]]:
        """Where each word begins and ends in its source; few texts need it."""
        return list(self._parts())

    def _parts(self) -> Iterator[tuple[int, int]]:
        for source in self._sources:
            for match in _WORD.finditer(source):
                at = match.start()
                for part in _split(match[0]):
                    if part not in _GENITIVE:
                        yield at, at + len(part)
                    at += len(part) + 1

    def _around(self, at: int) -> tuple[str, str]:
        """Return the character before a word, and three after it."""
        source = self._sources[at >= self._own]
        begin, end = self._spans[at]
        return source[begin - 1 : begin] if begin else "", source[end : end + 3]

    def is_letter(self, at: int) -> bool:
        """Tell whether a letter stands for itself: Vitamin C, the film “M”; not as an article, an initial, a piece."""
        letter = self.written[at]
        if not (letter.isascii() and letter.isupper()):
            return False
        before, after = self._around(at)
        if before in _QUOTES and after[:1] in _QUOTES:
            return True
        article = letter == "A" and after[1:2].isupper()
        beside = at not in self._starts and self.written[at - 1][:1].isupper()
        return beside and not article and (after in {"", "."} or after[0] in " ,;:!?)")

    def starts(self, at: int) -> bool:
        """Tell whether a sentence begins here."""
        return at in self._starts

    def has_dot(self, at: int) -> bool:
        """Tell whether a full stop follows that ends no text."""
        after = self._around(at)[1]
        return after[:2] == ". " and (after[2:].isalnum() or after[2:] == "_")

    def is_last(self, at: int) -> bool:
        """Tell whether a clause ends here."""
        after = self._around(at)[1]
        return not after.strip() or after[0] in ".,:;!?" or after[1:3] in {"un", "od"}

    def is_bracketed(self, at: int) -> bool:
        """Tell whether it stands in brackets or dashes."""
        before, after = self._around(at)
        return before in {"(", "–"} or after[:1] in {")", "–"}


def _split(word: str) -> list[str]:
    """Return the parts of a word with hyphens, but for a number."""
    return word.split("-") if "-" in word and not read_number(word, "en") else [word]


@lru_cache(maxsize=65536)
def first_sentence(text: str) -> int:
    """Return where the first sentence ends: two words at least, not after an initial, a number or an abbreviation.

    Where a text defines what it names (``The Hundred Years' War was a conflict``), the name ends it.
    """
    if _DEFINING.search(text) and (defined := _DEFINED.match(text)):
        return defined.end()
    if not _MARK.search(text, 0, len(text) - 1):
        return len(text)
    return next((match.end() for match in _SENTENCE_END.finditer(text) if text[: match.start()].count(" ")), len(text))


def _told(words: _Words, forms: Sequence[Form], known: Forms, *, shouted: bool) -> list[tuple[Word, int]]:
    """Return the words and phrases that carry meaning, with their places."""
    split = _split_verbs(words, forms, known) if known.language == "de" else {}
    found: list[tuple[Word, int]] = []
    end = 0
    for at, form in enumerate(forms):
        if at < end:
            continue
        if at in split:
            if verb := split[at]:
                found.append((verb, at))
        elif form.longest > 1 and (phrase := known.longest_phrase(forms[at : at + form.longest])):
            end = at + phrase[1]
            found.append((phrase[0], at))
        elif form.known:
            found.append((form.known, at))
        elif (
            form.opens
            and at + 1 < len(forms)
            and forms[at + 1].continues
            and (amount := _amount(words, forms, at, known))
        ):
            found.append((amount[0], at))
            end = at + amount[1]
        elif not form.silent or form.number or len(form.text) == 1:
            found += _unknown(words, forms, at, known, shouted=shouted)
    return found


def _described(told: list[tuple[Word, int]], forms: Sequence[Form], known: Forms) -> list[tuple[Word, int]]:
    """Return the words, those that end famous names with what describes these: Mehmed in *Mehmed II*."""
    for begin, end, concepts in known.names(forms) if any(form.famous for form in forms) else ():
        place = bisect_right(told, end, key=itemgetter(1)) - 1
        while place >= 0 and begin <= told[place][1] and told[place][0].number is not None:
            place -= 1
        word, at = told[place]
        if place >= 0 and begin <= at + word.text.count(" "):
            told[place] = known.described(word, word.described | concepts), at
    return told


def _amount(words: _Words, forms: Sequence[Form], at: int, known: Forms) -> tuple[Word, int] | None:
    """Return a number that several words write together, and how many they are; none goes on after a comma."""
    end = at + 1
    while end < min(len(forms), at + _LONGEST_AMOUNT) and not words.is_last(end - 1):
        end += 1
    chosen = forms[at:end]
    amount = read_amount([form.form for form in chosen], [form.number for form in chosen], known.language)
    if not amount:
        return None
    (value, ordinal), many = amount
    text, form = (" ".join(told) for told in zip(*((one.text, one.form) for one in chosen[:many]), strict=True))
    if _is_vague(forms, at):
        return Word(text, form, form, "word"), many
    return Word(text, form, form, "ordinal" if ordinal else "number", number=value), many


def _is_number_one(words: _Words, forms: Sequence[Form], at: int) -> bool:
    """Tell whether *one* is a number and no pronoun: *Air Force One*, *number one*."""
    before = forms[at - 1]
    return before.form in _NUMBER or (forms[at].text.istitle() and before.text[:1].isupper() and not words.starts(at))


def _is_vague(forms: Sequence[Form], at: int) -> bool:
    """Tell whether a great number counts nothing exactly: *several hundred*."""
    return at > 0 and forms[at].is_great and forms[at - 1].form in VAGUE


def _split_verbs(words: _Words, forms: Sequence[Form], known: Forms) -> dict[int, Word | None]:
    """Find German verbs whose particle stands apart (löst sich … auf): what they mean, and nothing for the particle."""
    found: dict[int, Word | None] = {}
    for end, particle in enumerate(forms):
        if particle.text not in PARTICLES:
            continue
        before = (at for at in range(end - 2, max(end - 12, -1), -1) if forms[at].text.islower())
        at = next((at for at in before if (forms[at].stem, particle.stem) in known.phrases), None)
        if at is not None and words.is_last(end) and not any(map(words.is_last, range(at, end - 1))):
            meanings = known.phrases[forms[at].stem, particle.stem]
            found |= {at: known.split(forms[at], meanings), end: None}
    return found


def _unknown(
    words: _Words, forms: Sequence[Form], at: int, known: Forms, *, shouted: bool
) -> Iterator[tuple[Word, int]]:
    """Yield the word or words that the lexicon does not know, none for a silent one."""
    form = forms[at]
    if form.text == "I" and at > 0 and forms[at - 1].text[:1].isupper():
        yield _FIRST, at
    elif form.form in _NAMED_ONE and at > 0 and _is_number_one(words, forms, at):
        yield _ONE, at
    elif (number := form.number) and not _is_vague(forms, at):
        is_ordinal = number.ordinal or (known.language == "de" and form.text[:1].isdigit() and words.has_dot(at))
        kind = "date" if _is_date(words, forms, at, known.stops) else "ordinal" if is_ordinal else "number"
        yield known.number(form, number.value, kind), at
    elif form.silent:
        if len(form.text) == 1 and words.is_letter(at):
            yield form.name, at
    elif form.parts:
        yield from ((part, at) for part in form.parts)
    else:
        is_name = not shouted and _looks_like_name(words, forms, at, known.language)
        yield form.name if is_name else form.word, at


def _is_date(words: _Words, forms: Sequence[Form], at: int, stops: frozenset[str]) -> bool:
    """Tell whether a number is a year or a day: beside a month, after a word like *in* or *until*, or in brackets.

    It is none if it counts what comes next: *of 1500 ships*.
    """
    word = forms[at].text
    if not word[:1].isdigit() or len(re.sub(r"\D", "", word)) > 4:
        return False
    before = forms[at - 1].form if at else ""
    after = forms[at + 1] if at + 1 < len(forms) else None
    if before in MONTHS or (after and after.form in MONTHS):
        return True
    if len(word) not in {3, 4} or not word.isdigit():
        return False
    if words.is_bracketed(at):
        return True
    counts = after and after.form.isalpha() and after.form not in stops and after.text.islower()
    return before in _DATED and not (counts and not words.is_last(at))


def _looks_like_name(words: _Words, forms: Sequence[Form], at: int, language: str) -> bool:
    """Guess whether an unknown capitalised word is a name; German nouns are told by article and ending."""
    word = forms[at].text
    if not word[:1].isupper():
        return False
    if language != "de":
        return True
    before = forms[at - 1].text if at and not words.starts(at) else ""
    inflected = before.islower() and before.endswith(("e", "en", "er", "es"))
    return not (before.casefold() in _ARTICLES or inflected or _NOUN_ENDINGS.search(word))


def _runs(told: Iterable[tuple[Word, int]]) -> Iterator[int]:
    """Yield the number of the name to which each word belongs; capitalised neighbours (``Amelia Earhart``) are one."""
    run, last = 0, -2
    for word, at in told:
        if word.is_name:
            run += at != last + 1
            last = at + word.text.count(" ")
            yield run
        else:
            yield NONE
