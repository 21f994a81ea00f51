"""What a linker says about one query, and what every linker can do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

__all__ = ["PLAUSIBLE_SHARE", "TOP", "Linker", "Ranked", "TrueRank"]

TOP = 10
"""Records listed for a query unless told otherwise; ranks, ties and plausible sets are counted beyond it."""

PLAUSIBLE_SHARE = 0.95
"""A record is as plausible as the best one from this share of the best score on.

The published evaluation code of "A False Sense of Privacy" lets records within 5 % of the best score vote.
"""


@dataclass(frozen=True, slots=True)
class TrueRank:
    """Where the record that belongs to a query stands among all records.

    Attributes:
        rank: Its place when equal scores are ordered by id, from 1.
        better: Records with a higher score.
        equal: Records with the same score, itself included.
        score: Its score.
    """

    rank: int
    better: int
    equal: int
    score: float

    @property
    def expected(self) -> float:
        """Its mean place when equal scores are ordered by chance."""
        return self.better + (self.equal + 1) / 2

    def chance_within(self, top: int) -> float:
        """Return how likely it is among the first `top` when equal scores are ordered by chance."""
        return min(1.0, max(0.0, (top - self.better) / self.equal))


@dataclass(frozen=True, slots=True)
class Ranked:
    """The records that fit one query, the best first; equal scores in ascending order of their ids.

    Attributes:
        ids: The best records, at most as many as asked for; empty when no record has anything in common with the query.
        scores: Their scores, all above nothing in common.
        tied: Records that share the best score; 0 without a hit, 1 for a clear winner.
        plausible: Records with at least `PLAUSIBLE_SHARE` of the best score; 0 without a hit.
        true: Where the true record stands; None if none was named, or it is not in the index, or there is no hit.
    """

    ids: tuple[str, ...] = ()
    scores: tuple[float, ...] = ()
    tied: int = 0
    plausible: int = 0
    true: TrueRank | None = None

    @property
    def linked(self) -> str | None:
        """The id of the best record; None when the query is unlinked."""
        return self.ids[0] if self.ids else None

    @property
    def margin(self) -> float | None:
        """How far the best score is above the second; the whole score for an only hit, None when unlinked."""
        if not self.scores:
            return None
        return self.scores[0] - (self.scores[1] if len(self.scores) > 1 else 0.0)


class Linker(Protocol):
    """Finds released records by what somebody knows about a person."""

    @property
    def name(self) -> str:
        """What users type and reports say."""
        ...

    def index(self, texts: Mapping[str, str]) -> None:
        """Take in all released records by id; what was indexed before is forgotten."""
        ...

    def link(
        self,
        queries: Sequence[Sequence[str]],
        *,
        top: int = TOP,
        truths: Sequence[str | None] | None = None,
    ) -> list[Ranked]:
        """Rank the records for each query.

        Args:
            queries: The auxiliary texts of each record.
            top: How many of the best records to name, at least 2.
            truths: The true id of each query. It only says whose rank to report; the ranking does not depend on it.
        """
        ...
