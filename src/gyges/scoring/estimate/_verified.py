"""The make of the estimate that also asks a verifier: its answers and the light make, weighed together."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Protocol

__all__ = ["Make", "VerifiedModel", "columns", "log_odds", "verified_model"]

_MOST_ODDS = 8.0
"""Log odds beyond which neither make is believed: one fact in three thousand."""


class Make(Protocol):
    """What every make of the estimate says of itself; see `LightModel` for the meaning."""

    @property
    def version(self) -> str: ...
    @property
    def trained_on(self) -> str: ...
    @property
    def method_error(self) -> float: ...
    @property
    def document_error(self) -> float: ...


@dataclass(frozen=True)
class VerifiedModel:
    """What was fitted on answers that the verifier gave about documents it was not trained on.

    Attributes:
        version: Its name, as results tell it.
        trained_on: On what, in words.
        adapter: The SHA-256 of the adapter whose answers it weighs.
        weights: One for each of `columns`.
        by_tag: What is added for a kind of fact.
        method_error: How far off the mean leak of a whole release is, one standard deviation, whatever its size.
        document_error: How far off that of a single document is besides.
    """

    version: str
    trained_on: str
    adapter: str
    weights: tuple[float, ...]
    by_tag: Mapping[str, float]
    method_error: float
    document_error: float

    def chances(self, tags: Sequence[str], light: Sequence[float], odds: Sequence[float]) -> list[float]:
        """Return how much of each fact a strong reader is expected to get, from 0 to 1.

        Args:
            tags: Kinds of facts.
            light: What the light make expects of each.
            odds: The verifier's log odds of yes for each.
        """
        chances = []
        for tag, chance, said in zip(tags, light, odds, strict=True):
            told = sum(w * c for w, c in zip(self.weights, columns(chance, said), strict=True))
            chances.append(1 / (1 + math.exp(-told - self.by_tag.get(tag, 0.0))))
        return chances


def columns(light: float, odds: float) -> tuple[float, ...]:
    """Return what is weighed: a constant, the light make, the verifier."""
    return 1.0, log_odds(light), min(max(odds, -_MOST_ODDS), _MOST_ODDS)


def log_odds(chance: float) -> float:
    """Return the log odds of a chance, within limits.

    Example:
        >>> log_odds(0.5), log_odds(1.0)
        (0.0, 8.0)
    """
    if chance <= 0 or chance >= 1:
        return _MOST_ODDS if chance >= 1 else -_MOST_ODDS
    return min(max(math.log(chance / (1 - chance)), -_MOST_ODDS), _MOST_ODDS)


@cache
def verified_model() -> VerifiedModel:
    """Return the model that ships."""
    row = json.loads((files(__package__) / "verified.json").read_text(encoding="utf-8"))
    return VerifiedModel(**{**row, "weights": tuple(row["weights"])})
