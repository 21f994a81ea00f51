"""From the scores of texts to the scores of queries: one fused text, a vote of the texts, a union of linkers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from gyges.attacks.linkage._rows import Row, Scorer

__all__ = ["CLAIM_BREAK", "RRF_DEPTH", "RRF_K", "ByClaim", "Fused", "MajorityVote", "QueryScorer", "Union"]

RRF_K = 60
"""Reciprocal rank fusion: Cormack, Clarke and Büttcher (2009) found 60 to do well and uncritical."""

CLAIM_BREAK = "\n"
"""What stands between the claims of a record that is searched claim by claim."""

RRF_DEPTH = 100
"""Places of each ranking that count; with `RRF_K` the next one would add less than a third of the first."""


class QueryScorer(Protocol):
    """Scores all records for queries of several texts each."""

    def index(self, texts: Sequence[str]) -> None:
        """Take in the records in ascending order of their ids."""
        ...

    def rows(self, queries: Sequence[Sequence[str]]) -> Iterator[Row]:
        """Yield for each query its scores."""
        ...


@dataclass
class ByClaim:
    """Compares texts with the single claims of a record, one a line: a record is as near as its nearest claim."""

    scorer: Scorer
    _firsts: NDArray[np.intp] = field(default_factory=lambda: np.zeros(0, np.intp), init=False)

    def index(self, texts: Sequence[str]) -> None:
        """Take in the claims of all records."""
        parts = [text.split(CLAIM_BREAK) for text in texts]
        self._firsts = np.cumsum([0, *(len(some) for some in parts)])[:-1]
        self.scorer.index([claim for some in parts for claim in some])

    def rows(self, texts: Sequence[str]) -> Iterator[Row]:
        """Yield for each text the score of the nearest claim of every record."""
        for row in self.scorer.rows(texts):
            yield np.maximum.reduceat(row, self._firsts)


@dataclass(frozen=True)
class Fused:
    """All texts of a query as one, as the paper links."""

    scorer: Scorer

    def index(self, texts: Sequence[str]) -> None:
        """Take in the records."""
        self.scorer.index(texts)

    def rows(self, queries: Sequence[Sequence[str]]) -> Iterator[Row]:
        """Yield the scores of the joined texts."""
        return self.scorer.rows(self.joined(queries))

    def joined(self, queries: Sequence[Sequence[str]]) -> list[str]:
        """Return each query as one text."""
        return [" ".join(query) for query in queries]


@dataclass(frozen=True)
class MajorityVote:
    """Each text of a query names its best record, or all records that share its best score; most votes win.

    A score is the number of votes, plus up to a half by the sum of the scores of all texts: so records with the same
    number of votes, or none, are ordered too, and a vote always outweighs that.
    """

    scorer: Scorer

    def index(self, texts: Sequence[str]) -> None:
        """Take in the records."""
        self.scorer.index(texts)

    def rows(self, queries: Sequence[Sequence[str]]) -> Iterator[Row]:
        """Yield votes and shares."""
        single = self.scorer.rows([text for query in queries for text in (query or ("",))])
        for query in queries:
            row = next(single)
            votes, total = _winners(row), row.copy()
            for _ in query[1:]:
                row = next(single)
                votes += _winners(row)
                total += row
            best = total.max(initial=0.0)
            yield votes + total / (2 * best) if best > 0 else votes


@dataclass(frozen=True)
class Union:
    """Several linkers together, by reciprocal rank fusion of their first `RRF_DEPTH` places.

    Records with equal scores share the best of their places, so that what one linker cannot tell apart stays tied.
    """

    members: tuple[Fused | MajorityVote, ...]

    def index(self, texts: Sequence[str]) -> None:
        """Take in the records, once for members that share a scorer."""
        for scorer in {id(member.scorer): member.scorer for member in self.members}.values():
            scorer.index(texts)

    def rows(self, queries: Sequence[Sequence[str]]) -> Iterator[Row]:
        """Yield the sums of reciprocal places."""
        for rows in zip(*(member.rows(queries) for member in self.members), strict=True):
            yield np.sum([_reciprocal(row) for row in rows], axis=0)


def _winners(row: Row) -> Row:
    best = row.max(initial=0.0)
    return (row == best).astype(np.float64) if best > 0 else np.zeros(row.size)


def _reciprocal(row: Row) -> Row:
    shares = np.zeros(row.size)
    hits = np.flatnonzero(row > 0)
    if hits.size > RRF_DEPTH:
        hits = hits[row[hits] >= np.partition(row[hits], -RRF_DEPTH)[-RRF_DEPTH]]
    order = hits[np.argsort(-row[hits], kind="stable")]
    scores = -row[order]
    shares[order] = 1 / (RRF_K + np.searchsorted(scores, scores, side="left") + 1)
    return shares
