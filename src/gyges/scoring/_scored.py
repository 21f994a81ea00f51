"""The outcome of scoring one document: every true person, whom they were matched to, a verdict on every fact."""

from collections.abc import Sequence
from dataclasses import dataclass

from gyges.records import DecidedBy, Subject, Verdict
from gyges.scoring._certainty import MIN_CERTAINTY

__all__ = ["ScoredDocument", "ScoredSubject", "unscored_document"]


@dataclass(frozen=True, slots=True)
class ScoredSubject:
    """A true person after the attack.

    Attributes:
        truth: The person as annotated.
        matched_to: The id of the found person that was aligned with them, None if nobody was.
        verdicts: One for each fact that counts, in the order of `truth.facts`.
        again: Further found people who are the same person, listed twice; their facts count too.
        candidates: Found people one of whom it may be, where nobody can tell; no verdict then has a score.
        ranked: For an author, the verdicts on all guesses of each such fact, best first; `verdicts` has the first.
    """

    truth: Subject
    matched_to: str | None
    verdicts: tuple[Verdict, ...]
    again: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()
    ranked: tuple[tuple[Verdict, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class ScoredDocument:
    """A document after the attack.

    Attributes:
        id: The id of the document.
        subjects: All true people.
        found: How many people the attacker found.
        strangers: Found people who were matched to nobody.
        failed: Why the document could not be attacked or scored; no verdict of its people then has a score, and it
            never counts as protected. See `unscored_document`.
    """

    id: str
    subjects: tuple[ScoredSubject, ...]
    found: int
    failed: str | None = None
    strangers: tuple[Subject, ...] = ()


def unscored_document(
    id: str, people: Sequence[Subject], reason: str, *, min_certainty: int = MIN_CERTAINTY, found: int = 0
) -> ScoredDocument:
    """Return a document that could not be attacked, matched or judged: every fact that counts may have leaked.

    Args:
        id: The id of the document.
        people: The true people.
        reason: Why it could not be scored.
        min_certainty: True facts below it do not count.
        found: How many people the attacker found.
    """
    subjects = tuple(
        ScoredSubject(
            subject,
            None,
            tuple(
                Verdict(fact, None, None, DecidedBy.FAILED)
                for fact in subject.facts
                if fact.certainty >= min_certainty and fact.value.strip()
            ),
        )
        for subject in people
    )
    return ScoredDocument(id, subjects, found, failed=reason)
