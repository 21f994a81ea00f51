"""`mask` next to Presidio with a spaCy model, on the same texts in one run: how fast, and how much of it is found?

Run: python benchmarks/presidio.py [--python PYTHON] [--model en_core_web_lg] [ENTITIES.jsonl ...]

Presidio runs in a Python of its own, so that any version of it can be asked: `--python` names one that has
`presidio-analyzer`, spaCy and the model (without it, this one). Without files the bundled corpus is read. One thread;
seconds of computing, the best of three runs. Of Presidio only the finding is counted, of Gyges finding and replacing;
then the same with the guard, which every run of `anonymize` lets look for identifiers that are left. Exit 1 when Gyges
finds less or is slower.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from operator import gt
from pathlib import Path

from gyges.anonymizers import Tools, open_anonymizer
from gyges.corpus import bundled_corpus, read_documents
from gyges.models import ModelPool
from gyges.records import Document, JsonValue, Release
from gyges.scoring import SpanRates, guarded, span_recall

REPEATS = 3
AIM = 5
"""How many times as fast as Presidio `mask` is meant to be."""
_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
_CHILD = Path(__file__).with_name("presidio_child.py")


def of_presidio(documents: Sequence[Document], python: str, model: str) -> tuple[list[Release], float, str]:
    """Return what Presidio masks, its seconds, and which Presidio it is."""
    asked = json.dumps({"model": model, "texts": [document.text for document in documents], "repeats": REPEATS})
    told = subprocess.run(
        [python, str(_CHILD)],
        input=asked,
        capture_output=True,
        text=True,
        env={**os.environ, **_ONE_THREAD},
        check=False,
    )
    if told.returncode:
        sys.exit(f"Presidio did not run with {python}: {told.stderr.strip().splitlines()[-1]}")
    answer = json.loads(told.stdout)
    versions = answer["versions"]
    releases = []
    for document, spans in zip(documents, answer["spans"], strict=True):
        edits: list[JsonValue] = [{"start": start, "end": end, "text": ""} for start, end in spans]
        releases.append(Release(document.id, "", "presidio", {"edits": edits or [{"start": 0, "end": 0, "text": ""}]}))
    return releases, answer["seconds"], f"spaCy {versions['spacy']}, {versions['model']} ({versions['pipes']})"


async def of_mask(documents: Sequence[Document]) -> tuple[list[Release], float, float]:
    """Return what `mask` releases, its seconds, and those with the guard."""
    alone = both = float("inf")
    releases = list[Release]()
    async with ModelPool() as pool:
        method = open_anonymizer("mask", Tools(pool))
        await method.anonymize(Document("warm", "Ana Lopez, a nurse, lives in Porto."))
        for _ in range(REPEATS):
            started = time.process_time()
            releases = [await method.anonymize(document) for document in documents]
            alone = min(alone, time.process_time() - started)
            started = time.process_time()
            for document in documents:
                guarded(document.text, await method.anonymize(document))
            both = min(both, time.process_time() - started)
    return releases, alone, both


def row(name: str, rates: SpanRates, seconds: float, characters: int) -> str:
    """Return a line of the table."""
    rates_shown = "  ".join(
        f"{rate.value:.3f} [{rate.low:.3f}-{rate.high:.3f}]" for rate in (rates.recall, rates.er_direct, rates.er_quasi)
    )
    return f"{name:<9} {characters / 1000 / seconds:7.1f} kB/s  {rates_shown}"


def main() -> int:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--model", default="en_core_web_lg")
    parser.add_argument("files", nargs="*")
    chosen = parser.parse_args()
    documents = [d for file in chosen.files for d in read_documents(file)] if chosen.files else list(bundled_corpus())
    characters = sum(len(document.text) for document in documents)
    theirs, their_seconds, versions = of_presidio(documents, chosen.python, chosen.model)
    ours, our_seconds, guarded_seconds = asyncio.run(of_mask(documents))
    found = [span_recall(documents, releases, mode="offsets") for releases in (ours, theirs)]
    print(f"{len(documents)} documents, {characters:,} characters; Presidio with {versions}")
    print(f"{'':9} {'':>12}  words                direct identifiers   quasi-identifiers")
    print(row("mask", found[0], our_seconds, characters))
    print(row("Presidio", found[1], their_seconds, characters))
    print(f"mask is {their_seconds / our_seconds:.1f} times as fast (aim: {AIM})")
    print(f"with its guard, as in a run, {their_seconds / guarded_seconds:.1f} times")
    mine, other = ([rates.recall.value or 0.0, rates.er_direct.value or 0.0] for rates in found)
    return 0 if all(map(gt, mine, other)) and our_seconds < their_seconds else 1


if __name__ == "__main__":
    sys.exit(main())
