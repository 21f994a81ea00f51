"""From what goes to the spans of the original that go: gaps close, empty lines and headings over nothing go too."""

from collections.abc import Collection
from dataclasses import dataclass

from gyges.anonymizers.subjectwise._drops import Chosen
from gyges.anonymizers.subjectwise._layout import Block, Layout

__all__ = ["Removal", "removals"]

_LINES = frozenset(("lines", "heading"))


@dataclass(frozen=True, slots=True)
class Removal:
    """A span of the original that goes, in code points, what it is, and the number of its first statement."""

    start: int
    end: int
    kind: str
    statement: int


def removals(layout: Layout, chosen: Chosen) -> list[Removal]:
    """Return the spans that go, in order, without overlap."""
    empty = _empty_blocks(layout, chosen.statements)
    spans: list[Removal] = []
    for number, block in enumerate(layout.blocks):
        if number in empty:
            end = _line_end(layout.text, block.end)
            spans.append(Removal(block.start, end, "heading" if block.kind == "heading" else "lines", block.first))
        else:
            spans += _in_block(layout, block, chosen)
    return _touching(_without_blank_lines(layout.text, sorted(spans, key=lambda one: one.start)))


def _touching(spans: list[Removal]) -> list[Removal]:
    """Make one of those that touch."""
    joined: list[Removal] = []
    for span in spans:
        if joined and joined[-1].end >= span.start:
            last = joined[-1]
            joined[-1] = Removal(last.start, max(last.end, span.end), last.kind, last.statement)
        else:
            joined.append(span)
    return joined


def _empty_blocks(layout: Layout, gone: Collection[int]) -> set[int]:
    empty = {
        number
        for number, block in enumerate(layout.blocks)
        if block.last > block.first and all(one in gone for one in range(block.first + block.run_in, block.last))
    }
    for heading in sorted(layout.over, reverse=True):
        below = layout.over[heading]
        if below and all(number in empty for number in below):
            empty.add(heading)
    for number, block in enumerate(layout.blocks):  # "Yours," over a name that went
        after = range(number + 1, len(layout.blocks))
        if block.kind == "closing" and after and all(one in empty for one in after):
            empty.add(number)
    return empty


def _line_end(text: str, end: int) -> int:
    line = text.find("\n", end)
    return len(text) if line < 0 else line + 1


def _in_block(layout: Layout, block: Block, chosen: Chosen) -> list[Removal]:
    spans: list[Removal] = []
    for number in range(block.first, block.last):
        statement = layout.statements[number]
        if number not in chosen.statements:
            continue
        if any(other not in chosen.statements for other in range(number + 1, block.last)):
            spans.append(Removal(statement.start, layout.statements[number + 1].start, "sentence", number))
        else:  # nothing stays behind it: the gap before it goes
            spans.append(Removal(layout.statements[number - 1].end, statement.end, "sentence", number))
    spans += [
        Removal(start, end, "clause", number)
        for start, end, number in chosen.clauses
        if block.first <= number < block.last
    ]
    return spans


def _without_blank_lines(text: str, spans: list[Removal]) -> list[Removal]:
    """Let blank lines go with the lines that went beside them, so that no two are left where one was."""
    closed: list[Removal] = []
    before = 0  # where the run of lines began that went
    for span in spans:
        start, end = span.start, span.end
        if span.kind in _LINES:
            touching = closed and closed[-1].end == start and closed[-1].kind in _LINES
            before = before if touching else start
            opens = not text[:before].strip() or _all_gone(text, 0, before, closed)
            if opens or _blank_before(text, before):
                while _blank(text, end):
                    end = _line_end(text, end)
        closed.append(Removal(start, end, span.kind, span.statement))
    return _without_tail(text, closed)


def _all_gone(text: str, start: int, end: int, gone: list[Removal]) -> bool:
    at = start
    for span in gone:
        if span.start > at and text[at : span.start].strip():
            return False
        at = max(at, span.end)
    return at >= end or not text[at:end].strip()


def _without_tail(text: str, spans: list[Removal]) -> list[Removal]:
    """Let blank lines go before lines that went at the very end."""
    last = len(spans)
    end = len(text.rstrip())
    while last and spans[last - 1].kind in _LINES and spans[last - 1].end >= end:
        end = len(text[: spans[last - 1].start].rstrip())
        last -= 1
    if last == len(spans):
        return spans
    first = spans[last]
    low = spans[last - 1].end if last else 0
    start = max(len(text[: first.start].rstrip()), low)
    tail = len(text.rstrip())  # the line break at the end of the text stays
    kept = [Removal(one.start, min(one.end, tail), one.kind, one.statement) for one in spans[last:]]
    kept = [one for one in kept if one.start < one.end]
    return [*spans[:last], Removal(start, kept[0].end, first.kind, first.statement), *kept[1:]] if kept else spans


def _blank_before(text: str, at: int) -> bool:
    line = text.rfind("\n", 0, max(at - 1, 0)) + 1
    return at > 0 and not text[line:at].strip()


def _blank(text: str, at: int) -> bool:
    line = _line_end(text, at)
    return at < len(text) and not text[at:line].strip()
