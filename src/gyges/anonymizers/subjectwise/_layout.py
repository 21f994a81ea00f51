"""How a text is laid out: blocks of sentences (a paragraph, a line, a turn, a row), and what of it belongs together."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from gyges.anonymizers.subjectwise._tables import words_in
from gyges.reading import split_sentences
from gyges.reading.english import can_be, usual_tag

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_CUT_OFF = frozenset(("VBD", "VBN", "VBZ", "VBG", "MD"))  # tags of a first word without the one who does it


def has_verb(words: str) -> bool:
    """Tell whether some words hold one that is a verb and hardly anything else."""
    return any(is_finite(word) for word in _WORD.findall(words))


def is_finite(word: str) -> bool:
    """Tell whether a word is a finite verb and hardly anything else."""
    if "'" in word or "’" in word:
        return re.search(r"['’](?:s|re|m|ll|ve|d|t)$", word) is not None
    return usual_tag(word) in {"VBD", "VBZ", "VBP", "MD"} or can_be(word, "AUX")


def is_fragment(words: str) -> bool:
    """Tell whether words are no sentence of their own: no verb, or nobody who does it."""
    found = _WORD.findall(words)
    if not found:
        return True
    first = found[0].lower()
    cut_off = usual_tag(first) in _CUT_OFF and not words.rstrip().endswith("?")
    return cut_off or first in {"not", "no"} or not any(map(_may_tell, found))


def _may_tell(word: str) -> bool:
    return is_finite(word) or usual_tag(word.lower()).startswith("VB")


_LABEL = re.compile(
    r"[>*•▪–—-]+\s+|\(?\d{1,3}(?:[.)/]\d{0,4}){1,3}\s+|\(?[a-z][.)]\s+|[QA]\d{0,2}[.:]\s+"
    r"|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,?\s(?:\d{1,2}\b(?:\s[A-Z][a-z]+)?"
    r"|[A-Z][a-z]{2,8}\s\d{1,2})(?:,?\s\d{4})?[.:]\s+"
    r"|§\s?\d{1,3}[a-z]?\.?\s+|\*\*[^*\n]{1,40}\*\*(?:\s\([^)\n]{1,24}\))?:\s*"
    r"|\[[^\]\n]{1,24}\]:?\s*|<[^>\n]{1,24}>:?\s*"
    r"|\d{1,2}[:.]\d\d\s+(?:-\s+)?|\d{1,2}(?:[-–]\d{1,2})?\s{2,}"
    r"|[A-ZÀ-Þ][\w.'’ /&()-]{0,28}:\s+|[A-Z][\w/&-]{0,14}\s{2,}(?=\S)"
)
_LABELS = 4  # of one line: "> 3. [09:12] ANA: "
_ENDED = re.compile(r"[.!?…]['\"”’»)\]]*$")
_CLOSING = re.compile(
    r"(?:(?:yours|with|kind|best|warm(?:est)?|many|sincerely|respectfully|regards|cheers|love|thanks|thank you"
    r"|signed)\b[^.!?]{0,40}|xx?)$",
    re.IGNORECASE,
)
_GREETING = re.compile(r"(?:dear|hi|hello|hey|good (?:morning|evening|day)|to whom)\b[^.!?]{0,50}$", re.IGNORECASE)
_STOP = re.compile(r"(?<=\w\w[.!?])\s+(?=[a-zà-þ])|(?<=[!?]{2})\s+(?=[a-zà-þ])")
_QUESTION = re.compile(r"[QA]\d{0,2}\.")
_RUN_IN = re.compile(r"[A-Z0-9][\w'’&/-]*(?:,?\s[\w'’&/-]+){0,3}\.")
_TOLD = frozenset(("VBD", "VBZ", "VBP", "VB", "MD", "PRP"))  # tags of words that no heading has
_SHORT = re.compile(r"(?:^|[\s(])([A-Z][a-z]{0,4})\.$")
_NUMBERED = re.compile(r"(?:^|\s)\d{1,3}\.$|^\W*[A-Z]?\d*\.$")
_LEADERS = re.compile(r"(?<!\.)\.{4,}+|(?<!…)…{2,}+|(?<!_)_{3,}+")  # between a label and its value
_LEADER = re.compile(rf"(?:{_LEADERS.pattern})$")
_HEADING_WORDS = 8
_ROW_BARS = 2  # in a line of a table


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence without the label of its line."""

    start: int  # first code point
    end: int  # one past the last code point, without the gap behind it
    block: int  # the number of its block
    opens: bool  # whether it is the first of its block


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that belong together."""

    start: int  # first code point of the first line, label and all
    end: int  # one past the last code point, without the line break
    kind: str
    speaker: str  # who speaks, if the line is a turn of a talk; else empty
    first: int  # number of its first statement
    last: int  # one past the number of its last statement
    apart: bool  # whether a blank line stands before it
    run_in: bool = False  # whether its first statement is a heading of a word or two: "4. Parking. The lorry ..."


@dataclass(frozen=True, slots=True)
class Layout:
    """The blocks and statements of a text, in order."""

    text: str
    blocks: tuple[Block, ...]
    statements: tuple[Statement, ...]
    over: dict[int, tuple[int, ...]] = field(default_factory=dict)  # heading to the blocks below it


def lay_out(text: str) -> Layout:
    """Return how a text is laid out."""
    groups: list[list[tuple[int, int]]] = []
    for sentence in split_sentences(text):
        gap = text[groups[-1][-1][1] : sentence.start] if groups else "\n"
        same_line = "\n" not in gap and "\r" not in gap
        if same_line and groups:
            groups[-1].append((sentence.start, sentence.end))
        else:
            groups.append([(sentence.start, sentence.end)])
    blocks: list[Block] = []
    statements: list[Statement] = []
    for group in groups:
        blocks.append(_block(text, group, len(blocks), statements))
    blocks = _headings(text, blocks)
    return Layout(text, tuple(blocks), tuple(statements), _below(blocks))


def _block(text: str, group: Sequence[tuple[int, int]], number: int, statements: list[Statement]) -> Block:
    start, end = group[0][0], group[-1][1]
    group = _joined(text, group)
    line = text.rfind("\n", 0, start) + 1
    apart = number == 0 or not text[text.rfind("\n", 0, max(line - 1, 0)) + 1 : max(line - 1, 0)].strip()
    words = text[start:end]
    first = len(statements)
    body = _body(text, start, end)
    if words.count("|") >= _ROW_BARS:
        group, kind, body = [(start, end)], "row", start
    elif _GREETING.match(words):
        kind = "greeting"
    elif _CLOSING.match(words):
        kind = "closing"
    else:
        kind = "text" if _ENDED.search(words) or len(group) > 1 else "line"
    for low, high in _chatted(text, body, group):
        if high > body:
            statements.append(Statement(max(low, body), high, number, opens=len(statements) == first))
    speaker = _speaker(text[start:body])
    opening = statements[first]
    run_in = not speaker and len(statements) - first > 1 and _is_run_in(text, opening)
    return Block(line, end, kind, speaker, first, len(statements), apart, run_in)


def _is_run_in(text: str, opening: Statement) -> bool:
    """Tell whether a statement is the heading of those behind it: "COMPANY MAN.", "Tue Dec 3."."""
    words = re.findall(r"[a-z]+", text[opening.start : opening.end].lower())
    short = _RUN_IN.fullmatch(text, opening.start, opening.end) is not None
    return short and not any(usual_tag(word) in _TOLD for word in words)


def _body(text: str, start: int, end: int) -> int:
    """Return where the labels of a line end; where it begins if there is nothing else in it."""
    at = start
    for _ in range(_LABELS):
        label = _LABEL.match(text, at, end)
        if label is None:
            break
        at = label.end()
    return at if at < end else start


def _chatted(text: str, body: int, group: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return sentences, those of somebody who writes without capitals cut at every full stop."""
    if not text[body : body + 1].islower():
        return list(group)
    cut: list[tuple[int, int]] = []
    for low, high in group:
        at = low
        for match in _STOP.finditer(text, max(low, body), high):
            cut.append((at, match.start()))
            at = match.end()
        cut.append((at, high))
    return cut


