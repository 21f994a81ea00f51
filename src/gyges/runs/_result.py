"""What a run hands back."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from gyges.errors import UnknownNameError
from gyges.runs._journal import Journal
from gyges.runs._outcome import RunSummary, UnitOutcome
from gyges.runs._plan import Plan
from gyges.runs._tally import Places

__all__ = ["Run", "RunInterrupted"]


@dataclass(frozen=True, slots=True)
class Run:
    """A run that has ended, in whichever way.

    Attributes:
        folder: The run folder.
        plan: What was run.
        summary: What became of every document.
    """

    folder: Path
    plan: Plan
    summary: RunSummary
    _journal: Journal = field(repr=False)
    _places: Places = field(repr=False)

    def results(self, stage: str) -> Iterator[tuple[str, UnitOutcome]]:
        """Yield how a stage ended, per document and in the order of the documents, whatever was finished first.

        Documents that the run did not bring so far are left out; `summary.unscored` names them.

        Raises:
            UnknownNameError: The plan has no such stage.
        """
        self._index(stage)
        return ((id_, outcome) for id_, outcome in self.everything(stage) if outcome is not None)

    def outcome(self, stage: str, id: str) -> UnitOutcome | None:
        """Return how a stage ended for a document; None where it did not come so far, or there is no such document.

        Raises:
            UnknownNameError: The plan has no such stage.
        """
        index, number = self._index(stage), self._places.number(id)
        if number is None or self._places.settled[number] <= index:
            return None
        return self._outcome(*self._places.record(number, index))

    def _outcome(self, begins: int, digest: str) -> UnitOutcome:
        return UnitOutcome.from_line(digest, self._journal.at(begins, digest))

    def written(self, stage: str, id: str) -> bytes | None:
        """Return what the journal has of a document, unread; arguments as for `outcome`."""
        index, number = self._index(stage), self._places.number(id)
        if number is None or self._places.settled[number] <= index:
            return None
        return self._journal.at(*self._places.record(number, index))

    def all_written(self, stage: str) -> Iterator[tuple[str, bytes]]:
        """Yield the same of every document that ended a stage, in order."""
        for id_, record in self._places.records(self._index(stage)):
            if record is not None:
                yield id_, self._journal.at(*record)

    def ended(self, stage: str, id: str) -> bool:
        """Whether a stage has ended for a document, done or failed."""
        number = self._places.number(id)
        return number is not None and self._places.settled[number] > self._index(stage)

    def ids(self, stage: str | None = None) -> Iterator[str]:
        """Yield the ids of the documents that were taken from the source, or that have ended a stage, in order."""
        if stage is None:
            return self._places.ids()
        index = self._index(stage)
        return (id_ for id_, ended in zip(self._places.ids(), self._places.settled, strict=True) if ended > index)

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, id_: object) -> bool:
        return isinstance(id_, str) and self._places.number(id_) is not None

    def _index(self, stage: str) -> int:
        names = self.plan.stage_names
        if stage not in names:
            raise UnknownNameError(f"the plan has no stage '{stage}'", f"use one of {', '.join(names)}")
        return names.index(stage)

    def everything(self, stage: str) -> Iterator[tuple[str, UnitOutcome | None]]:
        """Yield how a stage ended for every document in order; None where it did not come so far."""
        for id_, record in self._places.records(self._index(stage)):
            yield id_, None if record is None else self._outcome(*record)


class RunInterrupted(KeyboardInterrupt):
    """Ctrl-C, with the run as far as it went; whoever does not care sees a plain KeyboardInterrupt.

    Attributes:
        run: The run; `closing_sentence(run.summary)` says what to tell the user.
    """

    def __init__(self, run: Run) -> None:
        super().__init__()
        self.run = run
