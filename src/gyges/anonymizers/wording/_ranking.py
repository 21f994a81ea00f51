"""Who weighs the wordings that may stand at a place: nobody, or a small language model by their likelihood."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

__all__ = ["Choice", "Ranker", "chosen"]


@dataclass(frozen=True, slots=True)
class Choice:
    """A place of a text with what may stand there.

    Attributes:
        before: The text before the place.
        candidates: What may stand there, all of it sound by the rules; the one that the rules would take first.
        after: The text behind the place.
    """

    before: str
    candidates: tuple[str, ...]
    after: str


class Ranker(Protocol):
    """Weighs what may stand at places of a text; it never brings in anything else."""

    @property
    def name(self) -> str:
        """The name users type."""
        ...

    async def weigh(self, choices: Sequence[Choice]) -> list[tuple[float, ...]]:
        """Return how well each candidate of each place fits there: higher is better, 0 says nothing.

        Raises:
            GygesError: It cannot be asked; nothing is decided then.
        """
        ...


def chosen(weights: Sequence[float], margin: float) -> int:
    """Return which candidate is taken: that of the rules, unless another is better by more than a margin.

    Example:
        >>> chosen((-3.0, -1.0), margin=1.5), chosen((-3.0, -1.0), margin=2.5)
        (1, 0)
    """
    best = max(range(len(weights)), key=lambda place: (weights[place], -place))
    return best if weights[best] - weights[0] > margin else 0
