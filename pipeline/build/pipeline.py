"""All stages in order. A fault in one series leaves the others whole; what cannot be made is left as it was."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain, pairwise

from ..cards import Card, Deck
from ..checks import run_checks
from ..corrigenda import difference
from ..diagnostics import Severity, finding
from ..duplicates import (
    Decisions,
    Pair,
    Printed,
    closed,
    decision_findings,
    drafts,
    encoder_findings,
    find_pairs,
    language_findings,
    pair_findings,
    read_decisions,
    read_rules,
)
from ..impact.mending import advice, mending
from ..ingest import write_deck, write_mix
from ..mix import Recipe, mix, read_recipe
from ..pdf.render import render_deck
from ..source import Span
from ..workspace import CONFIG, Loaded, Workspace, WorkspaceError
from .editions import SeriesDecks, correct, ingest_raw, list_of, read_series
from .playing import AlreadyReportedError, Player, skipped
from .printing import find_profile, print_language, printed_files
from .stage import Save, Stage


class Build:
    """One run of the pipeline; `write` puts bytes on disk, or shows what it would put there."""

    def __init__(self, workspace: Workspace, write: Save) -> None:
        """Prepare a build of `workspace`."""
        self._workspace = workspace
        self._write = write
        self._series: list[SeriesDecks] = []
        self._mixes: dict[str, Loaded] = {}
        self._decisions = Decisions()
        self._undecided = ""

    def stages(self) -> tuple[Callable[[], Stage], ...]:
        """Return the stages in order; each is run by calling it, once."""
        return self._ingest, self._correct, self._check, self._compare, self._mix, self._print, self._replay

    def _stage(self, name: str) -> Stage:
        return Stage(name, self._write)

    def _ingest(self) -> Stage:
        stage = self._stage("ingest")
        self._series = read_series(self._workspace, stage)
        for known in self._series:
            ingest_raw(self._workspace, known, stage)
        return stage

    def _correct(self) -> Stage:
        stage = self._stage("corrigenda")
        for known in self._series:
            correct(self._workspace, known, stage)
            stage.remarks += _changes(known)
        return stage

    def _check(self) -> Stage:
        stage = self._stage("check")
        for deck in self._newest():
            stage.findings += run_checks(deck)
            stage.checked["cards"] += len(deck)
        return stage

    def _compare(self) -> Stage:
        stage = self._stage("duplicates")
        path = self._workspace.decisions_path
        if (data := stage.load(self._workspace, path)) is not None:
            self._decisions, findings = read_decisions(data, self._workspace.show(path))
            stage.findings += findings
            stage.read["decisions"] += len(self._decisions.answers)
        path = self._workspace.rules_path
        if (data := stage.load(self._workspace, path)) is not None:
            rules, findings = read_rules(data, self._workspace.show(path), self._workspace.series_codes())
            stage.findings += findings
            self._decisions = replace(self._decisions, rules=rules)
        errors = (found.span for found in stage.findings if found.severity is Severity.ERROR)
        self._undecided = next((span.file for span in errors if span), "")
        decks = self._newest()
        cards = {card.key: card for card in chain.from_iterable(decks)}
        with self._workspace.known_vectors():
            pairs = find_pairs(cards.values(), closed(self._decisions, cards))
        stage.findings += chain(
            encoder_findings(),
            language_findings(decks),
            decision_findings(self._decisions, cards, complete=not self._broken),
            pair_findings(pairs, decks, self._advice(pairs, cards)),
        )
        stage.checked["cards"] += len(cards)
        same = sum(pair.is_same for pair in pairs)
        stage.remarks.append(
            "1 pair of cards tells one event" if same == 1 else f"{same} pairs of cards tell one event"
        )
        return stage

    def _advice(self, pairs: Sequence[Pair], cards: Mapping[str, Card]) -> dict[tuple[str, str], str]:
        """Return what to do about conflicts, by what the corrigenda tell."""
        series = {known.series.code: known.series for known in self._series}
        mends = mending(pairs, cards, series, cache(lambda code: list_of(self._workspace, series[code])))
        printed = {key: Printed(card, series[card.series]) for key, card in cards.items()}
        return advice(pairs, mends, lambda pair: drafts(printed[pair.a], printed[pair.b]))

    def _mix(self) -> Stage:
        stage = self._stage("mix")
        for name in self._workspace.mix_names():
            path = self._workspace.recipe_path(name)
            if (data := stage.load(self._workspace, path)) is None:
                continue
            recipe, findings = read_recipe(data, self._workspace.show(path))
            stage.findings += findings
            stage.read["recipes"] += 1
            if recipe:
                self._make_mix(name, recipe, stage)
        return stage

    def _make_mix(self, name: str, recipe: Recipe, stage: Stage) -> None:
        """Draw a mix from the decks at hand; if one it needs is missing, the old file stays."""
        broken = [share.code for share in recipe.series if share.code in self._broken]
        path = self._workspace.recipe_path(name)
        if broken := broken or [self._undecided] * bool(self._undecided):
            stage.findings.append(skipped(self._workspace.show(path), broken[0]))
            return
        if taken := self._workspace.mix_fault(path):
            stage.findings.append(taken)
            return
        decks = {
            f"{known.series.code}/{number}": deck for known in self._series for number, deck in known.decks.items()
        }
        with self._workspace.known_vectors():
            mixed, findings = mix(recipe, decks, self._decisions)
        stage.findings += findings
        if mixed is None or any(found.severity is Severity.ERROR for found in findings):
            return
        data = write_mix(mixed.deck, mixed.editions)
        stage.save(self._workspace.mix_path(name), data)
        stage.checked["mixed cards"] += len(mixed.deck)
        self._mixes[name] = Loaded(mixed.deck, [], hashlib.sha256(data).hexdigest())

    def _print(self) -> Stage:
        stage = self._stage("print")
        try:
            profile, findings = find_profile(self._workspace, None)
        except WorkspaceError as error:
            profile, findings = (
                None,
                [finding("WM011", str(error), Span(self._workspace.show(self._workspace.root / CONFIG)))],
            )
        stage.findings += findings
        decks = [*self._newest(), *(loaded.deck for loaded in self._mixes.values() if loaded.deck)]
        if profile is None:
            return stage
        for deck in decks:
            printed, findings = render_deck(deck, profile, print_language(self._workspace, deck))
            stage.findings += findings
            if printed:
                for path, data in printed_files(self._workspace, deck.name, printed):
                    stage.save(path, data)
                stage.checked["printed cards"] += printed.cards
                stage.checked["pages"] += printed.pages
        return stage

    def _replay(self) -> Stage:
        stage = self._stage("replay")
        player = Player(self._find, self._workspace.root)
        for path in self._workspace.replay_files():
            if (data := stage.load(self._workspace, path)) is None:
                continue
            result, findings = player.play(data, self._workspace.show(path))
            stage.findings += findings
            stage.read["replays"] += 1
            stage.checked["actions"] += result.actions
            stage.checked["claims"] += result.claims
        return stage

    def _find(self, name: str) -> Loaded:
        """Return a deck as this build made it, else as it lies on disk."""
        code, _, number = name.partition("/")
        for known in self._series:
            edition = int(number) if number.isdecimal() else max(known.decks, default=0)
            if known.series.code == code and edition in known.decks:
                deck = known.decks[edition]
                return Loaded(deck, [], hashlib.sha256(write_deck(deck)).hexdigest())
        if code in self._broken or (name in self._workspace.mix_names() and name not in self._mixes):
            raise AlreadyReportedError(name)
        return self._mixes.get(name) or self._workspace.load_deck(name)

    @property
    def _broken(self) -> set[str]:
        """The series whose newest edition cannot be used; why was reported when that came out."""
        return set(self._workspace.series_codes()) - {known.series.code for known in self._series if known.newest}

    def _newest(self) -> list[Deck]:
        return [known.newest for known in self._series if known.newest]


def _changes(known: SeriesDecks) -> list[str]:
    """Say what each edition changed against the one below it."""
    numbers = sorted(known.decks)
    lines = []
    for below, number in pairwise(numbers):
        changed = {change.card for change in difference(known.decks[below], known.decks[number])}
        lines.append(f"{known.series.code}/{number}: {len(changed)} cards differ from edition {below}")
    return lines
