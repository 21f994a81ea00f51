"""How the distances of single records are spread: a mean hides the records that give everything away."""

from collections.abc import Iterable

from pydantic import BaseModel, ConfigDict

__all__ = ["DistanceBin", "distance_histogram"]

BINS = 10


class DistanceBin(BaseModel):
    """One bar of the histogram; the last one holds the distance 1 too.

    Attributes:
        low: Where it begins.
        high: Where it ends.
        right: Records whose own release was linked.
        wrong: Records for which another release was linked: their distance is high because the link failed.
        unknown: Records that have no release of their own.
    """

    model_config = ConfigDict(frozen=True)

    low: float
    high: float
    right: int = 0
    wrong: int = 0
    unknown: int = 0

    @property
    def records(self) -> int:
        """All records of the bar."""
        return self.right + self.wrong + self.unknown


def distance_histogram(rows: Iterable[tuple[float | None, bool | None]]) -> list[DistanceBin]:
    """Count records by distance and by whether the link was right; those without a distance are in no bar.

    Example:
        >>> [one.right for one in distance_histogram([(0.0, True), (0.05, True), (1.0, True)])]
        [2, 0, 0, 0, 0, 0, 0, 0, 0, 1]
    """
    counts = [{"right": 0, "wrong": 0, "unknown": 0} for _ in range(BINS)]
    for distance, correct in rows:
        if distance is not None:
            kind = "unknown" if correct is None else "right" if correct else "wrong"
            counts[min(int(distance * BINS + _ROUNDING), BINS - 1)][kind] += 1
    return [DistanceBin(low=n / BINS, high=(n + 1) / BINS, **found) for n, found in enumerate(counts)]


_ROUNDING = 1e-9  # 0.7 is the beginning of a bar, whatever binary fractions make of it
