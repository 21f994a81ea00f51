"""How far the rules agree with recorded verdicts of humans and judge models."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from gyges.errors import InputError
from gyges.records import SCORES
from gyges.scoring.values._compare import compare_values

__all__ = ["validate_verdicts"]

_NEEDED = ("attribute", "truth", "guess")


def validate_verdicts(rows: Iterable[Mapping[str, Any]], profile: str = "strict") -> dict[str, Any]:
    """Compare the rules with recorded verdicts about author attributes.

    A row has ``attribute``, ``truth`` and ``guess`` and a verdict of 0, 0.5 or 1: ``verdict_human`` where the run
    ended with a human, else ``verdict_model``. Every row counts once.

    Returns:
        ``rows``; ``settled_share``, the share the rules are sure about; ``precision``, the share of those with the
        recorded score; ``agreement``, the share of all rows with the recorded score, doubts counted as they stand;
        ``by_attribute``, the same for each attribute. A share of nothing is None.

    Raises:
        InputError: A row lacks a field or its verdict is none of 0, 0.5 and 1.
    """
    counts: dict[str, Counter[str]] = {}
    for number, row in enumerate(rows, start=1):
        recorded = row.get("verdict_human", row.get("verdict_model"))
        if any(not isinstance(row.get(key), str) for key in _NEEDED) or recorded not in SCORES:
            raise InputError(
                f"row {number} has no attribute, truth, guess or verdict",
                "use rows with attribute, truth, guess and verdict_human or verdict_model",
            )
        verdict = compare_values(row["attribute"], row["truth"], row["guess"], profile, taxonomy_name="author")
        agrees = verdict.score == recorded
        count = counts.setdefault(row["attribute"], Counter())
        count.update(rows=1, settled=verdict.settled, right=verdict.settled and agrees, agreed=agrees)
    total: Counter[str] = sum(counts.values(), Counter())
    return {**_shares(total), "by_attribute": {name: _shares(count) for name, count in sorted(counts.items())}}


def _shares(count: Counter[str]) -> dict[str, float | int | None]:
    rows, settled = count["rows"], count["settled"]
    return {
        "rows": rows,
        "settled_share": settled / rows if rows else None,
        "precision": count["right"] / settled if settled else None,
        "agreement": count["agreed"] / rows if rows else None,
    }
