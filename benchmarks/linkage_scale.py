"""How fast BM25 links 100,000 records with 100,000 fused queries, next to the package rank-bm25 on the same machine.

Records are invented: words by Zipf's law, 100 to 150 a record, in sentences. A query is three sentences of its record.
rank-bm25 gets the same terms and a few of the same queries; the rest is extrapolated, since its cost is the same for
each. Every measurement runs in a process of its own, so that its memory is its own. Seconds are those of computing.

Words are drawn one by one, so nothing but a word tells records apart: the hardest case for skipping records. Growth as
n log n at most is the aim and is missed: docs/guides/speed.md has the figures, docs/design/linkage.md says why.

With --growth only that is measured, for these records and for invented documents: a query in microseconds of computing,
the best of several times of each, next to what n log n allows, and how many postings (a record of a term) it reads.

Run: python benchmarks/linkage_scale.py [RECORDS]   (needs rank-bm25; exit 1 when a target is missed)
     python benchmarks/linkage_scale.py --growth [RECORDS]
"""

import json
import math
import os
import random
import re
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from importlib import import_module

import numpy as np

from gyges.attacks.linkage import open_linker
from gyges.attacks.linkage._analyzer import analyzer_named
from gyges.factory import make_documents

RECORDS, BASELINE_QUERIES = 100_000, 20
SIZES = (1_000, 4_000, 16_000, 64_000)
SAMPLE, ROUNDS = 300, 10
SPEEDUP, MEGABYTES, CORES = 50, 2_000, 2
VOCABULARY, SHIFT = 200_000, 2.7  # Zipf and Mandelbrot: the word of rank r has the weight 1 / (r + 2.7)
SHORTEST, LONGEST, SENTENCE = 100, 150, 14


def vocabulary() -> list[str]:
    """Return invented words, the common ones short; the most common ones are real function words."""
    draw = random.Random(0)
    syllables = [first + vowel for first in "bdfgklmnprstvz" for vowel in "aeiou"]
    words = dict.fromkeys(sorted(analyzer_named("default").stop, key=lambda word: (len(word), word)))
    while len(words) < VOCABULARY:
        length = 2 + int(len(words) > 1_000) + int(len(words) > 20_000)
        words["".join(draw.choices(syllables, k=length)) + draw.choice(["", "n", "r", "l"])] = None
    return list(words)


def corpus(records: int) -> tuple[dict[str, str], list[list[str]]]:
    """Return invented records, and for each a query of three of its sentences."""
    chance, words = np.random.default_rng(0), np.array(vocabulary(), dtype=object)
    weights = 1 / (np.arange(VOCABULARY) + 1 + SHIFT)
    borders = np.cumsum(weights / weights.sum())
    texts, queries = {}, []
    for number in range(records):
        length = int(chance.integers(SHORTEST, LONGEST + 1))
        drawn = words[np.minimum(np.searchsorted(borders, chance.random(length)), VOCABULARY - 1)].tolist()
        sentences = [" ".join(drawn[start : start + SENTENCE]) for start in range(0, length, SENTENCE)]
        texts[f"r{number:06}"] = ". ".join(sentences)
        queries.append([sentences[place] for place in sorted(chance.choice(len(sentences), 3, replace=False))])
    return texts, queries


def ours(records: int, batch: int) -> dict[str, float]:
    """Link a batch of queries to so many records."""
    texts, queries = corpus(records)
    ids, asked = list(texts), [number % records for number in range(batch)]
    before = peak_megabytes()
    started = time.process_time()
    linker = open_linker("bm25")
    linker.index(texts)
    indexed = time.process_time()
    ranked = linker.link([queries[place] for place in asked], truths=[ids[place] for place in asked])
    done = time.process_time()
    found = sum(row.linked == ids[place] for row, place in zip(ranked, asked, strict=True))
    return {
        "index": indexed - started,
        "link": done - indexed,
        "correct": found / batch,
        "megabytes": peak_megabytes(),
        "before": before,
    }


