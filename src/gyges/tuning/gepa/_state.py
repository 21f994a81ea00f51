"""What the parts of one search share: the pool, the phase, and the proposal at hand."""

from collections import Counter
from dataclasses import dataclass, field

from gyges.tuning._outcome import Scores
from gyges.tuning._proposer import InstructionProposal
from gyges.tuning._search import Candidate, DroppedProposal, Phase, Pool, SearchContext, SearchOptions

__all__ = ["SearchState"]


@dataclass
class SearchState:
    """One search. Its parts run in a thread of their own.

    Attributes:
        context: What the search works with.
        options: How is searched.
        seed: The seed instruction.
        pool: What was found.
        phase: Which phase it is in.
        parent: The candidate that the proposal at hand is made from.
        proposal: The proposal at hand.
        fruitless: Proposals in a row that came to nothing, by parent.
    """

    context: SearchContext
    options: SearchOptions
    seed: str
    pool: Pool = field(default_factory=Pool)
    phase: Phase = "warm"
    parent: int = 0
    proposal: InstructionProposal = field(default_factory=lambda: InstructionProposal(None, ""))
    fruitless: Counter[int] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        if self.options.phases == "rich":
            self.phase, self.pool.turned = "rich", 0

    def scalar(self, scores: Scores) -> float:
        """Return scores as one number, by the goal."""
        return self.context.goal.scalar(scores)

    def keep(self, candidate: Candidate) -> None:
        """Take a candidate into the pool."""
        self.pool.candidates.append(candidate)
        self._tell()

    def drop(self, outcome: str) -> None:
        """Note why the proposal at hand came to nothing."""
        self.fruitless[self.parent] += 1
        words = self.proposal.instruction or ""
        dropped = DroppedProposal(self.parent, self.phase, self.proposal.reason, outcome, words, self.context.used)
        self.pool.attempts.append(dropped)
        self._tell()

    def turn(self) -> None:
        """Go over to the second phase."""
        self.phase, self.pool.turned = "rich", self.context.used
        self._tell()

    def _tell(self) -> None:
        self.context.tell(self.phase, self.pool)
