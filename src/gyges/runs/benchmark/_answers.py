"""Task accuracy: how many questions about the documents a model still answers right from their releases."""

from collections.abc import Iterable, Mapping
from functools import partial

from gyges.models import Model, together
from gyges.records import Document, Release
from gyges.runs.linkage._questions import choice_of
from gyges.scoring import Count, Rate, bootstrap_rate
from gyges.scoring.semantic import answer_choice

__all__ = ["TASK_ACCURACY", "answered_from", "task_accuracy"]

TASK_ACCURACY = "task_accuracy"
"""What the figure is called among those of utility."""

_AT_ONCE = 16


async def answered_from(
    model: Model, documents: Iterable[Document], releases: Mapping[str, Release]
) -> dict[str, bool | None]:
    """Return for each released document with a question whether its answer is right; None if there was no usable one.

    No worked examples are shown: the same question gets the same answer whichever documents are evaluated beside it.
    """
    choices = {document.id: choice for document in documents if (choice := choice_of(document)) is not None}
    asked = [id_ for id_ in choices if id_ in releases]
    jobs = [partial(answer_choice, model, choices[id_], releases[id_].text) for id_ in asked]
    return dict(zip(asked, await together(jobs, at_once=_AT_ONCE), strict=True))


def task_accuracy(answers: Iterable[bool | None]) -> Rate:
    """Return the share of right answers; what was not answered counts nowhere, and the denominator tells."""
    return bootstrap_rate([Count(float(right), 1) for right in answers if right is not None])
