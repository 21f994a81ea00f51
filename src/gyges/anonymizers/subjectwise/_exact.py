"""Exact dates, times of day and amounts: the frames in which they can go, or become "a sum", and leave a sentence."""

import re
from collections.abc import Iterator
from functools import cache

from gyges.anonymizers.subjectwise._clauses import NEGATION
from gyges.anonymizers.subjectwise._layout import Block, Layout, lay_out
from gyges.anonymizers.subjectwise._pieces import Piece, Pieces
from gyges.anonymizers.subjectwise._tables import words_in
from gyges.anonymizers.wording import can_be, usual_tag

__all__ = ["find_exact"]

_MONTH = (
    r"(?:(?:January|February|March|April|May|June|July|August|September|October|November|December)\b"
    r"|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b)"
)
_DAY = r"(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?\b,?"
_YEAR = r"(?:1[89]|20)\d\d\b"
_DATE = (
    rf"(?:{_DAY}\s)?(?:\d{{1,2}}(?:st|nd|rd|th)?\s(?:of\s)?{_MONTH}(?:,?\s{_YEAR})?"
    rf"|{_MONTH}\s\d{{1,2}}(?:st|nd|rd|th)?\b(?!\d|\s\w+s\b)(?:,\s{_YEAR})?|{_MONTH}\s{_YEAR}"
    rf"|\d{{4}}-\d\d-\d\d|\d{{1,2}}[./]\d{{1,2}}[./](?:\d{{4}}|\d\d)\b)"
)
_TIME = r"(?:\d{1,2}[:.]\d\d(?:\s?(?:[ap]m\b|[ap]\.m\.)|\sh(?:rs|ours)?\b)?|\d{1,2}\s?(?:[ap]m\b|[ap]\.m\.))(?![:.]?\d)"
_WHEN = rf"(?:{_DATE}(?:,?\s(?:at\s)?{_TIME})?|{_TIME}(?:\son\s{_DATE})?|{_YEAR})"
_IN = r"(?:on|in|at|since|by|of|from|around|about|before|after|until|till)"
_RANGE = rf"(?:from|between|on|in)\s{_WHEN}\s?(?:to|until|till|and|-|–)\s?{_WHEN}"
_FRAME = re.compile(rf"(?:{_RANGE}|{_IN}\s(?:early\s|late\s|mid-|the\s|about\s|around\s)?{_WHEN})", re.IGNORECASE)
_ITEM = re.compile(
    rf"(?<![\d)])(?:,\s{_DATE}(?:,?\s{_TIME})?(?=\s*(?:[,.;)]|$))|\s\({_DATE}\))", re.IGNORECASE | re.MULTILINE
)
_LINED = re.compile(
    rf"(?:(?:,|\s[–—-])?\s|(?<!\w))(?:(?:on|from|of)\s)?{_DATE}(?:,?\s(?:at\s)?{_TIME})?(?=\s*(?:[,.;)]|$|\s[–—-]\s))",
    re.IGNORECASE | re.MULTILINE,
)
_POINTED_AT = re.compile(r"\b(?:that|this|same) (?:date|day|time|year|month|week|morning|evening|night)\b")
_NEAR = 80  # code points behind a sentence in which a date may be pointed at
_BARE = re.compile(rf"\s{_DATE}(?=[.;])", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_]+")
_DATING = frozenset(
    ("posted", "date", "dated", "sent", "issued", "time", "signed", "on")
)  # words of a line with a date
_GAP = re.compile(r"[,.;]?\s*(?:[–—-]\s)?")
_WORD_BEFORE = re.compile(r"((?<![^\W\d_])[^\W\d_]++|:)\s*+$")
_WORD_AFTER = re.compile(r"\s([a-z][a-z'’-]*)")
_TIED = frozenset(("born", "dated", "week", "age", "aged", "version", "section", "article", "room", "page", "no"))
_NEEDED = re.compile(
    r"(?:\b(?:last|first|only|expires?|ends?|begins?|starts?|opens?|closes?)(?:\s\w+)?|\d\s(?:and|or|to))\s$",
    re.IGNORECASE,
)
_BECAUSE = re.compile(r"\s(?:because|and\s\d|or\s\d)")
_LED = frozenset(("of", "for", "at", "with"))  # what leads an amount that can go
_CLOSES = re.compile(
    r"\s*(?:[.,;:)!?\n]|$)|\s(?:and|or|but|to|from|for|in|on|at|by|with|of|because|which|who|each|was|were|is|are|had|has)\b"
)
_UNIT_BEHIND = re.compile(r"\s?(?:[A-Z]{2,4}\b|[A-Z]\.|[A-Za-z]{1,3}\.(?=[A-Z\s]))")  # "E.C.", "KM"
_NOUNS = frozenset(("NN", "NNS", "JJ"))
_VERBS = frozenset(("VB", "VBD", "VBZ", "VBP", "VBG", "VBN"))


