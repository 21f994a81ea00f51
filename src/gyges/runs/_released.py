"""Releases that stay in the journal until somebody asks for them: memory does not grow with their number."""

from collections.abc import Iterator, Mapping, Sequence

from gyges.records import JsonValue, Release
from gyges.runs._result import Run

__all__ = ["Released"]


class Released(Mapping[str, Release]):
    """Releases by document id, in the order of the documents.

    Args:
        run: The run that made them; its folder must stay.
        stage: The stage that did.
        method: The method, for those that failed.
        ids: The ids of all documents.
        failures: Why a document has no release, by id.
    """

    def __init__(self, run: Run, stage: str, method: str, ids: Sequence[str], failures: Mapping[str, str]) -> None:
        self._run = run
        self._stage = stage
        self._method = method
        self._places = {id_: number for number, id_ in enumerate(ids)}
        self._failures = failures

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __getitem__(self, id_: str) -> Release:
        number = self._places[id_]
        if id_ in self._failures:
            return Release(id_, "", self._method, {"failed": self._failures[id_]})
        return _release(self._run.value(self._stage, number))


def _release(value: JsonValue) -> Release:
    row: dict[str, JsonValue] = dict(value)  # type: ignore[arg-type]  # our own journal
    return Release(str(row["id"]), str(row["text"]), str(row["method"]), row["trace"])  # type: ignore[arg-type]
