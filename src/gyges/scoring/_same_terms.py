"""Whether two audits were made on the same terms: what differs besides the release makes their figures differ too."""

from collections.abc import Callable

from gyges.errors import InputError
from gyges.scoring._results import Results

__all__ = ["UNKNOWN", "check_same_terms"]

UNKNOWN = "unknown"
"""What an older results.json did not record."""

_TERMS: dict[str, Callable[[Results], object]] = {
    "attacker": lambda results: results.attacker.get("name"),
    "stages": lambda results: results.attacker.get("stages"),
    "reference date": lambda results: results.attacker.get("reference_date"),
    "judge": lambda results: results.judge.get("name"),
    "matcher": lambda results: results.judge.get("matcher"),
    "least certainty": lambda results: results.judge.get("min_certainty"),
    "labeller": lambda results: results.judge.get("labeller"),
}


def check_same_terms(first: Results, second: Results) -> tuple[str, ...]:
    """Return what differs between two audits besides the release, a phrase each; nothing if they are alike.

    What an older file did not record is unknown, and said so.

    Raises:
        InputError: The audits cannot be compared at all: other profiles, or no document in common.
    """
    if first.profile != second.profile:
        raise InputError(
            f"the two audits were scored by different profiles ({first.profile} and {second.profile})",
            "audit one of them again",
        )
    one, two = _documents(first), _documents(second)
    if not one & two:
        raise InputError("the two audits have no document in common", "compare two audits of the same documents")
    differences = []
    for name, get in _TERMS.items():
        before, after = (UNKNOWN if value is None else str(value) for value in (get(first), get(second)))
        if before != after or before == UNKNOWN:
            differences.append(f"{name} {before} and {after}" if before != after else f"{name} {UNKNOWN}")
    if one != two:
        differences.append(
            f"documents: {len(one & two):,} in both, {len(one - two):,} only in the first, "
            f"{len(two - one):,} only in the second"
        )
    return tuple(differences)


def _documents(results: Results) -> set[str]:
    return {subject.document for subject in results.subjects} | {failure.id for failure in results.coverage.failed}
