"""Changes of a text, and where the words of the changed text stood before."""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

Change = tuple[int, int, str]
"""Where words begin and end that are changed, never none, and what stands there instead."""


@dataclass(frozen=True, slots=True)
class Layer:
    """Which places of a text became which of another one, in order and without overlap."""

    old: tuple[tuple[int, int], ...]  # where the changed words began and ended
    new: tuple[tuple[int, int], ...]  # where begins and ends what stands there instead

    def back(self, start: int, end: int) -> tuple[int, int]:
        """Return where words of the changed text stood before; what was left out inside them is part of them."""
        return _moved(self.new, self.old, start, end)

    def forth(self, start: int, end: int) -> tuple[int, int]:
        """Return where words stand in the changed text; an empty place for those that were left out."""
        return _moved(self.old, self.new, start, end)


def _moved(
    here: tuple[tuple[int, int], ...], there: tuple[tuple[int, int], ...], start: int, end: int
) -> tuple[int, int]:
    first = _place(here, there, start)[0]
    return first, max(first, _place(here, there, end - 1)[1]) if end > start else first


def _place(here: tuple[tuple[int, int], ...], there: tuple[tuple[int, int], ...], at: int) -> tuple[int, int]:
    """Return the place of one sign in the other text."""
    index = bisect_right(here, (at, len(here) and here[-1][1])) - 1
    if index < 0:
        return at, at + 1
    if at < here[index][1]:
        return there[index]
    moved = there[index][1] + at - here[index][1]
    return moved, moved + 1


def changed(text: str, changes: Iterable[Change]) -> tuple[str, Layer]:
    """Return a text with changes made, which stand in order, and where its words were before."""
    parts, old, new = list[str](), list[tuple[int, int]](), list[tuple[int, int]]()
    last = size = 0
    for start, end, words in changes:
        parts += [text[last:start], words]
        size += start - last
        old.append((start, end))
        new.append((size, size + len(words)))
        size += len(words)
        last = end
    return "".join([*parts, text[last:]]), Layer(tuple(old), tuple(new))
