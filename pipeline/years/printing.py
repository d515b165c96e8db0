"""From structure to words: the canonical printed form in each language, which parses back to the same interval."""

from .interval import YearInterval
from .language import Language
from .structure import Age, Around, Bound, Either, Mask, Part, Period, Since, Span, Structure, Turn, Year

DASH = "–"
_ROMAN = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))
_LARGEST_ROMAN = 39


def ordinal(number: int, language: Language) -> str:
    """Return the number of a century or millennium as `language` writes it: `19.`, `19th`, `XIXe`."""
    template = str(language.form.get("numbers", {}).get(str(number), language.form["number"]))
    roman = language.form.get("roman") and number <= _LARGEST_ROMAN
    return template.format(_roman(number) if roman else number)


class Printer:
    """Prints one expression; `show_ad` when an end before Christ makes the era word of the others needed."""

    def __init__(self, language: Language, *, show_ad: bool, as_digits: bool = False) -> None:
        """Take the words of `language`; `as_digits` writes masks as 18xx."""
        self.language = language
        self.form = language.form
        self.show_ad = show_ad
        self.as_digits = as_digits

    def text(self, node: Structure) -> str:
        """Return the words for `node`."""
        match node:
            case Year():
                return self.year(node)
            case Period():
                return self.era(self.period(node), bc=node.bc)
            case Part():
                return self.part(node)
            case Age():
                return self.ages(node)
            case Span():
                return self.span(node)
        return self.composed(node)

    def composed(self, node: Mask | Turn | Either | Around | Bound | Since) -> str:
        """Return the words for a structure that puts words before or between others."""
        match node:
            case Mask():
                return self.mask(node)
            case Turn(first_period, second_period):
                words = self.text(first_period)
                if first_period.unit == second_period.unit and first_period.bc == second_period.bc:
                    words = self.ordinal(first_period.number)
                return str(self.form["turn"]).format(words, self.text(second_period))
            case Either(one, other):
                return str(self.form["or"]).format(self.text(one), self.text(other))
            case Around(inner):
                return self.before_words("around", inner)
            case Bound(relation, inner):
                return self.before_words(relation, inner)
            case Since(inner):
                return self.before_words("since", inner)

    def mask(self, node: Mask) -> str:
        """Return `1800–1899`, or `18xx`."""
        known = 4 - len(str(node.last - node.first))
        return str(node.first)[:known].ljust(4, "x") if self.as_digits else f"{node.first}{DASH}{node.last}"

    def before_words(self, name: str, inner: Structure) -> str:
        """Return `um`, `vor`, `seit` and what follows; an article may be due before a century, a decade, a day."""
        if isinstance(inner, Age) or (isinstance(inner, Span) and isinstance(inner.first, Age)):
            return self.span_of_ages(inner, around=True)
        kind = _kind(inner)
        template = self.form.get(f"{name}_{kind}", self.form[name])
        words = self.text(inner)
        if isinstance(inner, Period) and inner.unit == "decade" and "decade_dative" in self.form:
            words = self.era(str(self.form["decade_dative"]).format(inner.number), bc=inner.bc)
        return str(template).format(words)

    def span_of_ages(self, node: Age | Span, *, around: bool = False) -> str:
        """Return `vor 66 Mio. Jahren`, `vor 70 bis 65 Mio. Jahren`, or the ends apart if their units differ."""
        words = str(self.form["around_age"]) if around else "{}"
        if isinstance(node, Age):
            return self.ages(node, words=words)
        if isinstance(node.first, Age) and isinstance(node.last, Age) and node.first.scale == node.last.scale:
            return self.ages(node.first, node.last, words=words)
        first = self.ages(node.first, words=words) if isinstance(node.first, Age) else self.text(node.first)
        return f"{first} {DASH} {self.text(node.last)}"

    def number(self, year: int) -> str:
        """Return a count of years, in groups of three digits from 10 000."""
        digits = str(year)
        if len(digits) < 5:
            return digits
        return f"{year:,}".replace(",", self.language.grouping)

    def year(self, node: Year) -> str:
        """Return a year with its month, day or season, and its era where it is needed."""
        bc = node.year <= 0
        count = 1 - node.year if bc else node.year
        number = str(count) if node.dated else self.number(count)  # May 3 000 would be two numbers
        short = not bc and ((node.year < 100 and not node.day) or node.year > 9999)
        written = self.era(number, bc=bc, ad=short, year=True)
        if node.month:
            month = self.form["months"][node.month - 1]
            template = self.form["day" if node.day else "month"]
            day = self.form.get("first_day", "1") if node.day == 1 else node.day
            return str(template).format(day=day, month=month, year=written)
        if node.season:
            return str(self.form["season"]).format(season=self.form["seasons"][node.season], year=written)
        return written

    def era(self, words: str, *, bc: bool, ad: bool = False, year: bool = False) -> str:
        """Add the era word where it is needed."""
        if bc:
            return str(self.form["bc"]).format(words)
        if ad or self.show_ad:
            template = self.form.get("ad_year", self.form["ad"]) if year else self.form["ad"]
            return str(template).format(words)
        return words

    def ordinal(self, number: int) -> str:
        """Return the number of a century or millennium."""
        return ordinal(number, self.language)

    def period(self, node: Period) -> str:
        """Return a century, millennium or decade without its era."""
        number = str(node.number) if node.unit == "decade" else self.ordinal(node.number)
        return str(self.form[node.unit]).format(number)

    def part(self, node: Part) -> str:
        """Return a part and its whole."""
        kind = _kind(node.whole)
        template = self.form.get(f"{node.name}_{kind}", self.form[node.name])
        if isinstance(template, list):
            template = template[node.nth - 1]
        words = self.text(node.whole)
        if self.language.round_centuries and not self.show_ad and _is_round(node.whole):
            words = self.era(words, bc=False, ad=True)  # metà 1800 would be that of the century
        return str(template).format(words)

    def span(self, node: Span) -> str:
        """Return a span, as short as can be read back."""
        first, last = node.first, node.last
        if isinstance(first, Age):
            return self.span_of_ages(node)
        if isinstance(first, Year) and isinstance(last, Year) and not first.month and not last.dated:
            if first.season == "winter" and last.year == first.year + 1 and first.year > 100 and last.year % 100:
                return f"{self.text(first)}/{last.year % 100:02d}"
            if not first.season and (short := self.years(first.year, last.year)):
                return short
        if isinstance(first, Period) and isinstance(last, Period) and self.same_words(first, last):
            return self.periods(first, last)
        return f"{self.text(first)} {DASH} {self.text(last)}"

    def years(self, first: int, last: int) -> str:
        """Return `1903–1907` and `431–404 v. Chr.`; empty if the ends need their own eras."""
        if first > 0:
            return self.era(
                f"{self.number(first)}{DASH}{self.number(last)}", bc=False, ad=first < 100 or last > 9999, year=True
            )
        if last > 0:
            return ""
        start, end = str(1 - first), str(1 - last)
        if len(end) < len(start) and int(start[: -len(end)] + end) <= 1 - first:
            return ""  # 490–80 v. Chr. would be read as 490–480
        return self.era(f"{self.number(1 - first)}{DASH}{self.number(1 - last)}", bc=True)

    def same_words(self, first: Period, last: Period) -> bool:
        """Tell whether two periods can share their unit and era: `14.–15. Jh.`."""
        return first.unit == last.unit != "decade" and first.bc == last.bc

    def periods(self, first: Period, last: Period) -> str:
        """Return `14.–15. Jh.`."""
        numbers = f"{self.ordinal(first.number)}{DASH}{self.ordinal(last.number)}"
        return self.era(str(self.form[first.unit]).format(numbers), bc=first.bc)

    def ages(self, *ages: Age, words: str = "{}") -> str:
        """Return ages of one unit; `words` stand before their number."""
        scale = ages[0].scale
        numbers = [self.number(age.number) if scale == 1 else self.decimal(age) for age in ages]
        count = words.format(f" {self.form['to']} ".join(numbers))
        if scale == 1000:
            return f"{count} ka"
        if scale > 1:
            count = str(self.form["scales"][str(scale)]).format(count)
            return str(self.form.get("ago_scaled", self.form["ago"])).format(count)
        return str(self.form["ago"]).format(count)

    def decimal(self, age: Age) -> str:
        """Return the number of an age as it was written."""
        digits = str(age.number).zfill(age.decimals + 1)
        whole = len(digits) - age.decimals
        return f"{digits[:whole]}{self.language.decimal}{digits[whole:]}" if age.decimals else digits


