"""CRC-32 of many ends of one long line, each byte read once.

The sum of an end follows from the sum of the whole and that of the start before it: adding bytes behind the start is a
linear map over GF(2), which depends on their number only (as zlib's ``crc32_combine``).
"""

import zlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["suffix_sums"]

_POLYNOMIAL = 0xEDB88320
_BITS = 32


def suffix_sums(line: bytes, starts: Sequence[int]) -> list[int]:
    """Return ``zlib.crc32(line[start:])`` for each start; the starts are given in order.

    Example:
        >>> suffix_sums(b"123456789", [0, 9])
        [3421780262, 0]
    """
    import numpy as np

    sums: list[int] = []
    at = sum_so_far = 0
    for start in starts:
        sum_so_far = zlib.crc32(memoryview(line)[at:start], sum_so_far)
        at = start
        sums.append(sum_so_far)
    before = np.array(sums, dtype=np.uint32)
    lengths = len(line) - np.array(starts, dtype=np.int64)
    step = _one_byte()
    for bit in range(int(lengths.max(initial=0)).bit_length()):
        moved = (lengths >> bit) & 1 == 1
        before[moved] = _apply(step, before[moved])
        step = [int(value) for value in _apply(step, np.array(step, dtype=np.uint32))]
    return [int(value) for value in before ^ np.uint32(zlib.crc32(line))]


def _one_byte() -> list[int]:
    """Return where each bit of a sum goes when a byte of zeros is added."""
    columns = []
    for bit in range(_BITS):
        value = 1 << bit
        for _ in range(8):
            value = (value >> 1) ^ (_POLYNOMIAL if value & 1 else 0)
        columns.append(value)
    return columns


def _apply(columns: Sequence[int], values: "NDArray[np.uint32]") -> "NDArray[np.uint32]":
    import numpy as np

    moved = np.zeros_like(values)
    for bit, column in enumerate(columns):
        moved ^= ((values >> np.uint32(bit)) & np.uint32(1)) * np.uint32(column)
    return moved
