"""What an objective is: it judges one release of one document on both sides, and says why."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from gyges.records import Document, JsonValue
from gyges.tuning._outcome import LeakedFact, Scores, UtilityLoss

__all__ = ["Judged", "Objective", "clipped_share"]


@dataclass(frozen=True, slots=True)
class Judged:
    """What an objective says about one release.

    Attributes:
        privacy: 1 when nothing can be learned that should not.
        utility: 1 when it is as good as the original for what it is meant for.
        worst: The privacy of the person who is worst off; None where the objective knows no people.
        leaks: What can still be learned, each with words that stand in the release.
        losses: What it is no longer good for.
    """

    privacy: float
    utility: float
    worst: float | None = None
    leaks: tuple[LeakedFact, ...] = ()
    losses: tuple[UtilityLoss, ...] = ()

    @property
    def scores(self) -> Scores:
        """The three scores; without people the document is the person."""
        return Scores(self.privacy, self.utility, self.privacy if self.worst is None else self.worst)


class Objective(Protocol):
    """The two sides of a task. Write a class like this for a task of your own.

    A method that raises a `GygesError` leaves the release without scores, which counts as 0 on both sides.
    """

    @property
    def name(self) -> str:
        """What it is called in reports."""

    @property
    def measures(self) -> tuple[str, str]:
        """What privacy and utility mean here, a few words each."""

    @property
    def settings(self) -> Mapping[str, JsonValue]:
        """All that decides a score besides the two texts: models, options. No keys or passwords."""

    async def prepare(self, document: Document) -> JsonValue:
        """Return what has to be found out about the original once, or None."""

    async def judge(self, document: Document, text: str, known: JsonValue) -> Judged:
        """Judge a release.

        Args:
            document: The original with its annotations.
            text: The release.
            known: What `prepare` returned.
        """


def clipped_share(part: float, whole: float) -> float:
    """Return one minus a share, between 0 and 1; 1 where there is nothing to lose."""
    return 1.0 if whole <= 0 else min(1.0, max(0.0, 1.0 - part / whole))
