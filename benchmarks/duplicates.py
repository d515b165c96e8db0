"""Finding planted pairs among made-up cards: time, memory and recall, beside peers on the same texts in one run.

Without known vectors, with them (as from ``.wildmix-cache``, in a new process), and the candidates alone, among cards
of both kinds (`planted`). Peers are rapidfuzz, which is installed, and datasketch and splink where they are
(`benchmarks/peers.txt`). `python -m benchmarks.duplicates 100000 templates vectors.npz` measures another number of
cards, twice for known vectors.
"""

import json
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np
from rapidfuzz import fuzz, process

from pipeline.duplicates import find_pairs
from pipeline.duplicates.candidates import NEIGHBOURS
from pipeline.duplicates.collection import Collection as Cards
from pipeline.duplicates.vectors import vectors

from .fit_duplicates import CLASSES, RETRIEVED_WEIGHT, average_precision, cross_validated, labelled, read, retrieved
from .measure import Row
from .planted import LABELLED, RIDDLES, Kind, Planted, planted

NUMBER = 33 * 336
Pairs = set[tuple[str, str]]
Found = TypeVar("Found")


def rows(number: int = NUMBER) -> Iterator[Row]:
    """Measure both searches, each in a process of its own, the peers, and what was found of each kind."""
    deck = planted(number)
    texts = {card.key: next(iter(card.event.values())) for card in deck.cards}
    peer, theirs = _timed(lambda: _by_rapidfuzz(texts))
    name = f"rapidfuzz cdist ≥ 70, recall {_recall(theirs, deck):.2f}"
    with tempfile.TemporaryDirectory() as folder:
        known = Path(folder) / "vectors.npz"
        runs = {label: _in_process(number, "templates", known) for label in ("no vectors known", "vectors known")}
        mixed = _in_process(number, "mixtures", known)
    for label, run in runs.items():
        note = f"{run.memory:.1f} GiB; {_recall(run.found, deck):.3f} of {len(deck.pairs)} planted pairs named"
        yield Row(f"duplicates, {number} cards, {label}", run.seconds, name, peer, note=note)
    among: dict[Kind, tuple[_Run, Planted]] = {
        "templates": (runs["vectors known"], deck),
        "mixtures": (mixed, planted(number, "mixtures")),
    }
    for kind, (run, told) in among.items():
        near = run.near
        plain = _recall(near, told, RIDDLES)
        note = f"recall {_recall(near, told):.3f}, {plain:.3f} without riddles, at {NEIGHBOURS}; {_by_kind(near, told)}"
        yield Row(f"duplicates, candidates alone, {kind}", run.candidates, name, peer, note=note)
        yield from _accuracy(near, told, kind)
    others = {
        "datasketch": ("MinHash LSH ≥ 0.5", _by_datasketch),
        "splink": ("blocked by words, probability ≥ 0.5", _by_splink),
    }
    for package, (how, search) in others.items():
        if find_spec(package):
            seconds, found = _timed(partial(search, texts))
            note = f"{len(found)} pairs, recall {_recall(found, deck):.3f}"
            yield Row(f"{package}, {how}", seconds, name, peer, note=note)


def _accuracy(near: Pairs, deck: Planted, kind: Kind) -> Iterator[Row]:
    """Measure how well labelled pairs of each class are told apart by a model that saw nothing of their events.

    Among the planted ones, a true pair that is no candidate has no score at all.
    """
    rows = read()[:LABELLED]
    own = labelled(rows)
    scores = cross_validated(own, labelled(retrieved(rows), RETRIEVED_WEIGHT))
    lost = np.zeros(len(rows), dtype=bool)
    lost[own.labels > 0] = [pair not in near for pair in deck.pairs]
    for name, belongs in CLASSES.items():
        chosen = np.array([belongs(row) for row in rows])
        seconds, _ = _timed(partial(labelled, own.take(chosen).rows))
        plain, counted = (average_precision(own.labels[chosen], found[chosen]) for found in (scores, scores * ~lost))
        note = f"{chosen.sum()} pairs, AP {plain:.3f}, {counted:.3f} with {(lost & chosen).sum()} lost by the search"
        yield Row(f"duplicates, scores among {kind}, {name}", seconds, note=note)


def _timed(job: Callable[[], Found]) -> tuple[float, Found]:
    begin = time.perf_counter()
    found = job()
    return time.perf_counter() - begin, found


def _recall(found: Collection[tuple[str, str]], deck: Planted, without: Collection[str] = ()) -> float:
    wanted = [pair for pair, kind in deck.pairs.items() if kind not in without]
    return sum(pair in found for pair in wanted) / len(wanted)


