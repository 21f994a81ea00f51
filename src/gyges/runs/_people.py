"""The last pass over an audited release: what a guesser who reads nothing would tell, and a row for everybody."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

from gyges.corpus import Spool
from gyges.records import Fact, Finding, Unread, Verdict, taxonomy
from gyges.runs._audited import AuditRun
from gyges.runs._chunks import Parts, in_chunks, needed, thing
from gyges.runs._examined import LISTED, Examined, unread_of
from gyges.runs._made import unread_or_none
from gyges.scoring import (
    CountRow,
    ExcessFold,
    FactResult,
    Prior,
    Profile,
    ProtectionCounts,
    ProtectionFold,
    ScoredDocument,
    Smallest,
    StrangerFact,
    StrangerResult,
    SubjectResult,
    is_scored,
    worst_first,
)


@dataclass(frozen=True, slots=True)
class GuessTask(Parts):
    """A document whose people are told of."""

    target: Mapping[str, str | None] = field(default_factory=dict)  # whom 1-AAC is about, by the id of the document
    expected: Mapping[str, float] = field(default_factory=dict)  # what a strong reader is expected to leave of people


class ListedPerson(NamedTuple):
    """A row about somebody, what it is ordered by, the worst first, and whether any of their facts was scored."""

    order: Any
    scored: bool
    row: Unread[SubjectResult]


class SpecialCount(NamedTuple):
    """What is told of one special category of one person; `facts` are those that are known to hold."""

    tag: str
    told: bool
    facts: int = 0
    leaked: float = 0.0
    unscored: int = 0


class DocumentPeople(NamedTuple):
    """Rows about everybody in a document, and about found people who were matched to nobody."""

    everybody: tuple[ListedPerson, ...]
    strangers: tuple[Unread[StrangerResult], ...]
    special: tuple[SpecialCount, ...] = ()


Guessed: TypeAlias = tuple[ProtectionCounts, CountRow, DocumentPeople]
"""What a guess without the text adds to protection and to what is told beyond it, and the rows about people."""


def guess_at(profile: Profile, prior: Prior, task: GuessTask) -> Guessed:
    """Guess about one document without its text, and make the rows about its people."""
    one = needed(task.scored)
    guessed = prior.guess(one)
    protection, excess = ProtectionFold(profile).row(guessed, task.target), ExcessFold(profile).row(one, guessed)
    return protection, excess, _people_row(one, thing(task.finding), task.expected)


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
            special=[_fact(verdict, {}) for verdict in subject.special],
            special_told=_told(subject.special_told),
        )
        everybody.append(ListedPerson(worst_first(row), is_scored(row), Unread.of(row)))
    strangers = (
        StrangerResult(
            document=document.id,
            id=stranger.id,
            description=stranger.description,
            facts=_told(stranger.facts),
            special_told=_told(stranger.special),
        )
        for stranger in document.strangers
    )
    special = tuple(_special(document))
    return DocumentPeople(tuple(everybody), tuple(map(Unread.of, strangers)), special)


def _told(facts: Iterable[Fact]) -> list[StrangerFact]:
    return [StrangerFact(tag=f.tag, guess=f.value, certainty=f.certainty, evidence=list(f.evidence)) for f in facts]


def _special(document: ScoredDocument) -> Iterator[SpecialCount]:
    """Yield what is told of each special category of each person, also of those matched to nobody."""
    rows = [(one.special, one.special_told) for one in document.subjects]
    for verdicts, more in (*rows, *(((), one.special) for one in document.strangers)):
        for tag in dict.fromkeys((*(one.truth.tag for one in verdicts), *(fact.tag for fact in more))):
            here = [one for one in verdicts if one.truth.tag == tag]
            leaked, lost = sum(one.score or 0.0 for one in here), sum(one.score is None for one in here)
            yield SpecialCount(tag, bool(leaked) or any(fact.tag == tag for fact in more), len(here), leaked, lost)


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
    )


class PeopleRows:
    """Everybody in a release after the audit, and whom the attacker listed besides, in the order of the documents."""

    def __init__(self) -> None:
        self.everybody: Spool[SubjectResult] = Spool()
        self.strangers: Spool[StrangerResult] = Spool()
        self._worst: Smallest[tuple[Any, int]] = Smallest(LISTED, itemgetter(0))  # keys and numbers of rows
        self._unscored = 0
        self._special: dict[str, list[float]] = {}

    @property
    def are_many(self) -> bool:
        """Whether there are more than are listed."""
        return max(len(self.everybody), len(self.strangers)) > LISTED

    def add(self, people: DocumentPeople) -> None:
        """Take in the people of the next document."""
        for person in people.everybody:
            self._unscored += not person.scored
            self._worst.extend([(person.order, len(self.everybody))])
            self.everybody.append_unread(person.row)
        for count in people.special:
            row = self._special.setdefault(count.tag, [0, 0, 0, 0])
            row[:] = (so_far + more for so_far, more in zip(row, count[1:], strict=True))
        for stranger in people.strangers:
            self.strangers.append_unread(stranger)

    def special(self, documents: int, looked: int) -> dict[str, object]:
        """Return what is told of special categories, by category; `looked` of all documents were searched for them."""
        by_tag = {
            tag.name: {
                "people": int(self._special[tag.name][0]),
                "facts": int(self._special[tag.name][1]),
                "told": self._special[tag.name][2],
                "unscored": int(self._special[tag.name][3]),
            }
            for tag in taxonomy("special")
            if tag.name in self._special
        }
        return {"documents": documents, "looked": looked, "by_tag": by_tag}

    def listed(self) -> dict[str, object]:
        """Return those who are listed, as results hold them: all, or the worst of many and how many there are.

        Of many strangers they are those in the documents of the listed people.
        """
        if not self.are_many:
            return {"subjects": list(self.everybody), "strangers": list(self.strangers)}
        worst = [self.everybody[number] for _, number in self._worst]
        counts = {"people": len(self.everybody), "unscored": self._unscored, "strangers": len(self.strangers)}
        documents = {row.document for row in worst}
        beside = list(islice((one for one in self.strangers if one.document in documents), LISTED))
        return {"subjects": worst, "strangers": beside, "listed": counts}


@dataclass(frozen=True, slots=True)
class PriorFigures:
    """What a guesser who reads nothing would leave protected, folded as documents pass."""

    protection: ProtectionFold
    excess: ExcessFold


async def guess_all(run: AuditRun, examined: Examined, people: PeopleRows) -> PriorFigures:
    """Guess about everybody without the text, and fill the rows about people; by workers where there are some."""
    profile = run.options.profile
    figures = PriorFigures(ProtectionFold(profile), ExcessFold(profile))
    step = partial(guess_at, profile, examined.prior)

    def take(_: GuessTask, found: Guessed) -> None:
        figures.protection.add_row(found[0])
        figures.excess.add_row(found[1])
        people.add(found[2])

    await in_chunks(
        _tasks(examined),
        step,
        take,
        workers=run.workers,
        what="the guess without the text",
        lost=lambda task, _: step(task),  # no text is read, so what ended the workers is nothing of the document
    )
    return figures


def _tasks(examined: Examined) -> Iterator[GuessTask]:
    audited, expected = examined.audited, examined.expected
    joined = audited.findings if audited.seen.joined else {}
    for (id_, target), scored in zip(examined.targets, unread_of(audited.scored), strict=True):
        finding = unread_or_none(joined, id_)
        yield GuessTask(id_, scored=scored, finding=finding, target=target, expected=expected.get(id_, {}))
