"""Repairs: changes that touch become one, and articles, commas, brackets, capitals and empty lines fit again."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Generic, TypeVar

from gyges.anonymizers.wording._around import begins_sentence, line_of
from gyges.reading.english import article_for

__all__ = ["Change", "fit"]

T = TypeVar("T")

_ARTICLE = re.compile(r"(?<![\w'’.-])(?P<word>[Aa]n?)(?P<gap>\s+)$")
_ANY_ARTICLE = re.compile(r"(?:an?|the)\s", re.IGNORECASE)
_TOUCHING = re.compile(r"[\s,;()/-]{0,3}")
_LABEL_ONLY = re.compile(r"[\s>*•–-]*+(?:[^\W\d_][\w .'’/()&-]{0,34}[:#№]|\d{1,2}[.)]|,)?\s*+[.,;|()]*+\s*")
_CELL = re.compile(r"[ \t]*[|·][ \t]*$")
_LETTER = re.compile(r"[A-Z]{1,2}\.")
_FAR = 12


@dataclass(frozen=True, slots=True)
class Change(Generic[T]):
    """A span of the original and its new words, with what was changed in it.

    A change of a whole clause or sentence takes its gap with it, so that nothing around it is repaired.
    """

    start: int
    end: int
    new: str
    pieces: tuple[T, ...]
    whole: bool = False


def fit(text: str, changes: Sequence[Change[T]], *, english: bool = True) -> list[Change[T]]:
    """Return changes, given in order and without overlap, so that the text reads well around them.

    Args:
        text: The text.
        changes: The changes.
        english: Whether articles before them are English ones, which must fit.
    """
    fitted: list[Change[T]] = []
    for change in _joined(text, changes if english else _closed_lists(text, changes)):
        low = fitted[-1].end if fitted else 0
        fitted.append(_fit(text, change, low, english=english))
    return _lines(text, _stops(text, fitted))


def _stops(text: str, changes: list[Change[T]]) -> list[Change[T]]:
    """Leave one full stop where words went between two, or behind a letter up to the end of their sentence."""
    for place, (change, after) in enumerate(pairwise(changes)):
        gone = after.start == change.end and not after.new and text[after.end : after.end + 1] == "."
        if gone and _LETTER.search(change.new[-4:]) and change.new.endswith("."):
            changes[place] = replace(change, new=change.new[:-1])
    for place, change in enumerate(changes):
        low = changes[place - 1].end if place else 0
        twice = (
            not change.new and low < change.start and text[change.start - 1] == "." == text[change.end : change.end + 1]
        )
        if twice and (place + 1 == len(changes) or changes[place + 1].start > change.end):
            changes[place] = replace(change, end=change.end + 1)  # "at 4 a.m.; at 41 one is tired."
    return changes


def _joined(text: str, changes: Sequence[Change[T]]) -> list[Change[T]]:
    """Make one change of those with nothing but marks between, so that they are repaired together."""
    joined: list[Change[T]] = []
    for change in changes:
        last = joined[-1] if joined else None
        gap = text[last.end : change.start] if last is not None else ""
        apart = last is None or last.whole or change.whole or "\n" in gap or not _TOUCHING.fullmatch(gap)
        if last is None or apart or (last.new and change.new and gap.strip()):
            joined.append(change)
            continue
        same = bool(change.new) and not gap.strip() and (change.new == last.new or _letters(last.new, change.new, gap))
        new = last.new if same else _tidy(f"{last.new}{gap}{change.new}")
        joined[-1] = Change(last.start, change.end, new, (*last.pieces, *change.pieces))
    return joined


def _closed_lists(text: str, changes: Sequence[Change[T]]) -> list[Change[T]]:
    """Take the comma or the brackets along with words that go from a list: ", viuda," or " (tesorera)"."""
    closed: list[Change[T]] = []
    for change in changes:
        low = closed[-1].end if closed else 0
        head, tail = text[low : change.start][-2:], text[change.end : change.end + 1]
        if not change.new and not change.whole and head == ", " and tail in {",", ";", ".", ")", "", "\n", " "}:
            change = replace(change, start=change.start - 2)
        elif not change.new and not change.whole and head == " (" and tail == ")":
            change = replace(change, start=change.start - 2, end=change.end + 1)
        elif not change.new and not change.whole and head[-1:] == tail == " ":
            change = replace(change, end=change.end + 1)
        closed.append(change)
    return closed


def _letters(one: str, other: str, gap: str) -> bool:
    """Tell whether two letters stand for parts of one name."""
    return gap == " " and _LETTER.fullmatch(one) is not None and _LETTER.fullmatch(other) is not None


def _tidy(new: str) -> str:
    new = re.sub(r"\(\s*\)", "", new)
    new = re.sub(r"[ \t]{2,}", " ", new)
    return re.sub(r"(?<!\s)\s++([,;])", r"\1", re.sub(r"([,;])(?:\s*[,;])+", r"\1", new))


def _fit(text: str, change: Change[T], low: int, *, english: bool) -> Change[T]:
    if change.whole:
        return change
    if not change.new.strip():
        change = _closed(text, replace(change, new=change.new.strip(" ")), low)
    if change.new.endswith(".") and text[change.end : change.end + 1] == ".":
        change = replace(change, new=change.new[:-1])
    if change.new.endswith("…") and text[change.end : change.end + 1] == ".":
        change = replace(change, end=change.end + 1)
    return _capital(text, _with_article(text, change, low) if english else change)


def _closed(text: str, change: Change[T], low: int) -> Change[T]:
    """Close the gap that words leave when they go: one space, one comma, no empty brackets."""
    start, end = change.start, change.end
    while start > low and text[start - 1] == "(" and text[end : end + 1] == ")":
        start, end = start - 1, end + 1
    lead, tail = text[max(low, start - 1) : start], text[end : end + 1]
    new = ""
    if change.new == "" and lead.isalnum() and tail.isalnum() and text[start:end].strip() != text[start:end]:
        new = " "
    elif tail == " " and (not lead or lead.isspace() or lead in '(“"‘['):
        end += 1
    elif lead == " " and tail and tail in ",.;:)!?\n”" and start > low:
        start -= 1
    if text[end : end + 1] in {"", "\n"} and (cell := _CELL.search(text, max(low, start - 8), start)):
        start = cell.start()
    lead, tail = text[max(low, start - 1) : start], text[end : end + 1]
    if tail == "," and lead in {"", "\n", ",", "("}:
        end += 1 + (text[end + 1 : end + 2] == " " and lead != ",")
    if tail and tail in ".;!?)" and lead == "," and start > low:
        start -= 1
    return replace(change, start=start, end=end, new=new)


def _with_article(text: str, change: Change[T], low: int) -> Change[T]:
    """Make "a" and "an" fit what follows them now, and drop a second article."""
    before = _ARTICLE.search(text, max(low, change.start - _FAR), change.start)
    if before is None:
        return change
    follows = change.new.lstrip() or text[change.end : change.end + 24].lstrip()
    if not follows[:1].isalpha():
        return change
    new = change.new
    if _ANY_ARTICLE.match(new):
        new = follows = _ANY_ARTICLE.sub("", new, count=1)
    article = article_for(follows)
    word = before["word"]
    if article == word.lower() and new == change.new:
        return change
    article = article.capitalize() if word[0].isupper() else article
    gap = before["gap"] if new or change.start == before.end() else " "
    return replace(change, start=before.start(), new=f"{article}{gap}{new}")


def _capital(text: str, change: Change[T]) -> Change[T]:
    if (
        not text[change.start : change.end][:1].isupper()
        and not text[change.start : change.end].lstrip(" ,")[:1].isupper()
    ):
        return change
    if change.start and (
        not begins_sentence(text, change.start)
        or text[max(0, change.start - 3) : change.start].rstrip(" ").endswith(":")
    ):
        return change
    if change.new.strip():
        return replace(change, new=change.new[:1].upper() + change.new[1:])
    follows = text[change.end : change.end + 1]
    return replace(change, end=change.end + 1, new=follows.upper()) if follows.islower() else change


def _lines(text: str, changes: list[Change[T]]) -> list[Change[T]]:
    """Let a line go of which only a label or a mark is left."""
    kept: list[Change[T]] = []
    place = 0
    while place < len(changes):
        low, high = line_of(text, changes[place].start, changes[place].start)
        first = place
        while place < len(changes) and changes[place].start <= high:
            high = max(high, line_of(text, changes[place].start, max(changes[place].start, changes[place].end - 1))[1])
            place += 1
        here = changes[first:place]
        kept += _line(text, here, low, high)
    return kept


def _line(text: str, here: list[Change[T]], low: int, high: int) -> list[Change[T]]:
    if here[0].start < low or here[-1].end > high or not text[low:high].strip():
        return here
    parts, last = [], low
    for change in here:
        parts += [text[last : change.start], change.new]
        last = change.end
    left = "".join([*parts, text[last:high]])
    if not _LABEL_ONLY.fullmatch(left) or any(change.new.strip(" .…") for change in here):
        return here
    if left.strip() == text[low:high].strip():
        return here
    pieces = tuple(piece for change in here for piece in change.pieces)
    return [Change(low, min(len(text), high + 1), "", pieces)]
