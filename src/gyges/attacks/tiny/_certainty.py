"""What the probabilities of the tiny model mean: how often it was right when it was that sure, on text it never saw.

A table, measured once after the training and kept beside the adapter, says for each kind of fact how often facts were
right whose words were that probable. Certainty is that share in five steps.
"""

import bisect
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

__all__ = ["LEVELS", "Calibration", "shipped_calibration"]

LEVELS = (0.3, 0.5, 0.75, 0.9)
"""Shares of right facts from which certainty is 2, 3, 4, 5. Above a half it is evidence, below it an assumption."""

PERSON = "PERSON"
"""The kind under which it is kept how often a person who was named is one."""


@dataclass(frozen=True)
class Calibration:
    """Shares of right facts, by kind and by probability.

    Attributes:
        edges: Probabilities between which the shares hold, ascending.
        shares: For each kind of fact one share more than there are edges.
    """

    edges: tuple[float, ...] = ()
    shares: Mapping[str, Sequence[float]] | None = None

    def share(self, kind: str, chance: float) -> float:
        """Return how often facts of a kind were right that were this probable; the probability itself if unmeasured."""
        measured = (self.shares or {}).get(kind)
        return chance if measured is None else measured[bisect.bisect_right(self.edges, chance)]

    def certainty(self, kind: str, chance: float) -> int:
        """Return the certainty of a fact, 1-5.

        Example:
            >>> Calibration((0.5,), {"AGE": (0.2, 0.8)}).certainty("AGE", 0.6)
            4
        """
        return 1 + bisect.bisect_right(LEVELS, self.share(kind, chance))


@cache
def shipped_calibration() -> Calibration:
    """Return the table of the adapter that ships; without one, probabilities are taken as they are."""
    source = files("gyges.attacks.tiny") / "calibration.json"
    if not source.is_file():
        return Calibration()
    data = json.loads(source.read_text(encoding="utf-8"))
    return Calibration(tuple(data["edges"]), data["shares"])
