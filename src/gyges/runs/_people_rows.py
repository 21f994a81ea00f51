"""Rows about people: everybody on disk, and those who are listed in ``results.json``."""

from collections.abc import Mapping, Sequence
from itertools import islice
from operator import itemgetter
from typing import Any

from gyges.corpus import Spool
from gyges.records import Fact, Finding, Verdict
from gyges.runs._audited import AuditedRelease
from gyges.runs._examined import LISTED
from gyges.scoring import (
    FactResult,
    ScoredDocument,
    Smallest,
    StrangerFact,
    StrangerResult,
    StrongEstimate,
    SubjectResult,
    is_scored,
    worst_first,
)

__all__ = ["PeopleRows"]


class PeopleRows:
    """Everybody in a release after the audit, and whom the attacker listed besides, in the order of the documents.

    Args:
        audited: The release.
        strong: What a strong reader is expected to leave protected.

    Attributes:
        everybody: A row for each true person.
        strangers: A row for each found person who was matched to nobody.
    """

    def __init__(self, audited: AuditedRelease, strong: StrongEstimate | None) -> None:
        self.everybody: Spool[SubjectResult] = Spool()
        self.strangers: Spool[StrangerResult] = Spool()
        self._findings = audited.findings if audited.seen.joined else {}
        self._expected = strong.people if strong else {}
        self._worst: Smallest[tuple[Any, int]] = Smallest(LISTED, itemgetter(0))  # keys and numbers of rows
        self._unscored = 0

    @property
    def are_many(self) -> bool:
        """Whether there are more than are listed."""
        return max(len(self.everybody), len(self.strangers)) > LISTED

    def add(self, document: ScoredDocument) -> None:
        """Take in the next document."""
        finding = self._findings.get(document.id)
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
                strong=self._expected.get((document.id, truth.id)),
            )
            self._unscored += not is_scored(row)
            self._worst.extend([(worst_first(row), len(self.everybody))])
            self.everybody.append(row)
        for stranger in document.strangers:
            self.strangers.append(
                StrangerResult(
                    document=document.id,
                    id=stranger.id,
                    description=stranger.description,
                    facts=[
                        StrangerFact(tag=f.tag, guess=f.value, certainty=f.certainty, evidence=list(f.evidence))
                        for f in stranger.facts
                    ],
                )
            )

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

    def __getstate__(self) -> dict[str, object]:
        """Pickle the rows; what they were made with is in the run."""
        return {**self.__dict__, "_findings": {}, "_expected": {}}


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
