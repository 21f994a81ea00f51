"""How well everybody is protected by a version, and what about whom still leaks from which words."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from gyges.anonymizers.subjectwise._board import Version
from gyges.anonymizers.subjectwise._nearby import score_nearby, stretches
from gyges.anonymizers.subjectwise._observer import Seen, Spans
from gyges.records import Document, Fact, Subject
from gyges.scoring import MIN_CERTAINTY, Alignment, ScoredSubject, compare_values, rouge, score_document

__all__ = ["Leak", "PersonStanding", "Standing", "stand", "stand_before", "truth_of"]

_FAINT = 0.5
"""What a right guess on a faint hint counts, where a leak counts 1: chosen, not fitted."""


@dataclass(frozen=True, slots=True)
class Leak:
    """A fact that can still be inferred.

    Attributes:
        tag: The tag.
        value: What was inferred.
        places: Where the words stand that give it away, in the version.
    """

    tag: str
    value: str
    places: Spans


@dataclass(frozen=True, slots=True)
class PersonStanding:
    """One person: how well protected, what still leaks, and what is only guessed faintly, but rightly."""

    id: str
    description: str
    protection: float
    facts: int
    leaks: tuple[Leak, ...]
    faint: tuple[Leak, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """One version: the protection of the person worst off, of all facts together, and ROUGE-L to the original.

    Attributes:
        worst: The protection of the person worst off.
        cpr: The protection of all facts together.
        utility: ROUGE-L to the original.
        people: Everybody.
        steady: Whether a second attack would find the same: one by the embedded reader does, one by a model does not.
    """

    worst: float
    cpr: float
    utility: float
    people: tuple[PersonStanding, ...]
    steady: bool = True

    @property
    def faint(self) -> int:
        """How many faint guesses are right."""
        return sum(len(person.faint) for person in self.people)

    def rank(self, target: float) -> tuple[float, float, float]:
        """Order versions: worst-off person, all facts, utility; above the target only utility counts.

        By a model's attack all facts come first, faint guesses among them: one guess more or less about somebody of
        whom little is told is chance, and would throw away a rewrite that protects everybody else better.
        """
        if self.steady:
            return min(self.worst, target), min(self.cpr, target), self.utility
        facts = sum(person.facts for person in self.people)
        all_facts = self.cpr - (_FAINT * self.faint / facts if facts else 0.0)
        return min(all_facts, target), min(self.worst, target), self.utility

    def tells_more(self, before: "Standing", target: float) -> bool:
        """Tell whether more can be told than before, guesses that are only faint left aside."""
        if self.steady:
            return self.rank(target)[:2] < before.rank(target)[:2]
        return (min(self.cpr, target), min(self.worst, target)) < (min(before.cpr, target), min(before.worst, target))


def truth_of(seen: Seen, protect: Collection[str] | None = None, preserve: Collection[str] = ()) -> tuple[Subject, ...]:
    """Return what an attacker infers from the original, which is the truth inside the loop.

    Args:
        seen: The attack on the original.
        protect: The tags that must not be learned; None for all.
        preserve: The tags that may be learned.
    """

    def counts(fact: Fact) -> bool:
        wanted = protect is None or fact.tag in protect
        return fact.certainty >= MIN_CERTAINTY and wanted and fact.tag not in preserve

    return tuple(
        Subject(person.id, person.description, tuple(fact for fact in person.facts if counts(fact)))
        for person in seen.finding.subjects
    )


def stand(original: Document, truth: tuple[Subject, ...], before: Seen, version: Version, seen: Seen) -> Standing:
    """Score a version by the attack on it.

    A fact leaks if the attacker tells it of the same person, and also if it reads it from the very words it was read
    from in the original, whomever it takes them to be about: somebody else may still know whose they are.

    Args:
        original: The document.
        truth: What must not be learned about whom.
        before: The attack on the original.
        version: The version.
        seen: The attack on the version.
    """
    scored = score_nearby(original, truth, before, version, seen)
    return _standing(original, before, version, seen, scored, _faint(original, truth, before, version, seen))


def stand_before(original: Document, truth: tuple[Subject, ...], before: Seen) -> Standing:
    """Score the original itself, in which everybody is who they are: nobody has to be compared with others."""
    themselves = Alignment({one.id: one.id for one in truth})
    scored = score_document(Document(original.id, original.text, truth), before.finding, who=themselves).subjects
    version = Version(original.text)
    return _standing(original, before, version, before, scored, _faint(original, truth, before, version, before))


def _standing(
    original: Document,
    before: Seen,
    version: Version,
    seen: Seen,
    scored: Iterable[ScoredSubject],
    faint: Mapping[str, tuple[Leak, ...]],
) -> Standing:
    """Return how everybody stands whose facts were scored."""
    still_read = _Words(version, seen)
    people: list[PersonStanding] = []
    for subject in scored:
        scores: list[float] = []
        leaks: list[Leak] = []
        for verdict in subject.verdicts:
            fact, score = verdict.truth, verdict.score or 0.0
            if score and verdict.guess is not None and subject.matched_to is not None:
                leaks.append(Leak(fact.tag, verdict.guess.value, seen.where(subject.matched_to, verdict.guess)))
            other = still_read.best(fact, before.where(subject.truth.id, fact)) if score < 1 else None
            if other is not None and other[0] > score:
                score = other[0]
                leaks.append(other[1])
            scores.append(score)
        if scores:
            kept = 1 - sum(scores) / len(scores)
            told = {leak.tag for leak in leaks}
            guessed = tuple(leak for leak in faint.get(subject.truth.id, ()) if leak.tag not in told)
            known = subject.truth
            people.append(PersonStanding(known.id, known.description, kept, len(scores), tuple(leaks), guessed))
    facts = sum(person.facts for person in people)
    return Standing(
        worst=min((person.protection for person in people), default=1.0),
        cpr=sum(person.protection * person.facts for person in people) / facts if facts else 1.0,
        utility=rouge(original.text, version.text).rouge_l if original.text.strip() else 1.0,
        people=tuple(people),
        steady=seen.faint is None,
    )


def _faint(
    original: Document, truth: tuple[Subject, ...], before: Seen, version: Version, seen: Seen
) -> dict[str, tuple[Leak, ...]]:
    """Return what is guessed rightly below the certainty that counts, by the id of the person."""
    if seen.faint is None:
        return {}
    guesses = replace(seen, finding=seen.faint)
    right: dict[str, tuple[Leak, ...]] = {}
    for subject in score_nearby(original, truth, before, version, guesses):
        right[subject.truth.id] = tuple(
            Leak(verdict.truth.tag, verdict.guess.value, seen.where(subject.matched_to, verdict.guess))
            for verdict in subject.verdicts
            if verdict.score and verdict.guess is not None and subject.matched_to is not None
            if verdict.guess.certainty < MIN_CERTAINTY
        )
    return right


class _Words:
    """What is read from which unchanged words of the original."""

    def __init__(self, version: Version, seen: Seen) -> None:
        self._read: dict[tuple[str, int], list[tuple[int, int, Leak]]] = {}
        for subject in seen.finding.subjects:
            for fact in subject.facts:
                if fact.certainty < MIN_CERTAINTY:
                    continue
                places = seen.where(subject.id, fact)
                leak = Leak(fact.tag, fact.value, places)
                for place in places:
                    for start, end in version.original(*place)[1]:
                        for stretch in stretches(start, end):
                            self._read.setdefault((fact.tag, stretch), []).append((start, end, leak))

    def best(self, fact: Fact, places: Spans) -> tuple[float, Leak] | None:
        """Return the best guess of a fact that is read from some of the same words."""
        leaks = {
            leak
            for low, high in places
            for stretch in stretches(low, high)
            for start, end, leak in self._read.get((fact.tag, stretch), ())
            if start < high and low < end
        }
        scored = [(compare_values(fact.tag, fact.value, leak.value).score or 0.0, leak) for leak in leaks]
        return max(scored, key=lambda pair: (pair[0], pair[1].value), default=None)
