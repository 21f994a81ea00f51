"""BM25 over a sparse matrix of term weights, held as three arrays of numpy.

Every weight is rounded to a multiple of 2**-32. Sums of such weights are exact in floating point, in whatever order
they are added: equal records get equal scores to the last bit, and ties are ties.
"""

from array import array
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from gyges.attacks.linkage._analyzer import Analyzer, analyzer_named
from gyges.attacks.linkage._rows import Row

__all__ = ["K1", "B", "Bm25"]

K1 = 0.9
B = 0.4
"""The defaults of Anserini and Pyserini, with which the paper links."""

_UNIT = 2.0**32
_STOPPED = -1


class Bm25:
    """Scores records by the terms they share with a query: Robertson's BM25 as Lucene computes it.

    A term that is t times in a record of length l, and in n of N records, weighs
    ``log(1 + (N - n + 0.5) / (n + 0.5)) * t / (t + k1 * (1 - b + b * l / mean length))``; a query adds the weight of
    each of its terms as often as it has it. Records without any term do not count in N and the mean.

    Args:
        analyzer: `default` or `lucene`.
        k1: How soon repeating a term stops to matter.
        b: How much long records are discounted.
    """

    def __init__(self, analyzer: str = "default", *, k1: float = K1, b: float = B) -> None:
        self._analyzer: Analyzer = analyzer_named(analyzer)
        self._k1, self._b = k1, b
        self.index(())

    def index(self, texts: Sequence[str]) -> None:
        """Take in the records."""
        self._size = len(texts)
        terms: dict[str, int] = {}
        flat, lengths = _numbered(texts, self._analyzer, terms)
        self._terms = terms
        self._starts, self._records, self._weights = self._matrix(flat, lengths, len(terms))

    def rows(self, texts: Sequence[str]) -> Iterator[Row]:
        """Yield the scores of all records for each text."""
        known, term_of, words_of = self._terms, self._analyzer.term, self._analyzer.words
        starts, records, weights = self._starts, self._records, self._weights
        for text in texts:
            found = [known[term] for word in words_of(text) if (term := term_of(word)) in known and term is not None]
            if not found:
                yield np.zeros(self._size)
                continue
            parts = [slice(starts[term], starts[term + 1]) for term in found]
            where = np.concatenate([records[part] for part in parts])
            added = np.concatenate([weights[part] for part in parts])
            yield np.bincount(where, weights=added, minlength=self._size).astype(np.float64, copy=False)

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
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Return the terms of all texts as numbers, one text after the other, and how many each has."""
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
    return np.frombuffer(flat, np.int32) if flat else np.empty(0, np.int32), np.array(lengths, np.int64)
