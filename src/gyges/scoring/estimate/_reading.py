"""The make `local` of the estimate: what the light one says, set right by what the reader `local` made of each fact."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from gyges.records import Verdict

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_SHYEST, _SUREST = 0.005, 0.995  # what the light make says at least and at most, so that a reading can still tell


class FactTold(NamedTuple):
    """What a reader of the release made of one fact, each from 0 to 1."""

    right: float  # it told the fact
    half: float  # it told a part of it
    wrong: float  # it told another value
    sure: float  # how certain it was of what it told rightly, at least in part
    missure: float  # how certain it was of what it told wrongly
    known: float  # whether it found the person at all


def told_of(verdict: Verdict, *, known: bool) -> FactTold:
    """Return what was made of a fact of somebody whom the reader found or not; half of what rules cannot settle."""
    score = 0.5 if verdict.score is None else verdict.score
    sure = verdict.guess.certainty / 5 if verdict.guess is not None else 0.0
    return FactTold(
        right=float(score >= 1),
        half=float(0 < score < 1),
        wrong=float(not score and verdict.guess is not None),
        sure=sure if score else 0.0,
        missure=0.0 if score else sure,
        known=float(known),
    )


@dataclass(frozen=True)
class ReadingModel:
    """What was fitted."""

    version: str  # its name, as results tell it
    trained_on: str  # on what, in words
    weights: tuple[float, ...]  # one for each column of `read_design`
    method_error: float  # how far off the mean leak of a whole release is, one standard deviation, whatever its size
    document_error: float  # how far off that of a single document is besides

    def chances(self, light: Sequence[float], told: Sequence[FactTold]) -> list[float]:
        """Return how much of each fact a strong reader is expected to get."""
        import numpy as np

        if not told:
            return []
        chances: list[float] = (1 / (1 + np.exp(-(read_design(light, told) @ np.array(self.weights))))).tolist()
        return chances


def read_design(light: Sequence[float], told: Sequence[FactTold]) -> "Floats":
    """Return the columns of the model: a constant, the odds that the light make gives, and what was told."""
    import numpy as np

    chances = np.clip(np.array(light, dtype=np.float64), _SHYEST, _SUREST)[:, None]
    return np.hstack([np.ones_like(chances), np.log(chances / (1 - chances)), np.array(told, dtype=np.float64)])


@cache
def reading_model() -> ReadingModel:
    """Return the model that ships."""
    row: Mapping[str, object] = json.loads((files(__package__) / "local.json").read_text(encoding="utf-8"))
    return ReadingModel(**{**row, "weights": tuple(row["weights"])})  # type: ignore[arg-type]
