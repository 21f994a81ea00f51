"""Which units go: those that tell most for the words they cost, the worst-off person first, down to the limits."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from gyges.anonymizers.subjectwise._clauses import Clause, has_verb
from gyges.anonymizers.subjectwise._cues import LeakMap
from gyges.anonymizers.subjectwise._layout import Layout
from gyges.anonymizers.subjectwise._tables import words_in
from gyges.anonymizers.subjectwise._units import Unit, find_units, stranded
from gyges.anonymizers.subjectwise._weights import weights_of
from gyges.anonymizers.wording import can_be, usual_tag

__all__ = ["Chosen", "Limits", "choose", "event_score"]

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_BARE = 0.3
"""What a word costs that tells of no event; one that does costs one more."""
_NO_VERB = 0.1  # the event score of words without a verb
_HAPPENED = 0.4  # the event score from which on words tell what happened
_OTHERS = 0.5  # how much a leak counts of somebody who is well off already
_ENOUGH = 1e-9


@dataclass(frozen=True, slots=True)
class Limits:
    """How far to go.

    Attributes:
        leak: The share of the expected leak that may stay.
        words: The share of the words that must stay.
    """

    leak: float
    words: float


@dataclass(frozen=True, slots=True)
class Chosen:
    """What goes.

    Attributes:
        statements: Numbers of the statements that go.
        clauses: Stretches of other statements that go, with the number of the statement.
        leak: The share of the expected leak that stays.
        words: The share of the words that stays.
    """

    statements: frozenset[int]
    clauses: tuple[tuple[int, int, int], ...]
    leak: float
    words: float


def event_score(words: str) -> float:
    """Return how much of some words tells what happened, from 0 to 1, against what somebody or something is like.

    Example:
        >>> event_score("The lorry hit the gate and stopped.") > event_score("She is a tall woman and has two dogs.")
        True
    """
    events = states = 0
    for word in _WORD.findall(words):
        lower = word.lower()
        if lower in words_in("clauses", "describing"):
            states += 1
        elif (tag := usual_tag(lower)) in {"VBD", "VBN"} and can_be(lower, "VERB"):
            events += 1
        elif tag in {"VBZ", "VBP"}:
            states += 1
    return events / (events + states + _NO_VERB) if events or states else _NO_VERB


class _Text:
    """The state of a text while units go."""

    def __init__(self, layout: Layout, leaks: LeakMap, people: Mapping[int, frozenset[str]]) -> None:
        self.layout = layout
        self.people = people
        spans = [
            (layout.blocks[one.block].start if one.opens else one.start, one.end) for one in layout.statements
        ]  # the label of a line goes with it
        self.leak = [leaks.between(*span) for span in spans]
        self.words = [leaks.words(*span) for span in spans]
        weights = weights_of(layout)
        self.worth = [
            (_BARE + event_score(layout.text[slice(*span)])) * weight
            for span, weight in zip(spans, weights, strict=True)
        ]
        full = [number for number, span in enumerate(spans) if has_verb(layout.text[slice(*span)])]
        told = [number for number in full if event_score(layout.text[slice(*spans[number])]) >= _HAPPENED]
        self.full = frozenset(told or full or range(len(spans)))  # the statements that tell what happened, one stays
        self.gone: set[int] = set()
        self.clauses: dict[int, list[tuple[int, int]]] = {}
        self._leaks = leaks
        self.all_leak = leaks.between(0, len(layout.text) + 1)
        self.all_words = leaks.words(0, len(layout.text) + 1)
        self.left_leak, self.left_words = self.all_leak, self.all_words
        self.before = {one: self._of(one) for one in {id for own in people.values() for id in own}}
        self.now = dict(self.before)

    def _of(self, person: str) -> float:
        return sum(leak for number, leak in enumerate(self.leak) if person in self.people.get(number, ()))

    def gain(self, unit: Unit) -> tuple[float, float, int]:
        """Return what a unit tells, what it costs and how many words it has, as the text stands."""
        if unit.clause is not None:
            number = unit.statements[0]
            if number in self.gone or self._crosses(unit.clause, number):
                return 0.0, 1.0, 0
            leak, words = self._clause(unit.clause, number)
            event = event_score(self.layout.text[unit.clause.start : unit.clause.end])
            return leak * self._need(number), max(words * (_BARE + event), _ENOUGH), words
        own = [number for number in unit.statements if number not in self.gone]
        leak = sum(self.leak[number] * self._need(number) for number in own)
        cost = sum(self.words[number] * self.worth[number] for number in own)
        return leak, max(cost, _ENOUGH), sum(self.words[number] for number in own)

    def _clause(self, clause: Clause, number: int) -> tuple[float, int]:
        """Return what a stretch tells and its words, without the stretches in it that went before."""
        inside = [(low, high) for low, high in self.clauses.get(number, ()) if clause.start <= low]
        inside = [(low, high) for low, high in inside if high <= clause.end]
        leak = self._leaks.between(clause.start, clause.end) - sum(self._leaks.between(*one) for one in inside)
        words = self._leaks.words(clause.start, clause.end) - sum(self._leaks.words(*one) for one in inside)
        return leak, words

    def _crosses(self, clause: Clause, number: int) -> bool:
        """Tell whether a stretch lies in one that went, or cuts one in two."""
        return any(
            low < clause.end and clause.start < high and not (clause.start <= low and high <= clause.end)
            for low, high in self.clauses.get(number, ())
        )

    def empties(self, unit: Unit) -> bool:
        """Tell whether nothing would be left that says something."""
        left = self.gone.union(unit.statements)
        return unit.clause is None and (self.full <= left or len(left) == len(self.layout.statements))

    def _need(self, number: int) -> float:
        """Return how much a leak of a statement counts: most for whom nothing was done yet."""
        own = [self.now[one] / self.before[one] for one in self.people.get(number, ()) if self.before[one] > _ENOUGH]
        return _OTHERS + max(own, default=self.left_leak / max(self.all_leak, _ENOUGH))

    def drop(self, unit: Unit) -> None:
        """Let a unit go."""
        clause = unit.clause
        if clause is not None:
            number = unit.statements[0]
            leak, words = self._clause(clause, number)
            others = [one for one in self.clauses.get(number, ()) if one[1] <= clause.start or clause.end <= one[0]]
            self.clauses[number] = [*others, (clause.start, clause.end)]
            self._lose(number, leak, words)
            return
        for number in unit.statements:
            if number not in self.gone:
                self.gone.add(number)
                self.clauses.pop(number, None)
                self._lose(number, self.leak[number], self.words[number])

    def _lose(self, number: int, leak: float, words: int) -> None:
        self.left_leak -= leak
        self.left_words -= words
        self.leak[number] -= leak
        self.words[number] -= words
        for one in self.people.get(number, ()):
            self.now[one] -= leak

    def chosen(self) -> Chosen:
        """Return what went."""
        clauses = tuple(sorted((start, end, number) for number, spans in self.clauses.items() for start, end in spans))
        return Chosen(
            frozenset(self.gone),
            clauses,
            self.left_leak / max(self.all_leak, _ENOUGH),
            self.left_words / max(self.all_words, 1),
        )


def choose(
    layout: Layout,
    leaks: LeakMap,
    people: Mapping[int, frozenset[str]],
    stages: Sequence[Limits],
    kept: Iterable[int] = (),
) -> Chosen:
    """Choose what goes, stage after stage, so that a farther stage never has more than a nearer one.

    Args:
        layout: The text.
        leaks: What its spans are expected to tell.
        people: Who is told of in which statement, by number.
        stages: How far to go.
        kept: Numbers of statements that must stay.
    """
    stay = frozenset(kept)
    text = _Text(layout, leaks, people)
    units = [unit for unit in find_units(layout) if stay.isdisjoint(unit.statements)]
    for limits in stages:
        _go(text, units, limits)
        for number in sorted(stranded(layout, text.gone) - stay):
            if not text.empties(Unit((number,))):
                text.drop(Unit((number,)))
    return text.chosen()


def _go(text: _Text, units: Sequence[Unit], limits: Limits) -> None:
    heap: list[tuple[float, int]] = []
    for number, unit in enumerate(units):
        leak, cost, _ = text.gain(unit)
        heap.append((-leak / cost, number))
    heapify(heap)
    while heap and text.left_leak > limits.leak * text.all_leak:
        promised, number = heappop(heap)
        leak, cost, words = text.gain(units[number])
        too_far = text.left_words - words < limits.words * text.all_words
        if leak <= _ENOUGH or too_far or text.empties(units[number]):
            continue
        if -leak / cost > promised + _ENOUGH and heap and -leak / cost > heap[0][0]:
            heappush(heap, (-leak / cost, number))  # it tells less than when it was put there
            continue
        text.drop(units[number])
