"""BM25 over a sparse matrix of term weights, held as one array of numpy.

Every weight is rounded to a multiple of 2**-32. Sums of such weights are exact in floating point, in whatever order
they are added: equal records get equal scores to the last bit, and ties are ties. A record and its weight for a term
are one number, the record in the upper bits: memory is what a query waits for, and this is 8 bytes.
"""

from array import array
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

LOOKED_UP_FROM = 4_096
"""Records that have a term from which on it is cheaper to look it up for some records than to add it to all.

Looking it up takes as long as adding about 3,000 (`benchmarks/linkage_scale.py`, 64,000 records)."""

NEAR = 128
"""Records with the rarest terms of a query that are looked at first, to see how high the best ones score."""

_UNIT = 2.0**-32
_WEIGHT_BITS = 37  # a weight is below log(1 + 2 * records), and so below 32; 67 million records fit above
_WEIGHT = (1 << _WEIGHT_BITS) - 1
_NONE = np.empty(0, np.int64)
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
        self._words = _Numbers(self._analyzer)
        flat, lengths = self._words.taken_in(texts)
        self._starts, self._postings = self._matrix(flat, lengths)
        self._spread: list[int] = np.diff(self._starts).tolist()
        weights = self._postings & _WEIGHT
        most = np.maximum.reduceat(weights, self._starts[:-1]) if weights.size else weights
        self._most: list[float] = (most * _UNIT).tolist()

    def rows(self, texts: Sequence[str]) -> Iterator[Row]:
        """Yield the scores of all records for each text."""
        for text in texts:
            yield self._added(self._read(self._found(text)))

    def open_rows(self, texts: Sequence[str]) -> Iterator[OpenRow]:
        """Yield the scores for each text, those of its commonest terms left for the records that are near the top.

        This is MaxScore (Turtle and Flood 1995) term by term: common terms are most of what is read, and weigh least.
        """
        for text in texts:
            found = sorted(self._found(text), key=self._spread.__getitem__)
            early = len(found) - self._late(found)
            read, left = self._read(found[:early]), found[early:]
            near = np.array(list(set((read[:NEAR] >> _WEIGHT_BITS).tolist())), np.intp)
            yield OpenRow(self._added(read), sum(self._most[term] for term in left), partial(self._rest, left), near)

    def _found(self, text: str) -> list[int]:
        """Return the terms of a text that some record has, as often as the text has them."""
        return [number for number in map(self._words.__getitem__, self._analyzer.words(text)) if number != _STOPPED]

    def _read(self, terms: Sequence[int]) -> NDArray[np.int64]:
        """Return the records that have some terms, with the weight of these in each."""
        starts, postings = self._starts, self._postings
        return np.concatenate([_NONE, *(postings[starts[term] : starts[term + 1]] for term in terms)])

    def _added(self, read: NDArray[np.int64]) -> Row:
        row = np.bincount(read >> _WEIGHT_BITS, weights=(read & _WEIGHT) * _UNIT, minlength=self._size)
        return row.astype(np.float64, copy=False)

    def _late(self, found: Sequence[int]) -> int:
        """Return how many of the last terms, the commonest, are common enough and together weigh little."""
        if not found or self._spread[found[-1]] < self._looked_up_from:
            return 0
        late, left = 0, _SMALL * max(map(self._most.__getitem__, found))
        for term in reversed(found):
            left -= self._most[term]
            if left < 0 or self._spread[term] < self._looked_up_from:
                break
            late += 1
        return late

    def _rest(self, terms: Sequence[int], places: Places) -> Row:
        """Return what terms add to the records at some places."""
        if places.size == self._size:
            return self._added(self._read(terms))
        total, wanted = np.zeros(places.size), places << _WEIGHT_BITS
        for term in terms:
            read = self._postings[self._starts[term] : self._starts[term + 1]]
            met = read[np.minimum(np.searchsorted(read, wanted), read.size - 1)]
            total += np.where(met >> _WEIGHT_BITS == places, (met & _WEIGHT) * _UNIT, 0.0)
        return total

    def _matrix(self, flat: NDArray[np.int32], lengths: NDArray[np.int64]) -> tuple[list[int], NDArray[np.int64]]:
        """Return where each term starts, and its records in ascending order with its weight in each."""
        if not flat.size:
            return [0], _NONE
        pairs = flat.astype(np.int64) * self._size + np.repeat(np.arange(self._size), lengths)
        pairs.sort()
        first = np.flatnonzero(np.concatenate(([True], pairs[1:] != pairs[:-1])))
        counts = np.diff(first, append=pairs.size)
        term, record = np.divmod(pairs[first], self._size)
        spread = np.bincount(term)
        filled = int(np.count_nonzero(lengths))
        rarity = np.log1p((filled - spread + 0.5) / (spread + 0.5))
        stored = np.array([self._analyzer.length(length) for length in lengths.tolist()], np.float64)
        damping = self._k1 * (1 - self._b + self._b * stored * filled / lengths.sum())
        weights = rarity[term] * counts / (counts + damping[record])
        starts = np.concatenate(([0], np.cumsum(spread))).tolist()
        return starts, record << _WEIGHT_BITS | np.rint(weights / _UNIT).astype(np.int64)


class _Numbers(dict[str, int]):
    """The number of the term of each word, looked up once a word; later ones only if some record has their term."""

    def __init__(self, analyzer: Analyzer) -> None:
        super().__init__()
        self._analyzer = analyzer
        self._terms: dict[str, int] = {}
        self._taking_in = False

    def __missing__(self, word: str) -> int:
        term = self._analyzer.term(word)
        if term is not None and self._taking_in:
            self._terms.setdefault(term, len(self._terms))
        self[word] = number = _STOPPED if term is None else self._terms.get(term, _STOPPED)
        return number

    def taken_in(self, texts: Sequence[str]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Return the terms of all texts as numbers, one after the other, and how many each text has."""
        self._taking_in = True
        flat, lengths = array("i"), []
        for text in texts:
            kept = [number for number in map(self.__getitem__, self._analyzer.words(text)) if number != _STOPPED]
            flat.extend(kept)
            lengths.append(len(kept))
        self._taking_in = False
        return np.frombuffer(flat, np.int32) if flat else np.empty(0, np.int32), np.array(lengths, np.int64)
