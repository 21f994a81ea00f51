"""What regular expressions are made of: where a loop can read one text in two ways, and texts that lead round it.

A pattern is turned into its positions (the places that read one character) and the steps between them, each with the
number of ways in which the loops of the pattern allow it. Two ways round the same loop over the same characters, and
matching takes twice as long with every turn.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

ops: Any = import_module("re._constants")
parser: Any = import_module("re._parser")

MANY = 5
"""Repeats of up to so many times are written out; the others are loops."""

_EVERYDAY = "aZé7_ \n\t.,:;!?-–—'\"’“”()[]<>|/\\@#$€%&*+=~^`{}中\u00a0…•·→"
_CATEGORIES = {
    ops.CATEGORY_DIGIT: r"\d",
    ops.CATEGORY_NOT_DIGIT: r"\D",
    ops.CATEGORY_SPACE: r"\s",
    ops.CATEGORY_NOT_SPACE: r"\S",
    ops.CATEGORY_WORD: r"\w",
    ops.CATEGORY_NOT_WORD: r"\W",
}
_REPEATS = (ops.MAX_REPEAT, ops.MIN_REPEAT)

Chars = frozenset[str]


@dataclass(frozen=True)
class Part:
    """What a part of a pattern begins and ends with, by the ways to each position, and the ways through nothing."""

    firsts: Counter[int] = field(default_factory=Counter)
    lasts: Counter[int] = field(default_factory=Counter)
    empty: int = 1


@dataclass
class Structure:
    """The positions of a pattern, what each reads, and the steps between them with their number of ways."""

    chars: list[Chars] = field(default_factory=list)
    steps: dict[int, Counter[int]] = field(default_factory=dict)

    def join(self, lasts: Counter[int], firsts: Counter[int]) -> None:
        """Let some positions follow others."""
        for last, ways in lasts.items():
            row = self.steps.setdefault(last, Counter())
            for first, more in firsts.items():
                row[first] += ways * more


class Reader:
    """Turns the parse of a pattern into its structure."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.structure = Structure()
        self.looked: list[Iterable[object]] = []  # what assertions look for, patterns of their own
        self._flags = flags
        self._alphabet = sorted({*_EVERYDAY, *pattern})
        self._known: dict[str, Chars] = {}

    def sequence(self, items: Iterable[object]) -> Part:
        """Read items that follow each other."""
        whole = Part()
        for item in items:
            part = self._item(*item)  # type: ignore[misc]
            self.structure.join(whole.lasts, part.firsts)
            whole = Part(
                whole.firsts + _times(part.firsts, whole.empty),
                part.lasts + _times(whole.lasts, part.empty),
                whole.empty * part.empty,
            )
        return whole

    def _item(self, op: object, value: object) -> Part:
        if op in _REPEATS or op is ops.POSSESSIVE_REPEAT:
            return self._repeat(*value)  # type: ignore[misc]
        if op is ops.SUBPATTERN:
            return self.sequence(value[-1])  # type: ignore[index]
        if op is ops.ATOMIC_GROUP:
            return self.sequence(value)  # type: ignore[arg-type]
        if op is ops.BRANCH:
            return _either([self.sequence(branch) for branch in value[1]])  # type: ignore[index]
        if op in (ops.ASSERT, ops.ASSERT_NOT):
            self.looked.append(value[1])  # type: ignore[index]
            return Part()
        if op is ops.GROUPREF_EXISTS:
            branches = [self.sequence(branch or ()) for branch in value[1:]]  # type: ignore[index]
            return _either(branches)
        if op is ops.AT:
            return Part()
        return self._position(self._read_by(op, value))

    def _repeat(self, least: int, most: int, items: Iterable[object]) -> Part:
        if int(most) <= MANY:
            return self._written_out(least, int(most), items)
        body = self.sequence(items)
        # A turn that must be made and may read nothing can be any of them.
        ways = 2 if body.empty and least > 1 else 1
        self.structure.join(body.lasts, _times(body.firsts, ways))
        return Part(body.firsts, body.lasts, 1 if least == 0 else body.empty)

    def _written_out(self, least: int, most: int, items: Iterable[object]) -> Part:
        """Read (?:b){1,3} as b(?:b(?:b)?)?: a copy is reached through the one before it only."""
        whole = Part()
        for number in reversed(range(most)):
            part = self.sequence(items)
            self.structure.join(part.lasts, whole.firsts)
            empty = part.empty * whole.empty
            firsts = part.firsts + _times(whole.firsts, part.empty)
            lasts = whole.lasts + _times(part.lasts, whole.empty)
            whole = Part(firsts, lasts, empty if number < least else 1)
        return whole

    def _position(self, chars: Chars) -> Part:
        self.structure.chars.append(chars)
        here = len(self.structure.chars) - 1
        return Part(Counter({here: 1}), Counter({here: 1}), 0)

    def _read_by(self, op: object, value: object) -> Chars:
        if op is ops.GROUPREF:
            return frozenset(self._alphabet)
        key = f"{op} {value}"
        if key not in self._known:
            self._known[key] = frozenset(char for char in self._alphabet if self._reads(op, value, char))
        return self._known[key]

    def _reads(self, op: object, value: object, char: str) -> bool:
        forms = {char, char.lower(), char.upper()} if self._flags & re.IGNORECASE else {char}
        if op is ops.ANY:
            return char != "\n" or bool(self._flags & re.DOTALL)
        if op is ops.LITERAL:
            return chr(value) in forms  # type: ignore[arg-type]
        if op is ops.NOT_LITERAL:
            return chr(value) not in forms  # type: ignore[arg-type]
        if op is ops.CATEGORY:
            return re.match(_CATEGORIES[value], char, self._flags & re.ASCII) is not None
        if op is ops.RANGE:
            return any(value[0] <= ord(form) <= value[1] for form in forms if len(form) == 1)  # type: ignore[index]
        assert op is ops.IN, f"{op} is not known here"
        items = list(value)  # type: ignore[call-overload]
        negated = bool(items) and items[0][0] is ops.NEGATE
        found = any(self._reads(inner, what, char) for inner, what in items[negated:])
        return found is not negated


