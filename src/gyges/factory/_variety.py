"""How varied a set of documents is."""

import random
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from gyges.records import Document

__all__ = ["Variety", "variety"]

_WORD = re.compile(r"\w+(?:['’]\w+)*")
_LONGEST = 4
_SHINGLE = 5


@dataclass(frozen=True, slots=True)
class Variety:
    """Measures of variety.

    Attributes:
        documents: How many were measured.
        words: Words a document, on average.
        distinct: Share of distinct 1-grams to 4-grams among all, in that order.
        nearest: Mean likeness of a document of the sample to the one most like it (Jaccard of 5-word shingles).
        near_duplicates: Share of the sample whose nearest is more than half the same.
        patterns: How many different patterns were used.
        facts: Facts a document, on average.
        subjects: Subjects a document, on average.
    """

    documents: int
    words: float
    distinct: tuple[float, ...]
    nearest: float
    near_duplicates: float
    patterns: int
    facts: float
    subjects: float


def variety(documents: Iterable[Document], *, sample: int = 300, seed: int = 0) -> Variety:
    """Measure the variety of documents.

    Args:
        documents: What to measure; held in memory.
        sample: How many to compare with all the others for the nearest neighbour.
        seed: Seed of the sample.
    """
    kept = list(documents)
    words = [[word.lower() for word in _WORD.findall(document.text)] for document in kept]
    shingles = [{tuple(row[place : place + _SHINGLE]) for place in range(len(row) - _SHINGLE + 1)} for row in words]
    order = random.Random(seed).sample(range(len(kept)), min(sample, len(kept)))  # noqa: S311
    likeness = _nearest(shingles, order)
    count = max(1, len(kept))
    subjects = [subject for document in kept for subject in document.subjects or ()]
    used = {name for document in kept for name in _patterns(document)}
    return Variety(
        documents=len(kept),
        words=sum(map(len, words)) / count,
        distinct=tuple(_distinct(words, size) for size in range(1, _LONGEST + 1)),
        nearest=sum(likeness) / max(1, len(likeness)),
        near_duplicates=sum(value > 0.5 for value in likeness) / max(1, len(likeness)),
        patterns=len(used),
        facts=sum(len(subject.facts) for subject in subjects) / count,
        subjects=len(subjects) / count,
    )


def _patterns(document: Document) -> list[str]:
    listed = document.meta.get("patterns")
    return [str(name) for name in listed] if isinstance(listed, list) else []


def _distinct(words: list[list[str]], size: int) -> float:
    seen: Counter[tuple[str, ...]] = Counter()
    for row in words:
        seen.update(tuple(row[place : place + size]) for place in range(len(row) - size + 1))
    return len(seen) / max(1, seen.total())


def _nearest(shingles: list[set[tuple[str, ...]]], order: list[int]) -> list[float]:
    """Return the likeness to the nearest other document, found through the shingles they share."""
    holders: dict[tuple[str, ...], list[int]] = {}
    for number, row in enumerate(shingles):
        for shingle in row:
            holders.setdefault(shingle, []).append(number)
    likeness = []
    for number in order:
        shared = Counter(other for shingle in shingles[number] for other in holders[shingle] if other != number)
        likeness.append(
            max(
                (same / (len(shingles[number]) + len(shingles[other]) - same) for other, same in shared.items()),
                default=0.0,
            )
        )
    return likeness
