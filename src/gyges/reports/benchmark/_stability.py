"""Which differences between methods hold, as a table and in a sentence."""

from collections.abc import Sequence

from gyges.reports._figures import Table
from gyges.reports._plain import NOTHING, number, points
from gyges.reports.benchmark._schema import BenchmarkFile, DifferenceFigure, DifferenceRow

__all__ = ["HOLDS_NOTE", "difference_words", "differences_of", "holding", "holding_words"]

HOLDS_NOTE = (
    "First less second, in points. A difference holds if its 95 % interval (paired over documents, all seeds together) "
    "and every pair of seeds have the same sign. Intervals are not widened for the number of pairs: of twenty pairs "
    "without any difference one may seem to hold. Methods without a seed ran once; a model that is asked again may "
    "answer otherwise."
)
"""What the table means."""


def differences_of(file: BenchmarkFile, dataset: str, attacker: str) -> list[DifferenceRow]:
    """Return the differences on a data set as one attacker sees them."""
    return [row for row in file.differences if (row.dataset, row.attacker) == (dataset, attacker)]


def holding(rows: Sequence[DifferenceRow]) -> Table | None:
    """Return which differences hold over documents and seeds; None without two methods to compare."""
    if not rows:
        return None
    head = ("Methods", "Documents", "Pairs of seeds", "CPR", "over seeds", "holds", "IPR", "over seeds", "holds")
    cells = tuple(
        (
            f"{row.one} − {row.two}",
            number(row.cpr.documents),
            number(row.cpr.pairs_of_seeds),
            *difference_words(row.cpr),
            *difference_words(row.ipr),
        )
        for row in rows
    )
    return Table(head, cells)


def holding_words(rows: Sequence[DifferenceRow]) -> str:
    """Return how many differences of CPR hold, in a sentence; empty without two methods to compare."""
    if not rows:
        return ""
    hold = sum(row.cpr.survives for row in rows)
    return f"Of {number(len(rows))} differences of CPR between methods, {number(hold)} hold over documents and seeds."


def difference_words(row: DifferenceFigure) -> tuple[str, str, str]:
    """Return a difference with its interval, its ends over seeds, and whether it holds."""
    if row.value is None:
        return NOTHING, NOTHING, "not known"
    ends = NOTHING if row.low is None or row.high is None else f"{points(row.low)} to {points(row.high)}"
    seeds = f"{points(row.least)} to {points(row.most)}" if row.pairs_of_seeds > 1 else "one pair"
    return f"{points(row.value)} [{ends}]", seeds, "yes" if row.survives else "no"