def find_exact(text: str, pieces: Pieces) -> Iterator[tuple[Piece, str]]:
    """Yield pieces for exact dates, times and amounts, with the reason; nothing where no good sentence would be left.

    Args:
        text: The original.
        pieces: What is changed already; words that meet it are left.
    """
    layout = lay_out(text)
    found = sorted([*_dates(layout), *_amounts(text)], key=lambda one: (one[0], -one[1]))
    last = 0
    for start, end, new, reason in found:
        inside = pieces.within(start, end)
        if start < last or any(piece.start < start or piece.end > end or piece.direct for piece in inside):
            continue
        last = end
        yield Piece(start, end, "drop", (new,), f"exact {start}", frozenset(), "DATETIME" if not new else ""), reason


def _dates(layout: Layout) -> Iterator[tuple[int, int, str, str]]:
    text = layout.text
    for statement in layout.statements:
        start, end = statement.start, statement.end
        if layout.blocks[statement.block].kind in {"line", "heading"}:
            yield from _headed(text, layout.blocks[statement.block], start, end)
            continue
        if NEGATION.search(text, start, end):
            continue
        for match in _ITEM.finditer(text, start, end):
            if match.start() > start:
                yield match.start(), match.end(), "", "an exact date"
        for match in _BARE.finditer(text, start, end):
            before = _WORD_BEFORE.search(text, start, match.start() + 1)
            if before is not None and before.start() > start and usual_tag(before[1]) in {"VBD", "VBN"}:
                yield match.start(), match.end(), "", "an exact date"
        for match in _FRAME.finditer(text, start, end):
            span = _frame(text, start, end, match)
            if span is not None and not _POINTED_AT.search(text, end, end + _NEAR):
                yield *span, "", "an exact date"


def _headed(text: str, block: Block, start: int, end: int) -> Iterator[tuple[int, int, str, str]]:
    """Yield the dates of a line that is no sentence; the whole line where nothing else stands in it."""
    for match in _LINED.finditer(text, start, end):
        if _NEEDED.search(text, start, match.start() + 1):
            continue  # "treatment of 9 and 23 April"
        if text[: match.start()].endswith("(") and text[match.end() : match.end() + 1] != ")":
            continue  # "(12 February 2024, third day)" would begin with a comma
        left = f"{text[start : match.start()]}{text[match.end() : end]}"
        if any(word.lower() not in _DATING for word in _WORDS.findall(left)):
            behind = _GAP.match(text, match.end(), end) if match.start() == start else None
            yield match.start(), behind.end() if behind else match.end(), "", "an exact date"
        else:
            line = _line(text, block)
            if text[: line[0]].strip() or text[line[1] :].strip():  # something must stay
                yield *line, "", "an exact date"
            return


def _line(text: str, block: Block) -> tuple[int, int]:
    """Return a whole line with its break, and with the blank line behind it where one stands before it too."""
    end = text.find("\n", block.end) + 1
    if not end:
        return block.start, len(text.rstrip())
    after = text.find("\n", end) + 1
    blank = after and not text[end:after].strip()
    return block.start, after if blank and block.apart else end


