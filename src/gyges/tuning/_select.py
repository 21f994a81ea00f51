"""From the pool to the menu: finalists on all validation documents, the front, names."""

from collections.abc import Sequence
from dataclasses import dataclass

from gyges.tuning._meter import CapReachedError
from gyges.tuning._pareto import non_dominated
from gyges.tuning._search import Candidate, Pool, SearchContext

__all__ = ["ChosenInstruction", "chosen_finalists", "finalists_scored", "menu_of"]


@dataclass(frozen=True, slots=True)
class ChosenInstruction:
    """An instruction of the menu.

    Attributes:
        name: What its file is called.
        candidate: The instruction.
    """

    name: str
    candidate: Candidate


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
    """Score finalists on the validation documents they have not seen, as far as the budget goes.

    Returns:
        Those that are scored on all of them; one the budget did not reach is none of them.
    """
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
