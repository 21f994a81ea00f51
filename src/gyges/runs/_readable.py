"""Which released texts can be read: what was handed in for a document may be nothing, a refusal or an error."""

from array import array
from collections.abc import ItemsView, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from gyges.corpus import ItemsInOrder
from gyges.errors import InputError, WorkerDiedError
from gyges.records import Document, Release, UnreadableDocument, apply_edits, edits_from_json
from gyges.runs._audited import KeptCount, StandingFound, why_unreleased
from gyges.runs._chunks import Parts, in_chunks, needed, thing
from gyges.runs._made import unread, unread_or_none
from gyges.runs.workers import Crew
from gyges.scoring import (
    LEAST_KEPT,
    REMOVE_ALL,
    KeptShare,
    StandingRow,
    UncheckedRow,
    WordRuns,
    foreign_runs,
    kept_of,
    origin_of,
    residual_identifiers,
    run_sample,
    why_unchecked,
)


def standing_in(document: Document, release: Release) -> StandingFound:
    """Return what of an original stands in its release, by the two texts and the edits that make one of the other."""
    if not release.text.strip():
        return StandingFound()
    if isinstance(document, UnreadableDocument):
        return _unchecked(document.id, f"the original cannot be read: {document.why}")
    made = release if _has_edits(document, release) else replace(release, trace={})
    found = {one.words: one.kind for one in residual_identifiers(document.text, made)}
    why = why_unchecked(document.text, release.text)
    rows = [StandingRow(document=document.id, words=words, kind=kind) for words, kind in found.items()]
    return StandingFound(rows, [] if not why else _unchecked(document.id, why).unread)


def _unchecked(id_: str, reason: str) -> StandingFound:
    return StandingFound(unread=[UncheckedRow(document=id_, reason=reason)])


def _has_edits(document: Document, release: Release) -> bool:
    """Return True if the trace has edits that make the release; whoever made it may have written anything there."""
    try:
        return apply_edits(document.text, edits_from_json(release.trace.get("edits"))) == release.text
    except InputError:
        return False


_PLACE_BITS = 28  # a quarter of a billion originals; the other bits are of the run
_FEWEST_SHARED = 2  # runs: one may be a common turn of phrase
_MOST_ALIKE = 4  # originals looked at of those that share a run
_MOST_FOUND = 8  # originals looked for in one release


class OriginIndex:
    """Originals by their places in the corpus; add all of them before anything is searched."""

    def __init__(self) -> None:
        self._rows = array("Q")
        self._sorted: WordRuns | None = None
        self._count = 0

    def add(self, runs: WordRuns) -> None:
        """Add the next original."""
        self._rows.extend((_cut(runs) | np.uint64(self._count)).tolist())
        self._count += 1

    def nearest(self, foreign: WordRuns, own: int | None) -> tuple[int, ...]:
        """Return the places of originals that share runs with what is foreign in a release, those with most first."""
        if self._sorted is None:
            self._sorted = np.frombuffer(self._rows, np.uint64)
            self._sorted.sort()
        wanted = _cut(foreign)
        first = np.searchsorted(self._sorted, wanted)
        last = np.searchsorted(self._sorted, wanted + np.uint64(1 << _PLACE_BITS))
        here, last = last > first, np.minimum(last, first + _MOST_ALIKE)
        if not here.any():
            return ()
        found = np.concatenate([self._sorted[a:b] for a, b in zip(first[here], last[here], strict=True)])
        places, counts = np.unique(found & np.uint64((1 << _PLACE_BITS) - 1), return_counts=True)
        counts[places == own] = 0
        order = np.argsort(-counts, kind="stable")[:_MOST_FOUND]
        return tuple(int(places[at]) for at in order if counts[at] >= _FEWEST_SHARED)


def _cut(runs: WordRuns) -> WordRuns:
    """Return runs with room for a place in their lower bits."""
    return (runs >> np.uint64(_PLACE_BITS)) << np.uint64(_PLACE_BITS)


async def index_originals(documents: Mapping[str, Document], workers: Crew | None) -> OriginIndex:
    """Return an index of the originals, made by workers where there are some."""
    index = OriginIndex()
    await in_chunks(
        (Parts(id_, unread(documents, id_)) for id_ in documents),
        _sample,
        lambda _, runs: index.add(runs),
        workers=workers,
        what="the look",
        lost=lambda task, error: np.empty(0, np.uint64),  # the audit of the same text fails, and counts it as leaked
    )
    return index


def _sample(task: Parts) -> WordRuns:
    return run_sample(needed(task.document).text)


