"""Random search: proposals from the seed alone, without feedback that builds up. What a search has to beat."""

import random
from dataclasses import dataclass, field

from gyges.tuning._meter import CapReachedError
from gyges.tuning._search import FEEDBACK, Candidate, Pool, SearchOptions, Workshop

__all__ = ["RandomSearch"]


@dataclass(frozen=True)
class RandomSearch:
    """Every proposal is made from the seed instruction and scored on a sample of the validation documents.

    Attributes:
        options: The minibatch and the sample are used.
    """

    options: SearchOptions = field(default_factory=SearchOptions)
    name = "random search"

    async def run(self, workshop: Workshop, instruction: str) -> Pool:
        """Search until the budget is used up."""
        draw = random.Random(workshop.seed)  # noqa: S311  # a search is no secret
        pool = Pool()
        train, validation = list(workshop.train), list(workshop.validation)
        count = max(1, int(self.options.sample * len(validation)))
        idle = 0
        try:
            pool.candidates.append(Candidate(0, instruction, None, "seed", "the seed instruction"))
            pool.candidates[0].scores = await workshop.scored(instruction, validation)
            while idle < self.options.idle:
                used = workshop.used
                batch = draw.sample(train, min(self.options.minibatch, len(train)))
                outcomes = await workshop.evaluator.evaluate(instruction, batch)
                cases = list(zip(batch, outcomes, strict=True))
                made = await workshop.proposer.propose(instruction, cases, FEEDBACK["random"])
                if made.instruction is not None:
                    scores = await workshop.scored(made.instruction, draw.sample(validation, count))
                    number = len(pool.candidates)
                    pool.candidates.append(
                        Candidate(number, made.instruction, 0, "random", made.reason, made.check, workshop.used, scores)
                    )
                    workshop.tell("random", pool)
                idle = idle + 1 if workshop.used == used else 0
        except CapReachedError:
            pool.ended = "the budget was used up"
        return pool
