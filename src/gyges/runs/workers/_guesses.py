"""The last look at documents: what somebody guesses who reads nothing, and a row for everybody in them."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from gyges.records import Fact, Finding, Unread, Verdict
from gyges.runs.workers._messages import Remote
from gyges.scoring import (
    AnonymityCounts,
    AnonymityFold,
    CountRow,
    ExcessFold,
    FactResult,
    Prior,
    Profile,
    ProtectionCounts,
    ProtectionFold,
    ScoredDocument,
    StrangerFact,
    StrangerResult,
    SubjectResult,
    is_scored,
    person_sets,
    worst_first,
)

__all__ = ["DocumentPeople", "GuessRows", "GuessTask", "ListedPerson", "guess_at", "remote_guess"]


@dataclass(frozen=True, slots=True)
class GuessTask:
    """A document whose people are told of, unread.

    Attributes:
        id: The document.
        scored: The document as scored.
        target: Whom 1-AAC is about, by the id of the document.
        expected: The protection that a strong reader is expected to leave its people, by their ids.
        finding: What was found in it, where several attackers found it together.
    """

    id: str
    scored: Unread[ScoredDocument]
    target: Mapping[str, str | None]
    expected: Mapping[str, float]
    finding: Unread[Finding] | None = None

    def __len__(self) -> int:
        """How many bytes it has."""
        return len(self.scored) + (0 if self.finding is None else len(self.finding))


class ListedPerson(NamedTuple):
    """A row about somebody, what it is ordered by, the worst first, and whether any of their facts was scored."""

    order: Any
    scored: bool
    row: Unread[SubjectResult]


class DocumentPeople(NamedTuple):
    """Rows about everybody in a document, and about found people who were matched to nobody."""

    everybody: tuple[ListedPerson, ...]
    strangers: tuple[Unread[StrangerResult], ...]


class GuessRows(NamedTuple):
    """What a guess without the text adds to the figures."""

    protection: ProtectionCounts
    excess: CountRow
    sets: AnonymityCounts


def remote_guess(profile: Profile, prior: Prior) -> Remote:
    """Return what makes the work on a `GuessTask`: its `GuessRows` and its `DocumentPeople`."""
    return partial(_guessing, profile, prior)


def _guessing(profile: Profile, prior: Prior) -> Callable[[GuessTask], Awaitable[tuple[GuessRows, DocumentPeople]]]:
    async def work(task: GuessTask) -> tuple[GuessRows, DocumentPeople]:
        return guess_at(profile, prior, task)

    return work


def guess_at(profile: Profile, prior: Prior, task: GuessTask) -> tuple[GuessRows, DocumentPeople]:
    """Guess about one document without its text, and make the rows about its people."""
    one, finding = task.scored.thing, None if task.finding is None else task.finding.thing
    return _prior_rows(profile, one, prior.guess(one), task.target), _people_row(one, finding, task.expected)


def _prior_rows(
    profile: Profile, one: ScoredDocument, prior: ScoredDocument, target: Mapping[str, str | None]
) -> GuessRows:
    """Return what a document and what was guessed about it add."""
    return GuessRows(
        ProtectionFold(profile).row(prior, target),
        ExcessFold(profile).row(one, prior),
        AnonymityFold(0).row(person_sets(prior)),
    )


def _people_row(document: ScoredDocument, finding: Finding | None, expected: Mapping[str, float]) -> DocumentPeople:
    """Return the rows about the people of a document; arguments as for `GuessTask`."""
    everybody = []
    for subject in document.subjects:
        finders, truth = _finders(finding, subject.matched_to), subject.truth
        row = SubjectResult(
            document=document.id,
            id=truth.id,
            description=truth.description,
            matched_to=subject.matched_to,
            facts=[_fact(verdict, finders) for verdict in subject.verdicts],
            again=list(subject.again),
            candidates=list(subject.candidates),
            strong=expected.get(truth.id),
        )
        everybody.append(ListedPerson(worst_first(row), is_scored(row), Unread.of(row)))
    strangers = (
        StrangerResult(
            document=document.id,
            id=stranger.id,
            description=stranger.description,
            facts=[
                StrangerFact(tag=f.tag, guess=f.value, certainty=f.certainty, evidence=list(f.evidence))
                for f in stranger.facts
            ],
        )
        for stranger in document.strangers
    )
    return DocumentPeople(tuple(everybody), tuple(map(Unread.of, strangers)))


def _finders(finding: Finding | None, person: str | None) -> Mapping[Fact, str]:
    """Return which of several attackers found each fact of a person; nothing where there was only one."""
    found_by = finding.notes.get("found_by") if finding else None
    names = found_by.get(person or "") if isinstance(found_by, Mapping) else None
    subject = next((one for one in finding.subjects if one.id == person), None) if finding else None
    if subject is None or not isinstance(names, Sequence):
        return {}
    finders: dict[Fact, str] = {}
    for fact, name in zip(subject.facts, names, strict=False):
        finders[fact] = f"{finders[fact]}, {name}" if fact in finders else str(name)
    return finders


def _fact(verdict: Verdict, finders: Mapping[Fact, str]) -> FactResult:
    truth, guess = verdict.truth, verdict.guess
    return FactResult(
        tag=truth.tag,
        truth=truth.value,
        guess=guess.value if guess else None,
        score=verdict.score,
        decided_by=verdict.decided_by.value,
        evidence=list(guess.evidence) if guess else [],
        certainty=truth.certainty,
        guess_certainty=guess.certainty if guess else None,
        hardness=truth.hardness or None,
        found_by=finders.get(guess) if guess else None,
        at_most=verdict.at_most if verdict.score is None else None,
    )
