"""Which units go: those that lower the expected leak most for what they cost, the worst-off person first."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from gyges.anonymizers.subjectwise._cues import LeakMap
from gyges.anonymizers.subjectwise._layout import Layout, has_verb
from gyges.anonymizers.subjectwise._units import Unit, find_units, stranded
from gyges.anonymizers.subjectwise._weights import Worth, event_score
from gyges.scoring.estimate import ShortenedEstimate

_HAPPENED = 0.4  # the event score from which on words tell what happened
_CUED = 0.5
"""How much a right fact counts that the cues expect, beside one that the estimate expects."""
_OTHERS = 0.5  # how much a leak counts of somebody of whom nothing leaks any more
_ENOUGH = 1e-9


@dataclass(frozen=True, slots=True)
class Limits:
    """How far to go."""

    leak: float
    words: float  # the share of the words that must stay
    price: float = 0.0  # the facts that a unit must keep from being told for each word of what it costs
    gain: float = 0.0  # the facts that a unit of whole statements must keep from being told at least
    worth: float = math.inf


@dataclass(frozen=True, slots=True)
class Chosen:
    """What goes."""

    statements: frozenset[int]  # numbers of the statements that go
    leak: float  # the share of the facts expected to be told still, as in `Limits`
    words: int  # the words that stay
    all_words: int  # all words


class _Text:
    """The state of a text while units go."""

    def __init__(self, layout: Layout, cues: LeakMap, estimate: ShortenedEstimate | None) -> None:
        self.layout = layout
        self._cues = cues
        self._estimate = estimate if estimate is not None and estimate.facts else None
        self._spans = [
            (layout.blocks[one.block].start if one.opens else one.start, one.end) for one in layout.statements
        ]  # the label of a line goes with it
        full = [number for number, span in enumerate(self._spans) if has_verb(layout.text[slice(*span)])]
        told = [number for number in full if event_score(layout.text[slice(*self._spans[number])]) >= _HAPPENED]
        self._full = frozenset(told or full or range(len(self._spans)))  # the statements that tell what happened
        self.gone: set[int] = set()
        self.all_words = cues.words(0, len(layout.text) + 1)
        self._all_cues = cues.between(0, len(layout.text) + 1)
        worth = Worth(layout)
        self._cost = [worth.cost(number) for number in range(len(layout.statements))]
        self._told = self._leaks(self.gone)
        self._cued = 0.0  # of what is gone
        self._before = dict(self._told)

    def _leaks(self, gone: Iterable[int]) -> dict[str, float]:
        return self._estimate.leaks([self._spans[one] for one in gone]) if self._estimate is not None else {}

    def gain(self, unit: Unit) -> tuple[float, float]:
        """Return by how much a unit lowers the expected leak and what it costs, as the text stands."""
        own = [number for number in unit if number not in self.gone]
        told = self._leaks(self.gone.union(own))
        lowered = sum((self._told[one] - told[one]) * self._need(one) for one in told)
        cued = sum(self._cues.between(*self._spans[number]) for number in own)
        cost = sum(self._cues.words(*self._spans[number]) * self._cost[number] for number in own)
        return lowered + (_CUED if told else 1.0) * cued, max(cost, _ENOUGH)

    def _need(self, person: str) -> float:
        """Return how much a leak of somebody counts: most for whom nothing was done yet."""
        before = self._before[person]
        return _OTHERS + (self._told[person] / before if before > _ENOUGH else 0.0)

    def words_left(self, unit: Unit = ()) -> int:
        """Return how many words stay, with a unit gone besides."""
        return self.all_words - sum(self._cues.words(*self._spans[number]) for number in self.gone.union(unit))

    def leak(self) -> float:
        """Return the share that is expected to be told still."""
        if self._estimate is not None:
            return sum(self._told.values()) / self._estimate.facts
        return 1 - self._cued / max(self._all_cues, _ENOUGH)

    def empties(self, unit: Unit) -> bool:
        """Return True if nothing would be left that says something."""
        left = self.gone.union(unit)
        return self._full <= left or len(left) == len(self.layout.statements)

    def is_dear(self, unit: Unit, worth: float) -> bool:
        """Return True if a unit holds a statement that is worth more than may go."""
        return any(self._cost[number] > worth for number in unit)

    def drop(self, unit: Unit) -> None:
        """Let a unit go."""
        self.gone.update(unit)
        self._told = self._leaks(self.gone)
        self._cued = sum(self._cues.between(*self._spans[number]) for number in self.gone)

    def chosen(self) -> Chosen:
        """Return what went."""
        return Chosen(frozenset(self.gone), self.leak(), self.words_left(), self.all_words)


def choose(
    layout: Layout,
    cues: LeakMap,
    stages: Sequence[Limits],
    *,
    estimate: ShortenedEstimate | None = None,
    kept: Iterable[int] = (),
) -> Chosen:
    """Choose what goes, stage after stage, so that a farther stage never has more than a nearer one."""
    stay = frozenset(kept)
    text = _Text(layout, cues, estimate)
    units = [unit for unit in find_units(layout) if stay.isdisjoint(unit)]
    for limits in stages:
        _go(text, units, limits)
        for number in sorted(stranded(layout, text.gone) - stay):
            if not text.empties((number,)):
                text.drop((number,))
    return text.chosen()


def _go(text: _Text, units: Sequence[Unit], limits: Limits) -> None:
    least = limits.words * text.all_words
    heap: list[tuple[float, int]] = []
    for number, unit in enumerate(units):
        if text.is_dear(unit, limits.worth):
            continue
        gain, cost = text.gain(unit)
        heap.append((-gain / cost, number))
    heapify(heap)
    while heap and text.leak() > limits.leak:
        promised, number = heappop(heap)
        gain, cost = text.gain(units[number])
        if (
            gain <= max(_ENOUGH, limits.gain, limits.price * cost)
            or text.words_left(units[number]) < least
            or text.empties(units[number])
        ):
            continue
        if -gain / cost > promised + _ENOUGH and heap and -gain / cost > heap[0][0]:
            heappush(heap, (-gain / cost, number))  # it tells less than when it was put there
            continue
        text.drop(units[number])
