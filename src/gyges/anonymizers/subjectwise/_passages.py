"""What a model is shown of a text: all of it, or of a long one the passages around the words that matter."""

from collections.abc import Iterable

__all__ = ["passages_of"]

WHOLE = 12_000
"""Characters up to which a text is shown whole: some 2,000 words, which every endpoint takes."""

_AROUND = 300  # code points of a passage to each side of the words
_CUT = "\n[…]\n"


def passages_of(text: str, places: Iterable[tuple[int, int]]) -> str:
    """Return the text, or of a long one the passages around some places, in order and each once.

    Example:
        >>> passages_of("Ana lives in Porto.", [(0, 3)])
        'Ana lives in Porto.'
    """
    if len(text) <= WHOLE:
        return text
    passages: list[list[int]] = []
    for start, end in sorted(places):
        low, high = _widened(text, start, end)
        if passages and low <= passages[-1][1]:
            passages[-1][1] = max(passages[-1][1], high)
        else:
            passages.append([low, high])
    return _CUT.join(text[low:high].strip() for low, high in passages)


def _widened(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a wider span that cuts no word."""
    low, high = max(0, start - _AROUND), min(len(text), end + _AROUND)
    while low > 0 and not text[low - 1].isspace():
        low -= 1
    while high < len(text) and not text[high].isspace():
        high += 1
    return low, high
