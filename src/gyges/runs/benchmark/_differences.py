"""Every two methods of a benchmark, compared over documents and seeds."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from gyges.records import JsonValue
from gyges.runs.benchmark._run import AuditedCell
from gyges.scoring import Count, difference_over_seeds

__all__ = ["FIGURES", "differences"]

FIGURES = ("cpr", "ipr")
"""The figures that are compared."""

_Runs = dict[int | None, dict[str, dict[str, Count]]]


def differences(cells: Sequence[AuditedCell], ends: frozenset[str]) -> Iterator[JsonValue]:
    """Yield the differences of every two methods, by data set, attacker and figure.

    Args:
        cells: Every cell as every attacker sees it.
        ends: Methods that are not compared.
    """
    groups: dict[tuple[str, str], dict[str, _Runs]] = {}
    for one in cells:
        if one.cell.choice.method not in ends:
            methods = groups.setdefault((one.cell.dataset, one.attacker), {})
            methods.setdefault(one.cell.without_seed, {})[one.cell.seed] = {f: dict(one.kept[f]) for f in FIGURES}
    for (dataset, attacker), methods in groups.items():
        for first, second in combinations(methods, 2):
            row: dict[str, JsonValue] = {"dataset": dataset, "attacker": attacker, "one": first, "two": second}
            for figure in FIGURES:
                compared = difference_over_seeds(_seeded(methods[first], figure), _seeded(methods[second], figure))
                row[figure] = compared.to_json()
            yield row


def _seeded(runs: _Runs, figure: str) -> dict[int | None, dict[str, Count]]:
    return {seed: run[figure] for seed, run in runs.items()}
