"""How long ``subjectwise`` takes without a model, by the length of the text: seconds of one core.

Run: python benchmarks/subjectwise_length.py [LENGTH ...]

The texts are the bundled corpus, end to end: a longer text has more people in it. The last one is 2 MB, once more as
one line. Exit 1 if 80,000 characters of a text take more than 15 seconds.
"""

import sys
import time

import anyio

from gyges.anonymizers import Anonymizer, Tools, open_anonymizer
from gyges.corpus import bundled_corpus
from gyges.models import ModelPool
from gyges.records import Document

LENGTHS = (5_000, 10_000, 20_000, 40_000, 80_000, 500_000, 2_000_000)
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
            good &= await timed(method, text, "")
        good &= await timed(method, " ".join(text.split()), "  one line")
    return good


async def timed(method: Anonymizer, text: str, kind: str) -> bool:
    """Print the seconds of a text; return whether it is quick enough."""
    started = time.process_time()
    release = await method.anonymize(Document("timed", text))
    seconds = time.process_time() - started
    people, windows = release.trace["people"], release.trace.get("windows", 1)
    print(f"{len(text):>9,} characters  {seconds:7.2f} s  {len(people):>5} people  {windows:>3} windows{kind}")  # type: ignore[arg-type]
    return seconds <= max(2.0, TARGET * len(text))


if __name__ == "__main__":
    sys.exit(0 if anyio.run(measure, tuple(map(int, sys.argv[1:])) or LENGTHS) else 1)
