"""Headings of documents: names between their dashes and commas go whole, so that what a document is stays."""

import re

from gyges.anonymizers.wording._around import is_ordinary, line_of

__all__ = ["head_of", "segment_around", "segments_of"]

_BREAK = re.compile(r"(?<![^\S\n])[^\S\n]++(?:[-–—/|]++[^\S\n]+|(?=\())|,[^\S\n]+|(?<=\))[^\S\n]+")
_WORD = re.compile(r"[^\W\d_]{3,}")
_LINES = 3  # of a head without a blank line
_ENDED = re.compile(r"[.!?]\s*$")


def head_of(text: str) -> int:
    """Return where the head of a text ends: its first lines, down to a blank line or a sentence."""
    end = 0
    for line in text.splitlines(keepends=True)[:_LINES]:
        if not line.strip() or _ENDED.search(line):
            break
        end += len(line)
    return end


def segments_of(text: str, low: int, high: int) -> list[tuple[int, int]]:
    """Return the parts of a line between its dashes, commas and brackets."""
    parts: list[tuple[int, int]] = []
    at = low
    for mark in _BREAK.finditer(text, low, high):
        parts.append((at, mark.start()))
        at = mark.end()
    return [*parts, (at, high)]


def segment_around(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return what goes with a name that is a whole part of a heading; None if nothing else would say what it is.

    Example:
        >>> text = "Pirin Rent - answer to the Commission"
        >>> segment_around(text, 0, 10)
        (0, 13)
    """
    low, high = line_of(text, start, end)
    if low >= head_of(text):
        return None
    parts = segments_of(text, low, high)
    if (start, end) not in parts:
        return None
    others = [part for part in parts if part != (start, end)]
    if not any(is_ordinary(word) for part in others for word in _WORD.findall(text[slice(*part)])):
        return None
    place = parts.index((start, end))
    told = any(all(map(is_ordinary, _WORD.findall(text[slice(*part)]))) for part in parts[:place])
    return (parts[place - 1][1], end) if told or place + 1 == len(parts) else (start, parts[place + 1][0])
