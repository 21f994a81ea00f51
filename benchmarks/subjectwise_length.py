"""How long ``subjectwise`` takes without a model, by the length of the text: seconds of one core.

Run: python benchmarks/subjectwise_length.py [LENGTH ...]

The texts are the bundled corpus, end to end: a longer text has more people in it. Exit 1 if 80,000 characters take
more than 15 seconds.
"""

import sys
import time

import anyio

from gyges.anonymizers import Tools, open_anonymizer
from gyges.corpus import bundled_corpus
from gyges.models import ModelPool
from gyges.records import Document

LENGTHS = (5_000, 10_000, 20_000, 40_000, 80_000)
TARGET = 15 / 80_000
"""Seconds a character."""


async def measure(lengths: tuple[int, ...]) -> bool:
    """Print seconds by length; return whether the longest text is quick enough."""
    corpus = "\n\n".join(document.text for document in bundled_corpus())
    async with ModelPool() as pool:
        method = open_anonymizer("subjectwise", Tools(pool), {})
        await method.anonymize(Document("first", corpus[:1_000]))  # loads the tables
        good = True
        for length in lengths:
            text = (corpus * (length // len(corpus) + 1))[:length]
            started = time.process_time()
            release = await method.anonymize(Document(str(length), text))
            seconds = time.process_time() - started
            good = seconds <= max(1.0, TARGET * length)
            rounds, people = release.trace["rounds"], release.trace["people"]
            print(f"{length:>8,} characters  {seconds:7.2f} s  {len(people):>4} people  {len(rounds)} rounds")  # type: ignore[arg-type]
    return good


if __name__ == "__main__":
    sys.exit(0 if anyio.run(measure, tuple(map(int, sys.argv[1:])) or LENGTHS) else 1)
