"""The light make of the estimate: a calibrated logistic model of clues, in numpy, without any weights to download."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import TYPE_CHECKING

from gyges.scoring.estimate._clues import CLUES, Clues

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

BY_KIND = ("value", "evidence", "text", "found", "names")
"""Clues that weigh differently for each kind of fact."""


@dataclass(frozen=True)
class LightModel:
    """What was fitted."""

    version: str  # its name, as results tell it
    trained_on: str  # on what, in words
    tags: tuple[str, ...]  # the kinds of facts, in the order of the weights
    guesses: Mapping[str, str]  # the most frequent value of each kind, what somebody says who never saw the text
    weights: tuple[float, ...]  # one for each column of `design`
    method_error: float  # how far off the mean leak of a whole release is, one standard deviation, whatever its size
    document_error: float  # how far off that of a single document is besides
    longest: int  # characters of the longest text that was read for it

    def chances(self, rows: Sequence[tuple[str, Clues]]) -> list[float]:
        """Return how much of each fact a strong reader is expected to get, from 0 to 1; rows are kinds with clues."""
        import numpy as np

        if not rows:
            return []
        chances: list[float] = (1 / (1 + np.exp(-(design(rows, self.tags) @ self._columns)))).tolist()
        return chances

    @cached_property
    def _columns(self) -> "Floats":
        import numpy as np

        return np.array(self.weights)


def design(rows: Sequence[tuple[str, Clues]], tags: Sequence[str]) -> "Floats":
    """Return the columns of the model: a constant, the kind, all clues, and the clues that weigh by kind."""
    import numpy as np

    places = {tag: number for number, tag in enumerate(tags)}
    clues = np.array([one for _, one in rows], dtype=np.float64)
    kinds = np.zeros((len(rows), len(tags)))
    for number, (tag, _) in enumerate(rows):
        if tag in places:
            kinds[number, places[tag]] = 1.0
    column = {name: clues[:, CLUES.index(name)][:, None] for name in ("evidence", "told", *BY_KIND)}
    inside = [kinds * column[name] for name in BY_KIND]
    return np.hstack([np.ones((len(rows), 1)), kinds, clues, column["evidence"] * column["told"], *inside])


@cache
def light_model() -> LightModel:
    """Return the model that ships."""
    row = json.loads((files(__package__) / "light.json").read_text(encoding="utf-8"))
    return LightModel(**{**row, "tags": tuple(row["tags"]), "weights": tuple(row["weights"])})
