"""Which released texts can be read: what was handed in for a document may be nothing, a refusal or an error."""

from collections.abc import Awaitable, Callable, ItemsView, Iterator, Mapping
from dataclasses import dataclass
from itertools import compress

from gyges.corpus import ItemsInOrder
from gyges.errors import WorkerDiedError
from gyges.records import Document, Release, Unread
from gyges.runs._audited import why_unreleased
from gyges.runs._chunks import in_chunks
from gyges.runs._in_step import InStep
from gyges.runs.workers import Crew

__all__ = ["ReadableTexts", "readable_texts"]


class ReadableTexts(Mapping[str, str]):
    """Released texts that can be read, by document, in the order of the originals; a byte of memory for each.

    Args:
        documents: The originals.
        releases: The releases.
        there: Whether that of each document can be read.
    """

    def __init__(self, documents: Mapping[str, Document], releases: Mapping[str, Release], there: bytearray) -> None:
        self._documents, self._releases, self._there = documents, releases, there

    def __len__(self) -> int:
        return sum(self._there)

    def __iter__(self) -> Iterator[str]:
        return compress(self._documents, self._there)

    def __contains__(self, id_: object) -> bool:
        if not isinstance(id_, str) or id_ not in self._documents:
            return False
        return why_unreleased(self._documents[id_], self._releases.get(id_)) is None

    def __getitem__(self, id_: str) -> str:
        if id_ not in self:
            raise KeyError(id_)
        return self._releases[id_].text

    def items(self) -> ItemsView[str, str]:
        """Return ids and texts in order."""
        return ItemsInOrder(self, lambda: ((id_, self._releases[id_].text) for id_ in self))


async def readable_texts(
    documents: Mapping[str, Document], releases: Mapping[str, Release], workers: Crew | None
) -> ReadableTexts:
    """Look at every release, by workers where there are some, and return those that can be read."""
    there = bytearray()
    if workers is None:
        there.extend(why_unreleased(one, releases.get(id_)) is None for id_, one in documents.items())
        return ReadableTexts(documents, releases, there)

    def lost(pair: _ToLookAt, error: WorkerDiedError) -> bool:
        return False  # nobody reads it, and what nobody read counts as leaked

    def take(pair: _ToLookAt, is_there: bool) -> None:
        there.append(is_there)

    await in_chunks(_pairs(documents, releases), _looking, take, workers=workers, what="the look", lost=lost)
    return ReadableTexts(documents, releases, there)


@dataclass(frozen=True, slots=True)
class _ToLookAt:
    id: str
    document: Unread[Document]
    release: Unread[Release] | None

    def __len__(self) -> int:
        return len(self.document) + (0 if self.release is None else len(self.release))


def _pairs(documents: Mapping[str, Document], releases: Mapping[str, Release]) -> Iterator[_ToLookAt]:
    originals, made = InStep(documents), InStep(releases)
    for id_ in documents:
        document = originals.get(id_)
        if document is not None:
            yield _ToLookAt(id_, document, made.get(id_))


def _looking() -> Callable[[_ToLookAt], Awaitable[bool]]:
    async def work(pair: _ToLookAt) -> bool:
        return why_unreleased(pair.document.thing, None if pair.release is None else pair.release.thing) is None

    return work
