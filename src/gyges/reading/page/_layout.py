"""How a text is laid out: who speaks where, what stands between quotation marks, which lines label a value."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from gyges.reading.lexicon._load import words
from gyges.reading.lexicon._names import first_name
from gyges.reading.page._tokens import HIDDEN, Line

_TIME = r"(?:\[[^\]\n]{3,32}\]|\(?\d{1,2}[:.h]\d{2}(?:[:.]\d{2})?\)?(?:\s?[apAP]\.?[mM]\.?)?)"
_DAY = r"(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6}\.?,?\s+|\d{1,2}[./]\d{1,2}(?:[./]\d{2,4})?,?\s+)"
_TURN = re.compile(
    rf"(?:[>|]\s?)*(?:{_DAY}?{_TIME}\s*+[-–|]?\s*+)?(?:<(?P<nick>[^<>\n]{{1,30}})>\s|"
    r"\[(?P<shouted>[^\W\d_a-z]{3,24}(?:[ .-]{1,2}[^\W\d_a-z]{1,24}){0,2})\]\s?:(?=\s|$)|"
    r"(?P<who>@?[^\W_][^:<>\n|;,!?\"“]{0,38}?)\s?:(?=\s|$))"
)
_LATE_TURN = re.compile(  # "Ana, 06:12: hello", "ana_b — 01:07: hello", "Ana → hello"
    rf"(?P<who>@?[^\W_][^:<>\n|;,!?\"“→—]{{0,38}}?)"
    rf"(?:\s?(?:,|[-–—·(|])\s?{_DAY}?{_TIME}\)?\s?:(?=\s|$)|\s(?:→|»|>>)\s(?=\S))"
)
_STAMP = re.compile(  # a line above what somebody writes: "Ana Reis 21:14", "ana_b — Tue 6.14 am", "Ana · 1 h ago"
    rf"(?:[>|↳]\s?)*(?P<who>@?[^\W\d_][^:<>\n|;,!?\"“→—·]{{0,30}}?)"
    rf"\s(?:[-–—·|,]\s?)?(?:{_DAY}?{_TIME}|\d{{1,2}}\s?(?:s|m|min|h|hr|hrs|hours?|d|days?|w)\.?(?:\sago)?)\s*$"
)
_FEWEST_STAMPS, _STAMP_WORDS = 3, 4
_LETTER_TURN = re.compile(r"(?P<who>[QA])[.:]\s")
_WROTE = re.compile(r"(?:On\b[^\n]{0,60}?[,\d]\s)?(?P<who>[^\d\n<>,:]{2,40}?)(?:\s<[^>\n]+>)? wrote:\s*$")
_POST = re.compile(
    r"(?:[>|]\s?)*(?:by\s|posted by\s|u/)?(?P<who>@?[\w.\-]{3,30})(?:\s*(?:[·»|•–,-]\s*|on\s|\()[^\n]{0,60})?$"
)
_FIELD = re.compile(r"(?:[-*•\[\]x ]*)(?P<label>[^\W\d_][^:\n.;,!?\"“”]{0,32}?)\s?(?::|\.{3,}:?)\s*(?=\S)")
_FIELD_GAP = re.compile(r"\s{2,}|\.\s|;\s|\|\s")
_QUOTES = re.compile(r"“[^“”\n]{2,}”|\"[^\"\n]{2,}\"|«[^«»\n]{2,}»|„[^„“”\n]{2,}[“”]|「[^「」\n]{2,}」")
_DEPTH = re.compile(r"(?:>\s?)*")
_MACHINES = words("machines")
_FIELD_WORDS = words("field_words")


@dataclass(frozen=True, slots=True)
class Turn:
    """A stretch in which one voice says "I"."""

    start: int  # where the voice starts, after its label
    end: int  # where it ends
    who_start: int  # start of the label
    who_end: int  # end of the label
    who: str  # the label: a name, a handle, a role, initials


@dataclass(frozen=True, slots=True)
class Quote:
    """Words between quotation marks, marks included."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Field:
    """A labelled value on a line, such as ``Patient: Ana Reis``."""

    start: int
    label: str
    value_start: int
    end: int


