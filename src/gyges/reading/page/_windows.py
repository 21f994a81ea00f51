"""Long texts are read in windows: pieces with offsets, cut where a reader would pause, overlapping a little."""

import re
from dataclasses import dataclass

__all__ = ["Window", "chars_for", "split_windows"]

_BYTES_PER_TOKEN = 3.5
"""UTF-8 bytes in a token, on the careful side: 4 in English, 3 (one character) in Chinese, 4-5 in Cyrillic."""

_LAST_PART = 0.5  # borders are looked for in the last half of a window, so that windows do not get tiny
_BORDERS = (
    re.compile(r"\n[^\S\n]*\n\s*"),  # a paragraph ends
    re.compile(r"\n\s*"),  # a line ends
    re.compile(r"(?<=[.!?…。！？؟۔])[\"'”’»)\]]*(?:\s+|(?<=[。！？]))"),  # a sentence ends
    re.compile(r"\s+"),  # a word ends
)


@dataclass(frozen=True, slots=True)
class Window:
    """A piece of a text: ``text[start:end]``, in half-open code-point offsets."""

    start: int
    end: int
    text: str


def chars_for(tokens: int, text: str) -> int:
    """Return how many characters of this text fit into so many tokens, by the bytes its script needs.

    Example:
        >>> chars_for(1000, "plain English")
        3500
    """
    size = len(text.encode("utf-8", "surrogatepass"))
    return max(1, int(tokens * _BYTES_PER_TOKEN * len(text) / size)) if size else tokens


def split_windows(text: str, most: int, overlap: int = 0) -> tuple[Window, ...]:
    """Cut a text into windows that together cover all of it.

    Args:
        text: The text.
        most: The most characters of a window.
        overlap: About how many characters a window shares with the one before, at most a quarter of it.

    Returns:
        The windows in order; one if the text is short enough, none if it is blank.
    """
    if not text.strip():
        return ()
    overlap = min(overlap, most // 4)  # less than half a window, so that each window brings something new
    windows: list[Window] = []
    start = 0
    while True:
        end = len(text) if len(text) - start <= most else _border(text, start + int(most * _LAST_PART), start + most)
        windows.append(Window(start, end, text[start:end]))
        if end == len(text):
            return tuple(windows)
        start = _first_border(text, end - overlap, end) if overlap else end


def _border(text: str, low: int, high: int) -> int:
    """Return the last good place to cut in (low, high], the end if there is none."""
    for border in _BORDERS:
        ends = [match.end() for match in border.finditer(text, low, high) if low < match.end() <= high]
        if ends:
            return ends[-1]
    return high


def _first_border(text: str, low: int, high: int) -> int:
    """Return the first good place to start in [low, high), `low` if there is none."""
    for border in _BORDERS[1:]:
        for match in border.finditer(text, low, high):
            if match.end() < high:
                return match.end()
    return low
