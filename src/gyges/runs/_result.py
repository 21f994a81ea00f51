"""What a run hands back."""

import json
from array import array
from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Generic, TypeAlias, TypeVar

from gyges.corpus import ItemsInOrder, KeyTable, Spool
from gyges.errors import DuplicateIdError
from gyges.records import Document, JsonValue, Unread
from gyges.runs._journal import Journal
from gyges.runs._outcome import UNREACHED, FailedUnit, RunSummary, Stopped, UnitOutcome
from gyges.runs._plan import Stage, unit_digest

_Thing = TypeVar("_Thing")

Record: TypeAlias = tuple[int, str]
"""Where what became of a document begins in the journal, and the name of its unit there."""

_OPEN, _FAILED, _DONE = 0, 1, 2
"""How far a document is."""


class Places:
    """Where the units of all documents are; of each document some ten bytes are in memory."""

    def __init__(self) -> None:
        self._ended = bytearray()
        self._begins = array("Q")  # where their records are in the journal
        self.numbers = KeyTable()
        self._rows: Spool[tuple[str, str]] = Spool()
        self._failed: dict[int, FailedUnit] = {}
        self._reused = 0

    def __len__(self) -> int:
        return len(self._ended)

    def admit(self, stage: Stage, document: Document) -> tuple[int, str]:
        """Give a document its place; return its number and the name of its unit."""
        # Before any work: work that changes the meta of its document must not change the name of its unit.
        digest, number = unit_digest(stage, document), len(self)
        if not self.numbers.add(document.id, number):
            raise DuplicateIdError(f"two documents have the id '{document.id}'", "give every document its own id")
        self._rows.append((document.id, digest))
        self._ended.append(_OPEN)
        self._begins.append(0)
        return number, digest

    def settle(self, number: int, failed: UnitOutcome | None, begins: int, *, reused: bool) -> None:
        """Note how a document ended, and where its record begins in the journal."""
        self._ended[number], self._begins[number] = _DONE if failed is None else _FAILED, begins
        self._reused += reused
        if failed is not None:
            self._failed[number] = FailedUnit(failed.document_id, failed.stage, failed.reason)

    def find(self, id_: str) -> int | None:
        """Return the number of a document of which the work is done; None for any other."""
        number = self.numbers.get(id_)
        return number if number is not None and self._ended[number] == _DONE else None

    def record(self, number: int) -> Record:
        """Return where the record of a document begins in the journal, and the name of its unit."""
        return self._begins[number], self._rows[number][1]

    def rows(self) -> Iterator[tuple[str, int, Record]]:
        """Yield all ids in order, each with how far it is and its record."""
        for (id_, digest), ended, begins in zip(self._rows, self._ended, self._begins, strict=True):
            yield id_, ended, (begins, digest)

    def summary(self, total: int | None, rest: Iterable[str], stopped: Stopped | None) -> RunSummary:
        """Return what became of everybody."""
        count = len(self)
        unended = [id_ for id_, ended, _ in self.rows() if ended == _OPEN] if _OPEN in self._ended else []
        return RunSummary(
            documents=count,
            total=count if stopped in (None, "budget") else total,  # then the source was read to its end
            finished=self._ended.count(_DONE),
            reused=self._reused,
            failed=tuple(self._failed[number] for number in sorted(self._failed)),
            unscored=(*unended, *rest),
            stopped=stopped,
        )


@dataclass(frozen=True, slots=True)
class Run:
    """A run that has ended, in whichever way.

    Attributes:
        folder: The run folder.
        stage: What was done.
        summary: What became of every document.
    """

    folder: Path
    stage: Stage
    summary: RunSummary
    _journal: Journal = field(repr=False)
    _places: Places = field(repr=False)

    @property
    def failures(self) -> dict[str, str]:
        """Why documents failed, or were not reached."""
        return {unit.id: unit.reason for unit in self.summary.failed} | dict.fromkeys(self.summary.unscored, UNREACHED)

    def results(self) -> Iterator[tuple[str, UnitOutcome]]:
        """Yield how it ended, per document and in the order of the documents, whatever was finished first.

        Documents that the run did not bring so far are left out; `summary.unscored` names them.
        """
        return ((id_, outcome) for id_, outcome in self.everything() if outcome is not None)

    def everything(self) -> Iterator[tuple[str, UnitOutcome | None]]:
        """Yield how it ended for every document in order; None where the run did not come so far."""
        for id_, ended, (begins, digest) in self._places.rows():
            yield id_, None if ended == _OPEN else UnitOutcome.of(self._journal.at(begins, digest))

    def done(self) -> Iterator[str]:
        """Yield the ids of the documents of which the work is done, in order."""
        return (id_ for id_, ended, _ in self._places.rows() if ended == _DONE)

    def written(self, id_: object) -> bytes | None:
        """Return what the journal has of a document of which the work is done, unread; None for any other."""
        number = self._places.find(id_) if isinstance(id_, str) else None
        return None if number is None else self._journal.at(*self._places.record(number))

    def is_done(self, id_: object) -> bool:
        """Whether the work on a document is done."""
        return isinstance(id_, str) and self._places.find(id_) is not None

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, id_: object) -> bool:
        return id_ in self._places.numbers


class Values(Mapping[str, _Thing], Generic[_Thing]):
    """What a run made of the documents that are done, read from the journal whenever somebody asks."""

    def __init__(self, run: Run, read: Callable[[JsonValue], _Thing]) -> None:
        self._run, self._read = run, read

    def __getitem__(self, id_: str) -> _Thing:
        return self.unread_at(id_).thing

    def unread_at(self, id_: str) -> Unread[_Thing]:
        """Return a value unread."""
        written = self._run.written(id_)
        if written is None:
            raise KeyError(id_)
        return Unread(written, partial(_opened, self._read))

    def __contains__(self, id_: object) -> bool:
        return self._run.is_done(id_)

    def __len__(self) -> int:
        return self._run.summary.finished

    def __iter__(self) -> Iterator[str]:
        return self._run.done()

    def items(self) -> ItemsView[str, _Thing]:
        """Return documents and values, read from the start to the end."""
        return ItemsInOrder(self, self._pairs)

    def _pairs(self) -> Iterator[tuple[str, _Thing]]:
        done = ((id_, outcome.value) for id_, outcome in self._run.results() if outcome.done)
        return ((id_, self._read(value)) for id_, value in done)


def _opened(read: Callable[[JsonValue], _Thing], written: bytes) -> _Thing:
    return read(json.loads(written)["value"])
