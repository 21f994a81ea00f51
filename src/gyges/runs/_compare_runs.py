"""Two audits held against each other, with what a reader must know before any figure."""

from dataclasses import dataclass

from gyges.attacks import is_embedded
from gyges.scoring import (
    AuditComparison,
    Results,
    StrongComparison,
    check_profile,
    check_same_terms,
    compare_audits,
    compare_strong,
    scored_from_results,
)

__all__ = ["RunComparison", "compare_results"]


@dataclass(frozen=True, slots=True)
class RunComparison:
    """The second audit against the first.

    Attributes:
        differences: What differs between them besides the releases.
        compared: Figures and people, pair by pair.
        strong: What a strong reader leaves of both.
        warnings: What to read first.
    """

    differences: tuple[str, ...]
    compared: AuditComparison
    strong: StrongComparison
    warnings: tuple[str, ...]


def compare_results(first: Results, second: Results) -> RunComparison:
    """Compare two audits of the same documents.

    Raises:
        InputError: They cannot be compared: other profiles, or no document in common.
    """
    differences = check_same_terms(first, second)
    strong = compare_strong(first, second, embedded=(_only_embedded(first), _only_embedded(second)))
    profile = check_profile(first.profile)
    compared = compare_audits(scored_from_results(first), scored_from_results(second), profile=profile)
    terms = f"the audits differ in more than their releases: {'; '.join(differences)}" if differences else ""
    warnings = tuple(warning for warning in (terms, strong.warning) if warning)
    return RunComparison(differences, compared, strong, warnings)


def _only_embedded(results: Results) -> bool:
    """Whether nobody but embedded readers attacked, about people or about authors."""
    return is_embedded(str(results.attacker.get("name")).replace("author:", ""))
