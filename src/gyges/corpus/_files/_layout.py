"""Putting a released text back into the layout of its file: pieces of text, each with a format of its own.

The text of a file is the text of its pieces, one after the other. A change of the text is made in the pieces it
touches, so that the format around it stays. See docs/design/files.md.
"""

import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import IO, Protocol, cast

from gyges.errors import InputError


@cache
def _tables() -> dict[str, dict[str, str | dict[str, str]]]:
    return tomllib.loads((files(__package__) / "kept.toml").read_text(encoding="utf-8"))


@cache
def names(format_: str, list_: str) -> frozenset[str]:
    """Return a list of names in ``kept.toml``."""
    return frozenset(cast(str, _tables()[format_][list_]).split())


def spoken(format_: str) -> Mapping[str, str]:
    """Return what people call the elements of a format."""
    return cast(Mapping[str, str], _tables()[format_]["names"])


@cache
def patterns(format_: str) -> Mapping[str, re.Pattern[str]]:
    """Return the attributes of a format that may stay, with what their whole values must be."""
    listed = cast(Mapping[str, str], _tables()[format_]["attributes"])
    return {name: re.compile(pattern) for name, pattern in listed.items()}


def counted(name: str, count: int) -> str:
    """Return how many of something there are."""
    return f"{count:,} {name}" if count == 1 else f"{count:,} {name}s"


class LayoutPiece(Protocol):
    """A stretch of text of one format, or a sign that only lays out (a tab, a line break), which stays."""

    @property
    def text(self) -> str:
        """What it says."""

    @property
    def fixed(self) -> bool:
        """Whether it lays out only."""

    def say(self, text: str) -> None:
        """Make it say something else; line ends become breaks."""


class LayoutSign:
    """A tab, a line end: what comes from the layout and stays."""

    fixed = True

    def __init__(self, text: str) -> None:
        self.text = text

    def say(self, text: str) -> None:
        raise AssertionError(f"a sign of the layout cannot say {text!r}")


class FileLayout(Protocol):
    """A file as pieces, cleaned of all that is not read, so that a release holds nothing that nobody looked at."""

    @property
    def pieces(self) -> Sequence[LayoutPiece]:
        """Its text, in order."""

    @property
    def removed(self) -> Sequence[str]:
        """What was taken out because it is no text that was read, in words."""

    def save(self, stream: IO[bytes]) -> None:
        """Write the file with what its pieces say now."""


@dataclass(frozen=True, slots=True)
class TextChange:
    """Half-open offsets in the text of a layout, and what stands there from now on."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class RewrittenLayout:
    """How it went: how many lines lost the formats inside them because they were written anew."""

    flattened: int


def text_of(pieces: Iterable[LayoutPiece]) -> str:
    """Return the text of a file."""
    return "".join(piece.text for piece in pieces)


def change_pieces(pieces: Sequence[LayoutPiece], changes: Iterable[TextChange]) -> None:
    """Make changes that do not overlap. New words take the format of the piece that loses most."""
    starts = [0]
    for piece in pieces:
        starts.append(starts[-1] + len(piece.text))
    parts: dict[int, list[TextChange]] = {}
    floor, first = 0, 0
    for change in sorted(changes, key=lambda one: (one.start, one.end)):
        if not floor <= change.start <= change.end <= starts[-1]:
            raise InputError("changes overlap or lie outside the text", "give those of this very text")
        floor = change.end
        while first < len(pieces) - 1 and starts[first + 1] <= change.start:
            first += 1
        for index, part in _shares(pieces, starts, first, change):
            parts.setdefault(index, []).append(part)
    for index, own in parts.items():
        pieces[index].say(_changed(pieces[index].text, own))


def _shares(
    pieces: Sequence[LayoutPiece], starts: Sequence[int], first: int, change: TextChange
) -> list[tuple[int, TextChange]]:
    """Return what a change means for each piece it touches, with offsets inside the piece."""
    touched = []
    index = first
    while index < len(pieces) and (starts[index] < change.end or index == first):
        if not pieces[index].fixed:
            low = max(change.start, starts[index]) - starts[index]
            touched.append((index, low, max(low, min(change.end, starts[index + 1]) - starts[index])))
        index += 1
    if not touched:  # only signs that lay out: the words go to the nearest piece, before them or after
        near = [n for n in (*range(first - 1, -1, -1), *range(index, len(pieces))) if not pieces[n].fixed]
        if not near:
            return []
        end = len(pieces[near[0]].text) if near[0] < first else 0
        return [(near[0], TextChange(end, end, change.text))]
    most = max(touched, key=lambda one: one[2] - one[1])[0]
    return [(n, TextChange(low, high, change.text if n == most else "")) for n, low, high in touched]


def _changed(text: str, changes: Sequence[TextChange]) -> str:
    parts, end = [], 0
    for change in changes:
        parts += [text[end : change.start], change.text]
        end = change.end
    return "".join([*parts, text[end:]])


def line_changes(pieces: Sequence[LayoutPiece], released: str) -> tuple[list[TextChange], RewrittenLayout]:
    """Return the changes that turn a text into one that was written anew, line by line.

    Lines that are the same stay as they are. A line that has another in its place takes its words, cell by cell if it
    has as many; lines that are new are put below the one before them.
    """
    original = text_of(pieces)
    old, new = _filled_lines(original), [line for line in released.split("\n") if line.strip()]
    changes: list[TextChange] = []
    matcher = difflib.SequenceMatcher(
        None, [original[s:e].strip() for s, e in old], [line.strip() for line in new], False
    )
    for kind, low, high, start, stop in matcher.get_opcodes():
        if kind == "equal":
            continue
        words = new[start:stop]
        if high == low:  # new lines, below the line before or above the one after
            place = old[low - 1][1] if low else (old[0][0] if old else 0)
            changes.append(
                TextChange(place, place, "".join(f"\n{word}" for word in words) if low else "\n".join(words) + "\n")
            )
            continue
        for number, (s, e) in enumerate(old[low:high]):
            last = number == high - low - 1
            line = "\n".join(words[number:]) if last else "".join(words[number : number + 1])
            changes += _cells(original, s, e, line)
    lost = sum(1 for change in changes if change.text and _formats(pieces, change) > 1)
    return changes, RewrittenLayout(lost)


def _filled_lines(text: str) -> list[tuple[int, int]]:
    lines, start = [], 0
    for line in text.split("\n"):
        if line.strip():
            lines.append((start, start + len(line)))
        start += len(line) + 1
    return lines


def _cells(original: str, start: int, end: int, line: str) -> list[TextChange]:
    """Return the changes of one line: of each cell if the new line has as many, else of the whole."""
    old, new = original[start:end].split("\t"), line.split("\t")
    if len(old) != len(new):
        return [TextChange(start, end, line)]
    changes = []
    for before, after in zip(old, new, strict=True):
        if before != after:
            changes.append(TextChange(start, start + len(before), after))
        start += len(before) + 1
    return changes


def _formats(pieces: Sequence[LayoutPiece], change: TextChange) -> int:
    count = start = 0
    for piece in pieces:
        end = start + len(piece.text)
        if start < change.end and end > change.start and not piece.fixed and piece.text.strip():
            count += 1
        start = end
    return count


def same_words(one: str, other: str) -> bool:
    """Tell whether two texts say the same, white space aside: layouts hold some of it where it cannot be changed."""
    return "".join(one.split()) == "".join(other.split())
