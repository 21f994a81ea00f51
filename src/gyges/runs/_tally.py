"""Who is where: one place per document, in the order of the source, and the counts of the stages."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from gyges.errors import DuplicateIdError
from gyges.records import Document
from gyges.runs._outcome import FailedUnit, RunSummary, StageCount, Stopped, UnitOutcome
from gyges.runs._plan import Plan, unit_digests

__all__ = ["Place", "Tally"]


@dataclass(slots=True)
class Place:
    """One document of the run; this is all that stays in memory of it.

    Attributes:
        id: Its id.
        digests: Its units, in the order of the stages.
        settled: How many of them have ended in this run.
        failed: Those that failed.
        fresh: Whether one of them was worked on in this run.
    """

    id: str
    digests: tuple[str, ...]
    settled: int = 0
    failed: tuple[FailedUnit, ...] = ()
    fresh: bool = False


class Tally:
    """The bookkeeping of one run."""

    def __init__(self, plan: Plan) -> None:
        self.places: list[Place] = []
        self._plan = plan
        self._ids: set[str] = set()
        self._counts: Counter[tuple[str, str]] = Counter()

    def admit(self, document: Document) -> Place:
        """Give a document its place.

        Raises:
            DuplicateIdError: There is one of that id already.
            InputError: Its meta cannot be written as JSON.
        """
        if document.id in self._ids:
            raise DuplicateIdError(f"two documents have the id '{document.id}'", "give every document its own id")
        # Before any work: work that changes the meta of its document must not change the names of later units.
        place = Place(document.id, unit_digests(self._plan, document))
        self._ids.add(document.id)
        self.places.append(place)
        return place

    def settle(self, place: Place, outcome: UnitOutcome, *, reused: bool) -> None:
        """Count the end of the next unit of a place."""
        place.settled += 1
        place.fresh |= not reused
        if not outcome.done:
            place.failed += (FailedUnit(outcome.document_id, outcome.stage, outcome.reason),)
        self._counts[outcome.stage, "reused" if reused else outcome.status.value] += 1

    def summary(self, total: int | None, rest: Iterable[str], stopped: Stopped | None) -> RunSummary:
        """Return what became of everybody.

        Args:
            total: How many documents the source has, if known.
            rest: Ids of documents never taken from the source.
            stopped: Why the run ended early.
        """
        ended = [place for place in self.places if place.settled == len(self._plan.stages)]
        open_ids = [place.id for place in self.places if place.settled < len(self._plan.stages)]
        return RunSummary(
            documents=len(self.places),
            total=len(self.places) if stopped in (None, "budget") else total,  # then the source was read to its end
            finished=sum(not place.failed for place in ended),
            stages={name: self._stage_count(name) for name in self._plan.stage_names},
            failed=tuple(unit for place in self.places for unit in place.failed),
            unscored=(*open_ids, *rest),
            stopped=stopped,
        )

    def _stage_count(self, stage: str) -> StageCount:
        return StageCount(**{name: self._counts[stage, name] for name in ("done", "reused", "failed")})