def _by_kind(found: Collection[tuple[str, str]], deck: Planted) -> str:
    """Say how many pairs of each kind were lost, of how many."""
    lost = {
        kind: [pair not in found for pair, other in deck.pairs.items() if other == kind] for kind in deck.pairs.values()
    }
    return "lost: " + ", ".join(f"{kind} {sum(row)} of {len(row)}" for kind, row in sorted(lost.items()) if any(row))


class _Run(NamedTuple):
    """A search: its seconds, peak memory in GiB and pairs; then the seconds and pairs of its candidates, texts read."""

    seconds: float
    memory: float
    found: Pairs
    candidates: float
    near: Pairs


def _in_process(number: int, kind: Kind, path: Path) -> _Run:
    command = [sys.executable, "-m", "benchmarks.duplicates", str(number), kind, str(path)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    seconds, memory, found, candidates, near = json.loads(done.stdout)
    return _Run(seconds, memory, {(a, b) for a, b in found}, candidates, {(a, b) for a, b in near})


def measured(number: int, kind: Kind, path: Path) -> None:
    """Search once, with the vectors of `path` if it is there, and print what was found; keep the vectors."""
    deck, known = planted(number, kind), vectors()
    begin = time.perf_counter()
    if known and path.is_file():
        known.load(path.read_bytes())
    found = [(pair.a, pair.b) for pair in find_pairs(deck.cards)]
    seconds = time.perf_counter() - begin
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    if known:
        path.write_bytes(known.dump())
    ordered = sorted(deck.cards, key=lambda card: card.key)
    read = Cards(ordered)
    begin = time.perf_counter()
    left, right = read.candidates(NEIGHBOURS)
    candidates = time.perf_counter() - begin
    near = [(ordered[a].key, ordered[b].key) for a, b in zip(left.tolist(), right.tolist(), strict=True)]
    json.dump([seconds, memory, found, candidates, near], sys.stdout)


def _by_rapidfuzz(texts: Mapping[str, str]) -> Pairs:
    keys, told = list(texts), list(texts.values())
    found = set()
    for start in range(0, len(keys), 1000):
        near = process.cdist(told[start : start + 1000], told, scorer=fuzz.ratio, score_cutoff=70, workers=-1)
        for row, column in zip(*near.nonzero(), strict=True):
            if start + row < column:
                found.add((min(keys[start + row], keys[column]), max(keys[start + row], keys[column])))
    return found


def _by_datasketch(texts: Mapping[str, str]) -> Pairs:
    datasketch = import_module("datasketch")  # a peer, where installed

    index, hashes = datasketch.MinHashLSH(threshold=0.5, num_perm=128), {}
    for key, text in texts.items():
        hashes[key] = datasketch.MinHash(num_perm=128)
        hashes[key].update_batch([text[at : at + 3].casefold().encode() for at in range(max(len(text) - 2, 1))])
        index.insert(key, hashes[key])
    return {(min(key, other), max(key, other)) for key in texts for other in index.query(hashes[key]) if other != key}


def _by_splink(texts: Mapping[str, str]) -> Pairs:
    pandas, splink, comparisons, duckdb = map(
        import_module, ("pandas", "splink", "splink.comparison_library", "splink.backends.duckdb")
    )  # peers, where installed
    words = [sorted({word.casefold() for word in re.findall(r"\w{5,}", text)}) for text in texts.values()]
    frame = pandas.DataFrame({"unique_id": list(texts), "told": list(texts.values()), "words": words})
    settings = splink.SettingsCreator(
        link_type="dedupe_only",
        comparisons=[
            comparisons.JaccardAtThresholds("told", [0.9, 0.7, 0.5]),
            comparisons.ArrayIntersectAtSizes("words", [4, 3, 2, 1]),
        ],
        blocking_rules_to_generate_predictions=[splink.block_on("words", arrays_to_explode=["words"])],
    )
    linker = splink.Linker(duckdb.DuckDBAPI().register(frame), settings)
    linker.training.estimate_u_using_random_sampling(max_pairs=1e6)
    found = linker.inference.predict(threshold_match_probability=0.5).as_pandas_dataframe()
    return {(min(a, b), max(a, b)) for a, b in zip(found["unique_id_l"], found["unique_id_r"], strict=True)}


if __name__ == "__main__":
    measured(int(sys.argv[1]), "mixtures" if sys.argv[2] == "mixtures" else "templates", Path(sys.argv[3]))
