"""A model rates claims against a record: typed ratings, several samples, the commonest one counts."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from pydantic import BaseModel, ConfigDict, Field

from gyges.models import DocumentText, Model, Prompt, numbered, together
from gyges.records import DecidedBy
from gyges.scoring._judge import UNANSWERED
from gyges.scoring.semantic._ratings import SAME, UNSUPPORTED, ClaimRating

__all__ = ["CLAIMS_AT_ONCE", "SAMPLES", "rate_by_model"]

CLAIMS_AT_ONCE = 10
"""Claims in one question (Xin et al. 2024, published code)."""

SAMPLES = 5
"""Independent answers to one question, of which the commonest rating counts (Xin et al. 2024, section 3)."""


class RatedClaim(BaseModel):
    """The rating of one claim; the reason comes first, so that it is thought before it is decided."""

    model_config = ConfigDict(extra="forbid")

    number: int = Field(ge=1)
    reason: str
    rating: int = Field(ge=SAME, le=UNSUPPORTED)


class RatedClaims(BaseModel):
    """The model's answer."""

    model_config = ConfigDict(extra="forbid")

    ratings: list[RatedClaim]


@dataclass(frozen=True)
class RateClaims(Prompt[RatedClaims]):
    """Which of these claims does the record support?"""

    template: ClassVar[str] = "prompts/claims.jinja"
    answer: ClassVar[type[BaseModel]] = RatedClaims
    temperature: ClassVar[float] = 0.6  # samples must be able to differ (Xin et al. 2024, published code)

    record: DocumentText
    claims: DocumentText
    count: int

    def check(self, answer: RatedClaims) -> None:
        """Require every claim once: one that is missing was not judged, which is not the same as unsupported."""
        given = sorted(row.number for row in answer.ratings)
        if given != list(range(1, self.count + 1)):
            raise ValueError(f"rate each of the claims 1 to {self.count} exactly once")


async def rate_by_model(
    model: Model, claims: Sequence[str], record: str, *, samples: int = SAMPLES
) -> list[ClaimRating]:
    """Rate claims against a record.

    Where ratings are equally common, the one that says more leaked counts. A question the model could not answer in
    any sample leaves its claims without a rating; what concerns the whole run is raised.

    Args:
        model: Who is asked.
        claims: The claims in words.
        record: The released text.
        samples: How often each question is asked.
    """
    starts = range(0, len(claims), CLAIMS_AT_ONCE)
    votes: dict[int, list[int]] = {number: [] for number in range(len(claims))}

    async def ask(start: int, sample: int) -> None:
        batch = claims[start : start + CLAIMS_AT_ONCE]
        prompt = RateClaims(DocumentText(record), numbered(batch), len(batch))
        try:
            answer = await model.ask(prompt, sample=sample)
        except UNANSWERED:
            return
        for row in answer.ratings:
            votes[start + row.number - 1].append(row.rating)

    await together([partial(ask, start, sample) for start in starts for sample in range(samples)])
    return [_rating(claim, votes[number]) for number, claim in enumerate(claims)]


def _rating(claim: str, votes: Sequence[int]) -> ClaimRating:
    if not votes:
        return ClaimRating(claim, None, DecidedBy.FAILED)
    counts = Counter(votes)
    commonest = min(counts, key=lambda rating: (-counts[rating], rating))
    return ClaimRating(claim, commonest, DecidedBy.JUDGE, tuple(sorted(votes)))
