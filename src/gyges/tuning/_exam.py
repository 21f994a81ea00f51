"""The one pass over the test documents, with intervals over documents."""

from collections.abc import Sequence
from dataclasses import dataclass

from gyges.anonymizers import Anonymizer
from gyges.records import Document, JsonValue
from gyges.scoring import Count, bootstrap_difference, bootstrap_rates
from gyges.tuning._evaluator import Evaluator
from gyges.tuning._goal import Goal
from gyges.tuning._meter import CapReachedError
from gyges.tuning._outcome import DocumentOutcome, Scores, mean_scores
from gyges.tuning._search import Candidate

__all__ = ["Exam", "differences", "exam_of", "examined"]

_CHUNK = 8  # documents that all instructions do before the next ones


@dataclass(frozen=True)
class Exam:
    """What a method does on test documents.

    Attributes:
        outcomes: One for each document, in the same order for all methods.
    """

    outcomes: tuple[DocumentOutcome, ...]

    @property
    def mean(self) -> Scores:
        """The mean scores; documents without a release score 0."""
        return mean_scores([outcome.scores for outcome in self.outcomes])

    def to_json(self) -> dict[str, JsonValue]:
        """Return the figures with 95 % intervals over documents."""
        table = {name: [Count(getattr(one.scores, name), 1) for one in self.outcomes] for name in _SIDES}
        rates = {name: rate.to_json() for name, rate in bootstrap_rates(table).items()}
        failed = sum(one.failed is not None for one in self.outcomes)
        return {**rates, "documents": len(self.outcomes), "failed": failed}


_SIDES = ("privacy", "utility", "worst")


async def examined(
    evaluator: Evaluator, candidates: Sequence[Candidate], documents: Sequence[Document]
) -> dict[int, Exam]:
    """Measure instructions on the test documents, as many of them as the budget pays for, the same for all.

    Returns:
        What each does, by number; without outcomes where the budget was used up at once.
    """
    outcomes: dict[int, list[DocumentOutcome]] = {one.number: [] for one in candidates}
    try:
        for start in range(0, len(documents), _CHUNK):
            chunk = documents[start : start + _CHUNK]
            rows = {one.number: await evaluator.evaluate(one.instruction, chunk) for one in candidates}
            for number, row in rows.items():
                outcomes[number] += row
    except CapReachedError:
        pass  # the documents that all have done stand
    return {number: Exam(tuple(row)) for number, row in outcomes.items()}


async def exam_of(evaluator: Evaluator, anonymizer: Anonymizer, documents: Sequence[Document]) -> Exam:
    """Measure any method on documents."""
    return Exam(tuple(await evaluator.measure(anonymizer, documents)))


def differences(goal: Goal, before: Exam, after: Exam) -> dict[str, JsonValue]:
    """Return by how much one method is better than another on the same documents, with paired 95 % intervals."""
    pairs = list(zip(before.outcomes, after.outcomes, strict=True))
    rows: dict[str, JsonValue] = {}
    for name in _SIDES:
        counts = [Count(getattr(two.scores, name) - getattr(one.scores, name), 1) for one, two in pairs]
        rows[name] = bootstrap_difference(counts).to_json()
    scores = [Count(goal.scalar(two.scores) - goal.scalar(one.scores), 1) for one, two in pairs]
    rows["score"] = bootstrap_difference(scores).to_json()
    return rows
