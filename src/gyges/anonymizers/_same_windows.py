"""Windows of a long release that are those of its original: what is read near the edge of one is read alike in both."""

from collections.abc import Sequence
from itertools import pairwise

from gyges.anonymizers._edits import Edit
from gyges.anonymizers.identifiers import WIDEST_WINDOW, window_starts

__all__ = ["same_windows"]


def same_windows(original: str, released: str, edits: Sequence[Edit]) -> tuple[int, ...]:
    """Return where the windows of a release begin that hold what those of its original do.

    Args:
        original: The text before.
        released: The release.
        edits: What was changed.

    Returns:
        The starts; nothing for a text that is looked through at once, where the edits do not make the release, and
        where one of them makes a window much wider than others.
    """
    starts = window_starts(original)
    places: list[int] = []
    parts: list[str] = []
    last = length = 0
    for edit in sorted(edits) if starts else ():
        if not last <= edit.start <= edit.end <= len(original):
            return ()
        while len(places) < len(starts) and starts[len(places)] <= edit.start:
            places.append(length + starts[len(places)] - last)
        parts += [original[last : edit.start], edit.text]
        length += edit.start - last + len(edit.text)
        last = edit.end
        while len(places) < len(starts) and starts[len(places)] < last:  # the edit goes on over the edge
            places.append(length)
    if "".join([*parts, original[last:]]) != released:
        return ()
    found = (*places, *(length + start - last for start in starts[len(places) :]))
    too_wide = any(end - start > WIDEST_WINDOW for start, end in pairwise((*found, len(released))))
    return () if too_wide else found
