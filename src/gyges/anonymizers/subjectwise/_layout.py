"""How a text is laid out: blocks of sentences (a paragraph, a line of a form, a turn of a talk, a row of a table)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from gyges.anonymizers.subjectwise._tables import words_in
from gyges.anonymizers.wording import usual_tag
from gyges.reading import split_sentences

__all__ = ["Block", "Layout", "Statement", "lay_out"]

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
    """A sentence without the label of its line.

    Attributes:
        start: First code point.
        end: One past the last code point, without the gap behind it.
        block: The number of its block.
        opens: Whether it is the first of its block.
    """

    start: int
    end: int
    block: int
    opens: bool


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that belong together.

    Attributes:
        start: First code point of the first line, label and all.
        end: One past the last code point, without the line break.
        kind: ``text``, ``heading``, ``line`` (no sentence: a form, a signature), ``row``, ``greeting`` or ``closing``.
        speaker: Who speaks, if the line is a turn of a talk; else empty.
        first: Number of its first statement.
        last: One past the number of its last statement.
        apart: Whether a blank line stands before it.
        run_in: Whether its first statement is a heading of a word or two: "4. Parking. The lorry ...".
    """

    start: int
    end: int
    kind: str
    speaker: str
    first: int
    last: int
    apart: bool
    run_in: bool = False


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
