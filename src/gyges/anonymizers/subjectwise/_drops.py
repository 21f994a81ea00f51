"""Which units go: those that lower the expected leak most for what they cost, the worst-off person first."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from gyges.anonymizers.subjectwise._cues import LeakMap
from gyges.anonymizers.subjectwise._layout import Layout
from gyges.anonymizers.subjectwise._units import Unit, find_units, stranded
from gyges.anonymizers.subjectwise._verbs import has_verb
from gyges.anonymizers.subjectwise._weights import Worth, event_score
from gyges.scoring.estimate import ShortenedEstimate

__all__ = ["Chosen", "Limits", "choose"]

_HAPPENED = 0.4  # the event score from which on words tell what happened
_CUED = 0.5
"""How much a right fact counts that the cues expect, beside one that the estimate expects."""
_OTHERS = 0.5  # how much a leak counts of somebody of whom nothing leaks any more
_INSIDE = 0.5
"""What a stretch inside a sentence costs of its words: it goes before any whole sentence does."""
_ENOUGH = 1e-9


@dataclass(frozen=True, slots=True)
class Limits:
    """How far to go.

    Attributes:
        leak: The share of the facts that may be expected to be told still; without any fact that the embedded reader
            found, the share of what the cues expect.
        words: The share of the words that must stay.
        price: The facts that a unit must keep from being told for each word of what it costs.
        gain: The facts that a unit of whole statements must keep from being told at least.
        worth: What a word of a statement may cost at most that goes: dearer ones are what the document is for.
    """

    leak: float
    words: float
    price: float = 0.0
    gain: float = 0.0
    worth: float = math.inf


@dataclass(frozen=True, slots=True)
class Chosen:
    """What goes.

    Attributes:
        statements: Numbers of the statements that go.
        clauses: Stretches of other statements that go, with the number of the statement.
        leak: The share of the facts expected to be told still, as in `Limits`.
        words: The words that stay.
        all_words: All words.
    """

    statements: frozenset[int]
    clauses: tuple[tuple[int, int, int], ...]
    leak: float
    words: int
    all_words: int


class _Text:
    """The state of a text while units go."""

    def __init__(self, layout: Layout, cues: LeakMap, estimate: ShortenedEstimate | None) -> None:
        self.layout = layout
        self.worth = Worth(layout)
        self._cues = cues
        self._estimate = estimate if estimate is not None and estimate.facts else None
        self._spans = [
            (layout.blocks[one.block].start if one.opens else one.start, one.end) for one in layout.statements
        ]  # the label of a line goes with it
        full = [number for number, span in enumerate(self._spans) if has_verb(layout.text[slice(*span)])]
        told = [number for number in full if event_score(layout.text[slice(*self._spans[number])]) >= _HAPPENED]
        self._full = frozenset(told or full or range(len(self._spans)))  # the statements that tell what happened
        self.gone: set[int] = set()
        self.clauses: dict[int, list[tuple[int, int]]] = {}
        self.all_words = cues.words(0, len(layout.text) + 1)
        self._all_cues = cues.between(0, len(layout.text) + 1)
        self._cost = [self.worth.cost(number) for number in range(len(layout.statements))]
        self._told = self._leaks(())
        self._before = dict(self._told)

    def _stretches(self, unit: Unit | None = None) -> list[tuple[int, int]]:
        """Return what is gone of the original, without overlap: a statement holds its stretches."""
        gone = self.gone if unit is None or unit.clause is not None else self.gone.union(unit.statements)
        clauses = {number: list(own) for number, own in self.clauses.items() if number not in gone}
        if unit is not None and unit.clause is not None:
            clause, number = unit.clause, unit.statements[0]
            apart = [one for one in clauses.get(number, ()) if one[1] <= clause.start or clause.end <= one[0]]
            clauses[number] = [*apart, (clause.start, clause.end)]
        return [*(self._spans[number] for number in gone), *(span for own in clauses.values() for span in own)]

    def _leaks(self, gone: Iterable[tuple[int, int]]) -> dict[str, float]:
        return self._estimate.leaks(gone) if self._estimate is not None else {}

    def gain(self, unit: Unit) -> tuple[float, float]:
        """Return by how much a unit lowers the expected leak and what it costs, as the text stands."""
        if unit.clause is not None and (unit.statements[0] in self.gone or self._crosses(unit)):
            return 0.0, 1.0
        after = self._stretches(unit)
        told = self._leaks(after)
        lowered = sum((self._told[one] - told[one]) * self._need(one) for one in told)
        cued = sum(self._cues.between(*span) for span in after) - self._cues_gone()
        return lowered + _CUED * cued * (1.0 if told else 1 / _CUED), max(self._cost_of(unit), _ENOUGH)

    def _cost_of(self, unit: Unit) -> float:
        if unit.clause is not None:
            span = (unit.clause.start, unit.clause.end)
            return self._cues.words(*span) * self.worth.cost_of(*span, unit.statements[0]) * _INSIDE
        own = [number for number in unit.statements if number not in self.gone]
        return sum(self._cues.words(*self._spans[number]) * self._cost[number] for number in own)

    def _cues_gone(self) -> float:
        return sum(self._cues.between(*span) for span in self._stretches())

    def _need(self, person: str) -> float:
        """Return how much a leak of somebody counts: most for whom nothing was done yet."""
        before = self._before[person]
        return _OTHERS + (self._told[person] / before if before > _ENOUGH else 0.0)

    def _crosses(self, unit: Unit) -> bool:
        """Tell whether a stretch lies in one that went, or cuts one in two."""
        clause = unit.clause
        return clause is not None and any(
            low < clause.end and clause.start < high and not (clause.start <= low and high <= clause.end)
            for low, high in self.clauses.get(unit.statements[0], ())
        )

    def words_left(self, unit: Unit | None = None) -> int:
        """Return how many words stay, with a unit gone besides."""
        return self.all_words - sum(self._cues.words(*span) for span in self._stretches(unit))

    def leak(self) -> float:
        """Return the share that is expected to be told still."""
        if self._estimate is not None:
            return sum(self._told.values()) / self._estimate.facts
        return 1 - self._cues_gone() / max(self._all_cues, _ENOUGH)

    def empties(self, unit: Unit) -> bool:
        """Tell whether nothing would be left that says something."""
        left = self.gone.union(unit.statements)
        return unit.clause is None and (self._full <= left or len(left) == len(self.layout.statements))

    def is_dear(self, unit: Unit, worth: float) -> bool:
        """Tell whether a unit holds a statement that is worth more than may go."""
        return unit.clause is None and any(self._cost[number] > worth for number in unit.statements)

    def drop(self, unit: Unit) -> None:
        """Let a unit go."""
        clause = unit.clause
        if clause is None:
            self.gone.update(unit.statements)
        else:
            number = unit.statements[0]
            apart = [one for one in self.clauses.get(number, ()) if one[1] <= clause.start or clause.end <= one[0]]
            self.clauses[number] = [*apart, (clause.start, clause.end)]
        self._told = self._leaks(self._stretches())

    def chosen(self) -> Chosen:
        """Return what went."""
        clauses = tuple(
            sorted(
                (start, end, number)
                for number, spans in self.clauses.items()
                if number not in self.gone
                for start, end in spans
            )
        )
        return Chosen(frozenset(self.gone), clauses, self.leak(), self.words_left(), self.all_words)


def choose(
    layout: Layout,
    cues: LeakMap,
    stages: Sequence[Limits],
    *,
    estimate: ShortenedEstimate | None = None,
    needed: Iterable[tuple[int, int]] = (),
    anchors: Sequence[int] = (),
    kept: Iterable[int] = (),
) -> Chosen:
    """Choose what goes, stage after stage, so that a farther stage never has more than a nearer one.

    Args:
        layout: The text.
        cues: What its spans are expected to tell by their words alone.
        stages: How far to go.
        estimate: What a strong reader is expected to tell of whom; None where the embedded reader did not read.
        needed: Statements, each with an earlier one without which nobody knows who is meant in it.
        anchors: Places where somebody is told of first who is told of again.
        kept: Numbers of statements that must stay.
    """
    stay = frozenset(kept)
    text = _Text(layout, cues, estimate)
    units = [unit for unit in find_units(layout, needed, anchors) if stay.isdisjoint(unit.statements)]
    for limits in stages:
        _go(text, units, limits)
        for number in sorted(stranded(layout, text.gone) - stay):
            if not text.empties(Unit((number,))):
                text.drop(Unit((number,)))
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
        least_gain = _ENOUGH if units[number].clause is not None else max(_ENOUGH, limits.gain)
        if (
            gain <= max(least_gain, limits.price * cost)
            or text.words_left(units[number]) < least
            or text.empties(units[number])
        ):
            continue
        if -gain / cost > promised + _ENOUGH and heap and -gain / cost > heap[0][0]:
            heappush(heap, (-gain / cost, number))  # it tells less than when it was put there
            continue
        text.drop(units[number])