def structures(pattern: str, flags: int) -> Iterator[Structure]:
    """Yield the structure of a pattern and of all its assertions."""
    waiting: list[Iterable[object]] = [parser.parse(pattern, flags)]
    while waiting:
        reader = Reader(pattern, flags)
        reader.sequence(waiting.pop())
        waiting += reader.looked
        yield reader.structure


def two_ways(structure: Structure) -> list[Chars]:
    """Return what positions read at which one text leads round a loop in two ways; none where matching is quick."""
    pairs = _pairs(structure)
    found = []
    for members in _circles(pairs):
        together = [pair for pair in members if pair[0] == pair[1]]
        apart = len(together) < len(members)
        doubled = any(structure.steps.get(one, Counter())[other] > 1 for one, _ in together for other, _ in together)
        if together and (apart or doubled):
            found.append(structure.chars[together[0][0]])
    return found


def _pairs(structure: Structure) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """Return the steps that two readers of one text can take together, from wherever both stand at one position."""
    steps = {one: [other for other in row if structure.chars[other]] for one, row in structure.steps.items()}
    waiting = [(one, one) for one in steps]
    graph: dict[tuple[int, int], list[tuple[int, int]]] = {}
    while waiting:
        pair = waiting.pop()
        if pair in graph:
            continue
        graph[pair] = [
            (one, two)
            for one in steps.get(pair[0], ())
            for two in steps.get(pair[1], ())
            if one == two or structure.chars[one] & structure.chars[two]
        ]
        waiting += graph[pair]
    return graph


def _circles(graph: dict[tuple[int, int], list[tuple[int, int]]]) -> Iterator[set[tuple[int, int]]]:
    """Yield the strongly connected parts of a graph that hold a circle (Kosaraju)."""
    order: list[tuple[int, int]] = []
    seen: set[tuple[int, int]] = set()
    for root in graph:
        if root in seen:
            continue
        seen.add(root)
        stack = [(root, iter(graph[root]))]
        while stack:
            node, rest = stack[-1]
            step = next((one for one in rest if one not in seen), None)
            if step is None:
                order.append(stack.pop()[0])
            else:
                seen.add(step)
                stack.append((step, iter(graph[step])))
    back: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for node, after in graph.items():
        for one in after:
            back.setdefault(one, []).append(node)
    placed: set[tuple[int, int]] = set()
    for root in reversed(order):
        if root in placed:
            continue
        members, waiting = set(), [root]
        while waiting:
            node = waiting.pop()
            if node not in placed:
                placed.add(node)
                members.add(node)
                waiting += [one for one in back.get(node, ()) if one not in placed]
        if len(members) > 1 or root in graph[root]:
            yield members


def _either(parts: list[Part]) -> Part:
    return Part(
        sum((part.firsts for part in parts), Counter()),
        sum((part.lasts for part in parts), Counter()),
        sum(part.empty for part in parts),
    )


def _times(counter: Counter[int], ways: int) -> Counter[int]:
    return Counter({position: count * ways for position, count in counter.items()}) if ways else Counter()


def loops(structure: Structure) -> set[str]:
    """Return a text for each position that can be come back to: the shortest way round."""
    found = set()
    for start in structure.steps:
        came_from: dict[int, int] = {}
        waiting = [start]
        while waiting and start not in came_from:
            steps = [
                (one, after) for one in waiting for after in structure.steps.get(one, ()) if structure.chars[after]
            ]
            waiting = [after for _, after in steps if after not in came_from]
            for one, after in steps:
                came_from.setdefault(after, one)
        if start in came_from:
            way, here = [start], came_from[start]
            while here != start:
                way.append(here)
                here = came_from[here]
            found.add("".join(_sample(structure.chars[position]) for position in reversed(way)))
    return found


def _sample(chars: Chars) -> str:
    return next((char for char in "a 7A\n.-," if char in chars), min(chars))
