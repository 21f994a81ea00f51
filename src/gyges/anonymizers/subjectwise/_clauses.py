"""Stretches inside a sentence that can go and leave a sentence: asides and what describes somebody or something."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gyges.anonymizers.subjectwise._references import is_referred_to
from gyges.anonymizers.subjectwise._tables import words_in
from gyges.anonymizers.wording import can_be, usual_tag

__all__ = ["NEGATION", "Clause", "find_clauses", "has_verb"]

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_ASIDE = re.compile(r"\s\((?P<in>[^()\n]{2,240})\)(?=[\s.,;:!?]|$)")
_MARKER = re.compile(r"[a-z0-9]{1,3}|[A-Z]{1,6}|[ivx]+")
_RELATIVE = re.compile(r",\s(?:(?:for|of|to|with|in|on|at|by)\s)?(?:who|which|whose|whom|where)\s")
_APPOSITION = re.compile(r"(?<=\w),\s(?:an?|the|his|her|my|our|their|its)\s[^,;:.!?()\n]{2,70}(?=,\s)")
NEGATION = re.compile(
    r"\b(?:not|never|no|nobody|nothing|none|neither|nor|cannot|hardly|only|without|\w+n['’]t)\b", re.I
)
_QUOTE = re.compile(r"[\"“”]")
_LONGEST = 40  # words of a clause
_LEAST = 3  # words that a sentence must keep


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch that can go.

    Attributes:
        start: First code point.
        end: One past the last code point.
        kind: What it is: ``aside`` in brackets, or ``clause``.
    """

    start: int
    end: int
    kind: str


def has_verb(words: str) -> bool:
    """Tell whether some words hold one that is a verb and hardly anything else.

    Example:
        >>> has_verb("the cows crossed the path"), has_verb("eleven members of eleven")
        (True, False)
    """
    return any(_finite(word) for word in _WORD.findall(words))


def _finite(word: str) -> bool:
    if "'" in word or "’" in word:
        return re.search(r"['’](?:s|re|m|ll|ve|d|t)$", word) is not None
    return usual_tag(word) in {"VBD", "VBZ", "VBP", "MD"} or can_be(word, "AUX")


def find_clauses(text: str, start: int, end: int) -> list[Clause]:
    """Return the stretches of a sentence that can go, each by itself; they may lie in one another."""
    clauses = [Clause(match.start(), match.end(), "aside") for match in _asides(text, start, end)]
    if _QUOTE.search(text, start, end) is None:  # words that were said are not cut
        clauses += _clauses(text, start, end)
    return [one for one in clauses if _leaves(text, start, end, one)]


def _asides(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    for match in _ASIDE.finditer(text, start, end):
        if _MARKER.fullmatch(match["in"]) is None:
            yield match


def _clauses(text: str, start: int, end: int) -> Iterator[Clause]:
    close = _close(text, start, end)
    yield from _relatives(text, start, close)
    yield from _appositions(text, start, close)


def _close(text: str, start: int, end: int) -> int:
    """Return where the marks at the end of a sentence begin."""
    while end > start and text[end - 1] in ".!?…":
        end -= 1
    return end


def _relatives(text: str, start: int, close: int) -> Iterator[Clause]:
    if text[close : close + 1] == "?":  # "When it is dark, who comes?"
        return
    for match in _RELATIVE.finditer(text, start, close):
        stop = re.compile(r"[,;:()]").search(text, match.end(), close)
        if stop is None:
            yield Clause(match.start(), close, "clause")
        elif stop[0] == "," and "," not in text[start : match.start()] and _follows_verb(text, stop.end()):
            yield Clause(match.start(), stop.end(), "clause")


def _appositions(text: str, start: int, close: int) -> Iterator[Clause]:
    for match in _APPOSITION.finditer(text, start, close):
        before = text[start : match.start()]
        name = re.search(r"[A-Z][\w.'’-]*$", before)
        if name and "," not in before and not has_verb(before) and _follows_verb(text, match.end() + 1):
            yield Clause(match.start(), match.end() + 1, "clause")


def _follows_verb(text: str, at: int) -> bool:
    word = _WORD.match(text, at + 1) if text[at : at + 1] == " " else _WORD.match(text, at)
    return word is not None and word[0].islower() and _finite(word[0])


def _leaves(text: str, start: int, end: int, clause: Clause) -> bool:
    """Tell whether a sentence is left: with a verb if it had one, and with some words."""
    left = f"{text[start : clause.start]} {text[clause.end : end]}"
    words = len(_WORD.findall(left))
    gone = len(_WORD.findall(text[clause.start : clause.end]))
    before = _WORD.findall(text[start : clause.start])
    hangs = clause.start > start and before and before[-1].lower() in words_in("clauses", "hanging")
    cut = text[clause.start : clause.end]
    if words < _LEAST or gone > _LONGEST or hangs or cut.count('"') % 2 or cut.count("“") != cut.count("”"):
        return False
    if is_referred_to(text, clause.start, clause.end):
        return False
    return has_verb(left) or not has_verb(text[start:end])
