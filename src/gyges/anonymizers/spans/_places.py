"""Where quoted words stand in a text: every place, whole words only, and no place in two spans."""

import re
from collections.abc import Mapping

__all__ = ["all_places", "spans_without_overlap"]

_APOSTROPHES = "['’‘`´]"
_MARKS = '["“”„«»]'
_DASHES = "[-‐‑–—]"


def all_places(quote: str, text: str) -> list[tuple[int, int]]:
    """Return the half-open offsets at which a quote stands.

    White space, quotation marks and dashes may differ, and a small letter at its start may be a capital. Where it
    stands nowhere like that, upper and lower case may differ throughout.

    Example:
        >>> all_places("my wife", "My wife left. Now my  wife's back.")
        [(0, 7), (18, 26)]
    """
    pattern = _pattern(quote)
    if not pattern:
        return []
    found = [match.span() for match in re.finditer(pattern, text)]
    return found or [match.span() for match in re.finditer(pattern, text, re.IGNORECASE)]


def spans_without_overlap(by_quote: Mapping[str, list[tuple[int, int]]]) -> list[tuple[int, int, str]]:
    """Return the places of all quotes in order; where two overlap the longer one stays, of equals the earlier.

    Example:
        >>> spans_without_overlap({"nurse": [(2, 7)], "a nurse": [(0, 7)]})
        [(0, 7, 'a nurse')]
    """
    ranked = sorted(
        ((start, end, quote) for quote, places in by_quote.items() for start, end in places),
        key=lambda span: (span[0] - span[1], span[0]),
    )
    kept: list[tuple[int, int, str]] = []
    for start, end, quote in ranked:
        if all(end <= other[0] or start >= other[1] for other in kept):
            kept.append((start, end, quote))
    return sorted(kept)


def _pattern(quote: str) -> str:
    words = quote.split()
    if not any(char.isalnum() for char in quote):
        return ""
    body = r"\s+".join("".join(map(_letter, word)) for word in words)
    first = words[0][0]
    if first.islower():  # it may begin a sentence elsewhere
        body = f"[{first}{first.upper()}]" + body[1:] if len(first.upper()) == 1 else body
    before = r"(?<!\w)" if words[0][0].isalnum() else ""
    after = r"(?!\w)" if words[-1][-1].isalnum() else ""
    return f"{before}{body}{after}"


def _letter(char: str) -> str:
    for group in (_APOSTROPHES, _MARKS, _DASHES):
        if char in group[1:-1]:
            return group
    return re.escape(char)
