"""What can be dropped from a text: the ends of paragraphs, whole turns, fields and rows."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from gyges.anonymizers.subjectwise._layout import STAYS, Layout, Passage, find_passages
from gyges.anonymizers.subjectwise._references import needed_by
from gyges.anonymizers.subjectwise._tables import words_in

_FIELD = (1, 2)  # words of the label of a field; "Barton Street bike lane: your comments" is a title
_HEAD = 5  # blocks of the head of a text
_LABEL = 3  # words of a label that says whom a document is about
_CONTACT = re.compile(r"@|\d(?:[ ()-]?\d){6,}")
_ASKED = re.compile(
    r"\bask(?:ed|s)?\b(?: (?:me|him|her|us|them|[A-Z]\w+))? "
    r"(?:what|who|whom|why|how|whether|where|when|if)\b[^.!?]{0,600}\.$"
)
_ASKING = 1_000  # characters in which that stands
_OPENING = re.compile(r"[\"“”()\[\]]")
_ENDED = re.compile(r"[.!?…:;]['\"”’)\]]*$")
_ITEM = re.compile(r"\D{0,3}(\d{1,3})")
_OFTEN = 3  # one turn of so many is a question for who leads an interview


Unit = tuple[int, ...]
"""Numbers of the statements that go together."""


def find_units(layout: Layout) -> list[Unit]:
    """Return everything that can be dropped from a text so that the rest reads on.

    A sentence of a paragraph goes by itself, its first only with all of it; a turn of a talk, a field, an item or a
    row goes whole. What points back at something goes with it.
    """
    passages = find_passages(layout)
    leaning = _leaning(layout, passages)
    fixed = _fixed(layout, passages)
    units: dict[Unit, None] = {}
    behind = _reversed(leaning)
    done: set[int] = set()  # statements that go with others which go with them: one unit for all
    for number in range(len(layout.statements)):
        if number not in fixed and number not in done:
            together = _with_dependents(number, leaning)
            done.update(together & _with_dependents(number, behind, together))
            if fixed.isdisjoint(together):
                units[tuple(sorted(together))] = None
    return list(units)


def _fixed(layout: Layout, passages: Sequence[Passage]) -> set[int]:
    """Return the statements that never go by themselves: headings, greetings, the heads of tables, bare marks."""
    found: set[int] = set()
    alone = {one.first for one in passages}  # the subject of a message goes with the message
    for number, statement in enumerate(layout.statements):
        block = layout.blocks[statement.block]
        opens = statement.opens or number in alone
        label = layout.text[block.start : statement.start].split() if opens else []
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


def _with_dependents(number: int, leaning: Sequence[Collection[int]], among: Collection[int] | None = None) -> set[int]:
    """Return a statement and all that cannot stay without it, directly or not, among some or all of them."""
    chosen: set[int] = set()
    waiting = [number]
    while waiting:
        one = waiting.pop()
        if one not in chosen and (among is None or one in among):
            chosen.add(one)
            waiting += leaning[one]
    return chosen


def _reversed(leaning: Sequence[Collection[int]]) -> list[list[int]]:
    """Return, for every statement, without which others it cannot stay."""
    found: list[list[int]] = [[] for _ in leaning]
    for number, dependents in enumerate(leaning):
        for one in dependents:
            found[one].append(number)
    return found


def _leaning(layout: Layout, passages: Sequence[Passage]) -> list[frozenset[int]]:
    """Return, for every statement, which others cannot stay without it."""
    dependents: list[set[int]] = [set() for _ in layout.statements]
    askers = _askers(layout)
    for place, passage in enumerate(passages):
        opening = _opening(layout, passage)
        dependents[opening].update(range(opening + 1, passage.last))  # nothing stays without what opens it
        for number, is_open in zip(range(passage.first, passage.last - 1), _open_after(layout, passage), strict=False):
            if passage.whole or is_open or _announces(layout, passage, number):
                dependents[number].add(number + 1)
                dependents[number + 1].add(number)
        if place + 1 < len(passages):
            _tie(layout, passage, passages[place + 1], askers, dependents)
    for number, needed in needed_by(layout, passages):
        dependents[needed].add(number)
    return [frozenset(own) for own in dependents]


def _opening(layout: Layout, passage: Passage) -> int:
    """Return the statement that opens a passage, behind its heading."""
    headed = layout.blocks[layout.statements[passage.first].block].run_in
    return min(passage.first + headed, passage.last - 1)


def _is_next(layout: Layout, passage: Passage, following: Passage) -> bool:
    """Tell whether two passages are numbered one after the other."""
    numbers = [
        _ITEM.match(layout.text, layout.blocks[layout.statements[one.first].block].start)
        for one in (passage, following)
    ]
    one, other = numbers
    return one is not None and other is not None and int(one[1]) + 1 == int(other[1])


def _announces(layout: Layout, passage: Passage, number: int) -> bool:
    """Tell whether a statement cannot be the last of its passage, as it announces something."""
    end = layout.statements[number].end
    first = max(layout.statements[passage.first].start, end - _ASKING)
    return layout.text[first:end].endswith((":", "?")) or _ASKED.search(layout.text, first, end) is not None


def _open_after(layout: Layout, passage: Passage) -> Iterator[bool]:
    """Yield for each statement of a passage whether a quotation or a bracket is open behind it."""
    last = layout.statements[passage.first].start
    signs: Counter[str] = Counter()
    for statement in layout.statements[passage.first : passage.last]:
        signs.update(_OPENING.findall(layout.text, last, statement.end))
        last = statement.end
        yield _leaves_open(signs)


def _is_open(words: str) -> bool:
    return _leaves_open(Counter(_OPENING.findall(words)))


def _leaves_open(signs: Counter[str]) -> bool:
    return signs['"'] % 2 == 1 or any(signs[one] > signs[other] for one, other in ("“”", "()", "[]"))


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
