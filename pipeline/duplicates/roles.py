"""Who does it to whom: where the words of a text would stand in a plain sentence, the doer before the deed."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain

from .forms import Word
from .lexicon import DEEDS, MONTHS, lexicon, stop_words

DOER, SUFFERER = -10_000, 10_000
"""The places of those who do it and of those to whom it is done: before and after every deed."""

ELSEWHERE = -20_000
"""The place of a word that says with whom, whither or as what, and has no part in the deed."""

THERE = -30_000
"""The place of a word that says where or whence: no part in the deed either, but nobody acts there who acts here."""

ACTORS = frozenset({"name", "place", "role"})
_LOCATING = frozenset("in at near from as".split())  # noqa: SIM905
_WHERE = frozenset("in im am aus bei beim at near from".split())  # noqa: SIM905
_TOGETHER = frozenset("als durch mit neben ohne unter von vom".split())  # noqa: SIM905
"""What may stand before a whole name, so that no object begins in the midst of it."""
_PREPOSITIONS = _TOGETHER | frozenset(
    "an am auf aus bei beim bis fur hinter in im nach seit trotz um vor wahrend "  # noqa: SIM905
    "wegen zu zum zur zwischen".split()
)
_ARTICLES = frozenset(
    "der die das den dem des ein eine einen einem einer eines sein seine seinen seinem seiner ihr ihre ihren ihrem "  # noqa: SIM905
    "ihrer".split()
)
_THE = frozenset({"the"})
_TO = frozenset({"an", "von"})
_COMPLETE = frozenset({"name", "place", "date", "number", "word"})
_WHITHER = frozenset("nach bis zu zum zur".split())  # noqa: SIM905
_OF = frozenset({"von", "vom"})
_AGAINST = frozenset("gegen uber against over".split())  # noqa: SIM905
_OBJECT = frozenset({"den", "dem"})
_GLUE = frozenset("of the a an and his her der die das des dem den und von ein eine einem einer".split())  # noqa: SIM905
_BEGINNING = frozenset("die das den dem ein eine einen einem".split())  # noqa: SIM905
_SUFFERS = frozenset("wird werden wurde wurden worden".split())  # noqa: SIM905
_IS = frozenset("is are was were been being".split())  # noqa: SIM905
_HELPING = frozenset(
    "hat haben hatte hatten will wollen wollte wollten kann konnen konnte konnten soll sollen sollte muss mussen "  # noqa: SIM905
    "musste mussten darf durfen lasst lassen liess liessen".split()
)
_BY = frozenset({("hands", "of"), ("falls", "to"), ("fell", "to"), ("fall", "to")})
_PARTICIPLE = re.compile(
    r"(?:[a-z]{2,6})?ge[a-z]+(?:t|en)|(?:be|ent|er|ver|zer|miss|uber|unter|wider)[a-z]+(?:t|en)|[a-z]+iert"
)
_DEFEAT = frozenset({"defeat", "lose"})
_MARKS = _AGAINST | _OBJECT | _OF | {"durch", "by", "of", "to"}
"""The words by which doers and sufferers are told."""


def places(
    language: str, told: Sequence[tuple[Word, int]], written: Sequence[str], folded: Sequence[str]
) -> tuple[int, ...]:
    """Return where words would stand if the text said plainly who does it to whom; `folded` is its first sentence.

    Passives, objects that come first and verbs at the end are told by words and articles; without, the order counts.
    """
    clause = _Clause(language, {at: word for word, at in told if at < len(folded)}, written, folded)
    if len(clause.actors) < 2:
        return tuple([at for _, at in told])
    moved = clause.places()
    return tuple([moved.get(at, at) for _, at in told])


class _Clause:
    """The first sentence of a text: its words, folded, and those that carry meaning by their places."""

    def __init__(self, language: str, word: dict[int, Word], written: Sequence[str], folded: Sequence[str]) -> None:
        self._is_german, self._stops = language == "de", stop_words(language)
        self._suffers = _SUFFERS if self._is_german else _IS
        self._word, self._written, self._folded = word, written, folded
        self._marks = [] if _MARKS.isdisjoint(folded) else [at for at, one in enumerate(folded) if one in _MARKS]
        self.actors = [at for at in word if self._is_actor(at)]
        self._verb = self._find_verb() if self._is_german else len(folded)

    def places(self) -> dict[int, int]:
        """Return the places of all words that do not stand where they would in a plain sentence."""
        elsewhere = dict.fromkeys(self._word.keys() & self._marks, ELSEWHERE) | self._elsewhere()
        if doers := set(self._doers()):
            found = dict.fromkeys(self.actors, SUFFERER) | dict.fromkeys(doers, DOER)
        else:
            found = self._pivoted() | self._active(elsewhere.keys())
            if any(one.meanings >= _DEFEAT for one in self._word.values()):
                # A defeat is told of those who suffer it.
                found = {at: -found.get(at, at) for at in self._word}
        return found | {at: place for at, place in elsewhere.items() if at not in doers}

    def _active(self, elsewhere: Collection[int]) -> dict[int, int]:
        """Return who does it and to whom, as far as prepositions and articles say so; a German subject comes first."""
        found = dict.fromkeys(self._objects(), SUFFERER)
        for at in self._marks:
            if self._folded[at] == "of" and at - 1 in self._word and not _AGAINST.isdisjoint(self._folded[at:]):
                found = dict.fromkeys(self._phrase(at), DOER) | found
        free = [at for at in self.actors if at not in found and at not in elsewhere]
        suffers = None if self._suffers.isdisjoint(self._folded) else next(filter(self._is_suffered, self._word), None)
        if suffers is not None:
            return dict.fromkeys([at for at in free if at < suffers], SUFFERER) | found
        if self._is_german and free:
            return dict.fromkeys(self._subject(free), DOER) | found
        return found

    def _subject(self, free: Sequence[int]) -> list[int]:
        """Return those who do it, of all `free` to do it, in German.

        Behind the verb the object may follow at once (*damals schlägt Becker Edberg*, *schlägt Boris Becker Stefan
        Edberg*): where no other object comes, names are shared out between the two, and titles go with the first.
        """
        phrase = [at for at in self._phrase(free[0] - 1) if at in free]
        last = phrase[-1]
        has_object = any(at > last and (at in free or self._folded[at - 1] in _OBJECT) for at in self.actors)
        if last < self._verb or has_object or "und" in self._folded[phrase[0] : last]:
            return phrase
        titles = next((many for many, at in enumerate(phrase) if self._word[at].kind != "role"), len(phrase))
        names = len(phrase) - titles
        if titles and phrase[0] and self._folded[phrase[0] - 1] in _ARTICLES:
            names = 0
        return phrase[: titles + (names + 1) // 2]

    def _is_suffered(self, at: int) -> bool:
        """Tell whether a deed is told as it is suffered: *is defeated*, *wird besiegt*."""
        if self._is_german:
            return self._is_participle(at) and not _SUFFERS.isdisjoint(self._folded[:at])
        here, before = self._folded[at], self._folded[at - 1] if at else ""
        return here in _IS or (before in _IS and self._word[at].kind in DEEDS and not here.endswith("ing"))

    def _objects(self) -> Iterator[int]:
        """Yield those against whom it is done; *den* and *dem* tell an object where no preposition stands before.

        They do so in any language: a table may not say that it is German.
        """
        for at in self._marks:
            before = self._folded[at]
            if before in _AGAINST or (before in _OBJECT and not (at and self._is_stop(at - 1))):
                yield from self._phrase(at)

    def _is_stop(self, at: int) -> bool:
        return self._folded[at] in self._stops and self._folded[at] not in _SUFFERS

    def _pivoted(self) -> dict[int, int]:
        """Return the places of German deeds that stand after the verb: *will VW übernehmen*, *erklärt … den Krieg*."""
        if not self._is_german:
            return {}
        verb = self._verb
        end = next((at for at in range(verb, len(self._folded)) if self._folded[at] == "und"), len(self._folded))
        return dict.fromkeys([at for at in self._word if verb < at < end and at not in self.actors], verb)

    def _find_verb(self) -> int:
        """Return where the verb of a German sentence stands, at its end if none does; an unknown one ends in *t*."""
        places = range(len(self._folded))
        known = (at for at in places if self._is_verb(at))
        becomes = (at for at in places if self._folded[at] in _SUFFERS)
        unknown = (at for at in places if self._folded[at].endswith("t") and self._is_unknown(at, str.islower))
        return next(chain(known, becomes, unknown), len(self._folded))

    def _is_unknown(self, at: int, is_written: Callable[[str], bool]) -> bool:
        return at in self._word and self._word[at].kind == "word" and is_written(self._written[at])

    def _is_verb(self, at: int) -> bool:
        one = self._word.get(at)
        is_deed = one is not None and one.kind in DEEDS and self._written[at].islower()
        return is_deed or self._folded[at] in _HELPING

    def _doers(self) -> Iterator[int]:
        """Yield those by whom it is done."""
        for at in self._marks:
            before = self._folded[at]
            if self._is_german:
                is_by = (before in _OF and self._is_passive(at)) or (before == "durch" and self._is_means(at))
            else:
                is_by = before == "by" or (before in {"of", "to"} and (self._folded[at - 1], before) in _BY)
                is_by = is_by and any(one < at for one in self._word if one not in self.actors)
            if is_by:
                yield from self._phrase(at)

    def _is_passive(self, at: int) -> bool:
        """Tell whether *von* or *durch* here says who does it: *wird von Brutus ermordet*, *von Brutus ermordet*."""
        end = self._end(at)
        after = self._folded[end] if end < len(self._folded) else ""
        if after in _WHITHER:
            return False
        suffers = next((place for place, one in enumerate(self._folded) if one in _SUFFERS), None)
        if suffers is None:
            return end == len(self._folded) - 1 and self._is_participle(end)
        is_its = at == 0 or at > suffers
        return is_its and any(self._is_participle(place) for place in self._word if place > suffers)

    def _is_participle(self, at: int) -> bool:
        return self._written[at].islower() and _PARTICIPLE.fullmatch(self._folded[at]) is not None

    def _is_means(self, at: int) -> bool:
        """Tell whether *durch* here says who does it: in a passive, after a noun, or by whose hand."""
        is_noun = any(place < at and self._is_noun(place) for place in self._word)
        return is_noun or self._folded[at + 1 : at + 3][-1:] == ("hand",) or self._is_passive(at)

    def _is_noun(self, at: int) -> bool:
        """Tell whether a deed is told by a noun (*Ermordung*), and not the way somebody goes."""
        one = self._word.get(at)
        if one is None or one.kind not in DEEDS or not self._written[at][:1].isupper():
            return False
        return not any("travel" in lexicon().concepts[meaning].families for meaning in one.meanings)

    def _is_actor(self, at: int) -> bool:
        """Tell whether a word may do it or suffer it; a German noun that nothing tells may be a name (*Wellington*)."""
        if self._is_german and self._folded[at] in MONTHS:
            return False
        return self._word[at].kind in ACTORS or (self._is_german and self._is_unknown(at, str.istitle))

    def _elsewhere(self) -> dict[int, int]:
        """Return the places of actors that say where, whence or with whom: in German, after any preposition.

        What stands right behind a name or a year there may be the object, if the subject came before: *besiegt bei
        Zama Karthago*, *erobert im Jahr 146 Karthago*.
        """
        found: dict[int, int] = {}
        for at in self.actors:
            begin = self._preposition(at)
            if begin is None:
                continue
            before = self._folded[begin]
            follows = at - 1 in self._word and self._word[at - 1].kind in _COMPLETE and before not in _TOGETHER
            if not (follows and self._verb < begin and any(one < begin and one not in found for one in self.actors)):
                found[at] = THERE if before in _WHERE else ELSEWHERE
        return found

    def _preposition(self, at: int) -> int | None:
        """Return where the preposition stands to which an actor belongs, None if it belongs to none."""
        begin = at - 1
        if self._is_german:
            while begin >= 0 and (self._folded[begin] == "und" or self._is_told_before_a_verb(begin)):
                begin -= 1
        begin -= begin >= 0 and self._folded[begin] in (_ARTICLES if self._is_german else _THE)
        before = self._folded[begin] if begin >= 0 else ""
        if not self._is_german:
            return begin if before in _LOCATING else None
        return begin if before in _PREPOSITIONS and not (before in _TO and self._is_noun(begin - 1)) else None

    def _is_told_before_a_verb(self, at: int) -> bool:
        return at in self._word and at != self._verb and not self._is_verb(at)

    def _phrase(self, at: int) -> list[int]:
        """Return the actors of the phrase that begins after a word."""
        return [place for place in range(at + 1, self._end(at)) if place in self.actors]

    def _end(self, at: int) -> int:
        """Return where the phrase ends that begins after a word: before a deed, a preposition, a pronoun."""
        place, named = at + 1, False
        while place < len(self._folded):
            if one := self._word.get(place):
                is_noun = self._written[place][:1].isupper()
                if (one.kind in DEEDS and not (self._is_german and is_noun)) or (named and not is_noun):
                    return place
                named |= place in self.actors
                place += one.text.count(" ")
            elif self._folded[place] in self._stops:
                begins_another = named and place - 1 in self._word and self._folded[place] in _BEGINNING
                if begins_another or self._folded[place] not in _GLUE:
                    return place
            place += 1
        return place
