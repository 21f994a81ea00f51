"""How good an author profiler is: top-1, top-2 and top-3 accuracy, on labelled comments (Staab et al.)."""

from collections.abc import Sequence
from dataclasses import dataclass

from gyges.records import JsonValue, Verdict
from gyges.scoring._author_document import TOP
from gyges.scoring._protection import Coverage, coverage
from gyges.scoring._rate import Count, Rate, bootstrap_rate, bootstrap_rates
from gyges.scoring._score import ScoredAttribute
from gyges.scoring._scored import ScoredDocument

__all__ = ["AuthorValidation", "validate_authors"]


@dataclass(frozen=True, slots=True)
class AuthorValidation:
    """The quality of an author profiler.

    Attributes:
        top_1: Labels whose first guess is right.
        top_2: Labels with a right one among the first two guesses.
        top_3: The same among the first three.
        guessed: Labels for which there was any guess.
        by_tag: `top_1` by attribute.
        coverage: How much could be attacked and judged; the rest counts nowhere else.
    """

    top_1: Rate
    top_2: Rate
    top_3: Rate
    guessed: Rate
    by_tag: dict[str, Rate]
    coverage: Coverage

    def to_json(self) -> dict[str, JsonValue]:
        """Return the validation for machines."""
        rates = {name: getattr(self, name).to_json() for name in ("top_1", "top_2", "top_3", "guessed")}
        by_tag = {tag: rate.to_json() for tag, rate in self.by_tag.items()}
        failed: list[JsonValue] = [id_ for id_, _ in self.coverage.failed]
        return {**rates, "by_tag": by_tag, "failed": failed, "coverage": self.coverage.to_json()}


def validate_authors(scored: Sequence[ScoredDocument]) -> AuthorValidation:
    """Measure an author profiler.

    Args:
        scored: Documents whose only person is the author, scored by `score_labelled`.
    """
    rows = [[_attribute(ranks) for subject in one.subjects for ranks in subject.ranked] for one in scored]
    rates = bootstrap_rates(
        {
            **{f"top_{k}": [_share(row, k) for row in rows] for k in TOP},
            "guessed": [Count(sum(a.verdicts[0].guess is not None for a in row), len(row)) for row in rows],
        }
    )
    tags = sorted({attribute.truth.tag for row in rows for attribute in row})
    by_tag = {tag: bootstrap_rate([_share([a for a in row if a.truth.tag == tag], 1) for row in rows]) for tag in tags}
    return AuthorValidation(rates["top_1"], rates["top_2"], rates["top_3"], rates["guessed"], by_tag, coverage(scored))


def _attribute(ranks: Sequence[Verdict]) -> ScoredAttribute:
    return ScoredAttribute(ranks[0].truth, tuple(ranks))


def _share(attributes: Sequence[ScoredAttribute], top: int) -> Count:
    decided = [right for attribute in attributes if (right := attribute.correct_at(top)) is not None]
    return Count(sum(decided), len(decided))
