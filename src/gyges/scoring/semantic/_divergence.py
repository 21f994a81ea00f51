"""How far two sets of texts are from each other as a whole, by their words: a plain stand-in for MAUVE.

Like MAUVE it looks at no record by itself, so it says nothing about anybody's privacy; unlike MAUVE it sees words and
not how they follow each other. A value means something only beside the control: two halves of the originals.
"""

import math
import random
import re
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gyges.scoring._rate import Z_95, Rate

__all__ = ["divergence_of_halves", "word_divergence"]

MOST_WORDS = 5000
"""Words that are told apart, the commonest of both sets; all others count as one."""

SPLITS = 20
"""Random splits into halves whose mean is the control."""

_WORD = re.compile(r"\w+")
_Counts = NDArray[np.float64]


def word_divergence(originals: Sequence[str], releases: Sequence[str]) -> Rate:
    """Return the Jensen-Shannon divergence of the words of two sets, 0 the same to 1 nothing in common.

    The interval is by leaving out each text once (jackknife); the denominator is the number of released texts.

    Example:
        >>> word_divergence(["a b", "a b"], ["c d", "c d"]).value
        1.0
    """
    first, second = (_told(texts) for texts in (originals, releases))
    if not first or not second:
        return Rate(None, None, None, 0, 0)
    one, two = _tables(first, second)
    value = _divergence(one.sum(axis=0), two.sum(axis=0))
    width = Z_95 * math.sqrt(_variance(one, two.sum(axis=0)) + _variance(two, one.sum(axis=0)))
    return Rate(value, max(0.0, value - width), min(1.0, value + width), value * len(second), len(second))


def divergence_of_halves(texts: Sequence[str], *, seed: int = 0) -> Rate:
    """Return the same of two random halves of one set, averaged over `SPLITS`: what chance alone makes of it.

    Halves have half as many texts, so this is rather too high than too low.
    """
    told = _told(texts)
    if len(told) < 2:
        return Rate(None, None, None, 0, 0)
    (table, _), chance = _tables(told, []), random.Random(seed)  # noqa: S311  # repeatable on purpose
    found = []
    for _ in range(SPLITS):
        places = chance.sample(range(len(told)), len(told))
        halves = places[: len(told) // 2], places[len(told) // 2 :]
        found.append(_divergence(*(table[half].sum(axis=0) for half in halves)))
    value = float(np.mean(found))
    low, high = (float(end) for end in np.quantile(found, (0.025, 0.975)))
    return Rate(value, min(low, value), max(high, value), value * len(told), len(told))


def _told(texts: Sequence[str]) -> list[Counter[str]]:
    return [counts for text in texts if (counts := Counter(_WORD.findall(text.lower())))]


def _tables(one: Sequence[Counter[str]], two: Sequence[Counter[str]]) -> tuple[_Counts, _Counts]:
    """Return how often each text has each word; the last column is for all words that are not told apart."""
    total: Counter[str] = sum([*one, *two], Counter())
    places = {word: place for place, (word, _) in enumerate(total.most_common(MOST_WORDS))}
    tables = tuple(np.zeros((len(some), len(places) + 1)) for some in (one, two))
    for table, some in zip(tables, (one, two), strict=True):
        for row, counts in enumerate(some):
            for word, count in counts.items():
                table[row, places.get(word, -1)] += count
    return tables[0], tables[1]


def _divergence(one: _Counts, two: _Counts) -> float:
    p, q = one / one.sum(), two / two.sum()
    return float(min(1.0, max(0.0, (_relative(p, (p + q) / 2) + _relative(q, (p + q) / 2)) / 2)))


def _relative(p: _Counts, middle: _Counts) -> float:
    there = p > 0
    return float(np.sum(p[there] * np.log2(p[there] / middle[there])))


def _variance(table: _Counts, other: _Counts) -> float:
    """Return the jackknife variance of leaving out one text of a table; 0 for a single text, which cannot be."""
    if len(table) < 2:
        return 0.0
    total = table.sum(axis=0)
    left = np.array([_divergence(total - row, other) for row in table])
    return float((len(left) - 1) / len(left) * np.sum((left - left.mean()) ** 2))
