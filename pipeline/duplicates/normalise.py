"""An event text as a row of tokens: words with their stems and meanings, names, numbers."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from .lexicon import NEGATIONS, PARTICLES, fold, lexicon, longest_phrase, stem, stop_words
from .numerals import read_number

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
}
"""How much a word of each kind tells about the event, as the rarity of such words would say."""

ASIDE = 0.3
"""What words after the first sentence count."""

_WORD = re.compile(r"\d+(?:[.,’']\d+)*(?:st|nd|rd|th)?|[^\W\d_]+(?:-[^\W\d_]+)*")
_SENTENCE_END = re.compile(r"(?<=[a-zäöüß]{3})[.!?;](?=\s+[^\Wa-zäöüß])|\s\(|\s[-–—]\s")
_DEFINED = re.compile(
    r"^(?:the )?(?:\S+ ){0,5}(?:wars?|battle|siege|revolution|rebellion|revolt|uprising|crusade|crisis|treaty|dynasty|"
    r"empire|kingdom|republic|reformation|plague|famine|fire|massacre|affair|festival|conference|council|bubble|armada)"
    r"\b(?: (?!was |were )\S+){0,6}?(?=,? (?:was|were|is) (?:an?|the|fought)\b)",
    re.IGNORECASE,
)
_DATED = frozenset(
    "in from to since between until till by of circa about around von bis seit ab um jahr jahre year and und".split()  # noqa: SIM905
)
_MONTHS = frozenset(
    "january february march april may june july august september october november december".split()  # noqa: SIM905
    + "januar februar marz mai juni juli oktober dezember".split()  # noqa: SIM905
)
_NOUN_ENDINGS = re.compile(r"(?:ung|heit|keit|schaft|tion|tät|nis|tum|ismus|ling|chen)(?:en|s|es)?$")
_ARTICLES = frozenset(
    "der die das den dem des ein eine einen einem einer eines ihr ihre sein seine ihren seinen seiner ihrer".split()  # noqa: SIM905
)
_COMPOUND_LENGTH, _PART_LENGTH, _TAIL_LENGTH = 8, 4, 5
_LINKS = ("", "s", "n", "en", "es", "er", "e")


@dataclass(frozen=True, slots=True, eq=False)
class Token:
    """One word or phrase that carries meaning.

    `text` is as written, `form` folded, `stem` the folded stem, `kind` a key of WEIGHTS, `meanings` the concepts it may
    stand for, `number` its value, `run` the number of the name it belongs to, `at` its place among the words, `aside`
    true after the first sentence, where texts explain what they told.
    """

    text: str
    form: str
    stem: str
    kind: str
    meanings: frozenset[str] = frozenset()
    number: int | None = None
    run: int = -1
    at: int = 0
    aside: bool = False

    @property
    def is_name(self) -> bool:
        """Tell whether it names somebody or something: a person, a place, a work."""
        return self.kind in {"name", "place"}

    @property
    def is_deed(self) -> bool:
        """Tell whether it says what was done or what happened."""
        return self.kind in {"act", "deed"}

    @property
    def weight(self) -> float:
        """How much the word tells."""
        return WEIGHTS[self.kind] * (ASIDE if self.aside else 1)

    @property
    def terms(self) -> Iterator[str]:
        """The keys under which other texts, in any language, can share this word."""
        if self.number is not None:
            yield f"#{self.number}"
        elif self.meanings:
            yield from (f"={meaning}" for meaning in self.meanings)
        else:
            yield self.stem


@dataclass(frozen=True, slots=True, eq=False)
class Text:
    """A normalised event text: its words that carry meaning, all its words folded, and what else speaks in it.

    `negated` tells that the first sentence denies something, `by_whom` that it may be a passive (*by*, *von*).
    """

    language: str
    tokens: tuple[Token, ...]
    negated: bool
    by_whom: bool
    words: tuple[str, ...]


class _Word(NamedTuple):
    text: str
    start: bool
    dot: bool
    aside: bool
    last: bool
    bracketed: bool = False


def normal_form(text: str) -> str:
    """Return a text without case, accents and punctuation."""
    return " ".join(fold(word.text) for word in _words(text))


@lru_cache(maxsize=65536)
def normalise(text: str, language: str, aside: str = "") -> Text:
    """Read an event text in `language` (ISO 639-1); an unknown language is read without stems and meanings.

    `aside` is what is said beside it, the comment on the back of a card.
    """
    words = (*_words(text), *_words(aside, aside=True))
    shouted = text.upper() == text
    tokens = tuple(_placed(_tokens(words, language, shouted=shouted), words))
    forms = tuple(fold(word.text) for word in words)
    agents = {"de": {"von", "durch"}, "en": {"by"}}.get(language, set())
    denied = any(form in NEGATIONS and not word.aside for form, word in zip(forms, words, strict=True))
    return Text(language, tokens, denied, bool(agents.intersection(forms)), forms)


def _words(text: str, *, aside: bool = False) -> Iterator[_Word]:
    start, first_end = True, 0 if aside else first_sentence(text)
    for match in _WORD.finditer(text):
        written = match[0]
        after = text[match.end() : match.end() + 3]
        dot = after[:2] == ". " and (after[2:].isalnum() or after[2:] == "_")
        parts = [written] if "-" not in written or read_number(written) else written.split("-")
        for part in parts:
            if part not in {"s", "S"}:
                last = not after.strip() or after[0] in ".,:;!?" or after[1:3] in {"un", "od"}
                bracketed = text[max(match.start() - 1, 0)] in "(–" or after[:1] in {")", "–"}
                yield _Word(part, start, dot, match.start() >= first_end, last, bracketed)
            start = False
        start = after[:1] in {".", ":", "!", "?"}


@lru_cache(maxsize=65536)
def first_sentence(text: str) -> int:
    """Return where the first sentence ends: two words at least, not after an initial, a number or an abbreviation.

    Where a text defines what it names (``The Hundred Years' War was a conflict``), the name ends it.
    """
    if defined := _DEFINED.match(text):
        return defined.end()
    return next((match.end() for match in _SENTENCE_END.finditer(text) if text[: match.start()].count(" ")), len(text))


def _tokens(words: tuple[_Word, ...], language: str, *, shouted: bool) -> Iterator[Token]:
    phrases = lexicon().phrases.get(language, {})
    stems = [stem(word.text, language) for word in words]
    stops = stop_words(language)
    split = _split_verbs(words, stems, phrases) if language == "de" else {}
    at = 0
    while at < len(words):
        if at in split:
            if split[at]:
                yield _known(words[at].text, stems[at], split[at], at)
            at += 1
            continue
        longest = longest_phrase(language, stems[at])
        for length in range(min(longest, len(words) - at), 0, -1):
            meanings = phrases.get(tuple(stems[at : at + length]))
            if meanings and not (length == 1 and fold(words[at].text) in stops):
                written = " ".join(word.text for word in words[at : at + length])
                yield _known(written, "_".join(stems[at : at + length]), meanings, at)
                break
        else:
            length = 1
            yield from _single(words, at, language, stops, shouted=shouted)
        at += length


def _split_verbs(
    words: tuple[_Word, ...], stems: list[str], phrases: Mapping[tuple[str, ...], frozenset[str]]
) -> dict[int, frozenset[str]]:
    """Find German verbs whose particle stands apart (löst sich … auf): their meanings, and none for the particle."""
    found: dict[int, frozenset[str]] = {}
    for end, word in enumerate(words):
        if not word.last or word.text not in PARTICLES:
            continue
        for at in range(end - 2, max(end - 12, -1), -1):
            if words[at].last:
                break
            if words[at].text.islower() and (meanings := phrases.get((stems[at], stems[end]))):
                found |= {at: meanings, end: frozenset()}
                break
    return found


def _known(written: str, stems: str, meanings: frozenset[str], at: int) -> Token:
    kinds = [lexicon().concepts[meaning].kind for meaning in sorted(meanings)]
    kind = max(kinds, key=lambda kind: WEIGHTS[kind])
    number = 1 if meanings == {"first"} else None
    return Token(written, fold(written), stems, kind, meanings, number, at=at)


def _single(
    words: tuple[_Word, ...], at: int, language: str, stops: frozenset[str], *, shouted: bool
) -> Iterator[Token]:
    """Yield the token or tokens of a word that the lexicon does not know, none for a stop word."""
    word = words[at]
    form = fold(word.text)
    after_name = at > 0 and words[at - 1].text[:1].isupper()
    if word.text == "I" and after_name:
        yield Token("I", "i", "i", "ordinal", number=1, at=at)
    elif number := read_number(word.text, dot=word.dot and language == "de"):
        kind = "date" if _is_date(words, at, stops) else "ordinal" if number.ordinal else "number"
        yield Token(word.text, form, form, kind, number=number.value, at=at)
    elif form in stops or (len(form) == 1 and not form.isdigit()):
        return
    elif parts := _compound(form) if language == "de" else ():
        for part, meanings in parts:
            yield _known(word.text, part, meanings, at) if meanings else Token(word.text, part, part, "word", at=at)
    else:
        kind = "name" if not shouted and _looks_like_name(words, at, language) else "word"
        yield Token(word.text, form, stem(word.text, language), kind, at=at)


def _is_date(words: tuple[_Word, ...], at: int, stops: frozenset[str]) -> bool:
    """Tell whether a number is a year or a day: beside a month, after a word like *in* or *until*, or in brackets.

    It is none if it counts what comes next: *of 1500 ships*.
    """
    word = words[at].text
    if not word[:1].isdigit() or len(re.sub(r"\D", "", word)) > 4:
        return False
    before, after = (fold(words[one].text) if 0 <= one < len(words) else "" for one in (at - 1, at + 1))
    if before in _MONTHS or after in _MONTHS:
        return True
    if len(word) not in {3, 4} or not word.isdigit():
        return False
    counts = after.isalpha() and after not in stops and words[at + 1].text.islower() and not words[at].last
    return words[at].bracketed or (before in _DATED and not counts)


def _looks_like_name(words: tuple[_Word, ...], at: int, language: str) -> bool:
    """Guess whether an unknown capitalised word is a name; German nouns are told by article and ending."""
    word = words[at]
    if not word.text[:1].isupper():
        return False
    if language != "de":
        return True
    before = words[at - 1].text if at and not word.start else ""
    inflected = before.islower() and before.endswith(("e", "en", "er", "es"))
    return not (before.casefold() in _ARTICLES or inflected or _NOUN_ENDINGS.search(word.text))


def _placed(tokens: Iterator[Token], words: tuple[_Word, ...]) -> Iterator[Token]:
    """Give names their numbers, capitalised neighbours (``Amelia Earhart``) being one, and mark what is said aside."""
    run, last = 0, -2
    for token in tokens:
        aside = words[token.at].aside
        if token.is_name:
            run += token.at != last + 1
            last = token.at + token.text.count(" ")
            yield _at_its_place(token, run, aside=aside)
        elif aside:
            yield _at_its_place(token, -1, aside=True)
        else:
            yield token


def _at_its_place(token: Token, run: int, *, aside: bool) -> Token:
    """Return the token with `run` and `aside`; `dataclasses.replace` takes thrice the time."""
    return Token(token.text, token.form, token.stem, token.kind, token.meanings, token.number, run, token.at, aside)


@lru_cache(maxsize=65536)
def _compound(form: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """Split an unknown German compound: ``pockenimpfung`` into two words of the lexicon, ``suezkanal`` before one."""
    if len(form) < _COMPOUND_LENGTH:
        return ()
    known = _german_words()
    cuts = [cut for cut in range(_PART_LENGTH, len(form) - _PART_LENGTH + 1) if form[cut:] in known]
    for cut in cuts:
        for link in _LINKS:
            head = form[:cut].removesuffix(link)
            if form[:cut].endswith(link) and head in known:
                return (head, known[head]), (form[cut:], known[form[cut:]])
    # A longer second part is the likelier word: suez + kanal.
    if not cuts or len(form) - cuts[0] < _TAIL_LENGTH:
        return ()
    return (form[: cuts[0]], frozenset()), (form[cuts[0] :], known[form[cuts[0] :]])


@cache
def _german_words() -> dict[str, frozenset[str]]:
    """Return the single German words of the lexicon, folded, as written and as stems."""
    table = lexicon()
    stems = {phrase[0]: meanings for phrase, meanings in table.phrases["de"].items() if len(phrase) == 1}
    words = stems | {fold(word): stems[stem(word, "de")] for word in table.german_words if stem(word, "de") in stems}
    return {word: meanings for word, meanings in words.items() if len(word) >= _PART_LENGTH}
