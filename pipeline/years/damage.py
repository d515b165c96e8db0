"""What spoils years on their way: spreadsheets, letters for digits, footnotes. Rules Y16 and Y17.

Looked for only when an expression could not be read, to say what probably happened to it.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache

from .errors import YearError
from .language import Language, language_named
from .printing import ordinal

_LOOKALIKES = str.maketrans(
    {"O": "0", "o": "0", "Q": "0", "l": "1", "I": "1", "|": "1", "i": "1", "S": "5", "B": "8", "Z": "2"}
)
_ONES = str.maketrans("l1", "II")
_MISREAD = re.compile(r"(?<![\w|])(?=[\dOoQlIi|SBZ]*\d)(?=[\dOoQlIi|SBZ]*[OoQlIi|SBZ])[\dOoQlIi|SBZ]{3,4}(?![\w|])")
_SIGNS = (
    (re.compile("#{2,}"), "spreadsheet-number", "a column too narrow to show its number leaves these signs"),
    (
        re.compile(r"\d[.,]?\d*[eE][+-]?\d+"),
        "spreadsheet-number",
        "a spreadsheet has rounded a number to its power of ten",
    ),
    (
        re.compile(r"[$£€]\s?\d|\d\s?(?:[%‰$£€]|EUR\b|CHF\b)"),
        "spreadsheet-number",
        "a spreadsheet shows a number as money or a percentage",
    ),
)
_FORMULA = re.compile(r"\s*=|\s*[+@]\s*[A-Za-z(\d]|#(?:REF|NAME|VALUE|WERT|BEZUG|NV|N/A|DIV)")
_TIME = re.compile(r"\d{1,2}:\d{2}")
_MISREAD_ROMAN = re.compile(r"\b(?=[XVIl1]*[l1])(?=[XVIl1]*[XV])[XVIl1]{2,5}(?=(?:e|ème)?\b)")
_FOOTNOTE = re.compile(r"(\d)([¹²³⁰⁴-⁹*†‡]+)")
_DAY_OR_MONTH = re.compile(r"\s*(?:(\d\d?)-([^\W\d_]+)\.?|([^\W\d_]+)\.?-(\d\d))\s*")
_SHORT_YEAR = re.compile(r"'(\d\d)(?!\d)")
_EDGES = " ,;:.!'\"„“”«»‹›<>{}|_©-"
"""Signs around a year that are not part of it."""
_MINUS = re.compile(r"\s*-\s*(\d+)\s*$")
_JOINED = re.compile(r"\s*(\d{4})(\d{4})\s*$")

_WEIGHTS = (1000, 100, 10, 1)
_ROMAN = (
    ["", "M", "MM"],
    ["", "C", "CC", "CCC", "CD", "D", "DC", "DCC", "DCCC", "CM"],
    ["", "X", "XX", "XXX", "XL", "L", "LX", "LXX", "LXXX", "XC"],
    ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"],
)
_ROMAN_YEAR = re.compile(r"\b(M{1,2})(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})\b")

_LONGEST_WORD = 24
"""Letters: a longer word is none that was meant."""

Look = Callable[[str, Language], YearError | None]
Readable = Callable[[str], bool]


def _formula(text: str, _: Language) -> YearError | None:
    if match := _FORMULA.match(text):
        message = "this is a spreadsheet formula, not a year"
        return YearError("formula", message, match.start(), (text.lstrip("=+@ "),))
    return None


def _time(text: str, _: Language) -> YearError | None:
    if match := _TIME.search(text):
        message = "a time of day: a spreadsheet makes this of a year or date"
        return YearError("spreadsheet-date", message, match.start(), (text[: match.start()].rstrip(" T"),))
    return None


def _signs(text: str, _: Language) -> YearError | None:
    for sign, code, message in _SIGNS:
        if match := sign.search(text):
            return YearError(code, message, match.start())
    return None


def _day_or_month(text: str, language: Language) -> YearError | None:
    """Explain `3-Mai` and `Mai-03`, which a spreadsheet makes of 3.5. and of May 2003."""
    match = _DAY_OR_MONTH.fullmatch(text)
    name = match and (match[2] or match[3])
    phrases = language.phrases.get(name.lower(), ()) if name else ()
    month = next((senses["month"] for rest, senses in phrases if not rest and "month" in senses), 0)
    if match is None or not month:
        return None
    form = str(language.form["month"])
    years = [f"{century}{match[4]}" for century in ("19", "20") if match[4] and (century == "19" or match[4] < "30")]
    meant = tuple(form.format(month=language.form["months"][month - 1], year=year) for year in years)
    return YearError("spreadsheet-date", "a spreadsheet makes this of two numbers, or of a date", 0, meant)


def _misread(text: str, _: Language) -> YearError | None:
    if match := _MISREAD.search(text):
        mended = text[: match.start()] + match[0].translate(_LOOKALIKES) + text[match.end() :]
        message = f"`{match[0]}` has letters among its digits; is `{match[0].translate(_LOOKALIKES)}` meant?"
        return YearError("letter-for-digit", message, match.start(), (mended,))
    if match := _MISREAD_ROMAN.search(text):
        numeral = match[0].translate(_ONES)
        mended = f"{text[: match.start()]}{numeral}{text[match.end() :]}"
        return YearError("letter-for-digit", f"`{match[0]}`: is `{numeral}` meant?", match.start(), (mended,))
    return None


def _footnote(text: str, _: Language) -> YearError | None:
    if match := _FOOTNOTE.search(text):
        mended = text[: match.start(2)] + text[match.end(2) :]
        return YearError("footnote", f"`{match[2]}` looks like a footnote sign", match.start(2), (mended,))
    return None


def _minus(text: str, language: Language) -> YearError | None:
    if match := _MINUS.match(text):
        year = int(match[1])
        message = (
            "a dash before a year can be a minus, counted from 1 BC or from year 0, or a span without its beginning"
        )
        form = language.form
        readings = [str(form["bc"]).format(number) for number in (year, year + 1)]
        readings += [str(form["until"]).format(year)] if year > 99 else []
        return YearError("minus-sign", message, match.start(), tuple(readings))
    return None


def _joined(text: str, _: Language) -> YearError | None:
    if match := _JOINED.match(text):
        return YearError(
            "joined-years", "eight digits: a date, or a span without its dash?", 0, (f"{match[1]}–{match[2]}",)
        )
    return None


def _roman_year(text: str, _: Language) -> YearError | None:
    match = _ROMAN_YEAR.search(text)
    if match is None:
        return None
    year = sum(
        table.index(digits) * weight for digits, table, weight in zip(match.groups(""), _ROMAN, _WEIGHTS, strict=True)
    )
    return YearError("roman-year", f"`{match[0]}`: is {year} meant?", match.start(), (str(year),))


def _century_sign(text: str, language: Language) -> YearError | None:
    """Explain the C of `C19`, which English catalogues use for a century."""
    sign = language.century_sign
    match = re.search(rf"\b{sign}(\d\d?)(?:st|nd|rd|th)?\b", text) if sign else None
    if match is None:
        return None
    century = str(language.form["century"]).format(ordinal(int(match[1]), language))
    message = f"`{match[0]}` can be the {century}, or about the year {match[1]}"
    mended = f"{text[: match.start()]}{century}{text[match.end() :]}"
    return YearError("ambiguous-century", message, match.start(), (mended, century))


_LOOKS: tuple[Look, ...] = (
    _roman_year,
    _formula,
    _signs,
    _time,
    _footnote,
    _misread,
    _minus,
    _joined,
    _century_sign,
    _day_or_month,
)


def diagnose(text: str, error: YearError, language: Language, is_readable: Readable) -> YearError:
    """Return a better error for `text` if it shows a known damage, else `error`; every suggestion is readable."""
    found = next((found for look in _LOOKS if (found := look(text, language))), error)
    if found is error and error.code == "unknown-word":
        found = _short_year(text, error) or _misspelt(text, error, language, is_readable) or error
    meant = tuple(filter(is_readable, dict.fromkeys(found.suggestions)))
    if not meant and found is error:
        others = (words for words in dict.fromkeys(_reworded(text, error, language)) if words != text)
        meant = tuple(filter(is_readable, others))
    return YearError(found.code, found.message, found.offset, meant)


def _reworded(text: str, error: YearError, language: Language) -> Iterator[str]:
    """Yield what may be meant: `1903` for `„1903“`, `1903 (in Bern)` for `1903 in Bern`, `1903` for `19[03]`."""
    match error.code:
        case "missing-era":
            yield from (str(language.form[era]).format(text) for era in ("ad", "bc"))
        case "unclear-comment":
            yield re.sub(r"[()\[\]]", "", text)
        case "unknown-word" | "unexpected" | "list":
            yield text.strip(_EDGES)
            yield re.sub(r"(?<=\d) *(?:\.{2,}|[→~_>]) *(?=\d)", "–", text)
            head, rest = text[: error.offset].strip(_EDGES), text[error.offset :].strip(f"{_EDGES}()[]")
            if head and rest and not re.search(r"\d", rest):
                yield f"{head} ({rest})"


def _short_year(text: str, error: YearError) -> YearError | None:
    """Explain `'68` and `Mai '68`."""
    match = _SHORT_YEAR.match(text, error.offset)
    if match is None:
        return None
    meant = tuple(f"{text[: match.start()]}{century}{match[1]}{text[match.end() :]}" for century in (19, 18))
    return YearError("two-digit-year", f"`{match[0]}` needs all its digits", error.offset, meant)


def _misspelt(text: str, error: YearError, language: Language, is_readable: Readable) -> YearError | None:
    """Suggest the nearest known word for an unknown one if the text is understood with it."""
    word = re.match(r"[^\W\d_]+", text[error.offset :])
    if word is None or not 4 <= len(word[0]) <= _LONGEST_WORD:
        return None
    for near in _nearest(word[0].lower(), language.code):
        mended = text.replace(word[0], near, 1)
        if is_readable(mended):
            return YearError(error.code, f"{error.message}; is `{near}` meant?", error.offset, (mended,))
    return None


def _nearest(word: str, code: str) -> list[str]:
    """Return the known words that are one letter away: changed, missing, added or swapped with its neighbour."""
    known_words = _shortened_words(code)
    candidates = {known for shorter in _shortened(word) for known in known_words.get(shorter, ())}
    return [known for known in sorted(candidates) if _one_apart(known, word)]


@cache
def _shortened_words(code: str) -> dict[str, list[str]]:
    """Return the words of a language by what is left of them without any one letter, which two near words share."""
    words: dict[str, list[str]] = {}
    for known, phrases in language_named(code).phrases.items():
        if len(known) >= 4 and any(not rest for rest, _ in phrases):
            for shorter in _shortened(known):
                words.setdefault(shorter, []).append(known)
    return words


def _shortened(word: str) -> set[str]:
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}


def _one_apart(known: str, word: str) -> bool:
    head = next((i for i, (a, b) in enumerate(zip(known, word, strict=False)) if a != b), min(len(known), len(word)))
    a, b = known[head:], word[head:]
    return a[1:] == b[1:] or a[1:] == b or a == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])
