"""From places in a version to places in the original, where a version was changed before."""

from gyges.anonymizers.subjectwise._board import Version

__all__ = ["to_original", "whole_changes"]


def whole_changes(version: Version, start: int, end: int) -> tuple[int, int]:
    """Return a span of a version widened so that it holds every change it touches as a whole."""
    for change, begin in zip(version.changes, version.begins, strict=True):
        if begin >= end:
            break
        stop = begin + len(change.new)
        if stop > start:
            start, end = min(start, begin), max(end, stop)
    return start, end


def to_original(version: Version, place: int) -> int:
    """Return where in the original a place of a version lies that is inside no change."""
    shift = 0  # version minus original
    for change, begin in zip(version.changes, version.begins, strict=True):
        if place <= begin:
            break
        shift = begin + len(change.new) - change.end
    return place - shift
