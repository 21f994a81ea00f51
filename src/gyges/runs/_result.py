"""What a run hands back."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gyges.errors import UnknownNameError
from gyges.records import JsonValue
from gyges.runs._journal import Journal
from gyges.runs._outcome import RunSummary, UnitOutcome
from gyges.runs._plan import Plan
from gyges.runs._tally import Place

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
    _places: Sequence[Place] = field(repr=False)

    def results(self, stage: str) -> Iterator[tuple[str, UnitOutcome]]:
        """Yield how a stage ended, per document and in the order of the documents, whatever was finished first.

        Documents that the run did not bring so far are left out; `summary.unscored` names them.

        Raises:
            UnknownNameError: The plan has no such stage.
        """
        return self._read(self._index(stage))

    def value(self, stage: str, number: int) -> JsonValue:
        """Return what a stage gave for the document of this number, which it must have done.

        Raises:
            UnknownNameError: The plan has no such stage.
        """
        digest = self._places[number].digests[self._index(stage)]
        return UnitOutcome.from_payload(digest, self._journal.get(digest)).value

    def _index(self, stage: str) -> int:
        names = self.plan.stage_names
        if stage not in names:
            raise UnknownNameError(f"the plan has no stage '{stage}'", f"use one of {', '.join(names)}")
        return names.index(stage)

    def _read(self, index: int) -> Iterator[tuple[str, UnitOutcome]]:
        for place in self._places:
            if place.settled > index:
                digest = place.digests[index]
                yield place.id, UnitOutcome.from_payload(digest, self._journal.get(digest))


class RunInterrupted(KeyboardInterrupt):
    """Ctrl-C, with the run as far as it went; whoever does not care sees a plain KeyboardInterrupt.

    Attributes:
        run: The run; `closing_sentence(run.summary)` says what to tell the user.
    """

    def __init__(self, run: Run) -> None:
        super().__init__()
        self.run = run
