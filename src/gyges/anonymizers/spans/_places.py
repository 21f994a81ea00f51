"""Places of several quotes in one text: no place is in two spans."""

from collections.abc import Mapping


def spans_without_overlap(by_quote: Mapping[str, list[tuple[int, int]]]) -> list[tuple[int, int, str]]:
    """Return the places of all quotes in order; where two overlap the longer one stays, of equals the earlier."""
    ranked = sorted(
        ((start, end, quote) for quote, places in by_quote.items() for start, end in places),
        key=lambda span: (span[0] - span[1], span[0]),
    )
    kept: list[tuple[int, int, str]] = []
    for start, end, quote in ranked:
        if all(end <= other[0] or start >= other[1] for other in kept):
            kept.append((start, end, quote))
    return sorted(kept)
