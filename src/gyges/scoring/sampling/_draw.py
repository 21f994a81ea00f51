"""Which documents are read: drawn at random within groups that are alike, and the same ones in every call."""

import hashlib
import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from gyges.errors import ConfigError

__all__ = ["Sample", "SamplingUnit", "Stratum", "draw_sample"]

_DRAWN_EACH = 10
"""Documents drawn of each group, about: with more groups fewer degrees of freedom are left than they are worth."""
_BANDS = 3  # of the estimated leak


@dataclass(frozen=True, slots=True)
class SamplingUnit:
    """A document that may be drawn.

    Attributes:
        id: The id of the document.
        digest: The hash of the text that would be read; it decides, with the seed, whether the document is drawn.
        genre: What kind of text it is.
        length: Its characters.
        leak: The share of its facts that is expected to leak.
    """

    id: str
    digest: str
    genre: str
    length: int
    leak: float


@dataclass(frozen=True, slots=True)
class Stratum:
    """Documents that are alike, and those of them that are read; both are ids."""

    members: tuple[str, ...]
    drawn: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sample:
    """A drawn sample: groups that together hold every document, and the seed of the draw."""

    strata: tuple[Stratum, ...]
    seed: int

    @property
    def documents(self) -> int:
        """How many documents it speaks for."""
        return sum(len(stratum.members) for stratum in self.strata)

    @property
    def drawn(self) -> tuple[str, ...]:
        """The ids of the documents that are read, group by group."""
        return tuple(id_ for stratum in self.strata for id_ in stratum.drawn)


def draw_sample(candidates: Sequence[SamplingUnit], size: int, *, seed: int = 0) -> Sample:
    """Draw documents at random, spread over genres, estimated leak and length.

    The same texts and seed give the same sample, whatever the order, and a text that was changed is drawn anew. A
    sample as large as the corpus is the corpus.

    Args:
        candidates: Every document the figure is to speak for.
        size: How many are read.
        seed: Another one draws other documents.

    Raises:
        ConfigError: No interval follows from so few.
    """
    size = min(size, len(candidates))
    if size < 2 and size < len(candidates):
        raise ConfigError(f"no interval follows from reading {size} of {len(candidates)} documents", "read 2 or more")
    groups = _groups(candidates, max(1, size // _DRAWN_EACH))
    strata = []
    for group, count in zip(groups, _shared_out(size, [len(group) for group in groups]), strict=True):
        drawn = sorted(group, key=lambda one: _lot(one, seed))[:count]
        strata.append(Stratum(tuple(one.id for one in group), tuple(one.id for one in drawn)))
    return Sample(tuple(strata), seed)


def _lot(candidate: SamplingUnit, seed: int) -> str:
    """Return the lot of a document; the id tells documents of the same text apart."""
    return hashlib.sha256(f"sample:{seed}:{candidate.digest}:{candidate.id}".encode()).hexdigest()


def _groups(candidates: Sequence[SamplingUnit], count: int) -> list[list[SamplingUnit]]:
    """Cut the documents, in order of genre, estimated leak and length, into groups of nearly the same size."""
    by_leak = sorted(candidates, key=lambda one: (one.leak, one.id))
    band = {one.id: place * _BANDS // len(by_leak) for place, one in enumerate(by_leak)}
    ordered = sorted(candidates, key=lambda one: (one.genre, band[one.id], one.length, one.id))
    ends = [round(len(ordered) * number / count) for number in range(count + 1)]
    return [ordered[start:end] for start, end in itertools.pairwise(ends)]


def _shared_out(size: int, sizes: Sequence[int]) -> list[int]:
    """Return how many are drawn of each group: in proportion, what is left over to the largest remainders."""
    total = max(1, sum(sizes))
    whole = [size * one // total for one in sizes]
    rest = sorted(range(len(sizes)), key=lambda place: -(size * sizes[place] % total))[: size - sum(whole)]
    return [count + (place in rest) for place, count in enumerate(whole)]
