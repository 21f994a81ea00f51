"""Releases that stay in the journal until somebody asks for them: memory does not grow with their number."""

from collections.abc import ItemsView, Iterator, Mapping, ValuesView

from gyges.corpus import ItemsInOrder, ValuesInOrder
from gyges.records import JsonValue, Release
from gyges.runs._outcome import UNREACHED, UnitOutcome
from gyges.runs._result import Run

__all__ = ["Released"]


class Released(Mapping[str, Release]):
    """Releases by document id, in the order of the documents.

    Args:
        run: The run that made them; its folder must stay.
        stage: The stage that did.
        method: The method, for those that failed.
        unreached: Ids of documents that the run did not take, after those that it took.
    """

    def __init__(self, run: Run, stage: str, method: str, unreached: Mapping[str, None]) -> None:
        self._run = run
        self._stage = stage
        self._method = method
        self._unreached = {id_: None for id_ in unreached if id_ not in run}

    def __len__(self) -> int:
        return len(self._run) + len(self._unreached)

    def __iter__(self) -> Iterator[str]:
        yield from self._run.ids()
        yield from self._unreached

    def __contains__(self, id_: object) -> bool:
        return id_ in self._run or id_ in self._unreached

    def __getitem__(self, id_: str) -> Release:
        outcome = self._run.outcome(self._stage, id_)
        if outcome is None and id_ not in self:
            raise KeyError(id_)
        return self._release(id_, outcome)

    def items(self) -> ItemsView[str, Release]:
        """Return ids and releases, read from the start to the end."""
        return ItemsInOrder(self, self._pairs)

    def values(self) -> ValuesView[Release]:
        """Return the releases, read from the start to the end."""
        return ValuesInOrder(self, lambda: (release for _, release in self._pairs()))

    def _pairs(self) -> Iterator[tuple[str, Release]]:
        for id_, outcome in self._run.everything(self._stage):
            yield id_, self._release(id_, outcome)
        for id_ in self._unreached:
            yield id_, self._release(id_, None)

    def _release(self, id_: str, outcome: UnitOutcome | None) -> Release:
        if outcome is None or not outcome.done:
            return Release(id_, "", self._method, {"failed": UNREACHED if outcome is None else outcome.reason})
        return _release(outcome.value)


def _release(value: JsonValue) -> Release:
    row: dict[str, JsonValue] = dict(value)  # type: ignore[arg-type]  # our own journal
    return Release(str(row["id"]), str(row["text"]), str(row["method"]), row["trace"])  # type: ignore[arg-type]
