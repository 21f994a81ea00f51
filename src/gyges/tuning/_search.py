"""A search within its budget: from the seed to a pool of candidates, from the pool to the menu."""

import math
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from gyges.errors import ConfigError
from gyges.records import Document
from gyges.tuning._evaluator import Evaluator
from gyges.tuning._meter import CapReachedError
from gyges.tuning._outcome import DocumentOutcome, Goal, Scores, mean_scores, non_dominated
from gyges.tuning._proposer import Feedback, Proposer, base_feedback, rich_feedback

Phase: TypeAlias = Literal["seed", "warm", "rich"]
Phases: TypeAlias = Literal["both", "warm", "rich"]

FEEDBACK: Mapping[Phase, Feedback] = {
    "seed": base_feedback,
    "warm": base_feedback,
    "rich": rich_feedback,
}


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How is searched; the numbers are those of the paper (section 4) and of its code, unless said otherwise."""

    phases: Phases = "both"  # both, or one alone as a baseline
    feedback: Literal["code", "agent"] = "code"  # who writes rich feedback: our code, or a form that a model wrote once
    patience: int = 5  # turns without a significant gain after which the first phase ends
    threshold: float = 0.05  # what gain is significant; not in the paper, 0.05 in its code
    minibatch: int = 3  # documents a proposal is made from and tried on
    sample: float = 0.3  # share of the validation documents a candidate of the second phase is scored on
    idle: int = 100  # turns in a row without any question after which nothing is left to improve; ours


@dataclass
class Candidate:
    """An instruction of the pool."""

    number: int  # its place in the pool; 0 is the seed
    instruction: str  # the words
    parent: int | None  # the number of the candidate it was made from
    phase: Phase  # when it was found
    reason: str = ""  # what was changed and why
    check: tuple[str, ...] = ()  # what the check took out
    calls: int = 0  # questions asked when it came into the pool
    scores: dict[str, Scores] = field(default_factory=dict)  # scores by the id of the validation document

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
    """All that a search found."""

    candidates: list[Candidate] = field(default_factory=list)
    attempts: list[DroppedProposal] = field(default_factory=list)  # proposals that were dropped
    turned: int | None = None  # questions asked when the second phase began; None if it did not
    ended: str = ""  # why the search ended, in words

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
    """What a search works with."""

    evaluator: Evaluator  # measures candidates
    proposer: Proposer  # proposes candidates
    goal: Goal  # what is better
    train: Sequence[Document]  # documents to learn from
    validation: Sequence[Document]  # documents to compare on
    seed: int = 0  # seed of every draw
    tell: Tell = lambda phase, pool: None  # told how it goes

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


@dataclass(frozen=True, slots=True)
class ChosenInstruction:
    """An instruction of the menu."""

    name: str  # what its file is called
    candidate: Candidate  # the instruction


def chosen_finalists(pool: Pool, context: SearchContext, most: int) -> list[Candidate]:
    """Return the candidates that deserve a full validation: the best by the goal, and the ends of the front."""
    estimates = {one.number: pool.estimate(one) for one in pool.candidates}
    ranked = sorted(
        pool.candidates, key=lambda one: (context.goal.key(estimates[one.number]), -one.number), reverse=True
    )
    front = [ranked[place] for place in non_dominated([estimates[one.number] for one in ranked])]
    ends = [
        max(front, key=lambda one: (estimates[one.number].privacy, estimates[one.number].utility)),
        max(front, key=lambda one: (estimates[one.number].utility, estimates[one.number].privacy)),
    ]
    wanted = [ranked[0], *ends, *ranked[1:]]
    return list({one.number: one for one in wanted}.values())[:most]


async def finalists_scored(finalists: Sequence[Candidate], context: SearchContext) -> list[Candidate]:
    """Score finalists on the validation documents they have not seen, as far as the budget goes."""
    everything = {document.id for document in context.validation}
    whole = []
    for one in finalists:
        missing = [document for document in context.validation if document.id not in one.scores]
        try:
            one.scores |= await context.scored(one.instruction, missing) if missing else {}
        except CapReachedError:
            continue  # another one may need less, or nothing
        if everything <= one.scores.keys():
            whole.append(one)
    return whole


def menu_of(candidates: Sequence[Candidate], context: SearchContext) -> list[ChosenInstruction]:
    """Return the front of the candidates the goal allows, best by the goal first, with names.

    All candidates must be scored on the same documents. One that scores nothing on either side, as when every rewrite
    failed, is no choice.
    """
    allowed = [one for one in candidates if context.goal.allows(one.mean) and (one.mean.privacy or one.mean.utility)]
    side = "worst" if context.goal.kind == "worst-person" else "privacy"
    front = [allowed[place] for place in non_dominated([one.mean for one in allowed], side)]
    distinct = list({(one.mean.privacy, one.mean.utility, one.mean.worst): one for one in reversed(front)}.values())
    ranked = sorted(distinct, key=lambda one: (context.goal.key(one.mean), -one.number), reverse=True)
    names: list[ChosenInstruction] = []
    taken: set[str] = set()
    for place, one in enumerate(ranked):
        name = "best" if place == 0 else _name(one, ranked)
        name = name if name not in taken else f"{name}-{one.number}"
        taken.add(name)
        names.append(ChosenInstruction(name, one))
    return names


def _name(candidate: Candidate, front: Sequence[Candidate]) -> str:
    if candidate.mean.privacy >= max(one.mean.privacy for one in front):
        return "most-private"
    if candidate.mean.utility >= max(one.mean.utility for one in front):
        return "most-useful"
    return f"between-{candidate.number}"


_RESERVE = 0.3
"""Most of the budget that is held back for finalists; ours."""


@dataclass(frozen=True, slots=True)
class SelectedPool:
    """A pool after selection."""

    pool: Pool  # all that was found
    candidates: list[Candidate]  # those that were scored on all validation documents
    whole: frozenset[int]  # their numbers


async def searched(
    work: SearchContext, search: Search, seed: str, budget: int, finalists: int, *, besides: int = 0
) -> SelectedPool:
    """Search within a budget from here on, a part of it held back for the finalists unless so much is paid besides."""
    meter = work.evaluator.meter
    start = meter.used
    meter.cap = start + budget
    try:
        await work.evaluator.evaluate(seed, work.validation)
    except CapReachedError as error:
        raise ConfigError(
            f"a budget of {budget} calls does not suffice for the seed instruction on {len(work.validation)} documents",
            "give more with --budget, or take fewer validation documents",
        ) from error
    calls = max(1, math.ceil((meter.used - start) / max(1, len(work.validation))))
    reserve = 0 if besides else min(calls * len(work.validation) * finalists, int(_RESERVE * budget))
    meter.cap = max(meter.used, start + budget - reserve)
    pool = await search.run(work, seed)
    meter.cap = start + budget + besides
    chosen = chosen_finalists(pool, work, finalists)
    whole = await finalists_scored(chosen, work)
    everything = {document.id for document in work.validation}
    full = [one for one in pool.candidates if everything <= one.scores.keys()]
    candidates = list({one.number: one for one in (*whole, *full)}.values())
    return SelectedPool(pool, candidates, frozenset(one.number for one in candidates))
