"""How good an author profiler is: top-1 and top-3 accuracy by attribute, on labelled comments (Staab et al.)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gyges.records import Document, Finding, JsonValue, Subject
from gyges.scoring._rate import Count, Rate, bootstrap_rate, bootstrap_rates
from gyges.scoring._score import ScoredAttribute, score_author
from gyges.scoring.values import Profile

__all__ = ["AuthorValidation", "validate_authors"]

TOP = 3
"""How many guesses are looked at (Staab et al.: top-3)."""


@dataclass(frozen=True, slots=True)
class AuthorValidation:
    """The quality of an author profiler.

    Attributes:
        top_1: Labels whose first guess is right.
        top_3: Labels with a right one among the first three guesses.
        guessed: Labels for which there was any guess.
        by_tag: `top_1` by attribute.
        failed: Documents that could not be attacked; they count nowhere else.
    """

    top_1: Rate
    top_3: Rate
    guessed: Rate
    by_tag: dict[str, Rate]
    failed: tuple[str, ...]

    def to_json(self) -> dict[str, JsonValue]:
        """Return the validation for machines."""
        rates = {name: getattr(self, name).to_json() for name in ("top_1", "top_3", "guessed")}
        by_tag = {tag: rate.to_json() for tag, rate in self.by_tag.items()}
        return {**rates, "by_tag": by_tag, "failed": list(self.failed)}


def validate_authors(
    documents: Sequence[Document], findings: Mapping[str, Finding], *, profile: Profile = "strict"
) -> AuthorValidation:
    """Measure an author profiler.

    Args:
        documents: Documents whose only person is the author, with labelled attributes.
        findings: What the profiler found, by document id; the first person is the author.
        profile: ``strict``, or ``paper`` for the published rules.
    """
    attacked = [document for document in documents if document.id in findings]
    rows: list[tuple[ScoredAttribute, ...]] = []
    for document in attacked:
        people = findings[document.id].subjects
        truth = [fact for subject in document.subjects or () for fact in subject.facts]
        rows.append(score_author(truth, people[0] if people else Subject("author"), profile=profile))
    rates = bootstrap_rates(
        {
            "top_1": [_share(row, 1) for row in rows],
            "top_3": [_share(row, TOP) for row in rows],
            "guessed": [Count(sum(a.verdicts[0].guess is not None for a in row), len(row)) for row in rows],
        }
    )
    tags = sorted({attribute.truth.tag for row in rows for attribute in row})
    by_tag = {tag: bootstrap_rate([_share([a for a in row if a.truth.tag == tag], 1) for row in rows]) for tag in tags}
    failed = tuple(document.id for document in documents if document.id not in findings)
    return AuthorValidation(rates["top_1"], rates["top_3"], rates["guessed"], by_tag, failed)


def _share(attributes: Sequence[ScoredAttribute], top: int) -> Count:
    decided = [right for attribute in attributes if (right := attribute.correct_at(top)) is not None]
    return Count(sum(decided), len(decided))
