"""Where a quote stands in a text, and windows that a long text is read in."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

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
    """Return how many characters of this text fit into so many tokens, by the bytes its script needs."""
    size = len(text.encode("utf-8", "surrogatepass"))
    return max(1, int(tokens * _BYTES_PER_TOKEN * len(text) / size)) if size else tokens


def split_windows(text: str, most: int, overlap: int = 0) -> tuple[Window, ...]:
    """Cut a text into windows that together cover all of it."""
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


_SAME = {
    **dict.fromkeys("‘’‚‛′`´ʼ＇", "'"),
    **dict.fromkeys("“”„‟″«»＂", '"'),
    **dict.fromkeys("‐‑‒–—―−", "-"),
}
_AROUND = " \t\n\"'.…,;:"
_TEXTS_KEPT = 8  # texts in which words are looked for one after the other


class QuoteFinder:
    """Looks quotes up in one text: letter by letter first, then whatever the case, spaces and quotation marks."""

    def __init__(self, text: str) -> None:
        self._text = text

    def find(self, quote: str) -> str | None:
        """Return the words as they stand in the text, None if they do not."""
        if not quote.strip():
            return None
        if quote in self._text:
            return quote
        wanted = _plain(quote)[0].casefold().strip(_AROUND)
        start, end = next(self._all(wanted), (0, 0)) if wanted else (0, 0)
        return self._text[start:end] or None

    def places(self, quote: str) -> list[tuple[int, int]]:
        """Return the half-open offsets of all places where a quote stands as words of its own.

        A small letter at its start may be a capital. Where it stands nowhere like that, the case does not matter.
        """
        wanted = _plain(quote)[0].strip()
        if not any(letter.isalnum() for letter in wanted):
            return []
        found = [place for place in self._all(wanted.casefold()) if self._is_whole(*place)]
        return [place for place in found if self._has_case(*place, wanted)] or found

    def _all(self, wanted: str) -> Iterator[tuple[int, int]]:
        letters, places = self._index
        start = letters.find(wanted)
        while start >= 0:
            end = start + len(wanted)
            yield places[start], places[end - 1] + 1
            start = letters.find(wanted, end)

    def _is_whole(self, start: int, end: int) -> bool:
        text = self._text
        cuts_before = start > 0 and text[start].isalnum() and _is_of_word(text[start - 1])
        return not cuts_before and not (end < len(text) and text[end - 1].isalnum() and _is_of_word(text[end]))

    def _has_case(self, start: int, end: int, wanted: str) -> bool:
        here = _plain(self._text[start:end])[0]
        return here[1:] == wanted[1:] and here[0] in {wanted[0], wanted[0].upper()}

    @cached_property
    def _index(self) -> tuple[str, list[int]]:
        """The text without case, and for each letter the place it came from."""
        letters, places = _plain(self._text)
        folded = [letter.casefold() for letter in letters]
        return "".join(folded), [place for place, fold in zip(places, folded, strict=True) for _ in fold]


def quote_places(quote: str, text: str) -> list[tuple[int, int]]:
    """Return the half-open offsets of all places where a quote stands as words of its own; see `QuoteFinder.places`."""
    return _finder(text).places(quote)


@lru_cache(maxsize=_TEXTS_KEPT)
def _finder(text: str) -> QuoteFinder:
    return QuoteFinder(text)


def _is_of_word(sign: str) -> bool:
    return sign.isalnum() or sign == "_"


def _plain(text: str) -> tuple[str, list[int]]:
    """Return the text with one form for what looks alike, and for each letter the place it came from."""
    letters: list[str] = []
    places: list[int] = []
    for place, sign in enumerate(text):
        if not sign.isascii() and unicodedata.category(sign) == "Cf":  # marks nobody sees, such as zero-width spaces
            continue
        letter = " " if sign.isspace() else _SAME.get(sign, sign)
        if letter != " " or not letters or letters[-1] != " ":
            letters.append(letter)
            places.append(place)
    return "".join(letters), places
