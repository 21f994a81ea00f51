"""BM25 over a sparse matrix of term weights, held as three arrays of numpy.

Every weight is rounded to a multiple of 2**-32. Sums of such weights are exact in floating point, in whatever order
they are added: equal records get equal scores to the last bit, and ties are ties.
"""

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from gyges.attacks.linkage._analyzer import Analyzer, analyzer_named
from gyges.attacks.linkage._rows import OpenRow, Places, Row

__all__ = ["K1", "B", "Bm25"]

K1 = 0.9
B = 0.4
"""The defaults of Anserini and Pyserini, with which the paper links."""

LOOKED_UP_FROM = 1_024
"""Records that have a term from which on it may be cheaper to look it up for some records than to add it to all."""

_UNIT = 2.0**32
_STOPPED = -1
_SMALL = 0.5  # what is looked up is at most this share of the weight of the rarest term


class Bm25:
    """Scores records by the terms they share with a query: Robertson's BM25 as Lucene computes it.

    A term that is t times in a record of length l, and in n of N records, weighs
    ``log(1 + (N - n + 0.5) / (n + 0.5)) * t / (t + k1 * (1 - b + b * l / mean length))``; a query adds the weight of
    each of its terms as often as it has it. Records without any term do not count in N and the mean.

    Args:
        analyzer: `default` or `lucene`.
        k1: How soon repeating a term stops to matter.
        b: How much long records are discounted.
        looked_up_from: Records that have a term from which on it may be left for `OpenRow.rest`.
    """

    def __init__(
        self, analyzer: str = "default", *, k1: float = K1, b: float = B, looked_up_from: int = LOOKED_UP_FROM
    ) -> None:
        self._analyzer: Analyzer = analyzer_named(analyzer)
        self._k1, self._b = k1, b
        self._looked_up_from = looked_up_from
        self.index(())

    def index(self, texts: Sequence[str]) -> None:
        """Take in the records."""
        self._size = len(texts)
        self._terms: dict[str, int] = {}
        flat, lengths, self._words = _numbered(texts, self._analyzer, self._terms)
        terms = len(self._terms)
        self._starts, self._records, self._weights = self._matrix(flat, lengths, terms)
        self._most = np.maximum.reduceat(self._weights, self._starts[:-1]).tolist() if terms else []
        sizes = np.diff(self._starts)
        self._common = {int(term): int(sizes[term]) for term in np.flatnonzero(sizes >= self._looked_up_from)}

    def rows(self, texts: Sequence[str]) -> Iterator[Row]:
        """Yield the scores of all records for each text."""
        for text in texts:
            yield self._added(self._found(text))

    def open_rows(self, texts: Sequence[str]) -> Iterator[OpenRow]:
        """Yield the scores for each text, those of its commonest terms left for the records that are near the top.

        This is MaxScore (Turtle and Flood 1995) term by term: common terms are most of what is read, and weigh least.
        """
        for text in texts:
            found = self._found(text)
            late = self._late(found)
            if late:
                row = self._added([term for term in found if term not in late])
                left = [term for term in found if term in late]
                yield OpenRow(row, sum(self._most[term] for term in left), partial(self._rest, left))
            else:
                yield OpenRow(self._added(found))

    def _found(self, text: str) -> list[int]:
        """Return the terms of a text that some record has, as often as the text has them."""
        words = self._words
        numbers = [words[word] if word in words else self._number(word) for word in self._analyzer.words(text)]
        return [number for number in numbers if number != _STOPPED]

    def _number(self, word: str) -> int:
        """Return the number of a word of which only other forms are in the records, if any is."""
        term = self._analyzer.term(word)
        return _STOPPED if term is None else self._terms.get(term, _STOPPED)

    def _added(self, terms: Sequence[int]) -> Row:
        if not terms:
            return np.zeros(self._size)
        starts, records, weights = self._starts, self._records, self._weights
        parts = [slice(starts[term], starts[term + 1]) for term in terms]
        where = np.concatenate([records[part] for part in parts])
        added = np.concatenate([weights[part] for part in parts])
        return np.bincount(where, weights=added, minlength=self._size).astype(np.float64, copy=False)

    def _late(self, terms: Sequence[int]) -> set[int]:
        """Return the commonest terms that together weigh little."""
        common = Counter(term for term in terms if term in self._common)
        late: set[int] = set()
        left = _SMALL * max(map(self._most.__getitem__, terms)) if common else 0.0
        for term in sorted(common, key=lambda term: (-self._common[term], term)):
            left -= common[term] * self._most[term]
            if left < 0:
                break
            late.add(term)
        return late

    def _rest(self, terms: Sequence[int], places: Places) -> Row:
        """Return what terms add to the records at some places."""
        if places.size == self._size:
            return self._added(terms)
        total, wanted = np.zeros(places.size), places.astype(np.int32)
        for term in terms:
            start, end = self._starts[term], self._starts[term + 1]
            at = np.minimum(np.searchsorted(self._records[start:end], wanted), end - start - 1) + start
            total += np.where(self._records[at] == wanted, self._weights[at], 0.0)
        return total

    def _matrix(
        self, flat: NDArray[np.int32], lengths: NDArray[np.int64], terms: int
    ) -> tuple[list[int], NDArray[np.int32], Row]:
        """Return where each term starts, its records in ascending order, and its weight in each."""
        if not terms:
            return [0], np.empty(0, np.int32), np.empty(0)
        pairs = flat.astype(np.int64) * self._size + np.repeat(np.arange(self._size), lengths)
        pairs.sort()
        first = np.flatnonzero(np.concatenate(([True], pairs[1:] != pairs[:-1])))
        counts = np.diff(first, append=pairs.size)
        term, record = np.divmod(pairs[first], self._size)
        spread = np.bincount(term, minlength=terms)
        filled = int(np.count_nonzero(lengths))
        rarity = np.log1p((filled - spread + 0.5) / (spread + 0.5))
        stored = np.array([self._analyzer.length(length) for length in lengths.tolist()], np.float64)
        damping = self._k1 * (1 - self._b + self._b * stored * filled / lengths.sum())
        weights = rarity[term] * counts / (counts + damping[record])
        starts = np.concatenate(([0], np.cumsum(spread))).tolist()
        return starts, record.astype(np.int32), np.rint(weights * _UNIT) / _UNIT


def _numbered(
    texts: Sequence[str], analyzer: Analyzer, terms: dict[str, int]
) -> tuple[NDArray[np.int32], NDArray[np.int64], dict[str, int]]:
    """Return the terms of all texts as numbers, one after the other, how many each text has, and those of words."""
    numbers: dict[str, int] = {}

    def number(word: str) -> int:
        term = analyzer.term(word)
        numbers[word] = found = _STOPPED if term is None else terms.setdefault(term, len(terms))
        return found

    flat, lengths = array("i"), []
    for text in texts:
        row = [numbers[word] if word in numbers else number(word) for word in analyzer.words(text)]
        kept = [term for term in row if term != _STOPPED]
        flat.extend(kept)
        lengths.append(len(kept))
    return np.frombuffer(flat, np.int32) if flat else np.empty(0, np.int32), np.array(lengths, np.int64), numbers
