"""Changes of a text, the release they make, and the way back to the original."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from gyges.records import Edit

Span = tuple[int, int]


@dataclass(frozen=True, slots=True, order=True)
class Change:
    """A span of the original and what stands there instead."""

    start: int  # first code point in the original
    end: int  # one past the last code point
    new: str  # what stands there now; empty where the words went
    type: str = ""  # one of TAB's entity types, or empty
    direct: bool = False  # whether the words identify somebody by themselves
    person: str = ""  # the id of the person they are about, empty if nobody is known
    reason: str = ""  # why, in words
    whole: bool = False  # whether a unit went that takes its gap along, so that nothing around it is repaired

    def meets(self, start: int, end: int) -> bool:
        """Return True if the change shares a code point with a span."""
        return self.start < end and start < self.end

    def edit(self) -> Edit:
        """Return the change as traces hold it."""
        return Edit(self.start, self.end, self.new, self.type, self.direct, self.person, self.reason)


@dataclass(frozen=True, slots=True)
class Version:
    """A release in the making."""

    text: str  # the released text
    changes: tuple[Change, ...] = ()  # what was changed, in order, in code points of the original
    begins: tuple[int, ...] = ()  # where each change begins in the release

    def original(self, start: int, end: int) -> tuple[list[Change], list[Span]]:
        """Return which changes a span of the release lies on, and which spans of the original besides."""
        changes: list[Change] = []
        spans: list[Span] = []
        number = max(0, bisect_right(self.begins, start) - 1)
        shift = last = 0  # release minus original; end of the last change in the release
        if number:
            before = self.changes[number - 1]
            last = self.begins[number - 1] + len(before.new)
            shift = last - before.end
        for place in range(number, len(self.changes)):  # no slices: a long text has many changes
            change, begin = self.changes[place], self.begins[place]
            if begin >= end:
                break
            spans += _clip(last, begin, start, end, shift)
            last = begin + len(change.new)
            if last > start or (begin == last and start <= begin < end):
                changes.append(change)
            shift = last - change.end
        spans += _clip(last, len(self.text), start, end, shift)
        return changes, spans


def version_of(text: str, changes: Iterable[Change]) -> Version:
    """Return the release that changes in order make of a text; those that change nothing are left out."""
    kept = tuple(one for one in changes if text[one.start : one.end] != one.new)
    parts: list[str] = []
    begins: list[int] = []
    last = shift = 0
    for change in kept:
        parts += [text[last : change.start], change.new]
        begins.append(change.start + shift)
        shift += len(change.new) - (change.end - change.start)
        last = change.end
    return Version("".join([*parts, text[last:]]), kept, tuple(begins))


def laid_over(changes: Sequence[Change], others: Iterable[Change]) -> list[Change]:
    """Return changes with others in the place of those they meet; of the others a later one takes the place too."""
    made = sorted(changes)
    for other in others:
        low = bisect_right(made, other.start, key=lambda one: one.end)
        high = low
        while high < len(made) and made[high].start < other.end:
            high += 1
        made[low:high] = [other]
    return made


def moved(changes: Iterable[Change], by: int) -> list[Change]:
    """Return changes of a part of a text as those of the whole, or the other way round."""
    return [replace(one, start=one.start + by, end=one.end + by) for one in changes]


def _clip(low: int, high: int, start: int, end: int, shift: int) -> list[Span]:
    one, two = max(low, start), min(high, end)
    return [(one - shift, two - shift)] if one < two else []
