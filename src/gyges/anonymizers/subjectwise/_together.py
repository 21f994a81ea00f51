"""Passages: what belongs together in a text (a paragraph, a turn with its speaker, a message, a field, a row)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from gyges.anonymizers.subjectwise._layout import Block, Layout

__all__ = ["STAYS", "Passage", "find_passages"]

STAYS = frozenset(("heading", "greeting", "closing"))
"""Kinds of blocks that go only with what stands below them."""
_NUMBER = re.compile(r"\s*(?:\(?\d{1,3}(?:[.)/]\d{0,4}){1,3}|§ ?\d{1,3}\.?|\[\d{1,2}\])\s+(?!\d)")
_LETTER = re.compile(r"\s*\(?[a-z][.)]\s+")
_BULLET = re.compile(r"\s*[*•▪–—-]+\s+|\s*\[[ xX✓]?\]\s")
_MESSAGE = re.compile(
    r"\s*+(?:>++\s*+)?(?:From:\s|On\b.{4,80}\bwrote:|-{2,}.{0,20}(?:Original|Forwarded))", re.IGNORECASE
)
_STAMP = re.compile(r"\d{1,2}[:.]\d\d\b")
_INDENT = re.compile(r" {3,}|\t")
_STAMP_WORDS = 7  # of a line that only says who wrote when
_TURN = 3  # sentences of a turn that goes whole: its last may be the answer
_THREAD = 2  # messages that make a thread


@dataclass(frozen=True, slots=True)
class Passage:
    """Statements that belong together.

    Attributes:
        first: Number of its first statement.
        last: One past the number of its last statement.
        kind: The kind of its first block.
        whole: Whether it goes whole or stays whole; else its end may go.
        listed: ``letter``, ``number`` or ``bullet`` for an item of a list, else empty.
        labelled: Whether a label, a speaker or a time stands before it.
    """

    first: int
    last: int
    kind: str
    whole: bool
    listed: str
    labelled: bool


def find_passages(layout: Layout) -> list[Passage]:
    """Return the passages of a text, in order; every statement lies in one."""
    wrapped = any("\n" in layout.text[one.start : one.end] for one in layout.statements)
    passages: list[Passage] = []
    messages = _messages(layout)
    talkers = _talkers(layout)
    talks = False  # whether somebody speaks in the passage at hand
    header = False  # whether the lines at hand belong to one that says who wrote when
    message: int | None = None
    for number, block in enumerate(layout.blocks):
        if number in messages:
            message = len(passages)
        if message is not None and message < len(passages):
            passages[-1] = replace(passages[-1], last=block.last)
            continue
        own = _passage(layout, block)
        if message is not None:
            own = replace(own, whole=True, labelled=True, kind="text" if number else own.kind)
        plain = bool(passages) and not own.labelled and not own.listed
        spoken = plain and talks and own.kind == "text"
        indented = bool(passages) and _is_indented(layout, block) and passages[-1].kind in {"text", "line"}
        goes_on = plain and not block.apart and (header or _continues(passages[-1], own, wrapped))
        if spoken or indented or goes_on:
            whole = passages[-1].whole or header
            kind = "text" if header else passages[-1].kind
            passages[-1] = replace(passages[-1], last=block.last, whole=whole, kind=kind)
            continue
        passages.append(own)
        header = _is_stamp(layout, block)
        talks = block.speaker in talkers
    return passages


def _talkers(layout: Layout) -> frozenset[str]:
    """Return who speaks more than once: lines without a label below belong to them."""
    speakers = [block.speaker for block in layout.blocks if block.speaker]
    return frozenset(one for one in speakers if speakers.count(one) >= _THREAD)


def _is_indented(layout: Layout, block: Block) -> bool:
    """Tell whether a line is set in, so that it belongs to the one before."""
    return block.first > 0 and not block.apart and _INDENT.match(layout.text, block.start) is not None


def _passage(layout: Layout, block: Block) -> Passage:
    label = layout.text[block.start : layout.statements[block.first].start]
    listed = ""
    for name, pattern in (("letter", _LETTER), ("number", _NUMBER), ("bullet", _BULLET)):
        if not listed and pattern.match(layout.text, block.start, block.end):
            listed = name
    labelled = bool(label.strip())
    short = bool(block.speaker) and block.last - block.first <= _TURN
    prose = block.kind == "text" and not short
    return Passage(block.first, block.last, block.kind, not prose, listed, labelled)


def _continues(before: Passage, own: Passage, wrapped: bool) -> bool:
    """Tell whether a line goes on with the passage before it."""
    if own.kind != "text" or before.kind in {*STAYS, "row"}:
        return False
    return before.labelled or (wrapped and before.kind == "text")


def _is_stamp(layout: Layout, block: Block) -> bool:
    words = layout.text[block.start : block.end]
    short = len(words.split()) <= _STAMP_WORDS
    return short and block.kind in {"line", "heading"} and _STAMP.search(words) is not None


def _messages(layout: Layout) -> Sequence[int]:
    found = [number for number, block in enumerate(layout.blocks) if _MESSAGE.match(layout.text, block.start)]
    return found if len(found) >= _THREAD else ()
