"""The outcome of scoring one document: every true person, whom they were matched to, a verdict on every fact."""

from dataclasses import dataclass

from gyges.records import Subject, Verdict

__all__ = ["ScoredDocument", "ScoredSubject"]


@dataclass(frozen=True, slots=True)
class ScoredSubject:
    """A true person after the attack.

    Attributes:
        truth: The person as annotated.
        matched_to: The id of the found person that was aligned with them, None if nobody was.
        verdicts: One for each fact that counts, in the order of `truth.facts`.
    """

    truth: Subject
    matched_to: str | None
    verdicts: tuple[Verdict, ...]


@dataclass(frozen=True, slots=True)
class ScoredDocument:
    """A document after the attack.

    Attributes:
        id: The id of the document.
        subjects: All true people.
        found: How many people the attacker found.
        failed: Why the document could not be attacked or scored; its people then have no verdicts and it never
            counts as protected.
    """

    id: str
    subjects: tuple[ScoredSubject, ...]
    found: int
    failed: str | None = None
