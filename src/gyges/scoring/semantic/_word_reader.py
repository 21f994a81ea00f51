"""Multiple-choice questions answered without a model: by the answers that records in similar words had.

It knows no medicine. What it gets above chance is what the words of a record say about its answer, so it tells whether
a release still holds those words, and stands in for a model where there is none.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gyges.reading import stem
from gyges.scoring.semantic._tasks import MultipleChoice
from gyges.scoring.semantic._words import STOP_WORDS

__all__ = ["Example", "WordReader"]

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Example:
    """A record with the words of its right answer; the reader learns from it."""

    id: str
    text: str
    answer: str


class WordReader:
    """Learns from examples, and answers by those in similar words.

    An option scores, over all examples, how near the example's text is to the one in question (cosine of words weighted
    by their rarity) times the share of words that its answer and the option have in common.

    Args:
        examples: What to learn from.
    """

    def __init__(self, examples: Iterable[Example]) -> None:
        self._examples = list(examples)
        counts = [_terms(example.text) for example in self._examples]
        self._answers = [set(_terms(example.answer)) for example in self._examples]
        spread = Counter(term for some in counts for term in some)
        self._rarity = {term: math.log1p(len(counts) / of) for term, of in spread.items()}
        self._places: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
        for number, some in enumerate(counts):
            for term, weight in self._weighed(some).items():
                self._places[term].append((number, weight))

    def credit(self, choice: MultipleChoice, context: str) -> float:
        """Return 1 for the right option, 0 for a wrong one, and what a draw would get where several are equally good.

        The example with the id of the question is left out: it would give its answer away.

        Example:
            >>> reader = WordReader([Example("a", "fever and cough", "flu"), Example("b", "a broken leg", "fall")])
            >>> reader.credit(MultipleChoice("c", "Why?", {"A": "flu", "B": "a fall"}, "A"), "he has a cough")
            1.0
        """
        near = self._near(f"{context} {choice.question}", choice.id)
        scores = {letter: self._score(words, near) for letter, words in choice.options.items()}
        best = max(scores.values())
        winners = [letter for letter, score in scores.items() if math.isclose(score, best, abs_tol=1e-12)]
        return 1 / len(winners) if choice.answer in winners else 0.0

    def _near(self, text: str, without: str) -> dict[int, float]:
        near: defaultdict[int, float] = defaultdict(float)
        for term, weight in self._weighed(_terms(text)).items():
            for number, other in self._places.get(term, ()):
                if self._examples[number].id != without:
                    near[number] += weight * other
        return dict(near)

    def _score(self, option: str, near: Mapping[int, float]) -> float:
        wanted = set(_terms(option))
        return math.fsum(cosine * _shared(wanted, self._answers[number]) for number, cosine in near.items())

    def _weighed(self, counts: Mapping[str, int]) -> dict[str, float]:
        """Return the terms that examples have as a vector of length 1."""
        weights = {term: count * self._rarity[term] for term, count in counts.items() if term in self._rarity}
        length = math.sqrt(math.fsum(weight * weight for weight in weights.values()))
        return {term: weight / length for term, weight in weights.items()} if length else {}


def _terms(text: str) -> Counter[str]:
    words: Sequence[str] = _WORD.findall(text.lower())
    return Counter(stem(word) for word in words if word not in STOP_WORDS)


def _shared(one: set[str], two: set[str]) -> float:
    return len(one & two) / len(one | two) if one & two else 0.0
