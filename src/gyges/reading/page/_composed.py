"""A text with letters and their marks as one sign each, as tables and patterns have them, and the way back.

``u`` and a combining diaeresis are ``ü`` to whoever reads. Text from file names, PDFs and some keyboards is written so.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass
from unicodedata import normalize

__all__ = ["Composed", "composed", "has_marks"]

_MARKED = re.compile(r".[\u0300-\u036f]+", re.DOTALL)
_MARK = re.compile(r"[\u0300-\u036f]")


@dataclass(frozen=True, slots=True)
class Composed:
    """A text in its composed form.

    Attributes:
        text: The composed text.
        ends: Where in it the letters end that were composed, in order.
        shifts: How many code points more the given text has up to there.
    """

    text: str
    ends: tuple[int, ...]
    shifts: tuple[int, ...]

    def back(self, position: int) -> int:
        """Return the offset in the given text of one in the composed text."""
        index = bisect_right(self.ends, position) - 1
        return position + (self.shifts[index] if index >= 0 else 0)


def has_marks(text: str) -> bool:
    """Tell whether a text has combining marks."""
    return not text.isascii() and _MARK.search(text) is not None


def composed(text: str) -> Composed | None:
    r"""Return a text in its composed form, None where it is in that form already.

    Example:
        >>> made = composed("Ju\u0308rgen Roe")
        >>> made.text, made.back(7)
        ('Jürgen Roe', 8)
    """
    if not has_marks(text):
        return None
    parts, ends, shifts = list[str](), list[int](), list[int]()
    last = size = shift = 0
    for match in _MARKED.finditer(text):
        whole = normalize("NFC", match[0])
        parts += [text[last : match.start()], whole]
        size += match.start() - last + len(whole)
        shift += len(match[0]) - len(whole)
        last = match.end()
        if len(whole) < len(match[0]):
            ends.append(size)
            shifts.append(shift)
    return Composed("".join([*parts, text[last:]]), tuple(ends), tuple(shifts)) if ends else None
