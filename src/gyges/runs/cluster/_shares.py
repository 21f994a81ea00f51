"""How much a worker is sent at once: short work goes in batches, so that sending it costs little beside it."""

import math
from collections import deque

from gyges.runs.cluster._ray_hand import RayHand
from gyges.runs.cluster._work_piece import WorkPiece

__all__ = ["Shares"]

SECONDS = 0.1
"""How long a batch may take: what a call to an actor costs, about a millisecond, is 1 % of it."""

PIECES = 16
"""The most of a batch: so many are begun again when a worker is lost."""

BYTES = 64_000
"""The most bytes of a batch, unless one piece alone has more; Ray sends up to 100 kB without its object store."""

_WEIGHT = 0.2
"""How much the last batch counts in the mean of how long a piece takes."""


class Shares:
    """Cuts what waits into batches, by how long pieces took so far."""

    def __init__(self) -> None:
        self._seconds = SECONDS

    def took(self, seconds: float) -> None:
        """Learn how long a piece took."""
        self._seconds += _WEIGHT * (seconds - self._seconds)

    def take(self, waiting: deque[WorkPiece], hand: RayHand, hands: int) -> tuple[list[WorkPiece], list[bytes]]:
        """Take the next share from what waits; return its pieces, and the orders to send.

        What nobody waits for any more is dropped; what cannot be sent fails.

        Args:
            waiting: What waits; the share is taken away from it.
            hand: Who gets it.
            hands: How many are free, and shall all get something.
        """
        most = min(PIECES, int(SECONDS / max(self._seconds, SECONDS / PIECES)), math.ceil(len(waiting) / hands))
        pieces: list[WorkPiece] = []
        orders: list[bytes] = []
        size = 0
        while waiting and len(pieces) < max(1, most):
            piece = waiting.popleft()
            if piece.result.done():
                continue
            try:
                order = piece.order(hand)
            except Exception as error:  # noqa: BLE001 - an argument of anybody's that cannot be copied
                piece.fail(error)
                continue
            size += len(order)
            if pieces and (piece.alone or pieces[-1].alone or size > BYTES):
                waiting.appendleft(piece)
                break
            pieces.append(piece)
            orders.append(order)
        return pieces, orders
