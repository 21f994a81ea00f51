"""From verdicts on facts to shares and leaks: what the objectives about people have in common."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gyges.records import Verdict
from gyges.scoring import ScoredDocument
from gyges.tuning._occurs import standing
from gyges.tuning._outcome import LeakedFact

__all__ = ["Protection", "leaks_of", "protection_of"]


@dataclass(frozen=True, slots=True)
class Protection:
    """How much of what is true stays unknown.

    Attributes:
        share: Of all facts (CPR of the document).
        worst: Of the facts of the person who keeps least.
    """

    share: float
    worst: float


def protection_of(scored: ScoredDocument) -> Protection:
    """Return the protection of a scored document. A fact that nobody could judge counts as leaked, never as kept."""
    people = [[_leaked(verdict) for verdict in person.verdicts] for person in scored.subjects if person.verdicts]
    if not people:
        return Protection(1.0, 1.0)
    facts = [leaked for person in people for leaked in person]
    return Protection(1 - sum(facts) / len(facts), min(1 - sum(person) / len(person) for person in people))


def leaks_of(scored: ScoredDocument, text: str) -> tuple[LeakedFact, ...]:
    """Return the facts that leaked, with the words of the attacker that really stand in the release."""
    return tuple(
        leak
        for person in scored.subjects
        for leak in verdict_leaks(person.verdicts, text, person.truth.description or person.truth.id)
    )


def verdict_leaks(verdicts: Sequence[Verdict], text: str, person: str) -> Iterable[LeakedFact]:
    """Yield what leaked about one person."""
    for verdict in verdicts:
        if verdict.score:
            evidence = verdict.guess.evidence if verdict.guess else ()
            words = standing((verdict.truth.value, *evidence), text)
            yield LeakedFact(verdict.truth.tag, verdict.truth.value, person, words)


def _leaked(verdict: Verdict) -> float:
    return 1.0 if verdict.score is None else verdict.score
