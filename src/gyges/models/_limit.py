"""How many requests an endpoint gets at once: found by trying, cut when it complains."""

from collections import deque

import anyio

__all__ = ["AdaptiveLimit"]

START = 16
GROWTH = 1.05
"""Factor per clean round once the first trouble was seen; before that it doubles (inspect_ai: 5 %, slow start x2)."""
CUT = 0.7
"""Factor when the endpoint complains; one cut per round, as the requests of one round fail together."""


class AdaptiveLimit:
    """A limit on concurrency that grows on clean rounds and is cut on trouble.

    A round is as many successes as the limit allows at once.

    Args:
        ceiling: The most requests at once, whatever the endpoint could take.
        start: The first limit.
    """

    def __init__(self, ceiling: int, start: int = START) -> None:
        self.ceiling = max(1, ceiling)
        self._limit = float(min(start, self.ceiling))
        self._running = 0
        self._waiting: deque[anyio.Event] = deque()
        self._clean = 0
        self._had_trouble = False
        self._round = 0

    @property
    def limit(self) -> int:
        """How many requests may run now."""
        return max(1, int(self._limit))

    async def acquire(self) -> int:
        """Wait for a place; return the number of the round, to be handed back with the place."""
        while self._running >= self.limit:
            place = anyio.Event()
            self._waiting.append(place)
            try:
                await place.wait()
            except BaseException:  # cancelled: hand the wake-up on, or somebody waits for ever
                self._waiting.remove(place) if place in self._waiting else self._wake()
                raise
        self._running += 1
        return self._round

    def release(self, round_: int, *, trouble: bool) -> None:
        """Give a place back and say how it went."""
        self._running -= 1
        if trouble and round_ == self._round:
            self._limit = max(1.0, self._limit * CUT)
            self._had_trouble = True
            self._clean = 0
            self._round += 1
        elif not trouble:
            self._clean += 1
            if self._clean >= self.limit:
                grown = self._limit * (GROWTH if self._had_trouble else 2)
                self._limit = min(float(self.ceiling), max(grown, self._limit + 1))
                self._clean = 0
        self._wake()

    def forget(self) -> None:
        """Give a place back without a word on how it went (cancelled, or refused for good)."""
        self._running -= 1
        self._wake()

    def _wake(self) -> None:
        for _ in range(min(len(self._waiting), self.limit - self._running)):
            self._waiting.popleft().set()
