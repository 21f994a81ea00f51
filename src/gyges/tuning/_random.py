"""Random search: proposals from the seed alone, without feedback that builds up. What a search has to beat."""

import random
from dataclasses import dataclass, field

from gyges.tuning._meter import CapReachedError
from gyges.tuning._search import FEEDBACK, Candidate, Pool, SearchContext, SearchOptions

__all__ = ["RandomSearch"]


@dataclass(frozen=True)
class RandomSearch:
    """Every proposal is made from the seed instruction and scored on a sample of the validation documents.

    Attributes:
        options: The minibatch and the sample are used.
    """

    options: SearchOptions = field(default_factory=SearchOptions)
    name = "random search"

    async def run(self, context: SearchContext, instruction: str) -> Pool:
        """Search until the budget is used up."""
        draw = random.Random(context.seed)  # noqa: S311  # a search is no secret
        pool = Pool()
        train, validation = list(context.train), list(context.validation)
        count = max(1, int(self.options.sample * len(validation)))
        idle = 0
        try:
            pool.candidates.append(Candidate(0, instruction, None, "seed", "the seed instruction"))
            pool.candidates[0].scores = await context.scored(instruction, validation)
            while idle < self.options.idle:
                used = context.used
                batch = draw.sample(train, min(self.options.minibatch, len(train)))
                outcomes = await context.evaluator.evaluate(instruction, batch)
                cases = list(zip(batch, outcomes, strict=True))
                made = await context.proposer.propose(instruction, cases, FEEDBACK["random"])
                if made.instruction is not None:
                    scores = await context.scored(made.instruction, draw.sample(validation, count))
                    number = len(pool.candidates)
                    pool.candidates.append(
                        Candidate(number, made.instruction, 0, "random", made.reason, made.check, context.used, scores)
                    )
                    context.tell("random", pool)
                idle = idle + 1 if context.used == used else 0
        except CapReachedError:
            pool.ended = "the budget was used up"
        return pool
