"""What is done to documents: releases, findings about them, and verdicts on the findings."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from gyges.errors import InputError
from gyges.records._cells import JsonValue
from gyges.records._document import Fact, Subject

SCORES = (0.0, 0.5, 1.0)
"""The scores a verdict may carry: wrong, less precise or partly right, right."""


class TextPair(NamedTuple):
    """The texts of one document."""

    released: str  # what would be published, the text that was attacked
    original: str | None = None  # the text it was made from, None where the report may not have it


@dataclass(frozen=True, slots=True)
class Release:
    """The anonymized text of one document.

    Attributes:
        id: The id of the document it was made from.
        text: What would be published.
        method: The anonymizer that made it.
        trace: How it came about: rounds, edits, calls, cost.
    """

    id: str
    text: str
    method: str
    trace: Mapping[str, JsonValue] = field(default_factory=dict)


UNKNOWN_GENRE = "unknown"
"""What an attacker with rules for genres notes as the genre of a text that is of none of them."""

SPECIAL = "special"
"""The note that an attacker looked for special categories: how many of them it can give to nobody."""

WHO = "who"
"""The note that says which found person is which true one, by their ids, where the finding was recorded with it."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What one attacker inferred from one released text.

    Attributes:
        id: The id of the document.
        attacker: The attacker that spoke.
        subjects: The people it found, each fact with certainty and the words that gave it away.
        notes: What the attacker says about its own reading, such as the genre it recognised.
    """

    id: str
    attacker: str
    subjects: tuple[Subject, ...] = ()
    notes: Mapping[str, JsonValue] = field(default_factory=dict)


class DecidedBy(StrEnum):
    """Who decided a verdict. MISSING: the attacker made no guess. FAILED: nobody could decide."""

    RULE = "rule"
    JUDGE = "judge"
    HUMAN = "human"
    MISSING = "missing"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A true fact against a guessed one.

    A failed verdict has no score: it lowers coverage, counts as leaked and never as protection.

    Attributes:
        truth: What holds.
        guess: What was inferred; None if nothing was.
        score: How much of it is right; None when nobody could decide.
        decided_by: Who decided.
    """

    truth: Fact
    guess: Fact | None
    score: float | None
    decided_by: DecidedBy

    def __post_init__(self) -> None:
        failed = self.decided_by is DecidedBy.FAILED
        if failed != (self.score is None) or (not failed and self.score not in SCORES):
            raise InputError(
                f"a verdict decided by {self.decided_by} cannot have the score {self.score}",
                "use 0, 0.5 or 1, and no score exactly when the decision failed",
            )
        if self.decided_by is DecidedBy.MISSING and (self.guess is not None or self.score != 0.0):
            raise InputError("a verdict on a missing guess has a guess or a score", "give it neither")

    @property
    def leaked(self) -> float:
        """How much of the fact counts as leaked: the score, or all of it where nobody could decide."""
        return 1.0 if self.score is None else self.score
