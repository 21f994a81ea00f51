"""BM25 over a sparse matrix of term weights, held as one array of numpy.

Every weight is rounded to a multiple of 2**-32. Sums of such weights are exact in floating point, in whatever order
they are added: equal records get equal scores to the last bit, and ties are ties. A record and its weight for a term
are one number, the record in the upper bits: memory is what a query waits for, and this is 8 bytes.
"""

from array import array
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from gyges.attacks.linkage._analyzer import Analyzer, analyzer_named
from gyges.attacks.linkage._ranked import Row

K1 = 0.9
B = 0.4
"""The defaults of Anserini and Pyserini, with which the paper links."""

_UNIT = 2.0**-32
_WEIGHT_BITS = 37  # a weight is below log(1 + 2 * records), and so below 32; 67 million records fit above
_WEIGHT = (1 << _WEIGHT_BITS) - 1
_NONE = np.empty(0, np.int64)
_STOPPED = -1
_AT_ONCE = 1 << 20


class Bm25:
    """Scores records by the terms they share with a query: Robertson's BM25 as Lucene computes it.

    A term that is t times in a record of length l, and in n of N records, weighs
    ``log(1 + (N - n + 0.5) / (n + 0.5)) * t / (t + k1 * (1 - b + b * l / mean length))``; a query adds the weight of
    each of its terms as often as it has it. Records without any term do not count in N and the mean.
    """

    def __init__(self, analyzer: str = "default", *, k1: float = K1, b: float = B) -> None:
        self._analyzer: Analyzer = analyzer_named(analyzer)
        self._k1, self._b = k1, b
        self.index(())

    def index(self, texts: Sequence[str]) -> None:
        """Take in the records."""
        self._size = len(texts)
        self._words = _Numbers(self._analyzer)
        flat, lengths = self._words.taken_in(texts)
        self._starts, self._postings = self._matrix(flat, lengths)

    def rows(self, texts: Sequence[str]) -> Iterator[Row]:
        """Yield the scores of all records for each text."""
        for terms in map(self._found, texts):
            read = self._read(terms)
            row = np.bincount(read >> _WEIGHT_BITS, weights=(read & _WEIGHT) * _UNIT, minlength=self._size)
            yield row.astype(np.float64, copy=False)

    def _found(self, text: str) -> list[int]:
        """Return the terms of a text that some record has, as often as the text has them."""
        return [number for number in map(self._words.__getitem__, self._analyzer.words(text)) if number != _STOPPED]

    def _read(self, terms: Sequence[int]) -> NDArray[np.int64]:
        """Return the records that have some terms, with the weight of these in each."""
        starts, postings = self._starts, self._postings
        return np.concatenate([_NONE, *(postings[starts[term] : starts[term + 1]] for term in terms)])

    def _matrix(self, flat: NDArray[np.int32], lengths: NDArray[np.int64]) -> tuple[list[int], NDArray[np.int64]]:
        """Return where each term starts, and its records in ascending order with its weight in each."""
        if not flat.size:
            return [0], _NONE
        pairs = flat.astype(np.int64) * self._size + np.repeat(np.arange(self._size), lengths)
        pairs.sort()
        first = np.flatnonzero(np.concatenate(([True], pairs[1:] != pairs[:-1])))
        counts = np.diff(first, append=pairs.size).astype(np.int32)
        pairs = pairs[first]
        del first
        spread = np.bincount(pairs // self._size)
        filled = int(np.count_nonzero(lengths))
        rarity = np.log1p((filled - spread + 0.5) / (spread + 0.5))
        stored = np.array([self._analyzer.length(length) for length in lengths.tolist()], np.float64)
        damping = self._k1 * (1 - self._b + self._b * stored * filled / lengths.sum())
        for start in range(0, pairs.size, _AT_ONCE):  # a part at a time, or what lies between would take most memory
            part = slice(start, start + _AT_ONCE)
            term, record = np.divmod(pairs[part], self._size)
            weights = rarity[term] * counts[part] / (counts[part] + damping[record])
            pairs[part] = record << _WEIGHT_BITS | np.rint(weights / _UNIT).astype(np.int64)
        return np.concatenate(([0], np.cumsum(spread))).tolist(), pairs


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