def _joined(text: str, group: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return sentences, those cut behind a number of a list or dots joined again: "1. Ana 2. Ben", "Age ..... 66"."""
    joined: list[tuple[int, int]] = []
    for low, high in group:
        words = text[slice(*joined[-1])] if joined else ""
        if _NUMBERED.search(words) or _LEADER.search(words) or _is_cut(words):
            joined[-1] = (joined[-1][0], high)
        else:
            joined.append((low, high))
    return joined


def _is_cut(words: str) -> bool:
    """Tell whether a sentence was cut inside brackets or behind a short form: "(Sh. 6,200)", "Sig. Rossi"."""
    short = _SHORT.search(words)
    return words.count("(") > words.count(")") or (
        short is not None and short[1].lower() in words_in("clauses", "short_forms")
    )


def _speaker(label: str) -> str:
    plain = re.sub(r"\*|\s\([^)\n]*\)(?=:)", "", label.strip())
    name = re.search(r"([^\W\d_][^:\n\]>]{0,28})[\]>]?:?\s*$", plain)
    if name is None or not (":" in label or _QUESTION.match(label)):
        return ""
    return name[1].strip()


def _headings(text: str, blocks: Sequence[Block]) -> list[Block]:
    """Tell the short lines that stand over others from those that stand for themselves."""
    told: list[Block] = []
    for number, block in enumerate(blocks):
        follows = blocks[number + 1] if number + 1 < len(blocks) else None
        words = text[block.start : block.end].strip()
        short = len(words.split()) <= _HEADING_WORDS and not words.endswith((".", "!", "?", ","))
        above = follows is not None and (not follows.apart or follows.kind == "text" or words.endswith(":"))
        alone = block.speaker == "" and block.apart and number > 0 and not _LEADERS.search(words)
        if block.kind == "line" and short and above and alone and follows is not None and follows.kind != "row":
            block = replace(block, kind="heading")
        told.append(block)
    return told


def _below(blocks: Sequence[Block]) -> dict[int, tuple[int, ...]]:
    below: dict[int, tuple[int, ...]] = {}
    for number, block in enumerate(blocks):
        if block.kind != "heading":
            continue
        own: list[int] = []
        alone = number + 1 < len(blocks) and blocks[number + 1].apart  # over all down to the next heading
        for other in range(number + 1, len(blocks)):
            ends = blocks[other].kind in {"heading", "closing"}
            if ends or (own and blocks[other].apart and not alone):
                break
            own.append(other)
        below[number] = tuple(own)
    return below


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
    """Statements that belong together."""

    first: int  # number of its first statement
    last: int  # one past the number of its last statement
    kind: str  # the kind of its first block
    whole: bool  # whether it goes whole or stays whole; else its end may go
    listed: str  # ``letter``, ``number`` or ``bullet`` for an item of a list, else empty
    labelled: bool  # whether a label, a speaker or a time stands before it


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