@dataclass(frozen=True, eq=False)
class ReadableTexts(Mapping[str, str]):
    """Released texts that can be read, by document, in the order of the originals."""

    documents: Mapping[str, Document]
    releases: Mapping[str, Release]
    reasons: Mapping[str, str]  # why documents have none
    elsewhere: tuple[tuple[str, str], ...]  # originals that stand in releases of others, with the ids of those
    kept: KeptCount
    standing: StandingFound | None = None

    def __len__(self) -> int:
        return len(self.documents) - len(self.reasons)

    def __iter__(self) -> Iterator[str]:
        return (id_ for id_ in self.documents if id_ not in self.reasons)

    def __contains__(self, id_: object) -> bool:
        return id_ in self.documents and id_ not in self.reasons

    def __getitem__(self, id_: str) -> str:
        if id_ not in self:
            raise KeyError(id_)
        return self.releases[id_].text

    def items(self) -> ItemsView[str, str]:
        """Return ids and texts in order."""
        return ItemsInOrder(self, lambda: ((id_, self.releases[id_].text) for id_ in self))


async def readable_texts(
    documents: Mapping[str, Document],
    releases: Mapping[str, Release],
    workers: Crew | None,
    origins: OriginIndex | None = None,
    least_kept: float = LEAST_KEPT,
    *,
    as_made: bool = False,
) -> ReadableTexts:
    """Look at every release, by workers where there are some, and return those that can be read."""
    kept, near = KeptCount(least_kept), _Nearest(origins)
    reasons: dict[str, str] = {}
    doubtful: dict[str, KeptShare] = {}
    standing = None if origins is None else StandingFound()
    place = with_one = 0

    def lost(pair: Parts, error: WorkerDiedError) -> _Looked:
        unread = _unchecked(pair.id, error.problem) if pair.release is not None else None
        return _Looked(f"release: {error.problem}", standing=unread)

    def take(pair: Parts, seen: _Looked) -> None:
        nonlocal place, with_one
        with_one += pair.release is not None
        if seen.foreign is not None:
            near.look(pair.id, place, seen.foreign)
        if seen.kept is not None:
            (doubtful.setdefault if pair.id in near.found else kept.add)(pair.id, seen.kept)
        if standing is not None and seen.standing is not None:
            standing.add(seen.standing)
        if seen.why is not None:
            reasons[pair.id] = seen.why
        place += 1

    pairs = (Parts(id_, unread(documents, id_), unread_or_none(releases, id_)) for id_ in documents)
    step = partial(_look, least_kept, origins is not None, as_made)
    await in_chunks(pairs, step, take, workers=workers, what="the look", lost=lost)
    if origins is not None and len(releases) > with_one:
        for id_, release in releases.items():
            if id_ not in documents:
                near.look(id_, None, foreign_runs("", release.text))
    elsewhere, strays = near.settled(documents, releases)
    for id_, share in doubtful.items():
        if id_ not in strays:
            kept.add(id_, share)
    return ReadableTexts(documents, releases, reasons | strays, tuple(elsewhere), kept, standing)


@dataclass(slots=True)
class _Nearest:
    """Which releases may have been made from which other originals."""

    origins: OriginIndex | None
    found: dict[str, tuple[int, ...]] = field(default_factory=dict)

    def look(self, id_: str, own: int | None, foreign: WordRuns) -> None:
        others = () if self.origins is None or not len(foreign) else self.origins.nearest(foreign, own)
        if others:
            self.found[id_] = others

    def settled(
        self, documents: Mapping[str, Document], releases: Mapping[str, Release]
    ) -> tuple[list[tuple[str, str]], dict[str, str]]:
        """Return originals that stand in releases of others, with the ids of those, and why which documents fail."""
        elsewhere: list[tuple[str, str]] = []
        strays: dict[str, str] = {}
        places = {place for some in self.found.values() for place in some}
        names = {place: id_ for place, id_ in enumerate(documents) if place in places}
        for id_, place in ((id_, place) for id_, some in self.found.items() for place in some):
            other, own = names[place], documents.get(id_)
            origin = origin_of("" if own is None else own.text, documents[other].text, releases[id_].text)
            if origin.made_from and own is not None:
                strays.setdefault(id_, f"release: it is made from the original '{other}', not from its own")
            if origin.in_full:
                elsewhere.append((other, id_))
                strays[other] = f"release: the original is published under the id '{id_}'"
        return elsewhere, strays


@dataclass(frozen=True, slots=True)
class _Looked:
    why: str | None  # why there is nothing to read
    kept: KeptShare | None = None
    foreign: WordRuns | None = None
    standing: StandingFound | None = None


def _look(least_kept: float, first: bool, as_made: bool, pair: Parts) -> _Looked:
    document, release = needed(pair.document), thing(pair.release)
    why = why_unreleased(document, release, as_made=as_made)
    standing = standing_in(document, release) if first and release is not None else None
    if release is None or release.method == REMOVE_ALL:
        return _Looked(why, standing=standing)
    return _Looked(
        why,
        kept_of(document.text, release.text, least_kept) if why is None else None,
        foreign_runs(document.text, release.text) if first else None,
        standing,
    )
