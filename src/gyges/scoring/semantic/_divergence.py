"""How far two sets of texts are from each other as a whole, by their words: a plain stand-in for MAUVE.

Like MAUVE it looks at no record by itself, so it says nothing about anybody's privacy; unlike MAUVE it sees words and
not how they follow each other. A value means something only beside the control: two halves of the originals.
"""

import math
import random
import re
from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from gyges.scoring._rate import Z_95, Rate

MOST_WORDS = 5000
"""Words that are told apart, the commonest of both sets; all others count as one."""

SPLITS = 20
"""Random splits into halves whose mean is the control."""

_WORD = re.compile(r"\w+")
_Counts = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _WordTable:
    """How often each text has each word: few of them in each, so those alone are held, one text after the other."""

    starts: Sequence[int]
    words: NDArray[np.intp]
    counts: _Counts
    width: int

    def __len__(self) -> int:
        return len(self.starts) - 1

    def total(self, texts: Sequence[int] | None = None) -> _Counts:
        """Return how often all texts together have each word, or some of them."""
        words, counts = self.words, self.counts
        if texts is not None:
            parts = [slice(self.starts[text], self.starts[text + 1]) for text in texts]
            words, counts = (np.concatenate([column[part] for part in parts]) for column in (words, counts))
        return np.bincount(words, counts, self.width).astype(np.float64, copy=False)


def word_divergence(originals: Sequence[str], releases: Sequence[str]) -> Rate:
    """Return the Jensen-Shannon divergence of the words of two sets, 0 the same to 1 nothing in common.

    The interval is by leaving out each text once (jackknife); the denominator is the number of released texts.
    """
    first, second = (_told(texts) for texts in (originals, releases))
    if not first or not second:
        return Rate(None, None, None, 0, 0)
    one, two = _tables(first, second)
    value = _divergence(one.total(), two.total())
    width = Z_95 * math.sqrt(_variance(one, two.total()) + _variance(two, one.total()))
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
        found.append(_divergence(*(table.total(half) for half in halves)))
    value = float(np.mean(found))
    low, high = (float(end) for end in np.quantile(found, (0.025, 0.975)))
    return Rate(value, min(low, value), max(high, value), value * len(told), len(told))


def _told(texts: Sequence[str]) -> list[Counter[str]]:
    return [counts for text in texts if (counts := Counter(_WORD.findall(text.lower())))]


def _tables(one: Sequence[Counter[str]], two: Sequence[Counter[str]]) -> tuple[_WordTable, _WordTable]:
    """Return how often each text has each word; the last one stands for all words that are not told apart."""
    total: Counter[str] = Counter()
    for counts in (*one, *two):
        total.update(counts)
    places = {word: place for place, (word, _) in enumerate(total.most_common(MOST_WORDS))}
    return _table(one, places), _table(two, places)


def _table(texts: Sequence[Counter[str]], places: Mapping[str, int]) -> _WordTable:
    rest = len(places)
    words = array("q", (places.get(word, rest) for counts in texts for word in counts))
    counts = array("d", (count for counts in texts for count in counts.values()))
    starts = [0, *accumulate(map(len, texts))]
    return _WordTable(starts, np.frombuffer(words, np.int64), np.frombuffer(counts, np.float64), rest + 1)


def _divergence(one: _Counts, two: _Counts) -> float:
    p, q = one / one.sum(), two / two.sum()
    return float(min(1.0, max(0.0, (_relative(p, (p + q) / 2) + _relative(q, (p + q) / 2)) / 2)))


def _relative(p: _Counts, middle: _Counts) -> float:
    there = p > 0
    return float(np.sum(p[there] * np.log2(p[there] / middle[there])))


def _variance(table: _WordTable, other: _Counts) -> float:
    """Return the jackknife variance of leaving out one text of a table; 0 for a single text, which cannot be."""
    if len(table) < 2:
        return 0.0
    total = table.total()
    left = np.array([_divergence(total - table.total([text]), other) for text in range(len(table))])
    return float((len(left) - 1) / len(left) * np.sum((left - left.mean()) ** 2))
