"""Who is where: one place per document, in the order of the source, and the counts of the stages."""

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gyges.corpus import KeyTable, Spool
from gyges.errors import DuplicateIdError
from gyges.records import Document
from gyges.runs._outcome import FailedUnit, RunSummary, StageCount, Stopped, UnitOutcome
from gyges.runs._plan import Plan, unit_digests

__all__ = ["Place", "Places", "Tally"]


@dataclass(slots=True)
class Place:
    """One document of the run while it is worked on.

    Attributes:
        number: Which one it is, in the order of the source.
        id: Its id.
        digests: Its units, in the order of the stages.
        failed: Whether one of them failed.
        fresh: Whether one of them was worked on in this run.
    """

    number: int
    id: str
    digests: tuple[str, ...]
    failed: bool = False
    fresh: bool = False


class Places:
    """Where the units of all documents are; of each document some ten bytes are in memory.

    Args:
        stages: How many units a document has.

    Attributes:
        settled: How many units of each document have ended in this run, in the order of the source.
    """

    def __init__(self, stages: int) -> None:
        self.settled = bytearray()
        self._begins = [array("Q") for _ in range(stages)]  # where their records are in the journal
        self._numbers = KeyTable()
        self._rows: Spool[tuple[str, bytes]] = Spool()

    def __len__(self) -> int:
        return len(self.settled)

    def add(self, id_: str, digests: tuple[str, ...]) -> int:
        """Add a document; return its number.

        Raises:
            DuplicateIdError: There is one of that id already.
        """
        number = len(self)
        if not self._numbers.add(id_, number):
            raise DuplicateIdError(f"two documents have the id '{id_}'", "give every document its own id")
        self._rows.append((id_, bytes.fromhex("".join(digests))))
        self.settled.append(0)
        for begins in self._begins:
            begins.append(0)
        return number

    def settle(self, number: int, begins: int) -> None:
        """Say where the record of the next unit of a document begins in the journal."""
        self._begins[self.settled[number]][number] = begins
        self.settled[number] += 1

    def number(self, id_: str) -> int | None:
        """Return the number of a document; None where there is none of that id."""
        return self._numbers.get(id_)

    def record(self, number: int, stage: int) -> tuple[int, str]:
        """Return where the record of a unit that has ended begins in the journal, and its digest."""
        return self._begins[stage][number], _digest(self._rows[number][1], stage)

    def ids(self) -> Iterator[str]:
        """Yield the ids in order."""
        return (id_ for id_, _ in self._rows)

    def records(self, stage: int) -> Iterator[tuple[str, tuple[int, str] | None]]:
        """Yield all ids in order, each with the record of a stage; None where that has not ended."""
        for (id_, digests), settled, begins in zip(self._rows, self.settled, self._begins[stage], strict=True):
            yield id_, (begins, _digest(digests, stage)) if settled > stage else None


_DIGEST_BYTES = 32  # of SHA-256


def _digest(digests: bytes, stage: int) -> str:
    return digests[_DIGEST_BYTES * stage : _DIGEST_BYTES * (stage + 1)].hex()


class Tally:
    """The bookkeeping of one run."""

    def __init__(self, plan: Plan) -> None:
        self.places = Places(len(plan.stages))
        self._plan = plan
        self._failed: dict[int, tuple[FailedUnit, ...]] = {}
        self._counts: Counter[tuple[str, str]] = Counter()

    def admit(self, document: Document) -> Place:
        """Give a document its place.

        Raises:
            DuplicateIdError: There is one of that id already.
            InputError: Its meta cannot be written as JSON.
        """
        # Before any work: work that changes the meta of its document must not change the names of later units.
        digests = unit_digests(self._plan, document)
        return Place(self.places.add(document.id, digests), document.id, digests)

    def settle(self, place: Place, outcome: UnitOutcome, begins: int, *, reused: bool) -> None:
        """Count the end of the next unit of a place, whose record begins at a byte of the journal."""
        self.places.settle(place.number, begins)
        place.fresh |= not reused
        if not outcome.done:
            place.failed = True
            unit = FailedUnit(outcome.document_id, outcome.stage, outcome.reason)
            self._failed[place.number] = (*self._failed.get(place.number, ()), unit)
        self._counts[outcome.stage, "reused" if reused else outcome.status.value] += 1

    def summary(self, total: int | None, rest: Iterable[str], stopped: Stopped | None) -> RunSummary:
        """Return what became of everybody.

        Args:
            total: How many documents the source has, if known.
            rest: Ids of documents never taken from the source.
            stopped: Why the run ended early.
        """
        stages, count = len(self._plan.stages), len(self.places)
        ended = self.places.settled.count(stages)
        failed = sum(self.places.settled[number] == stages for number in self._failed)
        open_ids: list[str] = []
        if ended < count:
            open_ids = [id_ for id_, n in zip(self.places.ids(), self.places.settled, strict=True) if n < stages]
        return RunSummary(
            documents=count,
            total=count if stopped in (None, "budget") else total,  # then the source was read to its end
            finished=ended - failed,
            stages={name: self._stage_count(name) for name in self._plan.stage_names},
            failed=tuple(unit for number in sorted(self._failed) for unit in self._failed[number]),
            unscored=(*open_ids, *rest),
            stopped=stopped,
        )

    def _stage_count(self, stage: str) -> StageCount:
        return StageCount(**{name: self._counts[stage, name] for name in ("done", "reused", "failed")})
