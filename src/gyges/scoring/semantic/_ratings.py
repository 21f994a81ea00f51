"""How much of a claim a record still says: the scale, and what one rater said."""

from dataclasses import dataclass

from gyges.records import DecidedBy

__all__ = ["SAME", "SIMILAR", "UNSUPPORTED", "ClaimRating"]

SAME, SIMILAR, UNSUPPORTED = 1, 2, 3
"""Xin et al. 2024, section 2: the record says the same, something similar, or nothing that supports the claim."""


@dataclass(frozen=True, slots=True)
class ClaimRating:
    """One claim about a person against one record.

    Attributes:
        claim: The claim in words.
        rating: 1 same, 2 similar, 3 unsupported; None if nobody could tell.
        decided_by: Who rated: ``rule``, ``judge``, or ``failed``.
        samples: All ratings given, where a model was asked several times.
    """

    claim: str
    rating: int | None
    decided_by: DecidedBy
    samples: tuple[int, ...] = ()

    @property
    def distance(self) -> float | None:
        """The rating on a scale from 0, all is said, to 1, nothing is; None if nobody could tell."""
        return None if self.rating is None else (self.rating - SAME) / (UNSUPPORTED - SAME)

    @property
    def leaked(self) -> bool:
        """Whether the record says the claim or something similar."""
        return self.rating is not None and self.rating <= SIMILAR
