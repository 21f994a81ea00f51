"""Scoring and utility by rules alone, as work that other processes can do."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial

from gyges.records import Document, Finding, Release
from gyges.runs.workers._messages import Remote
from gyges.scoring import Alignment, HumanDecisions, ScoredDocument, Utility, measure_utility, score_labelled

__all__ = ["ReleasePair", "ScoringTask", "remote_scoring", "remote_utility"]


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
class ReleasePair:
    """A document and its release."""

    document: Document
    release: Release


def remote_scoring(profile: str, min_certainty: int, human: HumanDecisions | None) -> Remote:
    """Return what makes the work that scores a `ScoringTask`."""
    return partial(_scoring, profile, min_certainty, human)


def remote_utility() -> Remote:
    """Return what makes the work that measures the utility of a `ReleasePair`."""
    return _utility


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


def _utility() -> Callable[[ReleasePair], Awaitable[Utility]]:
    async def work(pair: ReleasePair) -> Utility:
        return measure_utility(pair.document, pair.release)

    return work
