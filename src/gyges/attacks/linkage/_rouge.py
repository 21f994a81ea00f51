"""ROUGE-L recall of what is known in each record: the lexical baseline.

Comparing a text with all records costs as much as all their words. Which records may be near is told by the words they
share in any order, for a tenth of that, and only these are compared.
"""

import sys
from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np
from rapidfuzz.distance import LCSseq
from rapidfuzz.process import cdist

from gyges.attacks.linkage._analyzer import analyzer_named
from gyges.attacks.linkage._overlap import SignOverlap
from gyges.attacks.linkage._rows import BoundedRow, Places, Row
from gyges.errors import InputError
from gyges.reading import stem

__all__ = ["RougeScorer"]

_STEMMED_FROM = 4  # rouge-score 0.1.2 stems words of more than three letters
_FIRST_SIGN = 0xE000  # words are written as single signs, beyond those that cannot stand in a text
_NOWHERE = "\x00"  # stands for words that are in no record
_AT_ONCE = 64  # queries compared together


class RougeScorer:
    """Scores a record by the share of a text's words that it has in the same order.

    Words are those of the default analyzer: in plain English the same as rouge-score's, and words of other scripts too,
    which rouge-score does not see.
    """

    def __init__(self) -> None:
        self._words = analyzer_named("default").words
        self.index(())

    def index(self, texts: Sequence[str]) -> None:
        """Take in the records."""
        self._signs: dict[str, str] = {}
        self._records = [self._written(text) for text in texts]
        self._overlap = SignOverlap(self._records)

    def rows(self, texts: Sequence[str]) -> Iterator[Row]:
        """Yield the recall of each text in all records."""
        for start in range(0, len(texts), _AT_ONCE):
            written = [self._written(text, known=True) for text in texts[start : start + _AT_ONCE]]
            shared = cdist(written, self._records, scorer=LCSseq.similarity, dtype=np.int32)
            for text, row in zip(written, shared, strict=True):
                yield row / max(1, len(text))

    def bounded_rows(self, texts: Sequence[str]) -> Iterator[BoundedRow]:
        """Yield for each text what its recall is at most in all records, and who says what it is in some."""
        for text in texts:
            written = self._written(text, known=True)
            yield BoundedRow(self._overlap.counts(written), 1 / max(1, len(written)), partial(self._recall, written))

    def _recall(self, written: str, places: Places) -> Row:
        records = [self._records[place] for place in places.tolist()]
        shared = cdist([written], records, scorer=LCSseq.similarity, dtype=np.int32)
        row: Row = shared[0] / max(1, len(written))
        return row

    def _written(self, text: str, *, known: bool = False) -> str:
        """Write a text with one sign a word; all words that no record has are the same one in a query."""
        signs = self._signs
        roots = (stem(word) if len(word) >= _STEMMED_FROM else word for word in self._words(text))
        if known:
            return "".join([signs.get(root, _NOWHERE) for root in roots])
        return "".join([signs.get(root) or self._new_sign(root) for root in roots])

    def _new_sign(self, root: str) -> str:
        code = _FIRST_SIGN + len(self._signs)
        if code > sys.maxunicode:
            raise InputError(f"the records have more than {len(self._signs):,} different words", "use the linker bm25")
        sign = self._signs[root] = chr(code)
        return sign
