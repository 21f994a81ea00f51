"""Rows about people: everybody on disk, and those who are listed in ``results.json``."""

from itertools import islice
from operator import itemgetter
from typing import Any

from gyges.corpus import Spool
from gyges.runs._audited import AuditedRelease
from gyges.runs._examined import LISTED, ExpectedPeople
from gyges.runs._in_step import InStep
from gyges.runs.workers import DocumentPeople
from gyges.scoring import Smallest, StrangerResult, StrongEstimate, SubjectResult

__all__ = ["PeopleRows"]


class PeopleRows:
    """Everybody in a release after the audit, and whom the attacker listed besides, in the order of the documents.

    Args:
        audited: The release.
        strong: What a strong reader is expected to leave protected.

    Attributes:
        everybody: A row for each true person.
        strangers: A row for each found person who was matched to nobody.
        joined: What was found by document, where it says which of several attackers found what.
    """

    def __init__(self, audited: AuditedRelease, strong: StrongEstimate | None) -> None:
        self.everybody: Spool[SubjectResult] = Spool()
        self.strangers: Spool[StrangerResult] = Spool()
        self.joined = audited.findings if audited.seen.joined else {}
        self._expected = strong.people if strong else {}
        self._worst: Smallest[tuple[Any, int]] = Smallest(LISTED, itemgetter(0))  # keys and numbers of rows
        self._unscored = 0

    @property
    def are_many(self) -> bool:
        """Whether there are more than are listed."""
        return max(len(self.everybody), len(self.strangers)) > LISTED

    def expected(self) -> InStep[dict[str, float]]:
        """Return what a strong reader is expected to leave protected, by document, then by person."""
        if isinstance(self._expected, ExpectedPeople):
            return self._expected.walk()
        by_document: dict[str, dict[str, float]] = {}
        for (document, person), kept in self._expected.items():
            by_document.setdefault(document, {})[person] = kept
        return InStep(by_document)

    def add(self, people: DocumentPeople) -> None:
        """Take in the people of the next document."""
        for person in people.everybody:
            self._unscored += not person.scored
            self._worst.extend([(person.order, len(self.everybody))])
            self.everybody.append_unread(person.row)
        for stranger in people.strangers:
            self.strangers.append_unread(stranger)

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
        return {**self.__dict__, "joined": {}, "_expected": {}}
