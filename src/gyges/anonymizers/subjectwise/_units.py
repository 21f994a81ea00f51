"""What can be dropped from a text: sentences, lines and rows with what hangs on them, stretches inside sentences."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from gyges.anonymizers.subjectwise._clauses import Clause, find_clauses, find_items, has_verb
from gyges.anonymizers.subjectwise._layout import Layout, Statement
from gyges.anonymizers.subjectwise._tables import words_in

__all__ = ["SOMEBODY", "Unit", "antecedent", "find_units", "unanswered"]

_FIRST = re.compile(r"[\s\"“‘'(*-]*([^\W\d_]+)")
_STAYS = frozenset(("heading", "greeting", "closing"))
_POINTS = re.compile(r"\b(?:it|that|this|them|him|her|so|one|those|these)\b", re.IGNORECASE)
_SHORT = 6  # words of a sentence that cannot point at something without the one before
_NAMED = re.compile(r"(?<=[a-z,] )(?:Dr |Mrs? |Ms )?[A-Z]\w")
SOMEBODY = re.compile(
    r"(?<=[a-z,] )(?:Dr |Mrs? |Ms )?[A-Z]\w"
    r"|^\W*(?!There|It|This|That|\w+(?:body|one)\b)[A-Z][\w-]+(?: [A-Z]\w+| (?:is|was|has|had|said|came)\b)"
    r"|\b(?:woman|man|boy|girl|child|mother|father|son|daughter|brother|sister|wife|husband|grand\w+|patient|client"
    r"|customer|driver|owner|neighbour|uncle|aunt|cousin|friend|student|person|applicant|tenant|officer)\b"
)
_FAR = 8  # statements looked back for whom a pronoun means
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
        if (
            block.kind in _STAYS
            or (block.run_in and statement.opens)
            or not any(map(str.isalpha, layout.text[statement.start : statement.end]))
        ):
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
        if _asks(layout, number - 1) and statement.opens:
            dependents[number - 1].update(range(block.first, block.last))  # no answer without its question
        elif words.endswith(":") and not block.apart:
            dependents[number - 1].add(number)
            dependents[number].add(number - 1)
        else:
            needed = _needed(layout, number, statement)
            if needed is not None:
                dependents[needed].add(number)
    return [frozenset(own) for own in dependents]


def _in_quote(layout: Layout, first: int, statement: Statement) -> bool:
    """Tell whether a statement begins inside words that are quoted or in brackets."""
    before = layout.text[layout.statements[first].start : statement.start]
    opened = any(before.count(mark) > before.count(other) for mark, other in ("“”", "()", "[]"))
    return opened or before.count('"') % 2 == 1


def _needed(layout: Layout, number: int, statement: Statement) -> int | None:
    """Return the statement without which one cannot be understood, None if it stands alone."""
    block = layout.blocks[statement.block]
    labelled = statement.opens and layout.text[block.start : statement.start].strip()
    if block.kind == "line" or labelled:
        return None
    match = _FIRST.match(layout.text, statement.start, statement.end)
    first = match[1].lower() if match is not None else ""
    if first in words_in("clauses", "backward"):
        return None if statement.opens and block.apart and first in {"and", "but", "so", "it"} else number - 1
    joined = match is not None and layout.text[match.end() : match.end() + 1] in {"'", "’"}  # "she'd"
    if first in words_in("clauses", "several" if not joined else "someone"):  # for "he" and "she" somebody can be put
        return antecedent(layout, number)
    words = layout.text[statement.start : statement.end]
    hangs = len(words.split()) <= _SHORT and _POINTS.search(words)
    if not statement.opens and (hangs or _ALSO.search(words)):
        return number - 1
    return None


def antecedent(layout: Layout, number: int) -> int | None:
    """Return the statement that says who a pronoun at the beginning of one is."""
    for earlier in range(number - 1, max(-1, number - _FAR - 1), -1):
        other = layout.statements[earlier]
        words = layout.text[other.start : other.end]
        first = _FIRST.match(words)
        goes_on = first is not None and first[1].lower() in words_in("clauses", "someone")
        if layout.blocks[other.block].kind not in _STAYS and (_NAMED if goes_on else SOMEBODY).search(words):
            return earlier
    return None


def _asks(layout: Layout, number: int) -> bool:
    """Tell whether a statement is a question that somebody else answers in what follows."""
    statement = layout.statements[number]
    block = layout.blocks[statement.block]
    alone = bool(block.speaker) or block.last - block.first == 1
    return number == block.last - 1 and alone and layout.text[statement.start : statement.end].endswith("?")


def unanswered(layout: Layout, gone: Collection[int]) -> set[int]:
    """Return the questions that nobody answers any more."""
    found: set[int] = set()
    for number in range(len(layout.statements) - 1):
        answer = layout.blocks[layout.statements[number + 1].block]
        whole = all(one in gone for one in range(answer.first, answer.last))
        if number not in gone and whole and answer.first == number + 1 and _asks(layout, number):
            found.add(number)
    return found
