"""The best one-to-one assignment between two lists (Hungarian method)."""

from collections.abc import Sequence

__all__ = ["best_assignment"]


def best_assignment(scores: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    """Return the pairs (row, column) with the greatest sum of scores, each row and column at most once.

    As many pairs are made as the shorter side allows, in O(n^3). The result is the same on every machine.

    Args:
        scores: A rectangular table, one row a list.

    Returns:
        The pairs in the order of the rows.

    Example:
        >>> best_assignment([[1, 2], [3, 5]])
        [(0, 0), (1, 1)]
    """
    rows, columns = len(scores), len(scores[0]) if scores else 0
    if not rows or not columns:
        return []
    if rows > columns:
        turned = [[scores[row][column] for row in range(rows)] for column in range(columns)]
        return sorted((row, column) for column, row in best_assignment(turned))
    row_price, column_price = [0.0] * (rows + 1), [0.0] * (columns + 1)
    row_of = [0] * (columns + 1)  # numbered from 1; column 0 holds the row that looks for a place
    for row in range(1, rows + 1):
        row_of[0] = row
        _augment(scores, row_of, row_price, column_price)
    return sorted((row_of[column] - 1, column - 1) for column in range(1, columns + 1) if row_of[column])


def _augment(
    scores: Sequence[Sequence[float]], row_of: list[int], row_price: list[float], column_price: list[float]
) -> None:
    columns = len(row_of) - 1
    slack, came_from, seen = [float("inf")] * (columns + 1), [0] * (columns + 1), [False] * (columns + 1)
    here = 0
    while row_of[here]:
        seen[here] = True
        row, step, after = row_of[here], float("inf"), 0
        for column in range(1, columns + 1):
            if seen[column]:
                continue
            cost = -scores[row - 1][column - 1] - row_price[row] - column_price[column]
            if cost < slack[column]:
                slack[column], came_from[column] = cost, here
            if slack[column] < step:
                step, after = slack[column], column
        for column in range(columns + 1):
            if seen[column]:
                row_price[row_of[column]] += step
                column_price[column] -= step
            else:
                slack[column] -= step
        here = after
    while here:
        row_of[here] = row_of[came_from[here]]
        here = came_from[here]
