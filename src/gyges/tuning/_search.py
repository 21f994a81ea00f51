"""What a search is: from a seed instruction to a pool of candidates, within a budget."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from gyges.records import Document
from gyges.tuning._evaluator import Evaluator
from gyges.tuning._feedback import Feedback, base_feedback, rich_feedback
from gyges.tuning._goal import Goal
from gyges.tuning._outcome import DocumentOutcome, Scores, mean_scores
from gyges.tuning._proposer import Proposer

__all__ = [
    "Candidate",
    "DroppedProposal",
    "Phase",
    "Phases",
    "Pool",
    "Search",
    "SearchContext",
    "SearchOptions",
    "Tell",
]

Phase: TypeAlias = Literal["seed", "warm", "rich", "random"]
Phases: TypeAlias = Literal["both", "warm", "rich"]

FEEDBACK: Mapping[Phase, Feedback] = {
    "seed": base_feedback,
    "warm": base_feedback,
    "rich": rich_feedback,
    "random": base_feedback,
}


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How is searched; the numbers are those of the paper (section 4) and of its code, unless said otherwise.

    Attributes:
        phases: Both, or one alone as a baseline.
        patience: Turns without a significant gain after which the first phase ends.
        threshold: What gain is significant; not in the paper, 0.05 in its code.
        minibatch: Documents a proposal is made from and tried on.
        sample: Share of the validation documents a candidate of the second phase is scored on.
        idle: Turns in a row without any question after which nothing is left to improve; ours.
    """

    phases: Phases = "both"
    patience: int = 5
    threshold: float = 0.05
    minibatch: int = 3
    sample: float = 0.3
    idle: int = 100


@dataclass
class Candidate:
    """An instruction of the pool.

    Attributes:
        number: Its place in the pool; 0 is the seed.
        instruction: The words.
        parent: The number of the candidate it was made from.
        phase: When it was found.
        reason: What was changed and why.
        check: What the check took out.
        calls: Questions asked when it came into the pool.
        scores: Scores by the id of the validation document.
    """

    number: int
    instruction: str
    parent: int | None
    phase: Phase
    reason: str = ""
    check: tuple[str, ...] = ()
    calls: int = 0
    scores: dict[str, Scores] = field(default_factory=dict)

    @property
    def mean(self) -> Scores:
        """The mean over the documents it was scored on, which may be few."""
        return mean_scores(list(self.scores.values()))


@dataclass(frozen=True, slots=True)
class DroppedProposal:
    """A proposal that did not come into the pool, and why."""

    parent: int
    phase: Phase
    reason: str
    outcome: str
    instruction: str = ""
    calls: int = 0


@dataclass
class Pool:
    """All that a search found.

    Attributes:
        candidates: In the order in which they were found; the first is the seed.
        attempts: Proposals that were dropped.
        turned: Questions asked when the second phase began; None if it did not.
        ended: Why the search ended, in words.
    """

    candidates: list[Candidate] = field(default_factory=list)
    attempts: list[DroppedProposal] = field(default_factory=list)
    turned: int | None = None
    ended: str = ""

    def estimate(self, candidate: Candidate) -> Scores:
        """Return what a candidate would score on all validation documents the seed was scored on.

        Candidates of the second phase saw different documents, hard or easy ones. So what counts is the difference to
        the seed on the same documents, added to what the seed scores on all.
        """
        seed = self.candidates[0]
        shared = [id_ for id_ in candidate.scores if id_ in seed.scores]
        if candidate is seed or not shared:
            return candidate.mean
        theirs = mean_scores([candidate.scores[id_] for id_ in shared])
        same, whole = mean_scores([seed.scores[id_] for id_ in shared]), seed.mean
        parts = [
            min(1.0, max(0.0, getattr(whole, name) + getattr(theirs, name) - getattr(same, name)))
            for name in ("privacy", "utility", "worst")
        ]
        return Scores(*parts)


Tell: TypeAlias = Callable[[str, Pool], None]
"""Told now and then how the search goes: the phase, and the pool so far."""


@dataclass
class SearchContext:
    """What a search works with.

    Attributes:
        evaluator: Measures candidates.
        proposer: Proposes candidates.
        goal: What is better.
        train: Documents to learn from.
        validation: Documents to compare on.
        seed: Seed of every draw.
        tell: Told how it goes.
    """

    evaluator: Evaluator
    proposer: Proposer
    goal: Goal
    train: Sequence[Document]
    validation: Sequence[Document]
    seed: int = 0
    tell: Tell = lambda phase, pool: None

    @property
    def used(self) -> int:
        """Questions asked so far."""
        return self.evaluator.meter.used

    async def scored(self, instruction: str, documents: Sequence[Document]) -> dict[str, Scores]:
        """Measure an instruction; return the scores by document."""
        outcomes: list[DocumentOutcome] = await self.evaluator.evaluate(instruction, documents)
        return {outcome.document: outcome.scores for outcome in outcomes}


class Search(Protocol):
    """A way to search. It stops when the meter of the context says so, and returns the pool it has by then."""

    @property
    def name(self) -> str:
        """What it is called in reports."""

    def run(self, context: SearchContext, instruction: str) -> Awaitable[Pool]:
        """Search from a seed instruction.

        The pool always holds the seed, scored on all validation documents.
        """