def _kind(node: Structure) -> str:
    """Return which article a template may need before `node`."""
    match node:
        case Period(unit="decade"):
            return "decade"
        case Period():
            return "century"
        case Span(first=first):
            return _kind(first)
        case Year(day=day):
            return "day" if day else "year"
    return "other"


def _is_round(node: Year | Period) -> bool:
    """Tell whether a year of three or four digits ends in 00."""
    return isinstance(node, Year) and 0 < node.year <= 9999 and node.year % 100 == 0


def _roman(number: int) -> str:
    letters = ""
    for value, letter in _ROMAN:
        while number >= value:
            letters += letter
            number -= value
    return letters


def _eras(node: Structure) -> set[bool]:
    """Return whether years before Christ (True) and after (False) are named in `node`."""
    match node:
        case Year(year=year):
            return {year <= 0}
        case Period(bc=bc):
            return {bc}
        case Part(whole=inner) | Around(inner) | Bound(inner=inner) | Since(inner):
            return _eras(inner)
        case Span(first, second) | Either(first, second) | Turn(first, second):
            return _eras(first) | _eras(second)
    return set()


def print_structure(
    node: Structure, interval: YearInterval, language: Language, *, uncertain: bool, as_digits: bool = False
) -> str:
    """Return the words for `node`, which means `interval`; what they say is not checked, as `format_year` does."""
    if isinstance(node, Mask) and not as_digits:
        node = plain_years(interval)
    printed = Printer(language, show_ad=_eras(node) == {True, False}, as_digits=as_digits).text(node)
    return f"{printed} (?)" if uncertain else printed


def plain_years(interval: YearInterval) -> Structure:
    """Return the bounds as years."""
    if interval.earliest is None:
        assert interval.latest is not None  # noqa: S101 - no expression is open on both sides
        return Bound("until", Year(interval.latest))
    if interval.latest is None:
        return Bound("earliest", Year(interval.earliest))
    if interval.earliest == interval.latest:
        return Year(interval.earliest)
    return Span(Year(interval.earliest), Year(interval.latest))
