"""Offsets counted in UTF-16 units (JavaScript, Java, some data sets) to code points (Python), and back."""

from bisect import bisect_left

from gyges.errors import InputError

__all__ = ["Utf16Index", "find_surrogate"]

_LAST_BMP = 0xFFFF
_FIRST_SURROGATE, _LAST_SURROGATE = 0xD800, 0xDFFF


class Utf16Index:
    """Converts UTF-16 offsets into one text, and back.

    Example:
        >>> text = "a😀b"
        >>> Utf16Index(text).to_code_point(3)
        2
    """

    def __init__(self, text: str) -> None:
        self._length = len(text)
        self._wide = [i for i, char in enumerate(text) if ord(char) > _LAST_BMP]
        self._wide_starts = [i + seen for seen, i in enumerate(self._wide)]

    def to_code_point(self, offset: int) -> int:
        """Return the code-point offset of a UTF-16 offset; an offset inside a character is an error."""
        before = bisect_left(self._wide_starts, offset)
        if before and self._wide_starts[before - 1] + 1 == offset:
            raise InputError(f"offset {offset} lies inside a character", "count offsets in UTF-16 units")
        point = offset - before
        if not 0 <= point <= self._length:
            raise InputError(f"offset {offset} lies outside the text", "check that offsets and text belong together")
        return point

    def to_unit(self, point: int) -> int:
        """Return the UTF-16 offset of a code-point offset."""
        return point + bisect_left(self._wide, point)


def find_surrogate(text: str) -> int | None:
    """Return where a text has half a character (an unpaired surrogate), which no UTF-8 file can hold."""
    if text.isascii():
        return None
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        return error.start
    return None