def theirs(records: int, batch: int) -> dict[str, float]:
    """Do the same with rank-bm25."""
    package = import_module("rank_bm25")
    texts, queries = corpus(records)
    terms = analyzer_named("default").terms
    started = time.process_time()
    index = package.BM25Okapi([terms(text) for text in texts.values()])
    indexed = time.process_time()
    found = 0
    for number in range(batch):
        place = number * (records // batch)
        found += int(index.get_scores(terms(" ".join(queries[place]))).argmax()) == place
    return {
        "index": indexed - started,
        "link": time.process_time() - indexed,
        "correct": found / batch,
        "megabytes": peak_megabytes(),
    }


def peak_megabytes() -> float:
    """Return the most memory this process ever held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def apart(task: str, records: int, batch: int) -> dict[str, float]:
    """Run a measurement in a process of its own."""
    done = subprocess.run(
        [sys.executable, __file__, "--task", task, str(records), str(batch)], check=True, capture_output=True, text=True
    )
    return {name: float(value) for name, value in json.loads(done.stdout).items()}


def invented(records: int) -> tuple[dict[str, str], list[list[str]]]:
    """Return invented documents, and for each a query of three of its sentences."""
    draw, texts = random.Random(0), {document.id: document.text for document in make_documents(records)}
    cut = [[part for part in re.split(r"(?<=[.!?])\s+", text) if part] for text in texts.values()]
    return texts, [draw.sample(parts, min(3, len(parts))) for parts in cut]


def one_by_one(kind: str, records: int, batch: int) -> dict[str, float]:
    """Link a sample of queries several times, and take the best time of each."""
    texts, queries = KINDS[kind](records)
    ids, asked = list(texts), random.Random(1).sample(range(records), min(batch, records))
    linker, terms = open_linker("bm25"), analyzer_named("default").terms
    linker.index(texts)
    best = dict.fromkeys(asked, math.inf)
    for _ in range(ROUNDS):
        for place in asked:
            started = time.process_time()
            linker.link([queries[place]], truths=[ids[place]])
            best[place] = min(best[place], time.process_time() - started)
    spread = Counter(term for text in texts.values() for term in set(terms(text)))
    read = sum(spread[term] for place in asked for term in terms(" ".join(queries[place])))
    return {"query": sum(best.values()) / len(asked), "read": read / len(asked)}


def growth(records: int) -> bool:
    """Measure a query on growing collections; report whether that grows as log n at most."""
    fits = True
    for kind in KINDS:
        print(f"\n{kind:>9} {'records':>9} {'a query us':>11} {'n log n allows':>15} {'times':>6} {'postings':>9}")
        first: tuple[float, int] | None = None
        for size in [size for size in SIZES if size <= records]:
            measured = apart(kind, size, SAMPLE)
            each = measured["query"] * 1e6
            first = first or (each, size)
            allowed = first[0] * math.log(size) / math.log(first[1])
            fits &= each <= allowed
            times = each / first[0]
            print(f"{'':>9} {size:>9,} {each:>11.0f} {allowed:>15.0f} {times:>6.2f} {measured['read']:>9,.0f}")
    return fits


def main(records: int) -> int:
    """Measure everything, print it, and say whether the targets were met."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:CORES])
    mine, baseline = apart("ours", records, records), apart("theirs", records, min(records, BASELINE_QUERIES))
    extrapolated = baseline["link"] / min(records, BASELINE_QUERIES) * records
    speedup = extrapolated / mine["link"]
    whole = (baseline["index"] + extrapolated) / (mine["index"] + mine["link"])
    print(f"{records:,} records, {records:,} fused queries, {CORES} cores")
    print(f"index {mine['index']:.1f} s, queries {mine['link']:.1f} s, correct {mine['correct']:.4f}")
    print(f"memory {mine['megabytes']:.0f} MB, of which {mine['before']:.0f} MB the texts (below {MEGABYTES})")
    print(f"rank-bm25: index {baseline['index']:.1f} s, queries {extrapolated:,.0f} s extrapolated from")
    print(f"  {BASELINE_QUERIES}, correct {baseline['correct']:.2f}, memory {baseline['megabytes']:.0f} MB")
    print(f"that is {speedup:,.0f} times as fast, {whole:,.0f} times with the index (at least {SPEEDUP})")
    fits = growth(records)
    return 0 if min(speedup, whole) >= SPEEDUP and mine["megabytes"] < MEGABYTES and fits else 1


KINDS: dict[str, Callable[[int], tuple[dict[str, str], list[list[str]]]]] = {"drawn": corpus, "invented": invented}
TASKS: dict[str, Callable[[int, int], dict[str, float]]] = {
    "ours": ours,
    "theirs": theirs,
    **{kind: partial(one_by_one, kind) for kind in KINDS},
}

if __name__ == "__main__":
    if sys.argv[1:2] == ["--task"]:
        print(json.dumps(TASKS[sys.argv[2]](int(sys.argv[3]), int(sys.argv[4]))))
        sys.exit(0)
    if sys.argv[1:2] == ["--growth"]:
        sys.exit(0 if growth(int(sys.argv[2]) if len(sys.argv) > 2 else max(SIZES)) else 1)
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else RECORDS))
