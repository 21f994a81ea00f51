"""Finds the words that gave something away, and cuts a text into marked and unmarked pieces."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

_SHORT = 2
_LONG = 256  # occurrences of longer quotes are not looked for inside each other
_CONTEXT = 140  # characters kept on each side of a mark
_LONGEST_EXCERPT = 2400
_SNAP = 24  # how far an excerpt reaches for the end of a word


class HighlightedSpan(NamedTuple):
    """A stretch of a text in half-open code-point offsets."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class MarkedPiece:
    """A piece of a text: plain, marked, or a gap where text was left out."""

    text: str
    kind: Literal["plain", "mark", "gap"] = "plain"


def find_spans(text: str, quotes: Iterable[str]) -> tuple[HighlightedSpan, ...]:
    """Return where quotes stand in a text: sorted, without overlaps, touching ones joined.

    Every occurrence counts that does not cut a word in two ("he" is not found in "there"). A quote that stands nowhere
    as whole words, as in scripts without spaces, is found wherever its characters are, unless it is one or two Latin
    letters, which are in every text.

    Example:
        >>> find_spans("He said: there he is.", ["he", "he is"])
        (Span(start=15, end=20),)
    """
    found = sorted(
        HighlightedSpan(start, start + len(quote))
        for quote in {quote.strip() for quote in quotes}
        if quote
        for start in _occurrences(text, quote)
    )
    merged: list[HighlightedSpan] = []
    for span in found:
        if merged and span.start <= merged[-1].end:
            merged[-1] = HighlightedSpan(merged[-1].start, max(merged[-1].end, span.end))
        else:
            merged.append(span)
    return tuple(merged)


def cut(text: str, spans: Sequence[HighlightedSpan], start: int = 0, end: int | None = None) -> tuple[MarkedPiece, ...]:
    """Return the text from start to end as pieces, marked where the spans are."""
    stop = len(text) if end is None else min(end, len(text))
    pieces: list[MarkedPiece] = []
    place = start
    for span in spans:
        first, last = max(span.start, place), min(span.end, stop)
        if first < last:
            pieces += [MarkedPiece(text[place:first]), MarkedPiece(text[first:last], "mark")]
            place = last
    pieces.append(MarkedPiece(text[place:stop]))
    return tuple(piece for piece in pieces if piece.text)


def excerpt(
    text: str, spans: Sequence[HighlightedSpan], context: int = _CONTEXT, limit: int = _LONGEST_EXCERPT
) -> tuple[MarkedPiece, ...]:
    """Return only the surroundings of the spans, with a gap for each stretch left out."""
    windows = _windows(text, spans, context)
    pieces: list[MarkedPiece] = []
    place = 0
    for window in windows:
        end = min(window.end, window.start + limit)
        if end <= window.start:
            break
        if window.start - place <= context // 2:
            pieces += cut(text, spans, place, end)
        else:
            pieces += [MarkedPiece("…", "gap"), *cut(text, spans, window.start, end)]
        limit -= end - window.start
        place = end
    if len(text) - place <= context // 2:
        pieces += cut(text, spans, place)
    else:
        pieces.append(MarkedPiece("…", "gap"))
    return tuple(pieces)


def _windows(text: str, spans: Sequence[HighlightedSpan], context: int) -> list[HighlightedSpan]:
    """Return what to show: the spans with their surroundings, joined where little lies between them."""
    windows: list[HighlightedSpan] = []
    for span in spans or (HighlightedSpan(0, 0),):
        start, end = _word_start(text, span.start - context), _word_end(text, span.end + context)
        if windows and start <= windows[-1].end + context // 2:
            windows[-1] = HighlightedSpan(windows[-1].start, max(end, windows[-1].end))
        else:
            windows.append(HighlightedSpan(start, end))
    return windows


def _occurrences(text: str, quote: str) -> list[int]:
    places = list(_places(text, quote))
    whole = [start for start in places if _is_whole(text, start, start + len(quote))]
    if whole or (len(quote) <= _SHORT and quote.isascii()):
        return whole
    return places


def _places(text: str, quote: str) -> Iterator[int]:
    step = 1 if len(quote) <= _LONG else len(quote)
    start = text.find(quote)
    while start >= 0:
        yield start
        start = text.find(quote, start + step)


def _is_whole(text: str, start: int, end: int) -> bool:
    cuts_before = start > 0 and text[start - 1].isalnum() and text[start].isalnum()
    cuts_after = end < len(text) and text[end].isalnum() and text[end - 1].isalnum()
    return not (cuts_before or cuts_after)


def _word_start(text: str, place: int) -> int:
    if place <= 0:
        return 0
    blank = next((at for at in range(place, max(place - _SNAP, 0), -1) if text[at - 1].isspace()), None)
    return place if blank is None else blank


def _word_end(text: str, place: int) -> int:
    if place >= len(text):
        return len(text)
    return next((at for at in range(place, min(place + _SNAP, len(text))) if text[at].isspace()), place)
