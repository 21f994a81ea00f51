"""Windows over the tokens of a text: an encoder reads so many at once, and no token may be left unread."""

from collections.abc import Sequence

__all__ = ["best_window", "token_windows"]


def token_windows(count: int, size: int, overlap: int) -> list[range]:
    """Return windows that together cover all tokens.

    Args:
        count: How many tokens there are.
        size: The most tokens of a window.
        overlap: How many tokens neighbours share at least, cut down to half a window.

    Returns:
        Windows in order. All but a single one are full: the last one reaches back instead of being short.

    Example:
        >>> token_windows(10, 6, 2)
        [range(0, 6), range(4, 10)]
    """
    if count <= size:
        return [range(count)] if count else []
    step = size - min(overlap, size // 2)
    starts = [*range(0, count - size, step), count - size]
    return [range(start, start + size) for start in starts]


def best_window(windows: Sequence[range], count: int) -> list[int]:
    """Return for each token the number of the window that shows it with the most context on its poorer side.

    The ends of the text are no borders: where the text begins or ends, there is no context to miss.

    Example:
        >>> best_window([range(0, 6), range(4, 10)], 10)
        [0, 0, 0, 0, 0, 1, 1, 1, 1, 1]
    """
    best, most = [-1] * count, [-1] * count
    for number, window in enumerate(windows):
        for token in window:
            before = count if window.start == 0 else token - window.start
            after = count if window.stop == count else window.stop - 1 - token
            if min(before, after) > most[token]:
                best[token], most[token] = number, min(before, after)
    return best