def _frame(text: str, start: int, end: int, match: re.Match[str]) -> tuple[int, int] | None:
    """Return what goes with a date: the gap before it, or behind it at the beginning of a sentence."""
    after = _WORD_AFTER.match(text, match.end())
    if _UNIT_BEHIND.match(text, match.end()) or text[match.end() : match.end() + 1] not in {
        "",
        " ",
        "\n",
        ",",
        ".",
        ";",
        ":",
        ")",
        "!",
        "?",
    }:
        return None
    if match.start() == start:
        comma = 1 if text[match.end() : match.end() + 1] == "," else 0
        rest = text[match.end() + comma : end]
        begins = re.match(r"\s(?:[A-Z]|(?:the|an?|he|she|they|we|it|my|his|her|their|our|there)\b)", rest)
        return (start, match.end() + comma + 1) if begins else None
    before = _WORD_BEFORE.search(text, start, match.start())
    hanging = words_in("clauses", "hanging")
    if _NEEDED.search(text, start, match.start()) or _BECAUSE.match(text, match.end()):
        return None  # "was last seen in 1987", "treatment of 9 and 23 April", "ends on 2 May because of"
    if (
        before is None
        or before[1].lower() in _TIED
        or before[1] == ":"
        or text[match.start() - 1] != " "
        or before[1].lower() in hanging
    ):
        return None
    if after is not None and (usual_tag(after[1]) in _NOUNS or after[1] in {"to", "until", "till", "and", "of"}):
        return None
    stop = 1 if match.end() == end and match[0].endswith(".") else 0  # of "a.m." and of the sentence
    return match.start() - 1, match.end() - stop


@cache
def _amount() -> re.Pattern[str]:
    codes = "|".join(sorted(words_in("clauses", "currency_codes")))
    words = "|".join(sorted(words_in("clauses", "currencies"), key=lambda word: -len(word)))
    number = r"\d[\d.,]*(?:\s\d{3}){0,6}(?:\s(?:million|billion|thousand))?"
    signs = rf"(?:[A-Z]{{1,2}}\$|[$€£¥₹₦₱₩₪]|(?:{codes.upper()}|Rs\.?|Kshs?\.?)(?=\s?\d)|[RNL](?=\s?\d{{2}}))"
    return re.compile(rf"(?<![\w.,])(?:{signs}\s?{number}|{number}\s(?:{words}|{codes.upper()})\b)(?:\s?/=)?(?![\w%])")


def _amounts(text: str) -> Iterator[tuple[int, int, str, str]]:
    reason = "an exact amount"
    for match in _amount().finditer(text):
        start, end = match.span()
        end -= len(match[0]) - len(match[0].rstrip(".,"))
        before = _WORD_BEFORE.search(text, max(0, start - 30), start)
        after = _WORD_AFTER.match(text, end)
        noun_behind = after is not None and usual_tag(after[1]) in {"NN", "NNS"}
        word = before[1].lower() if before is not None else ""
        if noun_behind or not word or _UNIT_BEHIND.match(text, end):
            continue
        closes = _CLOSES.match(text, end) is not None
        if word in words_in("clauses", "determiners") and closes:
            yield start, end, "sum", reason
        elif word in _LED and closes and before is not None and _can_go(text, before.start()):
            yield before.start() - 1, end, "", reason
        elif usual_tag(word) in _VERBS and closes and not can_be(word, "AUX"):
            yield start, end, "a sum", reason


def _can_go(text: str, at: int) -> bool:
    """Tell whether what a preposition leads can go: a word stands before it that needs nothing behind it."""
    before = _WORD_BEFORE.search(text, max(0, at - 30), at)
    return before is not None and text[at - 1] == " " and usual_tag(before[1].lower()) in {"NN", "NNS", "VBN", "VBD"}
