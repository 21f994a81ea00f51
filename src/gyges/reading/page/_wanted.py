"""Questions about single words of a text, all answered in one walk over its words."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

_MOST_ASKED = 20_000  # words a question remembers its answers for

_Answer = TypeVar("_Answer", covariant=True)


class Wanted(Generic[_Answer]):
    """A question about single folded words; which words it is true of is remembered for all texts."""

    __slots__ = ("_ask", "_known")

    def __init__(self, ask: Callable[[str], _Answer]) -> None:
        self._ask = ask
        self._known: tuple[set[str], set[str]] = (set(), set())  # the words asked for, and those it is true of

    def __call__(self, word: str) -> _Answer:
        """Return the answer for one word."""
        return self._ask(word)

    def among(self, words: frozenset[str]) -> frozenset[str]:
        """Return those of some folded words that are wanted."""
        asked, wanted = self._known  # read at once, as another thread may begin anew
        if fresh := words - asked:
            if len(asked) > _MOST_ASKED:
                self._known = asked, wanted = set(), set()
                fresh = words
            wanted.update(filter(self._ask, fresh))
            asked.update(fresh)  # last, so that no other thread takes a word for answered that is not
        return words & wanted


Answers = dict[Wanted[Any], list[str]]
"""For each question the words of a text that it is true of."""


class _Round:
    """Questions that were asked so far, and for every word met the ones that are true of it: of most words, none.

    Whoever asks a new question begins a new round, as the words met know nothing of it.
    """

    __slots__ = ("known", "questions")

    def __init__(self, questions: tuple[Wanted[Any], ...]) -> None:
        self.questions = questions
        self.known: dict[str, tuple[Wanted[Any], ...]] = {}

    def about(self, words: frozenset[str]) -> Answers:
        """Return the answers to all questions of the round."""
        if len(self.known) > _MOST_ASKED:
            self.known = {}
        known, found = self.known, Answers((question, []) for question in self.questions)
        for word in words:
            answers = known.get(word)
            if answers is None:
                known[word] = answers = tuple([question for question in self.questions if question(word)])
            for question in answers:
                found[question].append(word)
        return found


class _WalksSoFar:
    __slots__ = ("now",)

    def __init__(self) -> None:
        self.now = _Round(())


_WALKS = _WalksSoFar()


def answers_about(words: frozenset[str]) -> Answers:
    """Return the words of a text that the questions asked so far are true of."""
    return _WALKS.now.about(words)


def answer(question: Wanted[Any], words: frozenset[str], answers: Answers) -> list[str] | frozenset[str]:
    """Return the words of a text that a question is true of."""
    found = answers.get(question)
    if found is not None:
        return found
    if question not in (now := _WALKS.now).questions:
        _WALKS.now = _Round((*now.questions, question))
    return question.among(words)