@dataclass(frozen=True, slots=True)
class PageLayout:
    """The turns, quotations and fields of a text, each in order."""

    lines: tuple[Line, ...]
    turns: tuple[Turn, ...]
    quotes: tuple[Quote, ...]
    fields: tuple[Field, ...]


def lay_out(text: str, lines: tuple[Line, ...]) -> PageLayout:
    r"""Read the layout of a text."""
    turns = _speakers(text, lines) or _stamped(text, lines) or _posts(text, lines)
    if not turns:
        turns = _letters(text, lines)
    quotes = tuple(Quote(m.start(), m.end()) for m in _QUOTES.finditer(text))
    spoken = {turn.who_start for turn in turns}
    fields = tuple(field for line in lines for field in _fields(text, line) if field.start not in spoken)
    return PageLayout(lines, tuple(turns), quotes, fields)


def is_machine(who: str) -> bool:
    """Tell whether a label names a machine or a remark, not a person."""
    return who.lower().strip("[]() ") in _MACHINES


def _speakers(text: str, lines: tuple[Line, ...]) -> list[Turn]:
    heads: list[tuple[Line, re.Match[str], bool]] = []
    for line in lines:
        late = _LATE_TURN.match(text, line.start, line.end)
        match = late or _TURN.match(text, line.start, line.end) or _LETTER_TURN.match(text, line.start, line.end)
        if match is None:
            continue
        who = _who(match).strip()
        if len(who.split()) > 4 or (who and not (who[0].isalnum() or who[0] == "@")):
            continue
        marked = late is not None or _group(match) == "shouted"  # "[REIS]: hello" is nothing but a turn
        timed = marked or match.start(_group(match)) - line.start >= 5
        heads.append((line, match, timed))
    if not heads:
        return []
    counts = Counter(_key(match) for _, match, _ in heads)
    timed_heads = sum(1 for _, _, timed in heads if timed)
    sure = [
        (line, match)
        for line, match, timed in heads
        if timed
        or _who(match).startswith("@")
        or (counts[_key(match)] >= 2 and _key(match).split("(")[0].strip() not in _FIELD_WORDS)
    ]
    filled = sum(1 for line in lines if text[line.start : line.end].strip())
    only = len(sure) >= 2 and len(heads) == filled  # nothing but turns
    enough = (
        only or len(sure) >= 3 or timed_heads >= 2 or (sure and _who(sure[0][1]).startswith("@") and len(heads) <= 3)
    )
    if not enough:
        return _close(text, lines, _lone(text, heads))
    first = sure[0][0].start
    known = {line.start for line, _ in sure}
    kept = [
        (line.start, match)
        for line, match, _ in heads  # somebody who speaks once, among others who speak more often
        if line.start in known or (line.start > first and _nameish(_who(match)) and _key(match) not in _FIELD_WORDS)
    ]
    return _close(text, lines, kept)


def _stamped(text: str, lines: tuple[Line, ...]) -> list[Turn]:
    """Return the turns of a chat that has name and time on a line of their own."""
    heads: list[tuple[int, re.Match[str]]] = []
    for number, line in enumerate(lines[:-1]):
        match = _STAMP.match(text, line.start, line.end)
        after = lines[number + 1]
        if match and len(_who(match).split()) <= _STAMP_WORDS and text[after.start : after.end].strip():
            heads.append((line.start, match))
    return _close(text, lines, heads) if len(heads) >= _FEWEST_STAMPS else []


def _lone(text: str, heads: list[tuple[Line, re.Match[str], bool]]) -> list[tuple[int, re.Match[str]]]:
    """Return the speaker of a single message: a first name before a colon that opens the text."""
    if not heads or text[: heads[0][0].start].strip():
        return []
    line, match, _ = heads[0]
    first = _who(match).split()[0]
    known = first_name(first)
    is_name = known is not None and not known.ambiguous and first.lower() not in _FIELD_WORDS
    is_name = is_name or first.startswith(HIDDEN)
    return [(line.start, match)] if is_name and _nameish(_who(match)) else []


