"""What one instruction did to one document, what is better, and the front of what no other beats."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from gyges.errors import ConfigError
from gyges.reading import quote_places
from gyges.records import JsonValue


@dataclass(frozen=True, slots=True)
class LeakedFact:
    """One thing that can still be learned from a release."""

    kind: str  # what kind of thing, such as ``PERSON`` or ``AGE``
    value: str  # what is true and was found out
    person: str = ""  # whose it is; empty where nobody knows
    words: tuple[str, ...] = ()  # the words that give it away; each stands in the release literally


@dataclass(frozen=True, slots=True)
class UtilityLoss:
    """One thing the release is no longer good for, in a sentence."""

    what: str  # the sentence
    words: tuple[str, ...] = ()  # words of the original that are gone and are missed


@dataclass(frozen=True, slots=True)
class Scores:
    """Privacy and utility, 0 to 1, more is better; `worst` is the privacy of the person who is worst off."""

    privacy: float
    utility: float
    worst: float


@dataclass(frozen=True, slots=True)
class DocumentOutcome:
    """What came of one document."""

    document: str  # its id
    scores: Scores  # privacy, utility, worst person; all 0 when there was no release or nobody could judge it
    text: str = ""  # the release; empty when there was none
    leaks: tuple[LeakedFact, ...] = ()  # what can still be learned
    losses: tuple[UtilityLoss, ...] = ()  # what it is no longer good for
    failed: str | None = None  # why there is no score; None where there is one
    calls: int = 0  # questions to models it took

    def to_json(self) -> dict[str, JsonValue]:
        """Return the outcome as the journal holds it."""
        return {
            "document": self.document,
            "scores": [self.scores.privacy, self.scores.utility, self.scores.worst],
            "text": self.text,
            "leaks": [[leak.kind, leak.value, leak.person, list(leak.words)] for leak in self.leaks],
            "losses": [[loss.what, list(loss.words)] for loss in self.losses],
            "failed": self.failed,
            "calls": self.calls,
        }

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> "DocumentOutcome":
        """Read an outcome of the journal."""
        return cls(
            document=row["document"],
            scores=Scores(*row["scores"]),
            text=row["text"],
            leaks=tuple(LeakedFact(kind, value, person, tuple(words)) for kind, value, person, words in row["leaks"]),
            losses=tuple(UtilityLoss(what, tuple(words)) for what, words in row["losses"]),
            failed=row["failed"],
            calls=row["calls"],
        )


def mean_scores(scores: Sequence[Scores]) -> Scores:
    """Return the mean of each score."""
    count = len(scores)
    return Scores(
        sum(score.privacy for score in scores) / count,
        sum(score.utility for score in scores) / count,
        sum(score.worst for score in scores) / count,
    )


def standing(words: Iterable[str], text: str) -> tuple[str, ...]:
    """Return those of several words that stand in a text as words of their own, each once."""
    return tuple(one for one in dict.fromkeys(words) if quote_places(one, text))


def non_dominated(scores: Sequence[Scores], side: str = "privacy") -> list[int]:
    """Return the places of all scores that no other one beats: as good on both sides and better on one."""
    points = [(getattr(one, side), one.utility) for one in scores]
    return [
        place
        for place, point in enumerate(points)
        if not any(other != point and other[0] >= point[0] and other[1] >= point[1] for other in points)
    ]


GoalKind: TypeAlias = Literal["weighted", "floor", "lexicographic", "worst-person"]

_STEP = 0.02
"""Privacy that differs by less counts as equal where privacy goes first: a tenth of a person among five documents."""


@dataclass(frozen=True, slots=True)
class Goal:
    """How scores are ranked."""

    kind: GoalKind = "weighted"
    weight: float = 0.5  # the weight of privacy in the mean
    floor: float | None = None  # the least privacy of ``floor``; the mean over documents

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
