"""What one instruction did to one document: two scores, and the reasons for them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gyges.records import JsonValue

__all__ = ["DocumentOutcome", "LeakedFact", "Scores", "UtilityLoss", "mean_scores"]


@dataclass(frozen=True, slots=True)
class LeakedFact:
    """One thing that can still be learned from a release.

    Attributes:
        kind: What kind of thing, such as ``PERSON`` or ``AGE``.
        person: Whose it is; empty where nobody knows.
        value: What is true and was found out.
        words: The words that give it away; each stands in the release literally.
    """

    kind: str
    value: str
    person: str = ""
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UtilityLoss:
    """One thing the release is no longer good for, in a sentence.

    Attributes:
        what: The sentence.
        words: Words of the original that are gone and are missed.
    """

    what: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scores:
    """Privacy and utility, 0 to 1, more is better; `worst` is the privacy of the person who is worst off."""

    privacy: float
    utility: float
    worst: float


@dataclass(frozen=True, slots=True)
class DocumentOutcome:
    """What came of one document.

    Attributes:
        document: Its id.
        scores: Privacy, utility, worst person; all 0 when there was no release or nobody could judge it.
        text: The release; empty when there was none.
        leaks: What can still be learned.
        losses: What it is no longer good for.
        failed: Why there is no score; None where there is one.
        calls: Questions to models it took.
    """

    document: str
    scores: Scores
    text: str = ""
    leaks: tuple[LeakedFact, ...] = ()
    losses: tuple[UtilityLoss, ...] = ()
    failed: str | None = None
    calls: int = 0

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
    """Return the mean of each score.

    Example:
        >>> mean_scores([Scores(1.0, 0.5, 1.0), Scores(0.0, 0.5, 0.0)])
        Scores(privacy=0.5, utility=0.5, worst=0.5)
    """
    count = len(scores)
    return Scores(
        sum(score.privacy for score in scores) / count,
        sum(score.utility for score in scores) / count,
        sum(score.worst for score in scores) / count,
    )
