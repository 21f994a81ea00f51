"""What is better: four ways to weigh privacy against utility."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from gyges.errors import ConfigError
from gyges.tuning._outcome import Scores

__all__ = ["Goal", "GoalKind"]

GoalKind: TypeAlias = Literal["weighted", "floor", "lexicographic", "worst-person"]

_STEP = 0.02
"""Privacy that differs by less counts as equal where privacy goes first: a tenth of a person among five documents."""


@dataclass(frozen=True, slots=True)
class Goal:
    """How scores are ranked.

    Attributes:
        kind: ``weighted``: the weighted mean. ``floor``: privacy of at least `floor` first, then utility.
            ``lexicographic``: privacy first, utility among equals. ``worst-person``: the person who is worst off first,
            then the weighted mean.
        weight: The weight of privacy in the mean.
        floor: The least privacy of ``floor``; the mean over documents.

    Example:
        >>> goal = Goal("floor", floor=0.9)
        >>> goal.key(Scores(0.95, 0.4, 0.9)) > goal.key(Scores(0.85, 0.9, 0.8))
        True
    """

    kind: GoalKind = "weighted"
    weight: float = 0.5
    floor: float | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.weight <= 1:
            raise ConfigError(f"the weight of privacy is {self.weight}", "use a number from 0 to 1")
        if self.kind == "floor" and self.floor is None:
            raise ConfigError("the goal 'floor' has no floor", "say how much privacy is the least, as in floor: 0.9")
        if self.floor is not None and not 0 <= self.floor <= 1:
            raise ConfigError(f"the floor of privacy is {self.floor}", "use a number from 0 to 1")

    def scalar(self, scores: Scores) -> float:
        """Return one number between 0 and 1 for curves and for the patience of the first phase.

        It rises with every step that the goal asks for: below a floor it is half of the way to the floor.
        """
        if self.kind == "floor" and not self.allows(scores):
            return 0.5 * scores.privacy / (self.floor or 1.0)
        if self.kind == "floor":
            return 0.5 + 0.5 * scores.utility
        first = scores.worst if self.kind == "worst-person" else scores.privacy
        if self.kind == "weighted":
            return self._mean(scores)
        return (3 * first + self._mean(scores)) / 4

    def key(self, scores: Scores) -> tuple[float, ...]:
        """Return what candidates are sorted by; more is better."""
        if self.kind == "floor":
            return (
                (1.0, scores.utility, scores.privacy) if self.allows(scores) else (0.0, scores.privacy, scores.utility)
            )
        if self.kind == "lexicographic":
            return (round(scores.privacy / _STEP), scores.utility, scores.privacy)
        if self.kind == "worst-person":
            return (round(scores.worst / _STEP), self._mean(scores))
        return (self._mean(scores),)

    def improves(self, before: Scores, after: Scores) -> bool:
        """Return whether a change is one for the better."""
        return self.key(after) > self.key(before)

    def allows(self, scores: Scores) -> bool:
        """Return whether an instruction with these scores may be handed out at all."""
        return self.kind != "floor" or scores.privacy >= (self.floor or 0.0)

    def _mean(self, scores: Scores) -> float:
        return self.weight * scores.privacy + (1 - self.weight) * scores.utility

    def __str__(self) -> str:
        if self.kind == "floor":
            return f"privacy of at least {self.floor:g} first, then utility"
        weighed = f"{self.weight:g} x privacy + {1 - self.weight:g} x utility"
        words = {
            "weighted": weighed,
            "lexicographic": "privacy first, then utility",
            "worst-person": f"the worst-off person first, then {weighed}",
        }
        return words[self.kind]
