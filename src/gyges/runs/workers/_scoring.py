"""Scoring, and a look at what was scored, by rules alone: work that other processes can do."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial

from gyges.attacks import AttackOptions, RulesAttack
from gyges.records import Document, Finding, Release
from gyges.runs.workers._messages import Remote
from gyges.scoring import (
    Alignment,
    DocumentChances,
    HumanDecisions,
    PersonSet,
    Profile,
    ScoredDocument,
    SpanCounts,
    Utility,
    count_spans,
    document_chances,
    measure_utility,
    person_sets,
    score_labelled,
)

__all__ = ["DocumentLook", "LookTask", "LookTerms", "ScoringTask", "look_at", "remote_look", "remote_scoring"]


@dataclass(frozen=True, slots=True)
class ScoringTask:
    """What is scored: truth, guess, the text that was read, and who is who where that is known."""

    document: Document
    finding: Finding
    release: Release | None
    who: Alignment | None

    def shared(self) -> Sequence[object]:
        """Return people and facts: verdicts are about the very ones that are here already."""
        people = (*(self.document.subjects or ()), *self.finding.subjects)
        return [*people, *(fact for person in people for fact in person.facts)]


@dataclass(frozen=True, slots=True)
class LookTask:
    """A document after the audit, with all that is looked at.

    Attributes:
        scored: The document as scored.
        original: Its original text scored the same way, if that was attacked.
        document: The original with its people; None where nobody knows them.
        release: What was read of it; None where nothing was.
        finding: What rules found in the release; None where they did not read it.
        before: The same for the original.
        said: What a verifier said of its facts.
    """

    scored: ScoredDocument
    original: ScoredDocument | None
    document: Document | None
    release: Release | None
    finding: Finding | None
    before: Finding | None
    said: Sequence[float] | None = None


@dataclass(frozen=True, slots=True)
class LookTerms:
    """What is looked at.

    Attributes:
        profile: Scoring rules.
        sets: Whether it is estimated how many people fit what is told.
        strong: Whether it is estimated what a strong reader would tell.
        verified: Whether a verifier was asked for that.
        attack: How rules read texts for that, where they were not the attacker; None where they were.
        utility: Whether releases are compared with their originals.
        spans: Whether it is counted what of annotated mentions is masked.
    """

    profile: Profile
    sets: bool = True
    strong: bool = False
    verified: bool = False
    attack: AttackOptions | None = None
    utility: bool = False
    spans: bool = False


@dataclass(frozen=True, slots=True)
class DocumentLook:
    """What was seen at one document; None for what was not looked at.

    Attributes:
        sets: For everybody how many people fit what is told about them.
        before: The same for the original text.
        chances: What a strong reader is expected to tell.
        utility: How much of the text is left.
        spans: What of annotated mentions is masked.
    """

    sets: Sequence[PersonSet]
    before: Sequence[PersonSet] | None = None
    chances: DocumentChances | None = None
    utility: Utility | None = None
    spans: SpanCounts | None = None


def look_at(terms: LookTerms, task: LookTask) -> DocumentLook:
    """Look at one document."""
    document, release = task.document, task.release
    utility = spans = None
    if document is not None and release is not None:
        utility = measure_utility(document, release) if terms.utility else None
        if terms.spans and document.mentions is not None:
            spans = count_spans(document, release, profile=terms.profile)
    return DocumentLook(
        person_sets(task.scored) if terms.sets else (),
        person_sets(task.original) if terms.sets and task.original is not None else None,
        _chances(terms, task) if terms.strong else None,
        utility,
        spans,
    )


def _chances(terms: LookTerms, task: LookTask) -> DocumentChances:
    document, release, finding, before = task.document, task.release, task.finding, task.before
    if terms.attack is not None and document is not None and release is not None:
        rules = RulesAttack(terms.attack)
        finding, before = rules.find(release.text, document.id), rules.find(document.text, document.id)
    known = document is not None and finding is not None and before is not None
    return document_chances(
        task.scored,
        document,
        release if known else None,
        finding,
        before,
        profile=terms.profile,
        verified=terms.verified,
        said=task.said,
    )


def remote_scoring(profile: str, min_certainty: int, human: HumanDecisions | None) -> Remote:
    """Return what makes the work that scores a `ScoringTask`."""
    return partial(_scoring, profile, min_certainty, human)


def remote_look(terms: LookTerms) -> Remote:
    """Return what makes the work that looks at a `LookTask`."""
    return partial(_looking, terms)


def _scoring(
    profile: str, min_certainty: int, human: HumanDecisions | None
) -> Callable[[ScoringTask], Awaitable[ScoredDocument]]:
    async def work(task: ScoringTask) -> ScoredDocument:
        return score_labelled(
            task.document,
            task.finding,
            release=task.release,
            profile=profile,
            min_certainty=min_certainty,
            human=human,
            who=task.who,
        )

    return work


def _looking(terms: LookTerms) -> Callable[[LookTask], Awaitable[DocumentLook]]:
    async def work(task: LookTask) -> DocumentLook:
        return look_at(terms, task)

    return work
