"""What can be dropped from a text: sentences, lines and rows, with what hangs on them, and stretches inside sentences."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gyges.anonymizers.subjectwise._clauses import Clause, find_clauses, find_items, has_verb
from gyges.anonymizers.subjectwise._layout import Layout, Statement
from gyges.anonymizers.subjectwise._tables import words_in

__all__ = ["Unit", "find_units"]

_FIRST = re.compile(r"[\s\"“‘'(*-]*([^\W\d_]+)")
_STAYS = frozenset(("heading", "greeting", "closing"))
_ALSO = re.compile(r"\b(?:too|as well|the latter|the former|the same|again|likewise)\b[.!]?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Unit:
    """What goes as one.

    Attributes:
        statements: Numbers of the statements that go together; one for a stretch inside it.
        clause: The stretch, None where whole statements go.
    """

    statements: tuple[int, ...]
    clause: Clause | None = None


def find_units(layout: Layout) -> list[Unit]:
    """Return everything that can be dropped from a text so that the rest reads on."""
    leaning = _leaning(layout)
    units: list[Unit] = []
    for number, statement in enumerate(layout.statements):
        block = layout.blocks[statement.block]
        if block.kind in _STAYS or (block.run_in and statement.opens) or not any(map(str.isalpha, layout.text[statement.start : statement.end])):
            continue
        units.append(Unit(_with_dependents(number, leaning)))
        if block.kind in {"text", "line"}:
            listed = block.kind == "line" and not has_verb(layout.text[statement.start : statement.end])
            clauses = (find_items if listed else find_clauses)(layout.text, statement.start, statement.end)
            units += [Unit((number,), clause) for clause in clauses]
    return units


def _with_dependents(number: int, leaning: Sequence[frozenset[int]]) -> tuple[int, ...]:
    chosen: set[int] = set()
    waiting = [number]
    while waiting:
        one = waiting.pop()
        if one not in chosen:
            chosen.add(one)
            waiting += leaning[one]
    return tuple(sorted(chosen))


def _leaning(layout: Layout) -> list[frozenset[int]]:
    """Return, for every statement, which others cannot stay without it."""
    dependents: list[set[int]] = [set() for _ in layout.statements]
    for number, statement in enumerate(layout.statements):
        if number == 0:
            continue
        before = layout.statements[number - 1]
        block, other = layout.blocks[statement.block], layout.blocks[before.block]
        if "row" in {block.kind, other.kind} or other.kind in _STAYS:
            continue
        words = layout.text[before.start : before.end]
        if not statement.opens and _in_quote(layout, block.first, statement):
            dependents[number - 1].add(number)
            dependents[number].add(number - 1)
            continue
        asked = words.endswith("?") and statement.opens
        if asked and (block.speaker or other.speaker or other.last - other.first == 1):
            dependents[number - 1].add(number)  # an answer without its question, and the other way round
            dependents[number].add(number - 1)
        elif words.endswith(":") and not block.apart:
            dependents[number - 1].add(number)
            dependents[number].add(number - 1)
        else:
            needed = _needed(layout, number, statement)
            if needed is not None:
                dependents[needed].add(number)
    return [frozenset(own) for own in dependents]


def _in_quote(layout: Layout, first: int, statement: Statement) -> bool:
    """Tell whether a statement begins inside words that are quoted."""
    before = layout.text[layout.statements[first].start : statement.start]
    return before.count('"') % 2 == 1 or before.count("“") > before.count("”")


def _needed(layout: Layout, number: int, statement: Statement) -> int | None:
    """Return the statement without which one cannot be understood, None if it stands alone."""
    block = layout.blocks[statement.block]
    if block.kind == "line" or (block.speaker and statement.opens):
        return None
    match = _FIRST.match(layout.text, statement.start, statement.end)
    first = match[1].lower() if match is not None else ""
    if first in words_in("clauses", "backward"):
        return None if statement.opens and block.apart and first in {"and", "but", "so", "it"} else number - 1
    if first in words_in("clauses", "someone") and not statement.opens:
        for earlier in range(number - 1, block.first - 1, -1):
            other = layout.statements[earlier]
            word = _FIRST.match(layout.text, other.start, other.end)
            if earlier == block.first or word is None or word[1].lower() not in words_in("clauses", "someone"):
                return earlier
    if _ALSO.search(layout.text, statement.start, statement.end) and not statement.opens:
        return number - 1
    return None
