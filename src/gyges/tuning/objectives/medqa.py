"""``medqa``: a case description must change its style and still lead to the right answer."""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from gyges.errors import InputError
from gyges.models import DocumentText, Model, numbered
from gyges.records import Document, JsonValue
from gyges.tuning._outcome import LeakedFact, UtilityLoss
from gyges.tuning.objectives._meaning import likeness
from gyges.tuning.objectives._objective import Judged
from gyges.tuning.objectives._questions import ChooseOption

__all__ = ["CaseObjective", "longest_shared_runs", "style_distance"]

_N = 4  # letters of a gram: short enough for style, long enough not to be the alphabet
_RUN = 8  # words in a row that are taken over as they were
_MOST_RUNS = 3


@dataclass(frozen=True)
class CaseObjective:
    """Privacy: how far the style is from the original's. Utility: the right answer is still found.

    With `style`, the folder of an embedding model of authors' styles (the paper takes LUAR), privacy is one minus the
    cosine of the two embeddings. Without one, a stand-in is the distance of the two texts as counts of letter
    sequences, which sees words and style alike; its figures are not those of the published tables.

    Attributes:
        judge_model: Who answers the question.
        paper: As published the answer must be the words of the right option; ours compares letters, which is the same.
        style: Folder of a style embedding model (extra ``dense``).
    """

    judge_model: Model
    paper: bool = False
    style: str | None = None
    name = "medqa"

    @property
    def measures(self) -> tuple[str, str]:
        """Style distance, right answers."""
        privacy = "distance of style embeddings" if self.style else f"distance of letter {_N}-grams"
        return privacy if self.style else f"{privacy} (stand-in for a style embedding)", "right answers"

    @property
    def settings(self) -> Mapping[str, JsonValue]:
        """Judge, length of the sequences."""
        return {"judge": self.judge_model.name, "n": _N, "paper": self.paper, "style": self.style}

    async def prepare(self, document: Document) -> JsonValue:
        """Need nothing."""
        del document
        return None

    async def judge(self, document: Document, text: str, known: JsonValue) -> Judged:
        """Measure the distance and have the question answered."""
        del known
        options, right = document.meta.get("options"), str(document.meta.get("answer", ""))
        if not isinstance(options, Mapping) or right not in options:
            raise InputError(
                f"document '{document.id}' has no options with a right answer", "add both to its meta data"
            )
        given = {str(letter): str(words) for letter, words in options.items()}
        question = str(document.meta.get("question", ""))
        case = text if question in text else f"{text}\n\n{question}"
        asked = ChooseOption(DocumentText(case), numbered(given.values()), len(given))
        said = list(given)[(await self.judge_model.ask(asked)).number - 1]
        losses = (
            ()
            if said == right
            else (UtilityLoss(f"the answer is taken to be '{given[said]}' instead of '{given[right]}'"),)
        )
        leaks = tuple(
            LeakedFact("style", "words taken over", "the writer", (run,))
            for run in longest_shared_runs(document.text, text)
        )
        apart = 1 - likeness(self.style)(document.text, text) if self.style else style_distance(document.text, text)
        return Judged(apart, float(said == right), None, leaks, losses)


def style_distance(one: str, two: str) -> float:
    """Return one minus the cosine of two texts as counts of letter sequences.

    Example:
        >>> style_distance("the same words", "the same words")
        0.0
    """
    first, second = _grams(one), _grams(two)
    shared = sum(count * second[gram] for gram, count in first.items())
    norms = math.sqrt(sum(c * c for c in first.values()) * sum(c * c for c in second.values()))
    return 1.0 if not norms else min(1.0, max(0.0, round(1 - shared / norms, 12)))


def longest_shared_runs(original: str, text: str) -> tuple[str, ...]:
    """Return the longest runs of words that a text takes over as they were, as they stand in it."""
    theirs = [word.casefold() for word in original.split()]
    runs = {tuple(theirs[i : i + _RUN]) for i in range(len(theirs) - _RUN + 1)}
    words, found, start = text.split(), [], 0
    while start + _RUN <= len(words):
        end = start
        while end + _RUN <= len(words) and tuple(w.casefold() for w in words[end : end + _RUN]) in runs:
            end += 1
        if end > start:
            found.append(" ".join(words[start : end + _RUN - 1]))
        start = max(end + _RUN - 1, start + 1) if end > start else start + 1
    return tuple(sorted(found, key=len, reverse=True)[:_MOST_RUNS])


def _grams(text: str) -> Counter[str]:
    line = " ".join(text.casefold().split())
    return Counter(line[i : i + _N] for i in range(len(line) - _N + 1))
