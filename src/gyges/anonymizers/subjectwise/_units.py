"""What can be dropped from a text: the ends of paragraphs, whole turns, fields and rows, asides inside sentences."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from gyges.anonymizers.subjectwise._clauses import Clause, find_clauses
from gyges.anonymizers.subjectwise._layout import Layout
from gyges.anonymizers.subjectwise._references import needed_by
from gyges.anonymizers.subjectwise._tables import words_in
from gyges.anonymizers.subjectwise._together import STAYS, Passage, find_passages
from gyges.anonymizers.wording import can_be, usual_tag

__all__ = ["Unit", "find_units", "stranded"]


_FIELD = (1, 2)  # words of the label of a field; "Barton Street bike lane: your comments" is a title
_CONTENT = frozenset(("NN", "NNS", "VB", "VBD", "VBN", "VBG", "JJ"))
_FEW_WORDS = 8  # of a statement that cannot stand without the one before
_HEAD = 5  # blocks of the head of a text
_LABEL = 3  # words of a label that says whom a document is about
_CONTACT = re.compile(r"@|\d(?:[ ()-]?\d){6,}")
_ASKED = re.compile(
    r"\bask(?:ed|s)?\b(?: (?:me|him|her|us|them|[A-Z]\w+))? "
    r"(?:what|who|whom|why|how|whether|where|when|if)\b[^.!?]{0,600}\.$"
)
_ENDED = re.compile(r"[.!?…:;]['\"”’)\]]*$")
_ITEM = re.compile(r"\D{0,3}(\d{1,3})")
_OFTEN = 3  # one turn of so many is a question for who leads an interview


@dataclass(frozen=True, slots=True)
class Unit:
    """What goes as one.

    Attributes:
        statements: Numbers of the statements that go together; one for a stretch inside it.
        clause: The stretch, None where whole statements go.
    """

    statements: tuple[int, ...]
    clause: Clause | None = None


def find_units(layout: Layout, needed: Iterable[tuple[int, int]] = (), anchors: Sequence[int] = ()) -> list[Unit]:
    """Return everything that can be dropped from a text so that the rest reads on.

    A sentence of a paragraph goes by itself, its first only with all of it; a turn of a talk, a field, an item or a
    row goes whole. What points back at something goes with it.

    Args:
        layout: The text.
        needed: Statements, each with an earlier one without which nobody knows who is meant in it.
        anchors: Places where somebody is told of first who is told of again: no stretch inside a sentence takes them.
    """
    passages = find_passages(layout)
    leaning = _leaning(layout, passages, needed)
    fixed = _fixed(layout, passages)
    units: dict[tuple[int, ...], Unit] = {}
    asides: list[Unit] = []
    for number, statement in enumerate(layout.statements):
        if number in fixed:
            continue
        together = _with_dependents(number, leaning)
        if fixed.isdisjoint(together):
            units.setdefault(together, Unit(together))
        if layout.blocks[statement.block].kind == "text":
            clauses = find_clauses(layout.text, statement.start, statement.end)
            held = _taken_up(layout, number)
            free = (
                one
                for one in clauses
                if not any(one.start <= at < one.end for at in anchors)
                and held.isdisjoint(_telling(layout.text[one.start : one.end]))
            )
            asides += [Unit((number,), clause) for clause in free]
    return [*units.values(), *asides]


def _taken_up(layout: Layout, number: int) -> frozenset[str]:
    """Return the words that the next statement takes up where it is short: "... was cut." and "Who cut it?"."""
    if number + 1 >= len(layout.statements):
        return frozenset()
    after = layout.statements[number + 1]
    words = layout.text[after.start : after.end]
    return _telling(words) if len(words.split()) <= _FEW_WORDS else frozenset()


def _telling(words: str) -> frozenset[str]:
    found = re.findall(r"[a-z]{3,}", words.lower())
    return frozenset(word for word in found if usual_tag(word) in _CONTENT and not can_be(word, "AUX"))


def _fixed(layout: Layout, passages: Sequence[Passage]) -> set[int]:
    """Return the statements that never go by themselves: headings, greetings, the heads of tables, bare marks."""
    found: set[int] = set()
    alone = {one.first for one in passages}  # the subject of a message goes with the message
    for number, statement in enumerate(layout.statements):
        block = layout.blocks[statement.block]
        label = layout.text[block.start : statement.start].split()
        title = (
            statement.opens and block.kind in {"line", "text"} and not (label and number) and _is_title(layout, number)
        )
        head = block.kind == "row" and (not statement.block or layout.blocks[statement.block - 1].kind != "row")
        bare = not any(map(str.isalnum, layout.text[statement.start : statement.end]))
        field = number in alone and bool(label) and _is_wanted(" ".join(label))
        if block.kind in STAYS or title or field or head or bare or (block.run_in and statement.opens):
            found.add(number)
    return found


def _is_title(layout: Layout, number: int) -> bool:
    """Tell whether a line says what a document is: the first, or one of its head with a word for documents."""
    statement = layout.statements[number]
    block = layout.blocks[statement.block]
    if number == 0 and block.kind == "line":
        label = layout.text[block.start : statement.start]
        named = not words_in("worth", "document").isdisjoint(_lower(label))  # "REFERRAL: ..."
        return named or len(label.split()) not in _FIELD
    above = layout.blocks[: statement.block + 1]
    in_head = len(above) <= _HEAD and all(one.kind in {"line", "heading"} for one in above)
    words = layout.text[block.start : block.end]
    return in_head and not _CONTACT.search(words) and not words_in("worth", "document").isdisjoint(_lower(words))


def _is_wanted(label: str) -> bool:
    """Tell whether a label says whom or what a document is about: "Patient:", "Subject:"."""
    words = _lower(label)
    return 0 < len(words) <= _LABEL and not words_in("worth", "whom").isdisjoint(words)


def _lower(words: str) -> list[str]:
    return re.findall(r"[a-z]+", words.lower())


def _with_dependents(number: int, leaning: Sequence[frozenset[int]]) -> tuple[int, ...]:
    chosen: set[int] = set()
    waiting = [number]
    while waiting:
        one = waiting.pop()
        if one not in chosen:
            chosen.add(one)
            waiting += leaning[one]
    return tuple(sorted(chosen))


def _leaning(layout: Layout, passages: Sequence[Passage], people: Iterable[tuple[int, int]]) -> list[frozenset[int]]:
    """Return, for every statement, which others cannot stay without it."""
    dependents: list[set[int]] = [set() for _ in layout.statements]
    askers = _askers(layout)
    for place, passage in enumerate(passages):
        opening = _opening(layout, passage)
        if not _may_begin(layout, passage, opening + 1):
            dependents[opening].update(range(opening + 1, passage.last))  # nothing stays without what opens it
        for number in range(passage.first, passage.last - 1):
            if passage.whole or _goes_on(layout, passage, number):
                dependents[number].add(number + 1)
                dependents[number + 1].add(number)
        if place + 1 < len(passages):
            _tie(layout, passage, passages[place + 1], askers, dependents)
    for number, needed in (*needed_by(layout, passages), *people):
        dependents[needed].add(number)
    return [frozenset(own) for own in dependents]


def _opening(layout: Layout, passage: Passage) -> int:
    """Return the statement that opens a passage, behind its heading."""
    headed = layout.blocks[layout.statements[passage.first].block].run_in
    return min(passage.first + headed, passage.last - 1)


def _may_begin(layout: Layout, passage: Passage, number: int) -> bool:
    """Tell whether a paragraph may begin with a statement instead of its first: with the writer, a name, or news."""
    plain = passage.kind == "text" and not (passage.labelled or passage.listed or number - passage.first > 1)
    if not plain or number >= passage.last:
        return False
    words = layout.text[layout.statements[number].start : layout.statements[number].end]
    first = words.split(maxsplit=1)[0].strip('"“(,:;').removesuffix("'s").removesuffix("’s")
    known = usual_tag(first.lower()) or first.lower() in words_in("clauses", "function")
    return first.lower() in words_in("clauses", "beginning") or (first.istitle() and not known)


def _is_next(layout: Layout, passage: Passage, following: Passage) -> bool:
    """Tell whether two passages are numbered one after the other."""
    numbers = [
        _ITEM.match(layout.text, layout.blocks[layout.statements[one.first].block].start)
        for one in (passage, following)
    ]
    one, other = numbers
    return one is not None and other is not None and int(one[1]) + 1 == int(other[1])


def _goes_on(layout: Layout, passage: Passage, number: int) -> bool:
    """Tell whether a statement cannot be the last of its passage: a quotation goes on, or it announces something."""
    before = layout.text[layout.statements[passage.first].start : layout.statements[number].end]
    return _is_open(before) or before.endswith((":", "?")) or _ASKED.search(before) is not None


def _is_open(words: str) -> bool:
    return words.count('"') % 2 == 1 or any(words.count(one) > words.count(other) for one, other in ("“”", "()", "[]"))


def _tie(
    layout: Layout, passage: Passage, following: Passage, askers: Collection[str], dependents: list[set[int]]
) -> None:
    """Let a question go with its answer, and what announces something with that."""
    last = passage.last - 1
    words = layout.text[layout.statements[passage.first].start : layout.statements[last].end]
    if following.kind in {*STAYS, "row"} or passage.kind in {*STAYS, "row"}:
        return
    if passage.listed == following.listed == "number" and _is_next(layout, passage, following):
        one, other = _opening(layout, passage), _opening(layout, following)
        dependents[one].add(other)  # the numbers that stay go on from one
    listed = passage.listed == following.listed == "letter"
    speaker, answers = (layout.blocks[layout.statements[one.first].block].speaker for one in (passage, following))
    asks = _asks(layout, last) or (speaker in askers and answers and answers not in askers)
    if words.endswith(":"):
        dependents[following.first].update(range(following.first + 1, following.last))
    unended = bool(following.listed) and _ENDED.search(words) is None  # "I want" over (a), (b)
    if unended or listed or asks or (words.endswith(":") and not following.listed) or _is_open(words):
        dependents[last].add(following.first)
        dependents[following.first].add(last)
    elif words.endswith(":") or following.listed == "letter":
        dependents[last].add(following.first)


def _askers(layout: Layout) -> frozenset[str]:
    """Return who leads an interview: whatever they say is answered."""
    turns = [(block.speaker, _asks(layout, block.last - 1)) for block in layout.blocks if block.speaker]
    speakers = [speaker for speaker, _ in turns]
    asked = [speaker for speaker, asks in turns if asks]
    often = {one for one in asked if speakers.count(one) > 1 and asked.count(one) * _OFTEN >= speakers.count(one)}
    return frozenset(often) if len(often) == 1 else frozenset()


def _asks(layout: Layout, number: int) -> bool:
    """Tell whether a statement is a question that somebody else answers in what follows."""
    statement = layout.statements[number]
    block = layout.blocks[statement.block]
    alone = bool(block.speaker) or block.last - block.first == 1
    return number == block.last - 1 and alone and layout.text[statement.start : statement.end].endswith("?")


def stranded(layout: Layout, gone: Collection[int]) -> set[int]:
    """Return what announces something, or asks, while all that follows below it went."""
    found: set[int] = set()
    for number in range(len(layout.statements) - 1):
        statement, below = layout.statements[number], layout.blocks[layout.statements[number + 1].block]
        ends = layout.text[statement.end - 1 : statement.end] == ":" or _asks(layout, number)
        whole = all(one in gone for one in range(below.first, below.last))
        if number not in gone and ends and whole and below.first == number + 1:
            after = layout.blocks[statement.block + 2 : statement.block + 3]
            if not after or after[0].apart or below.speaker or after[0].first in gone:
                found.add(number)
    return found - _fixed(layout, find_passages(layout))