def _nameish(who: str) -> bool:
    return all(word[:1].isupper() for word in who.split()) and len(who.split()) <= 3


def _key(match: re.Match[str]) -> str:
    return _who(match).split("(")[0].strip().casefold()


def _who(match: re.Match[str]) -> str:
    return match[_group(match)] or ""


def _group(match: re.Match[str]) -> str:
    """Return the group of a match in which somebody stands."""
    return next((name for name, found in match.groupdict().items() if found), "who")


def _close(text: str, lines: tuple[Line, ...], heads: list[tuple[int, re.Match[str]]]) -> list[Turn]:
    turns: list[Turn] = []
    for number, (_, match) in enumerate(heads):
        end = heads[number + 1][0] if number + 1 < len(heads) else len(text)
        who = _who(match).split("(")[0].rstrip()
        start = match.start(_group(match))
        turns.append(Turn(match.end(), max(match.end(), end), start, start + len(who), who))
    if turns:  # a bracketed remark after the last turn is nobody's voice
        last = turns[-1]
        for line in lines:
            if line.start > last.start and re.match(r"\[[^\]\n]{4,}\]", text[line.start : line.end]):
                turns[-1] = Turn(last.start, line.start, last.who_start, last.who_end, last.who)
                break
    return turns


def _posts(text: str, lines: tuple[Line, ...]) -> list[Turn]:
    heads: list[tuple[int, re.Match[str]]] = []
    for number, line in enumerate(lines):
        match = _POST.match(text, line.start, line.end)
        if match and _is_handle(match.group("who")) and (number == 0 or not _blank_after(text, lines, number)):
            heads.append((line.start, match))
    return _close(text, lines, heads)


def _blank_after(text: str, lines: tuple[Line, ...], number: int) -> bool:
    rest = text[lines[number].end :].strip()
    return not rest


def _is_handle(word: str) -> bool:
    if "." in word.strip(".") and "@" in word[1:]:
        return False
    body = word.lstrip("@")
    if not any(letter.isalpha() for letter in body) or body[:1].isdigit():
        return False
    mixed = "_" in body or word.startswith("@") or (body[-1].isdigit() and body[0].isalpha() and len(body) > 4)
    return mixed and not body.isupper()


def _letters(text: str, lines: tuple[Line, ...]) -> list[Turn]:
    """Return the voices of a quoted mail thread: each ``> `` level speaks for whoever wrote it."""
    turns: list[Turn] = []
    open_heads: list[tuple[int, re.Match[str], int]] = []
    for line in lines:
        body = _DEPTH.match(text, line.start, line.end)
        at = body.end() if body else line.start
        depth = text.count(">", line.start, at)
        match = _WROTE.match(text, at, line.end)
        if match:
            while open_heads and open_heads[-1][0] >= depth:
                turns.append(_turn(open_heads.pop(), line.start))
            open_heads.append((depth, match, line.end))
    while open_heads:
        turns.append(_turn(open_heads.pop(), len(text)))
    return sorted(_flat(turns), key=lambda turn: turn.start)


def _turn(head: tuple[int, re.Match[str], int], end: int) -> Turn:
    _, match, start = head
    return Turn(start, max(start, end), match.start("who"), match.end("who"), match.group("who").strip())


def _flat(turns: list[Turn]) -> Iterator[Turn]:
    starts = sorted(turn.start for turn in turns)
    for turn in turns:  # an inner quotation ends the outer one
        later = next((start for start in starts if start > turn.start), turn.end)
        yield Turn(turn.start, min(turn.end, later), turn.who_start, turn.who_end, turn.who)


def _fields(text: str, line: Line) -> Iterator[Field]:
    at = line.start
    for _ in range(4):
        match = _FIELD.match(text, at, line.end)
        if match is None:
            break
        yield Field(match.start("label"), match.group("label").strip().lower(), match.end(), line.end)
        gap = _FIELD_GAP.search(text, match.end(), line.end)
        if gap is None:
            break
        at = gap.end()
