"""What the proposer is told about one document: a sentence with the scores, or all that the objective saw.

Everything that is called remaining stands in the release; a test holds every objective to that.
"""

from collections.abc import Callable

from gyges.records import Document
from gyges.tuning._goal import Goal
from gyges.tuning._occurs import standing
from gyges.tuning._outcome import DocumentOutcome, LeakedFact

__all__ = ["Feedback", "base_feedback", "remaining_words", "rich_feedback"]

Feedback = Callable[[Document, DocumentOutcome, Goal], str]

_MOST_LEAKS = 12
_MOST_LOSSES = 5
_NO_RELEASE = (
    "No usable rewrite came back ({reason}), so this document has no release: it scores 0 on both sides. The "
    "instruction must lead to the whole text, rewritten, and nothing else."
)


def base_feedback(document: Document, outcome: DocumentOutcome, goal: Goal) -> str:
    """Return one sentence with the scores.

    Example:
        >>> from gyges.tuning._outcome import Scores
        >>> base_feedback(Document("a", "Ana"), DocumentOutcome("a", Scores(0.5, 0.8, 0.5)), Goal())
        'Privacy is 0.50 and utility is 0.80 (1 is best, 0 worst); the score is 0.65. Raise it.'
    """
    del document
    scores = outcome.scores
    return (
        f"Privacy is {scores.privacy:.2f} and utility is {scores.utility:.2f} (1 is best, 0 worst); "
        f"the score is {goal.scalar(scores):.2f}. Raise it."
    )


def rich_feedback(document: Document, outcome: DocumentOutcome, goal: Goal) -> str:
    """Return the scores, who leaks what by which words, what was lost, and what to look at first."""
    lines = [base_feedback(document, outcome, goal)]
    if outcome.failed is not None:
        return "\n".join((*lines, _NO_RELEASE.format(reason=outcome.failed)))
    lines += _leak_lines(outcome)
    lines += _loss_lines(outcome)
    lines.append(_advice(outcome))
    return "\n".join(lines)


def remaining_words(outcome: DocumentOutcome) -> tuple[str, ...]:
    """Return all words that give something away and stand in the release, each once.

    What an objective names is looked up again here: feedback never calls words remaining that are gone.
    """
    return standing((words for leak in outcome.leaks for words in leak.words), outcome.text)


def _leak_lines(outcome: DocumentOutcome) -> list[str]:
    if not outcome.leaks:
        return ["Nothing that has to be protected can be learned from the output."]
    lines = ["What can still be learned from the output:"]
    lines += [f"- {_leak(leak, outcome.text)}" for leak in outcome.leaks[:_MOST_LEAKS]]
    rest = len(outcome.leaks) - _MOST_LEAKS
    return lines + ([f"- and {rest} more"] if rest > 0 else [])


def _leak(leak: LeakedFact, text: str) -> str:
    whose = f" of {leak.person}" if leak.person else ""
    words = standing(leak.words, text)
    if words:
        return f"{leak.kind}{whose}: {leak.value}; still in the output: {', '.join(f'“{one}”' for one in words)}"
    return f"{leak.kind}{whose}: {leak.value}; inferred, without words that say it"


def _loss_lines(outcome: DocumentOutcome) -> list[str]:
    if not outcome.losses:
        return ["Nothing that has to stay was found missing."]
    lines = ["What was lost:"]
    for loss in outcome.losses[:_MOST_LOSSES]:
        gone = [word for word in loss.words if word not in standing(loss.words, outcome.text)]
        lines.append(f"- {loss.what}" + (f" (gone: {', '.join(gone)})" if gone else ""))
    return lines


def _advice(outcome: DocumentOutcome) -> str:
    scores = outcome.scores
    if scores.privacy < 1 and (scores.privacy <= scores.utility or not outcome.losses):
        kinds = ", ".join(dict.fromkeys(leak.kind for leak in outcome.leaks)) or "what identifies somebody"
        return f"Most is to be gained in privacy: say how to deal with {kinds}, as kinds, without naming anybody."
    if scores.utility < 1:
        return "Most is to be gained in utility: say what has to be left as it is."
    return "There is nothing to gain here: keep what the instruction does."
