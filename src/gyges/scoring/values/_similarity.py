"""Two published variants of the Jaro-Winkler similarity, written from their description."""

__all__ = ["legacy_jaro_winkler", "spia_jaro_winkler"]

_WEIGHT = 0.1
_PREFIX = 4


def spia_jaro_winkler(first: str, second: str) -> float:
    """Return the similarity as SPIA computes it: half transpositions are not rounded down, the bonus has no gate."""
    if first == second:
        return 1.0
    if not first or not second:
        return 0.0
    window = max(max(len(first), len(second)) // 2 - 1, 0)
    jaro = _jaro(first, second, window)
    return jaro + _WEIGHT * min(_common_prefix(first, second), _PREFIX) * (1 - jaro)


def legacy_jaro_winkler(first: str, second: str) -> float:
    """Return the similarity of an old edit-distance library that recorded verdicts were made with.

    The letters of the longer string look for their first free match in the shorter one, the window is half the length
    of the shorter one on both sides, and the whole common prefix counts.
    """
    if first == second:
        return 1.0
    if not first or not second:
        return 0.0
    shorter, longer = (first, second) if len(first) <= len(second) else (second, first)
    jaro = _jaro(longer, shorter, (len(shorter) + 1) // 2)
    return min(1.0, jaro + _WEIGHT * _common_prefix(first, second) * (1 - jaro))


def _jaro(first: str, second: str, window: int) -> float:
    taken = [False] * len(second)
    kept: list[str] = []
    for place, char in enumerate(first):
        for other in range(max(0, place - window), min(len(second), place + window + 1)):
            if not taken[other] and second[other] == char:
                taken[other] = True
                kept.append(char)
                break
    if not kept:
        return 0.0
    others = (char for char, used in zip(second, taken, strict=True) if used)
    swapped = sum(one != two for one, two in zip(kept, others, strict=True))
    matches = len(kept)
    return (matches / len(first) + matches / len(second) + (matches - swapped / 2) / matches) / 3


def _common_prefix(first: str, second: str) -> int:
    length = 0
    for one, two in zip(first, second, strict=False):
        if one != two:
            break
        length += 1
    return length
