"""Recorded readings as training examples: what a strong reader listed, and which true facts it could tell.

Two tasks come of every reading. ``people``: the release, and the people the strong reader listed, so that the tiny
model reads releases as that reader does and is silent where it was. ``check``: the release, and for every true fact a
question that ends in yes or no, by whether the strong reader got it. Readings for measuring only, and the test half of
the bundled corpus, are never trained on.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from gyges.attacks.tiny._prompt import ANSWERS, check_parts
from gyges.reading import QuoteFinder
from gyges.records import Document, Fact, Subject
from gyges.scoring import MIN_CERTAINTY, Alignment
from gyges.scoring._judge import Opinions
from gyges.scoring._score import _scored
from gyges.scoring.estimate._questions import questions_of
from training.readings import Reading, readings

__all__ = ["Checked", "checked", "kept_for_tests", "listed", "release_id"]

OPEN = 0.5
"""What a pair of values counts that the rules could not settle, and the least score of a fact that was told."""

_CALLED_WORDS = 5
_AT = "@"


@dataclass(frozen=True, slots=True)
class Checked:
    """One release with its questions.

    Attributes:
        id: Of the release.
        shared: What the model reads before all questions.
        asked: The questions, one a fact that counts.
        answers: What it should say to each.
    """

    id: str
    shared: str
    asked: tuple[str, ...]
    answers: tuple[str, ...]


def kept_for_tests(document: Document) -> bool:
    """Whether a document of the bundled corpus is in its test half."""
    return document.meta.get("split") == "test"


def release_id(reading: Reading) -> str:
    """Return the id of a release: that of its document, and the method."""
    return f"{reading.document.id}{_AT}{reading.release.method.replace(' ', '-')}"


def listed(reading: Reading) -> Document:
    """Return the release as a document with the people whom the strong reader listed."""
    finder, used = QuoteFinder(reading.release.text), set[str]()
    people = tuple(_called(subject, finder, used) for subject in reading.finding.subjects)
    return Document(release_id(reading), reading.release.text, subjects=people)


def checked(reading: Reading) -> Checked:
    """Return the questions about a release with their answers."""
    facts, leaks = told(reading)
    asked = questions_of(reading.document, reading.release, facts)
    parts = [check_parts(reading.release.text, question) for question in asked]
    answers = tuple(ANSWERS[leak >= OPEN] for leak in leaks)
    shared = parts[0][0] if parts else ""
    return Checked(release_id(reading), shared, tuple(part for _, part in parts), answers)


def told(reading: Reading) -> tuple[dict[str, Sequence[Fact]], list[float]]:
    """Return the facts that count by person, and how right the strong reader was about each, in that order."""
    scored = _scored(
        reading.document.id,
        reading.document.subjects or (),
        reading.finding,
        Alignment(reading.who),
        Opinions("strict"),
        MIN_CERTAINTY,
    ).subjects
    leaks = [OPEN if v.score is None else v.score for subject in scored for v in subject.verdicts]
    return {subject.truth.id: [v.truth for v in subject.verdicts] for subject in scored}, leaks


def trainable() -> Iterator[Reading]:
    """Return the readings that may be trained on."""
    return (one for one in readings() if not one.measured and not kept_for_tests(one.document))


def _called(subject: Subject, finder: QuoteFinder, used: set[str]) -> Subject:
    """Return somebody under the words of the release, so that they can be found in it again.

    Names that stand in the text are kept however sure the reader was: who reads invented names cannot know that. Every
    quote stands once: a small model gets caught in one that it has written before.
    """
    facts = []
    for fact in subject.facts:
        quotes = tuple(quote for quote in fact.evidence if quote not in used)
        if fact.certainty >= MIN_CERTAINTY:
            used.update(fact.evidence)
        sure = max(fact.certainty, MIN_CERTAINTY) if _stands(fact, finder) else fact.certainty
        facts.append(replace(fact, certainty=sure, evidence=quotes))
    named = any(fact.tag == "NAME" and fact.certainty >= MIN_CERTAINTY for fact in facts)
    words = next((one for one in subject.called if len(one.split()) <= _CALLED_WORDS and finder.find(one)), "")
    description = subject.description if named or not words else words
    return replace(subject, facts=tuple(facts), description=description)


def _stands(fact: Fact, finder: QuoteFinder) -> bool:
    return fact.tag == "NAME" and bool(fact.certainty) and finder.find(fact.value) is not None
